"""Render the course: measure what is stale, write every page in every language, say what moved.

    lessons/*.toml  locales/*/*.md  physai/          people write
         └─ experiments ── records ── figures ── pages ── build/docs/<locale>/<lesson>.md

`render` below is the whole story; each line of it is a module.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Literal

try:
    from physai.report import failed
    from tools import (
        claims,
        crosscheck,
        drift_report,
        experiments,
        glossary,
        proofread,
        sources,
        status,
        status_report,
        steps,
        terminal,
        writer,
    )
    from tools.claims import Verdict
    from tools.closure import Ingredients, module_path, told
    from tools.drift import Report
    from tools.experiments import State
    from tools.manifest import Manifest
    from tools.originals import originals
    from tools.problems import ROOT, Failed, Problem, relative
    from tools.progress import Progress
    from tools.record import Record, path_of
    from tools.sources import SITE, Sources
except ModuleNotFoundError as error:
    if (error.name or "").startswith(("tools.", "physai.")):
        raise  # a fault of the project's own
    sys.exit(f"{error}\nrun it in the project's environment: uv run python tools/render.py")

EXAMPLES = """examples:
  python tools/render.py                     measure what is stale, write the pages, report what moved
  python tools/render.py --why 03-contact    each step behind a lesson: fresh or rerun, and because of what
  python tools/render.py --dry-run           what a render would measure and write
  python tools/render.py --rerun contact     measure an experiment again whatever its record says
  python tools/render.py --check             measure everything in memory, write nothing, exit 1 if anything moved
  python tools/render.py --frozen            render from the records only, exit 1 naming any that is stale
  python tools/render.py --crosscheck        under another MuJoCo: note which values of the records it gives too
  python tools/render.py --draft             preview new values; sentences that became false are marked
"""


Mode = Literal["write", "dry-run", "check", "frozen", "draft"]
WAYS: Mapping[Mode, str] = MappingProxyType(
    {
        "dry-run": "say what would be measured and written; write nothing",
        "check": "measure all in memory and compare; write nothing",
        "frozen": "never measure; fail if a record is stale",
        "draft": "write pages even where a sentence became false, and mark it",
    }
)
"""Ways to render that an option asks for; without one, what is stale is measured and what holds is written."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line asks for; `rerun` names experiments to measure whatever their records say."""

    mode: Mode = "write"
    rerun: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a render did."""

    report: Report
    measured: tuple[str, ...]
    written: tuple[str, ...]


class Refused(Failed):
    """Nothing may be written; carries the report of what was measured all the same."""

    def __init__(self, problems: Iterable[Problem], report: Report) -> None:
        super().__init__(problems)
        self.report = report


def render(options: Options, progress: Progress, root: Path = ROOT) -> Outcome:
    """Render the course; raises `Failed` with every problem found, and then nothing was written."""
    if options.mode not in ("check", "dry-run"):
        return _render(options, progress, root, root / "build")
    with scratch(root / "build") as build:  # a look leaves no trace
        return _render(options, progress, root, build)


def _render(options: Options, progress: Progress, root: Path, build: Path) -> Outcome:
    manifest = Manifest.read(build)
    words, problems = sources.read(root)
    problems += check_words(words, manifest, root)
    if options.mode == "check":
        warned = proofread.warnings(words, originals(root), glossary.read(root))
        problems += proofread.wanting(words, warned)
    if len(words.lessons) == len(words.course.live()):
        problems += claims.unused(words.lessons.values())
    states, faults = steps.survey(words.topics(), build, root, rerun=options.rerun, check=options.mode == "check")
    problems += faults
    stale = {s.topic: s.now for s in states.values() if s.causes}
    if options.mode == "frozen":
        problems += [_stale(states[topic]) for topic in stale]
    elif options.mode == "check":
        problems += [_unmeasured(topic) for topic, state in states.items() if state.record is None]
    fresh, unprinted, faults = obtain(states, {} if options.mode == "frozen" else stale, build, progress, root)
    problems += faults
    report = drift_report.moved(words, states, fresh)
    accepted = {t: experiments.accept(states[t], record, quiet=report.quiet_on(t)) for t, record in fresh.items()}
    records = {topic: accepted.get(topic) or state.record for topic, state in states.items()}
    last, _ = experiments.read_records(words.topics() - records.keys(), root)  # code that cannot be read: pages can
    good = last | {topic: record for topic, record in records.items() if record}
    waiting = [record for topic, record in fresh.items() if topic not in unprinted]
    whole = {name: lesson for name, lesson in words.lessons.items() if lesson.topics() <= good.keys()}
    pages, verdicts, faults = writer.pages(replace(words, lessons=whole), good, build, manifest, root)
    problems += faults
    report = drift_report.judged(report, verdicts)
    fallen = [*fallen_sentences(words, verdicts), *failed_checks(good.values())]
    if options.mode != "draft":
        problems += fallen
    if problems or len(whole) < len(words.course.live()):
        experiments.keep_pending(waiting, build)
        raise Refused(problems, report)
    if options.mode in ("check", "dry-run"):
        return Outcome(report, tuple(fresh), tuple(writer.differing(pages, build)))
    if options.mode == "draft":
        pages = {**pages, "en/translation.md": translation_page(words, root)}
    else:
        for topic, record in fresh.items():
            experiments.settle(record, accepted[topic], build, root)
    written = writer.write(pages, build)
    manifest.save()
    steps.save(steps.snapshot(words, root), build)
    return Outcome(report, tuple(fresh), tuple(written))


@contextmanager
def scratch(build: Path) -> Iterator[Path]:
    """A copy of what earlier renders left, to work in and throw away."""
    with TemporaryDirectory() as folder:
        for name in ("cache", "docs", "pending"):
            if (build / name).is_dir():
                shutil.copytree(build / name, Path(folder, name))
        for name in ("manifest.json", "checked.json", "steps.json"):
            if (build / name).is_file():
                shutil.copy(build / name, folder)
        yield Path(folder)


def _stale(state: State) -> Problem:
    return Problem(relative(path_of(state.topic)), 0, f"stale: {told(state.causes)}", "run: python tools/render.py")


def _unmeasured(topic: str) -> Problem:
    return Problem(relative(path_of(topic)), 0, "is missing: nothing to compare", "run: python tools/render.py")


def fallen_sentences(words: Sources, verdicts: Sequence[Verdict]) -> list[Problem]:
    """Every sentence that is now false, in every language, in the lesson whose claim fell."""
    found = []
    for lesson in words.lessons:
        places = [names[name] for names in words.catalogues.values() for name in (lesson, SITE)]
        found += claims.fallen((v for v in verdicts if v.lesson == lesson), places)
    return found


def failed_checks(records: Iterable[Record]) -> list[Problem]:
    """Checks of the programs' output that do not hold: a page would show them as FAILED."""
    remedy = "mend the experiment, or the check"
    return [
        Problem(relative(module_path(record.topic)), 0, f"{record.topic}: the check in block {name!r} fails", remedy)
        for record in records
        for name in (*failed(record.build), *failed(record.experiment))
    ]


