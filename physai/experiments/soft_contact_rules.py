"""The rules from written parameters to rows, probed in the engine: formats, guards, groups, friction rows."""

from __future__ import annotations

import math

import mujoco

from physai.experiments.soft_contact_rows import Row, stored
from physai.experiments.soft_contact_scenes import Ball, ball, load, place, warnings
from physai.experiments.soft_contact_statics import parameter, solref_keys
from physai.measure import Nudge
from physai.results import Quantity, Sheet, source
from physai.sim import soft_contact, soft_reference, soft_row
from physai.sim.contact import SOLIMP, SolImp, SolRef

DEEP = -0.002  # lowest point of the ball: past the width, so that d = dw
GUARD_STEP = 0.005
DISCRETE_STEP = 0.002


def probe(setting: Ball, bottom: float = DEEP, speed: float = 0.0) -> Row:
    """The lab ball's row, as stored."""
    model, data = ball(setting, bottom)
    if speed:
        place(model, data, bottom, speed)
    return stored(data, 0)


def put_formats(sheet: Sheet, nudge: Nudge) -> None:
    """Put what becomes of eight solref pairs at the lab's step: K, B, and whether MuJoCo warned."""
    pairs: list[SolRef] = [
        (0.02, 1.0), (-2500.0, -100.0), (-2500.0, -20.0), (0.02, -1.0), (0.02, 0.0), (-500.0, 1.0), (-500.0, 0.0),
        (0.0, 0.0),
    ]  # fmt: skip
    for solref in pairs:
        with warnings() as heard:
            row = probe(Ball(solref), nudge(DEEP))
        k, b = soft_reference.reference_kb(solref, SOLIMP)
        by = source(probe)
        cells = {
            "k": Quantity(row.kbip[0] + 0.0, "s⁻²", by=by),  # + 0.0: no negative zero
            "b": Quantity(row.kbip[1] + 0.0, "s⁻¹", by=by),
            "own_k": Quantity(k + 0.0, "s⁻²", by=source(soft_reference.reference_kb)),
            "own_b": Quantity(b + 0.0, "s⁻¹", by=source(soft_reference.reference_kb)),
            "warned": Quantity("warned" if heard else "quiet", by=source(warnings)),
        }
        sheet.row("formats", solref_keys(solref), cells)


def put_guard(sheet: Sheet, nudge: Nudge) -> None:
    """Put `refsafe` under the continuous-time integrators: the timeconst that the stored B stands for."""
    sheet.put("guard.h", parameter(GUARD_STEP, "s"))
    for timeconst, dampratio in ((0.004, 1.0), (0.004, 0.5), (0.01, 1.0), (0.02, 1.0), (0.02, 0.1)):
        for guard in ("on", "off"):
            setting = Ball((timeconst, dampratio), h=GUARD_STEP, refsafe=guard == "on")
            row = probe(setting, nudge(DEEP))
            used = 2 / (SOLIMP[1] * row.kbip[1])
            kept = soft_reference.used_solref((timeconst, dampratio), GUARD_STEP, guard == "on")[0]
            keys = {
                "timeconst": parameter(timeconst, "s"),
                "dampratio": parameter(dampratio),
                "guard": Quantity(guard, kind="parameter"),
            }
            cells = {
                "used": Quantity(used, "s", by=source(put_guard)),
                "own": Quantity(kept, "s", by=source(soft_reference.used_solref)),
                "k": Quantity(row.kbip[0], "s⁻²", by=source(probe)),
            }
            sheet.row("guard", keys, cells)
    model, _ = ball(Ball((0.004, 1.0), h=GUARD_STEP), nudge(DEEP))
    data = mujoco.MjData(model)
    place(model, data, DEEP)
    direct: SolRef = (-1e6, -100.0)
    row = probe(Ball(direct, h=GUARD_STEP), nudge(DEEP))
    sheet.put("guard.direct", parameter(-direct[0], "s⁻²"))
    sheet.put("guard.direct.k", Quantity(row.kbip[0], "s⁻²", by=source(probe)))
    k, _ = soft_reference.reference_kb(direct, SOLIMP, GUARD_STEP)
    sheet.put("guard.direct.own", Quantity(k, "s⁻²", by=source(soft_reference.reference_kb)))
    sheet.put("guard.listed", Quantity(float(data.contact[0].solref[0]), "s", by=source(put_guard)))


