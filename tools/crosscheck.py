"""The records seen by another MuJoCo: which of their values it gives too, kept in `lessons/records/crosscheck.json`.

A figure that two versions agree on belongs to the physics; one that only one version gives belongs to that version.
"""

from __future__ import annotations

import datetime
import importlib.metadata
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools import drift, experiments
from tools.closure import ingredients
from tools.files import write_if_changed
from tools.problems import ROOT, Failed, Problem
from tools.progress import Progress

PACKAGE = "mujoco"


@dataclass(frozen=True, slots=True)
class Agreement:
    """One experiment under another version: how many values of its record came again, and which did not."""

    same: int
    noise: int
    moved: tuple[str, ...]


def path(root: Path = ROOT) -> Path:
    """File of the cross-checks."""
    return root / "lessons/records/crosscheck.json"


def run(topics: Iterable[str], progress: Progress, root: Path = ROOT) -> str:
    """Measure all experiments with the running version, note what agrees; return what to tell."""
    version = importlib.metadata.version(PACKAGE)
    records, problems = experiments.read_records(topics, root)
    own = [t for t, record in records.items() if record.ingredients.libraries.get(PACKAGE) == version]
    if own and not problems:
        what = f"{', '.join(own)}: the records are of {PACKAGE} {version} themselves"
        remedy = (
            f"run it under another version: uv run --isolated --with {PACKAGE}==... python tools/render.py --crosscheck"
        )
        problems = [Problem("lessons/records", 0, what, remedy)]
    if problems:
        raise Failed(problems)
    with progress.measuring(records) as done:
        fresh, problems = experiments.measure({topic: ingredients(topic, root) for topic in records}, done, root)
    if fresh.keys() != records.keys():
        raise Failed(problems)
    found = {}
    for topic, record in sorted(records.items()):
        changes, same = drift.compare(record, fresh[topic])
        values = [c for c in changes if c.value.removeprefix(f"{topic}:") in record.results.values]
        moved = tuple(c.value.removeprefix(f"{topic}:") for c in values if c.kind != "noise")
        found[topic] = Agreement(same, len(values) - len(moved), moved)
    keep(version, found, root)
    lines = [f"{t}: {a.same} values the same, {a.noise} noise, {len(a.moved)} moved" for t, a in found.items()]
    return "\n".join([f"{PACKAGE} {version} against the records:", *lines])


def keep(version: str, found: dict[str, Agreement], root: Path = ROOT) -> None:
    """Write what was found; the date stays when nothing else is new."""
    known = read(root)
    results = {t: {"same": a.same, "noise": a.noise, "moved": list(a.moved)} for t, a in found.items()}
    before = known.get(version, {})
    if {t: a for t, a in before.items() if t != "date"} != results:
        known[version] = {"date": datetime.datetime.now(datetime.UTC).date().isoformat(), **results}
    text = json.dumps({v: known[v] for v in sorted(known)}, ensure_ascii=False, indent=1)
    write_if_changed(path(root), text + "\n")


def read(root: Path = ROOT) -> dict[str, Any]:
    """Cross-checks by version, each with its date and one `Agreement` a topic."""
    try:
        found: dict[str, Any] = json.loads(path(root).read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except json.JSONDecodeError as error:
        remedy = f"restore it or remove it and run: python tools/render.py --crosscheck under another {PACKAGE}"
        raise Failed([Problem("lessons/records/crosscheck.json", error.lineno, "is not JSON", remedy)]) from None
    return found
