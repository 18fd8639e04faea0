"""One contact as MuJoCo computes it: a damped spring that stiffens with depth (standard solref format).

Formulas: MuJoCo 4.0.0 documentation, Modeling, Solver parameters. r [m] is the signed residual (distance
minus margin, negative inside), v [m/s] its rate. Accelerations count away from the surface.
"""

from __future__ import annotations

from physai.sim.integrators import semi_implicit_euler, step_growth

SolRef = tuple[float, float]
"""(timeconst [s], dampratio), both positive."""
SolImp = tuple[float, float, float, float, float]
"""(d0, dw, width [m], midpoint, power)."""

SOLREF: SolRef = (0.02, 1.0)
SOLIMP: SolImp = (0.9, 0.95, 0.001, 0.5, 2.0)


def impedance(r: float, solimp: SolImp = SOLIMP) -> float:
    """Impedance d(r), between 0 and 1: the share of the reference acceleration in the contact's own."""
    d0, dw, midpoint = (min(max(p, 1e-4), 0.9999) for p in (solimp[0], solimp[1], solimp[3]))
    width, power = solimp[2], max(solimp[4], 1.0)
    if d0 == dw or width <= 1e-15:
        return (d0 + dw) / 2
    x = min(abs(r) / width, 1.0)
    y: float = x**power / midpoint ** (power - 1)
    if x > midpoint:
        y = 1 - (1 - x) ** power / (1 - midpoint) ** (power - 1)
    return d0 + y * (dw - d0)


def solref_kb(
    solref: SolRef = SOLREF, solimp: SolImp = SOLIMP, h: float = 0.002, refsafe: bool = True
) -> tuple[float, float]:
    """Stiffness K [1/s^2] and damping B [1/s] of the reference spring; h [s] is the timestep.

    The guard `refsafe` raises timeconst to 2 h and leaves dampratio alone.
    """
    timeconst, dampratio = solref
    if timeconst <= 0 or dampratio <= 0:
        raise ValueError(f"solref {solref}: both numbers must be positive (the direct format is another law)")
    if refsafe:
        timeconst = max(timeconst, 2 * h)
    dw = min(max(solimp[1], 1e-4), 0.9999)
    return 1 / (dw * timeconst * dampratio) ** 2, 2 / (dw * timeconst)


def contact_accel(
    r: float,
    v: float,
    a_free: float,
    solref: SolRef = SOLREF,
    solimp: SolImp = SOLIMP,
    h: float = 0.002,
    refsafe: bool = True,
) -> float:
    """Acceleration [m/s^2] of a body on one frictionless contact; a_free [m/s^2] is what it would be without.

    A blend of a_free and the reference acceleration, weighted by d. A contact pushes and never pulls.
    """
    if r >= 0:
        return a_free
    d = impedance(r, solimp)
    k, b = solref_kb(solref, solimp, h, refsafe)
    a_ref = -b * v - k * d * r
    return max(a_free, (1 - d) * a_free + d * a_ref)


def resting_penetration(
    load: float,
    solref: SolRef = SOLREF,
    solimp: SolImp = SOLIMP,
    h: float = 0.002,
    refsafe: bool = True,
    deepest: float = 1.0,
) -> float:
    """Depth [m] at which the contact balances a load [m/s^2]: d^2 K depth = (1 - d) load.

    Bisection on [0, deepest], 200 halvings; for dw >= d0 the left side grows and the right side falls, so the
    solution is the only one.
    """
    k, _ = solref_kb(solref, solimp, h, refsafe)
    low, high = 0.0, deepest
    for _ in range(200):
        depth = (low + high) / 2
        d = impedance(depth, solimp)
        if d * d * k * depth < (1 - d) * load:
            low = depth
        else:
            high = depth
    return (low + high) / 2


def contact_growth(solref: SolRef = SOLREF, solimp: SolImp = SOLIMP, h: float = 0.002, refsafe: bool = True) -> float:
    """Growth per step of h [s] of the contact as a linear spring at impedance dw; above 1 it explodes."""
    d = min(max(solimp[1], 1e-4), 0.9999)
    k, b = solref_kb(solref, solimp, h, refsafe)

    def spring(r: float, v: float) -> float:
        return -d * d * k * r - d * b * v

    return step_growth(lambda r, v: semi_implicit_euler(r, v, spring, h))