def put_discrete(sheet: Sheet, nudge: Nudge) -> None:
    """Put `refsafe` under `discrete`: rows on both sides of the switch, and the switch itself by bisection."""
    sheet.put("discrete.h", parameter(DISCRETE_STEP, "s"))
    for ratio, dampratio in (
        (0.5, 1.0),
        (0.99, 1.0),
        (1.02, 1.0),
        (1.03, 1.0),
        (2.0, 1.0),
        (0.5, 0.2),
        (1.03, 0.2),
    ):
        solref = (ratio * DISCRETE_STEP / dampratio, dampratio)
        row = probe(_discrete(solref), nudge(DEEP))
        k, b = soft_reference.discrete_kb(solref, SOLIMP, SOLIMP[1], DISCRETE_STEP)
        plain, _ = soft_reference.reference_kb(solref, SOLIMP, refsafe=False)
        cells = {
            "k": Quantity(row.kbip[0], "s⁻²", by=source(probe)),
            "own": Quantity(k, "s⁻²", by=source(soft_reference.discrete_kb)),
            "b": Quantity(row.kbip[1], "s⁻¹", by=source(probe)),
            "own_b": Quantity(b, "s⁻¹", by=source(soft_reference.discrete_kb)),
            "outcome": Quantity("replaced" if row.kbip[0] < 0.999999 * plain else "kept", by=source(put_discrete)),
        }
        sheet.row("discrete", {"ratio": parameter(ratio), "dampratio": parameter(dampratio)}, cells)
    for name, bottom in (("full", DEEP), ("half", -SOLIMP[2] / 2)):
        switch, d = discrete_switch(nudge(bottom))
        by = source(discrete_switch)
        sheet.put(f"discrete.switch.{name}", Quantity(switch, kind="converged", by=by))
        own = math.sqrt(d) / SOLIMP[1]
        sheet.put(f"discrete.switch.{name}.own", Quantity(own, by=source(put_discrete)))
        sheet.put(f"discrete.switch.{name}.d", Quantity(d, by=by))
    solref = (0.004, 1.0)
    setting = _discrete(solref)
    bottom = nudge(DEEP)
    row = probe(setting, bottom, -0.1)
    k, b, d, _ = row.kbip
    a_ref, big_r = soft_reference.discrete_row(k, b, d, soft_row.regularizer(d, 1.0), bottom, -0.1, DISCRETE_STEP)
    worst = max(abs(a_ref / row.a_ref - 1), abs(big_r / row.r - 1))
    sheet.put("discrete.row", Quantity(worst, kind="rounding", by=source(put_discrete), bound="<1e-11"))


def _discrete(solref: SolRef) -> Ball:
    return Ball(solref, h=DISCRETE_STEP, integrator="discrete")


def discrete_switch(bottom: float) -> tuple[float, float]:
    """Bisect timeconst / h at dampratio 1 for the switch between replaced and kept rows; and the impedance there."""
    model, data = ball(_discrete((DISCRETE_STEP, 1.0)), bottom)
    low, high = 0.5, 2.0
    for _ in range(40):
        ratio = (low + high) / 2
        model.geom_solref[:] = ratio * DISCRETE_STEP, 1.0
        place(model, data, bottom)
        plain, _ = soft_reference.reference_kb((ratio * DISCRETE_STEP, 1.0), SOLIMP, refsafe=False)
        # a replaced row is softer than the written one by more than rounding, except at the switch itself
        if data.efc_KBIP[0, 0] < plain * (1 - 1e-12):
            low = ratio
        else:
            high = ratio
    return (low + high) / 2, float(data.efc_KBIP[0, 2])


def put_clamps(sheet: Sheet, nudge: Nudge) -> None:
    """Put clamps and branches of the impedance: written solimp, stored d and slope at a quarter of the width."""
    cases: dict[str, SolImp] = {
        "power_below_one": (0.9, 0.95, 0.001, 0.5, 0.5),
        "negative_width": (0.9, 0.95, -0.001, 0.5, 2.0),
        "equal_ends": (0.9, 0.9, 0.001, 0.5, 2.0),
        "d0_zero": (0.0, 0.95, 0.001, 0.5, 1.0),
        "dw_one": (0.9, 1.0, 0.001, 0.5, 1.0),
        "midpoint_one": (0.9, 0.95, 0.001, 1.0, 2.0),
    }
    for name, solimp in cases.items():
        row = probe(Ball(solimp=solimp), -nudge(0.00025))
        d = soft_contact.impedance(-0.00025, solimp)
        cells = {
            "d": Quantity(row.kbip[2], by=source(probe)),
            "own": Quantity(d, by=source(soft_contact.impedance)),
            "slope": Quantity(row.kbip[3] + 0.0, "m⁻¹", by=source(probe)),
        }
        sheet.row("clamps", {"case": Quantity(name, kind="parameter")}, cells)
    model, data = load("axis")
    model.eq_solimp[0] = 0.9, 0.95, 0.01, 0.5, 1.0
    for name, error in (("zero", 0.0), ("half", nudge(0.005))):
        data.qpos[0] = error
        mujoco.mj_forward(model, data)
        sheet.put(f"linear.{name}.slope", Quantity(stored(data, 0).kbip[3], "m⁻¹", by=source(stored)))
