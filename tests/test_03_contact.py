"""Lesson 03: the contact law against closed forms and the engine; the run against published figures."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from physai.claims import Claim, Figures
from physai.experiments import contact, contact_claims
from physai.experiments.contact_motion import (
    CUBE,
    DROP,
    GRAVITY,
    HALF,
    SPHERE,
    model,
    own_drop,
    penetration,
    placed,
    simulate,
)
from physai.experiments.contact_motion import row as stored_row
from physai.experiments.contact_quantities import least_dampratio, least_timeconst
from physai.measure import measure
from physai.results import Results, rounded
from physai.sim import (
    contact_accel,
    contact_growth,
    impedance,
    resting_penetration,
    semi_implicit_euler,
    solref_kb,
    step_growth,
)
from physai.sim.contact import SOLIMP, SolImp


@cache
def results() -> Results:
    return measure(contact.run)


# --- laws ---

fraction = st.floats(0.01, 0.99)
solimps = st.tuples(fraction, fraction, st.floats(1e-4, 0.05), fraction, st.floats(1.0, 6.0))


@given(solimps, st.floats(0.0, 0.1))
def test_impedance_runs_from_d0_to_dw_and_never_leaves_them(solimp: SolImp, depth: float) -> None:
    low, high = sorted(solimp[:2])
    assert impedance(0.0, solimp) == pytest.approx(solimp[0])
    assert impedance(solimp[2], solimp) == pytest.approx(solimp[1])
    assert low - 1e-12 <= impedance(depth, solimp) <= high + 1e-12
    assert impedance(depth, solimp) == impedance(-depth, solimp)


@pytest.mark.parametrize(
    ("solimp", "depth", "expected"),
    [
        (SOLIMP, 0.0005, 0.925),  # the midpoint is half way
        (SOLIMP, 0.00025, 0.90625),  # power 2: half of (1/2)^2 of the way
        ((0.9, 0.95, 0.001, 0.5, 1.0), 0.0003, 0.915),  # power 1 is linear
        ((0.9, 0.9, 0.001, 0.5, 2.0), 0.0003, 0.9),
        ((0.8, 0.9, 0.0, 0.5, 2.0), 0.0003, 0.85),  # no width: the mean
        ((0.0, 1.0, 0.001, 0.5, 2.0), 0.01, 0.9999),  # clamped
        ((0.0, 1.0, 0.001, 0.5, 2.0), 0.0, 0.0001),
    ],
)
def test_impedance_has_its_closed_forms(solimp: SolImp, depth: float, expected: float) -> None:
    assert impedance(depth, solimp) == pytest.approx(expected, rel=1e-12)


@settings(deadline=None, max_examples=200)
@given(
    solimps,
    st.floats(1e-4, 0.2),
    st.floats(0.05, 5.0),
    st.floats(1e-5, 0.02),
    st.sampled_from([0.0005, 0.002, 0.005]),
    st.booleans(),
)
def test_impedance_k_and_b_are_what_the_engine_stores(
    solimp: SolImp, timeconst: float, dampratio: float, depth: float, h: float, refsafe: bool
) -> None:
    data = placed(model(SPHERE, (timeconst, dampratio), solimp, h=h, refsafe=refsafe), HALF - depth)
    r = float(data.contact.dist[0])
    own = (impedance(r, solimp), *solref_kb((timeconst, dampratio), solimp, h, refsafe))
    assert stored_row(data) == pytest.approx(own, rel=1e-9)


@settings(deadline=None, max_examples=100)
@given(solimps, st.floats(0.004, 0.2), st.floats(0.05, 3.0), st.floats(1e-5, 0.02), st.floats(-2.0, 2.0))
def test_contact_acceleration_is_the_engine_s(
    solimp: SolImp, timeconst: float, dampratio: float, depth: float, v: float
) -> None:
    data = placed(model(SPHERE, (timeconst, dampratio), solimp), HALF - depth, v)
    own = contact_accel(float(data.contact.dist[0]), v, -GRAVITY, (timeconst, dampratio), solimp)
    assert float(data.qacc[2]) == pytest.approx(own, rel=1e-6, abs=1e-6)


def test_a_contact_never_pulls_and_a_gap_is_free_fall() -> None:
    assert contact_accel(0.001, -1.0, -GRAVITY) == -GRAVITY
    assert contact_accel(-0.0001, 5.0, -GRAVITY) == -GRAVITY


@pytest.mark.parametrize("solref", [(-2500.0, -100.0), (0.02, 0.0), (0.0, 1.0)])
def test_other_formats_are_refused(solref: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match="direct format"):
        solref_kb(solref)


@given(st.floats(0.004, 0.1), st.floats(0.1, 3.0), st.floats(0.05, 0.99))
def test_constant_impedance_rests_at_the_documented_depth(timeconst: float, dampratio: float, d: float) -> None:
    solimp = (d, d, *SOLIMP[2:])
    expected = (1 - d) * GRAVITY * (timeconst * dampratio) ** 2
    assert resting_penetration(GRAVITY, (timeconst, dampratio), solimp, deepest=2.0) == pytest.approx(expected)


@given(st.floats(0.001, 0.2), st.floats(0.1, 2.0), st.floats(0.1, 100.0))
def test_at_the_resting_penetration_nothing_accelerates(timeconst: float, dampratio: float, load: float) -> None:
    depth = resting_penetration(load, (timeconst, dampratio), deepest=100.0)
    assert contact_accel(-depth, 0.0, -load, (timeconst, dampratio)) == pytest.approx(0.0, abs=1e-9 * load)


@given(st.floats(1e-4, 5e-3), st.floats(1e-3, 0.1), st.floats(0.01, 3.0))
def test_growth_is_the_larger_root_of_trace_and_determinant(h: float, timeconst: float, dampratio: float) -> None:
    w, c = 1 / (timeconst * dampratio), 2 / timeconst
    trace, determinant = 2 - h * c - (h * w) ** 2, 1 - h * c
    root = complex(trace * trace / 4 - determinant) ** 0.5
    expected = max(abs(trace / 2 + root), abs(trace / 2 - root))
    found = contact_growth((timeconst, dampratio), SOLIMP, h, refsafe=False)
    assert found == pytest.approx(expected, rel=1e-6, abs=1e-7)


@given(st.floats(1e-4, 0.01), st.floats(1.01, 10.0), st.sampled_from([0.999, 1.001]))
def test_growth_passes_one_at_the_stated_limits(h: float, steps: float, side: float) -> None:
    stable = side > 1
    assert (contact_growth((side * least_timeconst(h), 1.0), SOLIMP, h, refsafe=False) < 1) == stable
    timeconst = steps * h  # h c = 2 / steps < 2
    dampratio = side * least_dampratio(h, timeconst)
    assert (contact_growth((timeconst, dampratio), SOLIMP, h, refsafe=False) < 1) == stable


def test_step_growth_of_free_flight_is_one() -> None:
    assert step_growth(lambda x, v: semi_implicit_euler(x, v, lambda x, v: 0.0, 0.01)) == pytest.approx(1.0)


@pytest.mark.parametrize("dampratio", [1.0, 0.5, 0.3, 0.2, 0.1])
def test_own_trajectory_is_the_engine_s(dampratio: float) -> None:
    own = own_drop(DROP, (0.02, dampratio))
    engine, _ = simulate(model(SPHERE, (0.02, dampratio)), DROP)
    assert np.abs(own.z - engine.z).max() < 1e-10


@pytest.mark.parametrize("timeconst", [0.004, 0.01, 0.02, 0.05])
def test_the_cube_rests_as_a_sphere_under_a_quarter_of_the_load(timeconst: float) -> None:
    _, data = simulate(model(CUBE, (timeconst, 1.0)), HALF)
    assert penetration(data) == pytest.approx(resting_penetration(GRAVITY / 4, (timeconst, 1.0)), rel=1e-6)


def test_each_corner_of_the_cube_keeps_the_regularizer_of_the_whole_mass() -> None:
    """Why a quarter: every row has R = (1-d)/d/m, as if it carried the cube alone."""
    data = placed(model(CUBE), HALF - 0.0005)
    d = stored_row(data)[0]
    expected = 2 * (1 - d) / d * (1 + 1.0)  # pyramid edge, friction 1: 2 mu^2 (1-d)/d (1+mu^2)/m
    assert data.efc_R == pytest.approx(np.full(data.nefc, expected))


def test_mixed_solref_falls_back_to_the_default(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(str(tmp_path))  # the engine logs its warning to a file in the working directory
    mixed = stored_row(placed(model(SPHERE, (0.05, 0.0)), HALF - 0.0005))
    assert mixed == stored_row(placed(model(SPHERE), HALF - 0.0005))


def test_any_direct_geom_takes_the_element_wise_minimum() -> None:
    m = model(SPHERE)
    m.geom_solref[0], m.geom_solref[1] = (0.02, 1.0), (-2500.0, -100.0)
    assert placed(m, HALF - 0.0005).contact.solref[0].tolist() == [-2500.0, -100.0]


# --- the experiment ---

# Published figures: name, shown unit's power of ten, digits, text. Rounded on the unperturbed value.
PUBLISHED = [
    ("step1[0.001,0.0005].b", 0, ".2f", "526.32"),
    ("step1[0.001,0.0005].k_mujoco", 0, ".1f", "69252.1"),
    ("step1[0.001,0.0005].b_mujoco", 0, ".2f", "526.32"),
    ("step1[0.004,0.0005].d", 0, ".4f", "0.9250"),
    ("step1[0.004,0.0005].k", 0, ".1f", "69252.1"),
    ("step1[0.004,0.0005].d_mujoco", 0, ".4f", "0.9250"),
    ("step1[0.004,0.0005].b_mujoco", 0, ".2f", "526.32"),
    ("step1[0.02,0.0002].d", 0, ".4f", "0.9040"),
    ("step1[0.02,0.0002].k", 0, ".1f", "2770.1"),
    ("step1[0.02,0.0002].b", 0, ".2f", "105.26"),
    ("step1[0.02,0.0002].b_mujoco", 0, ".2f", "105.26"),
    ("step1[0.02,0.0005].k", 0, ".1f", "2770.1"),
    ("step1[0.02,0.0005].d_mujoco", 0, ".4f", "0.9250"),
    ("step1[0.02,0.0005].b_mujoco", 0, ".2f", "105.26"),
    ("step1[0.02,0.002].d", 0, ".4f", "0.9500"),
    ("step1[0.02,0.002].b_mujoco", 0, ".2f", "105.26"),
    ("step1[0.1,0.0005].d", 0, ".4f", "0.9250"),
    ("step1[0.1,0.0005].k", 0, ".1f", "110.8"),
    ("step1[0.1,0.0005].b", 0, ".2f", "21.05"),
    ("step2.aref", 0, ".6f", "32.860111"),
    ("step2.aref_mujoco", 0, ".6f", "32.860111"),
    ("step2[1].depth", 3, ".3f", "8.726"),
    ("sweep3[1].depth", 3, ".3f", "8.283"),
    ("step3[0.001].ours", 3, ".4f", "0.0175"),
    ("step3[0.001].mujoco", 3, ".4f", "0.0175"),
    ("step3[0.002].ours", 3, ".4f", "0.0175"),
    ("step3[0.002].mujoco", 3, ".4f", "0.0175"),
    ("step3[0.004].ours", 3, ".4f", "0.0175"),
    ("step3[0.01].ours", 3, ".4f", "0.1078"),
    ("step3[0.02].mujoco", 3, ".4f", "0.3672"),
    ("step3[0.1].mujoco", 3, ".4f", "4.9050"),
    ("sweep1[0.001].cube", 3, ".4f", "0.0044"),
    ("sweep1[0.001].d", 0, ".4f", "0.9000"),
    ("sweep1[0.002].sphere", 3, ".4f", "0.0175"),
    ("sweep1[0.002].d", 0, ".4f", "0.9000"),
    ("sweep1[0.002].equation", 3, ".4f", "0.0175"),
    ("sweep1[0.004].cube", 3, ".4f", "0.0044"),
    ("sweep1[0.005].cube", 3, ".4f", "0.0068"),
    ("sweep1[0.005].sphere", 3, ".4f", "0.0273"),
    ("sweep1[0.005].d", 0, ".4f", "0.9001"),
    ("sweep1[0.005].equation", 3, ".4f", "0.0273"),
    ("sweep1[0.005].ratio", 0, ".2f", "0.25"),
    ("sweep1[0.01].cube", 3, ".4f", "0.0273"),
    ("sweep1[0.01].sphere", 3, ".4f", "0.1078"),
    ("sweep1[0.01].d", 0, ".4f", "0.9012"),
    ("sweep1[0.01].equation", 3, ".4f", "0.1078"),
    ("sweep1[0.02].sphere", 3, ".4f", "0.3672"),
    ("sweep1[0.02].d", 0, ".4f", "0.9135"),
    ("sweep1[0.02].equation", 3, ".4f", "0.3672"),
    ("sweep1[0.05].cube", 3, ".4f", "0.4914"),
    ("sweep1[0.05].d", 0, ".4f", "0.9500"),
    ("sweep1[0.1].equation", 3, ".4f", "4.9050"),
    ("sweep3[0.1].depth", 3, ".3f", "2.220"),
    ("sweep3[0.1].rebound", 3, ".3f", "56.504"),
    ("sweep3[0.2].depth", 3, ".3f", "3.503"),
    ("sweep3[0.2].rebound", 3, ".3f", "24.202"),
    ("sweep3[0.5].rebound", 3, ".3f", "3.339"),
    ("sweep3[0.7].depth", 3, ".3f", "7.288"),
    ("sweep3[0.7].rebound", 3, ".3f", "0.055"),
    ("sweep3[1].rebound", 3, ".3f", "0.000"),
    ("sweep3[2].rebound", 3, ".3f", "0.000"),
    ("softness[0.02].depth", 3, ".3f", "8.283"),
    ("step4[0.0005,1,off].hw", 0, ".2f", "4.00"),
    ("step4[0.0005,1,off].growth", 0, ".3f", "22.314"),
    ("step4[0.0005,1,off].top", 0, ".3f", "6.687"),
    ("step4[0.0005,1,off].top_mujoco", 0, ".3f", "6.687"),
    ("step4[0.001,1,off].top_mujoco", 0, ".3f", "13.753"),
    ("step4[0.002,1,off].growth", 0, ".3f", "1.618"),
    ("step4[0.002,1,off].top", 0, ".3f", "1.786"),
    ("step4[0.003,1,off].hw", 0, ".2f", "0.67"),
    ("step4[0.003,1,off].top", 0, ".3f", "0.100"),
    ("step4[0.001,1,on].growth", 0, ".3f", "0.750"),
    ("step4[0.001,1,on].top", 0, ".3f", "0.100"),
    ("step4[0.02,0.1,on].growth", 0, ".3f", "0.894"),
    ("step4[0.02,0.1,on].top", 0, ".3f", "0.100"),
    ("step4[0.02,0.1,on].top_mujoco", 0, ".3f", "0.100"),
    ("step4[0.02,0.07,on].growth", 0, ".3f", "0.894"),
    ("step4[0.02,0.05,on].hw", 0, ".2f", "2.00"),
    ("step4.sphere_rebound", 3, ".2f", "93.33"),
    ("step4.first_bounce", 0, ".3f", "0.310"),
    ("step4.first_bounce_time", 0, ".3f", "0.396"),
    ("limit.hw", 0, ".4f", "0.8284"),
    ("break1[0.0005,on].depth", 3, ".3f", "0.297"),
    ("break1[0.0005,on].top", 0, ".3f", "0.100"),
    ("break1[0.0005,on].jitter", 3, ".3f", "0.000"),
    ("break1[0.001,on].top", 0, ".3f", "0.100"),
    ("break1[0.001,on].jitter", 3, ".3f", "0.000"),
    ("break1[0.002,on].jitter", 3, ".3f", "0.000"),
    ("break1[0.003,on].depth", 3, ".3f", "0.297"),
    ("break1[0.003,on].top", 0, ".3f", "0.100"),
    ("break1[0.004,on].depth", 3, ".3f", "0.297"),
    ("break1[0.004,on].top", 0, ".3f", "0.100"),
    ("break1[0.004,on].rebound", 3, ".3f", "0.055"),
    ("break1[0.0005,off].top", 0, ".3f", "7.834"),
    ("break1[0.0005,off].jitter", 3, ".3f", "497.278"),
    ("break1[0.001,off].depth", 3, ".3f", "2.327"),
    ("break1[0.001,off].jitter", 3, ".3f", "2084.273"),
    ("break1[0.002,off].top", 0, ".3f", "0.894"),
    ("break1[0.002,off].rebound", 0, ".3f", "0.725"),
    ("break1[0.002,off].jitter", 3, ".3f", "267.969"),
    ("break1[0.003,off].depth", 3, ".3f", "0.578"),
    ("break1[0.003,off].top", 0, ".3f", "0.100"),
    ("break1[0.003,off].rebound", 3, ".3f", "2.581"),
    ("break1[0.003,off].rebound_touch", 3, ".3f", "17.357"),
    ("break1[0.004,off].depth", 3, ".3f", "0.297"),
    ("break1[0.004,off].top", 0, ".3f", "0.100"),
    ("break2[0.07].rebound", 3, ".3f", "105.891"),
    ("break2[0.07].top", 0, ".3f", "0.106"),
    ("break2[0.05].top", 0, ".3f", "3.147"),
    ("friction[0.2].pyramidal", 3, ".4f", "0.0091"),
    ("friction[0.5].pyramidal", 3, ".4f", "0.0679"),
    ("friction[1].pyramidal", 3, ".4f", "0.3672"),
    ("friction[2].pyramidal", 3, ".4f", "1.9620"),
    ("floor[0.002].rebound", 3, ".3f", "0.055"),
    ("floor[0.005].rebound", 3, ".2f", "2.58"),
    ("mass_change[10].written", 3, ".3f", "1.962"),
    ("mass_change[10].updated", 3, ".3f", "0.367"),
    ("discrete[0.0002].found", 0, ".4f", "1.0008"),
    ("discrete[0.002].found", 0, ".4f", "1.0260"),
    ("easy.timeconst", 0, ".6f", "0.045152"),
    ("easy.depth", 3, ".4f", "1.0000"),
    ("medium.cube", 3, ".4f", "0.8922"),
    ("medium.sphere", 3, ".4f", "0.6328"),
    ("hard.limit_timeconst", 0, ".6f", "0.006036"),
    ("hard.limit_dampratio", 0, ".4f", "0.1443"),
    ("hard[0.02,0.2,on].growth", 0, ".3f", "0.707"),
    ("hard[0.02,0.2,on].top", 0, ".4f", "0.1096"),
    ("hard[0.02,0.15,on].top", 0, ".3f", "0.648"),
    ("hard[0.0061,1,off].growth", 0, ".3f", "0.970"),
    ("hard[0.0061,1,off].top", 0, ".3f", "0.332"),
]


@pytest.mark.parametrize(("name", "power", "digits", "text"), PUBLISHED, ids=[p[0] for p in PUBLISHED])
def test_published_figure_is_reproduced(name: str, power: int, digits: str, text: str) -> None:
    value = results()[name].value
    assert isinstance(value, float)
    assert rounded(value, digits, power) == text


DEFAULTS = {
    "timeconst": 0.02,
    "dampratio": 1.0,
    "d0": 0.9,
    "dw": 0.95,
    "width": 0.001,
    "midpoint": 0.5,
    "power": 2.0,
    "margin": 0.0,
    "gap": 0.0,
    "condim": 3,
    "timestep": 0.002,
}


@pytest.mark.parametrize(("name", "value"), DEFAULTS.items())
def test_published_default_is_read_back(name: str, value: float) -> None:
    assert results()[f"default.{name}"].value == value


@pytest.mark.parametrize(
    "name", ["step3[0.05].ours", "step3[0.05].mujoco", "sweep1[0.05].sphere", "sweep1[0.05].equation"]
)
def test_depth_at_the_rounding_tie_is_compared_with_a_tolerance(name: str) -> None:
    """Published as 1.2263 and 1.2262 mm: the exact depth is 1.22625 mm, the fourth digit is chance."""
    assert results()[name].value == pytest.approx(1.22625e-3, abs=1e-11)


@pytest.mark.parametrize(("name", "exact"), [("sweep2[0.95].depth", 0.04905e-3), ("sweep2[0.5].depth", 0.4905e-3)])
def test_constant_impedance_depth_of_the_cube(name: str, exact: float) -> None:
    """Published 0.0490 mm at 0.95: again a rounding tie."""
    assert results()[name].value == pytest.approx(exact, abs=1e-11)


def test_the_three_shortest_time_constants_rest_equally_deep_to_the_last_bit() -> None:
    depths = {results()[f"sweep1[{t}].{c}"].value for t in ("0.001", "0.002", "0.004") for c in ("cube", "sphere")}
    assert len(depths) == 2


def test_condim_does_not_change_the_rest_of_the_sphere_at_friction_one() -> None:
    for timeconst in contact.TIMECONSTS:
        one, three = (
            results()[f"{n}[{timeconst:.12g}].{c}"].value for n, c in (("step3", "mujoco"), ("sweep1", "sphere"))
        )
        assert one == pytest.approx(three, rel=1e-7)


def test_highest_point_at_the_smallest_damping_ratio_is_only_a_bound() -> None:
    """Published as 0.345 m twice; one unit in the last place of the start moves the second digit."""
    for column in ("top", "top_mujoco"):
        quantity = results()[f"step4[0.02,0.05,on].{column}"]
        assert quantity.kind == "chaotic"
        assert quantity.bound == ">0.3"


def test_rebound_definitions_differ_only_where_a_later_impact_is_the_deepest() -> None:
    found = results()
    differing = [
        name.removesuffix(".rebound")
        for name in found.values
        if name.endswith(".rebound")
        and f"{name}_touch" in found.values
        and found[name].value != found[f"{name}_touch"].value
    ]
    assert differing == ["break1[0.002,off]", "break1[0.003,off]"]


def test_friction_is_indifferent_under_the_elliptic_cone() -> None:
    depths = [q.value for name, q in results().values.items() if name.endswith(".elliptic")]
    assert np.ptp(np.array(depths, float)) < 1e-12


def test_depth_grows_with_softness_and_with_damping_ratio() -> None:
    for table in ("softness", "sweep3"):
        depths = [results()[f"{table}[{key}].depth"].value for (key,) in results().tables[table].rows]
        assert all(a < b for a, b in pairwise(depths))  # type: ignore[operator]


def test_rows_of_every_table_are_those_of_the_specification() -> None:
    counts = {name: len(table.rows) for name, table in results().tables.items()}
    assert counts == {
        "step1": 6, "step2": 3, "step3": 8, "step4": 8, "sweep1": 8, "doubling": 4, "sweep2": 4, "sweep3": 7,
        "softness": 5, "break1": 10, "break2": 3, "friction": 4, "condim": 4, "impratio": 2, "mass_change": 3,
        "floor": 2, "discrete": 2, "hard": 8,
    }  # fmt: skip


CLAIMS = [c for c in vars(contact_claims).values() if isinstance(c, Claim)]


@pytest.mark.parametrize("claim", CLAIMS, ids=[c.name for c in CLAIMS])
def test_claim_holds(claim: Claim) -> None:
    assert claim.holds(Figures(results().values)), claim.meaning


def test_program_output_prints_what_was_measured() -> None:
    build, run = contact.build_output(results()), contact.run_output(results())
    assert list(build) == ["step1", "step2", "step3", "step4"]
    for block in (*build.values(), *run.values()):
        assert block.startswith("== ")
        assert block.endswith("\n")
        assert max(map(len, block.splitlines())) <= 100
    assert all("ok" in block.splitlines()[-1] for block in build.values())
    assert "69252.1" in build["step1"]
    assert "497.278" in run["break1"]


def test_use_it_snippet_runs() -> None:
    import runpy

    runpy.run_module("physai.examples.contact_use", run_name="__main__")
