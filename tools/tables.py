"""Tables: rows of a record's table, or of words, written as Markdown for one language."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from physai.results import ResultError, cell, nearest
from tools.bindings import Figure, Records, figure
from tools.lessons import Column, TableSpec
from tools.slots import pieces
from tools.values import aside
from tools.words import Words, tag


def cells(name: str, spec: TableSpec, records: Records) -> Iterator[list[Figure]]:
    """Figures of a table of results, row by row; raises `ResultError` for what the record lacks."""
    topic, _, table_name = (spec.of or "").partition(":")
    if topic not in records:
        raise ResultError(f"table {name}: no experiment {topic!r}")
    results = records[topic].results
    if table_name not in results.tables:
        near = ", ".join(nearest(table_name, results.tables)) or "none"
        raise ResultError(f"table {name}: {topic} has no table {table_name!r}; nearest: {near}")
    shape = results.tables[table_name]
    wanted = {tuple(str(row).split(",")) for row in spec.rows} if spec.rows is not None else None
    if wanted and (unknown := wanted - set(shape.rows)):
        raise ResultError(f"table {name}: {spec.of} has no row {sorted(unknown)[0]}")
    for row in shape.rows:
        if wanted is not None and row not in wanted:
            continue
        if any(str(results[cell(table_name, row, column)].value) != value for column, value in spec.where.items()):
            continue
        out = []
        for column in spec.columns:
            if not isinstance(column, Column):
                raise ResultError(f"table {name}: columns of results are {{ value = ..., unit = ..., digits = ... }}")
            value = cell(table_name, row, column.value)
            if value not in results.values:
                near = ", ".join(nearest(column.value, (*shape.keys, *shape.columns))) or "none"
                raise ResultError(f"table {name}: {spec.of} has no column {column.value!r}; nearest: {near}")
            out.append(figure(results.values[value], column.unit, column.digits, f"{topic}:{value}"))
        yield out


def results_table(name: str, spec: TableSpec, records: Records, words: Words) -> str:
    """A table of results; column heads carry the unit, cells only digits."""
    heads, units = [], []
    for column in spec.columns:
        assert isinstance(column, Column)
        units.append(_unit(column, spec, records))
        heads.append(
            words.inline(f"table.{name}.{column.value}")
            + (aside(units[-1], words.locale) if units[-1] not in ("", "%") else "")
        )
    rows = [[_cell(f, words) for f in row] for row in cells(name, spec, records)]
    numeric = [
        all(not isinstance(f.quantity.value, str | bool) for f in col if f.quantity)
        for col in zip(*cells(name, spec, records), strict=True)
    ]
    marks = ["---:" if n else "---" for n in numeric]
    return _markdown([heads, marks, *rows])


def word_table(
    name: str, spec: TableSpec, words: Words, literal: Callable[[str], str], formula: Callable[[str], str]
) -> str:
    """A table of words: cells are messages (`@key`), formulas (`=name`) or literal Markdown with slots."""
    heads = [words.inline(f"table.{name}.{column}") for column in spec.columns]
    rows = []
    for row in spec.rows or ():
        if isinstance(row, str) or len(row) != len(heads):
            raise ResultError(f"table {name}: every row needs {len(heads)} cells")
        rows.append(
            [
                words.inline(c[1:]) if c.startswith("@") else formula(c[1:]) if c.startswith("=") else literal(c)
                for c in row
            ]
        )
    return _markdown([heads, ["---"] * len(heads), *rows])


def _unit(column: Column, spec: TableSpec, records: Records) -> str:
    for row in records[(spec.of or "").partition(":")[0]].results.tables[(spec.of or "").partition(":")[2]].rows:
        topic, _, table = (spec.of or "").partition(":")
        quantity = records[topic].results[cell(table, row, column.value)]
        return "" if column.unit in ("", "1") else column.unit or quantity.unit
    return column.unit or ""


def _cell(shown: Figure, words: Words) -> str:
    if shown.quantity and isinstance(shown.quantity.value, str | bool):
        return words.inline(f"word.{shown.neutral}")
    return tag(shown, shown.text(words.locale, bare=shown.unit != "%"))


def _markdown(rows: list[list[str]]) -> str:
    return "\n".join("| " + " | ".join(map(escaped, row)) + " |" for row in rows)


def escaped(content: str) -> str:
    """A cell whose `|` do not end it: `\\|` in text and code, `\\vert` in formulas."""
    return "".join(p.text.replace("|", "\\vert{}" if p.place == "math" else "\\|") for p in pieces(content))
