"""One row at one instant: the worked sphere, the stored quantities, inverse dynamics, optimality, `efc_diagA`."""

from __future__ import annotations

import mujoco
import numpy as np

from physai.experiments.soft_contact_rows import recompute, stored, worst_difference
from physai.experiments.soft_contact_scenes import GRAVITY, Ball, ball, load, place
from physai.measure import Nudge
from physai.results import Kind, Quantity, Sheet, source
from physai.sim import soft_contact, soft_friction, soft_reference, soft_rest, soft_row
from physai.sim.contact import SOLIMP, SOLREF, SolImp, SolRef

SPHERE_SOLIMP: SolImp = (0.9, 0.95, 0.02, 0.5, 2.0)
SPHERE_STEP, SPHERE_MARGIN, SPHERE_RADIUS, SPHERE_MASS = 0.005, 0.02, 0.2, 2.0
SPHERE_HEIGHT, SPHERE_SPEED = 0.19, -0.1


def parameter(value: float, unit: str = "") -> Quantity:
    """A chosen number."""
    return Quantity(value, unit, "parameter")


def units(solref: SolRef) -> tuple[str, str]:
    """Units of a solref's two numbers: time constant and damping ratio, or, where not positive, the direct format."""
    return "s" if solref[0] > 0 else "s⁻²", "" if solref[1] > 0 else "s⁻¹"


def solref_keys(solref: SolRef) -> dict[str, Quantity]:
    """Keys of a row that stands for a chosen solref."""
    first, second = map(parameter, solref, units(solref))
    return {"first": first, "second": second}


def put_sphere(sheet: Sheet, nudge: Nudge) -> None:
    """Put the worked sphere: from its parameters to its force, and MuJoCo's numbers beside each step."""
    for name, (value, unit) in {
        "radius": (SPHERE_RADIUS, "m"),
        "mass": (SPHERE_MASS, "kg"),
        "height": (SPHERE_HEIGHT, "m"),
        "speed": (SPHERE_SPEED, "m/s"),
        "margin": (SPHERE_MARGIN, "m"),
        "step": (SPHERE_STEP, "s"),
    }.items():
        sheet.put(f"sphere.{name}", parameter(value, unit))
    height = nudge(SPHERE_HEIGHT)
    worked = sphere_by_hand(height, SPHERE_MARGIN)
    engine = sphere_in_engine(height, SPHERE_MARGIN)
    units = dict(UNITS_OF_SPHERE)
    for name, value in worked.items():
        sheet.put(f"sphere.{name}", Quantity(value, units[name], by=source(sphere_by_hand)))
        if name in engine:
            sheet.put(f"sphere.{name}.engine", Quantity(engine[name], units[name], by=source(sphere_in_engine)))
    worst = max(abs(worked[n] - engine[n]) / abs(worked[n]) for n in engine)
    sheet.put("sphere.worst", Quantity(worst, kind="rounding", by=source(put_sphere), bound="<1e-12"))
    both = sphere_by_hand(nudge(SPHERE_HEIGHT), 2 * SPHERE_MARGIN)
    twice = sphere_in_engine(nudge(SPHERE_HEIGHT), 2 * SPHERE_MARGIN)
    for name in ("r", "a_ref", "force", "a_1"):
        sheet.put(f"margins.{name}", Quantity(both[name], units[name], by=source(sphere_by_hand)))
        sheet.put(f"margins.{name}.engine", Quantity(twice[name], units[name], by=source(sphere_in_engine)))


UNITS_OF_SPHERE = (
    ("r", "m"), ("a", "kg⁻¹"), ("d", ""), ("k", "s⁻²"), ("b", "s⁻¹"), ("spring", "m/s²"), ("damping", "m/s²"),
    ("a_ref", "m/s²"), ("big_r", "kg⁻¹"), ("big_d", "kg"), ("force", "N"), ("a_1", "m/s²"), ("missing", "m/s²"),
)  # fmt: skip


