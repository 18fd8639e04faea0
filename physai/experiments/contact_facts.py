"""What the traps of lesson 03 rest on, and the answers of its exercises."""

from __future__ import annotations

from typing import Any

import mujoco
import numpy as np

from physai.experiments.contact_motion import (
    CUBE,
    DROP,
    GAP,
    GRAVITY,
    HALF,
    SPHERE,
    TIMESTEP,
    Motion,
    model,
    penetration,
    placed,
    row,
    simulate,
)
from physai.experiments.contact_quantities import (
    least_dampratio,
    least_timeconst,
    measured,
    parameter,
    text,
    yes,
)
from physai.measure import Nudge
from physai.results import Sheet
from physai.sim.contact import SOLIMP, SOLREF, contact_growth, resting_penetration

FRICTIONS = (0.2, 0.5, 1.0, 2.0)
CONDIMS = (1, 3, 4, 6)
MASSES = (0.1, 1.0, 10.0)
SLOW = 0.005  # the timestep of the hard exercise [s]
HARD = (
    (0.02, 0.2, True),
    (0.02, 0.15, True),
    (0.02, 0.1, True),
    (0.02, 0.07, True),
    (0.02, 0.05, True),
    (0.0061, 1.0, False),
    (0.006, 1.0, False),
    (0.005, 1.0, False),
)


def add_facts(sheet: Sheet, nudge: Nudge) -> None:
    """Add the defaults, what contact parameters combine to, and the measured traps."""
    _defaults(sheet)
    _combination(sheet, nudge)
    start = nudge(HALF)
    for friction in FRICTIONS:
        depths = [_rest(model(SPHERE, condim=3, friction=friction, elliptic=e), start) for e in (False, True)]
        load = GRAVITY * pyramid_factor(friction)
        scaled = resting_penetration(load, deepest=nudge(1.0))
        cells = {**_cones(depths), "scaled": measured(scaled, "m", resting_penetration, "converged")}
        sheet.row("friction", {"friction": parameter(friction)}, cells)
    for condim in CONDIMS:
        depths = [_rest(model(SPHERE, condim=condim, elliptic=e), start) for e in (False, True)]
        sheet.row("condim", {"condim": parameter(condim)}, _cones(depths))
    for impratio in (1.0, 10.0):
        cones = (False, True)
        depths = [_rest(model(SPHERE, condim=3, elliptic=e, impratio=impratio), start) for e in cones]
        sheet.row("impratio", {"impratio": parameter(impratio)}, _cones(depths))
    for mass in MASSES:
        written = model(SPHERE, mass=mass)
        updated = model(SPHERE, mass=mass)
        mujoco.mj_setConst(updated, mujoco.MjData(updated))
        cells = {
            "written": measured(_rest(written, start), "m", penetration, "converged"),
            "updated": measured(_rest(updated, start), "m", penetration, "converged"),
        }
        sheet.row("mass_change", {"mass": parameter(mass, "kg")}, cells)
    for h in (TIMESTEP, SLOW):
        motion, _ = simulate(model(CUBE, (2 * h, 1.0), h=h), nudge(DROP))
        cells = {
            "timeconst": parameter(2 * h, "s"),
            "depth": measured(motion.depth(), "m", Motion.depth),
            "rebound": measured(motion.rebound(), "m", Motion.rebound),
        }
        sheet.row("floor", {"h": parameter(h, "s")}, cells)
    _discrete(sheet, nudge)


def pyramid_factor(friction: float) -> float:
    """Factor on the load at rest for condim 3 under the pyramidal cone: mu^2 (1 + mu^2) / 2.

    Each of the four edges has R = 2 mu^2 (1 + mu^2) (1 - d) / (d m); side by side they act as a quarter of that,
    where a frictionless contact has R = (1 - d) / (d m).
    """
    return friction**2 * (1 + friction**2) / 2


def _cones(depths: list[float]) -> dict[str, Any]:
    names = ("pyramidal", "elliptic")
    return {n: measured(x, "m", penetration, "converged") for n, x in zip(names, depths, strict=True)}


def _rest(m: Any, start: float) -> float:
    return penetration(simulate(m, start)[1])


def _defaults(sheet: Sheet) -> None:
    """Read the defaults of a geom and of the option element back from a model that sets none of them."""
    m = mujoco.MjModel.from_xml_string("<mujoco><worldbody><geom type='plane' size='1 1 1'/></worldbody></mujoco>")
    names = (
        ("timeconst", "dampratio"),
        ("d0", "dw", "width", "midpoint", "power"),
        ("sliding", "torsional", "rolling"),
    )
    units = {"timeconst": "s", "width": "m", "torsional": "m", "rolling": "m"}
    for keys, values in zip(names, (m.geom_solref[0], m.geom_solimp[0], m.geom_friction[0]), strict=True):
        for key, value in zip(keys, values, strict=True):
            sheet.put(f"default.{key}", measured(float(value), units.get(key, ""), _defaults))
    for key, field in (("margin", m.geom_margin), ("gap", m.geom_gap)):
        sheet.put(f"default.{key}", measured(float(field[0]), "m", _defaults))
    for key, field in (("condim", m.geom_condim), ("priority", m.geom_priority)):
        sheet.put(f"default.{key}", measured(int(field[0]), "", _defaults))
    sheet.put("default.solmix", measured(float(m.geom_solmix[0]), "", _defaults))
    sheet.put("default.timestep", measured(float(m.opt.timestep), "s", _defaults))


