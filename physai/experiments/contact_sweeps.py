"""Lesson 03's sweeps: depth at rest, impact and bounce over solref and solimp, and two ways to break it."""

from __future__ import annotations

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
    row,
    simulate,
)
from physai.experiments.contact_quantities import measured, parameter, stiffness_of_step, text, yes
from physai.measure import Nudge
from physai.results import Curve, Quantity, Sheet, source
from physai.sim.contact import SOLIMP, SOLREF, SolImp, contact_growth, resting_penetration

TIMECONSTS = (0.001, 0.002, 0.004, 0.005, 0.01, 0.02, 0.05, 0.1)
IMPEDANCES = (0.5, 0.9, 0.95, 0.99)
DAMPRATIOS = (0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 2.0)
SOFTNESS = (0.004, 0.01, 0.02, 0.05, 0.1)
BREAK1 = (0.0005, 0.001, 0.002, 0.003, 0.004)
BREAK2 = (0.1, 0.07, 0.05)
AT_REST = "<1e-12"  # [m] jitter of a cube that lies still, which is rounding
RESTLESS = 0.07  # the dampratio of break 2 that is still hopping, at random heights, when the run ends


def add_sweeps(sheet: Sheet, nudge: Nudge) -> None:
    """Add the tables sweep1 to sweep3, softness, break1 and break2, and the curves of the plots."""
    for part in (_sweep1, _sweep2, _drops, _break1, _break2):
        part(sheet, nudge)
    found = sheet.results()
    for name, upper, lower, kind in (
        ("impedance.ratio", "sweep2[0.5].depth", "sweep2[0.99].depth", "converged"),
        ("impact.ratio", "softness[0.02].depth", "sweep1[0.02].cube", "converged"),
        ("bounce.share", "sweep3[0.1].rebound", "gap", "exact"),
    ):
        ratio = float(found[upper].value or 0) / float(found[lower].value or 1)
        sheet.put(name, measured(ratio, "", add_sweeps, kind))


def _sweep1(sheet: Sheet, nudge: Nudge) -> None:
    start, deepest, sphere = nudge(HALF), nudge(1.0), {}
    for timeconst in TIMECONSTS:
        solref = (timeconst, 1.0)
        _, cube_data = simulate(model(CUBE, solref), start)
        _, data = simulate(model(SPHERE, solref, condim=3), start)
        cube, sphere[timeconst] = penetration(cube_data), penetration(data)
        equation = resting_penetration(GRAVITY, solref, h=TIMESTEP, deepest=deepest)
        quarter = resting_penetration(GRAVITY / 4, solref, h=TIMESTEP, deepest=deepest)
        sheet.row(
            "sweep1",
            {"timeconst": parameter(timeconst, "s")},
            {
                "cube": measured(cube, "m", penetration, "converged"),
                "sphere": measured(sphere[timeconst], "m", penetration, "converged"),
                "equation": measured(equation, "m", resting_penetration, "converged"),
                "quarter": measured(quarter, "m", resting_penetration, "converged"),
                "constant": measured(constant_depth(GRAVITY, nudge(timeconst)), "m", constant_depth),
                "d": measured(row(data)[0], "", row, "converged"),
                "ratio": measured(cube / sphere[timeconst], "", _sweep1, "converged"),
            },
        )
    for low, high in ((0.005, 0.01), (0.01, 0.02), (0.02, 0.05), (0.05, 0.1)):
        times = {"from": parameter(low, "s"), "to": parameter(high, "s")}
        ratio, factor = sphere[high] / sphere[low], high / low
        slope = float(np.log(ratio) / np.log(factor))
        cells = {"depth_ratio": measured(ratio, "", _sweep1, "converged")}
        cells["slope"] = measured(slope, "", _sweep1, "converged")
        sheet.row("doubling", times, cells)
    grid = [float(t) for t in np.geomspace(0.001, 0.1, 81)]
    for name, load in (("depth_equation", GRAVITY), ("depth_quarter", GRAVITY / 4)):
        depths = tuple(resting_penetration(load, (t, 1.0), h=TIMESTEP) for t in grid)
        sheet.curve(name, Curve(tuple(grid), depths, "s", "m", source(resting_penetration)))
    depths = tuple(constant_depth(GRAVITY, t) for t in grid)
    sheet.curve("depth_constant", Curve(tuple(grid), depths, "s", "m", source(constant_depth)))


