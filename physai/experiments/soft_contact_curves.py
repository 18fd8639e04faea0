"""The curves of lesson 06 and what the engine makes of them: impedance, weight, reference motion, force."""

from __future__ import annotations

import math
from collections.abc import Callable

import mujoco
import numpy as np

from physai.experiments.soft_contact_rows import stored
from physai.experiments.soft_contact_scenes import Ball, ball, load, place
from physai.experiments.soft_contact_statics import parameter
from physai.measure import Nudge
from physai.results import Curve, Quantity, Sheet, source
from physai.sim import soft_contact, soft_reference
from physai.sim.contact import SOLIMP, SOLREF, SolImp, SolRef

RESPONSE_TIMECONST = 0.3
ROD_IMPEDANCE = 0.9
APPROACH = -0.1  # speed of the ball in build step 1


def put_step1(sheet: Sheet, nudge: Nudge) -> None:
    """Put impedance, slope and reference acceleration of the default contact over depth, and the worst gap."""
    model, data = ball(Ball(), 0.0)
    k, b = soft_reference.reference_kb(SOLREF, SOLIMP)
    sheet.put("step1.speed", parameter(APPROACH, "m/s"))
    worst = 0.0
    for depth in (0.0001, 0.0003, 0.0005, 0.0007, 0.001, 0.002):
        place(model, data, -nudge(depth), APPROACH)
        row, r = stored(data, 0), float(data.efc_pos[0])
        d, slope = soft_contact.impedance(r), soft_contact.impedance_slope(r)
        a_ref = soft_reference.reference_acceleration(k, b, d, r, APPROACH)
        pairs = zip((d, slope, a_ref), (row.kbip[2], row.kbip[3], row.a_ref), strict=True)
        worst = max(worst, *(abs(own - engine) / max(abs(own), abs(engine), 1e-6) for own, engine in pairs))
        cells = {
            "d": Quantity(d, by=source(soft_contact.impedance)),
            "slope": Quantity(slope + 0.0, "m⁻¹", by=source(soft_contact.impedance_slope)),
            "a_ref": Quantity(a_ref, "m/s²", by=source(soft_reference.reference_acceleration)),
        }
        sheet.row("step1", {"depth": parameter(depth, "m")}, cells)
    sheet.put("step1.worst", Quantity(worst, kind="rounding", by=source(put_step1), bound="<1e-10"))


def put_weight(sheet: Sheet, nudge: Nudge) -> None:
    """Put the effective weight in the formula and of the tip of a rod, whose own A depends on its angle."""
    by = source(soft_contact.effective_weight)
    for d in (0.5, 0.9, 0.95, 0.99):
        for ratio in (0.1, 0.5, 1.0, 2.0, 10.0):
            weight = soft_contact.effective_weight(nudge(d), ratio)
            keys = {"d": parameter(d), "ratio": parameter(ratio)}
            sheet.row("weight", keys, {"weight": Quantity(weight, by=by)})
    sheet.put("rod.d", parameter(ROD_IMPEDANCE))
    for ratio in (0.1, 0.5, 1.0, 2.0, 5.0):
        a, a_hat, weight = rod_weight(nudge(ratio))
        own = soft_contact.effective_weight(ROD_IMPEDANCE, a_hat / a)
        cells = {
            "a": Quantity(a, "kg⁻¹", by=source(rod_weight)),
            "a_hat": Quantity(a_hat, "kg⁻¹", by=source(rod_weight)),
            "engine": Quantity(weight, by=source(rod_weight)),
            "formula": Quantity(own, by=by),
        }
        sheet.row("rod", {"ratio": parameter(ratio)}, cells)


def rod_weight(ratio: float) -> tuple[float, float, float]:
    """A and A_hat [1/kg] of the rod's tip at the angle where A_hat / A is `ratio`, and the engine's weight."""
    model, data = load("rod")
    model.geom_solref[:] = SOLREF
    model.geom_solimp[:] = (ROD_IMPEDANCE, ROD_IMPEDANCE, 0.001, 0.5, 2)
    mujoco.mj_forward(model, data)
    mass_matrix = np.zeros((1, 1))
    mujoco.mj_fullM(model, data, mass_matrix)
    inertia, a_hat = float(mass_matrix[0, 0]), float(model.body_invweight0[1, 0])
    data.qpos[0] = math.acos(math.sqrt(inertia * a_hat / ratio))
    mujoco.mj_kinematics(model, data)
    model.geom_pos[0, 2] = data.geom("tip").xpos[2] - 0.05 + 0.001  # 1 mm of overlap
    mujoco.mj_forward(model, data)
    jacobian = float(data.efc_J[0])
    a_free, a_1, a_ref = jacobian * data.qacc_smooth[0], jacobian * data.qacc[0], data.efc_aref[0]
    return jacobian**2 / inertia, a_hat, float((a_1 - a_free) / (a_ref - a_free))


