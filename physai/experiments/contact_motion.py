"""A body dropped or laid on a floor, by the engine and by the course's own law; what its height tells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from physai.sim.contact import SOLIMP, SOLREF, SolImp, SolRef, contact_accel
from physai.sim.integrators import semi_implicit_euler

SCENES = Path(__file__).parents[1] / "scenes"
GRAVITY = 9.81  # [m/s^2]
HALF = 0.05  # radius of the ball, half-size of the cube [m]
TIMESTEP = 0.002  # [s]
DROP = 0.15  # start of the centre for a drop: a gap of 10 cm [m]
GAP = round(DROP - HALF, 12)  # fall to the floor [m]
DURATION = 2.0  # [s]
TAIL = 250  # samples over which jitter is taken: the last 0.5 s at 2 ms

CUBE, SPHERE = "contact_cube", "contact_sphere"


@dataclass(frozen=True)
class Motion:
    """Height of the centre over time, start included; `z` has shape (steps + 1,) [m]."""

    z: NDArray[np.float64]
    h: float

    @property
    def bottom(self) -> NDArray[np.float64]:
        """Height of the lowest point above the floor [m], negative inside."""
        return self.z - HALF

    def depth(self) -> float:
        """Deepest penetration over all samples [m]."""
        return -float(self.bottom.min())

    def rebound(self) -> float:
        """Highest point from the deepest sample on [m]; 0 when the body does not leave the floor again."""
        return max(0.0, float(self.bottom[self.bottom.argmin() :].max()))

    def rebound_touch(self) -> float:
        """Highest point from the first touch on [m]; 0 when the body does not leave the floor again."""
        return max(0.0, float(self.bottom[int(np.argmax(self.bottom < 0)) :].max()))

    def top(self) -> float:
        """Highest point over the whole run, start included [m]."""
        return float(self.bottom.max())

    def jitter(self) -> float:
        """Standard deviation of the height over the last 250 samples [m] (population form, ddof 0)."""
        return float(self.z[-TAIL:].std())

    def first_bounce(self) -> tuple[float, float]:
        """Height [m] and time [s] of the first turning point above the floor after the first touch."""
        touch = int(np.argmax(self.bottom < 0))
        left = touch + int(np.argmax(self.bottom[touch:] > 0))
        peak = left + int(np.argmax(np.diff(self.bottom[left:]) < 0))
        return float(self.bottom[peak]), peak * self.h


@cache
def _compiled(scene: str) -> Any:
    return mujoco.MjModel.from_xml_path(str(SCENES / f"{scene}.xml"))


def model(
    scene: str,
    solref: Sequence[float] = SOLREF,
    solimp: Sequence[float] = SOLIMP,
    *,
    h: float = TIMESTEP,
    refsafe: bool = True,
    condim: int | None = None,
    friction: float | None = None,
    elliptic: bool = False,
    impratio: float = 1.0,
    mass: float | None = None,
) -> Any:
    """A compiled scene with the same contact parameters on both geoms.

    All of these are plain model fields that may be written after compilation, except the mass of the body: it
    is written *without* `mj_setConst`, which is the trap that the lesson measures.
    """
    m = _compiled(scene).__copy__()
    m.opt.timestep = h
    m.opt.impratio = impratio
    m.geom_solref[:] = solref
    m.geom_solimp[:] = solimp
    if not refsafe:
        m.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_REFSAFE
    if condim is not None:
        m.geom_condim[:] = condim
    if friction is not None:
        m.geom_friction[:, 0] = friction
    if elliptic:
        m.opt.cone = mujoco.mjtCone.mjCONE_ELLIPTIC
    if mass is not None:
        m.body_inertia[1] *= mass / m.body_mass[1]
        m.body_mass[1] = mass
    return m


def placed(m: Any, z: float, v: float = 0.0) -> Any:
    """Data with the centre at height z [m] and vertical velocity v [m/s]; contacts and rows are computed."""
    d = mujoco.MjData(m)
    d.qpos[2], d.qvel[2] = z, v
    mujoco.mj_forward(m, d)
    return d


def simulate(m: Any, z: float) -> tuple[Motion, Any]:
    """Let the engine run for 2 s from rest at height z [m]; the data's contacts belong to the final state."""
    d = mujoco.MjData(m)
    d.qpos[2] = z
    heights = [z]
    for _ in range(round(DURATION / m.opt.timestep)):
        mujoco.mj_step(m, d)
        heights.append(float(d.qpos[2]))
    mujoco.mj_forward(m, d)  # after mj_step the contacts would belong to the state before the last step
    return Motion(np.array(heights), float(m.opt.timestep)), d


def own_drop(z: float, solref: SolRef, solimp: SolImp = SOLIMP, h: float = TIMESTEP, refsafe: bool = True) -> Motion:
    """The ball without friction by `contact_accel` alone, in one dimension, from rest at height z [m]."""

    def accel(z: float, v: float) -> float:
        return contact_accel(z - HALF, v, -GRAVITY, solref, solimp, h, refsafe)

    v, heights = 0.0, [z]
    for _ in range(round(DURATION / h)):
        z, v = semi_implicit_euler(z, v, accel, h)
        heights.append(z)
    return Motion(np.array(heights), h)


def penetration(d: Any) -> float:
    """Depth of the deepest contact [m]: the largest -dist."""
    return -float(d.contact.dist.min())


def row(d: Any) -> tuple[float, float, float]:
    """(d, K [1/s^2], B [1/s]) of the first constraint row, read from `efc_KBIP`."""
    k, b, imp, _ = d.efc_KBIP[0]
    return float(imp), float(k), float(b)
