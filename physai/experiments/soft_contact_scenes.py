"""The scenes of lesson 06, set up, let go and read off. Lengths in m, times in s, forces in N."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import mujoco

from physai.sim.contact import SOLIMP, SOLREF, SolImp, SolRef

SCENES = Path(__file__).parents[1] / "scenes"
GRAVITY = 9.81
RADIUS = 0.05  # of the lab's ball
STEP = 0.0005  # of the lab
MASS = 1.0


@dataclass(frozen=True, slots=True)
class Ball:
    """A setting of the lab scene; friction and cone matter only for condim above 1."""

    solref: SolRef = SOLREF
    solimp: SolImp = SOLIMP
    mass: float = MASS
    h: float = STEP
    gravity: float = GRAVITY
    condim: int = 1
    friction: Sequence[float] = (1.0, 0.005, 0.0001)
    elliptic: bool = False
    impratio: float = 1.0
    integrator: str = "Euler"
    refsafe: bool = True
    set_const: bool = True


@dataclass(frozen=True, slots=True)
class AtRest:
    """What the ball's contact holds when it has settled."""

    depth: float
    force: float  # normal force
    speed: float


def load(name: str) -> tuple[mujoco.MjModel, mujoco.MjData]:
    """Compile a scene by its short name ("lab")."""
    model = mujoco.MjModel.from_xml_path(str(SCENES / f"soft_contact_{name}.xml"))
    return model, mujoco.MjData(model)


def ball(setting: Ball, bottom: float) -> tuple[mujoco.MjModel, mujoco.MjData]:
    """Put the lab's ball at rest with its lowest point at `bottom`."""
    model, data = load("lab")
    configure(model, data, setting)
    place(model, data, bottom)
    return model, data


def configure(model: mujoco.MjModel, data: mujoco.MjData, setting: Ball) -> None:
    """Write a setting into the compiled model; everything but the mass is a plain field."""
    model.geom_solref[:] = setting.solref
    model.geom_solimp[:] = setting.solimp
    model.geom_condim[:] = setting.condim
    model.geom_friction[:] = setting.friction
    model.opt.timestep = setting.h
    model.opt.gravity[2] = -setting.gravity
    model.opt.impratio = setting.impratio
    model.opt.cone = mujoco.mjtCone.mjCONE_ELLIPTIC if setting.elliptic else mujoco.mjtCone.mjCONE_PYRAMIDAL
    model.opt.integrator = getattr(mujoco.mjtIntegrator, f"mjINT_{setting.integrator.upper()}")
    model.opt.disableflags = 0 if setting.refsafe else mujoco.mjtDisableBit.mjDSBL_REFSAFE
    if setting.mass != MASS:
        # inertia belongs to the mass; body_invweight0, from which R is computed, follows only with
        # mj_setConst
        model.body_inertia[1] *= setting.mass / model.body_mass[1]
        model.body_mass[1] = setting.mass
        if setting.set_const:
            mujoco.mj_setConst(model, data)


def place(model: mujoco.MjModel, data: mujoco.MjData, bottom: float, speed: float = 0.0) -> None:
    """Start over with the ball's lowest point at `bottom`, moving up at `speed`, and compute the row."""
    mujoco.mj_resetData(model, data)
    data.qpos[2] = RADIUS + bottom
    data.qvel[2] = speed
    mujoco.mj_forward(model, data)


def settle(setting: Ball, start: float, seconds: float = 0.7) -> AtRest:
    """Let the ball go at rest with its lowest point at `start`; read the contact when it has settled."""
    model, data = ball(setting, start)
    return rest_of(model, data, seconds)


def rest_of(model: mujoco.MjModel, data: mujoco.MjData, seconds: float) -> AtRest:
    """Run a scene with one contact and read it."""
    mujoco.mj_step(model, data, round(seconds / model.opt.timestep))
    mujoco.mj_forward(model, data)
    normal = abs(float(data.qfrc_constraint[2]))
    return AtRest(-float(data.contact[0].dist), normal, abs(float(data.qvel[2])))


def rebound(setting: Ball, gap: float, seconds: float = 1.0) -> float:
    """Height the ball's lowest point reaches after its deepest sample, over `gap`, the height it fell from."""
    model, data = ball(setting, gap)
    bottoms, z = [], data.qpos
    for _ in range(round(seconds / setting.h)):
        mujoco.mj_step(model, data)
        bottoms.append(float(z[2]) - RADIUS)
    deepest = bottoms.index(min(bottoms))
    return max(0.0, *bottoms[deepest:]) / gap


@contextmanager
def warnings() -> Iterator[list[str]]:
    """Collect MuJoCo's warnings, which would go to stderr and a log file in the working directory."""
    heard: list[str] = []
    mujoco.set_mju_user_warning(heard.append)
    try:
        yield heard
    finally:
        mujoco.set_mju_user_warning(None)
