"""How far the lab's ball bounces back, and the exercises and the challenge of lesson 06."""

from __future__ import annotations

import math
from collections.abc import Callable

from physai.experiments.soft_contact_rest import predicted
from physai.experiments.soft_contact_scenes import GRAVITY, Ball, rebound, settle
from physai.experiments.soft_contact_statics import parameter
from physai.measure import Nudge
from physai.results import Curve, Quantity, Sheet, source
from physai.sim import soft_contact, soft_rest
from physai.sim.contact import SOLIMP, SolImp, SolRef

FINE_STEP, HIGH = 0.0005, 0.3
COARSE_STEP, LOW = 0.002, 0.1
LIMIT_STEP = 0.00005
PAD_DEPTH, PAD_LOAD = 0.001, 3.0


def put_bounce(sheet: Sheet, nudge: Nudge) -> None:
    """Put rebound height over drop height against damping ratio: two scenes, a fine step, two closed forms."""
    for name, value, unit in (
        ("fine.h", FINE_STEP, "s"),
        ("fine.drop", HIGH, "m"),
        ("coarse.h", COARSE_STEP, "s"),
        ("coarse.drop", LOW, "m"),
        ("limit.h", LIMIT_STEP, "s"),
    ):
        sheet.put(f"bounce.{name}", parameter(value, unit))
    for dampratio in (1.0, 0.5, 0.2, 0.1):
        solref: SolRef = (0.02, dampratio)
        cells = {
            "fine": Quantity(_fall(solref, FINE_STEP, nudge(HIGH)), by=source(rebound)),
            "coarse": Quantity(_fall(solref, COARSE_STEP, nudge(LOW)), by=source(rebound)),
            "limit": Quantity(_fall(solref, LIMIT_STEP, nudge(HIGH)), by=source(rebound)),
            "flight": Quantity(
                soft_rest.rebound_height(nudge(dampratio), 0.02, HIGH), by=source(soft_rest.rebound_height)
            ),
            "release": Quantity(soft_rest.rebound_release(nudge(dampratio)), by=source(soft_rest.rebound_release)),
            "half": Quantity(soft_rest.rebound_half_period(nudge(dampratio)), by=source(soft_rest.rebound_half_period)),
        }
        sheet.row("bounce", {"dampratio": parameter(dampratio)}, cells)
    ratios = [i / 100 for i in range(5, 101)]
    curves: dict[str, tuple[Callable[..., float], tuple[float, ...]]] = {
        "flight": (soft_rest.rebound_height, (0.02, HIGH)),
        "release": (soft_rest.rebound_release, ()),
        "half": (soft_rest.rebound_half_period, ()),
    }
    for name, (function, others) in curves.items():
        ys = tuple(function(ratio, *others) for ratio in ratios)
        sheet.curve(f"bounce.{name}", Curve(tuple(ratios), ys, by=source(function)))


def put_elastic(sheet: Sheet, nudge: Nudge) -> None:
    """Put the rebound of undamped contacts in the direct format, over stiffness and step."""
    sheet.put("elastic.drop", parameter(HIGH, "m"))
    for stiffness in (1000.0, 2500.0, 10000.0, 40000.0):
        cells = {
            name: Quantity(_fall((-stiffness, 0.0), h, nudge(HIGH)), by=source(rebound))
            for name, h in (("fine", FINE_STEP), ("coarse", COARSE_STEP))
        }
        sheet.row("elastic", {"stiffness": parameter(stiffness, "s⁻²")}, cells)


def _fall(solref: SolRef, h: float, gap: float) -> float:
    fall = math.sqrt(2 * gap / GRAVITY)
    return rebound(Ball(solref, h=h), gap, 2 * fall + 0.18)


def put_exercises(sheet: Sheet, nudge: Nudge) -> None:
    """Put the answers: a time constant and an impratio, each for a depth.

    The third answer, margins on both geoms, is put with the worked sphere.
    """
    depth, d = 0.0005, 0.9
    timeconst = math.sqrt(nudge(depth) / ((1 - d) * GRAVITY))
    sheet.put("easy.depth", parameter(depth, "m"))
    sheet.put("easy.d", parameter(d))
    sheet.put("easy.timeconst", Quantity(timeconst, "s", by=source(put_exercises)))
    rest = settle(Ball((timeconst, 1.0), (d, d, 0.001, 0.5, 2.0)), 0.0)
    sheet.put("easy.measured", Quantity(rest.depth, "m", "converged", source(settle)))
    mu = 0.5
    impratio = nudge(mu) ** 2 * (1 + mu**2) / 2
    sheet.put("hard.mu", parameter(mu))
    sheet.put("hard.impratio", Quantity(impratio, by=source(put_exercises)))
    pyramid = settle(Ball(condim=3, friction=(mu, 0.005, 0.0001), impratio=impratio), 0.0)
    sheet.put("hard.measured", Quantity(pyramid.depth, "m", "converged", source(settle)))


def put_challenge(sheet: Sheet, nudge: Nudge) -> None:
    """Put a foot pad: 1 mm under its own weight, as little more as possible under three times that, no bounce."""
    sheet.put("challenge.depth", parameter(PAD_DEPTH, "m"))
    sheet.put("challenge.load", parameter(PAD_LOAD))
    for name, solimp in (("constant", (0.9, 0.9, 0.001, 0.5, 2.0)), ("growing", (0.3, 0.99, 0.0015, 0.5, 2.0))):
        timeconst = pad_timeconst(nudge(PAD_DEPTH), solimp)
        solref = (timeconst, 1.0)
        one, three = (
            settle(Ball(solref, solimp, gravity=factor * GRAVITY), nudge(0.0), 3.0).depth for factor in (1.0, PAD_LOAD)
        )
        heavy = predicted(Ball(solref, solimp), nudge, PAD_LOAD * GRAVITY)
        cells = {
            "timeconst": Quantity(timeconst, "s", by=source(pad_timeconst)),
            "one": Quantity(one, "m", "converged", source(settle)),
            "three": Quantity(three, "m", "converged", source(settle)),
            "predicted": Quantity(heavy, "m", "converged", source(predicted)),
            "rebound": Quantity(rebound(Ball(solref, solimp, h=COARSE_STEP), nudge(LOW), 0.6), by=source(rebound)),
        }
        sheet.row("pad", {"case": Quantity(name, kind="parameter")}, cells)


def pad_timeconst(depth: float, solimp: SolImp = SOLIMP) -> float:
    """Time constant [s] at dampratio 1 for a rest at `depth` under gravity g: d^2 K depth = (1 - d) g."""
    d = soft_contact.impedance(-depth, solimp)
    k = (1 - d) * GRAVITY / (d * d * depth)
    return 1 / (solimp[1] * math.sqrt(k))
