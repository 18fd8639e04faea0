"""The small course that the tests of the translators' tools work on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.translating import Run, write_course
from tools import locales


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A project folder with a course of one lesson in three languages."""
    write_course(tmp_path)
    return tmp_path


@pytest.fixture
def run(course: Path) -> Run:
    """The command line on that course; returns the exit status."""
    return lambda *arguments: locales.main([str(a) for a in arguments], course)
