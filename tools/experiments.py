"""Running experiments: which records are stale and why, and measuring them, each in a process of its own.

Nothing here imports an experiment, MuJoCo or NumPy until one has to run.
"""

from __future__ import annotations

import datetime
import importlib
import json
import os
import platform
import sys
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path

from physai.faults import place
from physai.results import Results
from tools.closure import Cause, Ingredients, causes, ingredients, library_causes, module_path
from tools.files import write_if_changed
from tools.problems import ROOT, Failed, Problem, relative
from tools.record import Record, Run, load, path_of, save

KEPT = "the last good record is kept"


@dataclass(frozen=True, slots=True)
class State:
    """Where an experiment stands: its last good record, if any, and why it has to run, if it has to."""

    topic: str
    record: Record | None
    causes: tuple[Cause, ...]
    now: Ingredients


def state(topic: str, build: Path, *, forced: str = "", root: Path = ROOT) -> State:
    """Compare a record with the present code, scenes and library versions; raises `Failed` for a bad record.

    `forced` is the option that asks for a run whatever the record says; `--rerun` also replaces a garbled record.
    """
    try:
        now = ingredients(topic, root)
    except SyntaxError as error:
        place = relative(Path(error.filename or module_path(topic, root)))
        raise Failed([Problem(place, error.lineno or 0, f"syntax error: {error.msg}")]) from None
    path = path_of(topic, root)
    if not path.exists():
        return State(topic, None, (Cause("never-run", "never run"),), now)
    asked = [Cause("forced", f"asked for with {forced}")] if forced else []
    try:
        record = load(path)
    except Failed:
        if forced != "--rerun":
            raise
        return State(topic, None, (*asked, Cause("never-run", "no good record")), now)
    found = causes(replace(record.ingredients, libraries={}), replace(now, libraries={}), root)
    libraries = library_causes(record.ingredients.libraries, now.libraries)
    if libraries and not found and checked(record, now, build):
        libraries = []
    return State(topic, record, (*asked, *found, *libraries), now)


def checked(record: Record, now: Ingredients, build: Path) -> bool:
    """Whether these library versions were already seen to give this record's values."""
    return _checks(build).get(record.topic) == _check(record, now)


def remember_checked(record: Record, now: Ingredients, build: Path) -> None:
    """Note in `build/` that other library versions gave the same values as the committed record."""
    checks = {**_checks(build), record.topic: _check(record, now)}
    write_if_changed(build / "checked.json", json.dumps(checks, indent=1) + "\n")


def measure(
    topics: Mapping[str, Ingredients], say: Callable[[str], None], root: Path = ROOT
) -> tuple[dict[str, Record], list[Problem]]:
    """Run experiments side by side; what fails comes back as problems beside the records that came out.

    A record without program output is one whose programs could not print what was found.
    """
    records: dict[str, Record] = {}
    problems: list[Problem] = []
    if not topics:
        return records, problems
    workers = min(len(topics), os.cpu_count() or 1)
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        try:
            futures = {pool.submit(run_one, topic, now): topic for topic, now in topics.items()}
        except OSError as error:  # no process can be started
            return records, [Problem("physai/experiments", 0, f"cannot be measured: {error}", KEPT)]
        for future in as_completed(futures):
            topic = futures[future]
            try:
                records[topic], fault = future.result()
                problems += [fault] if fault else []
                say(topic)
            except ExperimentFailed as failed:
                problems.append(failed.problem)
            except Exception as error:  # a dead worker, an import error: name the experiment and go on
                path = relative(module_path(topic, root))
                problems.append(Problem(path, 0, f"{type(error).__name__}: {error}", KEPT))
    return records, problems


def pending(states: Iterable[State], build: Path) -> dict[str, Record]:
    """Records measured in an earlier run, whose sentences did not hold, and that are still of the present state."""
    found = {}
    for s in states:
        if s.causes and s.causes[0].kind != "forced":
            try:
                record = load(build / "pending" / f"{s.topic}.json")
            except (FileNotFoundError, Failed):
                continue
            if record.ingredients == s.now:
                found[s.topic] = record
    return found


def keep_pending(records: Iterable[Record], build: Path) -> None:
    """Keep what was measured but not accepted, so that it need not be measured again."""
    for record in records:
        save(record, build / "pending" / f"{record.topic}.json")


def drop_pending(topic: str, build: Path) -> None:
    """Forget a waiting record."""
    (build / "pending" / f"{topic}.json").unlink(missing_ok=True)


