"""Configuration of the live lab and the curve explorers in a lesson source, and what is checked about it.

Parameters, ranges and readings in SI units, without words. What the parameters are, and what MuJoCo takes them to be,
is said here once.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from physai.results import UNITS, nearest, rounded

DIGITS = re.compile(r"\.\d+[feg]")


class Control(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A slider: range, step and start in SI units; `label` is a message, by default `parameter.<param>`."""

    param: str
    min: float
    max: float
    step: float
    start: float
    digits: str
    unit: str = ""
    label: str = ""

    @property
    def message(self) -> str:
        """Key of its label."""
        return self.label or f"parameter.{self.param}"


class Reading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A figure that is read off; `label` is a message, by default `reading.<name>`."""

    name: str
    digits: str
    unit: str = ""
    label: str = ""

    @property
    def message(self) -> str:
        """Key of its label."""
        return self.label or f"reading.{self.name}"


class Plot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The live plot of the height: `window` in s, `unit` of the height."""

    window: float
    unit: str = "m"


class Lab(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[labs.<name>]`: MuJoCo in the page; `table` of `[tables]` stands in where it cannot run."""

    scene: str
    table: str
    controls: tuple[Control, ...]
    readouts: tuple[Reading, ...]
    plot: Plot


class Explorer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[explorers.<name>]`: a formula with sliders; `fixed` sets parameters that have none."""

    curve: str
    x: Control
    y: tuple[Reading, ...]
    controls: tuple[Control, ...]
    fixed: Mapping[str, float] = {}


@dataclass(frozen=True, slots=True)
class Range:
    """What a parameter can be: SI unit, least and largest value, the default, whether the least is allowed."""

    unit: str
    low: float = -math.inf
    high: float = math.inf
    default: float = 0.0
    closed: bool = True

    def holds(self, value: float) -> bool:
        """Whether a value is inside."""
        return self.low <= value <= self.high and (self.closed or value != self.low)

    def __str__(self) -> str:
        least = f"{'from' if self.closed else 'above'} {self.low:g}" if math.isfinite(self.low) else ""
        most = f"to {self.high:g}" if math.isfinite(self.high) else ""
        return " ".join(filter(None, (least, most, self.unit)))


SOLIMP = {  # limits: mjMINIMP and mjMAXIMP; defaults, here and below, MuJoCo's
    "d0": Range("", 1e-4, 0.9999, 0.9),
    "dw": Range("", 1e-4, 0.9999, 0.95),
    "width": Range("m", 0, default=0.001),
    "midpoint": Range("", 1e-4, 0.9999, 0.5),
    "power": Range("", 1, default=2),
}
SOLREF = {
    "timeconst": Range("s", 0, default=0.02, closed=False),
    "dampratio": Range("", 0, default=1, closed=False),
}
MASS = {"mass": Range("kg", 0, default=1, closed=False)}
LAB_PARAMETERS = SOLREF | SOLIMP | MASS
LAB_READINGS = {"measured": "m", "predicted": "m", "force": "N"}


class Curve(NamedTuple):
    """A formula of `theme/assets/lab/curves.js`: what its reading moves along, its values, its parameters."""

    x: Mapping[str, Range]
    y: Mapping[str, str]
    parameters: Mapping[str, Range]


MOTION = {"velocity": Range("m/s"), "gravity": Range("m/s²", default=9.81)}
CURVES = {
    "impedance": Curve({"r": Range("m")}, {"d": "", "slope": "1/m"}, SOLIMP),
    "effective_weight": Curve({"d": SOLIMP["d0"]}, {"weight": ""}, {"ratio": Range("", 0, default=1)}),
    "response": Curve({"t": Range("s", 0)}, {"remaining": ""}, SOLREF),
    "force": Curve({"r": Range("m")}, {"force": "N"}, LAB_PARAMETERS | MOTION),
}


class Fault(NamedTuple):
    """What is wrong, the value in the file that is to blame, and what to do."""

    what: str
    near: str = ""
    remedy: str = ""


def power(unit: str) -> int:
    """Power of ten that turns SI into a shown unit."""
    return UNITS[unit][1] if unit in UNITS else 0


def lab_faults(spec: Lab, tables: Collection[str], timestep: float) -> Iterator[Fault]:
    """Faults of a lab; `tables` are the lesson's, `timestep` [s] is the scene's."""
    for control in spec.controls:
        yield from _control(control, LAB_PARAMETERS)
        if control.param == "timeconst" and control.min < 2 * timestep:
            what = f"timeconst = {control.min:g} is below two timesteps of the scene: refsafe would raise it"
            yield Fault(what, "timeconst", f"begin at {2 * timestep:g} s or above")
    yield from _readings(spec.readouts, LAB_READINGS)
    if spec.table not in tables:
        yield Fault(f"no table {spec.table!r}", spec.table, _known(spec.table, tables))
    if not spec.plot.window > 0:
        yield Fault(f"the plot's window of {spec.plot.window:g} s is empty")
    yield from _unit("height", spec.plot.unit, "m")


def explorer_faults(spec: Explorer) -> Iterator[Fault]:
    """Faults of an explorer."""
    if (curve := CURVES.get(spec.curve)) is None:
        yield Fault(f"unknown curve {spec.curve!r}", spec.curve, _known(spec.curve, CURVES))
        return
    for control in spec.controls:
        yield from _control(control, curve.parameters)
    yield from _control(spec.x, curve.x)
    yield from _readings(spec.y, curve.y)
    for param, value in spec.fixed.items():
        if param not in curve.parameters:
            yield Fault(f"unknown parameter {param!r}", "", _known(param, curve.parameters))
        elif not curve.parameters[param].holds(value):
            yield Fault(f"{param} = {value:g} is outside MuJoCo's range, {curve.parameters[param]}")


def _control(control: Control, known: Mapping[str, Range]) -> Iterator[Fault]:
    param, low, high = control.param, control.min, control.max
    if param not in known:
        yield Fault(f"unknown parameter {param!r}", param, _known(param, known))
        return
    for end in (low, high):
        if not known[param].holds(end):
            yield Fault(f"{param} = {end:g} is outside MuJoCo's range, {known[param]}", param)
    yield from _unit(param, control.unit, known[param].unit)
    if not (low <= control.start <= high and low < high and control.step > 0):
        yield Fault(f"{param} needs min <= start <= max, min < max and a step above 0", param)
        return
    for value in (control.start, high):
        if abs((steps := (value - low) / control.step) - round(steps)) > 1e-6:
            yield Fault(f"{param} = {value:g} is not a whole number of steps above min", param)
    faults = list(_digits(param, control.digits))
    yield from faults
    pairs = ((low, low + control.step), (high - control.step, high))
    if not faults and any(len({rounded(v, control.digits, power(control.unit)) for v in p}) < 2 for p in pairs):
        yield Fault(f"{param}: {control.digits!r} writes two positions of the slider alike", param)


def _readings(readings: tuple[Reading, ...], known: Mapping[str, str]) -> Iterator[Fault]:
    for reading in readings:
        if reading.name not in known:
            yield Fault(f"unknown reading {reading.name!r}", reading.name, _known(reading.name, known))
            continue
        yield from _unit(reading.name, reading.unit, known[reading.name])
        yield from _digits(reading.name, reading.digits)
    names = tuple(reading.name for reading in readings)
    if set(names) <= set(known) and names != tuple(known):
        yield Fault(f"the readings must be {', '.join(known)}, in this order")


def _unit(name: str, unit: str, si: str) -> Iterator[Fault]:
    if UNITS.get(unit, (unit, 0))[0] != si:
        yield Fault(f"{name} is in {si or '1'} and cannot be shown in {unit or '1'}", name)


def _digits(name: str, digits: str) -> Iterator[Fault]:
    if not DIGITS.fullmatch(digits):
        yield Fault(f"{name}: digits {digits!r} are not of the form .4f, .4g or .3e", name)


def _known(name: str, known: Collection[str]) -> str:
    return f"known: {', '.join(nearest(name, known) or sorted(known)) or 'none'}"
