"""The spring of the timestep lesson: own steppers, MuJoCo's, energy and growth per step. SI units."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from pathlib import Path

import mujoco
import numpy as np
from numpy.typing import NDArray

from physai.experiments.timestep_slab import integrator
from physai.experiments.timestep_values import count, measured, number, parameter
from physai.measure import Nudge
from physai.results import Sheet
from physai.sim import explicit_euler, rk4, semi_implicit_euler, step_growth
from physai.sim.integrators import Acceleration

SCENE = Path(__file__).parents[1] / "scenes" / "timestep_spring.xml"
OMEGA = 2 * math.pi  # rad/s
H = 0.01
START = 0.1
ANGLES = (0.5, 1.0, 1.9, 2.1, 2.8, 2.9)  # h * omega

Motion = NDArray[np.float64]
"""Positions [m] and velocities [m/s] of a run, start included: shape (steps + 1, 2)."""
Stepper = Callable[[float, float, Acceleration, float], tuple[float, float]]
STEPPERS: dict[str, Stepper] = {"explicit": explicit_euler, "semi": semi_implicit_euler, "rk4": rk4}


def spring(omega: float) -> Acceleration:
    """Acceleration a(x, v) = -omega^2 x [m/s^2] of a spring; omega [rad/s]."""
    return lambda x, v: -(omega**2) * x


def spring_run(stepper: Stepper, start: float, h: float, steps: int, omega: float = OMEGA) -> Motion:
    """Motion of x'' = -omega^2 x from rest at `start` [m]."""
    states, pull = [(start, 0.0)], spring(omega)
    for _ in range(steps):
        states.append(stepper(*states[-1], pull, h))
    return np.array(states)


def spring_engine(name: str, start: float, h: float, steps: int, omega: float = OMEGA, split: bool = False) -> Motion:
    """The same from MuJoCo: 1 kg on a slide joint; with `split` as mj_step1 + mj_step2."""
    model = mujoco.MjModel.from_xml_path(str(SCENE))
    # plain fields: no constant of the compiled model depends on them
    model.jnt_stiffness[0] = omega**2
    model.opt.timestep = h
    model.opt.integrator = integrator(name)
    data = mujoco.MjData(model)
    data.qpos[0] = start
    states = [(start, 0.0)]
    for _ in range(steps):
        if split:
            mujoco.mj_step1(model, data)
            mujoco.mj_step2(model, data)
        else:
            mujoco.mj_step(model, data)
        states.append((data.qpos[0], data.qvel[0]))
    return np.array(states)


def _farthest(a: Motion, b: Motion) -> float:
    return float(np.max(np.abs(a[:, 0] - b[:, 0])))


def steppers(sheet: Sheet, nudge: Nudge) -> None:
    """Step 1: own steppers against the engine; and what mj_step1 + mj_step2 makes of RK4."""
    steps, start = 500, nudge(START)
    sheet.put("step1.steps", count(steps))
    rounding = partial(measured, by=_farthest, kind="rounding")
    semi, runge = (spring_run(stepper, start, H, steps) for stepper in (semi_implicit_euler, rk4))
    engine = {name: spring_engine(name, start, H, steps) for name in ("Euler", "RK4")}
    split = spring_engine("RK4", start, H, steps, split=True)
    sheet.put("step1.semi", rounding(_farthest(semi, engine["Euler"]), "m", bound="<1e-15"))
    sheet.put("step1.rk4", rounding(_farthest(runge, engine["RK4"]), "m", bound="<1e-14"))
    sheet.put("split.semi", rounding(_farthest(split, semi), "m", bound="<1e-15"))
    sheet.put("split.rk4", number(_farthest(split, engine["RK4"]), "m", _farthest))


def energy_ratio(stepper: Stepper, start: float, h: float, steps: int) -> float:
    """Energy v^2/2 + omega^2 x^2/2 after `steps` steps over the energy at the start (dimensionless)."""
    states = spring_run(stepper, start, h, steps)
    energy = 0.5 * states[:, 1] ** 2 + 0.5 * OMEGA**2 * states[:, 0] ** 2
    return float(energy[-1] / energy[0])


def explicit_energy_factor(h: float, omega: float, steps: int) -> float:
    """Closed form for explicit Euler: (1 + h^2 omega^2)^steps (dimensionless)."""
    return float((1 + (h * omega) ** 2) ** steps)


def energy(sheet: Sheet, nudge: Nudge) -> None:
    """Step 2: what 1000 steps do to the energy."""
    steps, start = 1000, nudge(START)
    sheet.put("step2.steps", count(steps))
    for name, stepper in STEPPERS.items():
        sheet.put(f"step2.{name}", number(energy_ratio(stepper, start, H, steps), "", energy_ratio))
    factor = explicit_energy_factor(H, nudge(OMEGA), steps)
    sheet.put("step2.formula", number(factor, "", explicit_energy_factor))
    once = explicit_energy_factor(H, OMEGA, 1) - 1
    sheet.put("step2.once", number(once, "", energy))


def spring_growth(stepper: Stepper, h: float) -> float:
    """Growth per step of h [s] on the spring of OMEGA (dimensionless)."""
    return step_growth(lambda x, v: stepper(x, v, spring(OMEGA), h))


def growth(sheet: Sheet, nudge: Nudge) -> None:
    """Step 3: growth per step, and the largest excursion of a short run, own and the engine's."""
    steps, start = 10, nudge(START)
    sheet.put("step3.steps", count(steps))
    for angle in ANGLES:
        h = nudge(angle) / OMEGA
        cells = {}
        for name, stepper in STEPPERS.items():
            cells[name] = number(spring_growth(stepper, h), "", spring_growth)
        own = np.max(np.abs(spring_run(semi_implicit_euler, start, h, steps)[:, 0]))
        engine = np.max(np.abs(spring_engine("Euler", start, h, steps)[:, 0]))
        cells["swing"] = number(float(own), "m", growth)
        cells["swing_mujoco"] = number(float(engine), "m", growth)
        sheet.row("step3", {"angle": parameter(angle)}, cells)
    sheet.put("limit.semi", number(2.0, "", growth))
    sheet.put("limit.rk4", number(2 * math.sqrt(2), "", growth))
    sheet.put("limit.h", number(2 / OMEGA, "s", growth))
