"""Tables: rows of a record's table, or of words, written as Markdown for one language."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from physai.results import ResultError, cell
from tools.bindings import Figure, Records, column_of, figure, rows_of
from tools.lessons import Column, TableSpec
from tools.slots import pieces
from tools.values import aside
from tools.words import Words, tag


def cells(name: str, spec: TableSpec, records: Records) -> Iterator[list[Figure]]:
    """Figures of a table of results, row by row; raises `ResultError` for what the record lacks."""
    of = spec.of or ""
    topic, _, table = of.partition(":")
    found = rows_of(of, spec.where, records)
    if spec.rows is not None:
        wanted = {tuple(str(row).split(",")) for row in spec.rows}
        if unknown := wanted - set(found):
            raise ResultError(f"table {name}: {of} has no row {','.join(sorted(unknown)[0])}")
        found = [row for row in found if row in wanted]
    columns = []
    for column in spec.columns:
        if not isinstance(column, Column):
            raise ResultError(f"table {name}: columns of results are {{ value = ..., unit = ..., digits = ... }}")
        columns.append((column_of(of, column.value, records), column))
    results = records[topic].results
    for row in found:
        names = [(cell(table, row, value), column) for value, column in columns]
        yield [figure(results[value], column.unit, column.digits, f"{topic}:{value}") for value, column in names]


def results_table(name: str, spec: TableSpec, records: Records, words: Words) -> str:
    """A table of results; column heads carry the unit, cells only digits."""
    rows = list(cells(name, spec, records))
    heads, marks = [], []
    for column, figures in zip(spec.columns, zip(*rows, strict=True), strict=True):
        assert isinstance(column, Column)
        unit = figures[0].unit
        heads.append(
            words.inline(f"table.{name}.{column.value}") + (aside(unit, words.locale) if unit not in ("", "%") else "")
        )
        numeric = all(not isinstance(f.quantity.value, str | bool) for f in figures if f.quantity)
        marks.append("---:" if numeric else "---")
    return _markdown([heads, marks, *([_cell(f, words) for f in row] for row in rows)])


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


def _cell(shown: Figure, words: Words) -> str:
    if shown.quantity and isinstance(shown.quantity.value, str | bool):
        return words.inline(f"word.{shown.neutral}")
    return tag(shown, shown.text(words.locale, bare=shown.unit != "%"), words.locale)


def _markdown(rows: list[list[str]]) -> str:
    return "\n".join("| " + " | ".join(map(escaped, row)) + " |" for row in rows)


def escaped(content: str) -> str:
    """A cell whose `|` do not end it: `\\|` in text and code, `\\vert` in formulas."""
    return "".join(p.text.replace("|", "\\vert{}" if p.place == "math" else "\\|") for p in pieces(content))
