"""The soft-contact functions against MuJoCo's stored rows, over randomly drawn parameters and states."""

from __future__ import annotations

import math
from functools import cache

import mujoco
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from physai.experiments.soft_contact_rows import recompute, stored, worst_difference
from physai.experiments.soft_contact_scenes import Ball, ball, configure, load, place, warnings
from physai.sim import soft_contact, soft_reference, soft_rest, soft_row
from physai.sim.contact import SolImp, SolRef
from physai.sim.soft_mixing import Surface, mixed

standard = st.tuples(st.floats(1e-3, 0.2), st.floats(0.05, 3))
direct = st.tuples(st.floats(-1e5, -1), st.floats(-1e3, 0))
pair = st.floats(-10, 10, allow_subnormal=False)  # mixing halves: the least subnormal would be zero
any_solref = st.one_of(standard, direct, st.tuples(pair, pair))
any_solimp = st.tuples(
    st.floats(-0.2, 1.2), st.floats(-0.2, 1.2), st.floats(-0.001, 0.01), st.floats(-0.2, 1.2), st.floats(0, 8)
)
sane_solimp = st.tuples(
    st.floats(0.05, 0.98), st.floats(0.05, 0.98), st.floats(2e-4, 0.01), st.floats(0.1, 0.9), st.floats(1, 6)
)
Scene = tuple[mujoco.MjModel, mujoco.MjData]


@cache
def lab() -> Scene:
    return load("lab")


@cache
def rows() -> Scene:
    return load("rows")


@given(any_solref, any_solimp, st.floats(1e-5, 0.012), st.floats(-1, 1), st.floats(1e-4, 0.01), st.booleans())
def test_a_frictionless_row(
    solref: SolRef, solimp: SolImp, depth: float, speed: float, h: float, refsafe: bool
) -> None:
    """K, B, d, slope, a_ref, R, D, diagA and force for anything that can be written, mixed formats included."""
    model, data = lab()
    with warnings() as heard:
        configure(model, data, Ball(solref, solimp, h=h, refsafe=refsafe))
        place(model, data, -depth, speed)
    own, engine = recompute(model, data)[0], stored(data, 0)
    assert worst_difference(own, engine) < 1e-9
    assert bool(heard) == soft_reference.is_mixed(solref)
    f = soft_row.row_force(own.a_ref, float(data.qacc_smooth[2]), 1.0, own.r)
    assert f == pytest.approx(engine.force, rel=1e-6, abs=1e-6)
    a_1 = soft_row.row_acceleration(float(data.qacc_smooth[2]), 1.0, f)
    assert a_1 == pytest.approx(float(data.qacc[2]), rel=1e-6, abs=1e-6)


@given(standard, sane_solimp, st.floats(1e-5, 0.012), st.floats(-0.5, 0.5), st.floats(0.1, 10))
def test_the_force_curve_is_the_engines(
    solref: SolRef, solimp: SolImp, depth: float, speed: float, mass: float
) -> None:
    model, data = ball(Ball(solref, solimp, mass, refsafe=False), -depth)
    place(model, data, -depth, speed)
    r = float(data.efc_pos[0])
    expected = stored(data, 0).force
    assert soft_contact.force(r, speed, mass, solref, solimp) == pytest.approx(expected, rel=1e-8, abs=1e-8)
    assert soft_contact.acceleration(r, speed, solref, solimp) == pytest.approx(float(data.qacc[2]), rel=1e-8, abs=1e-8)


offset = st.floats(-0.06, 0.06)
shift = st.tuples(offset, offset, offset)
impratio = st.floats(0.2, 20)


@settings(deadline=None)
@given(
    st.booleans(), impratio, shift, shift, offset, st.floats(-0.3, 0.3), st.integers(0, 1000),
    st.one_of(standard, direct),
)  # fmt: skip
def test_every_kind_of_row(
    elliptic: bool, ratio: float, tie: tuple[float, ...], clamp: tuple[float, ...], turn: float, arm: float, seed: int,
    solref: SolRef,
) -> None:  # fmt: skip
    """Connect, weld, joint, friction loss, limits, and contacts of 1, 3, 4 and 6 dimensions under both cones."""
    model, data = rows()
    mujoco.mj_resetData(model, data)
    model.opt.cone = mujoco.mjtCone.mjCONE_ELLIPTIC if elliptic else mujoco.mjtCone.mjCONE_PYRAMIDAL
    model.opt.impratio = ratio
    model.geom_solref[-1] = solref
    data.joint("cart").qpos[0], data.joint("arm").qpos[0] = 0.16, arm
    data.qpos[:3] += tie
    data.qpos[7:10] += clamp
    data.qpos[11] += turn
    data.qvel[12:] = 0.05 * np.random.default_rng(seed).standard_normal(model.nv - 12)
    mujoco.mj_forward(model, data)
    for index, own in enumerate(recompute(model, data)):
        engine = stored(data, index)
        exact = (own.kbip, own.a_ref, own.r, own.d, own.diagonal)
        held = (engine.kbip, engine.a_ref, engine.r, engine.d, engine.diagonal)
        for one, two in zip(exact, held, strict=True):
            assert one == pytest.approx(two, rel=1e-9, abs=1e-9), own.kind
        # the forces come from an iterative solver with a tolerance
        assert own.force == pytest.approx(engine.force, rel=1e-4, abs=1e-4), own.kind


