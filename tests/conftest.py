"""A copy of the whole project to try things on, and a way to run its commands there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tools.problems import ROOT

PARTS = ("lessons", "locales", "physai", "tools")
NO_BYTECODE = {"PYTHONDONTWRITEBYTECODE": "1"}  # a module edited within a second would pass for the one before
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of what people write, with the records as committed and the drawings made so far."""
    return copied(tmp_path)


@pytest.fixture
def run(project: Path) -> Run:
    """Run a Python command line in the copy, against the copy's own modules."""
    return runner(project)


@pytest.fixture(scope="module")
def rendered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy that was rendered once; whoever edits it puts it back."""
    folder = copied(tmp_path_factory.mktemp("rendered"))
    done = runner(folder)("tools/render.py")
    assert done.returncode == 0, done.stderr
    return folder


def copied(folder: Path) -> Path:
    """Copy the project into a folder."""
    for part in PARTS:
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    if (ROOT / "build/cache").is_dir():
        shutil.copytree(ROOT / "build/cache", folder / "build/cache")
    return folder


def tree(folder: Path) -> dict[str, bytes]:
    """Every file of a folder but compiled modules."""
    files = (p for p in sorted(folder.rglob("*")) if p.is_file() and p.suffix != ".pyc")
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in files}


def runner(folder: Path) -> Run:
    """What runs a Python command line in a folder, against the modules there."""

    def start(*arguments: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONIOENCODING": "utf-8", **NO_BYTECODE}
        command = [sys.executable, *arguments]
        return subprocess.run(command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", timeout=300)

    return start
