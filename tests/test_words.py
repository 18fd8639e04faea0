"""The project's own words: every language that the course calls complete is whole, current and clean."""

from __future__ import annotations

from tools import glossary, proofread, status
from tools.originals import originals
from tools.sources import read


def test_no_file_of_words_has_an_error_or_a_warning() -> None:
    words, problems = read()
    kept, terms = originals(), glossary.read()

    assert [str(p) for p in problems] == []
    assert [str(p) for p in proofread.errors(words, kept, terms) + proofread.warnings(words, kept, terms)] == []


def test_no_message_of_a_complete_language_is_open() -> None:
    words, _ = read()

    rows = status.survey(words, words.course.complete)
    assert [f"{r.file}:{r.line} {r.key} {r.state}" for r in rows if r.state in status.OPEN] == []
