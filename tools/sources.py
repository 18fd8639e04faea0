"""Everything people write, read once per run: the course, its lessons, and all words in all languages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from physai.results import nearest
from tools import lessons as lesson_sources
from tools import messages
from tools.lessons import Course, Lesson
from tools.messages import Catalogue
from tools.problems import ROOT, Misused, Problem
from tools.values import notation

SITE = "site"
COURSE = "lessons/course.toml"


@dataclass(frozen=True, slots=True)
class Sources:
    """Course, lessons and catalogues; `catalogues[locale][name]` where name is a lesson id or `site`."""

    course: Course
    lessons: Mapping[str, Lesson]
    catalogues: Mapping[str, Mapping[str, Catalogue]]
    texts: Mapping[str, str]  # what each of these files holds, by path

    @property
    def locales(self) -> list[str]:
        """Locales, English first."""
        return list(self.catalogues)

    def topics(self) -> set[str]:
        """Experiments that some lesson shows."""
        return set().union(*(lesson.topics() for lesson in self.lessons.values()))

    def all_catalogues(self) -> Iterable[Catalogue]:
        """Every catalogue, English first."""
        return (c for names in self.catalogues.values() for c in names.values())


def read(root: Path = ROOT) -> tuple[Sources, list[Problem]]:
    """Read all sources; what is wrong comes back beside what is good. Raises `Failed` without a course list."""
    course = lesson_sources.read_course(root)
    problems: list[Problem] = []
    lessons: dict[str, Lesson] = {}
    for lesson_id in course.live():
        lesson, faults = lesson_sources.read_lesson(lesson_id, root)
        problems += faults
        if lesson:
            lessons[lesson_id] = lesson
            problems += _unmade(lesson, root)
            ids = [entry.id for entry in course.lesson]
            for name in lesson.requires:
                if name not in ids:
                    near = ", ".join(nearest(name, ids)) or ", ".join(ids)
                    line = lesson_sources.line_of((root / lesson.path).read_text("utf-8").splitlines(), "requires")
                    problems.append(Problem(lesson.path, line, f"requires no lesson {name!r}", f"nearest: {near}"))
    listed = (root / COURSE).read_text("utf-8").splitlines()
    for name in course.complete:
        if name not in lesson_sources.locales(root):
            line = lesson_sources.line_of(listed, "complete")
            problems.append(Problem(COURSE, line, f"complete: no locale {name!r}", "add its folder or remove it"))
    for name in {e.id for e in course.lesson if sum(other.id == e.id for other in course.lesson) > 1}:
        line = max(n for n, text in enumerate(listed, 1) if f'"{name}"' in text)
        problems.append(Problem(COURSE, line, f"lesson {name!r} is listed twice", "remove one"))
    names = [*course.live(), SITE]
    catalogues: dict[str, dict[str, Catalogue]] = {}
    for locale in lesson_sources.locales(root):
        try:
            notation(locale)
        except ValueError:
            remedy = "name the folder by a language tag such as de or pt-BR, or move it away"
            problems.append(Problem(f"locales/{locale}", 0, "is no language that Babel knows", remedy))
            continue
        catalogues[locale] = {}
        for name in names:
            path = root / f"locales/{locale}/{name}.md"
            if path.exists():
                catalogues[locale][name], faults = messages.read(path)
                problems += faults
            else:
                catalogues[locale][name] = Catalogue(f"locales/{locale}/{name}.md", locale, {})
        problems += _strangers(root, locale, names, course)
    paths = [f"lessons/{i}.toml" for i in course.live()] + [
        c.path for names in catalogues.values() for c in names.values()
    ]
    texts = {p: (root / p).read_text("utf-8", "replace") if (root / p).is_file() else "" for p in paths}
    return Sources(course, lessons, catalogues, texts), problems


def _unmade(lesson: Lesson, root: Path) -> list[Problem]:
    """Experiments that a lesson names and nobody wrote."""
    folder = root / "physai/experiments"
    missing = sorted(topic for topic in lesson.topics() if not (folder / f"{topic}.py").exists())
    if not missing:
        return []
    lines = (root / lesson.path).read_text("utf-8").splitlines()
    there = [p.stem for p in sorted(folder.glob("*.py")) if (root / f"lessons/records/{p.stem}.json").exists()]
    found = []
    for topic in missing:
        line = next((n for n, text in enumerate(lines, 1) if f'"{topic}:' in text or f'"{topic}"' in text), 0)
        remedy = (
            f"add physai/experiments/{topic}.py, or name another; nearest: {', '.join(nearest(topic, there)) or 'none'}"
        )
        found.append(Problem(lesson.path, line, f"no experiment {topic!r}", remedy))
    return found


def known(kind: str, asked: Iterable[str], names: Iterable[str]) -> None:
    """Raise `Misused` for names on a command line that do not exist, listing those that do."""
    names = list(names)
    problems = []
    for name in asked:
        if name not in names:
            near = nearest(name, names, 1)
            hint = f"did you mean {near[0]}? " if near else ""
            problems.append(Problem("command line", 0, f"no {kind} {name!r}", f"{hint}known: {', '.join(names)}"))
    if problems:
        raise Misused(problems)


def _strangers(root: Path, locale: str, names: list[str], course: Course) -> list[Problem]:
    """Locale files that belong to no lesson."""
    planned = [e.id for e in course.lesson]
    found = []
    for path in sorted((root / "locales" / locale).glob("*.md")):
        if path.stem not in names and path.stem not in planned:
            near = nearest(path.stem, names, 1)
            remedy = f"rename it to {near[0]}.md or remove it" if near else "remove it"
            found.append(Problem(f"locales/{locale}/{path.name}", 0, f"belongs to no lesson: {path.stem}", remedy))
    return found
