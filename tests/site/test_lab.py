"""The lab and the explorers in a real browser, against MuJoCo in Python and as readers use them."""

from __future__ import annotations

import gzip
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from physai.results import cell
from tests import lab_sample
from tools.hooks import lab_assets, vendor
from tools.problems import ROOT

STEPS = {"timeconst": 0.001, "dampratio": 0.05, "d0": 0.01, "dw": 0.01, "mass": 0.1}
START = {"timeconst": 0.02, "dampratio": 1.0, "d0": 0.9, "dw": 0.95, "mass": 1.0}
REST = 15_000  # ms

Open = Callable[..., Page]


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    if problem := vendor.install(ROOT):
        pytest.skip(problem)
    folder = tmp_path_factory.mktemp("lab")
    lab_sample.write_site(folder)
    with lab_sample.served(folder) as url:
        yield folder, url


@pytest.fixture
def visit(browser: Browser, sample: tuple[Path, str]) -> Iterator[Open]:
    """Open a sample page in a fresh profile; no script may fail and no request may leave the site."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def visit(place: str = "en", ready: bool = True, script: str = "", **settings: Any) -> Page:
        context = browser.new_context(viewport={"width": 1000, "height": 900}, **settings)
        contexts.append(context)
        page = context.new_page()
        page.add_init_script(script)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda r: None if r.url.startswith((sample[1], "data:")) else faults.append(r.url))
        page.goto(f"{sample[1]}/{place}/")
        if ready:
            expect(page.locator("sim-lab").first).to_have_attribute("data-state", "ready", timeout=REST)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert not faults


def move(page: Page, setting: dict[str, float], start: dict[str, float]) -> None:
    """Move the sliders with the arrow keys."""
    for param, value in setting.items():
        steps = round((value - start[param]) / STEPS[param])
        slider = page.locator(f"sim-lab input[name={param}]").first
        slider.focus()
        for _ in range(abs(steps)):
            page.keyboard.press("ArrowRight" if steps > 0 else "ArrowLeft")
        expect(slider).to_have_js_property("valueAsNumber", value)


def reading(page: Page, name: str) -> float:
    """A readout as shown."""
    text = page.locator(f"[data-readout={name}]").first.inner_text()
    return float(text.split()[0].replace(",", "."))


def test_settings_of_the_record_read_as_recorded(visit: Open) -> None:
    results = lab_sample.records()["soft_contact"].results
    rows = results.tables["lab"].rows
    assert len(rows) >= 6
    page = visit()
    lab, before = page.locator("sim-lab"), START
    for row in rows:
        setting = {param: results[cell("lab", row, param)].value for param in START}
        move(page, setting, before)
        page.locator("[data-action=drop]").press("Enter")
        expect(lab).to_have_attribute("data-motion", "running")
        expect(lab).to_have_attribute("data-motion", "rest", timeout=REST)
        for name, unit, last in (("measured", 1e3, 1e-4), ("predicted", 1e3, 1e-4), ("force", 1, 1e-3)):
            recorded = results[cell("lab", row, name)].value
            assert reading(page, name) == pytest.approx(recorded * unit, abs=0.51 * last), (name, setting)
        before = setting


@pytest.mark.parametrize(
    ("place", "length", "force"),
    [("en", "0.3672 mm", "9.810 N"), ("tr", "0,3672 mm", "9,810 N"), ("zh", "0.3672 mm", "9.810 N")],
)
def test_a_drop_reads_in_the_notation_of_the_page(visit: Open, place: str, length: str, force: str) -> None:
    page = visit(place)
    page.locator("[data-action=drop]").click()
    expect(page.locator("sim-lab")).to_have_attribute("data-motion", "rest", timeout=REST)
    for name, text in (("measured", length), ("predicted", length), ("force", force)):
        expect(page.locator(f"[data-readout={name}]").first).to_have_text(text)
    expect(page.locator("[data-engine]")).to_contain_text(
        "MuJoCo 3.14.0 · dt = 0,5 ms" if place == "tr" else "dt = 0.5 ms"
    )
    expect(page.locator(".sim-fallback").first).to_be_hidden()


def test_a_thousand_random_settings_agree_or_warn(visit: Open) -> None:
    rng = random.Random(6)
    ranges = {
        "timeconst": (4, 50, 1e-3),
        "dampratio": (2, 40, 0.05),
        "d0": (50, 99, 0.01),
        "dw": (50, 99, 0.01),
        "mass": (1, 100, 0.1),
    }
    settings = [{p: rng.randint(low, high) * step for p, (low, high, step) in ranges.items()} for _ in range(1000)]
    page = visit(reduced_motion="reduce")  # nothing runs by itself
    found = page.locator("sim-lab").evaluate(
        """async (lab, settings) => {
          const read = [];
          for (const setting of settings) {
            for (const [param, value] of Object.entries(setting)) lab.sim.set(param, value);
            lab.retune();
            while (lab.sim.time < 6 && !lab.sim.resting) lab.advance(0.25);
            const { measured, predicted, warnings } = lab.reading;
            read.push([measured, predicted[0].depth, warnings]);
          }
          return read;
        }""",
        settings,
    )
    quiet = [(s, 1e3 * m, 1e3 * p) for s, (m, p, warned) in zip(settings, found, strict=True) if not warned]
    assert [case for case in quiet if abs(case[1] - case[2]) > 0.03] == []
    assert len(quiet) > 400  # dw < d0 in half of the settings, and that is warned of


def test_several_rest_depths_are_all_named(visit: Open) -> None:
    page = visit()
    move(page, {"d0": 0.99, "dw": 0.5}, START)
    warnings = page.locator("[data-warnings]")
    expect(warnings.locator("[data-warning=several]")).to_be_visible()
    expect(warnings.locator("[data-depths]")).to_contain_text("1.9620 mm · 0.5245 mm (unstable) · 0.0101 mm")
    move(page, {"d0": 0.9, "dw": 0.95}, {"d0": 0.99, "dw": 0.5})
    expect(warnings).to_be_hidden()


def test_a_ball_that_gains_energy_is_warned_of(visit: Open) -> None:
    page = visit()
    move(page, {"timeconst": 0.004, "dampratio": 0.1, "dw": 0.5}, START)
    expect(page.locator("[data-warning=unstable]")).to_be_visible()
    page.locator("sim-lab").evaluate("(lab) => lab.advance(8)")
    expect(page.locator("[data-warning=gained]")).to_be_visible()
    expect(page.locator("[data-warning=moving]")).to_be_visible()


def test_two_copies_do_not_meet(visit: Open) -> None:
    page = visit("two")
    first, second = page.locator("sim-lab").first, page.locator("sim-lab").last
    expect(second).to_have_attribute("data-state", "ready", timeout=REST)
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map((e) => e.id)")
    assert len(ids) == len(set(ids))
    move(page, {"timeconst": 0.05}, START)
    expect(first).to_have_attribute("data-motion", "rest", timeout=REST)
    expect(first.locator("[data-readout=measured]")).to_have_text(re.compile(r"1\.226[23] mm"))
    expect(second).to_have_attribute("data-motion", "paused")  # nobody sees it
    second.scroll_into_view_if_needed()
    expect(second).to_have_attribute("data-motion", "rest", timeout=REST)
    expect(second.locator("[data-readout=measured]")).to_have_text("0.3672 mm")


def test_it_pauses_off_screen(visit: Open) -> None:
    page = visit("two")
    lab = page.locator("sim-lab").first
    lab.locator("[data-action=drop]").click()
    page.evaluate("scrollTo(0, 2000)")
    expect(lab).to_have_attribute("data-motion", "paused")
    time = lab.evaluate("(lab) => lab.reading.time")
    page.wait_for_timeout(400)
    assert lab.evaluate("(lab) => lab.reading.time") == time < 2
    page.evaluate("scrollTo(0, 0)")
    expect(lab).to_have_attribute("data-motion", "rest", timeout=REST)


def test_a_reader_who_prefers_no_motion_is_shown_the_outcome(visit: Open) -> None:
    page = visit(reduced_motion="reduce")
    lab = page.locator("sim-lab")
    page.wait_for_timeout(400)
    assert lab.evaluate("(lab) => lab.reading.time") == 0
    expect(lab).to_have_attribute("data-motion", "paused")
    page.locator("[data-action=drop]").click()
    expect(page.locator("[data-readout=measured]")).to_have_text("0.3672 mm", timeout=500)
    expect(lab).to_have_attribute("data-motion", "rest")


@pytest.mark.parametrize(
    "script", ["delete globalThis.WebAssembly", "globalThis.fetch = () => Promise.reject(new Error('offline'))"]
)
def test_where_it_cannot_run_it_says_so_and_shows_the_table(visit: Open, script: str) -> None:
    page = visit(ready=False, script=script)
    expect(page.locator("sim-lab")).to_have_attribute("data-state", "failed", timeout=REST)
    expect(page.locator(".sim-message")).to_contain_text("could not be started")
    expect(page.locator("sim-lab table")).to_contain_text("0.3672")
    expect(page.locator("sim-lab input").first).to_be_hidden()


def test_without_scripts_table_and_static_plots_stand_in(visit: Open) -> None:
    page = visit(ready=False, java_script_enabled=False)
    expect(page.locator("sim-lab table")).to_be_visible()
    assert page.locator("curve-explorer .static:visible").count() == 4


def test_it_can_be_heard_and_does_not_chatter(visit: Open) -> None:
    page = visit()
    for slider in page.locator("sim-lab input[type=range]").all():
        name = slider.get_attribute("id")
        assert page.locator(f"label[for={name}]").inner_text()
        assert slider.get_attribute("aria-valuetext") == page.locator(f"output[for={name}]").inner_text()
    assert page.locator("sim-lab output:not([aria-live=off])").count() == 0
    spoken = page.locator("sim-lab .sim-spoken")
    spoken.evaluate("(e) => { e.count = 0; new MutationObserver(() => e.count++).observe(e, { childList: true }); }")
    page.locator("[data-action=drop]").click()
    expect(page.locator("sim-lab")).to_have_attribute("data-motion", "rest", timeout=REST)
    expect(spoken).to_contain_text("measured penetration: 0.3672 mm", timeout=5000)
    assert spoken.evaluate("(e) => e.count") <= 2


def test_a_frame_is_cheap(visit: Open) -> None:
    costs = (
        visit()
        .locator("sim-lab")
        .evaluate(
            """(lab) => Array.from({ length: 60 }, () => {
          const start = performance.now();
          lab.advance(1 / 60);
          return performance.now() - start;
        })"""
        )
    )
    assert sorted(costs)[30] < 8  # ms, half of what 60 frames a second allow


def test_it_fits_a_phone_and_follows_dark_mode(visit: Open) -> None:
    page = visit(reduced_motion="reduce")
    ball = "(c) => [...c.getContext('2d').getImageData(c.width * 0.25, c.height * 0.35, 1, 1).data].join()"
    light = page.locator("sim-lab canvas").first.evaluate(ball)
    page.evaluate("document.body.dataset.mdColorScheme = 'slate'")
    page.wait_for_timeout(100)
    assert page.locator("sim-lab canvas").first.evaluate(ball) != light
    page.set_viewport_size({"width": 360, "height": 700})
    page.wait_for_timeout(200)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_download_is_small_and_only_where_there_is_a_lab(
    visit: Open, browser: Browser, sample: tuple[Path, str]
) -> None:
    asked: list[str] = []
    with browser.new_context() as context:
        page = context.new_page()
        page.on("request", lambda request: asked.append(request.url.removeprefix(f"{sample[1]}/")))
        page.goto(f"{sample[1]}/none/")
        page.wait_for_timeout(300)
        assert [url for url in asked if "assets" in url] == []
        page.goto(f"{sample[1]}/en/")
        expect(page.locator("sim-lab")).to_have_attribute("data-state", "ready", timeout=REST)
    assert "assets/vendor/mujoco/mujoco.wasm.gz" in asked
    packed = lab_assets.packed((sample[0] / "assets/vendor/mujoco/mujoco.wasm").read_bytes())
    files = {url for url in asked if url.startswith("assets/") and not url.endswith(".gz")}
    assert len(packed) + sum(len(gzip.compress((sample[0] / file).read_bytes())) for file in files) < 1.5e6


def test_leaving_and_coming_back_does_not_grow(visit: Open, sample: tuple[Path, str]) -> None:
    page = visit()
    sizes = page.locator("sim-lab").evaluate(
        """async (lab) => {
          const [home, sizes] = [lab.parentElement, []];
          for (let i = 0; i < 50; i++) {
            lab.remove();
            home.append(lab);
            while (lab.dataset.state !== "ready") await new Promise((done) => setTimeout(done, 5));
            lab.advance(0.1);
            sizes.push(lab.reading.memory);
          }
          return sizes;
        }"""
    )
    assert sizes[5] == sizes[-1]
    assert page.locator("sim-lab .sim-ui").count() == 1


def test_visiting_the_page_fifty_times_does_not_grow(visit: Open, sample: tuple[Path, str]) -> None:
    page = visit()
    tools = page.context.new_cdp_session(page)
    tools.send("Performance.enable")

    def heap() -> float:
        tools.send("HeapProfiler.collectGarbage")
        found = {m["name"]: m["value"] for m in tools.send("Performance.getMetrics")["metrics"]}
        return float(found["JSHeapUsedSize"])

    used = []
    for visits in range(50):
        page.goto(f"{sample[1]}/none/")
        if visits in (9, 49):
            used.append(heap())
        page.goto(f"{sample[1]}/en/")
        page.wait_for_selector("sim-lab[data-state=ready]")
    assert used[1] < used[0] + 2e6, used


def test_an_explorer_reads_the_curve_where_the_reader_points(visit: Open) -> None:
    page = visit("tr")
    explorer = page.locator("curve-explorer[data-curve=effective_weight]")
    explorer.scroll_into_view_if_needed()
    expect(explorer).to_have_attribute("data-state", "ready", timeout=REST)
    expect(explorer.locator("[data-readout=weight]")).to_have_text("0,8182")  # d = 0.9, ratio 2: 9/11
    explorer.locator("input[name=ratio]").focus()
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
    expect(explorer.locator("[data-readout=weight]")).to_have_text("0,9000")  # ratio 1: the d that was set
    box = explorer.locator(".u-over").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 50)
    assert explorer.evaluate("(e) => e.reading.x") == pytest.approx(0.5, abs=0.02)
    expect(explorer.locator("output[data-value=d]")).to_have_text(re.compile("0,(49|50|51)"))
