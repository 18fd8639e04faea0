"""Errors a person can act on: where, what, and what to do. A run collects them all before it stops."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One fault in one place; `path` is relative to the project where it can be, `line` from 1 (0: whole file)."""

    path: str
    line: int
    what: str
    remedy: str = ""
    severity: Literal["error", "warning"] = "error"  # errors stop a render, warnings are counted

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line else self.path
        kind = "warning: " if self.severity == "warning" else ""
        return f"{place}: {kind}{self.what}" + (f"\n    {self.remedy}" if self.remedy else "")


class Failed(Exception):
    """A stage could not finish; carries every problem it found, sorted by place."""

    status = 1  # exit status of the command

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = sorted(set(problems))
        super().__init__("\n".join(map(str, self.problems)))


class Misused(Failed):
    """The command line asks for what there is not, or says too little."""

    status = 2


def read_text(path: Path) -> str:
    """Text of a file that people write; raises `Failed` naming the line that is not UTF-8."""
    data = path.read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise Failed([Problem(relative(path), line, "is not UTF-8 text", "save the file as UTF-8")]) from None


def relative(path: Path) -> str:
    """`path` as a person in the project's folder would type it."""
    try:
        return path.resolve().relative_to(ROOT).as_posix()
    except ValueError:
        return path.as_posix()
