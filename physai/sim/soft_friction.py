"""Friction rows of a contact: how many there are, and how soft.

Formulas: `mj_diagApprox` and `mj_makeImpedance` in MuJoCo's source, confirmed by measurement; Computation >
Friction cones for the two cones. `tran` and `rot` are the sums over both bodies of `body_invweight0`: the
estimates of inverse mass [1/kg] and inverse inertia [1/(kg m^2)]. Friction holds five numbers: two sliding,
one torsional, two rolling.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from physai.sim.soft_row import regularizer


def rows_of(condim: int, pyramidal: bool) -> int:
    """Rows of one contact: 1, 3, 4, 6 for the elliptic cone and 1, 4, 6, 10 for the pyramidal one."""
    return 2 * (condim - 1) if pyramidal and condim > 1 else condim


def regularized_mu(friction: Sequence[float], impratio: float) -> float:
    """Friction coefficient of the regularised cone, mu_1 sqrt(R_1 / R_0) with R_1 = R_0 / impratio."""
    return friction[0] / math.sqrt(impratio)


def elliptic_regularizers(
    d: float, tran: float, friction: Sequence[float], impratio: float, condim: int
) -> list[float]:
    """R of the rows of an elliptic contact: the normal row's own, R_0 / impratio, then R_j mu_j^2 = R_1 mu_1^2."""
    normal = regularizer(d, tran)
    first = normal / impratio
    return [normal, *(first * (friction[0] / mu) ** 2 for mu in friction[: condim - 1])]


def pyramidal_regularizers(
    d: float, tran: float, friction: Sequence[float], impratio: float, condim: int
) -> list[float]:
    """R of the rows of a pyramidal contact, the same for every edge: 2 mu^2 R_0 with the regularised mu.

    An edge is normal + mu times tangent, so its estimate of A is (1 + mu_1^2) tran.
    """
    edge = regularizer(d, (1 + friction[0] ** 2) * tran)
    return [2 * regularized_mu(friction, impratio) ** 2 * edge] * rows_of(condim, True)


def stored_diagonal(r: float, d: float) -> float:
    """`efc_diagA` after MuJoCo rewrites it to match R: R d / (1 - d)."""
    return r * d / (1 - d)


def edge_softness(mu: float, impratio: float = 1.0, condim: int = 3) -> float:
    """How much softer a pyramidal contact rests than the equation says: mu^2 (1 + mu^2) / (impratio (condim - 1)).

    2 (condim - 1) edges of R = 2 mu^2 (1 + mu^2) R_normal / impratio share the load, and each pushes straight
    up with its whole force. 1 for mu = 1, condim 3 and impratio 1, which is MuJoCo's default.
    """
    return mu * mu * (1 + mu * mu) / (impratio * (condim - 1))


def elliptic_forces(
    excess: Sequence[float], normal_r: float, friction: Sequence[float], impratio: float
) -> list[float]:
    """Forces of an elliptic contact from a_1 - a_ref of its rows: separated, sticking, or sliding on the cone."""
    mu = regularized_mu(friction, impratio)
    u = [excess[0] * mu, *(a * f for a, f in zip(excess[1:], friction, strict=False))]
    normal, tangent = u[0], math.sqrt(sum(x * x for x in u[1:]))
    if normal >= mu * tangent:
        return [0.0] * len(u)
    if mu * normal + tangent <= 0:
        softness = [normal_r, *(normal_r * (mu / f) ** 2 for f in friction[: len(u) - 1])]
        return [-a / r for a, r in zip(excess, softness, strict=True)]
    push = (mu * tangent - normal) / (normal_r * mu * (1 + mu * mu))
    return [push, *(-push / tangent * x * f for x, f in zip(u[1:], friction, strict=False))]
