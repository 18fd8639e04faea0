"""The soft-contact model as curves: plain functions from parameters to impedance, weight, motion and force.

Formulas: MuJoCo 4.0.0 documentation, Modeling > Solver parameters, and Computation > Parameters. r [m] is the
signed residual (distance minus margin, negative inside), v [m/s] its rate; acceleration counts away from the
surface.

The other parts of the model: `soft_impedance` (d and its slope), `soft_reference` (solref to K and B),
`soft_row` (R, D, force), `soft_friction` (friction rows) and `soft_rest` (equilibrium, stability, rebound).
"""

from __future__ import annotations

import math

from physai.sim.contact import SOLIMP, SOLREF, SolImp, SolRef
from physai.sim.soft_impedance import clamped, impedance_and_slope
from physai.sim.soft_reference import reference_acceleration, stiffness_damping
from physai.sim.soft_row import regularizer, row_force

GRAVITY = 9.81  # [m/s^2]

# The five curves of the lesson. Arguments and results are plain numbers, so that they can be written in any
# language and compared with these.


def impedance(r: float, solimp: SolImp = SOLIMP) -> float:
    """Impedance d(r): the share of the reference acceleration in the row's own, between 0.0001 and 0.9999."""
    return impedance_and_slope(r, solimp)[0]


def impedance_slope(r: float, solimp: SolImp = SOLIMP) -> float:
    """Slope dd/dr [1/m] of the impedance, fourth column of `efc_KBIP`; negative inside when d grows with depth."""
    return impedance_and_slope(r, solimp)[1]


def effective_weight(d: float, ratio: float) -> float:
    """Weight that the reference acceleration really gets: A / (A + R), for ratio = A_hat / A.

    A is the row's inverse inertia, A_hat the estimate that R is computed from. Only ratio = 1 gives the d
    that was set.
    """
    return d / (d + (1 - d) * ratio)


def response(t: float, timeconst: float, dampratio: float) -> float:
    """r(t) / r(0) of the reference motion released at rest, for any damping ratio; t and timeconst in s.

    Solves r'' + (2 / timeconst) r' + r / (timeconst dampratio)^2 = 0: natural frequency 1 / (timeconst
    dampratio), decay rate 1 / timeconst, so that underdamped motions of one timeconst share their envelope.
    """
    decay = 1 / timeconst
    gap = decay * decay * (1 / (dampratio * dampratio) - 1)  # (damped frequency)^2, negative when overdamped
    if gap > 0:
        w = math.sqrt(gap)
        return math.exp(-decay * t) * (math.cos(w * t) + decay / w * math.sin(w * t))
    if gap == 0:
        return (1 + decay * t) * math.exp(-decay * t)
    w = math.sqrt(-gap)
    slow, fast = decay - w, decay + w
    return (fast * math.exp(-slow * t) - slow * math.exp(-fast * t)) / (fast - slow)


def force(
    r: float,
    v: float = 0.0,
    mass: float = 1.0,
    solref: SolRef = SOLREF,
    solimp: SolImp = SOLIMP,
    gravity: float = GRAVITY,
) -> float:
    """Normal force [N] of one frictionless contact under a free body: zero outside, never negative.

    `solref` is taken as it stands, in either format, without refsafe. For a free body A = A_hat = 1 / mass,
    hence f = max(0, mass d (a_ref + gravity)).
    """
    if r >= 0:
        return 0.0
    d = impedance(r, solimp)
    k, b = stiffness_damping(solref, clamped(solimp)[1])
    a_ref = reference_acceleration(k, b, d, r, v)
    return row_force(a_ref, -gravity, 1 / mass, regularizer(d, 1 / mass))


def acceleration(
    r: float,
    v: float = 0.0,
    solref: SolRef = SOLREF,
    solimp: SolImp = SOLIMP,
    gravity: float = GRAVITY,
) -> float:
    """Acceleration [m/s^2] of the free body on the same contact, -gravity where there is no force."""
    return -gravity + force(r, v, 1.0, solref, solimp, gravity)