def sphere_by_hand(height: float, margin: float) -> dict[str, float]:
    """Every step from the sphere's parameters to its acceleration, by the functions of the lesson."""
    r = height - SPHERE_RADIUS - margin
    a = 1 / SPHERE_MASS
    d = soft_contact.impedance(r, SPHERE_SOLIMP)
    k, b = soft_reference.reference_kb(SOLREF, SPHERE_SOLIMP, SPHERE_STEP)
    a_ref = soft_reference.reference_acceleration(k, b, d, r, SPHERE_SPEED)
    big_r = soft_row.regularizer(d, a)
    force = soft_row.row_force(a_ref, -GRAVITY, a, big_r)
    a_1 = soft_row.row_acceleration(-GRAVITY, a, force)
    return {
        "r": r, "a": a, "d": d, "k": k, "b": b, "spring": -k * d * r, "damping": -b * SPHERE_SPEED, "a_ref": a_ref,
        "big_r": big_r, "big_d": 1 / big_r, "force": force, "a_1": a_1, "missing": big_r * force,
    }  # fmt: skip


def sphere_in_engine(height: float, margin: float) -> dict[str, float]:
    """The same from MuJoCo; the sphere alone has the margin, so twice the margin is a margin on both geoms."""
    model, data = load("sphere")
    model.geom_margin[1] = margin
    data.qpos[2], data.qvel[2] = height, SPHERE_SPEED
    mujoco.mj_forward(model, data)
    row = stored(data, 0)
    k, b, d, _ = row.kbip
    return {
        "r": float(data.efc_pos[0] - data.efc_margin[0]), "a": float(model.body_invweight0[1, 0]), "d": d, "k": k,
        "b": b, "a_ref": row.a_ref, "big_r": row.r, "big_d": row.d, "force": row.force, "a_1": float(data.qacc[2]),
    }  # fmt: skip


def put_row(sheet: Sheet, nudge: Nudge) -> None:
    """Put every stored quantity of the default ball at its rest depth, beside its recomputation."""
    k, _ = soft_reference.reference_kb(SOLREF, SOLIMP)
    rest = soft_rest.rest_depth(GRAVITY, k, SOLIMP, nudge(1.0))
    model, data = ball(Ball(), -rest)
    own, engine = recompute(model, data)[0], stored(data, 0)
    names = {"k": "s⁻²", "b": "s⁻¹", "d": "", "slope": "m⁻¹"}
    pairs = [(name, unit, own.kbip[i], engine.kbip[i]) for i, (name, unit) in enumerate(names.items())]
    pairs += [
        ("a_ref", "m/s²", own.a_ref, engine.a_ref),
        ("big_r", "kg⁻¹", own.r, engine.r),
        ("big_d", "kg", own.d, engine.d),
        ("diagonal", "kg⁻¹", own.diagonal, engine.diagonal),
        ("force", "N", own.force, engine.force),
    ]
    for name, unit, computed, held in pairs:
        kind: Kind = "exact" if name in ("k", "b") else "converged"  # all others follow from a bisected depth
        sheet.put(f"row.{name}", Quantity(held, unit, kind, source(stored)))
        sheet.put(f"row.{name}.own", Quantity(computed, unit, kind, source(recompute)))
    by = source(soft_rest.rest_depth)
    sheet.put("row.depth", Quantity(rest, "m", "converged", by))
    sheet.put("row.r", Quantity(-rest, "m", "converged", by))
    sheet.put("row.a_1", Quantity(float(data.qacc[2]), "m/s²", "rounding", source(put_row), "<1e-9"))
    worst = Quantity(worst_difference(own, engine), kind="rounding", by=source(worst_difference), bound="<1e-9")
    sheet.put("row.worst", worst)
    # the same row shows the curve's force: the static figure and the engine agree
    surface = soft_contact.force(nudge(-1e-9)) / GRAVITY
    sheet.put("surface.share", Quantity(surface, by=source(put_row)))
    curve_force = soft_contact.force(-rest)
    sheet.put("row.curve_force", Quantity(curve_force, "N", "converged", source(soft_contact.force)))


