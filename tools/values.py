"""Figures in each language's notation, written from text that was rounded once (`physai.results.shown`).

No rounding happens here: `write` changes marks and order, never a digit. Number rules come from CLDR through Babel;
thousands are not grouped in any language, so that the digits are those of the program's output.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Literal, NamedTuple

from babel import Locale, UnknownLocaleError
from babel.numbers import get_decimal_symbol

Place = Literal["text", "math", "code"]
NBSP = "\u00a0"
NEUTRAL = re.compile(r"(?P<bound>[<>]?)(?P<minus>-?)(?P<digits>\d+(\.\d+)?)(e(?P<exponent>[+-]\d+))?")
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
TEX_UNIT = re.compile(r"[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+")


class Notation(NamedTuple):
    """Number marks of a locale."""

    decimal: str
    percent_first: bool


def rules_of(locale: str) -> Locale:
    """CLDR's rules for a language tag such as `tr` or `pt-BR`; ValueError names an unknown one."""
    try:
        return Locale.parse(locale, sep="-")
    except (UnknownLocaleError, ValueError) as error:
        raise ValueError(f"unknown locale {locale!r}") from error


@cache
def notation(locale: str) -> Notation:
    """Marks of a locale from CLDR; ValueError names an unknown one."""
    rules = rules_of(locale)
    return Notation(get_decimal_symbol(rules), rules.percent_formats[None].pattern.startswith("%"))


def aside(text: str, locale: str) -> str:
    """`text` in a locale's parentheses, ready to follow a word."""
    return f"（{text}）" if locale.startswith("zh") else f" ({text})"


def joined(texts: Iterable[str], locale: str) -> str:
    """Entries of a list in one line, with a locale's semicolons."""
    return ("；" if locale.startswith("zh") else "; ").join(texts)


def write(neutral: str, unit: str, locale: str, place: Place = "text") -> str:
    """Write a neutral figure (`-0.3672`, `2.4e-13`, `<1e-10`, `—`) with its unit for a locale and place.

    text `2,4 × 10⁻¹³ mm`, math `2{,}4\\times10^{-13}\\,\\mathrm{mm}`, code `2.4e-13` (as a program prints it, no unit).
    """
    if place == "code":
        return neutral
    match = NEUTRAL.fullmatch(neutral)
    if not match:  # a category or "—"
        return rf"\text{{{neutral}}}" if place == "math" else neutral
    marks = notation(locale)
    tex = place == "math"
    decimal = f"{{{marks.decimal}}}" if tex and marks.decimal != "." else marks.decimal
    number = match["digits"].replace(".", decimal)
    if match["exponent"]:
        exponent = str(int(match["exponent"]))
        times = rf"\times10^{{{exponent}}}" if tex else f" × 10{exponent.translate(SUPERSCRIPTS)}"
        number = times.removeprefix(r"\times").removeprefix(" × ") if number == "1" else number + times
    number = (("-" if tex else "−") if match["minus"] else "") + number
    if unit == "%":
        sign = r"\%" if tex else "%"
        number = sign + number if marks.percent_first else number + sign
    bound = match["bound"] + ("" if tex else " ") if match["bound"] else ""
    return bound + number + (_unit(unit, tex) if unit not in ("", "1", "%") else "")


def _unit(unit: str, tex: bool) -> str:
    if unit == "°":
        return r"^\circ" if tex else "°"
    if not tex:
        return NBSP + unit
    powers = TEX_UNIT.sub(lambda m: "^{" + m[0].translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")) + "}", unit)
    symbol = powers.replace("µ", r"\mu ").replace("·", r"\,")
    return rf"\,\mathrm{{{symbol}}}"
