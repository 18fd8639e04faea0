"""Where a soft contact comes to rest, whether it stays there, and how far it throws a body back.

The balance follows from the model's equations with r'' = r' = 0: d^2 K r = (1 - d) a_free. `depth` = -r [m]
counts inwards, `load` = -a_free [m/s^2] is what presses the body in; under its own weight that is gravity.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

from physai.sim.contact import SolImp
from physai.sim.soft_impedance import clamped, impedance_and_slope


def constant_depth(load: float, d: float, timeconst: float, dampratio: float) -> float:
    """Rest depth [m] when the impedance is constant: (1 - d) load timeconst^2 dampratio^2."""
    return (1 - d) * load * (timeconst * dampratio) ** 2


def imbalance(depth: float, load: float, k: float, solimp: SolImp) -> float:
    """Upward acceleration [m/s^2] of a body held at `depth`: d^2 K depth - (1 - d) load; zero at rest."""
    d, _ = impedance_and_slope(depth, solimp)
    return d * d * k * depth - (1 - d) * load


@dataclass(frozen=True, slots=True)
class Rest:
    """One equilibrium and the linear spring around it: x'' = -stiffness x - damping x'."""

    depth: float  # [m]
    d: float
    stiffness: float  # [1/s^2], negative where a push deeper grows
    damping: float  # [1/s]

    @property
    def stable(self) -> bool:
        """Whether a body displaced a little comes back."""
        return self.stiffness > 0 and self.damping > 0


def rests(load: float, k: float, b: float, solimp: SolImp, cells: int = 400, deepest: float = 1.0) -> list[Rest]:
    """All equilibria, shallowest first: scan over the width, then bisection in each cell where the sign changes.

    Beyond the width the impedance is constant and the balance linear, so one more cell up to `deepest` [m]
    covers it. A growing curve (dw >= d0) has exactly one equilibrium; a decreasing one may have three.
    """
    width = min(clamped(solimp)[2], deepest)
    edges = [width * i / cells for i in range(cells + 1)] if width > 0 else [0.0]
    edges.append(deepest)
    found = []
    for low, high in itertools.pairwise(edges):
        if imbalance(low, load, k, solimp) < 0 <= imbalance(high, load, k, solimp) or (
            imbalance(low, load, k, solimp) >= 0 > imbalance(high, load, k, solimp)
        ):
            found.append(at_rest(_bisect(low, high, load, k, solimp), load, k, b, solimp))
    return found


def rest_depth(load: float, k: float, solimp: SolImp, deepest: float = 1.0) -> float:
    """The equilibrium that bisection on [0, deepest] ends at; the only one when dw >= d0."""
    return _bisect(0.0, deepest, load, k, solimp)


def at_rest(depth: float, load: float, k: float, b: float, solimp: SolImp) -> Rest:
    """Linearise (1 - d) a_free + d a_ref at r = -depth, v = 0; the slope of d adds to the stiffness."""
    r = -depth
    d, slope = impedance_and_slope(r, solimp)
    stiffness = d * d * k + slope * (2 * k * d * r - load)
    return Rest(depth, d, stiffness, d * b)


def step_limit(stiffness: float, damping: float) -> float:
    """Longest stable semi-implicit step h [s] of x'' = -k x - c x', from h^2 k < 4 - 2 h c."""
    return (math.sqrt(damping * damping + 4 * stiffness) - damping) / stiffness


def iterate(load: float, k: float, solimp: SolImp, start: float, steps: int) -> tuple[float, float]:
    """Last two values [m] of the fixed-point loop depth <- (1 - d) load / (d^2 K); equal once it has converged."""
    before = depth = start
    for _ in range(steps):
        d, _ = impedance_and_slope(depth, solimp)
        before, depth = depth, (1 - d) * load / (d * d * k)
    return before, depth


def iteration_slope(depth: float, load: float, k: float, solimp: SolImp) -> float:
    """Slope of that loop's map at an equilibrium; the loop converges there only if it is inside (-1, 1)."""
    d, slope = impedance_and_slope(depth, solimp)
    return -load / k * slope * (2 - d) / d**3


def rebound_half_period(dampratio: float) -> float:
    """Rebound height over drop height if the spring holds for half a period: exp(-2 pi zeta / sqrt(1 - zeta^2))."""
    if dampratio >= 1:
        return 0.0
    return math.exp(-2 * math.pi * dampratio / math.sqrt(1 - dampratio**2))


def release(dampratio: float, timeconst: float) -> tuple[float, float]:
    """Speed on leaving over speed on arrival, and depth there over speed on arrival [s], without gravity.

    A contact lets go when its force is zero, which is before the spring is back at its length: r'' = 0 while r < 0.
    """
    decay = 1 / timeconst
    gap = decay * decay * (1 / (dampratio * dampratio) - 1)
    if abs(gap) < 1e-9 * decay * decay:
        return math.exp(-2), 2 * timeconst * math.exp(-2)
    if gap > 0:
        w = math.sqrt(gap)
        phase = math.pi - math.atan2(2 * decay * w, w * w - decay * decay)
        fade = math.exp(-decay * phase / w)
        return fade * (decay / w * math.sin(phase) - math.cos(phase)), fade * math.sin(phase) / w
    w = math.sqrt(-gap)
    slow, fast = decay - w, decay + w
    t = math.log(fast / slow) / w
    late, early = math.exp(-slow * t), math.exp(-fast * t)
    return (slow * late - fast * early) / (2 * w), (late - early) / (2 * w)


def rebound_release(dampratio: float) -> float:
    """Energy kept, (speed on leaving / speed on arrival)^2, when the contact lets go at zero force."""
    return release(dampratio, 1.0)[0] ** 2


def rebound_height(dampratio: float, timeconst: float, drop: float, gravity: float = 9.81) -> float:
    """Rebound height over drop height [m], counted from the surface: what is kept, less the depth at release."""
    speed, depth = release(dampratio, timeconst)
    return max(0.0, speed * speed - depth * math.sqrt(2 * gravity / drop))


def _bisect(low: float, high: float, load: float, k: float, solimp: SolImp) -> float:
    below = imbalance(low, load, k, solimp) < 0
    for _ in range(100):
        middle = (low + high) / 2
        if (imbalance(middle, load, k, solimp) < 0) == below:
            low = middle
        else:
            high = middle
    return (low + high) / 2
