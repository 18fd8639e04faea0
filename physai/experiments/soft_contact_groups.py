"""Rows that belong together: friction rows of a contact, rows of a connect; and every kind of row computed again."""

from __future__ import annotations

import math
from collections.abc import Sequence

import mujoco

from physai.experiments.soft_contact_rows import Row, recompute, stored, worst_difference
from physai.experiments.soft_contact_scenes import SCENES, Ball, ball, load, warnings
from physai.experiments.soft_contact_statics import SPHERE_HEIGHT, SPHERE_STEP, parameter, solref_keys
from physai.measure import Nudge
from physai.results import Quantity, Sheet, source
from physai.sim import soft_reference, soft_row
from physai.sim.contact import SOLIMP, SolImp, SolRef


def put_friction_rows(sheet: Sheet, nudge: Nudge) -> None:
    """Put what friction rows hold: elliptic ones K = 0, the normal row's d, equal R_j mu_j^2; friction loss d0."""
    solimp: SolImp = (0.9, 0.95, 0.02, 0.5, 2.0)
    setting = Ball(solimp=solimp, condim=6, friction=(0.5, 0.005, 0.0001), elliptic=True)
    sheet.put("elliptic.depth", parameter(0.0005, "m"))
    model, data = ball(setting, -nudge(0.0005))
    friction = data.contact[0].friction
    by, held = source(put_friction_rows), source(stored)
    for index in range(6):
        row = stored(data, index)
        product = row.r * float(friction[index - 1]) ** 2 if index else None
        cells = {
            "k": Quantity(row.kbip[0], "s⁻²", by=held),
            "b": Quantity(row.kbip[1], "s⁻¹", by=held),
            "d": Quantity(row.kbip[2], by=held),
            "r": Quantity(row.r, "kg⁻¹", by=held),
            "product": Quantity(product, "kg⁻¹", by=by),
        }
        sheet.row("elliptic", {"row": Quantity(index, kind="parameter")}, cells)
    sheet.put("elliptic.documented", parameter(solimp[0]))
    products = [stored(data, i).r * float(friction[i - 1]) ** 2 for i in range(1, 6)]
    spread = (max(products) - min(products)) / max(products)
    sheet.put("elliptic.spread", Quantity(spread, kind="rounding", by=by, bound="<1e-12"))
    worst = max(worst_difference(o, stored(data, i)) for i, o in enumerate(recompute(model, data)))
    sheet.put("elliptic.worst", Quantity(worst, kind="rounding", by=source(worst_difference), bound="<1e-9"))
    model, data = load("sphere")
    model.geom_condim[:] = 6
    model.opt.cone = mujoco.mjtCone.mjCONE_ELLIPTIC
    data.qpos[2] = nudge(SPHERE_HEIGHT)
    mujoco.mj_forward(model, data)
    product = stored(data, 1).r * float(data.contact[0].friction[0]) ** 2
    sheet.put("elliptic.sphere.product", Quantity(product, "kg⁻¹", by=by))
    model, data = load("rows")
    data.joint("cart").qpos[0] = nudge(0.16)
    mujoco.mj_forward(model, data)
    loss = next(
        row for row in (stored(data, i, k) for i, k in enumerate(_kinds(model, data))) if row.kind == "joint_loss"
    )
    sheet.put("loss.d", Quantity(loss.kbip[2], by=held))
    sheet.put("loss.d0", parameter(float(model.dof_solimp[model.joint("cart").dofadr[0], 0])))
    sheet.put("loss.k", Quantity(loss.kbip[0], "s⁻²", by=held))


def _kinds(model: mujoco.MjModel, data: mujoco.MjData) -> list[str]:
    return [row.kind for row in recompute(model, data)]


def put_solreffriction(sheet: Sheet, nudge: Nudge) -> None:
    """Put B of an explicit pair's friction rows for several `solreffriction`, under the elliptic cone."""
    sheet.put("pairs.h", parameter(SPHERE_STEP, "s"))
    for solref in ((0.0, 0.0), (0.05, 1.0), (0.05, 0.3), (0.004, 1.0), (-900.0, -40.0), (0.05, -1.0)):
        with warnings() as heard:
            rows = pair_rows(solref, nudge(SPHERE_HEIGHT))
        _, own = soft_reference.friction_kb((0.02, 1.0), SOLIMP, solref, SPHERE_STEP)
        cells = {
            "normal": Quantity(rows[0].kbip[1], "s⁻¹", by=source(pair_rows)),
            "friction": Quantity(rows[1].kbip[1], "s⁻¹", by=source(pair_rows)),
            "own": Quantity(own, "s⁻¹", by=source(soft_reference.friction_kb)),
            "k": Quantity(rows[1].kbip[0], "s⁻²", by=source(pair_rows)),
            "warned": Quantity("warned" if heard else "quiet", by=source(warnings)),
        }
        sheet.row("pairs", solref_keys(solref), cells)


def pair_rows(solreffriction: SolRef, height: float) -> list[Row]:
    """Normal and first friction row of the worked sphere's contact, written as an explicit pair."""
    spec = mujoco.MjSpec.from_file(str(SCENES / "soft_contact_sphere.xml"))
    pair = spec.add_pair(geomname1="floor", geomname2="sphere", condim=3)
    pair.solref, pair.solreffriction, pair.solimp = (0.02, 1.0), solreffriction, SOLIMP
    spec.option.cone = mujoco.mjtCone.mjCONE_ELLIPTIC
    model = spec.compile()
    data = mujoco.MjData(model)
    data.qpos[2] = height
    mujoco.mj_forward(model, data)
    return [stored(data, 0), stored(data, 1)]


