"""What moved between two states of the records, sorted by what it means for the pages."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from physai.results import Curve, Quantity, Table
from tools.closure import Cause
from tools.record import Record
from tools.uses import Use

TOLERANCE = 1e-9  # relative; below it a change is noise, whatever its cause
GONE = "—"  # one side of a change is not there
Write = Callable[[Use, str], str]
"""Text of a use in a locale, as its pages show it."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A displayed figure that changed: old and new in one locale, and where it stands; "—" where it is gone."""

    locale: str
    old: str
    new: str
    page: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Change:
    """One value, curve, table or block of program output that moved."""

    kind: Literal["structure", "display", "moved", "noise"]
    value: str  # topic:name
    old: object
    new: object
    shown: tuple[Shown, ...] = ()


@dataclass(frozen=True, slots=True)
class Fallen:
    """A claim that no longer holds, the messages of a lesson that rest on it, and the figures it looked at."""

    claim: str  # topic:name
    meaning: str
    page: str
    messages: tuple[str, ...]
    figures: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Report:
    """All that moved in a run, and why it ran."""

    causes: Mapping[str, tuple[Cause, ...]]
    changes: tuple[Change, ...]
    same: int
    fallen: tuple[Fallen, ...] = ()

    @property
    def quiet(self) -> bool:
        """Nothing a reader could notice."""
        return not self.fallen and all(c.kind == "noise" for c in self.changes)

    def quiet_on(self, topic: str) -> bool:
        """Nothing of this experiment that a reader could notice in its figures."""
        return all(c.kind == "noise" for c in self.changes if c.value.startswith(f"{topic}:"))

    def of(self, kind: str) -> list[Change]:
        """The changes of one kind."""
        return [c for c in self.changes if c.kind == kind]


def compare(old: Record, new: Record) -> tuple[list[Change], int]:
    """What differs between two records of an experiment, and how many values are the same."""
    before, after = old.results.values, new.results.values
    changes, same = [], 0
    for name in dict.fromkeys([*before, *after]):
        a, b = before.get(name), after.get(name)
        label = f"{new.topic}:{name}"
        if a is None or b is None or _sort(a) != _sort(b):
            changes.append(Change("structure", label, _plain(a), _plain(b)))
        elif (a.value, a.bound, a.kind) == (b.value, b.bound, b.kind):
            same += 1  # a probe's range that moved matters only where it costs a digit: see `displayed`
        else:
            changes.append(Change("noise" if _noise(a, b) else "moved", label, a.value, b.value))
    return changes + _tables(old, new) + _curves(old, new) + _output(old, new), same


def displayed(
    changes: Iterable[Change],
    old: Iterable[Use],
    new: Iterable[Use],
    locales: Iterable[str],
    write: Write,
    drawn: Mapping[str, Iterable[tuple[str, str]]] = MappingProxyType({}),
) -> list[Change]:
    """Mark the changes that alter a displayed figure, with old and new in each locale and the places.

    `drawn` names the places (page, anchor) where a curve is drawn.
    """
    locales = list(locales)
    before, after = _by_place(old), _by_place(new)
    places: dict[str, list[Shown]] = defaultdict(list)
    for place, was in before.items():
        now = after.get(place)
        if now is None or now.figure.neutral != was.figure.neutral:
            places[was.figure.of] += [
                Shown(at, write(was, at), write(now, at) if now else GONE, was.lesson, was.anchor) for at in locales
            ]
    out = []
    for change in changes:
        shown = tuple(places.get(change.value, ()))
        if change.kind == "moved":
            plots = drawn.get(change.value, ())
            shown += tuple(Shown(at, "drawn", "drawn anew", page, anchor) for page, anchor in plots for at in locales)
        kind = "display" if shown and change.kind in ("noise", "moved") else change.kind
        out.append(Change(kind, change.value, change.old, change.new, shown))
    known = {change.value for change in out}
    out += [
        Change("display", of, "fewer or more", "digits hold", tuple(s)) for of, s in places.items() if of not in known
    ]
    return out


def _by_place(uses: Iterable[Use]) -> dict[tuple[str, str, str, int], Use]:
    """Uses by lesson, name and anchor; a figure shown twice there (two columns of one value) by its turn."""
    found: dict[tuple[str, str, str, int], Use] = {}
    turns: dict[tuple[str, str, str], int] = defaultdict(int)
    for use in uses:
        place = (use.lesson, use.name, use.anchor)
        found[*place, turns[place]] = use
        turns[place] += 1
    return found


