"""Lesson 02: the steppers obey their laws and MuJoCo, and the published figures of the slab come out."""

import math
import runpy
from itertools import pairwise

import mujoco
import numpy as np
import pytest

from physai.claims import Claim, Figures
from physai.experiments import timestep, timestep_claims, timestep_exercises, timestep_slab, timestep_spring
from physai.experiments.timestep_slab import HALF, HEIGHT, STIFF, THICK, TOP, Setting, build, drop, stays
from physai.experiments.timestep_spring import OMEGA, spring, spring_engine, spring_run
from physai.results import Results, shown
from physai.sim import explicit_euler, first_overlap, rk4, semi_implicit_euler, step_growth
from tools.lessons import read_lesson

SLAB = (TOP - THICK, TOP)


@pytest.fixture(scope="module")
def results() -> Results:
    return timestep.run()


# laws of the steppers


@pytest.mark.parametrize(("stepper", "order"), [(explicit_euler, 1), (semi_implicit_euler, 1), (rk4, 4)])
def test_error_falls_with_the_order_of_the_method(stepper, order):
    steps = np.array([16, 32, 64, 128])  # over 0.4 s; the exact motion is cos(omega t)
    errors = [abs(spring_run(stepper, 1.0, 0.4 / n, n)[-1, 0] - math.cos(OMEGA * 0.4)) for n in steps]
    slopes = [math.log2(coarse / fine) for coarse, fine in pairwise(errors)]
    assert slopes[-1] == pytest.approx(order, abs=0.1)


@pytest.mark.parametrize("angle", [0.01, 0.3, 1.0, 2.5])
def test_explicit_euler_multiplies_the_energy_by_the_closed_form(angle):
    h = angle / OMEGA
    states = spring_run(explicit_euler, 0.1, h, 50)
    energy = states[:, 1] ** 2 + OMEGA**2 * states[:, 0] ** 2
    assert energy[1:] / energy[:-1] == pytest.approx(1 + angle**2, rel=1e-12)


@pytest.mark.parametrize("angle", [0.1, 1.0, 1.9])
def test_semi_implicit_euler_conserves_its_own_energy(angle):
    h = angle / OMEGA
    x, v = spring_run(semi_implicit_euler, 0.1, h, 500).T
    kept = v**2 + OMEGA**2 * x**2 - h * OMEGA**2 * x * v
    assert kept == pytest.approx(kept[0], rel=1e-11)


@pytest.mark.parametrize("angle", [0.2, 0.5, 1.0, 1.9, 2.1, 2.8, 2.9])
def test_growth_is_the_closed_form(angle):
    def growth(stepper):
        return step_growth(lambda x, v: stepper(x, v, spring(1.0), angle))

    one = complex(1 - angle**2 / 2 + angle**4 / 24, angle - angle**3 / 6)
    half = angle**2 / 2 - 1
    assert growth(explicit_euler) == pytest.approx(math.sqrt(1 + angle**2), rel=1e-12)
    assert growth(rk4) == pytest.approx(abs(one), rel=1e-12)
    expected = 1.0 if angle <= 2 else half + math.sqrt(half**2 - 1)
    assert growth(semi_implicit_euler) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(("stepper", "limit"), [(semi_implicit_euler, 2.0), (rk4, 2 * math.sqrt(2))])
def test_stability_ends_at_the_published_limit(stepper, limit):
    below, above = (step_growth(lambda x, v, a=a: stepper(x, v, spring(1.0), a)) for a in (limit - 1e-3, limit + 1e-3))
    assert below < 1 + 1e-9
    assert above > 1 + 1e-4


# the engine


@pytest.mark.parametrize("h", [0.001, 0.01, 0.1])
def test_steppers_are_mujocos(h):
    semi, runge = (spring_run(stepper, 0.1, h, 500)[:, 0] for stepper in (semi_implicit_euler, rk4))
    assert np.max(np.abs(semi - spring_engine("Euler", 0.1, h, 500)[:, 0])) < 1e-15
    assert np.max(np.abs(runge - spring_engine("RK4", 0.1, h, 500)[:, 0])) < 1e-14


def test_implicit_damping_is_mujocos_euler():
    c, h, steps = 30.0, 0.05, 200  # h c = 1.5
    model = mujoco.MjModel.from_xml_path(str(timestep_spring.SCENE))
    model.jnt_stiffness[0], model.dof_damping[0], model.opt.timestep = OMEGA**2, c, h
    data = mujoco.MjData(model)
    data.qpos[0] = x = 0.1
    v = 0.0
    for _ in range(steps):
        mujoco.mj_step(model, data)
        x, v = semi_implicit_euler(x, v, lambda x, v: -(OMEGA**2) * x - c * v, h, damping=c)
        assert abs(x - data.qpos[0]) < 1e-14


def test_implicit_damping_never_overshoots():
    for h in (0.01, 1.0, 100.0):
        _, v = semi_implicit_euler(0.0, 1.0, lambda x, v: -5.0 * v, h, damping=5.0)
        assert v == pytest.approx(1 / (1 + 5.0 * h))
    _, explicit = semi_implicit_euler(0.0, 1.0, lambda x, v: -5.0 * v, 1.0)
    assert explicit < -1


