"""Agreement on the built pages: what a reader of one language sees, a reader of another sees too.

Every test runs over every lesson and every locale there is, so that a new one cannot escape.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser

import pytest

from tests.site.served import Site
from tools.experiments import read_records
from tools.sources import read
from tools.values import notation

SOURCES = read()[0]
LESSONS = list(SOURCES.lessons)
OTHERS = [locale for locale in SOURCES.locales if locale != "en"]
VOID = {
    "area",
    "br",
    "col",
    "hr",
    "img",
    "input",
    "link",
    "meta",
    "source",
    "wbr",
    "path",
    "use",
    "rect",
    "circle",
    "line",
}


@dataclass
class Content(HTMLParser):
    """What stands inside a page's <article>: prose, code, formulas, headings, tables, figures, languages."""

    prose: list[str] = field(default_factory=list)
    code: list[str] = field(default_factory=list)
    tex: list[str] = field(default_factory=list)
    anchors: list[str] = field(default_factory=list)
    cells: list[str] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    data: list[tuple[str, str, str]] = field(default_factory=list)  # value, of, text
    foreign: list[str] = field(default_factory=list)
    lang: str = ""
    _stack: list[tuple[str, dict[str, str]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        attrs = {name: value or "" for name, value in attributes}
        if tag == "html":
            self.lang = attrs.get("lang", "")
        if self._inside("article"):
            if tag in ("h1", "h2", "h3", "h4"):
                self.anchors.append(f"{tag}#{attrs.get('id', '')}")
            if tag in ("td", "th"):
                self.cells.append("")
            if "aria-label" in attrs and tag == "svg":
                self.labels.append(attrs["aria-label"])
            if "lang" in attrs and tag != "html":
                self.foreign.append(attrs["lang"])
        if tag not in VOID:
            self._stack.append((tag, attrs))

    def handle_endtag(self, tag: str) -> None:
        if self._inside(tag):  # HTML leaves out some ends, and Markdown writes some that close nothing
            while self._stack.pop()[0] != tag:
                pass

    def handle_data(self, text: str) -> None:
        if not self._inside("article") or self._inside("style") or self._inside("script"):
            return
        if self._inside("pre") or self._inside("code"):
            self.code.append(text)
        elif any("arithmatex" in attrs.get("class", "").split() for _, attrs in self._stack):
            self.tex.append(text)
        elif not self._inside("svg") or self._inside("text"):
            self.prose.append(text)
        if self._inside("td") or self._inside("th"):
            self.cells[-1] += text
        for tag, attrs in self._stack:
            if tag == "data":
                self.data.append((attrs["value"], attrs["data-of"], text))

    def _inside(self, tag: str) -> bool:
        return any(name == tag for name, _ in self._stack)


@pytest.fixture(scope="session")
def contents(site: Site) -> dict[tuple[str, str], Content]:
    found = {}
    for lesson in LESSONS:
        for locale in SOURCES.locales:
            content = Content()
            content.feed(site.file(locale, lesson).read_text("utf-8"))
            found[lesson, locale] = content
    return found


def numbers(texts: list[str], decimal: str) -> Counter[str]:
    """Numbers of a text with the locale's decimal mark, as numbers in English notation."""
    text = " ".join(texts).replace("{,}", ",")
    return Counter(n.replace(decimal, ".") for n in re.findall(r"\d+(?:[.,]\d+)*", text))


@pytest.mark.parametrize("locale", OTHERS)
@pytest.mark.parametrize("lesson", LESSONS)
class TestEveryTranslation:
    """Each lesson against its English page."""

    def test_has_its_own_language_throughout(self, contents: dict, lesson: str, locale: str) -> None:
        content = contents[lesson, locale]

        assert content.lang.split("-")[0] == locale.split("_")[0]
        if locale in SOURCES.course.complete:
            assert content.foreign == [], "a part of a complete translation falls back to English"

    def test_has_the_same_headings_and_anchors(self, contents: dict, lesson: str, locale: str) -> None:
        assert contents[lesson, locale].anchors == contents[lesson, "en"].anchors

    def test_has_the_same_code_and_program_output(self, contents: dict, lesson: str, locale: str) -> None:
        ours, english = (Counter(map(str.strip, contents[lesson, at].code)) for at in (locale, "en"))

        assert ours == english

    def test_has_the_same_numbers_in_prose_tables_and_plots(self, contents: dict, lesson: str, locale: str) -> None:
        ours = numbers(contents[lesson, locale].prose, notation(locale).decimal)

        assert ours == numbers(contents[lesson, "en"].prose, ".")

    def test_has_the_same_numbers_in_alt_texts(self, contents: dict, lesson: str, locale: str) -> None:
        ours = [numbers([label], notation(locale).decimal) for label in contents[lesson, locale].labels]

        assert ours == [numbers([label], ".") for label in contents[lesson, "en"].labels]

    def test_has_the_same_numbers_in_formulas(self, contents: dict, lesson: str, locale: str) -> None:
        ours = numbers(contents[lesson, locale].tex, notation(locale).decimal)

        assert ours == numbers(contents[lesson, "en"].tex, ".")

    def test_has_the_same_tables(self, contents: dict, lesson: str, locale: str) -> None:
        ours, english = (contents[lesson, at].cells for at in (locale, "en"))
        digits = [numbers([cell], notation(locale).decimal) for cell in ours]

        assert digits == [numbers([cell], ".") for cell in english]

    def test_shows_the_same_values(self, contents: dict, lesson: str, locale: str) -> None:
        ours, english = (Counter((value, of) for value, of, _ in contents[lesson, at].data) for at in (locale, "en"))

        assert ours == english


@pytest.mark.parametrize("locale", SOURCES.locales)
@pytest.mark.parametrize("lesson", LESSONS)
def test_every_number_traces_back_to_a_record(site: Site, contents: dict, lesson: str, locale: str) -> None:
    records, problems = read_records(SOURCES.topics())
    assert problems == []

    figures = contents[lesson, locale].data
    written = site.file(locale, lesson).read_text("utf-8").count("<data ")
    assert len(figures) == written > 100, "all of the page was read"
    for _, of, _ in figures:
        topic, _, name = of.partition(":")
        assert name in records[topic].results.values, of


@pytest.mark.parametrize("locale", SOURCES.locales)
@pytest.mark.parametrize("lesson", LESSONS)
def test_what_is_displayed_is_the_raw_value_rounded(contents: dict, lesson: str, locale: str) -> None:
    from decimal import Decimal

    mark, compared = notation(locale).decimal, 0
    for raw, of, text in contents[lesson, locale].data:
        plain = re.match(r"−?%?(\d+(?:[.,]\d+)?)(?!.*10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹])", text)
        if not plain or not re.fullmatch(r"-?\d+(\.\d+)?", raw):
            continue  # bounds, powers of ten, categories
        displayed = Decimal(plain[1].replace(mark, "."))
        half = Decimal(1).scaleb(int(displayed.as_tuple().exponent)) / 2
        assert abs(abs(Decimal(raw)) - displayed) <= half, (of, raw, text)
        compared += 1
    assert compared > 100
