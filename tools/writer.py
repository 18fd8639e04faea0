"""All files of `build/docs`: pages in every language, program output, and the source files they link to."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Mapping, Sequence, Set
from pathlib import Path

from tools import claims, home, plots, provenance
from tools.bindings import Figure, Records, figures_of
from tools.claims import Verdict
from tools.coverage import NAMES
from tools.described import strays
from tools.files import cached, code_files, write_if_changed
from tools.lessons import Lesson
from tools.links import Site, builtin
from tools.manifest import Manifest, digest, files_digest
from tools.messages import Catalogue
from tools.pages import LessonPage
from tools.problems import ROOT, Problem, read_text
from tools.record import dumps
from tools.sources import SITE, Sources
from tools.status import translated
from tools.uses import Use, uses
from tools.words import Words

Pages = Mapping[str, str]  # path below build/docs -> text


def pages(
    words: Sources, records: Records, build: Path, manifest: Manifest, root: Path = ROOT
) -> tuple[Pages, list[Verdict], list[Problem]]:
    """Every file of the site; problems of all lessons and languages come back together.

    A lesson is written again in a language only when something it depends on there has changed.
    """
    site = Site(words.course, words.lessons, records, titles(words), build / "cache", root)
    shared = shared_digest(words, root)
    measured = {topic: dumps(record) for topic, record in records.items()}
    files: dict[str, str] = {}
    verdicts: list[Verdict] = []
    problems: list[Problem] = []
    for lesson in words.lessons.values():
        units = {
            f"{locale}/{lesson.id}": lesson_key(words, lesson, locale, measured, shared) for locale in words.locales
        }
        known = {unit: manifest.files(unit, key, build / "docs") for unit, key in units.items()}
        files |= {name: text for made in known.values() if made for name, text in made.items()}
        if all(known.values()):
            continue
        figures, faults = figures_of(lesson, records)
        english = words.catalogues["en"][lesson.id]
        judged, wrong = claims.judge(lesson, records, english, root)
        found = list(uses(lesson, figures, english, records))
        verdicts += judged
        problems += faults + wrong + strays(english, lesson, records)
        for unit in (unit for unit, made in known.items() if not made):
            locale = unit.partition("/")[0]
            page_words = _words(words, locale, lesson.id, figures)
            page_words.links.update(builtin(site, lesson, page_words))
            page_words.unbound.update(lesson.slots.keys() - figures.keys())
            page_words.claims.update(provenance.claims_by_message(judged))
            page_words.false.update(key for v in judged if not v.holds for key in v.messages)
            made = {f"{locale}/{n}": text for n, text in lesson_files(site, lesson, page_words, found, judged).items()}
            files |= made
            problems += page_words.problems
            if locale == "en" and not problems:
                problems += _idle(english, page_words.seen)
            if all(v.holds for v in judged):
                manifest.done(unit, units[unit], made)
    for locale in words.locales:
        page_words = _words(words, locale, "", {})
        page_words.links.update(builtin(site, None, page_words))
        files[f"{locale}/index.md"] = home.page(site, page_words)
        problems += page_words.problems
    files |= {f"assets/source/{name}.html": text for name, text in source_files(build, root).items()}
    return files, verdicts, problems


def _idle(english: Catalogue, seen: Set[str]) -> list[Problem]:
    """Messages that no page shows; a lesson's title is looked up for all pages at once."""
    return [
        message.problem("is shown nowhere", "show it in the lesson's template, or remove it in every language")
        for key, message in english.messages.items()
        if key not in seen and key != "title" and not key.startswith(NAMES)
    ]


def shared_digest(words: Sources, root: Path = ROOT) -> str:
    """Hash of what all pages depend on: code, scenes, templates, the course list, all titles."""
    listed = [*(root / "lessons").glob("*.j2"), root / "lessons/course.toml"]
    return digest([files_digest([*code_files(root), *listed]), repr(sorted(titles(words).items()))])


def lesson_key(words: Sources, lesson: Lesson, locale: str, measured: Mapping[str, str], shared: str) -> str:
    """Hash of what one lesson's page in one language depends on."""
    texts = [words.texts[path] for at in {locale, "en"} for path in sorted(_paths(words, at, lesson.id))]
    found = [measured[topic] for topic in sorted(lesson.topics())]
    return digest([shared, words.texts[lesson.path], *sorted(texts), *found])