def _noise(a: Quantity, b: Quantity) -> bool:
    if isinstance(a.value, str | bool | None) or isinstance(b.value, str | bool | None) or a.kind != b.kind:
        return False
    if math.isclose(a.value, b.value, rel_tol=TOLERANCE, abs_tol=1e-15):
        return True
    if a.bound is not None:
        return a.bound == b.bound and a.within and b.within
    low, high = a.shift or a.ulp or (a.value, a.value)  # as far as its own probe took it
    return low <= b.value <= high


def _sort(quantity: Quantity) -> str:
    """Number in a unit, category, or nothing: between two sorts nothing can be said about how far."""
    if quantity.value is None:
        return "nothing"
    return "category" if isinstance(quantity.value, str | bool) else f"number {quantity.unit}"


def _tables(old: Record, new: Record) -> list[Change]:
    """Tables whose rows or columns are others; a cell that came or went is a change of its own."""
    before, after = old.results.tables, new.results.tables
    return [
        Change("structure", f"{new.topic}:table {name}", *_shapes(before.get(name), after.get(name)))
        for name in dict.fromkeys([*before, *after])
        if before.get(name) != after.get(name)
    ]


def _shapes(old: Table | None, new: Table | None) -> tuple[object, object]:
    """What is in one table and not in the other: columns, else rows, else their order."""
    if old is None or new is None:
        return (old and f"{len(old.rows)} rows"), (new and f"{len(new.rows)} rows")
    for part in ("columns", "rows"):
        a, b = ([",".join((r,) if isinstance(r, str) else r) for r in getattr(t, part)] for t in (old, new))
        if set(a) != set(b):
            lost, won = ([x for x in one if x not in other] for one, other in ((a, b), (b, a)))
            return f"{part} {' '.join(lost) or GONE}", f"{part} {' '.join(won) or GONE}"
    return "rows and columns in one order", "in another"


def _curves(old: Record, new: Record) -> list[Change]:
    changes = []
    for name in dict.fromkeys([*old.results.curves, *new.results.curves]):
        a, b = old.results.curves.get(name), new.results.curves.get(name)
        label = f"{new.topic}:curve {name}"
        if a is None or b is None or (a.x_unit, a.y_unit, len(a.x)) != (b.x_unit, b.y_unit, len(b.x)):
            changes.append(Change("structure", label, _points(a), _points(b)))
        elif (a.x, a.y) != (b.x, b.y):
            away = max(_apart(a.x, b.x), _apart(a.y, b.y))
            said = f"moved by up to {away:.1g} of its extent"
            changes.append(Change("noise" if away <= TOLERANCE else "moved", label, _points(a), said))
    return changes


def _points(curve: Curve | None) -> object:
    return None if curve is None else f"{len(curve.x)} points"


def _apart(a: Iterable[float], b: Iterable[float]) -> float:
    """Largest distance of two sequences, relative to the larger extent."""
    pairs = list(zip(a, b, strict=True))
    extent = max((max(abs(x), abs(y)) for x, y in pairs), default=0.0)
    return max((abs(x - y) for x, y in pairs), default=0.0) / extent if extent else 0.0


def _output(old: Record, new: Record) -> list[Change]:
    """Blocks of program output that a reader would see differ: how many lines, and the first of them."""
    changes = []
    for part, file in (("build", "build_output.txt"), ("experiment", "output.txt")):
        before: Mapping[str, str] = getattr(old, part)
        after: Mapping[str, str] = getattr(new, part)
        for name in dict.fromkeys([*before, *after]):
            a, b = before.get(name, "").splitlines(), after.get(name, "").splitlines()
            pairs = [(x, y) for x, y in zip(a, b, strict=False) if x != y]
            count = len(pairs) + abs(len(a) - len(b))
            if count:
                first, then = pairs[0] if pairs else ("", f"{len(b) - len(a):+} lines")
                value = f"{new.topic}:{file} {name}, {count} line(s)"
                changes.append(Change("display", value, " ".join(first.split()), " ".join(then.split())))
    return changes


def _plain(quantity: Quantity | None) -> object:
    if quantity is None or quantity.value is None:
        return None
    return f"{quantity.value} {quantity.unit}".strip()
