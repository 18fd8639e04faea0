"""The drift report: what a run moved, why it ran, and how that is told: in a terminal, a pull request, as data."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace

from tools import writer
from tools.claims import Verdict
from tools.closure import told
from tools.drift import GONE, TOLERANCE, Change, Fallen, Report, Shown, compare, displayed
from tools.experiments import State
from tools.record import Record
from tools.sources import SITE, Sources
from tools.uses import Use


def moved(words: Sources, states: Mapping[str, State], fresh: Mapping[str, Record]) -> Report:
    """What fresh records changed against those before; claims are judged later."""
    changes: list[Change] = []
    same = 0
    before = {topic: state.record for topic, state in states.items() if state.record}
    for topic, record in fresh.items():
        if old := before.get(topic):
            found, unmoved = compare(old, record)
            changes, same = changes + found, same + unmoved
    old_uses = writer.all_uses(words, before) if changes else []
    new_uses = writer.all_uses(words, {**before, **fresh}) if changes else []

    def written(use: Use, locale: str) -> str:
        if use.figure.quantity and isinstance(use.figure.quantity.value, str | bool):
            names = [words.catalogues[at][name] for at in (locale, "en") for name in (use.lesson, SITE)]
            key = f"word.{use.figure.neutral}"
            return next((c.messages[key].text for c in names if key in c.messages), use.figure.neutral)
        return use.figure.text(locale)

    drawn: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for lesson in words.lessons.values():
        for name, figure in lesson.figures.items():
            for topic, _, curve in (s.curve.partition(":") for s in figure.series if s.curve):
                drawn[f"{topic}:curve {curve}"].append((lesson.id, f"figure-{name}"))
    causes = {topic: states[topic].causes for topic in fresh}
    shown = displayed(changes, old_uses, new_uses, words.locales, written, drawn)
    return Report(causes, tuple(shown), same)


def judged(report: Report, verdicts: Sequence[Verdict]) -> Report:
    """The same with the claims that have fallen."""
    fallen = (Fallen(v.name, v.claim.meaning, v.lesson, v.messages, v.figures) for v in verdicts if not v.holds)
    return replace(report, fallen=tuple(fallen))


def text(report: Report) -> str:
    """The report for a terminal: causes, then claims, structure, display, and the rest in a line each."""
    lines = [f"{topic}: {told(causes)}" for topic, causes in report.causes.items()]
    for fallen in report.fallen:
        lines.append(f"  claim      {fallen.claim} is no longer true: {fallen.meaning}")
        lines.append(f"             {fallen.page}: {', '.join(fallen.messages)}")
    for change in _seen(report):
        lines.append(f"  {change.kind:10} {change.value}: {_end(change.old)} → {_end(change.new)}")
        pages: dict[str, list[str]] = defaultdict(list)
        for s in change.shown:
            pages[_place(s)].append(f"{s.locale} {s.old} → {s.new}")
        moves: dict[str, list[str]] = defaultdict(list)
        for place, moved in pages.items():
            moves["; ".join(moved)].append(place)
        for line, places in moves.items():
            lines += [f"             {line}", f"               on {', '.join(places)}"]
    lines += [f"  {line}" for line in _rest(report)]
    return "\n".join(lines)


def markdown(report: Report) -> str:
    """The report for a pull request: causes, claims, and one row for each place where a reader sees a change."""
    lines = [f"- **{topic}**: {told(causes)}" for topic, causes in report.causes.items()]
    if report.fallen:
        lines += ["", "**No longer true**", ""]
        lines += [
            f"- `{f.claim}` ({f.meaning}): {f.page}, {', '.join(f'`{key}`' for key in f.messages)}"
            for f in report.fallen
        ]
    rows = []
    for change in _seen(report):
        places: dict[tuple[str, str, str], list[str]] = defaultdict(list)
        for s in change.shown or (Shown("", _end(change.old), _end(change.new), "", ""),):
            places[s.old, s.new, _place(s)].append(s.locale)
        rows += [
            [change.kind, f"`{change.value}`", old, new, place, " ".join(at)]
            for (old, new, place), at in places.items()
        ]
    if rows:
        lines += ["", "| kind | value | old | new | place | locales |", "|---|---|---|---|---|---|"]
        lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join([*lines, "", *_rest(report)]).strip()


def as_data(report: Report) -> dict[str, object]:
    """The report as plain data."""
    data = asdict(report)
    data["causes"] = {topic: [asdict(c) for c in causes] for topic, causes in report.causes.items()}
    return {**data, "quiet": report.quiet}


def _seen(report: Report) -> list[Change]:
    """Changes of structure and display; cells of a row that came or went only where a page shows them."""
    tables = tuple(f"{c.value.replace('table ', '')}[" for c in report.of("structure") if ":table " in c.value)
    structure = [c for c in report.of("structure") if c.shown or not tables or not c.value.startswith(tables)]
    return structure + report.of("display")


def _rest(report: Report) -> list[str]:
    """What no reader sees, in a line each."""
    lines = []
    if moved := report.of("moved"):
        names = ", ".join(c.value for c in moved[:8]) + (", …" if len(moved) > 8 else "")
        lines.append(f"moved, but no shown digit of them: {len(moved)} ({names})")
    if report.causes:
        noise = report.of("noise")
        small = [r for c in noise if (r := _relative(c.old, c.new)) <= TOLERANCE]
        more = f", {len(noise)} noise (largest relative change {max(small, default=0.0):.0e}" if noise else ""
        if bounded := len(noise) - len(small):
            more += f"; {bounded} within rounding or their bounds"
        lines.append(f"{report.same} values the same{more}{')' if noise else ''}")
    return lines


def _relative(a: object, b: object) -> float:
    if not isinstance(a, int | float) or not isinstance(b, int | float):
        return 0.0
    return abs(a - b) / max(abs(a), abs(b), 1e-300)


def _place(shown: Shown) -> str:
    return f"{shown.page}#{shown.anchor}" if shown.page else ""


def _end(value: object) -> str:
    return GONE if value is None else f"{value}"
