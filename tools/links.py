"""What all pages of a render share: the course, its records, and the links between its pages."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

from physai.results import NONE
from tools.bindings import Records
from tools.closure import definition_line
from tools.lessons import Course, Entry, Lesson
from tools.problems import ROOT
from tools.slots import slots
from tools.values import aside
from tools.words import Words

STEPS = range(1, 5)  # build steps of a lesson


@dataclass(frozen=True, slots=True)
class Site:
    """What all pages of a render share."""

    course: Course
    lessons: Mapping[str, Lesson]
    records: Records
    titles: Mapping[tuple[str, str], str]  # (lesson id, locale) -> title
    cache: Path  # of neutral drawings
    root: Path = ROOT
    lines: dict[str, tuple[str, int]] = field(default_factory=dict)  # file and line of functions looked up so far

    def line(self, by: str) -> tuple[str, int]:
        """File and line of `module:function`, looked up once."""
        if by not in self.lines:
            self.lines[by] = definition_line(by, self.root)
        return self.lines[by]

    def entry(self, lesson_id: str) -> Entry:
        """A lesson's line in the course list."""
        return next(e for e in self.course.lesson if e.id == lesson_id)


def front_matter(site: Site, words: Words, title: str, *more: str) -> str:
    """YAML head of a page; a language that is still growing keeps search engines out until it is whole."""
    lines = [f"title: {json.dumps(title, ensure_ascii=False)}", *more]
    growing = words.locale not in ("en", *site.course.complete)
    if growing and any(len(own.messages) < len(en.messages) for own, en in zip(words.own, words.english, strict=True)):
        lines.append("robots: noindex")
    return "\n".join(["---", *lines, "---"])


def base_of(locale: str) -> str:
    """Way from a lesson's page to the site's root."""
    return "../" if locale == "en" else "../../"


def source_href(base: str, path: str, line: int = 1) -> str:
    """Address of a file of the project as the site serves it, at a line."""
    return f"{base}assets/source/{path}.html#L-{line}"


def lesson_title(site: Site, lesson_id: str, words: Words) -> str:
    """`03 · Title` in the page's language."""
    return f"{lesson_id.partition('-')[0]} · {site.titles[lesson_id, words.locale]}"


def lesson_link(site: Site, lesson_id: str, words: Words) -> str:
    """A lesson by number and title: a link when it has a page, else its status."""
    title = lesson_title(site, lesson_id, words)
    if site.entry(lesson_id).status == "live":
        return f"[{title}]({lesson_id}.md)"
    return title + aside(words.plain("status.planned"), words.locale)


def builtin_names(course: Course) -> list[str]:
    """Names of the slots every lesson has, but for the versions of the libraries that its run used, `run.NAME`."""
    steps = [f"step.{n}" for n in STEPS]
    return [*(f"lesson.{entry.topic}" for entry in course.lesson), *steps, "minutes", "run.date"]


def builtin(site: Site, lesson: Lesson | None, words: Words) -> dict[str, tuple[str, str]]:
    """Slots every page has: links to lessons and steps, and the circumstances of the run."""
    found: dict[str, tuple[str, str]] = {}
    for entry in site.course.lesson:
        number = entry.id.partition("-")[0]
        live = entry.status == "live"
        link = f"[{number}]({entry.id}.md)" if live else number
        found[f"lesson.{entry.topic}"] = (
            lesson_link(site, entry.id, words),
            lesson_title(site, entry.id, words),
        )
        found[f"lesson.{entry.topic}|number"] = (link, number)
    if lesson is None:
        return found
    found |= {f"step.{n}": (f"[{n}](#build-{n})", str(n)) for n in STEPS}
    found["minutes"] = (str(lesson.minutes), str(lesson.minutes))
    record = site.records[lesson.topic]
    asked = {s.name for own in words.english for m in own.messages.values() for s in slots(m.text)}
    found |= {name: (NONE, NONE) for name in asked if name.startswith("run.")}  # of a library it does not use
    facts = {**record.ingredients.libraries, "python": record.run.python, "processor": record.run.processor}
    found |= {f"run.{name}": (escape(value), escape(value)) for name, value in facts.items()}
    found["run.date"] = (f'<time datetime="{record.run.date}">{record.run.date}</time>', record.run.date)
    return found
