"""What readers see and can do, for every lesson in every language there is."""

from __future__ import annotations

import html
import json
import re
import urllib.parse
import urllib.request
from itertools import cycle, pairwise
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.site.served import Site
from tools.lessons import locales, read_course

LESSONS = read_course().live()
LOCALES = locales()
SPACES = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9", "x": "http://www.w3.org/1999/xhtml"}

each_page = pytest.mark.parametrize(("lesson", "locale"), [(x, y) for x in LESSONS for y in LOCALES])
each_lesson = pytest.mark.parametrize("lesson", LESSONS)
each_locale = pytest.mark.parametrize("locale", LOCALES)


def index(site: Site, locale: str) -> list[dict[str, str]]:
    """The search index of a language."""
    return json.loads((site.file(locale).parent / "search/search_index.json").read_text("utf-8"))["docs"]


def search(page: Page, word: str) -> list[tuple[str, str]]:
    """Address and text of what a reader gets who types `word`."""
    box = page.locator("input[name=query]")
    page.locator("label.md-header__button[for=__search]").first.dispatch_event("click")
    expect(page.locator("[data-md-component=search-query]")).to_be_enabled()
    box.fill(word)
    box.press("End")  # the theme listens to keys, which `fill` alone does not press
    meta = page.locator(".md-search-result__meta")
    expect(meta).to_have_text(re.compile(r"\d|" + re.escape(page.evaluate(NONE_FOUND))), timeout=10_000)
    page.wait_for_timeout(300)
    found = page.locator("a.md-search-result__link")
    return [(a.get_attribute("href") or "", a.text_content() or "") for a in found.all()]


NONE_FOUND = 'JSON.parse(document.getElementById("__config").textContent).translations["search.result.none"]'


@each_locale
def test_home_loads_cleanly_in_its_language(site: Site, page: Page, locale: str) -> None:
    page.goto(site.page(locale))
    expect(page.locator("html")).to_have_attribute("lang", locale)


@each_page
def test_page_loads_cleanly_with_every_formula_drawn(site: Site, page: Page, lesson: str, locale: str) -> None:
    page.goto(site.page(locale, lesson))
    expect(page.locator("html")).to_have_attribute("lang", locale)
    assert page.locator(".arithmatex").count() == page.locator(".arithmatex[data-tex] .katex").count() > 0
    assert page.locator(".katex-error").count() == 0
    assert page.locator("article svg text").count() > 0
    left_over = re.findall(r".*(?:\$|\\[(\[a-z]|\{\{|\*\*|`).*", page.evaluate(PROSE))
    assert not left_over, "mark-up that was not understood"


@each_locale
def test_switcher_keeps_page_and_place(site: Site, page: Page, locale: str) -> None:
    for other, lesson in zip(LOCALES, cycle(LESSONS), strict=False):
        page.goto(site.page(locale, lesson))
        anchor = page.locator("article h2[id]").nth(2).get_attribute("id")
        page.goto(f"{site.page(locale, lesson)}#{anchor}")
        page.hover(".md-select > button")
        page.click(f".md-select__link[hreflang={other}]")
        expect(page).to_have_url(f"{site.page(other, lesson)}#{anchor}")
        expect(page.locator("html")).to_have_attribute("lang", other)
        expect(page.locator(f"[id='{anchor}']")).to_be_in_viewport()


@each_page
def test_every_link_inside_the_site_leads_somewhere(site: Site, lesson: str, locale: str) -> None:
    for address in sorted(set(re.findall(r'\b(?:href|src)="([^"]+)"', site.file(locale, lesson).read_text("utf-8")))):
        url, _, anchor = urllib.parse.urljoin(site.page(locale, lesson), html.unescape(address)).partition("#")
        if not url.startswith(site.url):
            continue
        target = site.folder / urllib.parse.unquote(url.removeprefix(site.url))
        target = target / "index.html" if target.is_dir() else target
        assert target.exists(), address
        if anchor and target.suffix == ".html":
            assert re.search(rf'(id|name)="{re.escape(anchor)}"', target.read_text("utf-8")), address


