"""Locale files: what is harmless is read, what is not is refused with line and remedy."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.messages import fingerprint, parse, read

GOOD = """<!-- @title -->
Contact

<!-- @problem.case · source 1a2b3c4d · note the slab of lesson two -->
First line,
second line.

- a list
"""


def test_messages_keep_text_place_and_fields() -> None:
    catalogue, problems = parse(GOOD, "locales/tr/x.md", "tr")

    assert problems == []
    case = catalogue.messages["problem.case"]
    assert list(catalogue.messages) == ["title", "problem.case"]
    assert case.text == "First line,\nsecond line.\n\n- a list"
    assert (case.line, case.source, case.note) == (4, "1a2b3c4d", "the slab of lesson two")


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("stray words\n<!-- @a -->\nx\n", 1, "text before the first key"),
        ("<!-- @a -->\nx\n<!-- @a -->\ny\n", 4, "used twice"),
        ("<!-- @A b -->\nx\n", 1, "broken marker"),
        ("<!-- @Big -->\nx\n", 1, "is not a key"),
        ("<!-- @a -- >\nx\n", 1, "broken marker"),
        ("<!-- @a · sauce 12345678 -->\nx\n", 1, "unknown field 'sauce'"),
        ("<!-- @a · source 12 -->\nx\n", 1, "not eight hex digits"),
        ("<!-- @a · literal 60 -->\nx\n", 1, "needs values and a reason"),
        ("<!-- @a -->\n```\ncode\n<!-- @b -->\nx\n", 4, "inside a code block"),
        ("<!-- @a -->\n```\ncode\n", 0, "code block is not closed"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(text: str, line: int, what: str) -> None:
    _, problems = parse(text, "locales/tr/x.md", "tr")

    matching = [p for p in problems if what in p.what]
    assert matching, problems
    assert not line or matching[0].line == line
    assert all(p.remedy for p in problems)


@pytest.mark.parametrize(
    "marker", ["<!-- @b - source 1a2b3c4d -->", "<!- @b -->", "<!-- b · source 1a2b3c4d -->", "<!-- @b — x -—>"]
)
def test_a_broken_marker_is_one_fault_and_the_message_before_it_keeps_its_text(marker: str) -> None:
    catalogue, problems = parse(f"<!-- @a -->\nx\n\n{marker}\ny 60\n\n<!-- @c -->\nz\n", "locales/tr/x.md", "tr")

    assert [(p.line, p.what) for p in problems] == [(4, f"broken marker: {marker}")]
    assert {key: m.text for key, m in catalogue.messages.items()} == {"a": "x", "c": "z"}


def test_bom_and_crlf_are_harmless(tmp_path: Path) -> None:
    path = tmp_path / "tr" / "x.md"
    path.parent.mkdir()
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())

    catalogue, problems = read(path)

    assert problems == []
    assert catalogue.messages["problem.case"].text == "First line,\nsecond line.\n\n- a list"


def test_a_file_in_another_encoding_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "tr" / "x.md"
    path.parent.mkdir()
    path.write_bytes("<!-- @a -->\nTürkçe\n".encode("iso8859-9"))

    _, problems = read(path)

    assert [(p.line, p.what) for p in problems] == [(2, "is not UTF-8 text")]


@given(st.text(st.characters(codec="utf-8", exclude_characters="\r")))
def test_a_fingerprint_is_blind_to_line_ends_and_outer_blanks_only(text: str) -> None:
    assert fingerprint(text.replace("\n", "\r\n")) == fingerprint(f"\n{text}  \n")
    assert fingerprint(text + "x") != fingerprint(text)


@given(st.text(alphabet="<!-@a. >·`\n source1", max_size=80))
def test_no_text_crashes_the_reader(text: str) -> None:
    parse(text, "locales/tr/x.md", "tr")
