"""Where a figure comes from: cards by keyboard and by touch, links that lead somewhere, and nothing for axe to find."""

from __future__ import annotations

import json
import re
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.site.served import Site
from tools.experiments import read_records
from tools.lessons import locales, read_course
from tools.problems import ROOT
from tools.sources import read

LESSONS = read_course().live()
LOCALES = locales()
RECORDS = read_records(read()[0].topics())[0]
GROUPS = "article :is(table, p, li, dd, dt, figcaption, legend, label, h2, h3, h4):has(data.v)"

each_page = pytest.mark.parametrize(("lesson", "locale"), [(x, y) for x in LESSONS for y in LOCALES])
each_locale = pytest.mark.parametrize("locale", LOCALES)


@contextmanager
def phone(browser: Browser) -> Iterator[Page]:
    """A narrow screen that is touched."""
    context = browser.new_context(viewport={"width": 360, "height": 720}, has_touch=True, is_mobile=True)
    yield context.new_page()
    context.close()


@pytest.fixture
def axe(site: Site) -> Path:
    """The accessibility checker; it comes with the packages that building the site installs."""
    script = ROOT / "node_modules/axe-core/axe.min.js"
    if not script.exists():
        pytest.skip("axe-core is not installed, which needs npm")
    return script


def words(page: Page) -> dict[str, str]:
    """The card's words in the page's language."""
    found: dict[str, str] = page.evaluate("({...document.getElementById('cards').dataset})")
    return found


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.dataset.of ?? document.activeElement.className"))


def table(page: Page) -> Locator:
    return (
        page.locator("article table:has(tbody tr:nth-child(2) data.v):not(:has(tbody :is(a, button)))")
        .locator("visible=true")
        .first
    )


@each_page
def test_a_table_is_one_tab_stop_with_arrows_inside(site: Site, page: Page, lesson: str, locale: str) -> None:
    page.goto(site.page(locale, lesson))
    figures = table(page).locator("data.v")
    assert figures.count() > 3
    expect(table(page).locator("data.v[tabindex='0']")).to_have_count(1)
    figures.first.focus()
    names = figures.evaluate_all("all => all.map(v => v.dataset.of)")

    page.keyboard.press("ArrowRight")
    assert focused(page) == names[1]
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert focused(page) == names[-1]
    page.keyboard.press("Home")
    assert focused(page) == names[0]
    page.keyboard.press("End")
    assert focused(page) == names[-1]
    page.keyboard.press("Tab")

    assert not page.evaluate("t => t.contains(document.activeElement)", table(page).element_handle())


@each_page
def test_enter_opens_escape_closes_and_focus_returns(site: Site, page: Page, lesson: str, locale: str) -> None:
    page.goto(site.page(locale, lesson))
    figure = table(page).locator("data.v").nth(1)
    figure.focus()

    page.keyboard.press("Enter")

    card = page.locator(".card[role=dialog]")
    expect(card).to_be_visible()
    expect(card).to_be_focused()
    expect(figure).to_have_attribute("aria-expanded", "true")
    of = figure.get_attribute("data-of") or ""
    topic, _, name = of.partition(":")
    record = RECORDS[topic]
    text = card.inner_text()
    assert of in text
    assert record.run.date in text
    assert f"mujoco {record.ingredients.libraries['mujoco']}" in text
    assert all(words(page)[key] in text for key in ("full", "kind", "function", "versions", "date"))
    assert (record.results[name].by or f"physai.experiments.{topic}").replace(":", ".") in text
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    expect(figure).to_be_focused()
    expect(figure).to_have_attribute("aria-expanded", "false")