@each_page
def test_no_anchor_is_used_twice(site: Site, lesson: str, locale: str) -> None:
    ids = re.findall(r'<[a-z][^>]*? id="([^"]*)"', site.file(locale, lesson).read_text("utf-8"))
    assert sorted(ids) == sorted(set(ids))


def test_sitemap_names_every_page_in_every_language(site: Site) -> None:
    tree = ElementTree.parse(site.folder / "sitemap.xml")
    named = {}
    for url in tree.iterfind("s:url", SPACES):
        links = url.iterfind("x:link", SPACES)
        named[url.findtext("s:loc", "", SPACES)] = {link.get("hreflang"): link.get("href") for link in links}
    for path in ("", *LESSONS, *(f"{lesson}/numbers" for lesson in LESSONS)):
        pages = {locale: site.page(locale, path) for locale in LOCALES}
        for page in pages.values():
            assert named.pop(page) == {"x-default": pages["en"], **pages}
            assert urllib.request.urlopen(page).status == 200
    assert not named


@each_page
def test_head_names_no_alternates(site: Site, lesson: str, locale: str) -> None:
    head = site.file(locale, lesson).read_text("utf-8").partition("</head>")[0]
    assert "hreflang" not in head


@each_locale
def test_search_finds_a_lesson_by_its_title_and_stays_in_the_language(site: Site, page: Page, locale: str) -> None:
    page.goto(site.page(locale, LESSONS[-1]))
    title = next(doc["title"] for doc in index(site, locale) if doc["location"] == f"{LESSONS[-1]}/")
    word = max(re.split(r"[\s\u200b\W]+", title), key=len)
    found = search(page, word)
    assert any(f"{LESSONS[-1]}/" in href for href, _ in found)
    assert all(re.fullmatch(rf"{re.escape(site.page(locale))}({'|'.join(LESSONS)})?/?([?#].*)?", h) for h, _ in found)


@pytest.mark.skipif("tr" not in LOCALES, reason="no Turkish pages")
def test_search_takes_dotted_and_dotless_i_for_one_letter(site: Site, page: Page) -> None:
    words = {w for doc in index(site, "tr") for w in re.findall(r"\b\w*[ıİ]\w*\b", doc["text"]) if 5 <= len(w) <= 9}
    page.goto(site.page("tr"))
    for word in sorted(words)[:2] + [w for w in sorted(words) if "İ" in w][:1]:
        for typed in {word, word.replace("ı", "i").replace("İ", "i"), word.replace("ı", "I").upper()}:
            assert search(page, typed), typed