def put_response(sheet: Sheet, nudge: Nudge) -> None:
    """Put three damping ratios of one time constant, at 1, 2 and 4 of it: closed form and one-row engine."""
    sheet.put("response.timeconst", parameter(RESPONSE_TIMECONST, "s"))
    by = source(soft_contact.response)
    for dampratio in (0.3, 1.0, 2.0):
        engine = axis_response(nudge(RESPONSE_TIMECONST), dampratio)
        for count in (1, 2, 4):
            t = nudge(RESPONSE_TIMECONST) * count
            closed = soft_contact.response(t, RESPONSE_TIMECONST, dampratio)
            keys = {"dampratio": parameter(dampratio), "count": Quantity(count, kind="parameter")}
            cells = {
                "formula": Quantity(closed, by=by),
                "engine": Quantity(engine[count], by=source(axis_response)),
            }
            sheet.row("response", keys, cells)
        times = tuple(0.02 * RESPONSE_TIMECONST * i for i in range(301))
        values = tuple(soft_contact.response(t, RESPONSE_TIMECONST, dampratio) for t in times)
        sheet.curve(f"response.{_word(dampratio)}", Curve(times, values, "s", "", by))
    sheet.put("response.step", parameter(1e-4, "s"))


def axis_response(timeconst: float, dampratio: float) -> dict[int, float]:
    """r(t) / r(0) of a cart on an equality row with constant impedance, after 1, 2 and 4 time constants."""
    model, data = load("axis")
    model.eq_solref[0] = timeconst, dampratio
    start = 0.01
    data.qpos[0] = start
    found = {}
    steps = round(timeconst / model.opt.timestep)
    for count in range(1, 5):
        mujoco.mj_step(model, data, steps)
        found[count] = float(data.qpos[0]) / start
    return found


def put_curves(sheet: Sheet) -> None:
    """Put what the figures show: impedance, slope, weight, force and acceleration."""
    shapes: dict[str, SolImp] = {
        "default": SOLIMP,
        "linear": (0.9, 0.95, 0.001, 0.5, 1.0),
        "late": (0.9, 0.95, 0.001, 0.8, 6.0),
        "falling": (0.95, 0.9, 0.001, 0.5, 2.0),
    }
    errors = [i * 1e-5 for i in range(-150, 151)]
    for name, solimp in shapes.items():
        _curve(sheet, f"impedance.{name}", errors, soft_contact.impedance, solimp, x_unit="m")
        _curve(sheet, f"slope.{name}", errors, soft_contact.impedance_slope, solimp, x_unit="m", y_unit="m⁻¹")
    shares = [i / 100 for i in range(1, 100)]
    for name, ratio in {"tenth": 0.1, "half": 0.5, "one": 1.0, "two": 2.0, "ten": 10.0}.items():
        _curve(sheet, f"weight.{name}", shares, soft_contact.effective_weight, ratio)
    depths = [i * 5e-6 for i in range(-200, 21)]
    for name, timeconst in {"hard": 0.01, "default": 0.02, "soft": 0.03}.items():
        solref: SolRef = (timeconst, 1.0)
        _curve(sheet, f"force.{name}", depths, soft_contact.force, 0.0, 1.0, solref, x_unit="m", y_unit="N")
        _curve(sheet, f"accel.{name}", depths, soft_contact.acceleration, 0.0, solref, x_unit="m", y_unit="m/s²")


def _curve(
    sheet: Sheet,
    name: str,
    xs: list[float],
    function: Callable[..., float],
    *others: object,
    x_unit: str = "",
    y_unit: str = "",
) -> None:
    ys = tuple(function(x, *others) for x in xs)
    sheet.curve(f"curve.{name}", Curve(tuple(xs), ys, x_unit, y_unit, source(function)))


def _word(dampratio: float) -> str:
    return "critical" if dampratio == 1 else "under" if dampratio < 1 else "over"