def check_words(words: Sources, manifest: Manifest, root: Path = ROOT) -> list[Problem]:
    """Errors of the words alone: slots, formulas, agreement with English, digits typed by hand."""
    problems: list[Problem] = []
    terms, kept = glossary.read(root), originals(root)
    units = {unit: key for unit, key, _ in steps.word_units(words, root)}
    for _, own, english in proofread.pairs(words, kept):
        unit = f"words:{own.path}"
        if manifest.files(unit, units[unit], root) is None:
            faults = proofread.catalogue_errors(own, english, terms)
            problems += faults
            if not faults:
                manifest.done(unit, units[unit])
    return problems


def translation_page(words: Sources, root: Path = ROOT) -> str:
    """The state of all translations, for the draft site."""
    kept, terms = originals(root), glossary.read(root)
    problems = proofread.errors(words, kept, terms) + proofread.warnings(words, kept, terms)
    return status_report.page(status.survey(words), problems, words, kept)


def obtain(
    states: Mapping[str, State],
    stale: Mapping[str, Ingredients],
    build: Path,
    progress: Progress,
    root: Path,
) -> tuple[dict[str, Record], set[str], list[Problem]]:
    """Records of the stale experiments: measured now, or waiting from a run whose sentences did not hold.

    Also names those whose programs could not print: they are reported on with the output of the record before.
    """
    waiting = experiments.pending(states.values(), build)
    to_run = {topic: now for topic, now in stale.items() if topic not in waiting}
    with progress.measuring(to_run) as done:
        fresh, problems = experiments.measure(to_run, done, root)
    unprinted = {topic for topic, record in fresh.items() if not record.build}
    for topic in unprinted:
        if old := states[topic].record:
            fresh[topic] = replace(fresh[topic], build=old.build, experiment=old.experiment)
    return {**waiting, **fresh}, unprinted, problems


