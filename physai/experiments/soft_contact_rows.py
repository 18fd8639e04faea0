"""Every row of a MuJoCo state, computed again from the model's parameters by the functions of the lesson."""

from __future__ import annotations

from dataclasses import dataclass

import mujoco
import numpy as np

from physai.sim import soft_friction, soft_reference, soft_row
from physai.sim.contact import SolImp, SolRef
from physai.sim.soft_impedance import impedance_and_slope

Type = mujoco.mjtConstraint
LOSS = (Type.mjCNSTR_FRICTION_DOF, Type.mjCNSTR_FRICTION_TENDON)


@dataclass(frozen=True, slots=True)
class Row:
    """One row as computed here, beside nothing of MuJoCo's but its position, velocity and acceleration."""

    kind: str  # connect, weld, joint, joint_loss, tendon_loss, joint_limit, tendon_limit, contact, pyramidal, ...
    kbip: tuple[float, float, float, float]
    a_ref: float
    r: float
    d: float  # 1 / R
    diagonal: float
    force: float


@dataclass(frozen=True, slots=True)
class _Group:
    """Rows that share parameters and impedance."""

    kind: str
    solref: SolRef
    solimp: SolImp
    weights: list[float]  # A_hat of each row
    contact: int = -1


def recompute(model: mujoco.MjModel, data: mujoco.MjData) -> list[Row]:
    """All rows of a state after `mj_forward`, for any integrator but `discrete`.

    The curvature term is left out, so the scene must spin slowly.
    """
    rows: list[Row] = []
    while len(rows) < data.nefc:
        rows += _rows(model, data, len(rows), _group(model, data, len(rows)))
    return rows


def stored(data: mujoco.MjData, index: int, kind: str = "") -> Row:
    """One row as MuJoCo stores it."""
    k, b, d, slope = (float(x) for x in data.efc_KBIP[index])
    columns = (data.efc_aref, data.efc_R, data.efc_D, data.efc_diagA, data.efc_force)
    a_ref, big_r, big_d, diagonal, force = (float(column[index]) for column in columns)
    return Row(kind, (k, b, d, slope), a_ref, big_r, big_d, diagonal, force)


def worst_difference(own: Row, engine: Row) -> float:
    """Largest relative difference between two versions of a row."""
    pairs = zip(_numbers(own), _numbers(engine), strict=True)
    return max(abs(a - b) / max(abs(a), abs(b), 1e-6) for a, b in pairs)


def _numbers(row: Row) -> tuple[float, ...]:
    return (*row.kbip, row.a_ref, row.r, row.d, row.diagonal, row.force)


def _rows(model: mujoco.MjModel, data: mujoco.MjData, first: int, group: _Group) -> list[Row]:
    count = len(group.weights)
    span = slice(first, first + count)
    residuals = [float(x) for x in data.efc_pos[span] - data.efc_margin[span]]
    if group.kind in ("connect", "weld"):
        d, slope, _ = soft_row.group_impedance(residuals, group.solimp)
    else:
        d, slope = impedance_and_slope(residuals[0], group.solimp)
    softness = _softness(model, data, d, group)
    kbs = _stiffness(model, data, group)
    a_refs = [
        soft_reference.reference_acceleration(k, b, d, r, float(v))
        for (k, b), r, v in zip(kbs, residuals, data.efc_vel[span], strict=True)
    ]
    excess = [float(x) for x in data.efc_J.reshape(data.nefc, -1)[span] @ data.qacc - a_refs]
    forces = _forces(model, data, first, group, excess, softness)
    return [
        Row(group.kind, (k, b, d, slope), a_ref, r, 1 / r, soft_friction.stored_diagonal(r, d), f)
        for (k, b), a_ref, r, f in zip(kbs, a_refs, softness, forces, strict=True)
    ]


def _stiffness(model: mujoco.MjModel, data: mujoco.MjData, group: _Group) -> list[tuple[float, float]]:
    h, refsafe = model.opt.timestep, not model.opt.disableflags & mujoco.mjtDisableBit.mjDSBL_REFSAFE
    count = len(group.weights)
    if group.kind.endswith("_loss"):
        return [soft_reference.friction_kb(group.solref, group.solimp, h=h, refsafe=refsafe)]
    normal = soft_reference.reference_kb(group.solref, group.solimp, h, refsafe)
    if group.kind != "elliptic":
        return [normal] * count
    own = _pair(data.contact[group.contact].solreffriction)
    friction = soft_reference.friction_kb(group.solref, group.solimp, own, h, refsafe)
    return [normal, *[friction] * (count - 1)]


