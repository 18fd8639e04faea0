"""Running experiments: which records are stale and why, and measuring them, each in a process of its own.

Nothing here imports an experiment, MuJoCo or NumPy until one has to run.
"""

from __future__ import annotations

import datetime
import importlib
import json
import os
import platform
import traceback
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path

from tools.closure import Cause, Ingredients, causes, ingredients, library_causes, module_path
from tools.files import write_if_changed
from tools.problems import ROOT, Failed, Problem, relative
from tools.record import Record, Run, load, path_of, save


@dataclass(frozen=True, slots=True)
class State:
    """Where an experiment stands: its last good record, if any, and why it has to run, if it has to."""

    topic: str
    record: Record | None
    causes: tuple[Cause, ...]
    now: Ingredients


def state(topic: str, build: Path, *, rerun: bool = False, root: Path = ROOT) -> State:
    """Compare a record with the present code, scenes and library versions; raises `Failed` for a bad record."""
    try:
        now = ingredients(topic, root)
    except SyntaxError as error:
        place = relative(Path(error.filename or module_path(topic, root)))
        raise Failed([Problem(place, error.lineno or 0, f"syntax error: {error.msg}")]) from None
    path = path_of(topic, root)
    if not path.exists():
        return State(topic, None, (Cause("never-run", "never run"),), now)
    if rerun:
        try:
            record: Record | None = load(path)
        except Failed:
            record = None  # a garbled record is what --rerun replaces
        return State(topic, record, (Cause("forced", "asked for with --rerun"),), now)
    record = load(path)
    found = causes(replace(record.ingredients, libraries={}), replace(now, libraries={}), root)
    libraries = library_causes(record.ingredients.libraries, now.libraries)
    if libraries and not found and checked(record, now, build):
        libraries = []
    return State(topic, record, (*found, *libraries), now)


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
    """Run experiments side by side; what fails comes back as problems beside the records that came out."""
    records: dict[str, Record] = {}
    problems: list[Problem] = []
    if not topics:
        return records, problems
    workers = min(len(topics), os.cpu_count() or 1)
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        futures = {pool.submit(run_one, topic, now): topic for topic, now in topics.items()}
        for future in as_completed(futures):
            topic = futures[future]
            try:
                records[topic] = future.result()
                say(topic)
            except ExperimentFailed as error:
                problems.append(Problem(error.path, error.line, error.what, "the last good record is kept"))
            except Exception as error:  # a dead worker, an import error: name the experiment and go on
                path = relative(module_path(topic, root))
                problems.append(Problem(path, 0, f"{type(error).__name__}: {error}", "the last good record is kept"))
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


class ExperimentFailed(Exception):
    """An experiment raised: the deepest place in the project's own code, and what it said."""

    def __init__(self, path: str, line: int, what: str) -> None:
        super().__init__(path, line, what)  # all arguments, so that it survives pickling between processes
        self.path, self.line, self.what = path, line, what


def run_one(topic: str, now: Ingredients) -> Record:
    """Measure one experiment, with its probes, and print its programs; raises `ExperimentFailed`."""
    try:
        from physai.measure import measure as probe

        module = importlib.import_module(f"physai.experiments.{topic}")
        results = probe(module.run)
        build, experiment = module.build_output(results), module.run_output(results)
    except Exception as error:
        frames = [
            f for f in traceback.extract_tb(error.__traceback__) if Path(f.filename).is_relative_to(ROOT / "physai")
        ]
        frame = frames[-1] if frames else None
        place = relative(Path(frame.filename)) if frame else relative(module_path(topic))
        raise ExperimentFailed(
            place, frame.lineno or 0 if frame else 0, f"experiment {topic}: {type(error).__name__}: {error}"
        ) from None
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    run = Run(today, platform.python_version(), f"{platform.system()} {platform.machine()}", processor())
    return Record(topic, now, run, results, build, experiment)


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
            problems.append(
                Problem(f"lessons/records/{topic}.json", 0, "no such record", "run: python tools/render.py")
            )
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
