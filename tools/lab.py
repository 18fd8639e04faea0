"""Markup of the live lab and the curve explorers: elements of `theme/assets/lab`, configured by `data-*` attributes.

What stands inside an element, the measured table or the static plot, is for readers without scripts or WebAssembly.
"""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TypeVar

import msgspec

from physai.results import ResultError, nearest
from tools import components, tables
from tools.bindings import Records
from tools.lab_config import CURVES, Control, Explorer, Fault, Lab, Reading, explorer_faults, lab_faults, power
from tools.lessons import Lesson, line_of
from tools.problems import ROOT, Problem
from tools.values import aside
from tools.words import Words, anchor_of

Kind = TypeVar("Kind", Lab, Explorer)
STATES = ("drop", "loading", "failed", "moving", "rest", "unstable")  # messages lab.<name>
WARNINGS = ("several", "unstable", "gained", "moving")  # messages lab.warning.<name>


def lab(name: str, lesson: Lesson, words: Words, records: Records, base: str, root: Path = ROOT) -> str:
    """A lab around its measured table; what is wrong with it goes to the problems of `words`."""
    place = Place(lesson, "labs", name, words, root)
    spec = place.read(Lab)
    scene = place.scene(spec.scene) if spec else None
    if spec is None or scene is None:
        return ""
    option = scene.find("option")
    timestep = float(option.get("timestep", 0.002)) if option is not None else 0.002
    keys = {state: f"lab.{state}" for state in STATES}
    keys |= {"title": f"lab.{name}", "view": f"lab.{name}.view", "plot": f"lab.{name}.plot"}
    keys |= {"x": "parameter.t", "y": "reading.height"}
    warnings = {warning: f"lab.warning.{warning}" for warning in WARNINGS}
    faults = lab_faults(spec, lesson.tables, timestep)
    if not place.good(faults, spec.controls, spec.readouts, (*keys.values(), *warnings.values())):
        return ""
    config = {
        "controls": [_slider(control) for control in spec.controls],
        "readouts": [_shape(reading) for reading in spec.readouts],
        "plot": {
            "window": spec.plot.window,
            "x": {"unit": "s", "power": 0},
            "y": {"unit": spec.plot.unit, "power": power(spec.plot.unit)},
        },
    }
    try:
        body = tables.results_table(spec.table, lesson.tables[spec.table], records, words)
    except ResultError as error:
        place.report(Fault(str(error), spec.table))
        return ""
    table = components.table(words.unique(anchor_of("table", spec.table)), words.inline(f"table.{spec.table}"), body)
    named = place.labels(spec.controls, spec.readouts)
    said = {**place.say(keys), **named, "warnings": place.say(warnings), "aside": aside("{}", words.locale)}
    return _element("sim-lab", base, table, scene=_compact(scene), config=config, words=said)


def explorer(name: str, lesson: Lesson, words: Words, base: str, figure: str, root: Path = ROOT) -> str:
    """An explorer around its static plot `figure`; what is wrong with it goes to the problems of `words`."""
    place = Place(lesson, "explorers", name, words, root)
    spec = place.read(Explorer)
    if spec is None:
        return ""
    keys = {"title": f"explorer.{name}", "plot": f"explorer.{name}.plot"}
    controls = (*spec.controls, spec.x)
    if not place.good(explorer_faults(spec), controls, spec.y, keys.values()):
        return ""
    config = {
        "controls": [_slider(control) for control in spec.controls],
        "x": _slider(spec.x),
        "y": [_shape(reading) for reading in spec.y],
        "fixed": {p: spec.fixed.get(p, known.default) for p, known in CURVES[spec.curve].parameters.items()},
    }
    said = {**place.say(keys), **place.labels(controls, spec.y), "aside": aside("{}", words.locale)}
    return _element("curve-explorer", base, figure, curve=spec.curve, config=config, words=said)