def _softness(model: mujoco.MjModel, data: mujoco.MjData, d: float, group: _Group) -> list[float]:
    if group.kind not in ("pyramidal", "elliptic"):
        return [soft_row.regularizer(d, weight) for weight in group.weights]
    contact = data.contact[group.contact]
    rule = getattr(soft_friction, f"{group.kind}_regularizers")
    softness: list[float] = rule(d, group.weights[0], contact.friction, model.opt.impratio, contact.dim)
    return softness


def _forces(
    model: mujoco.MjModel,
    data: mujoco.MjData,
    first: int,
    group: _Group,
    excess: list[float],
    softness: list[float],
) -> list[float]:
    """Forces from the acceleration, row by row: in the inverse problem only an elliptic contact couples its rows."""
    if group.kind == "elliptic":
        friction = data.contact[group.contact].friction
        return soft_friction.elliptic_forces(excess, softness[0], friction, model.opt.impratio)
    free = [-a / r for a, r in zip(excess, softness, strict=True)]
    if group.kind in ("connect", "weld", "joint"):
        return free
    if group.kind.endswith("_loss"):
        most = float(data.efc_frictionloss[first])
        return [min(most, max(-most, f)) for f in free]
    return [soft_row.inverse_force(a, 0.0, r) for a, r in zip(excess, softness, strict=True)]


def _group(model: mujoco.MjModel, data: mujoco.MjData, row: int) -> _Group:
    item, kind = int(data.efc_id[row]), Type(int(data.efc_type[row]))
    if kind == Type.mjCNSTR_EQUALITY:
        return _equality(model, item)
    if kind in (Type.mjCNSTR_LIMIT_JOINT, Type.mjCNSTR_FRICTION_DOF):
        limit = kind == Type.mjCNSTR_LIMIT_JOINT
        weight = model.dof_invweight0[model.jnt_dofadr[item] if limit else item]
        refs, imps = (model.jnt_solref, model.jnt_solimp) if limit else (model.dof_solref, model.dof_solimp)
        return _Group("joint_limit" if limit else "joint_loss", _pair(refs[item]), _five(imps[item]), [weight])
    if kind in (Type.mjCNSTR_LIMIT_TENDON, Type.mjCNSTR_FRICTION_TENDON):
        side = "lim" if kind == Type.mjCNSTR_LIMIT_TENDON else "fri"
        ref, imp = (getattr(model, f"tendon_{name}_{side}")[item] for name in ("solref", "solimp"))
        name = "tendon_limit" if side == "lim" else "tendon_loss"
        return _Group(name, _pair(ref), _five(imp), [float(model.tendon_invweight0[item])])
    contact = data.contact[item]
    tran = float(sum(model.body_invweight0[model.geom_bodyid[g], 0] for g in contact.geom))
    name = {
        Type.mjCNSTR_CONTACT_PYRAMIDAL: "pyramidal",
        Type.mjCNSTR_CONTACT_ELLIPTIC: "elliptic",
    }.get(kind, "frictionless")
    count = soft_friction.rows_of(contact.dim, name == "pyramidal")
    return _Group(name, _pair(contact.solref), _five(contact.solimp), [tran] * count, item)


def _equality(model: mujoco.MjModel, item: int) -> _Group:
    ref, imp = _pair(model.eq_solref[item]), _five(model.eq_solimp[item])
    one, two = int(model.eq_obj1id[item]), int(model.eq_obj2id[item])
    kind = mujoco.mjtEq(int(model.eq_type[item]))
    if kind == mujoco.mjtEq.mjEQ_JOINT:
        dofs = [model.jnt_dofadr[joint] for joint in (one, two) if joint >= 0]
        return _Group("joint", ref, imp, [float(sum(model.dof_invweight0[dof] for dof in dofs))])
    tran, rot = (float(x) for x in model.body_invweight0[one] + model.body_invweight0[two])
    if kind == mujoco.mjtEq.mjEQ_CONNECT:
        return _Group("connect", ref, imp, [tran] * 3)
    return _Group("weld", ref, imp, [tran] * 3 + [rot] * 3)


def _pair(numbers: np.ndarray) -> SolRef:
    first, second = (float(x) for x in numbers)
    return first, second


def _five(numbers: np.ndarray) -> SolImp:
    d0, dw, width, midpoint, power = (float(x) for x in numbers)
    return d0, dw, width, midpoint, power
