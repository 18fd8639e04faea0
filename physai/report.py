"""How programs print results: titled blocks of aligned tables, in the digits the pages show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from physai.results import ResultError, Results, cell, shown

Column = tuple[str, str, str, str | None]
"""(head, key or column of the results' table, digits, shown unit)."""


FAILED = "FAILED"  # what a check line says of a check that does not hold


def failed(blocks: Mapping[str, str]) -> list[str]:
    """Names of the blocks with a check that does not hold."""
    return [name for name, text in blocks.items() if FAILED in text]


def block(title: str, *parts: str | Iterable[str]) -> str:
    """A titled block of lines, ending in a newline; a part is a line or several, and an empty line is left out."""
    lines = [line for part in parts if part != "" for line in ([part] if isinstance(part, str) else part)]
    return "\n".join([f"== {title} ==", *lines]) + "\n"


def table(results: Results, name: str, columns: Sequence[Column]) -> list[str]:
    """Lines of a table of the results, heads first."""
    rows = [[head for head, *_ in columns]]
    for key in results.tables[name].rows:
        rows.append([_shown(results, cell(name, key, column), digits, unit) for _, column, digits, unit in columns])
    return aligned(rows)


def _shown(results: Results, name: str, digits: str, unit: str | None) -> str:
    try:
        return shown(results[name], digits, unit)
    except ResultError as error:
        raise ResultError(f"{name}: {error}") from None


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Lines with every column as wide as its widest entry, flush right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(text.rjust(width) for text, width in zip(row, widths, strict=True)) for row in rows)
    return [line.rstrip() for line in lines]
