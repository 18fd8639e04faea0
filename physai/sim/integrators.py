"""One-step integrators for x'' = a(x, v), written as a lesson writes them.

The formulas are those of the MuJoCo documentation, chapter Computation, section *Numerical integration*.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

Acceleration = Callable[[float, float], float]
"""a(x, v): acceleration [m/s^2] at position x [m] and velocity v [m/s]."""
Step = Callable[[float, float], tuple[float, float]]
"""(x, v) -> (x, v) one timestep later."""


def explicit_euler(x: float, v: float, a: Acceleration, h: float) -> tuple[float, float]:
    """One step of h [s]: position and velocity both with the old values. First order, gains energy."""
    return x + h * v, v + h * a(x, v)


def semi_implicit_euler(x: float, v: float, a: Acceleration, h: float, damping: float = 0.0) -> tuple[float, float]:
    """One step of h [s]: velocity first, then position with the new velocity. First order, symplectic.

    `damping` [1/s] is the part of -da/dv that is taken at the end of the step, so that it cannot overshoot:
    what MuJoCo's `Euler` does with joint damping (`a` still contains the damping term).
    """
    v = v + h * a(x, v) / (1.0 + h * damping)
    x = x + h * v
    return x, v


def rk4(x: float, v: float, a: Acceleration, h: float) -> tuple[float, float]:
    """One step of h [s] of the classical Runge-Kutta method: four slopes, weighted 1 2 2 1. Fourth order."""
    v1, a1 = v, a(x, v)
    v2, a2 = v + h / 2 * a1, a(x + h / 2 * v1, v + h / 2 * a1)
    v3, a3 = v + h / 2 * a2, a(x + h / 2 * v2, v + h / 2 * a2)
    v4, a4 = v + h * a3, a(x + h * v3, v + h * a3)
    return x + h / 6 * (v1 + 2 * v2 + 2 * v3 + v4), v + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)


def step_growth(step: Step) -> float:
    """Growth per step of a linear one-step map: its spectral radius (dimensionless).

    `step` is applied to (1, 0) and (0, 1); the results are the columns of its matrix, and the largest
    absolute eigenvalue is the factor by which the fastest growing motion is multiplied at every step.
    """
    matrix = np.column_stack([step(1.0, 0.0), step(0.0, 1.0)])  # (2, 2)
    return float(np.max(np.abs(np.linalg.eigvals(matrix))))


def first_overlap(
    centre: float, half: float, slab: tuple[float, float], h: float, gravity: float = 9.81
) -> tuple[int, float] | None:
    """First step at which a body in free fall overlaps a slab, or None if it jumps over it.

    The body reaches `half` [m] above and below `centre` [m] and starts at rest above `slab`, whose
    (bottom, top) [m] do not move. Returns the number of steps of h [s] and the centre [m] there. No contact
    exists before the first overlap, so free fall is the whole physics up to it.
    """
    bottom, top = slab
    z, v, steps = centre, 0.0, 0
    while z + half > bottom:
        if z - half < top:
            return steps, z
        z, v = semi_implicit_euler(z, v, lambda z, v: -gravity, h)
        steps += 1
    return None