def accept(state: State, record: Record, *, quiet: bool) -> Record:
    """The record to go on with: `quiet` says that no reader could tell the fresh one from the one before.

    Then the values stay those of the run before, so that neither another version nor a rewritten line leaves a trace
    in them, and only what the code is called by is new. `--rerun` takes the fresh ones, unless all is the same.
    """
    old = state.record
    if old is None or not quiet:
        return record
    if all(cause.kind == "library" for cause in state.causes):
        return old
    libraries = old.ingredients.libraries
    if any(cause.kind == "forced" for cause in state.causes):
        same = old.digest == record.digest and libraries == record.ingredients.libraries
        return replace(record, run=old.run) if same else record
    before, now = old.results, record.results
    values = {name: replace(before.values[name], by=q.by) for name, q in now.values.items()}
    curves = {name: replace(before.curves[name], by=c.by) for name, c in now.curves.items()}
    key = replace(record.ingredients, libraries=libraries)
    return replace(old, ingredients=key, results=Results(values, now.tables, curves))


def settle(fresh: Record, accepted: Record, build: Path, root: Path = ROOT) -> None:
    """Keep the accepted record; that other library versions gave its values too is only noted in `build/`."""
    save(accepted, path_of(accepted.topic, root))
    if accepted.ingredients.libraries != fresh.ingredients.libraries:
        remember_checked(accepted, fresh.ingredients, build)
    drop_pending(accepted.topic, build)


class ExperimentFailed(Exception):
    """An experiment raised; carries the problem that names the place and what it said."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)  # all arguments, so that it survives pickling between processes
        self.problem = problem


def run_one(topic: str, now: Ingredients) -> tuple[Record, Problem | None]:
    """Measure one experiment, with its probes, and print its programs; raises `ExperimentFailed`.

    When only the printing fails, what was found comes back without program output, beside the problem.
    """
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    run = Run(today, platform.python_version(), f"{platform.system()} {platform.machine()}", processor())
    try:
        from physai.measure import measure as probe

        with redirect_stdout(sys.stderr):  # what an experiment prints is no part of a report
            module = importlib.import_module(f"physai.experiments.{topic}")
            results = probe(module.run)
    except (Exception, SystemExit) as error:
        raise ExperimentFailed(_fault(topic, error)) from None
    try:
        blocks = [_blocks(output, results) for output in (module.build_output, module.run_output)]
        return Record(topic, now, run, results, *blocks), None
    except (Exception, SystemExit) as error:
        return Record(topic, now, run, results, {}, {}), _fault(topic, error)


def _blocks(output: Callable[[Results], Mapping[str, str]], results: Results) -> Mapping[str, str]:
    """What a program prints, block by block."""
    blocks = output(results)
    if not isinstance(blocks, Mapping) or not blocks or not all(isinstance(text, str) for text in blocks.values()):
        raise TypeError(f"{output.__name__} has to return texts by the names of their blocks, at least one")
    return blocks


def _fault(topic: str, error: BaseException) -> Problem:
    """What an experiment said, at the place in its own code."""
    path, line = place(error)
    said = f"experiment {topic}: {type(error).__name__}: {error}"
    return Problem(relative(path or module_path(topic)), line, said, KEPT)


def processor() -> str:
    """Name of the processor, where the system tells it."""
    try:
        info = Path("/proc/cpuinfo").read_text("utf-8")
        return next(line.partition(":")[2].strip() for line in info.splitlines() if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def read_records(topics: Iterable[str], root: Path = ROOT) -> tuple[dict[str, Record], list[Problem]]:
    """Load records as they are, without asking whether they are fresh."""
    records, problems = {}, []
    for topic in topics:
        try:
            records[topic] = load(path_of(topic, root))
        except FileNotFoundError:
            problems.append(Problem(relative(path_of(topic, root)), 0, "no such record", "run: python tools/render.py"))
        except Failed as failed:
            problems += failed.problems
    return records, problems


def _checks(build: Path) -> dict[str, object]:
    try:
        found: dict[str, object] = json.loads((build / "checked.json").read_text("utf-8"))
        return found
    except (OSError, json.JSONDecodeError):
        return {}


def _check(record: Record, now: Ingredients) -> list[object]:
    return [record.digest, dict(now.libraries), [dict(now.data), {f: dict(c) for f, c in now.code.items()}]]
