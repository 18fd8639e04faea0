"""One row of MuJoCo's constraint problem: regulariser, force, acceleration, and the optimality conditions.

Formulas: MuJoCo 4.0.0 documentation, Computation > Constraint solver. A [1/kg] is the row's inverse inertia,
A_hat the estimate of it, a_free the row's acceleration without the row's force. Angular rows have the
analogous units.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from physai.sim.contact import SolImp
from physai.sim.soft_impedance import MIN_VALUE, impedance_and_slope


def regularizer(d: float, a_hat: float) -> float:
    """R = (1 - d) / d * A_hat, the softness of a row [1/kg]; never below 1e-15."""
    return max(MIN_VALUE, (1 - d) * a_hat / d)


def row_force(a_ref: float, a_free: float, a: float, r: float) -> float:
    """Force [N] of a one-sided row, max(0, (a_ref - a_free) / (A + R)): it pushes and never pulls."""
    return max(0.0, (a_ref - a_free) / (a + r))


def row_acceleration(a_free: float, a: float, f: float) -> float:
    """Acceleration [m/s^2] of the row under its force: a_1 = a_free + A f."""
    return a_free + a * f


def inverse_force(a_1: float, a_ref: float, r: float) -> float:
    """Force [N] that explains a known acceleration: max(0, a_ref - a_1) / R.

    It takes no A and no solver: the inverse problem is diagonal.
    """
    return max(0.0, a_ref - a_1) / r


@dataclass(frozen=True, slots=True)
class Optimality:
    """The three conditions of a one-sided row; at the solution force >= 0, slack >= 0 and product = 0."""

    force: float  # f [N]
    slack: float  # (A + R) f + a_free - a_ref [m/s^2], the slope of the dual cost
    product: float  # f * slack

    def holds(self, tolerance: float = 1e-9) -> bool:
        """Whether the force is the solution, up to `tolerance`."""
        return min(self.force, self.slack) >= -tolerance and abs(self.product) <= tolerance


def optimality(f: float, a_ref: float, a_free: float, a: float, r: float) -> Optimality:
    """Put a force to the test. The dual cost is (A + R) f^2 / 2 + f (a_free - a_ref), over f >= 0."""
    slack = (a + r) * f + a_free - a_ref
    return Optimality(f, slack, f * slack)


def dual_cost(f: float, a_ref: float, a_free: float, a: float, r: float) -> float:
    """Cost that MuJoCo's dual problem minimises over f >= 0; strictly convex because R > 0."""
    return 0.5 * (a + r) * f * f + f * (a_free - a_ref)


def group_impedance(residuals: Sequence[float], solimp: SolImp) -> tuple[float, float, tuple[float, ...]]:
    """Impedance d that the rows of one connect or weld share, its slope [1/m] and its gradient by row [1/m].

    d belongs to the residual's length, and the stored slope is along it; row i's own share of the slope is
    slope * r_i / length. A weld's length mixes metres with the sine of half an angle, as MuJoCo does.
    """
    length = math.sqrt(sum(r * r for r in residuals))
    d, slope = impedance_and_slope(length, solimp)
    return d, slope, tuple(slope * r / length if length else 0.0 for r in residuals)