@dataclass(frozen=True, slots=True)
class Place:
    """One configuration in its lesson source: faults get their line, messages are looked up."""

    lesson: Lesson
    section: str
    name: str
    words: Words
    root: Path

    def report(self, fault: Fault) -> None:
        """Add a problem at the line that holds `fault.near` as a value, else at the section's."""
        lines = (self.root / self.lesson.path).read_text("utf-8").splitlines()
        start = line_of(lines, self.section, self.name)
        line, own = start, f"{self.section}.{self.name}"
        for number, text in enumerate(lines[start:], start + 1):
            header = re.match(r"\s*\[+([\w.-]+)\]", text)
            if header and not header[1].startswith(own):
                break
            if fault.near and f'"{fault.near}"' in text:
                line = number
                break
        self.words.problems.append(Problem(self.lesson.path, line, f"[{own}] {fault.what}", fault.remedy))

    def read(self, kind: type[Kind]) -> Kind | None:
        """The configuration, or None with a problem."""
        found = getattr(self.lesson, self.section)
        if self.name not in found:
            self.report(Fault("there is no such section", "", f"known: {', '.join(found) or 'none'}"))
            return None
        try:
            return msgspec.convert(found[self.name], kind)
        except msgspec.ValidationError as error:
            near = ""
            if item := re.search(r"\$\.(\w+)\[(\d+)\]", str(error)):
                entry = found[self.name][item[1]][int(item[2])]
                near = str(entry.get("param", entry.get("name", ""))) if isinstance(entry, dict) else ""
            self.report(Fault(str(error).replace("Object ", ""), near))
            return None

    def scene(self, path: str) -> ElementTree.Element | None:
        """The scene that Python simulates too, or None with a problem."""
        try:
            return ElementTree.fromstring((self.root / path).read_text("utf-8"))
        except (OSError, ElementTree.ParseError) as error:
            self.report(Fault(f"scene {path!r} cannot be read: {error}", path))
            return None

    def good(
        self,
        faults: Iterable[Fault],
        controls: Iterable[Control],
        readings: Iterable[Reading],
        keys: Iterable[str],
    ) -> bool:
        """Report faults and messages that do not exist; True when there are none."""
        named = {c.message: c.label or c.param for c in controls} | {r.message: r.label or r.name for r in readings}
        found = [*faults, *self._missing({**dict.fromkeys(keys, ""), **named})]
        for fault in found:
            self.report(fault)
        return not found

    def say(self, keys: Mapping[str, str]) -> dict[str, str]:
        """Messages as plain text; a label cannot show code marks."""
        return {name: self.words.plain(key).replace("`", "") for name, key in keys.items()}

    def labels(self, controls: Iterable[Control], readings: Iterable[Reading]) -> dict[str, dict[str, str]]:
        """What sliders and readings are called."""
        return {
            "controls": self.say({c.param: c.message for c in controls}),
            "readouts": self.say({r.name: r.message for r in readings}),
        }

    def _missing(self, keys: Mapping[str, str]) -> Iterator[Fault]:
        known = [key for catalogue in self.words.english for key in catalogue.messages]
        for key, near in keys.items():
            if key not in known:
                remedy = f"nearest: {', '.join(nearest(key, known)) or 'none'}"
                yield Fault(f"message @{key} does not exist in English", near, remedy)


def _slider(control: Control) -> dict[str, str | float]:
    shape: dict[str, str | float] = {"unit": control.unit, "power": power(control.unit), "digits": control.digits}
    ends = {"min": control.min, "max": control.max, "step": control.step, "start": control.start}
    return {"param": control.param, **ends, **shape}


def _shape(reading: Reading) -> dict[str, str | int]:
    return {"name": reading.name, "unit": reading.unit, "power": power(reading.unit), "digits": reading.digits}


def _compact(scene: ElementTree.Element) -> str:
    """MJCF on one line: comments are gone since parsing, and no text between elements means anything."""
    for element in scene.iter():
        element.text = element.tail = None
    return ElementTree.tostring(scene, "unicode")


def _element(tag: str, base: str, fallback: str, **data: object) -> str:
    values = {k: v if isinstance(v, str) else json.dumps(v, ensure_ascii=False) for k, v in data.items()}
    attributes = " ".join(f'data-{name}="{escape(value)}"' for name, value in values.items())
    return (
        f'<div hidden><link rel="stylesheet" href="{base}assets/vendor/uplot/uPlot.min.css">'
        f'<link rel="stylesheet" href="{base}assets/lab/lab.css">'
        f'<script type="module" src="{base}assets/lab/{tag}.js"></script></div>\n\n'
        f'<{tag} {attributes} markdown="1">\n\n'
        f'<div class="sim-fallback" markdown="1">\n\n{fallback.strip()}\n\n</div>\n\n</{tag}>\n'
    )