@pytest.mark.skipif("zh" not in LOCALES, reason="no Chinese pages")
def test_search_finds_a_chinese_word_inside_a_phrase(site: Site, page: Page) -> None:
    phrase = re.compile(r"[\u4e00-\u9fff]+(?:\u200b[\u4e00-\u9fff]+)+")
    phrases = [m.split("\u200b") for doc in index(site, "zh") for m in phrase.findall(doc["text"])]
    inner = [word for parts in phrases for _, word in pairwise(parts) if len(word) >= 2]
    page.goto(site.page("zh"))
    for word in (inner[0], inner[len(inner) // 2]):
        assert any(word in text for _, text in search(page, word))


@each_page
def test_quiz_works_by_keyboard(site: Site, page: Page, lesson: str, locale: str) -> None:
    page.goto(site.page(locale, lesson))
    quizzes = page.locator("fieldset.quiz")
    assert quizzes.count() >= 1
    for quiz in quizzes.all():
        answer = quiz.get_attribute("data-answer")
        right, wrong = (quiz.get_attribute(f"data-{verdict}") or "" for verdict in ("right", "wrong"))
        assert quiz.locator("details:visible").count() == 0
        radios = quiz.locator("input[type=radio]")
        radios.first.focus()
        page.keyboard.press("Space")
        for n, radio in enumerate(radios.all()):
            if n:
                page.keyboard.press("ArrowDown")
            expect(radio).to_be_checked()
            correct = radio.get_attribute("value") == answer
            expect(quiz.get_by_role("status")).to_have_text(right if correct else wrong)
            expect(quiz.locator("details:visible")).to_have_count(1)
            expect(quiz.locator(".picked details p:not(.quiz-verdict)").first).to_be_visible()
        assert radios.count() == 3


@each_lesson
def test_quiz_can_be_read_without_scripts(site: Site, browser: Browser, lesson: str) -> None:
    page = browser.new_page(java_script_enabled=False)
    page.goto(site.page("en", lesson))
    option = page.locator(".quiz-option").first
    option.locator("summary").click()
    expect(option.locator("details p").last).to_be_visible()
    page.close()


@each_lesson
def test_ticks_stay_and_hold_in_every_language(site: Site, page: Page, lesson: str) -> None:
    page.goto(site.page("en", lesson))
    steps = page.locator(".steps")
    assert steps.locator("input").count() == 5
    before = steps.get_by_role("status").text_content()
    steps.locator("input").nth(1).check()
    expect(steps.get_by_role("status")).not_to_have_text(before or "")
    for locale in LOCALES:
        page.goto(site.page(locale, lesson))
        assert [box.is_checked() for box in steps.locator("input").all()] == [False, True, False, False, False]
        expect(steps.get_by_role("status")).to_have_text(re.compile("1.*5|5.*1"))
    for other in set(LESSONS) - {lesson}:
        page.goto(site.page("en", other))
        assert steps.locator("input:checked").count() == 0


@each_lesson
def test_commands_can_be_copied(site: Site, page: Page, lesson: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(site.page("en", lesson))
    block = page.locator(".steps .highlight").first
    block.hover()
    block.locator("button").first.click()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.strip() == (block.locator("code").text_content() or "").strip()
    assert copied.startswith("uv run ")


@each_page
def test_phone_page_does_not_move_sideways(site: Site, page: Page, lesson: str, locale: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(site.page(locale, lesson))
    page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


PROSE = """
() => {
  const copy = document.querySelector("article").cloneNode(true);
  for (const other of copy.querySelectorAll("pre, code, svg, .katex, script")) other.remove();
  return copy.textContent;
}
"""

CONTRAST = """
selector => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const light = colour => {
    canvas.fillStyle = "#fff"; canvas.fillRect(0, 0, 1, 1);
    for (const layer of [getComputedStyle(document.body).backgroundColor, colour]) {
      canvas.fillStyle = layer; canvas.fillRect(0, 0, 1, 1);
    }
    const linear = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map(
      c => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  };
  const ratio = colour => {
    const [a, b] = [light(colour), light("#0000")].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
  };
  const root = getComputedStyle(document.body);
  return {
    text: ratio(getComputedStyle(document.querySelector("article p")).color),
    drawing: ratio(getComputedStyle(document.querySelector(selector)).fill),
    series: [1, 2, 3, 4].map(n => ratio(root.getPropertyValue(`--plot-${n}`))),
  };
}
"""


@each_lesson
def test_text_and_drawings_are_readable_in_light_and_dark(site: Site, page: Page, lesson: str) -> None:
    page.emulate_media(color_scheme="light")
    page.goto(site.page("en", lesson))
    schemes = []
    for _ in range(2):
        schemes.append(page.locator("body").get_attribute("data-md-color-scheme"))
        contrast = page.evaluate(CONTRAST, "article svg text")
        assert contrast["text"] >= 4.5
        assert contrast["drawing"] >= 4.5
        assert min(contrast["series"]) >= 3  # WCAG 1.4.11, graphical objects
        page.locator("label[for^=__palette]:visible").click()
    assert schemes == ["default", "slate"]


def test_missing_page_is_in_english(site: Site) -> None:
    text = (site.folder / "404.html").read_text("utf-8")
    assert '<html lang="en"' in text
    assert "hreflang" not in text.partition("</head>")[0]
    for address in re.findall(r'(?:href|src)="/course/([^"#]+)"', text):
        found = site.folder / address
        assert (found / "index.html").exists() if found.is_dir() else found.exists(), address