@settings(deadline=None)
@given(st.integers(0, 1000), st.sampled_from(["tie", "clamp"]))
def test_connect_and_weld_subtract_the_curvature(seed: int, name: str) -> None:
    """What is missing from -B v - K d r is (dJ/dt) v, found by moving the state along its own velocity."""
    model, data = load("rows")
    rng = np.random.default_rng(seed)
    first, count = {"tie": (0, 3), "clamp": (3, 6)}[name]
    data.qpos[:3] += 0.02 * rng.standard_normal(3)
    data.qpos[7:10] += 0.02 * rng.standard_normal(3)
    data.qvel[:12] = rng.standard_normal(12)
    mujoco.mj_forward(model, data)
    span = slice(first, first + count)
    plain = [row.a_ref for row in recompute(model, data)[span]]
    missing = data.efc_aref[span] - plain
    rates, start, velocity = [], data.qpos.copy(), data.qvel.copy()
    step = 1e-6
    for sign in (1, -1):
        data.qpos[:] = start
        mujoco.mj_integratePos(model, data.qpos, velocity, sign * step)
        mujoco.mj_forward(model, data)
        rates.append(data.efc_J.reshape(data.nefc, -1)[span] @ velocity)
    curvature = (rates[0] - rates[1]) / (2 * step)
    own = [soft_reference.reference_acceleration(0, 0, 1, 0, 0, float(c)) for c in curvature]
    assert missing == pytest.approx(own, rel=1e-4, abs=1e-6)


@given(standard, sane_solimp, st.floats(1e-5, 0.012), st.floats(-0.5, 0.5), st.floats(2e-4, 0.02), st.booleans())
def test_the_measured_rule_under_discrete(
    solref: SolRef, solimp: SolImp, depth: float, speed: float, h: float, refsafe: bool
) -> None:
    model, data = lab()
    configure(model, data, Ball(solref, solimp, h=h, integrator="discrete", refsafe=refsafe))
    place(model, data, -depth, speed)
    r = float(data.efc_pos[0])
    d = soft_contact.impedance(r, solimp)
    k, b = soft_reference.discrete_kb(solref, solimp, d, h, refsafe)
    assert data.efc_KBIP[0, :3] == pytest.approx([k, b, d], rel=1e-9)
    a_ref, big_r = soft_reference.discrete_row(k, b, d, soft_row.regularizer(d, 1.0), r, speed, h)
    # the engine caps the row's effective impedance at its largest impedance
    assume(1 / (1 + big_r) < 0.9998)
    assert data.efc_aref[0] == pytest.approx(a_ref, rel=1e-8)
    assert data.efc_R[0] == pytest.approx(big_r, rel=1e-8)


surface = st.builds(Surface, st.one_of(standard, direct), sane_solimp, st.floats(0.1, 5), st.integers(0, 1))


@given(surface, surface)
def test_the_contact_gets_the_mixed_parameters(one: Surface, two: Surface) -> None:
    model, data = lab()
    configure(model, data, Ball())
    for index, side in enumerate((one, two)):
        model.geom_solref[index], model.geom_solimp[index] = side.solref, side.solimp
        model.geom_solmix[index], model.geom_priority[index] = side.solmix, side.priority
    place(model, data, -0.001)
    model.geom_solmix[:], model.geom_priority[:] = 1, 0
    solref, solimp = mixed(one, two)
    assert data.contact[0].solref == pytest.approx(solref)
    assert data.contact[0].solimp == pytest.approx(solimp)


@settings(max_examples=30, deadline=None)
@given(st.floats(0.005, 0.03), st.floats(0.3, 1), st.floats(0.5, 0.95), st.floats(0.0, 0.49), st.floats(0.1, 10))
def test_the_ball_rests_where_bisection_says(
    timeconst: float, dampratio: float, d0: float, more: float, mass: float
) -> None:
    solimp = (d0, min(0.99, d0 + more), 0.001, 0.5, 2.0)
    model, data = ball(Ball((timeconst, dampratio), solimp, mass), 0.0)
    k, _ = soft_reference.reference_kb((timeconst, dampratio), solimp)
    depth = soft_rest.rest_depth(9.81, k, solimp)
    assume(depth > 5 * 9.81 * model.opt.timestep**2)  # a free fall of some steps: a shallower rest is hopped over
    mujoco.mj_step(model, data, round(40 * timeconst / model.opt.timestep))
    assert 0.05 - data.qpos[2] == pytest.approx(depth, rel=1e-6)


def test_euler_guard_matches_every_continuous_integrator() -> None:
    model, data = lab()
    for integrator in ("Euler", "implicit", "implicitfast", "RK4"):
        configure(model, data, Ball((0.004, 1.0), h=0.005, integrator=integrator))
        place(model, data, -0.002)
        assert math.isclose(2 / (0.95 * data.efc_KBIP[0, 1]), 0.01)