def put_inverse(sheet: Sheet, nudge: Nudge) -> None:
    """Put what holds the ball still at a depth: the contact force, a_ref / R, and what a hand must add."""
    model, data = ball(Ball(), 0.0)
    k, b = soft_reference.reference_kb(SOLREF, SOLIMP)
    for depth in (0.0001, 0.0002, 0.0004, 0.0008):
        place(model, data, -nudge(depth))
        data.qacc[:] = 0.0
        mujoco.mj_inverse(model, data)
        r = -depth
        d = soft_contact.impedance(r)
        a_ref = soft_reference.reference_acceleration(k, b, d, r, 0.0)
        force = soft_row.inverse_force(0.0, a_ref, soft_row.regularizer(d, 1.0))
        cells = {
            "force": Quantity(float(data.efc_force[0]), "N", by=source(put_inverse)),
            "own": Quantity(force, "N", by=source(soft_row.inverse_force)),
            "hand": Quantity(float(data.qfrc_inverse[2]), "N", by=source(put_inverse)),
        }
        sheet.row("inverse", {"depth": parameter(depth, "m")}, cells)
    place(model, data, -nudge(0.0005), speed=-0.3)
    forward, acceleration = float(data.efc_force[0]), data.qacc.copy()
    data.qacc[:] = acceleration
    mujoco.mj_inverse(model, data)
    gap = abs(float(data.efc_force[0]) - forward) / forward
    sheet.put("inverse.recovered", Quantity(gap, kind="rounding", by=source(put_inverse), bound="<1e-10"))
    sheet.put("inverse.residual", Quantity(
        float(np.max(np.abs(data.qfrc_inverse))), "N", "rounding", source(put_inverse), "<1e-8"
    ))  # fmt: skip


def put_optimality(sheet: Sheet, nudge: Nudge) -> None:
    """Put the worked sphere's force, one a tenth smaller and one a tenth larger to the three conditions."""
    worked = sphere_by_hand(nudge(SPHERE_HEIGHT), SPHERE_MARGIN)
    for factor in (0.9, 1.0, 1.1):
        f = factor * worked["force"]
        given = (worked["a_ref"], -GRAVITY, worked["a"], worked["big_r"])
        test = soft_row.optimality(f, *given)
        slack = test.slack
        cells = {
            "force": Quantity(f, "N", by=source(put_optimality)),
            "slack": Quantity(0.0 if abs(slack) < 1e-9 else slack, "m/s²", by=source(soft_row.optimality)),
            "cost": Quantity(soft_row.dual_cost(f, *given), "N·m/s²", by=source(soft_row.dual_cost)),
            "solution": Quantity(test.holds(1e-6), by=source(soft_row.Optimality.holds)),
        }
        sheet.row("optimality", {"factor": parameter(factor)}, cells)


def put_diagonal(sheet: Sheet, nudge: Nudge) -> None:
    """Put what `efc_diagA` holds of a pyramidal edge, before and after the rewrite, and with `diagexact`."""
    model, data = load("sphere")
    model.geom_condim[:] = 3
    data.qpos[2] = nudge(SPHERE_HEIGHT)
    mujoco.mj_forward(model, data)
    d, mu = float(data.efc_KBIP[0, 2]), float(data.contact[0].friction[0])
    edge = (1 + mu * mu) / SPHERE_MASS
    own_r = soft_friction.pyramidal_regularizers(d, 1 / SPHERE_MASS, data.contact[0].friction, 1.0, 3)[0]
    by = source(put_diagonal)
    sheet.put("edge.mu", parameter(mu))
    sheet.put("edge.estimate", Quantity(edge, "kg⁻¹", by=by))
    sheet.put("edge.stored", Quantity(float(data.efc_diagA[0]), "kg⁻¹", by=by))
    own = soft_friction.stored_diagonal(own_r, d)
    sheet.put("edge.own", Quantity(own, "kg⁻¹", by=source(soft_friction.stored_diagonal)))
    sheet.put("edge.r", Quantity(float(data.efc_R[0]), "kg⁻¹", by=by))
    row, solved = data.efc_J.reshape(data.nefc, -1)[:1], np.zeros((1, model.nv))
    mujoco.mj_solveM(model, data, solved, row)
    sheet.put("edge.exact", Quantity(float(row[0] @ solved[0]), "kg⁻¹", by=by))
