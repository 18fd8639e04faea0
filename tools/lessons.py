"""Lesson sources: the wordless contract of a lesson, `lessons/<id>.toml`, read into frozen structs and checked.

A lesson source says what a page shows and where it comes from; not how it is worded and not what came out.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from physai.results import nearest
from tools.problems import ROOT, Failed, Problem, read_text, relative

Digits = Annotated[str, msgspec.Meta(pattern=r"^(\.\d{1,2}[fge])?$")]
"""How many digits are shown, in Python's notation: `.4f`, `.4g`, `.3e`; empty: as it stands."""
Topic = Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z0-9_]*$")]
"""Name of an experiment, which is a module in `physai/experiments`."""


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a figure comes from, `topic:value`, and how it is shown."""

    of: str
    unit: str | None = None
    digits: Digits = ""

    @property
    def topic(self) -> str:
        """Experiment whose record holds the value."""
        return self.of.partition(":")[0]

    @property
    def value(self) -> str:
        """Name of the value in the record."""
        return self.of.partition(":")[2]


class Cited(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A figure taken from elsewhere, with the address it was taken from."""

    value: str
    source: str
    unit: str = ""


class Column(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A column of a table of results."""

    value: str
    unit: str | None = None
    digits: Digits = ""


class TableSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of results (`of` names a record's table) or of words (`columns` are names, `rows` lists of cells)."""

    columns: tuple[Column | str, ...]
    of: str | None = None
    rows: tuple[str | tuple[str, ...], ...] | None = None
    where: Mapping[str, str] = {}


class Axis(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An axis: its scale and the unit it is shown in."""

    scale: Literal["linear", "log"] = "linear"
    unit: str = ""
    min: float | None = None
    max: float | None = None
    ticks: tuple[float, ...] | None = None  # in the shown unit


class SeriesSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is drawn under one legend entry: columns of a record's table, or a curve of the record."""

    label: str
    style: str = "o"
    of: str | None = None
    x: str | None = None
    y: str | None = None
    where: Mapping[str, str] = {}
    curve: str | None = None


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A reference line across the plot at a recorded value."""

    of: str
    label: str
    style: str = "--"


class FigureSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A plot."""

    x: Axis
    y: Axis
    series: tuple[SeriesSpec, ...]
    hlines: tuple[Line, ...] = ()
    vlines: tuple[Line, ...] = ()


class Quiz(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The right options of the questions, by place on the page."""

    before: Mapping[str, Literal["a", "b", "c"]] = {}
    after: Mapping[str, Literal["a", "b", "c"]] = {}
    check: Mapping[str, Literal["a", "b", "c"]] = {}


class Exercises(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Levels of the exercises, in order."""

    levels: tuple[str, ...] = ()


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One lesson, without a word."""

    topic: Topic
    part: str
    run: str
    minutes: int
    id: str = ""
    requires: tuple[str, ...] = ()
    learn_first: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    slots: Mapping[str, Source] = {}
    cited: Mapping[str, Cited] = {}
    tables: Mapping[str, TableSpec] = {}
    formulas: Mapping[str, str] = {}
    figures: Mapping[str, FigureSpec] = {}
    diagrams: Mapping[str, str] = {}
    listings: Mapping[str, str] = {}
    quiz: Quiz = Quiz()
    exercises: Exercises = Exercises()
    claims: Mapping[str, tuple[str, ...]] = {}
    labs: Mapping[str, Any] = {}
    explorers: Mapping[str, Any] = {}

    @property
    def path(self) -> str:
        """The source file, relative to the project."""
        return f"lessons/{self.id}.toml"

    @property
    def number(self) -> str:
        """The lesson's number as shown, `03`."""
        return self.id.partition("-")[0]

    def topics(self) -> set[str]:
        """Experiments whose records this lesson shows or makes claims about."""
        specs: list[str | None] = [s.of for s in self.slots.values()]
        specs += [t.of for t in self.tables.values()]
        for figure in self.figures.values():
            specs += [s.of or s.curve for s in figure.series] + [line.of for line in (*figure.hlines, *figure.vlines)]
        named = {spec.partition(":")[0] for spec in specs if spec}
        return {self.topic} | named | {c.partition(":")[0] for c in self.claims if ":" in c}


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson in the course's list."""

    id: str
    status: Literal["live", "planned"]
    part: str

    @property
    def topic(self) -> str:
        """The lesson's topic, which outlives its number: `contact`, `soft_contact`."""
        return self.id.partition("-")[2].replace("-", "_")


class Course(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The one list: order, parts and status of the lessons; locales that are called complete."""

    lesson: tuple[Entry, ...]
    complete: tuple[str, ...] = ()
    source_url: str | None = None

    def live(self) -> list[str]:
        """Ids of the lessons that have a page."""
        return [entry.id for entry in self.lesson if entry.status == "live"]


def locales(root: Path = ROOT) -> list[str]:
    """Locales of the project, English first."""
    names = sorted(p.name for p in (root / "locales").iterdir() if p.is_dir() and not p.name.startswith("."))
    return sorted(names, key=lambda name: name != "en")


def read_course(root: Path = ROOT) -> Course:
    """Read `lessons/course.toml`; raises `Failed`."""
    path = root / "lessons/course.toml"
    data = _toml(path)
    try:
        return msgspec.convert(data, Course)
    except msgspec.ValidationError as error:
        raise Failed([_wrong_course(path, error)]) from None


def _wrong_course(path: Path, error: msgspec.ValidationError) -> Problem:
    """What msgspec said of `$.field` or of `$.lesson[2].field`, at the line of that field or of that entry."""
    lines = path.read_text("utf-8").splitlines()
    found = re.search(r"at `\$(?:\.(\w+))?(?:\[(\d+)\])?(?:\.(\w+))?", str(error))
    name, at, field = found.groups() if found else (None, None, None)
    unknown = re.search(r"unknown field `(\w+)`", str(error))
    field = field or (unknown and unknown[1])
    start = 0
    if at is not None:
        heads = [n for n, line in enumerate(lines, 1) if re.match(rf"\s*\[\[\s*{name}\s*\]\]", line)]
        start = heads[int(at)] if int(at) < len(heads) else 0
    wanted = field or name
    inside = (n for n, line in enumerate(lines[start:], start + 1) if re.match(rf"\s*{wanted}\s*=", line))
    place = (next(inside, 0) if wanted else 0) or start
    known = Entry if at is not None else Course
    remedy = f"known: {', '.join(known.__struct_fields__)}" if unknown else ""
    if field == "status" and not unknown:
        remedy = "write live or planned"
    return Problem(relative(path), place, str(error).replace("Object ", ""), remedy)


def read_lesson(lesson_id: str, root: Path = ROOT) -> tuple[Lesson | None, list[Problem]]:
    """Read and check one lesson source; every fault of the file comes back with its line."""
    path = root / f"lessons/{lesson_id}.toml"
    if not path.exists():
        return None, [Problem(relative(path), 0, "the lesson is live in course.toml but has no source", "add the file")]
    problems: list[Problem] = []
    try:
        data = {**_toml(path), "id": lesson_id}
    except Failed as failed:
        return None, failed.problems
    lines = path.read_text("utf-8").splitlines()
    for section, key, kind in list(_entries(data)):
        try:
            msgspec.convert(data[section][key], kind)
        except msgspec.ValidationError as error:
            problems.append(_invalid(path, lines, error, section, key))
            del data[section][key]  # so that it hides no fault of the rest
    try:
        lesson = msgspec.convert(data, Lesson)
    except msgspec.ValidationError as error:
        return None, [*problems, _invalid(path, lines, error, *_where(error))]
    return (None if problems else lesson), problems


def line_of(lines: list[str], section: str, key: str = "") -> int:
    """Line of `key` in `[section]`, of the section, or 0; for messages about a file that was parsed."""
    header, found = "", 0
    for number, line in enumerate(lines, 1):
        if match := re.match(r"\s*\[+([^\]]+)\]+", line):
            header = match[1].replace('"', "")
            if header == (f"{section}.{key}" if key else section) or (not key and header.startswith(section + ".")):
                return number
            if header == section:
                found = number
        elif (key and header == section and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", line)) or (
            not header and re.match(rf"\s*{re.escape(section)}\s*=", line)
        ):
            return number
    return found


KINDS: dict[str, Any] = {
    "slots": Source,
    "cited": Cited,
    "tables": TableSpec,
    "figures": FigureSpec,
    "formulas": str,
    "diagrams": str,
    "listings": str,
    "claims": tuple[str, ...],
}


def _entries(data: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]]:
    for section, kind in KINDS.items():
        if isinstance(data.get(section), dict):
            yield from ((section, key, kind) for key in data[section])


def _where(error: msgspec.ValidationError) -> tuple[str, ...]:
    path = re.search(r"at `\$\.(\w+)(?:\.(\w+))?", str(error)) or re.search(r"unknown field `(\w+)`", str(error))
    return tuple(part for part in path.groups() if part) if path else ()


def _invalid(path: Path, lines: list[str], error: msgspec.ValidationError, *where: str) -> Problem:
    section, key = (*where, "", "")[:2]
    name = f"{section}.{key}".strip(".") or "lesson"
    what = re.sub(r"`\$(\.[^`]*)?`", lambda m: f"`{name}{(m[1] or '').removeprefix('.' + name)}`", str(error))
    what = what.replace("Object ", "")
    remedy = "write digits as .4f, .3g or .2e" if r"[fge]" in what else ""
    if unknown := re.search(r"unknown field `(\w+)`", str(error)):
        struct = KINDS.get(section, Lesson) if section in KINDS else Lesson
        fields = getattr(struct, "__struct_fields__", ())
        remedy = f"known: {', '.join(nearest(unknown[1], fields) or fields)}"
    return Problem(relative(path), line_of(lines, section, key) if section else 0, what, remedy)


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"line (\d+)", str(error))
        raise Failed([Problem(relative(path), int(line[1]) if line else 0, f"is not valid TOML: {error}")]) from None
    except FileNotFoundError:
        raise Failed([Problem(relative(path), 0, "file is missing")]) from None
