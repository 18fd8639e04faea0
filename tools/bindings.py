"""From a binding in a lesson source to the figure a page shows: value of a record, rounded once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from physai.results import UNITS, Quantity, ResultError, Results, Table, cell, nearest, shown
from tools.lessons import Cited, Lesson, Source, line_of
from tools.problems import ROOT, Problem
from tools.record import Record
from tools.values import Place, write

Records = Mapping[str, Record]


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure as shown: neutral text, unit, full value in that unit, and where it comes from."""

    neutral: str
    unit: str
    raw: str
    of: str = ""  # topic:value
    cited: str = ""  # address of the source it is cited from
    quantity: Quantity | None = None

    def text(self, locale: str, place: Place = "text", *, bare: bool = False) -> str:
        """The figure in a locale's notation, with its unit unless `bare`."""
        return write(self.neutral, "" if bare else self.unit, locale, place)


def figures_of(lesson: Lesson, records: Records, root: Path = ROOT) -> tuple[dict[str, Figure], list[Problem]]:
    """All slots of a lesson, bound; what cannot be bound is a problem at its line."""
    found = {name: cited(spec) for name, spec in lesson.cited.items()}
    problems = []
    for name, source in lesson.slots.items():
        try:
            found[name] = bind(source, records)
        except ResultError as error:
            line = line_of((root / lesson.path).read_text("utf-8").splitlines(), "slots", name)
            problems.append(Problem(lesson.path, line, f"slot {name}: {error}"))
    return found, problems


def bind(source: Source, records: Records) -> Figure:
    """Resolve a binding; raises `ResultError` that names the nearest known records or values."""
    return figure(quantity_of(source.of, records), source.unit, source.digits, source.of)


def quantity_of(of: str, records: Records) -> Quantity:
    """The quantity `topic:value`; raises `ResultError` that names the nearest known records or values."""
    topic, _, value = of.partition(":")
    found = _results(topic, records)
    if value not in found.values:
        raise ResultError(f"{topic} has no value {value!r}; nearest: {_near(value, found.values)}")
    return found[value]


def figure(quantity: Quantity, unit: str | None, digits: str, of: str) -> Figure:
    """Show one quantity in a unit with digits; raises `ResultError` where that cannot be done honestly."""
    unit = quantity.unit if unit is None else "" if unit == "1" else unit
    try:
        neutral = shown(quantity, digits, unit if unit in UNITS else None)
    except ResultError as error:
        raise ResultError(f"{of}: {error}") from None
    if unit not in UNITS and unit != quantity.unit and unit != "":
        raise ResultError(f"{of} is in {quantity.unit or '1'} and cannot be shown in {unit}")
    return Figure(neutral, unit, _raw(quantity, unit), of, quantity=quantity)


def rows_of(of: str, where: Mapping[str, str], records: Records) -> list[tuple[str, ...]]:
    """Rows of a record's table, `topic:table`, whose columns read as `where` says; `ResultError` if there are none."""
    topic, _, name = of.partition(":")
    shape, results = _table(of, records), _results(topic, records)
    for column in where:
        column_of(of, column, records)
    wanted = [
        row
        for row in shape.rows
        if all(str(results[cell(name, row, column)].value) == value for column, value in where.items())
    ]
    if not wanted:
        raise ResultError(f"no row of {of} has {', '.join(f'{column} = {value}' for column, value in where.items())}")
    return wanted


def column_of(of: str, column: str, records: Records) -> str:
    """The column of a record's table; `ResultError` with the nearest if there is none."""
    shape = _table(of, records)
    known = (*shape.keys, *shape.columns)
    if column not in known:
        raise ResultError(f"{of} has no column {column!r}; nearest: {_near(column, known)}")
    return column


def _table(of: str, records: Records) -> Table:
    topic, _, name = of.partition(":")
    results = _results(topic, records)
    if name not in results.tables:
        raise ResultError(f"{topic} has no table {name!r}; nearest: {_near(name, results.tables)}")
    return results.tables[name]


def _results(topic: str, records: Records) -> Results:
    if topic not in records:
        raise ResultError(f"no experiment {topic!r}; known: {', '.join(sorted(records))}")
    return records[topic].results


def _near(name: str, known: Iterable[str]) -> str:
    return ", ".join(nearest(name, known)) or "none"


def cited(spec: Cited) -> Figure:
    """A figure cited from elsewhere, as typed there."""
    return Figure(spec.value, spec.unit, spec.value, cited=spec.source)


def _raw(quantity: Quantity, unit: str) -> str:
    value = quantity.value
    if isinstance(value, bool | str | None):
        return "" if value is None else str(value).lower()
    power = UNITS[unit][1] if unit in UNITS and UNITS[unit][0] == quantity.unit else 0
    number = Decimal(repr(value)).scaleb(power)
    if -7 < number.adjusted() < 16:
        text = format(number, "f")
        return (text.rstrip("0").rstrip(".") if "." in text else text) or "0"
    return format(number.normalize(), "e").replace("e+", "e")