def _combination(sheet: Sheet, nudge: Nudge) -> None:
    """Which numbers one contact gets from two geoms with different settings."""
    depth = nudge(0.0005)
    low, high = 0.01, 0.03
    sheet.put("mix.low", parameter(low, "s"))
    sheet.put("mix.high", parameter(high, "s"))
    m = model(SPHERE)
    m.geom_solref[:, 0] = low, high
    sheet.put("mix.equal", _timeconst(m, depth))
    m.geom_solmix[0] = 3.0
    sheet.put("mix.weight", parameter(3.0))
    sheet.put("mix.weighted", _timeconst(m, depth))
    m.geom_priority[1] = 1
    sheet.put("mix.priority", _timeconst(m, depth))
    m = model(SPHERE)
    m.geom_margin[:] = 0.001
    sheet.put("mix.margin_each", parameter(0.001, "m"))
    d = placed(m, HALF - depth)
    sheet.put("mix.margin", measured(float(d.contact.includemargin[0]), "m", _combination))
    raw = 0.001
    d = placed(model(SPHERE, (raw, 1.0)), HALF - depth)
    sheet.put("raw.stored", measured(float(d.contact.solref[0, 0]), "s", _combination))
    sheet.put("raw.used", measured(2 / (SOLIMP[1] * row(d)[2]), "s", _combination))


def _timeconst(m: Any, depth: float) -> Any:
    return measured(float(placed(m, HALF - depth).contact.solref[0, 0]), "s", _timeconst)


def _discrete(sheet: Sheet, nudge: Nudge) -> None:
    """Under `discrete` the guard replaces a row with d K h^2 > 1: find that timeconst, in units of h."""
    for depth in (0.0002, 0.002):
        r = -nudge(depth)
        low, high = 0.5, 2.0
        for _ in range(48):
            middle = (low + high) / 2
            timeconst = middle * TIMESTEP
            m = model(SPHERE, (timeconst, 1.0))
            m.opt.integrator = mujoco.mjtIntegrator.mjINT_DISCRETE
            d, k, _ = row(placed(m, HALF + r))
            replaced = abs(k * (SOLIMP[1] * timeconst) ** 2 - 1) > 1e-9
            low, high = (middle, high) if replaced else (low, middle)
        cells = {
            "found": measured(high, "", _discrete, "converged"),
            "rule": measured(d**0.5 / SOLIMP[1], "", _discrete),
        }
        sheet.row("discrete", {"depth": parameter(depth, "m")}, cells)


def add_exercises(sheet: Sheet, nudge: Nudge) -> None:
    """Add the answers of the three exercises."""
    target = 0.001
    timeconst = float(np.sqrt(nudge(target) / (GRAVITY * (1 - SOLIMP[1]))))
    easy = _rest(model(SPHERE, (timeconst, 1.0)), nudge(HALF))
    sheet.put("easy.target", parameter(target, "m"))
    sheet.put("easy.timeconst", measured(timeconst, "s", add_exercises))
    sheet.put("easy.depth", measured(easy, "m", penetration, "converged"))

    margin = 0.001
    sheet.put("medium.margin", parameter(margin, "m"))
    for name, scene, load in (("cube", CUBE, GRAVITY / 4), ("sphere", SPHERE, GRAVITY)):
        m = model(scene)
        m.geom_margin[0] = margin
        motion, _ = simulate(m, nudge(HALF))
        expected = margin - resting_penetration(load, deepest=nudge(1.0))
        sheet.put(f"medium.{name}", measured(float(motion.bottom[-1]), "m", simulate, "converged"))
        sheet.put(f"medium.{name}_expected", measured(expected, "m", add_exercises, "converged"))

    h, start = SLOW, nudge(DROP)
    limit = least_dampratio(h, nudge(SOLREF[0]))
    sheet.put("hard.h", parameter(h, "s"))
    sheet.put("hard.guard", measured(2 * nudge(h), "s", add_exercises))
    sheet.put("hard.limit_timeconst", measured(least_timeconst(nudge(h)), "s", least_timeconst))
    sheet.put("hard.limit_dampratio", measured(limit, "", least_dampratio))
    for timeconst, dampratio, refsafe in HARD:
        growth = contact_growth((nudge(timeconst), dampratio), SOLIMP, h, refsafe)
        motion, _ = simulate(model(CUBE, (timeconst, dampratio), h=h, refsafe=refsafe), start)
        sheet.row(
            "hard",
            {
                "timeconst": parameter(timeconst, "s"),
                "dampratio": parameter(dampratio),
                "refsafe": text("on" if refsafe else "off"),
            },
            {
                "growth": measured(growth, "", contact_growth),
                "unstable": yes(growth > 1, contact_growth),
                "top": measured(motion.top(), "m", Motion.top),
                "launched": yes(motion.rebound_touch() > GAP, Motion.rebound_touch),
            },
        )
