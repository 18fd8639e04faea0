"""Lesson templates: what is wrong with one is named with its line, what is in it is never lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.templates import fill

PAGE = "{{ title() }}\n{% block problem %}{% endblock %}\n{% block robot %}{% endblock %}\n"
LESSON = '{% extends "page.md.j2" %}\n{% block problem %}\n{{ t("lead") }}\n{% endblock %}\n'
CALLS = {"title": lambda: "Fall", "t": lambda key: f"[{key}]"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "page.md.j2").write_text(PAGE)
    return tmp_path


def test_blocks_fill_the_skeleton(folder: Path) -> None:
    (folder / "x.md.j2").write_text(LESSON)

    assert fill("x.md.j2", folder, CALLS) == ("Fall\n[lead]\n", [])


@pytest.mark.parametrize(
    ("old", "new", "line", "what"),
    [
        ("block problem", "block problm", 2, "page.md.j2 has no block 'problm'"),
        ("block problem", "blok problem", 2, "unknown tag 'blok'"),
        ('t("lead")', 'tt("lead")', 3, "'tt' is undefined"),
        ('t("lead")', "t()", 3, "missing 1 required positional argument"),
    ],
)
def test_a_fault_is_named_with_its_line(folder: Path, old: str, new: str, line: int, what: str) -> None:
    (folder / "x.md.j2").write_text(LESSON.replace(old, new))

    text, (problem,) = fill("x.md.j2", folder, CALLS)

    assert (text, problem.path, problem.line) == ("", "lessons/x.md.j2", line)
    assert what in problem.what