def main(argv: Sequence[str] | None = None) -> int:
    """Command line; 0 done, 1 something is wrong or moved, 2 the command was."""
    parser = argparse.ArgumentParser(
        prog="render.py",
        description=(__doc__ or "").split("\n")[0],
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add: Callable[..., object] = parser.add_argument
    add("--rerun", nargs="*", metavar="TOPIC", help="measure these experiments again (all, if none is named)")
    way: Callable[..., object] = parser.add_mutually_exclusive_group().add_argument
    way("--why", nargs="*", metavar="LESSON", help="say for each step whether it is fresh, and why not")
    for mode, text in WAYS.items():
        way(f"--{mode}", action="store_const", const=mode, dest="mode", default="write", help=text)
    way("--crosscheck", action="store_true", help="compare with the running MuJoCo; write crosscheck.json only")
    formats: Callable[..., object] = parser.add_mutually_exclusive_group().add_argument
    formats("--json", action="store_true", help="report as JSON")
    formats("--markdown", action="store_true", help="report as Markdown, for a pull request")
    asked = parser.parse_args(argv)
    if asked.rerun is not None and (asked.mode == "frozen" or asked.crosscheck):
        parser.error("--rerun measures, --frozen and --crosscheck keep the records as they are")
    if asked.crosscheck and (asked.json or asked.markdown):
        parser.error("--crosscheck reports as text and writes lessons/records/crosscheck.json")
    progress = Progress(quiet=asked.json or asked.markdown)
    try:
        topics = sorted(sources.read()[0].topics()) if asked.rerun is not None or asked.crosscheck else []
        sources.known("experiment", asked.rerun or (), topics)
        rerun = frozenset((asked.rerun or topics) if asked.rerun is not None else ())
        if asked.crosscheck:
            print(crosscheck.run(topics, progress))
            return 0
        options = Options(asked.mode, rerun)
        if asked.why is not None or asked.mode == "dry-run":
            return _explain(asked, options)
        outcome = render(options, progress)
    except Failed as failed:
        _say(asked, failed.report if isinstance(failed, Refused) else None, failed.problems)
        return failed.status
    except KeyboardInterrupt:
        print("stopped; every file is whole, run it again to finish", file=sys.stderr)
        return 130
    except (OSError, UnicodeDecodeError) as error:  # a file that cannot be read or written as it should
        named = getattr(error, "filename", None) or "a source file"
        print(f"{named}: {error}\nmend that and run it again; every file written so far is whole", file=sys.stderr)
        return 1
    _say(asked, outcome.report, [], outcome)
    return int(asked.mode == "check" and not outcome.report.quiet)


def _say(
    asked: argparse.Namespace, report: Report | None, problems: list[Problem], outcome: Outcome | None = None
) -> None:
    """The report on standard output, problems on standard error; as JSON both in one object."""
    if asked.json:
        data = drift_report.as_data(report) if report else {}
        print(json.dumps({**data, "problems": [asdict(p) for p in problems]}, ensure_ascii=False, indent=1))
        return
    if report and (text := (drift_report.markdown if asked.markdown else drift_report.text)(report)):
        print(text, flush=True)
    if problems:
        print("\n".join(map(str, problems)), file=sys.stderr)
        print(f"{len(problems)} problem(s); nothing was written", file=sys.stderr)
    elif outcome and not asked.markdown:
        files = f"{len(outcome.written)} file(s) {'differ' if asked.mode == 'check' else 'written'}"
        print(f"{len(outcome.measured)} experiment(s) measured, {files}")


def _explain(asked: argparse.Namespace, options: Options) -> int:
    """What a render would do, step by step, and why; with `--dry-run` also which files it would write."""
    words, problems = sources.read(ROOT)
    sources.known("lesson", asked.why or (), words.lessons)
    ids = [i for i in words.lessons if i in asked.why] if asked.why else list(words.lessons)
    topics = set().union(*(words.lessons[i].topics() for i in ids))
    states, faults = steps.survey(topics, ROOT / "build", ROOT, rerun=options.rerun)
    found = list(steps.explain(words, ids, states, ROOT / "build", ROOT))
    problems += faults
    would: list[str] = []
    settled = all(not state.causes for state in states.values())
    dry = asked.mode == "dry-run"
    if dry and settled and not problems:
        try:
            would = list(render(options, Progress(quiet=True)).written)
        except Failed as failed:
            problems = failed.problems
    if asked.json:
        data = {"steps": [asdict(s) for s in found], "would_write": would if dry and settled else None}
        print(json.dumps({**data, "problems": [asdict(p) for p in problems]}, ensure_ascii=False, indent=1))
        return int(bool(problems))
    shown = [s for s in found if not dry or s.state != "fresh"]
    print("\n".join([*map(str, shown), *(f"would write {name}" for name in would)]) or "nothing to do", flush=True)
    if dry and not settled:
        print("which pages change depends on what is measured")
    if problems:
        print("\n".join(map(str, problems)), file=sys.stderr)
    return int(bool(problems))


if __name__ == "__main__":
    sys.exit(terminal.run(main))
