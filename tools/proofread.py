"""All checks of words, none of them needs a measurement.

Errors would break a page or tell an untruth and stop a render; warnings are counted in `locales.py status` and fail
`locales.py check` where a language is called complete.

A translation is compared with the English that it was made from: what changed in English since is its *state*.
Text that still is English is not judged as a translation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from physai.results import nearest
from tools import agree, coverage, glossary, literals, markup, slots, typography
from tools.coverage import Coverage
from tools.glossary import Glossary
from tools.lessons import Course, Lesson
from tools.links import builtin_names
from tools.messages import Catalogue
from tools.originals import Originals
from tools.problems import Problem
from tools.sources import SITE, Sources
from tools.status import OPEN, survey, translated


def errors(sources: Sources, kept: Originals, terms: Glossary) -> list[Problem]:
    """What stops a render."""
    found: list[Problem] = []
    for name, own, english in pairs(sources, kept):
        found += catalogue_errors(own, english, terms)
        if english is None and (lesson := sources.lessons.get(name)):
            found += unbound(own, lesson, sources.course)
    return found


def unbound(english: Catalogue, lesson: Lesson, course: Course) -> list[Problem]:
    """Slots of the English that the lesson binds to nothing; a translation has the same as its English."""
    known = [*lesson.slots, *lesson.cited, *builtin_names(course)]
    found = []
    for message in english.messages.values():
        for slot in slots.slots(message.text):
            if slot.name not in known and not slot.name.startswith("run."):
                near = ", ".join(nearest(slot.name, known)) or "none"
                remedy = f"bind it in {lesson.path}, or use another; nearest: {near}"
                found.append(message.problem(f"unknown slot {{{{ {slot.name} }}}}", remedy, slot.offset))
    return found


def wanting(sources: Sources, found: Iterable[Problem]) -> list[Problem]:
    """What is open in the languages that are called complete, and what of `found` is to mend there or in English."""
    complete = ("en", *sources.course.complete)
    found = [p for p in found if language(p) in complete]
    rows = survey(sources, [name for name in sources.locales[1:] if name in complete])
    return found + [Problem(r.file, r.line, f"[{r.key}] {r.state}: {r.why}") for r in rows if r.state in OPEN]


def language(problem: Problem) -> str | None:
    """The language whose file has a problem; None for files of none."""
    found = re.search(r"locales/([^/.]+)/", problem.path)
    return found[1] if found else None


def catalogue_errors(own: Catalogue, english: Catalogue | None, terms: Glossary) -> list[Problem]:
    """Errors of one file."""
    if english is not None and own.messages and not english.messages:
        return [Problem(own.path, 0, "there is no such English lesson", f"write {english.path} or remove this file")]
    found = [
        m.problem("has no text", "write it") for m in own.messages.values() if english is None and not m.text.strip()
    ]
    found += agree.syntax(own) + agree.typed_numbers(own, terms.names(), english) + typography.unknown_endings(own)
    return found + (agree.check(english, own) if english else [])


def warnings(sources: Sources, kept: Originals, terms: Glossary) -> list[Problem]:
    """What a careful reader would mend."""
    found: list[Problem] = []
    for name, own, english in pairs(sources, kept):
        lesson = sources.lessons.get(name)
        unread = lesson is None and name != SITE  # its source is at fault, so nobody knows what it claims
        claimed = set(own.messages) if unread else coverage.claimed(lesson)
        found += catalogue_warnings(own, english, terms, claimed)
        if lesson:  # what the site says around the lessons is not about data
            found += [replace(p, severity="warning") for p in coverage.check(own, claimed, english)]
    return found


def catalogue_warnings(own: Catalogue, english: Catalogue | None, terms: Glossary, claimed: set[str]) -> list[Problem]:
    """Warnings of one file."""
    found = [
        *markup.check(own, english),
        *glossary.check(terms, own, english),
        *typography.check(own, english),
        *literals.check(own, claimed, english),
        *(agree.repeated(english, own) if english else []),
    ]
    return [replace(problem, severity="warning") for problem in found]


def coverages(sources: Sources, kept: Originals) -> list[Coverage]:
    """How far each lesson's sentences, in all languages, rest on claims."""
    files: dict[str, list[tuple[Catalogue, Catalogue | None]]] = {}
    for name, own, english in pairs(sources, kept):
        files.setdefault(name, []).append((own, english))
    return [coverage.survey(lesson, files[name]) for name, lesson in sources.lessons.items()]


def pairs(sources: Sources, kept: Originals) -> Iterator[tuple[str, Catalogue, Catalogue | None]]:
    """Every file's name with its translated messages and the English they were made from; English stands alone."""
    for locale, catalogues in sources.catalogues.items():
        for name, own in catalogues.items():
            english = sources.catalogues["en"][name]
            if locale == "en":
                yield name, own, None
            else:
                yield name, translated(own, english), as_translated(own, english, kept)


def as_translated(own: Catalogue, english: Catalogue, kept: Originals) -> Catalogue:
    """English as each translation knew it; as it is now where that was not kept."""
    then = dict(english.messages)
    for key, message in own.messages.items():
        now = then.get(key)
        if now and message.source not in (None, now.fingerprint) and (text := kept.read(message.source)) is not None:
            then[key] = replace(now, text=text)
    return replace(english, messages=then)
