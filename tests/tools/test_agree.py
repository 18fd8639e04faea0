"""Agreement: a translation may say everything differently except slots, links, code and formulas' numbers."""

from __future__ import annotations

import pytest

from tools.agree import check, typed_numbers
from tools.messages import Catalogue, parse


def catalogue(text: str, locale: str = "en") -> Catalogue:
    return parse(f"<!-- @key -->\n{text}\n", f"locales/{locale}/x.md", locale)[0]


ENGLISH = "At {{ h }} the law $x^2 = {{ k }}$ of `solref` in [the docs](https://example.org/a) {{ h }}"


@pytest.mark.parametrize(
    "text",
    [
        "`solref`: [belge](https://example.org/a), $x^2 = {{ k }}$, {{ h }}",  # any order, a slot once or twice
        "{{ h }}'de {{ h }} $x^2 = {{ k }}$ [x](https://example.org/a) `solref`",
    ],
)
def test_order_and_repetition_are_free(text: str) -> None:
    assert check(catalogue(ENGLISH), catalogue(text, "tr")) == []


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("At {{ h }}", "At", None),  # the other one is still there
        ("{{ k }}", "{{ kk }}", "slot {{ k }} is missing"),
        ("{{ k }}", "{{ kk }}", "slot {{ kk }} is not in English"),
        ("`solref`", "`solimp`", "code `solimp` is not in English"),
        ("org/a", "org/b", "link https://example.org/a is missing"),
        ("x^2", "x^3", "number in a formula 3 is not in English"),
    ],
)
def test_what_differs_is_named(old: str, new: str, what: str | None) -> None:
    problems = [p.what for p in check(catalogue(ENGLISH), catalogue(ENGLISH.replace(old, new), "tr"))]

    assert any(what in p for p in problems) if what else problems == []


def test_a_near_miss_is_suggested() -> None:
    problem = check(catalogue("{{ rest.cube }}"), catalogue("{{ rest.cub }}", "tr"))[0]

    assert "rest.cub" in problem.remedy


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("about 60 frames", ["60"]),
        ("yaklaşık 0,5 mm", ["0,5"]),
        ("$x = 0.5$", ["0.5"]),
        ("$x = 0{,}5$", ["0{,}5"]),
        ("$x^2$, RK4, `h = 0.002`, {{ h }}", []),
        ("1. first\n2. second", []),
        ("[docs](https://example.org/4.0)", []),
    ],
)
def test_digits_typed_by_hand_are_found(text: str, typed: list[str]) -> None:
    problems = typed_numbers(catalogue(text), ["RK4"])

    assert [p.what.split()[2] for p in problems] == typed


def test_a_declared_digit_is_free() -> None:
    declared = parse("<!-- @key · literal 60: a frame rate, not measured -->\n60 frames\n", "locales/en/x.md", "en")[0]

    assert typed_numbers(declared, []) == []
