"""Lesson 06: the soft-contact functions against laws and closed forms; the run against published figures."""

from __future__ import annotations

import math
import re
import subprocess
import sys
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from physai.claims import Claim, Figures
from physai.examples import soft_contact_check
from physai.experiments import soft_contact, soft_contact_claims
from physai.measure import measure
from physai.results import Results, rounded
from physai.sim import soft_contact as curves
from physai.sim import soft_friction, soft_reference, soft_rest, soft_row
from physai.sim.contact import SOLIMP, SolImp
from physai.sim.soft_mixing import Surface, mixed


@cache
def results() -> Results:
    return measure(soft_contact.run)


# --- laws ---

share = st.floats(0.01, 0.99)
positive = st.floats(1e-3, 1e3)
shape = st.tuples(share, share, st.floats(1e-4, 0.1), st.floats(0.05, 0.95), st.floats(1.0, 6.0))
growing = shape.map(lambda s: (min(s[0], s[1]), max(s[0], s[1]), *s[2:]))


@given(st.floats(-0.2, 0.2), shape)
def test_impedance_lies_between_its_ends(r: float, solimp: SolImp) -> None:
    low, high = sorted(solimp[:2])
    assert low - 1e-12 <= curves.impedance(r, solimp) <= high + 1e-12


@given(st.floats(1e-6, 0.999), shape)
def test_the_slope_is_the_derivative(x: float, solimp: SolImp) -> None:
    r, step = -x * solimp[2], 1e-6 * solimp[2]
    if min(abs(x - edge) for edge in (0, solimp[3], 1)) < 1e-3:
        return  # a central difference across a kink of the second derivative is another number
    numeric = (curves.impedance(r + step, solimp) - curves.impedance(r - step, solimp)) / (2 * step)
    assert curves.impedance_slope(r, solimp) == pytest.approx(numeric, rel=1e-4, abs=1e-6 / solimp[2])


@given(share, positive)
def test_effective_weight_is_a_over_a_plus_r(d: float, ratio: float) -> None:
    a = 3.7
    big_r = soft_row.regularizer(d, ratio * a)
    assert curves.effective_weight(d, ratio) == pytest.approx(a / (a + big_r))


@given(positive, share, st.floats(-100, 100), st.floats(-100, 100))
def test_with_the_true_inertia_the_row_interpolates(a: float, d: float, a_ref: float, a_free: float) -> None:
    f = soft_row.row_force(a_ref, a_free, a, soft_row.regularizer(d, a))
    expected = (1 - d) * a_free + d * a_ref if a_ref > a_free else a_free
    assert soft_row.row_acceleration(a_free, a, f) == pytest.approx(expected, abs=1e-9)


@given(positive, positive, st.floats(-100, 100), st.floats(-100, 100))
def test_the_force_is_the_optimum_and_the_inverse_recovers_it(a: float, r: float, a_ref: float, a_free: float) -> None:
    f = soft_row.row_force(a_ref, a_free, a, r)
    assert soft_row.optimality(f, a_ref, a_free, a, r).holds(1e-8 * max(1, f))
    cost = soft_row.dual_cost(f, a_ref, a_free, a, r)
    assert all(cost <= soft_row.dual_cost(g, a_ref, a_free, a, r) + 1e-9 for g in (0.0, 0.9 * f, 1.1 * f, f + 1))
    a_1 = soft_row.row_acceleration(a_free, a, f)
    assert soft_row.inverse_force(a_1, a_ref, r) == pytest.approx(f, rel=1e-6, abs=1e-9)


@given(st.floats(0.05, 3), st.floats(0.01, 0.5), st.floats(0.01, 3))
def test_the_response_solves_its_equation(dampratio: float, timeconst: float, x: float) -> None:
    t, step = x * timeconst, 1e-3 * timeconst * min(1.0, dampratio)
    before, here, after = (curves.response(t + i * step, timeconst, dampratio) for i in (-1, 0, 1))
    speed, acceleration = (after - before) / (2 * step), (after - 2 * here + before) / step**2
    residual = acceleration + 2 / timeconst * speed + here / (timeconst * dampratio) ** 2
    assert abs(residual) * (timeconst * dampratio) ** 2 < 1e-3


def test_the_response_starts_at_one_at_rest_and_is_continuous_through_critical() -> None:
    for dampratio in (0.2, 1.0, 3.0):
        assert curves.response(0.0, 0.3, dampratio) == 1.0
    for t in (0.1, 0.5, 2.0):
        below, above = (curves.response(t, 0.3, z) for z in (1 - 1e-7, 1 + 1e-7))
        assert below == pytest.approx(curves.response(t, 0.3, 1.0), abs=1e-6)
        assert above == pytest.approx(curves.response(t, 0.3, 1.0), abs=1e-6)


