"""`python -m physai`: what the learner types prints what the page shows."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from physai import __main__ as program
from tests.conftest import Run
from tools.experiments import read_records
from tools.problems import ROOT
from tools.sources import read

LESSONS = read()[0].lessons
RECORDS = read_records({lesson.topic for lesson in LESSONS.values()})[0]


def physai(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "physai", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=120)


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=lambda lesson: lesson.id)
def test_build_and_run_print_the_blocks_of_the_record(lesson) -> None:
    """The pages and `output.txt` are written from the record, so this is what they show."""
    record = RECORDS[lesson.topic]

    for command, blocks in (("build", record.build), ("run", record.experiment)):
        done = physai(command, lesson.id)
        assert done.returncode == 0, done.stderr
        assert done.stdout == "\n".join(blocks.values())


def test_list_names_every_lesson_with_a_source() -> None:
    listed = [line.split()[0] for line in physai("list").stdout.splitlines()]

    assert set(LESSONS) <= set(listed)


def test_an_unknown_lesson_lists_the_known_ones() -> None:
    failed = physai("run", "03-contac")

    assert failed.returncode == 2
    assert "did you mean 03-contact?" in failed.stderr
    assert all(lesson in failed.stderr for lesson in LESSONS)


def test_the_command_that_each_page_names_for_its_test_exists() -> None:
    for lesson in LESSONS.values():
        assert (ROOT / f"tests/test_{lesson.number}_{lesson.topic}.py").is_file()


@pytest.mark.parametrize("snippet", sorted((ROOT / "physai/examples").glob("[a-z]*.py")), ids=lambda path: path.stem)
def test_every_snippet_runs_and_its_assertions_hold(snippet: Path) -> None:
    done = subprocess.run([sys.executable, str(snippet)], cwd=ROOT, capture_output=True, encoding="utf-8", timeout=120)

    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(("text", "what"), [("topic = ", "is not valid TOML"), ("minutes = 3", "has no topic")])
def test_a_broken_lesson_source_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], text: str, what: str
) -> None:
    (tmp_path / "03-lost.toml").write_text(text)
    monkeypatch.setattr(program, "LESSONS", tmp_path)

    (tmp_path / "04-good.toml").write_text('topic = "good"')

    assert program.main(["list"]) == 1
    out, err = capsys.readouterr()
    assert out == "04-good  physai/experiments/good.py\n"
    assert f"lessons/03-lost.toml: {what}" in err
    assert program.main(["run", "03-lost"]) == 1


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("GRAVITY = 9.81", "GRAVITY = 9.81 +", r"contact_motion\.py:\d+: SyntaxError"),
        ("GRAVITY = 9.81", 'GRAVITY = "9.81"', r"\.py:\d+: TypeError"),
        ("def simulate(", "def simulated(", r"ImportError"),
    ],
)
def test_what_a_learner_breaks_is_named_with_its_place(project: Path, run: Run, old: str, new: str, said: str) -> None:
    path = project / "physai/experiments/contact_motion.py"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")

    broken = run("-m", "physai", "build", "03-contact")

    assert broken.returncode == 1
    assert re.search(rf"^physai/.*{said}", broken.stderr, re.M), broken.stderr
    assert "Traceback" not in broken.stderr
