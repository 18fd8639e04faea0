"""Break it: an impedance curve that falls with depth, and a loop that does not find the rest."""

from __future__ import annotations

from physai.experiments.soft_contact_rest import DROP, TOUCHING
from physai.experiments.soft_contact_scenes import GRAVITY, Ball, ball, place, settle
from physai.experiments.soft_contact_statics import parameter
from physai.measure import Nudge
from physai.results import Kind, Quantity, Sheet, source
from physai.sim import soft_reference, soft_rest
from physai.sim.contact import SOLIMP, SOLREF, SolImp

FALLING: SolImp = (0.99, 0.5, 0.001, 0.5, 2.0)
LOOP_START, LOOP_TURNS = 1e-4, 200  # depth [m] at which the fixed-point loop starts, and its turns


def put_falling(sheet: Sheet, nudge: Nudge) -> None:
    """Put the rests of a decreasing impedance curve, and where balls let go at several heights end."""
    k, b = soft_reference.reference_kb(SOLREF, FALLING)
    sheet.put("falling.d0", parameter(FALLING[0]))
    sheet.put("falling.dw", parameter(FALLING[1]))
    found = soft_rest.rests(GRAVITY, k, b, FALLING, deepest=nudge(1.0))
    by = source(soft_rest.at_rest)
    for number, rest in enumerate(found, 1):
        cells = {
            "depth": Quantity(rest.depth, "m", "converged", source(soft_rest.rests)),
            "d": Quantity(rest.d, kind="converged", by=by),
            "stiffness": Quantity(rest.stiffness, "s⁻²", "converged", by),
            "engine": Quantity(local_stiffness(FALLING, rest.depth), "s⁻²", "converged", source(local_stiffness)),
            "stable": Quantity(rest.stable, kind="converged", by=f"{source(soft_rest.Rest)}.stable"),
        }
        sheet.row("falling", {"number": Quantity(number, kind="parameter")}, cells)
    unstable = found[1].depth
    starts = {"drop": DROP, "touching": TOUCHING, "above_rest": 1e-5 - unstable, "below_rest": -unstable - 1e-5}
    for name, start in starts.items():
        rest_found = settle(Ball(solimp=FALLING), nudge(start))
        bisected = Quantity(start, "m", "converged", source(put_falling))
        cells = {
            "start": parameter(start, "m") if name in ("drop", "touching") else bisected,
            "end": Quantity(rest_found.depth, "m", "converged", source(settle)),
        }
        sheet.row("landing", {"case": Quantity(name, kind="parameter")}, cells)


def put_local(sheet: Sheet, nudge: Nudge) -> None:
    """Put the spring that the default contact is around its rest, and the longest step that holds it."""
    k, b = soft_reference.reference_kb(SOLREF, SOLIMP)
    depth = soft_rest.rest_depth(GRAVITY, k, SOLIMP, nudge(1.0))
    rest = soft_rest.at_rest(depth, GRAVITY, k, b, SOLIMP)
    for name, value, unit, by in (
        ("stiffness", rest.stiffness, "s⁻²", soft_rest.at_rest),
        ("damping", rest.damping, "s⁻¹", soft_rest.at_rest),
        ("step_limit", soft_rest.step_limit(rest.stiffness, rest.damping), "s", soft_rest.step_limit),
        ("stiffness.constant", rest.d**2 * k, "s⁻²", put_local),
    ):
        sheet.put(f"local.{name}", Quantity(value, unit, "converged", source(by)))
    engine = local_stiffness(SOLIMP, depth)
    sheet.put("local.stiffness.engine", Quantity(engine, "s⁻²", "converged", source(local_stiffness)))


def k_of(solimp: SolImp) -> float:
    """K [1/s^2] of the default solref with a given solimp."""
    return soft_reference.reference_kb(SOLREF, solimp)[0]


def local_stiffness(solimp: SolImp, depth: float, step: float = 1e-7) -> float:
    """-d(acceleration)/d(height) of the lab's ball in the engine, by central difference around a depth."""
    model, data = ball(Ball(solimp=solimp), -depth)
    found = []
    for sign in (1, -1):
        place(model, data, -depth + sign * step)
        found.append(float(data.qacc[2]))
    return (found[1] - found[0]) / (2 * step)


def put_iteration(sheet: Sheet, nudge: Nudge) -> None:
    """Put the fixed-point loop beside bisection and the engine, with the slope that decides its fate."""
    sheet.put("iteration.start", parameter(LOOP_START, "m"))
    sheet.put("iteration.turns", Quantity(LOOP_TURNS, kind="parameter"))
    for d0, dw in ((0.9, 0.95), (0.8, 0.95), (0.5, 0.95), (0.5, 0.99)):
        solimp: SolImp = (d0, dw, 0.001, 0.5, 2.0)
        k = k_of(solimp)
        before, last = soft_rest.iterate(GRAVITY, k, solimp, nudge(LOOP_START), LOOP_TURNS)
        truth = soft_rest.rest_depth(GRAVITY, k, solimp, nudge(1.0))
        slope = soft_rest.iteration_slope(truth, GRAVITY, k, solimp)
        settled = abs(last - before) < 1e-9 and abs(last - truth) < 1e-9
        kind: Kind = "converged" if settled else "exact"
        cells = {
            "loop": Quantity(last, "m", kind, source(soft_rest.iterate)),
            "before": Quantity(before, "m", kind, source(soft_rest.iterate)),
            "bisection": Quantity(truth, "m", "converged", source(soft_rest.rest_depth)),
            "measured": Quantity(settle(Ball(solimp=solimp), nudge(TOUCHING)).depth, "m", "converged", source(settle)),
            "slope": Quantity(slope, kind="converged", by=source(soft_rest.iteration_slope)),
            "outcome": Quantity("converges" if settled else "cycles", by=source(put_iteration)),
        }
        sheet.row("iteration", {"d0": parameter(d0), "dw": parameter(dw)}, cells)
    wrong, _ = soft_rest.iterate(GRAVITY, k_of(FALLING), FALLING, nudge(LOOP_START), LOOP_TURNS)
    sheet.put("iteration.falling", Quantity(wrong, "m", "converged", source(soft_rest.iterate)))
    _count_failures(sheet)


def _count_failures(sheet: Sheet) -> None:
    """How often the loop fails on a grid over the lab's sliders (growing curves; the mass does not matter)."""
    failures = total = 0
    for timeconst in (0.004, 0.01, 0.02, 0.03, 0.05):
        for d0 in (0.5, 0.6, 0.7, 0.8, 0.9, 0.95):
            for dw in (0.6, 0.7, 0.8, 0.9, 0.95, 0.99):
                if dw < d0:
                    continue
                solimp: SolImp = (d0, dw, 0.001, 0.5, 2.0)
                k, _ = soft_reference.reference_kb((timeconst, 1.0), solimp)
                _, last = soft_rest.iterate(GRAVITY, k, solimp, LOOP_START, LOOP_TURNS)
                total += 1
                failures += abs(last - soft_rest.rest_depth(GRAVITY, k, solimp)) > 1e-7
    sheet.put("grid.total", Quantity(total, kind="parameter"))
    sheet.put("grid.failures", Quantity(failures, by=source(_count_failures)))
    sheet.put("grid.share", Quantity(failures / total, by=source(_count_failures)))
