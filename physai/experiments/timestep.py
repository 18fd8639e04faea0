"""Lesson 02: what a timestep does to a spring, and to a cube that falls on a thin slab.

Lengths in m, times in s. Every start value passes `nudge` once, so that
`physai.measure` can tell which digits hold.
"""

from __future__ import annotations

from physai.experiments import timestep_exercises, timestep_spring
from physai.experiments.timestep_output import build_output, run_output
from physai.experiments.timestep_slab import (
    DURATION,
    FLOOR_LEVEL,
    GRAVITY,
    HALF,
    HEIGHT,
    SOFT,
    SPECULATIVE,
    STIFF,
    THICK,
    TOP,
    Drop,
    Setting,
    build,
    default_timestep,
    drop,
    impact_speed,
    stays,
    touch_of,
)
from physai.experiments.timestep_values import count, measured, number, outcome, parameter, side
from physai.measure import Nudge, exact
from physai.results import Quantity, Results, Sheet, source
from physai.sim import first_overlap

__all__ = ["build_output", "run", "run_output"]

TIMESTEPS = (
    0.0005,
    0.001,
    0.002,
    0.003,
    0.004,
    0.006,
    0.008,
    0.01,
    0.012,
    0.015,
    0.02,
    0.025,
    0.03,
    0.04,
    0.05,
)
FINE_TIMESTEPS = (0.0002, 0.0001)
Drops = dict[tuple[float, tuple[float, float]], Drop]  # by timestep and solref
INTEGRATORS = ("Euler", "implicitfast", "RK4", "discrete")
INTEGRATOR_TIMESTEPS = (0.001, 0.002, 0.008, 0.01, 0.025)


def run(nudge: Nudge = exact) -> Results:
    """Build steps 1 to 4, the sweep, the two ways to break it and the exercises."""
    sheet = Sheet()
    _parameters(sheet)
    timestep_spring.steppers(sheet, nudge)
    timestep_spring.energy(sheet, nudge)
    timestep_spring.growth(sheet, nudge)
    drops = {(h, solref): drop(Setting(h, solref, start=nudge(HEIGHT))) for h in TIMESTEPS for solref in (SOFT, STIFF)}
    _overlap(sheet, nudge, drops)
    _sweep(sheet, nudge, drops)
    _first_contacts(sheet, drops)
    _integrators(sheet, nudge)
    _fine(sheet, nudge)
    _speculative(sheet, nudge, drops)
    timestep_exercises.run(sheet, nudge, TIMESTEPS)
    return sheet.results()


def _parameters(sheet: Sheet) -> None:
    lengths = {"half": HALF, "edge": 2 * HALF, "top": TOP, "thick": THICK, "bottom": TOP - THICK}
    lengths |= {
        "mid": TOP - THICK / 2,
        "height": HEIGHT,
        "gap": HEIGHT - HALF - TOP,
        "floor_level": FLOOR_LEVEL,
    }
    lengths |= {"zone": THICK + 2 * HALF, "spring.start": timestep_spring.START}
    lengths |= {"window.top": TOP + HALF, "window.bottom": TOP - THICK - HALF}
    for name, length in lengths.items():
        sheet.put(name, parameter(round(length, 12), "m"))
    times = {
        "spring.h": timestep_spring.H,
        "duration": DURATION,
        "soft.timeconst": SOFT[0],
        "stiff.timeconst": STIFF[0],
    }
    for name, time in times.items():
        sheet.put(name, parameter(time, "s"))
    for name, solref in (("soft", SOFT), ("stiff", STIFF)):  # refsafe acts where timeconst < 2 h: from there on
        sheet.put(f"{name}.clamp", number(solref[0] / 2, "s", _parameters))
    sheet.put("mass", parameter(float(build(Setting(TIMESTEPS[0]))[0].body_mass[1]), "kg"))
    sheet.put("spring.omega", parameter(timestep_spring.OMEGA, "rad/s"))
    sheet.put("gravity", parameter(GRAVITY, "m/s²"))
    sheet.put("soft.dampratio", parameter(SOFT[1]))
    sheet.put("default.h", number(default_timestep(), "s", default_timestep))


def _overlap(sheet: Sheet, nudge: Nudge, drops: Drops) -> None:
    """Step 4: the first overlapping step, predicted without an engine, beside the engine's."""
    apart = 0.0
    for h in TIMESTEPS:
        found = first_overlap(nudge(HEIGHT), HALF, (TOP - THICK, TOP), h)
        engine = drops[h, SOFT].overlap
        if (found is None) != (engine is None):
            raise ArithmeticError(f"free fall and MuJoCo disagree on whether the cube overlaps the slab at h = {h}")
        if found and engine:
            apart = max(apart, abs(found[1] - engine))
        cells = {
            "steps": measured(found[0] if found else None, "", first_overlap),
            "own": measured(found[1] if found else None, "m", first_overlap),
            "mujoco": measured(engine, "m", drop),
            "side": side(found[1] if found else None, TOP - THICK / 2, first_overlap),
        }
        sheet.row("step4", {"dt": parameter(h, "s")}, cells)
    sheet.put("step4.difference", measured(apart, "m", _overlap, kind="rounding", bound="<1e-12"))