@each_page
def test_a_tapped_card_fits_a_narrow_screen(site: Site, browser: Browser, lesson: str, locale: str) -> None:
    with phone(browser) as page:
        page.goto(site.page(locale, lesson))
        for at in (0, -1):  # one near the top of the page, one near its end
            figure = page.locator("article p data.v").locator("visible=true").nth(at)
            figure.scroll_into_view_if_needed()
            figure.tap()
            card = page.locator(".card[role=dialog]")
            expect(card).to_be_visible()
            box = card.bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= 360
            assert page.evaluate("document.documentElement.scrollWidth") <= 360
            close = card.get_by_role("button", name=words(page)["close"])
            size = close.bounding_box()
            assert size is not None
            assert min(size["width"], size["height"]) >= 24, "a target that a finger hits (WCAG 2.2, 2.5.8)"
            close.tap()
            expect(card).to_have_count(0)
        figure.tap()
        expect(page.locator(".card[role=dialog]")).to_be_visible()
        page.touchscreen.tap(350, 5)  # beside it
        expect(page.locator(".card[role=dialog]")).to_have_count(0)


@each_page
def test_a_sentence_shows_the_claim_it_rests_on(site: Site, page: Page, lesson: str, locale: str) -> None:
    page.goto(site.page(locale, lesson))
    mark = page.locator("button.claim").first
    sentence = page.locator("article [data-claims]:has(button.claim)").first
    names = (sentence.get_attribute("data-claims") or "").split()

    mark.focus()
    page.keyboard.press("Enter")

    card = page.locator(".card[role=dialog]")
    expect(card).to_be_visible()
    text = card.inner_text()
    assert words(page)["holds"] in text
    for name in names:
        assert name in text
        assert f"def {name.partition(':')[2].replace('-', '_')}(" in text
    page.keyboard.press("Escape")
    expect(mark).to_be_focused()


@each_locale
def test_every_figure_says_what_it_is(site: Site, page: Page, locale: str) -> None:
    base = site.page(locale, LESSONS[-1])
    values = json.loads(read_url(f"{base}values.json"))["values"]
    page.goto(base)
    shown = set(page.locator("article data.v").evaluate_all("all => all.map(v => v.dataset.of)"))
    assert len(shown) > 100
    assert [of for of in sorted(shown) if not values[of].get("what")] == []
    figure = page.locator("article p data.v").locator("visible=true").first
    figure.click()
    expect(page.locator(".card .card-what")).to_have_text(values[figure.get_attribute("data-of") or ""]["what"])


@each_page
def test_without_scripts_every_figure_keeps_a_title(site: Site, lesson: str, locale: str) -> None:
    tags = re.findall(r"<data [^>]*>", site.file(locale, lesson).read_text("utf-8"))
    figures = [dict(re.findall(r'([\w-]+)="([^"]*)"', tag)) for tag in tags]
    assert len(figures) > 100
    for figure in figures:
        assert figure["title"].endswith(figure["data-of"])
        number = re.split(r"[\s\u00a0]", figure["title"])[0].replace(",", ".").strip("%")
        if re.fullmatch(r"\d+(\.\d+)?", number) and "×" not in figure["title"]:
            assert Decimal(number) == Decimal(figure["value"])


def test_a_mark_is_unseen_until_asked_for_and_wide_enough_for_a_finger(
    site: Site, page: Page, browser: Browser
) -> None:
    locale, lesson = LOCALES[0], LESSONS[-1]
    page.goto(site.page(locale, lesson))
    mark = page.locator("article p button.claim").locator("visible=true").first
    expect(mark).to_have_css("opacity", "0")
    mark.locator("xpath=..").hover()
    expect(mark).to_have_css("opacity", "1")
    assert page.locator("article :is(h2, h3, h4) button.claim").count() == 0, "no part of a heading's name"
    with phone(browser) as small:
        small.goto(site.page(locale, lesson))
        mark = small.locator("article p button.claim").locator("visible=true").first
        expect(mark).to_have_css("opacity", "1")
        mark.scroll_into_view_if_needed()
        box = mark.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        for across, down in ((-11, 0), (11, 0), (0, -11), (0, 11)):
            hit = small.evaluate("([x, y]) => document.elementFromPoint(x, y)?.className", [x + across, y + down])
            assert hit == "claim", (across, down, hit)


