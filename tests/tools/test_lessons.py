"""Lesson sources: every fault of a file with its line, and no words in any language."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tools.lessons import line_of, read_course, read_lesson
from tools.problems import ROOT, Failed

GOOD = """topic = "contact"
part = "physics"
run = "cpu"
minutes = 40

[slots]
"h" = { of = "contact:h", unit = "ms", digits = ".0f" }

[tables.sweep]
of = "contact:sweep"
columns = [{ value = "depth", unit = "mm" }]
"""


@pytest.fixture
def lesson(tmp_path: Path) -> Path:
    (tmp_path / "lessons").mkdir()
    return tmp_path / "lessons/03-contact.toml"


def test_a_good_source_is_read(lesson: Path) -> None:
    lesson.write_text(GOOD)

    found, problems = read_lesson("03-contact", lesson.parent.parent)

    assert problems == []
    assert found is not None
    assert (found.slots["h"].topic, found.slots["h"].value) == ("contact", "h")
    assert found.topics() == {"contact"}


@pytest.mark.parametrize(
    ("old", "new", "line", "what"),
    [
        ("digits", "digit", 7, "digit"),
        ('of = "contact:h"', "of = 3", 7, "Expected `str`"),
        ("minutes = 40", 'minutes = "40"', 4, "Expected `int`"),
        ("minutes = 40", "minute = 40", 4, "minute"),
        ("[slots]", "[slots", 6, "not valid TOML"),
        ('topic = "contact"\n', "", 0, "topic"),
    ],
)
def test_a_fault_is_named_with_its_line(lesson: Path, old: str, new: str, line: int, what: str) -> None:
    assert old in GOOD
    lesson.write_text(GOOD.replace(old, new))

    found, problems = read_lesson("03-contact", lesson.parent.parent)

    assert found is None
    assert any(what in p.what and p.line == line for p in problems), problems


def test_all_faults_of_a_file_come_together(lesson: Path) -> None:
    lesson.write_text(GOOD.replace("digits", "digit").replace("columns", "column"))

    assert len(read_lesson("03-contact", lesson.parent.parent)[1]) == 2


def test_a_faulty_entry_hides_no_fault_of_the_rest(lesson: Path) -> None:
    lesson.write_text(GOOD.replace("digits", "digit").replace("minutes = 40", "minute = 40"))

    assert {p.line for p in read_lesson("03-contact", lesson.parent.parent)[1]} == {4, 7}


@pytest.mark.parametrize(
    ("old", "new", "line", "remedy"),
    [
        ('status = "live"', 'status = "alive"', 4, "write live or planned"),
        ('part = "two"', "part = 2", 10, ""),
        ('part = "two"', 'parts = "two"', 10, "known: id, status, part"),
        ('part = "two"\n', "", 7, ""),
        ("complete = []", "complete = 3", 1, ""),
        ("complete = []", "whole = []", 1, "known: lesson, complete, source_url"),
    ],
)
def test_a_fault_of_the_course_list_is_named_with_its_line(
    tmp_path: Path, old: str, new: str, line: int, remedy: str
) -> None:
    entries = [f'[[lesson]]\nid = "{i}"\nstatus = "live"\npart = "{i}"\n' for i in ("one", "two")]
    good = "complete = []\n" + "\n".join(entries)
    (tmp_path / "lessons").mkdir()
    (tmp_path / "lessons/course.toml").write_text(good)
    assert read_course(tmp_path).live() == ["one", "two"]
    (tmp_path / "lessons/course.toml").write_text(good.replace(old, new, 1))

    with pytest.raises(Failed) as failed:
        read_course(tmp_path)

    (problem,) = failed.value.problems
    assert (problem.line, problem.remedy) == (line, remedy)


def test_a_missing_course_list_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(Failed, match="file is missing"):
        read_course(tmp_path)


def test_lines_are_found_by_section_and_key() -> None:
    lines = GOOD.splitlines()

    assert (line_of(lines, "slots", "h"), line_of(lines, "tables", "sweep"), line_of(lines, "minutes")) == (7, 9, 4)


TEX_WORDS = re.compile(r"\\[a-zA-Z]+")


def prose(text: str) -> list[str]:
    """Runs of two or more words that are not identifiers, TeX, code or addresses."""
    text = re.sub(r"`[^`]*`|https?://\S+|\{\{.*?\}\}|\\text\{@[\w.-]+\}", " ", text)
    return re.findall(r"[^\W\d_]{2,}[ ,]+[^\W\d_]{2,}", TEX_WORDS.sub(" ", text))


@pytest.mark.parametrize("path", sorted((ROOT / "lessons").glob("[0-9]*.toml")), ids=lambda p: p.stem)
def test_no_lesson_source_holds_words(path: Path) -> None:
    def strings(item: object, section: str) -> list[str]:
        if isinstance(item, str):
            return [item]
        children = item.values() if isinstance(item, dict) else item if isinstance(item, list) else ()
        return [s for child in children for s in strings(child, section)]

    data = tomllib.loads(path.read_text("utf-8"))
    diagrams = data.pop("diagrams", {})
    found = [words for section, item in data.items() for s in strings(item, section) for words in prose(s)]
    labels = [label for d in diagrams.values() for label in re.findall(r'["|]([^"|\[\]]+)["|]', d) if label[0] != "@"]

    assert found == []
    assert [label for label in labels if re.search(r"[^\W\d_]{2,}", label)] == []


@pytest.mark.parametrize("path", sorted((ROOT / "lessons").glob("*.j2")), ids=lambda p: p.stem)
def test_no_template_holds_words(path: Path) -> None:
    text = path.read_text("utf-8").removeprefix("---\ntitle:")
    text = re.sub(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}|\{:.*?\}|<[^>]+>", " ", text, flags=re.S)

    assert re.findall(r"[^\W\d_]{2,}", text) == []
