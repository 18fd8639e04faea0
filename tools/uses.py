"""Where figures are shown: every slot, table cell and plot of a lesson, and the value it shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from physai.results import ResultError
from tools.bindings import Figure, Records
from tools.lessons import Lesson
from tools.messages import Catalogue
from tools.slots import slots
from tools.tables import cells
from tools.words import anchor_of


@dataclass(frozen=True, slots=True)
class Use:
    """A figure shown in one place of a lesson; `anchor` is the same in every language."""

    lesson: str
    name: str  # slot name, or table.row.column
    anchor: str
    figure: Figure


def uses(lesson: Lesson, figures: Mapping[str, Figure], english: Catalogue, records: Records) -> Iterator[Use]:
    """Every place of a lesson that shows a figure of a record or a cited one."""
    for message in english.messages.values():
        for slot in slots(message.text):
            if slot.name in figures:
                yield Use(lesson.id, slot.name, _anchor(lesson, message.key), figures[slot.name])
    for name, spec in lesson.tables.items():
        anchor = anchor_of("table", name)
        if spec.of:
            try:
                for row in cells(name, spec, records):
                    yield from (Use(lesson.id, f.of.partition(":")[2], anchor, f) for f in row)
            except ResultError:
                continue  # reported where the table is written
        else:
            texts = [c for row in spec.rows or () for c in row]
            names = {s.name for text in texts for s in slots(text)} & figures.keys()
            yield from (Use(lesson.id, n, anchor, figures[n]) for n in sorted(names))


def _anchor(lesson: Lesson, key: str) -> str:
    """Where a message stands: its own anchor, or that of the drawing whose words it is."""
    first, _, rest = key.partition(".")
    name = next((n for n in lesson.figures if rest == n or rest.startswith(f"{n}.")), None)
    if first == "figure" and name and rest != name:
        return anchor_of("figure", name)
    return anchor_of("m", key)