@given(st.floats(0.004, 0.1), st.floats(0.1, 2), growing, st.floats(0.1, 30))
def test_a_growing_curve_has_one_rest_and_it_balances(
    timeconst: float, dampratio: float, solimp: SolImp, load: float
) -> None:
    k, b = soft_reference.stiffness_damping((timeconst, dampratio), curves.clamped(solimp)[1])
    found = soft_rest.rests(load, k, b, solimp, deepest=10.0)
    assert len(found) == 1
    assert found[0].stable
    assert found[0].depth == pytest.approx(soft_rest.rest_depth(load, k, solimp, 10.0), rel=1e-6, abs=1e-15)
    here = curves.acceleration(-found[0].depth, 0.0, (timeconst, dampratio), solimp, load)
    assert abs(here) < 1e-6 * load


@given(shape, st.floats(0.1, 2.0))
def test_local_stiffness_is_the_slope_of_the_acceleration(solimp: SolImp, x: float) -> None:
    r, step = -x * solimp[2], 1e-6 * solimp[2]
    if min(abs(x - edge) for edge in (solimp[3], 1)) < 1e-4:
        return
    k, b = soft_reference.stiffness_damping((0.02, 1.0), curves.clamped(solimp)[1])
    ends = (curves.acceleration(r + sign * step, 0.0, (0.02, 1.0), solimp) for sign in (-1, 1))
    low, high = ends
    rest = soft_rest.at_rest(-r, 9.81, k, b, solimp)
    assert rest.stiffness == pytest.approx((low - high) / (2 * step), rel=1e-3, abs=1e-3 * k)


def test_the_step_limit_is_where_growth_crosses_one() -> None:
    from physai.sim.integrators import semi_implicit_euler, step_growth

    for stiffness, damping in ((3000.0, 96.0), (1e5, 10.0), (500.0, 500.0)):
        limit = soft_rest.step_limit(stiffness, damping)

        def growth(h: float, k: float = stiffness, c: float = damping) -> float:
            return step_growth(lambda x, v: semi_implicit_euler(x, v, lambda x, v: -k * x - c * v, h))

        assert growth(limit * 0.999) < 1 < growth(limit * 1.001)


@given(st.floats(0.05, 0.95), st.floats(0.005, 0.1))
def test_release_is_where_the_spring_force_is_zero(dampratio: float, timeconst: float) -> None:
    speed, depth = soft_rest.release(dampratio, timeconst)
    # r'' = 0 at release: damping and spring cancel
    assert 2 / timeconst * speed == pytest.approx(depth / (timeconst * dampratio) ** 2, rel=1e-9)
    assert soft_rest.rebound_release(dampratio) > soft_rest.rebound_half_period(dampratio)


def test_release_is_continuous_through_critical_damping() -> None:
    for tenth in (0.9999, 1.0001):
        assert soft_rest.release(tenth, 0.02) == pytest.approx(soft_rest.release(1.0, 0.02), rel=1e-3)
    assert soft_rest.rebound_release(1.0) == pytest.approx(math.exp(-4))


def test_a_row_of_residuals_shares_its_length() -> None:
    solimp = (0.5, 0.9, 0.05, 0.5, 2.0)
    d, slope, gradient = soft_row.group_impedance((0.03, -0.004, 0.0), solimp)
    assert d == curves.impedance(math.hypot(0.03, 0.004), solimp)
    assert math.hypot(*gradient) == pytest.approx(slope)
    assert soft_row.group_impedance((0.0, 0.0, 0.0), solimp) == (0.5, 0.0, (0.0, 0.0, 0.0))


def test_priority_beats_the_average_and_the_average_is_symmetric() -> None:
    one, two = Surface((0.02, 1.0), solmix=1.0), Surface((0.06, 0.5), solmix=3.0)
    assert mixed(one, two)[0] == pytest.approx((0.05, 0.625))
    assert mixed(one, two)[0] == pytest.approx(mixed(two, one)[0])
    assert mixed(Surface((0.02, 1.0), priority=2), two)[0] == (0.02, 1.0)
    assert mixed(Surface((-900.0, -10.0)), two)[0] == (-900.0, -10.0)


@pytest.mark.parametrize(("condim", "pyramidal", "elliptic"), [(1, 1, 1), (3, 4, 3), (4, 6, 4), (6, 10, 6)])
def test_rows_per_contact(condim: int, pyramidal: int, elliptic: int) -> None:
    assert soft_friction.rows_of(condim, True) == pyramidal
    assert soft_friction.rows_of(condim, False) == elliptic


def test_direct_and_standard_format_meet() -> None:
    assert soft_reference.reference_kb((-2500.0, -100.0), SOLIMP) == pytest.approx(
        soft_reference.reference_kb((0.02, 1.0), SOLIMP)
    )


