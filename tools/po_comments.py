"""What a translator sees beside a message in Poedit or Weblate: section, note, and the message with real numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from tools import experiments, slots, writer
from tools.bindings import Figure, figures_of
from tools.lessons import Lesson
from tools.links import Site, builtin
from tools.messages import Message
from tools.problems import ROOT
from tools.sources import SITE, Sources
from tools.words import Words

CALL = re.compile(
    r"\{%-? *block (?P<block>\w+).*?%\}|(?P<name>\w+)\(\s*(?P<arguments>(?:\"[\w.-]+\"(?:, *)?)*)[^()]*\)"
)
# what a template calls -> the first part of the keys that it shows
SHOWN = {"table": "table", "figures": "figure", "explorer": "figure", "quiz": "quiz"}
WHOLE = {"title": "title", "lead": "lead", "exercises": "exercise", "takeaways": "takeaway", "sources": "source"}


def comments(sources: Sources, name: str, root: Path = ROOT) -> Callable[[str], list[str]]:
    """The comments of a file's messages; figures come from the records as they are, nothing is measured."""
    english = sources.catalogues["en"][name]
    lesson = sources.lessons.get(name)
    placed = sections(lesson, root) if lesson else {}
    words = _words(sources, lesson, name, root)

    def of(key: str) -> list[str]:
        message = english.messages[key]
        section = _section(key, placed)
        title = sources.catalogues["en"][SITE].messages.get(f"section.{section}")
        lines = [f"section: {title.text if title else section}"] if section else []
        if message.note:
            lines.append(f"note: {message.note}")
        if preview := _preview(words, message):
            lines += [f"shows: {line}" if i == 0 else f"  {line}" for i, line in enumerate(preview.split("\n"))]
        return lines

    return of


def sections(lesson: Lesson, root: Path = ROOT) -> dict[str, str]:
    """Keys, or the beginnings of keys, by the section of the page in which the templates place them."""
    folder = root / "lessons"
    own = _read(folder / f"{lesson.id}.md.j2")
    blocks = dict(re.findall(r"\{%-? *block (\w+).*?%\}(.*?)\{%-? *endblock", own, re.S))
    found: dict[str, str] = {}
    section = ""
    for call in CALL.finditer(_read(folder / "page.md.j2")):
        inner = blocks.get(call["block"], "") if call["block"] else call[0]
        for part in CALL.finditer(inner):
            keys = re.findall(r'"([\w.-]+)"', part["arguments"] or "")
            if part["name"] in ("section", "heading") and not call["block"] and keys:
                section = keys[0].removeprefix("section.") if "." not in keys[0] or "section." in keys[0] else section
            for key in _keys(part["name"] or "", keys, lesson):
                found.setdefault(key, section)
    return found


def _keys(call: str, arguments: list[str], lesson: Lesson) -> list[str]:
    if call in WHOLE:
        return [WHOLE[call]]
    if call == "quiz":
        return [f"quiz.{name}" for place in arguments for name in getattr(lesson.quiz, place, {})]
    if call == "diagram":
        return [key for name in arguments for key in re.findall(r"@([a-z][\w.-]*)", lesson.diagrams.get(name, ""))]
    if call == "table":
        rows = [row for name in arguments if name in lesson.tables for row in lesson.tables[name].rows or ()]
        return [*(f"table.{name}" for name in arguments), *(c[1:] for row in rows for c in row if c.startswith("@"))]
    return [f"{SHOWN[call]}.{name}" if call in SHOWN else name for name in arguments]


def _section(key: str, placed: Mapping[str, str]) -> str:
    parts = key.split(".")
    for count in range(len(parts), 0, -1):
        if section := placed.get(".".join(parts[:count])):
            return section
    return ""


def _preview(words: Words, message: Message) -> str:
    if not slots.slots(message.text):
        return ""
    words.problems.clear()
    text = words.fill(message, "en", tags=False)
    return "" if words.problems else text


def _words(sources: Sources, lesson: Lesson | None, name: str, root: Path) -> Words:
    """Words that can fill the slots of a file; a lesson whose record is missing fills none."""
    shown = lesson or next(iter(sources.lessons.values()), None)  # the interface shows some lesson's facts
    catalogues = tuple(sources.catalogues["en"][n] for n in dict.fromkeys((name, SITE)))
    records, _ = experiments.read_records(shown.topics() if shown else (), root)
    figures: dict[str, Figure] = {}
    if lesson and lesson.topics() <= records.keys():
        figures, _ = figures_of(lesson, records, root)
    words = Words("en", catalogues, catalogues, figures)
    if shown is None or shown.topic in records:
        site = Site(sources.course, sources.lessons, records, writer.titles(sources), root / "build/cache", root)
        words.links.update(builtin(site, shown, words))
    return words


def _read(path: Path) -> str:
    return path.read_text("utf-8", errors="replace") if path.exists() else ""
