"""Render the course: measure what is stale, write every page in every language, say what moved.

    lessons/*.toml  locales/*/*.md  physai/          people write
         └─ experiments ── records ── figures ── pages ── build/docs/<locale>/<lesson>.md

`render` below is the whole story; each line of it is a module.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

try:
    from tools import claims, drift, experiments, glossary, proofread, sources, status, status_report, writer
    from tools.claims import Verdict
    from tools.closure import Ingredients
    from tools.drift import Report
    from tools.experiments import State
    from tools.manifest import Manifest, digest, files_digest
    from tools.originals import originals
    from tools.problems import ROOT, Failed, Problem
    from tools.progress import Progress
    from tools.record import Record, path_of, save
    from tools.sources import Sources
except ImportError as error:  # not in the project's environment
    sys.exit(f"{error}\nrun it in the project's environment: uv run python tools/render.py")

EXAMPLES = """examples:
  python tools/render.py                     measure what is stale, write the pages, report what moved
  python tools/render.py --why 03-contact    which experiments are fresh or stale, and because of what
  python tools/render.py --dry-run           what a render would measure and write
  python tools/render.py --rerun contact     measure an experiment again whatever its record says
  python tools/render.py --check             measure everything in memory, write nothing, exit 1 if anything moved
  python tools/render.py --frozen            render from the records only, exit 1 naming any that is stale
  python tools/render.py --draft             preview new values; sentences that became false are marked
