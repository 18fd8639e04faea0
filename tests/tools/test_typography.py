"""Typography, Markdown and numbers in words: each rule has a text that it finds and a neighbour that it leaves."""

from __future__ import annotations

import pytest

from tools import literals, markup, typography
from tools.messages import Catalogue, parse


def one(text: str, locale: str, fields: str = "") -> Catalogue:
    return parse(f"<!-- @k{fields} -->\n{text}\n", f"locales/{locale}/x.md", locale)[0]


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("物体, 下落", "物体，下落"),
        ("在{{ h }}时,停", "在{{ h }}时，停"),
        ("它停了.", "它停了。"),
        ("为什么?", "为什么？"),
        ("接触(软的)", "接触（软的）"),
        ("几何体(geom)", "几何体（geom）"),
        ('所谓"接触"', "所谓“接触”"),
        ("用 MuJoCo 计算", "用MuJoCo计算"),
        ("约 {{ h }} 后", "约{{ h }}后"),
        ("在 `locales` 里", "在`locales`里"),
        ("取 $x$ 时", "取$x$时"),
        ("下落， 停止", "下落，停止"),
        ("第１２步", "第十二步"),
        ("等等...", "等等……"),
        ("快--慢", "快——慢"),
    ],
)
def test_chinese(wrong: str, right: str) -> None:
    assert typography.check(one(wrong, "zh"))
    assert typography.check(one(right, "zh")) == []


@pytest.mark.parametrize(
    "text",
    [
        "[接触](https://e.org/a,b?c)和`f(x, y)`",
        "公式$f(x, y)$，比例为$1:2$",
        "MuJoCo {{ v }}、NumPy {{ w }}",
        "- 一，二\n- 三",
        "*Issue of Tunneling*，`2022`",
        "它停了……",
    ],
)
def test_chinese_code_formulas_and_latin_are_left_alone(text: str) -> None:
    assert typography.check(one(text, "zh")) == []


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("MuJoCo’da", "MuJoCo'da"),
        ("MuJoCo`da", "MuJoCo'da"),
        ("{{ h }} 'de", "{{ h }}'de"),
        ("{{ h }}de", "{{ h }}'de"),
        ("Iki küp", "İki küp"),
        ("i\u0307ki", "iki"),
    ],
)
def test_turkish(wrong: str, right: str) -> None:
    assert typography.check(one(wrong, "tr"))
    assert typography.check(one(right, "tr")) == []


@pytest.mark.parametrize(
    "text", ["MuJoCo'da, $K_p$'yi, `solref`'in", "Isı, Işık, Irmak", "İnsan, İlaç", "2'nin 'de' eki"]
)
def test_turkish_endings_on_words_and_symbols_are_left_alone(text: str) -> None:
    assert typography.check(one(text, "tr")) == []


def test_latin_words_are_typed_with_the_latin_i() -> None:
    english = one("The integrator", "en")

    assert [p.remedy for p in typography.check(one("ıntegrator", "tr"), english)] == ["write integrator"]
    assert typography.check(one("Integrator", "tr"), english) == []


def test_a_word_typed_once_without_its_dot_is_told_by_its_neighbours() -> None:
    assert [p.remedy for p in typography.check(one("kısa, kısa, kısa ve kisa", "tr"))] == ["write kısa"]


@pytest.mark.parametrize(
    ("text", "count"), [("{{ h }}'de", 0), ("{{ h }}'xyz", 1), ("$x = {{ h }}$'xyz", 1), ("$x$'xyz", 0)]
)
def test_an_unknown_ending_after_a_slot_is_an_error(text: str, count: int) -> None:
    assert len(typography.unknown_endings(one(text, "tr"))) == count


def test_a_language_without_rules_has_none() -> None:
    assert typography.check(one("物体, ’ 下落", "de")) == []


# Markdown


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("**bold", "**bold**"),
        ("**bold **", "**bold**"),
        ("*em", "*em*"),
        ("`code", "`code`"),
        ("[a] (https://e.org)", "[a](https://e.org)"),
        ("**接触（软）**的", "**接触**（软）的"),
        ("text\n- a\n- b", "text\n\n- a\n- b"),
        ("text\n1. a", "text\n\n1. a"),
        ("a\n---", "a ---"),
        ("# a", "a"),
        ("a\n\n    b", "a\n\n  b"),
        ("<b>a</b>", "a < b"),
    ],
)
def test_markdown_that_would_not_render_as_meant(wrong: str, right: str) -> None:
    assert markup.check(one(wrong, "en"))
    assert markup.check(one(right, "en")) == []


@pytest.mark.parametrize(
    "text", ["$a * b * c$", r"a \* b", "efc_aref and x_1", "<https://e.org/a*b>", "- a\n  b\n- c", "`a*`"]
)
def test_markdown_that_is_right_passes(text: str) -> None:
    assert markup.check(one(text, "en")) == []


def test_lists_are_those_of_english() -> None:
    english = one("x:\n\n- a\n- b", "en")

    assert markup.check(one("y:\n\n* b\n* a", "tr"), english) == []
    assert "English has a bullet list of 2, here is no list" in markup.check(one("y: a, b", "tr"), english)[0].what
    assert markup.check(one("3. adım", "tr"), one("Step 3", "en"))  # an ordinal at the start becomes a list


# numbers in words


@pytest.mark.parametrize(
    ("text", "locale"),
    [
        ("four times as deep", "en"),
        ("a Twofold rise", "en"),
        ("twice", "en"),
        ("five millimetres", "en"),
        ("dört kat", "tr"),
        ("iki katına", "tr"),
        ("yüzde elli", "tr"),
        ("yirmi beş milimetre", "tr"),
        ("四倍", "zh"),
        ("两倍多", "zh"),
        ("百分之五", "zh"),
        ("半秒", "zh"),
    ],
)
def test_a_measured_number_in_words_needs_a_claim_or_a_declaration(text: str, locale: str) -> None:
    assert literals.check(one(text, locale))
    assert literals.check(one(text, locale), {"k"}) == []
    assert literals.check(one(text, locale, f" · literal {text}: by definition")) == []


@pytest.mark.parametrize(
    ("text", "locale"),
    [
        ("four build steps, three ways", "en"),
        ("dört adım, iki yol, katsayı", "tr"),
        ("四步，两种方法，三个成分，十分", "zh"),
        ("`four times`", "en"),
    ],
)
def test_counts_of_things_on_the_page_are_free(text: str, locale: str) -> None:
    assert literals.check(one(text, locale)) == []


def test_what_english_declares_holds_in_every_language() -> None:
    english = one("half a second", "en", " · literal half a second: the window of the measure")

    assert literals.check(english) == []
    assert literals.check(one("yarım saniye", "tr"), (), english) == []


def test_a_declaration_of_what_is_not_there_is_reported() -> None:
    assert "declared but not in the text" in literals.check(one("x", "en", " · literal 60: a frame rate"))[0].what