# --- the run ---


def test_engine_and_formula_agree_wherever_both_are_shown() -> None:
    pairs = {
        "rest_timeconst": ("measured", "predicted", 1e-6),
        "rest_constant": ("measured", "predicted", 1e-6),
        "rest_direct": ("measured", "predicted", 1e-6),
        "rest_mass": ("measured", "predicted", 1e-6),
        "rest_mixed": ("measured", "predicted", 1e-6),
        "lab": ("measured", "predicted", 1e-6),
        "cone": ("pyramidal", "predicted", 1e-6),
        "edges": ("measured", "predicted", 1e-6),
        "pad": ("three", "predicted", 1e-6),
        "rod": ("engine", "formula", 1e-12),
        "inverse": ("force", "own", 1e-9),
        "formats": ("k", "own_k", 1e-12),
        "guard": ("used", "own", 1e-12),
        "discrete": ("k", "own", 1e-12),
        "pairs": ("friction", "own", 1e-12),
        "group": ("gradient", "measured", 1e-6),
        "clamps": ("d", "own", 1e-12),
        "falling": ("stiffness", "engine", 1e-6),
        "response": ("formula", "engine", 2e-2),
    }
    figures = results()
    for table, (one, two, tolerance) in pairs.items():
        for key in figures.tables[table].rows:
            first, second = (figures[f"{table}[{','.join(key)}].{column}"].value for column in (one, two))
            assert first == pytest.approx(second, rel=tolerance, abs=1e-12), (table, key)
    for mass in ("0.1", "1", "10"):
        for load in ("bare", "geared", "driven"):
            measured, own = (figures[f"stop[{mass}].{name}"].value for name in (load, f"own_{load}"))
            assert measured == pytest.approx(own, rel=1e-5)


# Figures published in the course's earlier pages.
PUBLISHED = [
    ("weight[0.9,1].weight", ".1f", 0, "0.9"),
    ("response[1,1].formula", ".4f", 0, "0.7358"),
    ("sphere.a", ".1f", 0, "0.5"),
    ("sphere.d", ".2f", 0, "0.95"),
    ("sphere.a_1", ".4f", 0, "84.5095"),
    ("sphere.a_1.engine", ".4f", 0, "84.5095"),
    ("sphere.rest.r", ".5f", 3, "-0.43696"),
    ("sphere.rest.d", ".5f", 0, "0.90005"),
    ("guard[0.004,1,on].used", ".3f", 0, "0.010"),
    ("guard[0.004,1,off].used", ".3f", 0, "0.004"),
    ("guard.listed", ".3f", 0, "0.004"),
    ("rest_mass[1].measured", ".4f", 3, "0.3672"),
    ("rest_mass[1].measured", ".3f", 3, "0.367"),
    ("lab[0.02,1,0.9,0.95,1].measured", ".4f", 3, "0.3672"),
    *((f"bounce[{ratio}].fine", ".0f", 2, percent) for ratio, percent in
      (("1", "0"), ("0.5", "7"), ("0.2", "33"), ("0.1", "57"))),
]  # fmt: skip