"""


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line asks for."""

    rerun: frozenset[str] = frozenset()
    check: bool = False
    frozen: bool = False
    draft: bool = False
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a render did."""

    report: Report
    measured: tuple[str, ...]
    written: tuple[str, ...]


def render(options: Options, progress: Progress, root: Path = ROOT) -> Outcome:
    """Render the course; raises `Failed` with every problem found, and then nothing was written."""
    build = root / "build"
    manifest = Manifest.read(build)
    words, problems = sources.read(root)
    problems += check_words(words, manifest, root)
    states, faults = survey(words.topics(), options, build, root)
    problems += faults
    stale = {s.topic: s.now for s in states.values() if s.causes}
    if options.frozen:
        problems += [_stale(states[topic]) for topic in stale]
    fresh: dict[str, Record] = {}
    if not problems:  # words are checked before physics runs
        fresh, problems = obtain(states, stale, build, progress, root)
    records = {topic: fresh.get(topic) or state.record for topic, state in states.items()}
    good = {topic: record for topic, record in records.items() if record}
    if good.keys() != words.topics() or len(words.lessons) < len(words.course.live()):
        raise Failed(problems)
    pages, verdicts, faults = writer.pages(words, good, build, manifest, root)
    problems += faults
    report = moved(words, states, fresh, verdicts)
    fallen = claims.fallen(verdicts, words.all_catalogues())
    if problems or (fallen and not options.draft):
        experiments.keep_pending(fresh.values(), build)
        raise Failed([*problems, *(fallen if not options.draft else [])])
    if options.check or options.dry_run:
        return Outcome(report, tuple(fresh), tuple(writer.differing(pages, build)))
    if not options.draft:
        for topic, record in fresh.items():
            settle(states[topic], record, build, root)
    if options.draft:
        pages = {**pages, "en/translation.md": translation_page(words, root)}
    written = writer.write(pages, build)
    manifest.save()
    return Outcome(report, tuple(fresh), tuple(written))


def _stale(state: State) -> Problem:
    return Problem(f"lessons/records/{state.topic}.json", 0, f"stale: {_because(state)}", "run: python tools/render.py")


def check_words(words: Sources, manifest: Manifest, root: Path = ROOT) -> list[Problem]:
    """Errors of the words alone: slots, formulas, agreement with English, digits typed by hand."""
    problems: list[Problem] = []
    terms, kept = glossary.read(root), originals(root)
    code = [*(root / "tools").glob("*.py"), root / "locales/glossary.toml", *kept.folder.glob("*.md")]
    shared = files_digest(code)
    for name, own, english in proofread.pairs(words, kept):
        texts = [words.texts[own.path], words.texts[words.catalogues["en"][name].path]]
        unit, key = f"words:{own.path}", digest([shared, *texts])
        if manifest.files(unit, key, root) is None:
            faults = proofread.catalogue_errors(own, english, terms)
            problems += faults
            if not faults:
                manifest.done(unit, key)
    return problems


def translation_page(words: Sources, root: Path = ROOT) -> str:
    """The state of all translations, for the draft site."""
    kept, terms = originals(root), glossary.read(root)
    problems = proofread.errors(words, kept, terms) + proofread.warnings(words, kept, terms)
    return status_report.page(status.survey(words), problems, words, kept)


def survey(
    topics: Iterable[str], options: Options, build: Path, root: Path = ROOT
) -> tuple[dict[str, State], list[Problem]]:
    """Where every experiment stands."""
    states, problems = {}, []
    for topic in sorted(topics):
        try:
            states[topic] = experiments.state(topic, build, rerun=topic in options.rerun or options.check, root=root)
        except Failed as failed:
            problems += failed.problems
        except FileNotFoundError as error:
            problems.append(Problem("lessons", 0, f"experiment {topic!r} has no module", f"add {error.filename}"))
    return states, problems


def obtain(
    states: Mapping[str, State],
    stale: Mapping[str, Ingredients],
    build: Path,
    progress: Progress,
    root: Path,
) -> tuple[dict[str, Record], list[Problem]]:
    """Records of the stale experiments: measured now, or waiting from a run whose sentences did not hold."""
    waiting = experiments.pending(states.values(), build)
    to_run = {topic: now for topic, now in stale.items() if topic not in waiting}
    with progress.measuring(to_run) as done:
        fresh, problems = experiments.measure(to_run, done, root)
    return {**waiting, **fresh}, problems


def moved(
    words: Sources, states: Mapping[str, State], fresh: Mapping[str, Record], verdicts: Sequence[Verdict]
) -> Report:
    """The drift report: fresh records against those before."""
    changes: list[drift.Change] = []
    same = 0
    before = {topic: state.record for topic, state in states.items() if state.record}
    for topic, record in fresh.items():
        if old := before.get(topic):
            found, unmoved = drift.compare(old, record)
            changes, same = changes + found, same + unmoved
    after = {**before, **fresh}
    old_uses = writer.all_uses(words, before) if changes else []
    new_uses = writer.all_uses(words, after) if changes else []
    fallen = tuple(
        f"{v.name}: {v.claim.meaning} ({v.lesson}: {', '.join(v.messages)})" for v in verdicts if not v.holds
    )
    causes = {topic: states[topic].causes for topic in fresh}
    return Report(causes, tuple(drift.displayed(changes, old_uses, new_uses, words.locales)), same, fallen)


def settle(state: State, record: Record, build: Path, root: Path = ROOT) -> None:
    """Keep a fresh record; values that did not change keep their run, and other library versions only a note."""
    old = state.record
    if old and old.digest == record.digest:
        only_libraries = all(cause.kind == "library" for cause in state.causes)
        if only_libraries:
            experiments.remember_checked(old, record.ingredients, build)
            return
        record = replace(record, run=old.run)
    elif (
        old
        and all(c.kind == "library" for c in state.causes)
        and drift.Report({}, tuple(drift.compare(old, record)[0]), 0).quiet
    ):
        experiments.remember_checked(old, record.ingredients, build)
        return
    save(record, path_of(record.topic, root))
    experiments.drop_pending(record.topic, build)


def why(lesson_ids: Sequence[str], options: Options, root: Path = ROOT) -> list[tuple[str, str, str]]:
    """For each experiment of the lessons: (topic, fresh or rerun, because of what)."""
    words, problems = sources.read(root)
    sources.known("lesson", lesson_ids, words.lessons)
    topics = set().union(*(words.lessons[i].topics() for i in lesson_ids or words.lessons))
    states, faults = survey(topics, options, root / "build", root)
    if problems + faults:
        raise Failed(problems + faults)
    return [
        (t, "rerun" if s.causes else "fresh", _because(s) or "code, scenes and versions as recorded")
        for t, s in states.items()
    ]


def main(argv: Sequence[str] | None = None) -> int:
    """Command line; 0 done, 1 something is wrong or moved, 2 the command was."""
    parser = argparse.ArgumentParser(
        prog="render.py",
        description=(__doc__ or "").split("\n")[0],
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add: Callable[..., object] = parser.add_argument
    add("--why", nargs="*", metavar="LESSON", help="say for each experiment whether it is fresh, and why not")
    add("--dry-run", action="store_true", help="say what would be measured and written; write nothing")
    add("--rerun", nargs="*", metavar="TOPIC", help="measure these experiments again (all, if none is named)")
    add("--check", action="store_true", help="measure all in memory and compare; write nothing")
    add("--frozen", action="store_true", help="never measure; fail if a record is stale")
    add("--draft", action="store_true", help="write pages even where a sentence became false, and mark it")
    add("--json", action="store_true", help="report as JSON")
    add("--markdown", action="store_true", help="report as Markdown, for a pull request")
    asked = parser.parse_args(argv)
    progress = Progress(quiet=asked.json or asked.markdown)
    try:
        if asked.why is not None or asked.dry_run:
            return _explain(asked)
        topics = sources.read()[0].topics() if asked.rerun is not None else set()
        sources.known("experiment", asked.rerun or (), sorted(topics))
        rerun = frozenset(asked.rerun or topics)
        outcome = render(Options(rerun, asked.check, asked.frozen, asked.draft), progress)
    except Failed as failed:
        print(
            failed.as_json() if asked.json else f"{failed}\n{len(failed.problems)} problem(s); nothing was written",
            file=sys.stderr,
        )
        return 1
    report = outcome.report
    if asked.json:
        print(drift.as_json(report))
    elif asked.markdown:
        print(drift.markdown(report))
    else:
        if text := drift.text(report):
            print(text)
        files = f"{len(outcome.written)} file(s) {'differ' if asked.check else 'written'}"
        print(f"{len(outcome.measured)} experiment(s) measured, {files}")
    return int(asked.check and not report.quiet)


def _explain(asked: argparse.Namespace) -> int:
    import json

    rows = why(asked.why or [], Options())
    if asked.json:
        print(
            json.dumps(
                [{"experiment": t, "state": s, "because": b} for t, s, b in rows],
                ensure_ascii=False,
                indent=1,
            )
        )
        return 0
    for topic, state, because in rows:
        print(f"{topic}: {state} ({because})")
    if asked.dry_run and not any(state == "rerun" for _, state, _ in rows):
        outcome = render(Options(dry_run=True), Progress(quiet=True))
        print("\n".join(f"would write {name}" for name in outcome.written) or "nothing to do")
    elif asked.dry_run:
        print("which pages change depends on what is measured")
    return 0


def _because(state: State) -> str:
    return "; ".join(str(cause) for cause in state.causes)


if __name__ == "__main__":
    sys.exit(main())
