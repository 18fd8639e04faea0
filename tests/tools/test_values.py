"""Notation: one rounded text, three languages, three places; never another digit."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.values import NBSP, write


@pytest.mark.parametrize(
    ("neutral", "unit", "en", "tr", "zh"),
    [
        ("0.3672", "mm", "0.3672 mm", "0,3672 mm", "0.3672 mm"),
        ("2084.273", "", "2084.273", "2084,273", "2084.273"),  # thousands are not grouped
        ("-9.81", "m/s²", "−9.81 m/s²", "−9,81 m/s²", "−9.81 m/s²"),
        ("7", "%", "7%", "%7", "7%"),  # CLDR
        ("2.4e-13", "m", "2.4 × 10⁻¹³ m", "2,4 × 10⁻¹³ m", "2.4 × 10⁻¹³ m"),
        ("<1e-10", "", "< 10⁻¹⁰", "< 10⁻¹⁰", "< 10⁻¹⁰"),
        (">0.31", "m", "> 0.31 m", "> 0,31 m", "> 0.31 m"),
        ("90", "°", "90°", "90°", "90°"),
        ("—", "mm", "—", "—", "—"),
    ],
)
def test_text(neutral: str, unit: str, en: str, tr: str, zh: str) -> None:
    found = [write(neutral, unit, locale).replace(NBSP, " ") for locale in ("en", "tr", "zh")]

    assert found == [en, tr, zh]


@pytest.mark.parametrize(
    ("neutral", "unit", "en", "tr"),
    [
        ("0.83", "", "0.83", "0{,}83"),  # a bare comma would get a space after it in TeX
        ("2.4e-13", "mm", r"2.4\times10^{-13}\,\mathrm{mm}", r"2{,}4\times10^{-13}\,\mathrm{mm}"),
        ("7", "%", r"7\%", r"\%7"),
        ("9.81", "m/s²", r"9.81\,\mathrm{m/s^{2}}", r"9{,}81\,\mathrm{m/s^{2}}"),
        ("-1", "", "-1", "-1"),
    ],
)
def test_math(neutral: str, unit: str, en: str, tr: str) -> None:
    assert [write(neutral, unit, locale, "math") for locale in ("en", "tr")] == [en, tr]


def test_code_is_what_a_program_prints() -> None:
    assert write("2.4e-13", "mm", "tr", "code") == "2.4e-13"


@given(
    st.from_regex(r"-?[1-9]\d{0,5}(\.\d{1,6})?(e[+-]0[1-9])?", fullmatch=True),
    st.sampled_from(["en", "tr", "zh", "de", "fr"]),
    st.sampled_from(["text", "math"]),
)
def test_no_language_or_place_changes_a_digit(neutral: str, locale: str, place: str) -> None:
    digits = re.sub(r"\D", "", neutral.partition("e")[0])
    found = write(neutral, "", locale, place)  # type: ignore[arg-type]

    mantissa = found.partition(r"\times" if place == "math" else "×")[0]
    bare_power = digits == "1" and "e" in neutral  # 1e+06 is written 10⁶
    assert bare_power or re.sub(r"\D", "", mantissa) == digits


def test_an_unknown_locale_is_named() -> None:
    with pytest.raises(ValueError, match="xx-nowhere"):
        write("1.5", "", "xx-nowhere")