# Figures of the measurements that the lesson was specified from; digits as given there.
SPECIFIED = [
    ("weight[0.9,2].weight", ".6f", 0, "0.818182"),
    ("response[1,2].formula", ".4f", 0, "0.4060"),
    ("sphere.a_ref", ".4f", 0, "89.4737"),
    ("sphere.spring", ".4f", 0, "78.9474"),
    ("sphere.damping", ".4f", 0, "10.5263"),
    ("sphere.big_r", ".7f", 0, "0.0263158"),
    ("sphere.force", ".3f", 0, "188.639"),
    ("sphere.missing", ".5f", 0, "4.96418"),
    ("margins.r", ".2f", 0, "-0.05"),
    ("sphere.rest.constant", ".4f", 3, "-0.1962"),
    ("sphere.rest.gap", ".4f", 3, "19.5630"),
    ("sphere_mass[0.1].gap", ".4f", 3, "19.5630"),
    ("sphere_mass[10].gap", ".4f", 3, "19.5630"),
    ("row.k", ".3f", 0, "2770.083"),
    ("row.b", ".3f", 0, "105.263"),
    ("row.d", ".5f", 0, "0.91348"),
    ("row.a_ref", ".6f", 0, "0.929125"),
    ("row.big_r", ".7f", 0, "0.0947120"),
    ("row.big_d", ".4f", 0, "10.5583"),
    ("row.force", ".2f", 0, "9.81"),
    ("stale.depth", ".3f", 3, "1.962"),
    ("cone[0.2].pyramidal", ".4f", 3, "0.0091"),
    ("cone[0.5].pyramidal", ".4f", 3, "0.0679"),
    ("cone[1].pyramidal", ".4f", 3, "0.3672"),
    ("cone[2].pyramidal", ".4f", 3, "1.9620"),
    ("edge.exact", ".5f", 0, "0.92207"),
    ("edge.estimate", ".3f", 0, "0.625"),
    ("elliptic[1].d", ".7f", 0, "0.9000625"),
    ("elliptic[1].k", ".0f", 0, "0"),
    ("elliptic.sphere.product", ".8f", 0, "0.00657895"),
    ("clamps[power_below_one].d", ".4f", 0, "0.9125"),
    ("linear.zero.slope", ".1f", 0, "0.0"),
    ("linear.half.slope", ".1f", 0, "5.0"),
    ("spin.a_ref", ".1f", 0, "2.7"),
    ("iteration[0.5,0.99].bisection", ".4f", 3, "0.6520"),
    ("iteration[0.5,0.99].before", ".2f", 3, "7.62"),
    ("iteration[0.5,0.99].loop", ".3f", 3, "0.039"),
    ("iteration[0.5,0.95].measured", ".4f", 3, "0.6809"),
    ("iteration[0.5,0.95].loop", ".4f", 3, "0.1962"),
    ("iteration.falling", ".4f", 3, "0.0101"),
    ("landing[drop].end", ".4f", 3, "1.9620"),
    ("discrete.switch.full", ".3f", 0, "1.026"),
    ("bounce[0.5].fine", ".2f", 2, "6.74"),
    ("bounce[0.2].fine", ".2f", 2, "32.95"),
    ("bounce[0.1].fine", ".2f", 2, "57.31"),
    ("bounce[0.5].coarse", ".1f", 2, "3.6"),
    ("bounce[0.2].coarse", ".1f", 2, "26.1"),
    ("bounce[0.1].coarse", ".1f", 2, "57.9"),
    ("bounce[0.5].limit", ".1f", 2, "6.6"),
    ("bounce[0.2].limit", ".1f", 2, "31.9"),
    ("bounce[0.1].half", ".1f", 2, "53.2"),
    ("bounce[0.2].half", ".1f", 2, "27.7"),
    ("bounce[0.5].half", ".1f", 2, "2.7"),
    ("bounce[0.1].release", ".1f", 2, "55.4"),
    ("bounce[0.2].release", ".1f", 2, "32.7"),
    ("bounce[0.5].release", ".1f", 2, "8.9"),
    ("elastic[2500].fine", ".2f", 2, "100.28"),
]


@pytest.mark.parametrize(("name", "digits", "power", "expected"), [*PUBLISHED, *SPECIFIED])
def test_published_figures_come_out_at_their_digits(name: str, digits: str, power: int, expected: str) -> None:
    value = results()[name].value
    assert isinstance(value, int | float)
    assert rounded(float(value), digits, power) == expected


@pytest.mark.parametrize("pair", ["0.02,-1", "0.02,0", "-500,1"])
def test_mixed_formats_fall_back_with_a_warning(pair: str) -> None:
    figures = results()
    assert figures[f"formats[{pair}].warned"].value == "warned"
    assert figures[f"formats[{pair}].k"].value == figures["formats[0.02,1].k"].value
    assert figures["formats[-500,0].warned"].value == "quiet"


ALL_CLAIMS = [item for item in vars(soft_contact_claims).values() if isinstance(item, Claim)]


@pytest.mark.parametrize("claim", ALL_CLAIMS, ids=lambda claim: claim.name)
def test_claims_hold(claim: Claim) -> None:
    assert claim.holds(Figures(results().values)), claim.meaning


def test_output_says_what_goes_in_what_is_done_and_what_comes_out() -> None:
    built = soft_contact.build_output(results())
    assert list(built) == ["step1", "step2", "step3", "step4", "check"]
    for number, block in enumerate(list(built.values())[:4], 1):
        assert re.match(rf"== Step {number}: .* ==\ninput    .*\nprocess  .*\noutput   .*\n", block)
        assert block.endswith("ok\n")
    blocks = {**built, **soft_contact.run_output(results())}
    assert max(len(line) for block in blocks.values() for line in block.splitlines()) <= 100


# --- the programs beside it ---


def test_the_check_program_stands_alone_and_passes() -> None:
    done = subprocess.run(
        [sys.executable, "-I", soft_contact_check.__file__], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout == soft_contact_check.report()
    assert [line.split()[0] for line in done.stdout.splitlines()[:3]] == ["input", "process", "output"]


@given(st.floats(-0.003, 0.003), shape)
def test_the_check_program_has_the_same_model(r: float, solimp: SolImp) -> None:
    expected = curves.impedance_and_slope(r, solimp)
    assert soft_contact_check.impedance(r, *solimp) == pytest.approx(expected, rel=1e-12, abs=1e-12)
