"""A lab's configuration: what is accepted, and what a person is told about the rest."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import mujoco
import pytest

from tests import lab_sample
from tools import lab
from tools.problems import ROOT

SOURCE = (lab_sample.DATA / "lab.toml").read_text("utf-8")


def render(source: str, root: Path, name: str = "softness") -> tuple[str, list[str]]:
    """Markup and problems, each as the line of the source it names and its text."""
    lesson, words = lab_sample.lesson(root, source), lab_sample.words("en")
    if name == "softness":
        markup = lab.lab(name, lesson, words, lab_sample.records(), "../", root)
    else:
        markup = lab.explorer(name, lesson, words, "../", "figure", root)
    lines = source.splitlines()
    assert all(p.path == f"lessons/{lab_sample.LESSON}.toml" and p.line for p in words.problems)
    return markup, [f"{lines[p.line - 1].strip()} -> {p.what} {p.remedy}" for p in words.problems]


def test_the_sample_is_good(tmp_path: Path) -> None:
    for name in ("softness", "impedance", "effective_weight", "response", "force"):
        markup, problems = render(SOURCE, tmp_path, name)
        assert problems == []
        assert markup.count("data-config=") == 1


def test_the_page_gets_the_scene_that_python_simulates(tmp_path: Path) -> None:
    markup, _ = render(SOURCE, tmp_path)
    scene = unescape(re.search(r'data-scene="([^"]*)"', markup)[1])  # type: ignore[index]
    here = mujoco.MjModel.from_xml_string(scene)
    there = mujoco.MjModel.from_xml_path(str(ROOT / "physai/scenes/soft_contact_lab.xml"))
    assert here.opt.timestep == there.opt.timestep == 0.0005
    for field in ("geom_solref", "geom_solimp", "geom_size", "body_mass", "body_pos", "geom_condim"):
        assert (getattr(here, field) == getattr(there, field)).all()
    assert "\n" not in scene


def test_configuration_and_words_survive_as_attributes(tmp_path: Path) -> None:
    markup, _ = render(SOURCE, tmp_path)
    config = json.loads(unescape(re.search(r'data-config="([^"]*)"', markup)[1]))  # type: ignore[index]
    said = json.loads(unescape(re.search(r'data-words="([^"]*)"', markup)[1]))  # type: ignore[index]
    assert [c["param"] for c in config["controls"]] == ["timeconst", "dampratio", "d0", "dw", "mass"]
    assert config["readouts"][0] == {"name": "measured", "unit": "mm", "power": 3, "digits": ".4f"}
    assert said["controls"]["dw"] == "impedance at full width, dw"
    assert '"deepest"' not in said["warnings"]["several"]
    assert '"predicted"' in said["warnings"]["several"]


@pytest.mark.parametrize(
    ("old", "new", "line", "what"),
    [
        ('param = "mass"', 'param = "massa"', "massa", "unknown parameter 'massa' known: mass"),
        ("min = 0.1, max = 10", "min = 0, max = 10", "mass", "mass = 0 is outside MuJoCo's range, above 0 kg"),
        ("max = 0.99, step", "max = 1.00, step", '"d0"', "d0 = 1 is outside MuJoCo's range, from 0.0001 to 0.9999"),
        ("min = 0.004", "min = 0.0005", "timeconst", "is below two timesteps of the scene: refsafe would raise it"),
        ("start = 0.02,", "start = 0.06,", "timeconst", "timeconst needs min <= start <= max"),
        ("start = 0.02,", "start = 0.0205,", "timeconst", "timeconst = 0.0205 is not a whole number of steps"),
        ('unit = "s", digits = ".3f"', 'unit = "mm", digits = ".3f"', "timeconst", "is in s and cannot be shown in mm"),
        (
            'unit = "kg", digits = ".1f"',
            'unit = "kg", digits = ".0f"',
            "mass",
            "writes two positions of the slider alike",
        ),
        ('unit = "kg", digits = ".1f"', 'unit = "kg", digits = "1f"', "mass", "digits '1f' are not of the form"),
        ('unit = "kg", digits', 'unit = "kg", label = "no.such", digits', "mass", "message @no.such does not exist"),
        ('unit = "kg", digits', 'unit = "kg", units = "g", digits', "mass", "contains unknown field `units`"),
        ("min = 0.1, max = 10", 'min = "0.1", max = 10', "mass", "Expected `float`, got `str`"),
        ('name = "measured", unit', 'name = "mesured", unit', "mesured", "unknown reading 'mesured' known: measured"),
        (
            '{ name = "force", unit = "N", digits = ".3f" },',
            "",
            "[labs.softness]",
            "the readings must be measured, predicted",
        ),
        ("soft_contact_lab.xml", "soft_lab.xml", "soft_lab.xml", "scene 'physai/scenes/soft_lab.xml' cannot be read"),
        ('table = "lab"', 'table = "lap"', "lap", "no table 'lap' known: lab"),
        ("window = 2", "window = 0", "[labs.softness]", "the plot's window of 0 s is empty"),
    ],
)
def test_a_faulty_lab_is_refused_with_its_line(tmp_path: Path, old: str, new: str, line: str, what: str) -> None:
    head, section, rest = SOURCE.partition("[labs.softness]")
    markup, problems = render(head + section + rest.replace(old, new, 1), tmp_path)
    assert markup == ""
    assert len([p for p in problems if what in p and line in p.partition(" -> ")[0]]) == 1, problems


@pytest.mark.parametrize(
    ("name", "old", "new", "line", "what"),
    [
        ("force", 'curve = "force"', 'curve = "power"', '"power"', "unknown curve 'power'"),
        ("force", 'param = "velocity"', 'param = "speed"', "speed", "unknown parameter 'speed'"),
        ("force", 'param = "r"', 'param = "t"', '"t"', "unknown parameter 't' known: r"),
        ("response", 'name = "remaining"', 'name = "d"', '"d"', "unknown reading 'd'"),
        (
            "response",
            'curve = "response"',
            'curve = "response"\nfixed = { power = 3 }',
            "[explorers.response]",
            "unknown parameter 'power'",
        ),
        ("impedance", "min = 1, max = 6", "min = 0, max = 6", "power", "power = 0 is outside MuJoCo's range, from 1"),
    ],
)
def test_a_faulty_explorer_is_refused_with_its_line(
    tmp_path: Path, name: str, old: str, new: str, line: str, what: str
) -> None:
    head, section, rest = SOURCE.partition(f"[explorers.{name}]")
    markup, problems = render(head + section + rest.replace(old, new, 1), tmp_path, name)
    assert markup == ""
    assert [p for p in problems if what in p and line in p.partition(" -> ")[0]], problems


def test_a_lab_that_the_lesson_does_not_have(tmp_path: Path) -> None:
    words = lab_sample.words("en")
    assert lab.lab("hardness", lab_sample.lesson(tmp_path, SOURCE), words, {}, "../", tmp_path) == ""
    assert words.problems[0].what == "[labs.hardness] there is no such section"
    assert words.problems[0].remedy == "known: softness"


def test_every_language_has_every_message(tmp_path: Path) -> None:
    lesson = lab_sample.lesson(tmp_path, SOURCE)
    for locale in ("tr", "zh"):
        words = lab_sample.words(locale)
        markup = lab.lab("softness", lesson, words, lab_sample.records(), "../", tmp_path)
        assert words.problems == []
        assert "at rest" not in markup
