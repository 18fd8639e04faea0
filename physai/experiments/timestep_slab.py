"""The cube and the thin slab: one drop in MuJoCo, and what is recorded of it. Lengths in m, times in s."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import mujoco

SCENE = Path(__file__).parents[1] / "scenes" / "timestep_slab.xml"
HALF = 0.025  # half edge of the cube
TOP = 0.30  # top of the slab
THICK = 0.01
HEIGHT = 1.30  # centre of the cube at the start
FLOOR_LEVEL = 0.2  # a centre below this after DURATION has gone through
DURATION = 2.0
GRAVITY = 9.81  # [m/s^2], MuJoCo's default
SOFT = (0.02, 1.0)  # MuJoCo's default solref
STIFF = (0.005, 1.0)
# MuJoCo 4 has an enable flag for contacts ahead of time; older versions do not.
SPECULATIVE: int | None = getattr(getattr(mujoco.mjtEnableBit, "mjENBL_SPECULATIVE", None), "value", None)


def impact_speed(gap: float) -> float:
    """Speed [m/s] after a free fall from rest over `gap` [m]: sqrt(2 g gap)."""
    return math.sqrt(2 * GRAVITY * gap)


@dataclass(frozen=True, slots=True)
class Setting:
    """What is varied from drop to drop."""

    h: float
    solref: tuple[float, float] = SOFT
    integrator: str = "Euler"
    speculative: bool = False
    thick: float = THICK
    start: float = HEIGHT


@dataclass(frozen=True, slots=True)
class Touch:
    """Contacts with the slab in one state: the deepest one's depth [m] and its normal's z, slab to cube.

    `time` is the time of the state the contacts belong to; `clock` is what `data.time` reads when they can be
    seen, after the `mj_step` that started from that state: one timestep later.
    """

    time: float
    clock: float
    centre: float
    depth: float
    normal: float


@dataclass(frozen=True, slots=True)
class Drop:
    """One drop: centre [m] at the first overlap, first contact, first contact whose normal points down."""

    overlap: float | None
    first: Touch | None
    flipped: Touch | None
    lowest: float
    last: float

    @property
    def stayed(self) -> bool:
        """Whether the cube ended on the slab."""
        return self.last > FLOOR_LEVEL


def build(setting: Setting) -> tuple[mujoco.MjModel, mujoco.MjData]:
    """Compile the scene for a setting and put the cube at its start."""
    spec = mujoco.MjSpec.from_file(str(SCENE))
    table = spec.geom("table")
    table.size[2] = setting.thick / 2
    table.pos[2] = TOP - setting.thick / 2
    spec.option.integrator = integrator(setting.integrator)
    model = spec.compile()
    # timestep, solref and flags are plain fields: no constant of the compiled model depends on them
    model.opt.timestep = setting.h
    model.geom_solref[1:] = setting.solref  # slab and cube, not the floor
    if setting.speculative and SPECULATIVE is not None:
        model.opt.enableflags |= SPECULATIVE
    data = mujoco.MjData(model)
    data.qpos[2] = setting.start
    return model, data


def integrator(name: str) -> mujoco.mjtIntegrator:
    """MuJoCo's constant of an integrator's MJCF name."""
    return getattr(mujoco.mjtIntegrator, f"mjINT_{name.upper()}")


def default_timestep() -> float:
    """MuJoCo's timestep [s] when a model names none."""
    return float(mujoco.MjModel.from_xml_string("<mujoco/>").opt.timestep)


def drop(setting: Setting) -> Drop:
    """Let the cube fall for DURATION and record what happens at the slab."""
    model, data = build(setting)
    qpos, lowest, overlap = data.qpos, setting.start, None
    first = flipped = None
    for _ in range(round(DURATION / setting.h)):
        time, centre = data.time, float(qpos[2])
        mujoco.mj_step(model, data)
        # a normal cannot point down while the centre is above the top: a cube at rest there is not looked at
        if data.ncon and (first is None or (flipped is None and centre < TOP)):
            touch = touch_of(data, time, centre)
            first = first or touch
            flipped = touch if touch and touch.normal < 0 else None
        z = float(qpos[2])
        lowest = min(lowest, z)
        if overlap is None and z - HALF < TOP and z + HALF > TOP - setting.thick:
            overlap = z
    return Drop(overlap, first, flipped, lowest, z)


def stays(setting: Setting) -> bool:
    """Whether the cube ends on the slab; quicker than `drop`: a cube that went through is not followed."""
    model, data = build(setting)
    steps, block = round(DURATION / setting.h), max(1, round(0.05 / setting.h))
    done = 0
    while done < steps:
        mujoco.mj_step(model, data, min(block, steps - done))
        done += block
        if data.qpos[2] < FLOOR_LEVEL:
            return False
    return True


def touch_of(data: mujoco.MjData, time: float, centre: float) -> Touch | None:
    """Contacts with the slab in the state before the last step, which is what `data.contact` describes."""
    contacts = [c for c in data.contact if c.geom1 == 1 or c.geom2 == 1]
    if not contacts:
        return None
    deepest = min(contacts, key=lambda c: c.dist)
    return Touch(time, data.time, centre, -float(deepest.dist), float(deepest.frame[2]))