@each_page
def test_every_link_leads_to_its_line(site: Site, page: Page, lesson: str, locale: str) -> None:
    base = site.page(locale, lesson)
    data = json.loads(read_url(f"{base}values.json"))
    links = {v["href"] for v in data["values"].values()} | {c["href"] for c in data["claims"].values()}
    pages = {}
    for link in links:
        address, _, anchor = urllib.parse.urljoin(base, link).partition("#")
        pages[address] = pages.get(address) or read_url(address)
        assert f'id="{anchor}"' in pages[address] or f'name="{anchor}"' in pages[address], link
    page.goto(base)
    for href in page.locator("article .plot-data a").evaluate_all("all => all.map(a => a.href)"):
        assert read_url(href)
    numbers = page.locator("article a[href*='numbers']").first.evaluate("a => a.href")
    page.goto(numbers)
    rows = page.locator("article tbody tr")
    assert rows.count() > 20
    for href in set(page.locator("article tbody td a").evaluate_all("all => all.map(a => a.href)")):
        if href.startswith(site.url):
            address, _, anchor = href.partition("#")
            pages[address] = pages.get(address) or read_url(address)
            assert re.search(rf'\b(id|name)="?{re.escape(anchor)}["\s>]', pages[address]), href


def read_url(address: str) -> str:
    with urllib.request.urlopen(address) as answer:
        assert answer.status == 200
        return str(answer.read().decode())


@each_page
def test_the_raw_value_is_the_record_s_in_the_shown_unit(site: Site, page: Page, lesson: str, locale: str) -> None:
    page.goto(site.page(locale, lesson))
    for raw, of in page.locator("article data.v").evaluate_all("all => all.map(v => [v.value, v.dataset.of])"):
        topic, _, name = of.partition(":")
        value = RECORDS[topic].results[name].value
        if isinstance(value, str | bool) or value is None:
            continue
        ratio = Decimal(raw) / Decimal(repr(value)) if value else Decimal(raw) + 1
        assert ratio in {Decimal(10) ** power for power in range(-12, 13)}, (of, raw, value)


AXE_RUN = """async (rules) => (await axe.run({ include: document, exclude: ".katex-html" }, rules)).violations.map(
  (v) => `${v.id}: ${v.help}: ${v.nodes.slice(0, 3).map((n) => `${n.target} ${n.html.slice(0, 150)}`).join(' | ')}`)"""
CONTRAST = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}


@each_page
def test_axe_finds_nothing_with_a_card_open(site: Site, axe: Path, browser: Browser, lesson: str, locale: str) -> None:
    schemes = [("light", {}), *([("dark", CONTRAST)] if locale == LOCALES[0] else [])]  # colours know no language
    for scheme, rules in schemes:
        context = browser.new_context(color_scheme=scheme, reduced_motion="reduce")
        page = context.new_page()
        page.goto(site.page(locale, lesson))
        page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
        for quiz in page.locator("fieldset.quiz").all():
            quiz.locator("input").first.check()
        figure = page.locator("article p data.v").first
        figure.click()
        expect(page.locator(".card[role=dialog]")).to_be_visible()
        page.add_script_tag(path=axe)
        assert page.evaluate(AXE_RUN, rules) == [], scheme
        page.keyboard.press("Escape")
        page.locator("button.claim").first.click()
        expect(page.locator(".card[role=dialog]")).to_be_visible()
        assert page.evaluate("async (r) => (await axe.run('.card', r)).violations.map((v) => v.id)", rules) == [], (
            scheme
        )
        context.close()


@each_locale
def test_axe_finds_nothing_on_home_and_numbers(site: Site, axe: Path, page: Page, locale: str) -> None:
    for address in (site.page(locale), f"{site.page(locale, LESSONS[0])}numbers/"):
        page.goto(address)
        page.add_script_tag(path=axe)
        assert page.evaluate(AXE_RUN, {}) == [], address
