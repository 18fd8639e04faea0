"""Records: the last good run of an experiment, typed and committed, one value a line where it helps review.

Floats are written as Python prints them and read back as the same float. A record is replaced whole or not at all.
"""

from __future__ import annotations

import datetime
import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from physai.results import Curve, Quantity, Results, Table
from tools.closure import Ingredients
from tools.files import write_if_changed
from tools.problems import ROOT, Failed, Problem, relative

FORMAT = 1
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Run:
    """Circumstances of a run: recorded facts, not part of the key."""

    date: str  # ISO
    python: str
    platform: str
    processor: str


@dataclass(frozen=True, slots=True)
class Record:
    """One experiment's results, what they depend on, and what its programs printed."""

    topic: str
    ingredients: Ingredients
    run: Run
    results: Results
    build: Mapping[str, str]  # block -> text of `python -m physai build`
    experiment: Mapping[str, str]  # block -> text of `python -m physai run`

    @property
    def digest(self) -> str:
        """Identity of what was found: values, tables, curves and program output."""
        return _digest(_found(self))


def path_of(topic: str, root: Path = ROOT) -> Path:
    """File of an experiment's record."""
    return root / "lessons/records" / f"{topic}.json"


def load(path: Path) -> Record:
    """Read a record; raises `Failed` saying what is wrong with the file and how to get a good one."""
    topic = path.stem
    remedy = f"restore it (git checkout {relative(path)}) or measure again: python tools/render.py --rerun {topic}"

    def fail(what: str, line: int = 0) -> Failed:
        return Failed([Problem(relative(path), line, what, remedy)])

    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        raise
    except (OSError, UnicodeDecodeError) as error:
        raise fail(f"cannot be read: {error}") from None
    if conflict := re.search(r"^(<<<<<<<|=======|>>>>>>>)", text, re.M):
        raise fail("has conflict marks of a merge", text.count("\n", 0, conflict.start()) + 1)
    try:
        data = json.loads(text)
        if data["format"] != FORMAT:
            raise fail(f"is of format {data['format']}; this version reads format {FORMAT}")
        datetime.date.fromisoformat(data["run"]["date"])
        record = Record(
            topic,
            _typed(data["key"], Ingredients),
            _typed(data["run"], Run),
            Results(
                {name: _typed(value, Quantity) for name, value in data["values"].items()},
                {name: _typed(value, Table) for name, value in data["tables"].items()},
                {name: _typed(value, Curve) for name, value in data["curves"].items()},
            ),
            {name: "\n".join(lines) + "\n" for name, lines in data["build"].items()},
            {name: "\n".join(lines) + "\n" for name, lines in data["experiment"].items()},
        )
    except json.JSONDecodeError as error:
        raise fail(f"is not whole: {error.msg}", error.lineno) from None
    except (KeyError, TypeError, ValueError) as error:
        raise fail(f"lacks or garbles a part: {error}") from None
    if data.get("digest") != record.digest:
        raise fail("was edited by hand: its digest does not match its values")
    return record


def save(record: Record, path: Path) -> bool:
    """Write a record atomically if it differs from the file; tell whether it was written."""
    return write_if_changed(path, dumps(record))


def dumps(record: Record) -> str:
    """Text of a record's file."""
    found = _found(record)
    key = record.ingredients
    parts = {
        "format": json.dumps(FORMAT),
        "digest": json.dumps(_digest(found)),
        "run": _lines({name: getattr(record.run, name) for name in Run.__slots__}),
        "key": _lines({"code": dict(key.code), "data": dict(key.data), "libraries": dict(key.libraries)}, 2),
        "values": _lines(found["values"]),
        "tables": _lines(found["tables"]),
        "curves": _lines(found["curves"]),
        "build": _lines(found["build"], 2),
        "experiment": _lines(found["experiment"], 2),
    }
    return "{\n" + ",\n".join(f'"{name}": {text}' for name, text in parts.items()) + "\n}\n"


def _found(record: Record) -> dict[str, Any]:
    results = record.results
    return {
        "values": {name: _plain(q, Quantity) for name, q in results.values.items()},
        "tables": {name: _plain(t, Table) for name, t in results.tables.items()},
        "curves": {name: _plain(c, Curve) for name, c in results.curves.items()},
        "build": {name: text.rstrip("\n").split("\n") for name, text in record.build.items()},
        "experiment": {name: text.rstrip("\n").split("\n") for name, text in record.experiment.items()},
    }


def _plain(item: Any, kind: type) -> dict[str, Any]:
    """Fields of a frozen dataclass, defaults left out."""
    fields = kind.__dataclass_fields__  # type: ignore[attr-defined]
    return {n: getattr(item, n) for n, f in fields.items() if n == "value" or getattr(item, n) != f.default}


def _lines(mapping: Mapping[str, Any], depth: int = 1) -> str:
    """A JSON object with one entry a line, `depth` levels deep."""
    if not mapping:
        return "{}"
    rows = []
    for name, value in mapping.items():
        if depth > 1 and isinstance(value, list):
            text = "[\n" + ",\n".join(json.dumps(v, ensure_ascii=False) for v in value) + "\n]"
        elif depth > 1 and isinstance(value, dict):
            text = _lines(value)
        else:
            text = json.dumps(value, ensure_ascii=False, allow_nan=False)
        rows.append(f"{json.dumps(name, ensure_ascii=False)}: {text}")
    return "{\n" + ",\n".join(rows) + "\n}"


def _digest(found: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(found, ensure_ascii=False, allow_nan=False).encode()).hexdigest()[:16]


def _typed(data: Any, kind: type[T]) -> T:
    return msgspec.convert(data, kind)
