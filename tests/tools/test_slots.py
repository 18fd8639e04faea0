"""Slots: found in text, formulas and code; everything else in a message stays as it is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.messages import Message
from tools.slots import Slot, faults, fill, pieces, slots


def message(text: str) -> Message:
    return Message("key", text, "locales/en/x.md", 1)


@given(st.text(alphabet="a$`{}\\ \n|x*", max_size=60))
def test_cutting_a_message_loses_nothing(text: str) -> None:
    assert "".join(p.text for p in pieces(text)) == text
    assert fill(text, lambda slot: "") is not None


def test_slots_know_their_place() -> None:
    found = slots("at {{ h }} the law $x = {{ k.rest }}$ and `solref={{ tc|bare }}`")

    assert [(s.name, s.form, s.place) for s in found] == [
        ("h", None, "text"),
        ("k.rest", None, "math"),
        ("tc", "bare", "code"),
    ]


def test_latex_braces_are_not_slots() -> None:
    text = r"$\frac{{a}}{b}$ and ${{x}}_{1}$ and {# id }"

    assert slots(text) == []
    assert fill(text, lambda slot: "never") == text


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("{{h}}", "is not a slot"),
        ("{{  h }}", "is not a slot"),
        ("{{ H }}", "is not a slot"),
        ("{{ h|loud }}", "unknown form"),
        ("a $ b", "unbalanced $"),
        ("$x$ and $y", "unbalanced $"),
        (r"$\frac{a}{b$", "too many open"),
    ],
)
def test_malformed_slots_and_formulas_are_reported(text: str, what: str) -> None:
    found = faults(message(text))

    assert len(found) == 1
    assert what in found[0].what
    assert found[0].remedy


def test_faults_are_placed_on_their_line() -> None:
    assert faults(message("one\ntwo\n{{h}}"))[0].line == 4  # the marker is in line 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{{ a }}'de kalır", "A«'de» kalır"),
        ("**{{ a }}**'de", "**A**«'de»"),
        ("$h = {{ a }}$'de", "$h = A$«'de»"),
        ("$h = {{ a }} < {{ b }}$’nin", "$h = A < B$«’nin»"),
        ("$h$'de", "$h$'de"),
        ("`x`'de", "`x`'de"),
        ("{{ a }} 'de", "A 'de"),
    ],
)
def test_an_ending_follows_the_slot_or_the_last_slot_of_the_formula(text: str, expected: str) -> None:
    def attach(slot: Slot, ending: str) -> str:
        return f"«{ending}»"

    assert fill(text, lambda slot: slot.name.upper(), attach) == expected