def test_rk4_in_two_halves_is_semi_implicit_euler():
    split = spring_engine("RK4", 0.1, 0.01, 500, split=True)
    assert np.max(np.abs(split - spring_run(semi_implicit_euler, 0.1, 0.01, 500))) < 1e-14


@pytest.mark.parametrize("h", timestep.TIMESTEPS)
def test_first_overlap_is_free_fall_in_closed_form_and_in_mujoco(h):
    found, engine = first_overlap(HEIGHT, HALF, SLAB, h), drop(Setting(h)).overlap
    if found is None:
        assert engine is None
        return
    steps, centre = found
    assert centre == pytest.approx(HEIGHT - 9.81 * h**2 * steps * (steps + 1) / 2, abs=1e-12)
    assert centre == pytest.approx(engine, abs=1e-12)
    before = HEIGHT - 9.81 * h**2 * steps * (steps - 1) / 2
    assert before - HALF >= TOP > centre - HALF


def test_first_overlap_of_a_body_that_already_overlaps_is_step_zero():
    assert first_overlap(0.30, HALF, SLAB, 0.01) == (0, 0.30)


@pytest.mark.parametrize("h", [0.001, 0.01])
def test_contact_clock_is_one_step_behind_the_contacts(h):
    """The contact recorded for a state is the one mj_forward finds in exactly that state."""
    touch = drop(Setting(h)).first
    model, data = build(Setting(h))
    while data.time < touch.time - h / 2:
        mujoco.mj_step(model, data)
    mujoco.mj_forward(model, data)
    assert float(data.qpos[2]) == touch.centre
    assert -min(c.dist for c in data.contact) == touch.depth
    assert touch.clock == pytest.approx(touch.time + h)


@pytest.mark.parametrize("h", [h for h in timestep.TIMESTEPS if h <= 0.02])
def test_outcome_does_not_hang_on_a_tenth_of_a_millimetre(h):
    assert len({stays(Setting(h, start=HEIGHT + shift)) for shift in (-1e-4, 0.0, 1e-4)}) == 1


def test_stays_agrees_with_the_whole_drop():
    for setting in (Setting(0.001), Setting(0.002), Setting(0.003, STIFF), Setting(0.025), Setting(0.008)):
        assert stays(setting) == drop(setting).stayed


# published figures: printed in the course's earlier pages, typed here as they were printed


PUBLISHED = {
    "step2.semi": (".6f", None, "0.999350"),
    "step2.explicit": (".6f", None, "51.422174"),
    "step2.formula": (".6f", None, "51.422174"),
    "step3[0.5].explicit": (".6f", None, "1.118034"),
    "step3[0.5].semi": (".6f", None, "1.000000"),
    "step3[0.5].swing_mujoco": (".4g", None, "0.1022"),
    "step3[1].rk4": (".6f", None, "0.993905"),
    "step3[1].swing": (".4g", None, "0.1"),
    "step3[1].swing_mujoco": (".4g", None, "0.1"),
    "step3[1.9].rk4": (".6f", None, "0.800899"),
    "step3[1.9].swing": (".4g", None, "0.3202"),
    "step3[1.9].swing_mujoco": (".4g", None, "0.3202"),
    "step3[2.1].explicit": (".6f", None, "2.325941"),
    "step3[2.1].rk4": (".6f", None, "0.682240"),
    "step3[2.8].semi": (".6f", None, "5.663429"),
    "step3[2.8].swing": (".4g", None, "4.123e+06"),
    "step3[2.8].swing_mujoco": (".4g", None, "4.123e+06"),
    "step3[2.9].explicit": (".6f", None, "3.067572"),
    "step3[2.9].semi": (".6f", None, "6.250000"),
    "step3[2.9].rk4": (".6f", None, "1.193063"),
    "step3[2.9].swing": (".4g", None, "1.083e+07"),
    "step3[2.9].swing_mujoco": (".4g", None, "1.083e+07"),
    "margin": (".1f", "cm", "0.1"),
    "default.h": ("", None, "0.002"),
    "split.rk4": (".1f", "mm", "3.6"),
    # contacts: data.time after the mj_step that shows them, one step after the state they belong to
    "first_contacts[0.01].clock": (".3f", None, "0.460"),
    "first_contacts[0.01].depth": (".2f", "cm", "1.97"),
    "first_contacts[0.01].normal": (".2f", None, "-1.00"),
    "first_contacts[0.001].clock": (".3f", None, "0.447"),
    "first_contacts[0.001].depth": (".2f", "cm", "0.29"),
    "first_contacts[0.001].normal": (".2f", None, "1.00"),
    "first_contacts[0.001].flip_clock": (".3f", None, "0.463"),
    "first_contacts[0.001].flip_centre": (".2f", "cm", "29.49"),
    "integrators[0.002].lowest_euler": (".2f", "cm", "29.60"),
    "integrators[0.002].lowest_implicitfast": (".2f", "cm", "29.60"),
    "integrators[0.008].lowest_euler": (".2f", "cm", "29.65"),
    "medium.speed_centre": (".3f", None, "7.640"),
    "medium.speed_gap": (".3f", None, "7.672"),
}


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_figure(results, name):
    digits, unit, printed = PUBLISHED[name]
    assert shown(results[name], digits, unit) == printed


