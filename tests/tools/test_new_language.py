"""A fourth language is a folder: a throw-away German of the first sections of lesson 03, from `new` to its page."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from tests.tools.translating import replaced
from tools import experiments, locales, sources, writer
from tools.manifest import Manifest
from tools.problems import ROOT
from tools.status import survey, translated

LESSON = "03-contact"
GERMAN = {
    "title": "Kontakt: weiche Zwangsbedingungen",
    "lead": "Ein Kontakt in MuJoCo ist eine steife, gedämpfte, gedachte Feder.",
    "problem.practice": (
        'Jemand verlangt einen harten Kontakt: `solref=".0000001 1"` und `solimp="0.99 .99 .0001"`. Der Stapel '
        "explodiert ([MuJoCo issue tracker](https://github.com/google-deepmind/mujoco/issues/546))."
    ),
    "problem.silent": "Beim Zeitschritt {{ default.timestep }} hebt MuJoCo kürzere Konstanten auf {{ guard }} an.",
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The course with a German that just began."""
    root = tmp_path_factory.mktemp("course")
    for folder in ("lessons", "locales", "physai"):
        shutil.copytree(ROOT / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__", "de"))
    assert locales.main(["new", "de"], root) == 0
    english = sources.read(root)[0].catalogues["en"][LESSON].messages
    for key, text in GERMAN.items():
        replaced(root / f"locales/de/{LESSON}.md", f"\n{english[key].text}\n", f"\n{text}\n")
    return root


def test_what_was_written_over_is_done_and_the_rest_is_missing(project: Path) -> None:
    rows = survey(sources.read(project)[0], ["de"])

    assert {r.key for r in rows if r.lesson == LESSON and r.state == "done"} >= GERMAN.keys()
    assert {r.state for r in rows} <= {"done", "missing", "waived"}
    assert sum(r.state == "missing" for r in rows) > len(rows) / 2
    assert locales.main(["check", "de"], project) == 0


def test_the_page_is_german_with_german_numbers_and_english_marked_as_such(project: Path) -> None:
    words, problems = sources.read(project)
    english = words.catalogues["en"]
    german = {name: translated(own, english[name]) for name, own in words.catalogues["de"].items()}
    words = replace(words, catalogues={"en": english, "de": german}, lessons={LESSON: words.lessons[LESSON]})
    records, _ = experiments.read_records(words.topics(), project)

    nothing_known = Manifest(project / "build/manifest.json", {})
    # the project's folder of drawings is used, which only saves time
    files, _, faults = writer.pages(words, records, ROOT / "build", nothing_known, project)

    page = files[f"de/{LESSON}.md"]
    assert problems == faults == []
    assert GERMAN["title"] in page
    assert re.search(r"Beim Zeitschritt <data [^>]*>2\s*ms</data> hebt", page)
    untranslated = english[LESSON].messages["problem.measure"].text.partition(":")[0]
    assert re.search(rf'<div class="fallback" lang="en"[^>]*>\s+{re.escape(untranslated)}', page)
    own = re.sub(r'<(div|span) class="fallback".*?</\1>', "", page, flags=re.S)
    figures = re.findall(r">([^<]*)</data>", own)
    assert any(re.search(r"\d,\d", figure) for figure in figures)
    assert not any(re.search(r"\d\.\d", figure) for figure in figures)