def put_group(sheet: Sheet, nudge: Nudge) -> None:
    """Put the three rows of a connect that is off by (30, -20, 0) mm: one d for all, from the length."""
    model, data = load("rows")
    index = 0  # the connect comes first
    start = data.qpos[:3].copy()
    shift = (nudge(0.03), -0.02, 0.0)
    data.qpos[:3] = start + shift
    mujoco.mj_forward(model, data)
    residuals = [float(x) for x in data.efc_pos[:3]]
    solimp = tuple(float(x) for x in model.eq_solimp[0])
    d0, dw, width, midpoint, power = solimp
    d, slope, gradient = soft_row.group_impedance(residuals, (d0, dw, width, midpoint, power))
    by = source(put_group)
    kept = [stored(data, index + axis) for axis in range(3)]
    for axis, name in enumerate("xyz"):
        alone, _, _ = soft_row.group_impedance([residuals[axis]], (d0, dw, width, midpoint, power))
        cells = {
            "residual": Quantity(residuals[axis], "m", by=by),
            "stored": Quantity(kept[axis].kbip[2], by=source(stored)),
            "alone": Quantity(alone, by=source(soft_row.group_impedance)),
            "slope": Quantity(kept[axis].kbip[3], "m⁻¹", by=source(stored)),
            "gradient": Quantity(gradient[axis], "m⁻¹", by=source(soft_row.group_impedance)),
            "measured": Quantity(_difference(model, data, start + shift, axis), "m⁻¹", by=source(_difference)),
        }
        sheet.row("group", {"axis": Quantity(name, kind="parameter")}, cells)
    sheet.put("group.length", Quantity(math.hypot(*residuals), "m", by=by))
    sheet.put("group.d", Quantity(d, by=source(soft_row.group_impedance)))
    sheet.put("group.slope", Quantity(slope, "m⁻¹", by=source(soft_row.group_impedance)))


def _difference(
    model: mujoco.MjModel, data: mujoco.MjData, at: Sequence[float], axis: int, step: float = 1e-6
) -> float:
    """Slope of the stored d along the residual of one axis, by central difference."""
    found, residual = [], []
    for sign in (1, -1):
        mujoco.mj_resetData(model, data)
        data.qpos[:3] = at
        data.qpos[axis] += sign * step
        mujoco.mj_forward(model, data)
        found.append(float(data.efc_KBIP[0, 2]))
        residual.append(float(data.efc_pos[axis]))
    return (found[0] - found[1]) / (residual[0] - residual[1])


def put_spin(sheet: Sheet, nudge: Nudge) -> None:
    """Put the curvature term of a connect on a turning disc, at zero residual: a_ref = omega^2 arm, along the arm."""
    model, data = load("spin")
    omega, arm = 3.0, 0.3
    data.qvel[0] = nudge(omega)
    mujoco.mj_forward(model, data)
    sheet.put("spin.omega", parameter(omega, "rad/s"))
    sheet.put("spin.arm", parameter(arm, "m"))
    sheet.put("spin.a_ref", Quantity(float(data.efc_aref[0]), "m/s²", by=source(put_spin)))
    own = soft_reference.reference_acceleration(0.0, 0.0, 1.0, 0.0, 0.0, -arm * nudge(omega) ** 2)
    sheet.put("spin.own", Quantity(own, "m/s²", by=source(soft_reference.reference_acceleration)))


def put_rows(sheet: Sheet, nudge: Nudge) -> None:
    """Put how many rows of each kind one scene has, and the largest relative difference of any number."""
    worst: dict[str, tuple[int, float]] = {}
    for cone in (mujoco.mjtCone.mjCONE_PYRAMIDAL, mujoco.mjtCone.mjCONE_ELLIPTIC):
        model, data = load("rows")
        model.opt.cone = cone
        data.joint("cart").qpos[0], data.joint("arm").qpos[0] = nudge(0.16), 0.19
        data.qpos[:3] += (0.01, -0.02, 0.0)  # the connect
        data.qpos[7:10] += (0.05, -0.02, 0.03)  # the weld
        data.qpos[11] = 0.1
        data.qvel[12:] = [0.02 * math.sin(1 + i) for i in range(model.nv - 12)]
        mujoco.mj_forward(model, data)
        found: dict[str, tuple[int, float]] = {}
        for i, own in enumerate(recompute(model, data)):
            count, most = found.get(own.kind, (0, 0.0))
            found[own.kind] = count + 1, max(most, worst_difference(own, stored(data, i)))
        worst |= found
    for kind, (count, most) in worst.items():
        cells = {
            "count": Quantity(count, by=source(put_rows)),
            "worst": Quantity(float(most), kind="rounding", by=source(worst_difference), bound="<1e-9"),
        }
        sheet.row("rows", {"kind": Quantity(kind, kind="parameter")}, cells)
    sheet.put("rows.total", Quantity(sum(count for count, _ in worst.values()), by=source(put_rows)))


def put_condim(sheet: Sheet, nudge: Nudge) -> None:
    """Put how many rows the engine makes of one contact, for each `condim` and cone."""
    for condim in (1, 3, 4, 6):
        cells = {}
        for name in ("pyramidal", "elliptic"):
            _, data = ball(Ball(condim=condim, elliptic=name == "elliptic"), -nudge(0.0005))
            cells[name] = Quantity(int(data.nefc), by=source(put_condim))
        sheet.row("condim", {"condim": Quantity(condim, kind="parameter")}, cells)