# dt [ms]: step [cm], centre at the first overlap [cm], side, seen, default, stiff, lowest [cm]
PUBLISHED_SWEEP = """
0.5   0.22 32.32 above yes through stayed  —
1     0.44 32.21 above yes through stayed  —
2     0.87 31.99 above yes stayed  stayed  29.60
3     1.31 31.34 above yes through stayed  —
4     1.75 32.43 above yes stayed  stayed  30.54
6     2.62 32.00 above yes stayed  stayed  30.84
8     3.50 29.80 above yes stayed  stayed  29.65
10    4.37 28.47 below yes through through —
12    5.25 30.69 above yes stayed  stayed  30.69
15    6.56 27.36 below yes through through —
20    8.75 30.72 above yes stayed  stayed  30.72
25   10.93 —     —     no  through through —
30   13.12 —     —     no  through through —
40   17.49 —     —     no  through through —
50   21.87 —     —     no  through through —
"""


@pytest.mark.parametrize("line", PUBLISHED_SWEEP.split("\n")[1:-1])
def test_published_sweep(results, line):
    ms, step, centre, side, seen, default, stiff, lowest = line.split()
    row = f"sweep[{float(ms) / 1000:.12g}]"
    assert shown(results[f"{row}.step"], ".2f", "cm") == step
    assert shown(results[f"{row}.centre"], ".2f", "cm") == centre
    assert shown(results[f"{row}.side"]) == side
    assert shown(results[f"{row}.seen_default"]) == seen
    assert shown(results[f"{row}.default"]) == default
    assert shown(results[f"{row}.stiff"]) == stiff
    assert shown(results[f"{row}.lowest_default"], ".2f", "cm") == lowest


# dt [ms]: Euler, implicitfast, RK4, discrete
PUBLISHED_INTEGRATORS = {
    "0.001": "through through through through",
    "0.002": "stayed stayed through through",
    "0.008": "stayed stayed through through",
    "0.01": "through through through through",
    "0.025": "through through through through",
}


@pytest.mark.parametrize("h", PUBLISHED_INTEGRATORS)
def test_published_integrators(results, h):
    found = [shown(results[f"integrators[{h}].{name}"]) for name in ("euler", "implicitfast", "rk4", "discrete")]
    assert " ".join(found) == PUBLISHED_INTEGRATORS[h]


# the experiment as a whole


CLAIMS = [value for value in vars(timestep_claims).values() if isinstance(value, Claim)]


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.name)
def test_claim_holds(results, claim):
    figures = Figures(results.values)
    assert claim.holds(figures), claim.meaning
    assert figures.used


def test_output_has_the_four_build_steps_and_every_check_passes(results):
    blocks = timestep.build_output(results)
    assert list(blocks) == ["step1", "step2", "step3", "step4"]
    for number, block in enumerate(blocks.values(), 1):
        assert block.startswith(f"== Step {number}: ")
        assert "check  " in block
        assert "DIFFERENT" not in block
    for block in (*blocks.values(), *timestep.run_output(results).values()):
        assert block.endswith("\n")
        assert max(map(len, block.splitlines())) <= 100


def test_a_mujoco_without_the_speculative_flag_leaves_its_cells_empty(monkeypatch):
    for module in (timestep, timestep_slab):
        monkeypatch.setattr(module, "SPECULATIVE", None)
    results = timestep.run()
    assert results["speculative[0.025].default"].value is None
    assert "no such flag" in timestep.run_output(results)["speculative"]
    figures = Figures(results.values)
    assert all(claim.holds(figures) for claim in CLAIMS if claim.name.startswith("speculative"))


@pytest.mark.skipif(timestep_slab.SPECULATIVE is None, reason="the flag came with MuJoCo 4")
def test_speculative_flag_acts_from_half_the_slab_a_step(results):
    speed = results["speed"].value
    for h, acts in ((0.98 * THICK / 2 / speed, False), (1.02 * THICK / 2 / speed, True)):
        plain, ahead = drop(Setting(h)), drop(Setting(h, speculative=True))
        assert (plain.lowest != ahead.lowest) == acts


def test_the_example_runs_and_its_statements_hold():
    runpy.run_module("physai.examples.timestep_use", run_name="__main__")


def test_the_finger_is_as_thick_as_the_cited_model_says() -> None:
    lesson, _ = read_lesson("02-timestep")
    assert lesson is not None

    finger, h = (float(lesson.cited[name].value) for name in ("so101.finger", "so101.h"))
    assert pytest.approx(2 * finger) == timestep_exercises.FINGER
    assert pytest.approx(h) == timestep_exercises.FINGER_H
