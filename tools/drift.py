"""What moved between two states of the records, sorted by what it means for the pages."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass

from physai.results import Quantity
from tools.bindings import Figure
from tools.closure import Cause
from tools.record import Record
from tools.uses import Use

TOLERANCE = 1e-9  # relative; below it a change is noise, whatever its cause


@dataclass(frozen=True, slots=True)
class Shown:
    """A displayed figure that changed: old and new in one locale, and where it stands."""

    locale: str
    old: str
    new: str
    page: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Change:
    """One value that moved."""

    kind: str  # noise, moved, display, structure
    value: str  # topic:name
    old: object
    new: object
    shown: tuple[Shown, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """All that moved in a run, and why it ran."""

    causes: Mapping[str, tuple[Cause, ...]]
    changes: tuple[Change, ...]
    same: int
    fallen: tuple[str, ...] = ()  # claims that no longer hold, with the messages resting on them

    @property
    def quiet(self) -> bool:
        """Nothing a reader could notice."""
        return not self.fallen and all(c.kind == "noise" for c in self.changes)


def compare(old: Record, new: Record) -> tuple[list[Change], int]:
    """Values that differ between two records of an experiment, and how many are the same."""
    before, after = old.results.values, new.results.values
    changes, same = [], 0
    for name in dict.fromkeys([*before, *after]):
        a, b = before.get(name), after.get(name)
        label = f"{new.topic}:{name}"
        if a is None or b is None or (a.unit, a.kind) != (b.unit, b.kind):
            changes.append(Change("structure", label, _plain(a), _plain(b)))
        elif (a.value, a.bound) == (b.value, b.bound):
            same += 1
        elif _noise(a, b):
            changes.append(Change("noise", label, a.value, b.value))
        else:
            changes.append(Change("moved", label, a.value, b.value))
    return changes, same


def displayed(
    changes: Iterable[Change], old: Iterable[Use], new: Iterable[Use], locales: Iterable[str]
) -> list[Change]:
    """Mark the changes that alter a displayed figure, with old and new in each locale and the places."""
    locales = list(locales)
    before = {(u.lesson, u.name, u.anchor): u.figure for u in old}
    places: dict[str, list[tuple[Use, Figure]]] = {}
    for use in new:
        was = before.get((use.lesson, use.name, use.anchor))
        if was is not None and was.neutral != use.figure.neutral:
            places.setdefault(use.figure.of, []).append((use, was))
    out = []
    for change in changes:
        shown = tuple(
            Shown(locale, was.text(locale), use.figure.text(locale), use.lesson, use.anchor)
            for use, was in places.get(change.value, [])
            for locale in locales
        )
        kind = "display" if shown and change.kind in ("noise", "moved") else change.kind
        out.append(Change(kind, change.value, change.old, change.new, shown))
    return out


def text(report: Report) -> str:
    """The report for a terminal."""
    lines = [f"{topic}: {'; '.join(map(str, causes))}" for topic, causes in report.causes.items()]
    lines += [f"  claim      {line}" for line in report.fallen]
    for change in (c for c in report.changes if c.kind != "noise"):
        lines.append(f"  {change.kind:10} {change.value}: {change.old} → {change.new}")
        pages: dict[tuple[str, str], list[str]] = {}
        for s in change.shown:
            pages.setdefault((s.page, s.anchor), []).append(f"{s.locale} {s.old} → {s.new}")
        lines += [f"             {page}#{anchor}: {'; '.join(moved)}" for (page, anchor), moved in pages.items()]
    noise = [c for c in report.changes if c.kind == "noise"]
    if report.causes:
        largest = max((_relative(c.old, c.new) for c in noise), default=0.0)
        more = f", {len(noise)} noise (largest relative change {largest:.0e})" if noise else ""
        lines.append(f"  {report.same} values the same{more}")
    return "\n".join(lines)


def markdown(report: Report) -> str:
    """The report as a table for a pull request."""
    lines = [f"**{topic}**: {'; '.join(map(str, causes))}" for topic, causes in report.causes.items()]
    lines += ["", *(f"- **claim** {line}" for line in report.fallen)]
    rows = []
    for change in (c for c in report.changes if c.kind != "noise"):
        for s in change.shown or (Shown("", str(change.old), str(change.new), "", ""),):
            place = f"{s.page}#{s.anchor}" if s.page else ""
            rows.append(f"| {change.kind} | `{change.value}` | {s.locale} | {s.old} | {s.new} | {place} |")
    if rows:
        lines += ["", "| kind | value | locale | old | new | place |", "|---|---|---|---|---|---|", *rows]
    noise = sum(c.kind == "noise" for c in report.changes)
    lines += ["", f"{report.same} values the same, {noise} noise."]
    return "\n".join(lines).strip()


def as_json(report: Report) -> str:
    """The report as JSON."""
    data = asdict(report)
    data["causes"] = {topic: [asdict(c) for c in causes] for topic, causes in report.causes.items()}
    return json.dumps({**data, "quiet": report.quiet}, ensure_ascii=False, indent=1)


def _noise(a: Quantity, b: Quantity) -> bool:
    if isinstance(a.value, str | bool | None) or isinstance(b.value, str | bool | None):
        return False
    if a.kind in ("rounding", "chaotic") and a.bound == b.bound:
        return True
    return math.isclose(a.value, b.value, rel_tol=TOLERANCE, abs_tol=1e-15)


def _relative(a: object, b: object) -> float:
    if isinstance(a, str | bool | None) or isinstance(b, str | bool | None):
        return 0.0
    x, y = float(str(a)), float(str(b))
    return abs(x - y) / max(abs(x), abs(y), 1e-300)


def _plain(quantity: Quantity | None) -> object:
    return None if quantity is None else f"{quantity.value} {quantity.unit} ({quantity.kind})"
