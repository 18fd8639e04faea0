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
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of what people write, with the records as committed and the drawings made so far."""
    for part in PARTS:
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"))
    if (ROOT / "build/cache").is_dir():
        shutil.copytree(ROOT / "build/cache", tmp_path / "build/cache")
    return tmp_path


@pytest.fixture
def run(project: Path) -> Run:
    """Run a Python command line in the copy, against the copy's own modules."""

    def start(*arguments: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": str(project), "PYTHONIOENCODING": "utf-8"}
        command = [sys.executable, *arguments]
        return subprocess.run(command, cwd=project, env=environment, capture_output=True, encoding="utf-8", timeout=300)

    return start