def _paths(words: Sources, locale: str, lesson_id: str) -> list[str]:
    return [words.catalogues[locale][name].path for name in (lesson_id, SITE)]


def lesson_files(
    site: Site, lesson: Lesson, words: Words, found: Sequence[Use], verdicts: Sequence[Verdict]
) -> dict[str, str]:
    """The files of one lesson in one language: page, numbers, cards, program output, data of the plots."""
    page = LessonPage(site, lesson, words)
    record = site.records[lesson.topic]
    files = {
        f"{lesson.id}.md": page.write(),
        f"{lesson.id}/build_output.txt": "\n".join(record.build.values()),
        f"{lesson.id}/output.txt": "\n".join(record.experiment.values()),
    }
    if not words.problems:
        files[f"{lesson.id}/numbers.md"] = provenance.numbers_page(site, lesson, words, found)
        files[f"{lesson.id}/values.json"] = provenance.cards(site, lesson, words, found, verdicts)
        for name, spec in lesson.figures.items():
            plot = plots.data(spec, site.records)
            files[f"{lesson.id}/{name}.csv"] = plots.as_csv(plot)
            files[f"{lesson.id}/{name}.json"] = plots.as_json(plot, spec)
    return files


def titles(words: Sources) -> dict[tuple[str, str], str]:
    """Title of every lesson in every locale; a planned one has its title in `site.md`."""
    found = {}
    for locale in words.locales:
        for entry in words.course.lesson:
            live = entry.id in words.lessons
            message = _words(words, locale, entry.id if live else "", {}).find(
                "title" if live else f"planned.{entry.topic}"
            )
            found[entry.id, locale] = message.message.text if message else entry.id
    return found


def all_uses(words: Sources, records: Records) -> list[Use]:
    """Every place where a figure is shown, in all lessons whose records are there."""
    found: list[Use] = []
    for lesson in words.lessons.values():
        if lesson.topics() <= records.keys():
            figures, _ = figures_of(lesson, records)
            found += uses(lesson, figures, words.catalogues["en"][lesson.id], records)
    return found


def differing(files: Pages, build: Path) -> list[str]:
    """Files whose text differs from what is on disk."""
    docs = build / "docs"
    return [name for name, text in files.items() if not _same(docs / name, text)]


def write(files: Pages, build: Path) -> list[str]:
    """Bring `build/docs` to this state; returns what was written or removed."""
    docs = build / "docs"
    changed = [name for name, text in files.items() if write_if_changed(docs / name, text)]
    for path in sorted(docs.rglob("*"), reverse=True):
        if path.name.startswith("."):
            continue  # a file that another render is writing
        if path.is_file() and path.relative_to(docs).as_posix() not in files:
            path.unlink(missing_ok=True)
            changed.append(path.relative_to(docs).as_posix())
        elif path.is_dir():
            with contextlib.suppress(OSError):  # not empty, or gone
                path.rmdir()
    return changed


def source_files(build: Path, root: Path = ROOT) -> dict[str, str]:
    """Code and scenes as pages of their own, so that a link to a line works offline."""
    found = {}
    for path in sorted([*(root / "physai").rglob("*.py"), *(root / "physai").rglob("*.xml")]):
        name = path.relative_to(root).as_posix()
        text = read_text(path)
        make = functools.partial(_highlighted, name, text)
        found[name] = cached(build / "cache/source", f"{path.name}.html", name + text, make)
    return found


def _highlighted(name: str, text: str) -> str:
    from pygments import highlight
    from pygments.formatters.html import HtmlFormatter
    from pygments.lexers import get_lexer_for_filename

    formatter = HtmlFormatter(full=True, title=name, linenos="inline", lineanchors="L", anchorlinenos=True)
    return str(highlight(text, get_lexer_for_filename(name), formatter))


def _words(words: Sources, locale: str, lesson_id: str, figures: Mapping[str, Figure]) -> Words:
    names = [lesson_id, SITE] if lesson_id else [SITE]
    english = tuple(words.catalogues["en"][n] for n in names)
    own = (
        english
        if locale == "en"
        else tuple(translated(words.catalogues[locale][n], words.catalogues["en"][n]) for n in names)
    )
    return Words(locale, own, english, figures)


def _same(path: Path, text: str) -> bool:
    return path.exists() and path.read_bytes() == text.encode()