def constant_depth(load: float, timeconst: float, d: float = SOLIMP[1], h: float = TIMESTEP) -> float:
    """Depth at rest [m] at constant impedance d: (1 - d) load timeconst^2 (documentation, Reference)."""
    return (1 - d) * load * max(timeconst, 2 * h) ** 2


def _sweep2(sheet: Sheet, nudge: Nudge) -> None:
    start = nudge(HALF)
    for d in IMPEDANCES:
        solimp: SolImp = (d, d, *SOLIMP[2:])
        _, data = simulate(model(CUBE, SOLREF, solimp), start)
        expected = constant_depth(GRAVITY / 4, nudge(SOLREF[0]), d)
        sheet.row(
            "sweep2",
            {"impedance": parameter(d)},
            {
                "depth": measured(penetration(data), "m", penetration, "converged"),
                "equation": measured(expected, "m", constant_depth),
            },
        )


def _drops(sheet: Sheet, nudge: Nudge) -> None:
    start = nudge(DROP)
    for table, rows in (
        ("sweep3", [("dampratio", parameter(x), (SOLREF[0], x)) for x in DAMPRATIOS]),
        ("softness", [("timeconst", parameter(t, "s"), (t, SOLREF[1])) for t in SOFTNESS]),
    ):
        for key, label, solref in rows:
            motion, _ = simulate(model(CUBE, solref), start)
            sheet.row(table, {key: label}, _drop_cells(motion))


def _drop_cells(motion: Motion) -> dict[str, Quantity]:
    return {
        "depth": measured(motion.depth(), "m", Motion.depth),
        "rebound": measured(motion.rebound(), "m", Motion.rebound),
        "rebound_touch": measured(motion.rebound_touch(), "m", Motion.rebound_touch),
    }


def _broken_cells(
    motion: Motion, solref: tuple[float, float], refsafe: bool, nudge: Nudge, restless: str | None = None
) -> dict[str, Quantity]:
    """Cells of a contact that may break; `restless` bounds a jitter whose digits mean nothing, as those at rest do."""
    growth = contact_growth((nudge(solref[0]), solref[1]), SOLIMP, TIMESTEP, refsafe)
    jitter = motion.jitter()
    kind, bound = ("rounding", AT_REST) if jitter < float(AT_REST[1:]) else ("exact", restless)
    return {
        "hw": measured(stiffness_of_step(solref, TIMESTEP, refsafe), "", stiffness_of_step),
        "growth": measured(growth, "", contact_growth),
        **_drop_cells(motion),
        "top": measured(motion.top(), "m", Motion.top),
        "jitter": measured(jitter, "m", Motion.jitter, kind, bound=bound),
        "launched": yes(motion.rebound_touch() > GAP, Motion.rebound_touch),
    }


def _break1(sheet: Sheet, nudge: Nudge) -> None:
    start = nudge(DROP)
    for refsafe in (True, False):
        for timeconst in BREAK1:
            solref = (timeconst, 1.0)
            motion, _ = simulate(model(CUBE, solref, refsafe=refsafe), start)
            keys = {"timeconst": parameter(timeconst, "s"), "refsafe": text("on" if refsafe else "off")}
            sheet.row("break1", keys, _broken_cells(motion, solref, refsafe, nudge))


def _break2(sheet: Sheet, nudge: Nudge) -> None:
    start = nudge(DROP)
    for dampratio in BREAK2:
        solref = (SOLREF[0], dampratio)
        motion, _ = simulate(model(CUBE, solref), start)
        restless = ">0.0005" if dampratio == RESTLESS else None
        cells = _broken_cells(motion, solref, True, nudge, restless)
        sheet.row("break2", {"dampratio": parameter(dampratio)}, cells)
