"""Why each step of a render is done again or not: measuring, checking words, writing pages.

A good render leaves in `build/steps.json` the hash of every file and message that it read, so that the next one can
name what is different. Nothing is decided here: experiments have their keys, words and pages theirs in the manifest.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tools import experiments, writer
from tools.closure import module_path, told
from tools.experiments import State
from tools.files import code_files, write_if_changed
from tools.lessons import Lesson
from tools.manifest import Manifest, digest, files_digest
from tools.problems import ROOT, Failed, Problem, relative
from tools.record import dumps
from tools.sources import SITE, Sources

Snapshot = Mapping[str, str]  # "path" or "path [message]" -> hash


Stand = Literal["fresh", "rerun", "waiting", "open"]
"""waiting: measured, but not accepted, because a sentence is false; open: depends on what a measurement finds."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a render and where it stands."""

    step: str
    state: Stand
    because: str

    def __str__(self) -> str:
        return f"{self.step}: {self.state} ({self.because})"


def survey(
    topics: Iterable[str], build: Path, root: Path = ROOT, *, rerun: Iterable[str] = (), check: bool = False
) -> tuple[dict[str, State], list[Problem]]:
    """Where every experiment stands."""
    states, problems = {}, []
    for topic in sorted(topics):
        forced = "--check" if check else "--rerun" if topic in rerun else ""
        try:
            states[topic] = experiments.state(topic, build, forced=forced, root=root)
        except Failed as failed:
            problems += failed.problems
        except FileNotFoundError as error:
            if Path(error.filename) != module_path(topic, root):  # that one is a fault of the lesson source
                what = f"experiment {topic!r} reads a file that is not there"
                problems.append(Problem(relative(Path(error.filename)), 0, what, "restore it, or remove its use"))
    return states, problems


def explain(
    words: Sources, lesson_ids: Iterable[str], states: Mapping[str, State], build: Path, root: Path = ROOT
) -> Iterator[Step]:
    """Every step behind these lessons, in the order of a render."""
    lessons = [words.lessons[i] for i in lesson_ids]
    waiting = experiments.pending(states.values(), build)
    topics = sorted(set().union(*(lesson.topics() for lesson in lessons)) & states.keys())
    for topic in topics:
        state = states[topic]
        kind: Stand = "waiting" if topic in waiting else "rerun" if state.causes else "fresh"
        yield Step(f"measure {topic}", kind, told(state.causes) or "code, scenes and versions as recorded")
    manifest, before, now = Manifest.read(build), read(build), snapshot(words, root)
    for unit, key, paths in word_units(words, root):
        if any(unit.endswith((f"/{lesson.id}.md", f"/{SITE}.md")) for lesson in lessons):
            done = manifest.files(unit, key, root) is not None
            yield Step(f"check {unit.removeprefix('words:')}", *_verdict(done, changed(before, now, paths, words)))
    records = {t: dumps(s.record) for t, s in states.items() if s.record}
    shared = writer.shared_digest(words, root)
    for lesson in lessons:
        for locale in words.locales:
            yield _page(words, lesson, locale, states, records, shared, manifest, before, now, build)


def _page(
    words: Sources,
    lesson: Lesson,
    locale: str,
    states: Mapping[str, State],
    records: Mapping[str, str],
    shared: str,
    manifest: Manifest,
    before: Snapshot,
    now: Snapshot,
    build: Path,
) -> Step:
    name, unit = f"write {locale}/{lesson.id}.md", f"{locale}/{lesson.id}"
    if not lesson.topics() <= records.keys():
        return Step(name, "rerun", "a record is missing")
    key = writer.lesson_key(words, lesson, locale, records, shared)
    done = manifest.files(unit, key, build / "docs") is not None
    causes = changed(before, now, page_paths(words, lesson, locale, now), words)
    stale = [topic for topic in sorted(lesson.topics()) if states[topic].causes]
    if stale and done:
        return Step(name, "open", f"depends on what measuring {', '.join(stale)} finds")
    return Step(name, *_verdict(done, causes))


def _verdict(done: bool, causes: list[str]) -> tuple[Stand, str]:
    if done:
        return "fresh", "nothing it depends on has changed"
    return "rerun", "; ".join(causes) or "never done, done as a draft, or what it wrote is missing or edited"


def word_units(words: Sources, root: Path = ROOT) -> Iterator[tuple[str, str, set[str]]]:
    """Units of checking words: name in the manifest, key, and the files it depends on."""
    code = [*(root / "tools").glob("*.py"), root / "locales/glossary.toml", *(root / "locales/.source").glob("*.md")]
    shared = files_digest(code)
    shared_paths = {p.relative_to(root).as_posix() for p in code if p.parent.name != ".source"}
    for catalogues in words.catalogues.values():
        for name, own in catalogues.items():
            english = words.catalogues["en"][name]
            key = digest([shared, words.texts[own.path], words.texts[english.path]])
            yield f"words:{own.path}", key, {*shared_paths, "locales/.source", own.path, english.path}


def page_paths(words: Sources, lesson: Lesson, locale: str, now: Snapshot) -> set[str]:
    """Files that a page depends on; of other lessons' words only their titles, which are left out here."""
    code = {p for p in now if p.startswith(("tools/", "physai/")) or p.endswith((".j2", "lessons/course.toml"))}
    texts = {words.catalogues[at][name].path for at in (locale, "en") for name in (lesson.id, SITE)}
    return {*code, *texts, lesson.path, *(f"lessons/records/{topic}.json" for topic in lesson.topics())}


def snapshot(words: Sources, root: Path = ROOT) -> Snapshot:
    """Hash of every file and message that a render reads."""
    files = code_files(root)
    files += [p for kind in ("*.toml", "*.j2", "records/*.json") for p in (root / "lessons").glob(kind)]
    files += [root / "locales/glossary.toml"]
    found = {p.relative_to(root).as_posix(): digest([p.read_bytes()]) for p in sorted(files)}
    found["locales/.source"] = files_digest((root / "locales/.source").glob("*.md"))
    for catalogue in words.all_catalogues():
        found |= {f"{catalogue.path} [{k}]": digest([m.text, str(m.source)]) for k, m in catalogue.messages.items()}
    return found


def changed(before: Snapshot, now: Snapshot, paths: set[str], words: Sources) -> list[str]:
    """What is different among these files, each with its place."""
    lines = {
        f"{c.path} [{key}]": f"{c.path}:{m.line}-{m.line + m.text.count(chr(10)) + 1} [{key}]"
        for c in words.all_catalogues()
        for key, m in c.messages.items()
    }
    found = []
    for name in {**before, **now}:
        if name.partition(" [")[0] in paths and before.get(name) != now.get(name) and before:
            how = "changed" if name in before and name in now else "added" if name in now else "removed"
            found.append(f"{lines.get(name, name)} {how}")
    return found


def read(build: Path) -> Snapshot:
    """What the last good render read; nothing if there was none."""
    try:
        found = json.loads((build / "steps.json").read_text("utf-8"))
    except (OSError, json.JSONDecodeError):
        return {}
    return found if isinstance(found, dict) else {}


def save(found: Snapshot, build: Path) -> None:
    """Keep what this render read."""
    write_if_changed(build / "steps.json", json.dumps(found, ensure_ascii=False, indent=0) + "\n")
