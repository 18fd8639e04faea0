"""How deep a contact sinks, how high it bounces, and which solref the timestep survives.

A cube and a ball on a floor, the same solref and solimp on both geoms; the course's law beside the engine's.
Here are the build steps (tables step1 to step4); sweeps, and facts behind traps and exercises, are beside.
"""

from __future__ import annotations

import numpy as np

from physai.experiments.contact_facts import add_exercises, add_facts
from physai.experiments.contact_motion import (
    CUBE,
    DROP,
    DURATION,
    GAP,
    GRAVITY,
    HALF,
    SPHERE,
    TIMESTEP,
    Motion,
    model,
    own_drop,
    penetration,
    placed,
    row,
    simulate,
)
from physai.experiments.contact_output import build_output, run_output
from physai.experiments.contact_quantities import (
    least_dampratio,
    least_timeconst,
    limit_hw,
    measured,
    parameter,
    stiffness_of_step,
    text,
    yes,
)
from physai.experiments.contact_sweeps import TIMECONSTS, add_sweeps
from physai.measure import Nudge, exact
from physai.results import Results, Sheet
from physai.sim.contact import (
    SOLIMP,
    SOLREF,
    contact_accel,
    contact_growth,
    impedance,
    resting_penetration,
    solref_kb,
)

__all__ = ["build_output", "run", "run_output"]

STEP1 = ((0.001, 0.0005), (0.004, 0.0005), (0.02, 0.0002), (0.02, 0.0005), (0.02, 0.002), (0.1, 0.0005))
STEP4 = (
    (0.0005, 1.0, False),
    (0.001, 1.0, False),
    (0.002, 1.0, False),
    (0.003, 1.0, False),
    (0.001, 1.0, True),
    (0.02, 0.1, True),
    (0.02, 0.07, True),
    (0.02, 0.05, True),
)
CHAOTIC_TOP = 0.05  # the dampratio of step 4 whose highest point depends on the last bit of the start
SETTLED = 1e-7  # [m]
SETTLED_TIME = 0.6  # [s]; a claim compares it with the time at which the ball came within SETTLED for good


def run(nudge: Nudge = exact) -> Results:
    """Measure all of lesson 03; `nudge` moves every start height and every closed form's parameter."""
    sheet = Sheet()
    for name, value, unit in (
        ("h", TIMESTEP, "s"),
        ("gravity", GRAVITY, "m/s²"),
        ("half", HALF, "m"),
        ("mass", float(model(CUBE).body_mass[1]), "kg"),
        ("gap", GAP, "m"),
        ("duration", DURATION, "s"),
    ):
        sheet.put(name, parameter(value, unit))
    for part in (_step1, _step2, _step3, _step4, add_sweeps, add_facts, add_exercises):
        part(sheet, nudge)
    return sheet.results()


def _step1(sheet: Sheet, nudge: Nudge) -> None:
    apart = 0.0
    for timeconst, depth in STEP1:
        r = -nudge(depth)
        solref = (timeconst, 1.0)
        k, b = solref_kb(solref, SOLIMP, TIMESTEP)
        own = (impedance(r), k, b)
        engine = row(placed(model(SPHERE, solref), HALF + r))
        apart = max(apart, *(abs(e / o - 1) for e, o in zip(engine, own, strict=True)))
        sheet.row(
            "step1",
            {"timeconst": parameter(timeconst, "s"), "depth": parameter(depth, "m")},
            {
                "d": measured(own[0], "", impedance),
                "d_mujoco": measured(engine[0], "", row),
                "k": measured(own[1], "1/s²", solref_kb),
                "k_mujoco": measured(engine[1], "1/s²", row),
                "b": measured(own[2], "1/s", solref_kb),
                "b_mujoco": measured(engine[2], "1/s", row),
            },
        )
    sheet.put("step1.difference", measured(apart, "", _step1, "rounding", bound="<1e-10"))