def _sweep(sheet: Sheet, nudge: Nudge, drops: Drops) -> None:
    """The sweep: 15 timesteps, default and stiff contact."""
    speed = impact_speed(nudge(HEIGHT - HALF - TOP))
    sheet.put("speed", number(speed, "m/s", impact_speed))
    for h in TIMESTEPS:
        soft, stiff = drops[h, SOFT], drops[h, STIFF]
        cells = {
            "step": number(speed * h, "m", _sweep),
            "centre": measured(soft.overlap, "m", drop),
            "side": side(soft.overlap, TOP - THICK / 2, drop),
            "seen_default": Quantity(soft.first is not None, by=source(drop)),
            "lowest_default": measured(soft.lowest if soft.stayed else None, "m", drop),
            "default": outcome(soft.stayed, drop),
            "seen_stiff": Quantity(stiff.first is not None, by=source(drop)),
            "lowest_stiff": measured(stiff.lowest if stiff.stayed else None, "m", drop),
            "stiff": outcome(stiff.stayed, drop),
        }
        sheet.row("sweep", {"dt": parameter(h, "s")}, cells)
    for name, solref in (("default", SOFT), ("stiff", STIFF)):
        sheet.put(f"sweep.stayed_{name}", measured(sum(drops[h, solref].stayed for h in TIMESTEPS), "", _sweep))
    sheet.put("sweep.rows", count(len(TIMESTEPS)))
    sheet.put("margin", number(drops[0.002, SOFT].lowest - (TOP - THICK / 2), "m", _sweep))


def _first_contacts(sheet: Sheet, drops: Drops) -> None:
    """First contact with the slab and first contact whose normal points down, where there is one."""
    for h in TIMESTEPS:
        first, flip = drops[h, SOFT].first, drops[h, SOFT].flipped
        if first is None:
            continue
        cells = {
            "time": number(first.time, "s", drop),
            "clock": number(first.clock, "s", touch_of),
            "centre": number(first.centre, "m", drop),
            "depth": number(first.depth, "m", touch_of),
            "normal": number(first.normal, "", touch_of),
            "flip_time": measured(flip.time if flip else None, "s", drop),
            "flip_clock": measured(flip.clock if flip else None, "s", touch_of),
            "flip_centre": measured(flip.centre if flip else None, "m", drop),
        }
        sheet.row("first_contacts", {"dt": parameter(h, "s")}, cells)


def _integrators(sheet: Sheet, nudge: Nudge) -> None:
    """Break it: the same drop under four of MuJoCo's integrators."""
    for h in INTEGRATOR_TIMESTEPS:
        cells = {}
        for name in INTEGRATORS:
            found = drop(Setting(h, integrator=name, start=nudge(HEIGHT)))
            cells[name.lower()] = outcome(found.stayed, drop)
            cells[f"lowest_{name.lower()}"] = measured(found.lowest if found.stayed else None, "m", drop)
        sheet.row("integrators", {"dt": parameter(h, "s")}, cells)


def _fine(sheet: Sheet, nudge: Nudge) -> None:
    """What the default contact does when the steps are so short that the integrator hardly matters."""
    for h in FINE_TIMESTEPS:
        cells = {}
        for name in ("Euler", "RK4", "discrete"):
            cells[name.lower()] = outcome(stays(Setting(h, integrator=name, start=nudge(HEIGHT))), stays)
        sheet.row("fine", {"dt": parameter(h, "s")}, cells)


def _speculative(sheet: Sheet, nudge: Nudge, drops: Drops) -> None:
    """Break it: MuJoCo 4's contacts ahead of time, same sweep; all None in a MuJoCo without them."""
    sheet.put("speculative.available", Quantity(SPECULATIVE is not None, by=source(_speculative)))
    sheet.put("speculative.reach", parameter(THICK / 2, "m"))
    stayed = {"default": 0, "stiff": 0}
    for h in TIMESTEPS:
        cells: dict[str, Quantity] = {"step": number(impact_speed(nudge(HEIGHT - HALF - TOP)) * h, "m", _speculative)}
        for name, solref in (("default", SOFT), ("stiff", STIFF)):
            if SPECULATIVE is None:
                cells |= {
                    column: Quantity(None, by=source(drop)) for column in (name, f"lowest_{name}", f"same_{name}")
                }
                continue
            found, without = drop(Setting(h, solref, speculative=True, start=nudge(HEIGHT))), drops[h, solref]
            stayed[name] += found.stayed
            cells[name] = outcome(found.stayed, drop)
            cells[f"lowest_{name}"] = measured(found.lowest if found.stayed else None, "m", drop)
            same = (found.lowest, found.last) == (without.lowest, without.last)
            cells[f"same_{name}"] = Quantity(same, by=source(_speculative))
        sheet.row("speculative", {"dt": parameter(h, "s")}, cells)
    for name, found_stayed in stayed.items():
        sheet.put(
            f"speculative.stayed_{name}", measured(found_stayed if SPECULATIVE is not None else None, "", _speculative)
        )