def _step2(sheet: Sheet, nudge: Nudge) -> None:
    depth, speed = 0.0005, 0.3
    r, v = -nudge(depth), -nudge(speed)
    engine = placed(model(SPHERE), HALF + r, v)
    k, b = solref_kb()
    d = impedance(r)
    sheet.put("step2.depth", parameter(depth, "m"))
    sheet.put("step2.speed", parameter(speed, "m/s"))
    sheet.put("step2.aref", measured(-b * v - k * d * r, "m/s²", _step2))
    sheet.put("step2.aref_mujoco", measured(float(engine.efc_aref[0]), "m/s²", _step2))
    sheet.put("step2.accel", measured(contact_accel(r, v, -GRAVITY), "m/s²", contact_accel))
    sheet.put("step2.accel_mujoco", measured(float(engine.qacc[2]), "m/s²", _step2))
    start = nudge(DROP)
    for dampratio in (1.0, 0.3, 0.1):
        own = own_drop(start, (SOLREF[0], dampratio))
        mujoco_run, _ = simulate(model(SPHERE, (SOLREF[0], dampratio)), start)
        apart = float(np.abs(own.z - mujoco_run.z).max())
        sheet.row(
            "step2",
            {"dampratio": parameter(dampratio)},
            {
                "depth": measured(own.depth(), "m", Motion.depth),
                "depth_mujoco": measured(mujoco_run.depth(), "m", Motion.depth),
                "difference": measured(apart, "m", _step2, "rounding", bound="<1e-10"),
            },
        )


def _step3(sheet: Sheet, nudge: Nudge) -> None:
    start, deepest = nudge(HALF), nudge(1.0)
    for timeconst in TIMECONSTS:
        solref = (timeconst, 1.0)
        own = resting_penetration(GRAVITY, solref, h=TIMESTEP, deepest=deepest)
        motion, data = simulate(model(SPHERE, solref), start)
        engine = penetration(data)
        sheet.row(
            "step3",
            {"timeconst": parameter(timeconst, "s")},
            {
                "ours": measured(own, "m", resting_penetration, "converged"),
                "mujoco": measured(engine, "m", penetration, "converged"),
                "difference": measured(abs(own - engine), "m", _step3, "rounding", bound="<1e-9"),
            },
        )
        if timeconst == 0.05:
            away = np.flatnonzero(np.abs(motion.bottom + own) > SETTLED)
            sheet.put("step3.gap", measured(abs(own - engine), "m", _step3, "rounding", bound="<1e-12"))
            sheet.put("step3.settled", parameter(SETTLED, "m"))
            sheet.put("step3.settled_time", parameter(SETTLED_TIME, "s"))
            sheet.put("step3.settled_by", measured(float(away[-1] + 1) * TIMESTEP, "s", _step3))


def _step4(sheet: Sheet, nudge: Nudge) -> None:
    start = nudge(DROP)
    for timeconst, dampratio, refsafe in STEP4:
        solref = (timeconst, dampratio)
        growth = contact_growth((nudge(timeconst), dampratio), SOLIMP, TIMESTEP, refsafe)
        own = own_drop(start, solref, refsafe=refsafe)
        engine, _ = simulate(model(SPHERE, solref, refsafe=refsafe), start)
        bound = ">0.3" if dampratio == CHAOTIC_TOP else None
        sheet.row(
            "step4",
            {
                "timeconst": parameter(timeconst, "s"),
                "dampratio": parameter(dampratio),
                "refsafe": text("on" if refsafe else "off"),
            },
            {
                "hw": measured(stiffness_of_step(solref, TIMESTEP, refsafe), "", stiffness_of_step),
                "growth": measured(growth, "", contact_growth),
                "unstable": yes(growth > 1, contact_growth),
                "top": measured(own.top(), "m", Motion.top, bound=bound),
                "top_mujoco": measured(engine.top(), "m", Motion.top, bound=bound),
                "launched": yes(own.rebound_touch() > GAP, Motion.rebound_touch),
            },
        )
        if dampratio == CHAOTIC_TOP:
            height, time = own.first_bounce()
            sheet.put("step4.first_bounce", measured(height, "m", Motion.first_bounce))
            sheet.put("step4.first_bounce_time", measured(time, "s", Motion.first_bounce))
        if dampratio == 0.07:
            sheet.put("step4.sphere_rebound", measured(own.rebound(), "m", Motion.rebound))
    dampratio = least_dampratio(TIMESTEP, nudge(SOLREF[0]))
    sheet.put("limit.hw", measured(limit_hw(), "", limit_hw))
    sheet.put("limit.timeconst", measured(least_timeconst(nudge(TIMESTEP)), "s", least_timeconst))
    sheet.put("limit.dampratio", measured(dampratio, "", least_dampratio))
    sheet.put("limit.guard", measured(2 * nudge(TIMESTEP), "s", _step4))
    sheet.put("limit.guard_hw", measured(stiffness_of_step((0.0, 1.0), TIMESTEP), "", stiffness_of_step))
