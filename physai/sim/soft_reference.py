"""From solref to the reference acceleration: both formats, the fallback, the guard, and the curvature term.

Formulas: MuJoCo 4.0.0 documentation, Modeling > Solver parameters > Reference; the order of fallback and
guard follows `getsolparam` in MuJoCo's source. What happens under the `discrete` integrator was measured: the
documentation states the condition without the impedance.
"""

from __future__ import annotations

from physai.sim.contact import SOLREF, SolImp, SolRef
from physai.sim.soft_impedance import MIN_VALUE, clamped


def is_mixed(solref: SolRef) -> bool:
    """Whether one number is positive and the other is not, which belongs to neither format."""
    return (solref[0] > 0) != (solref[1] > 0)


def used_solref(solref: SolRef, h: float = 0.0, refsafe: bool = True) -> SolRef:
    """Solref after MuJoCo's two corrections: mixed formats become (0.02, 1), then timeconst is at least 2 h.

    h [s] is the timestep. The second correction is `refsafe`; it leaves dampratio and the direct format
    alone.
    """
    if is_mixed(solref):
        solref = SOLREF
    if refsafe and solref[0] > 0:
        solref = max(solref[0], 2 * h), solref[1]
    return solref


def stiffness_damping(solref: SolRef, dw: float) -> tuple[float, float]:
    """K [1/s^2] and B [1/s] of a corrected solref; dw is the second solimp number after clamping.

    Both positive: (timeconst, dampratio). Both non-positive, the direct format: (-stiffness, -damping).
    """
    first, second = solref
    if first > 0:
        return 1 / max(MIN_VALUE, (dw * first * second) ** 2), 2 / max(MIN_VALUE, dw * first)
    return -first / max(MIN_VALUE, dw * dw), -second / max(MIN_VALUE, dw)


def reference_kb(solref: SolRef, solimp: SolImp, h: float = 0.0, refsafe: bool = True) -> tuple[float, float]:
    """K and B as `efc_KBIP` stores them, from the numbers as written in the model."""
    return stiffness_damping(used_solref(solref, h, refsafe), clamped(solimp)[1])


def friction_kb(
    solref: SolRef, solimp: SolImp, solreffriction: SolRef = (0.0, 0.0), h: float = 0.0, refsafe: bool = True
) -> tuple[float, float]:
    """K = 0 and B [1/s] of a friction row of an elliptic contact; friction loss has no `solreffriction`.

    `solreffriction` is given the same two corrections, with (0, 0) = "as solref" in place of the default.
    """
    if is_mixed(solreffriction):
        solreffriction = (0.0, 0.0)
    chosen = solreffriction if any(solreffriction) else solref
    return 0.0, reference_kb(chosen, solimp, h, refsafe)[1]


def discrete_kb(solref: SolRef, solimp: SolImp, d: float, h: float, refsafe: bool = True) -> tuple[float, float]:
    """K and B of a contact or limit row under the `discrete` integrator, by the measured rule.

    A standard row with d K h^2 > 1 is replaced by K = 1 / (d h^2) at the same damping ratio; others stay as
    written.
    """
    solref = used_solref(solref, refsafe=False)
    k, b = stiffness_damping(solref, clamped(solimp)[1])
    if refsafe and solref[0] > 0 and d * k * h * h > 1:
        k = 1 / (d * h * h)
        b = 2 * solref[1] * k**0.5
    return k, b


def discrete_row(k: float, b: float, d: float, big_r: float, r: float, v: float, h: float) -> tuple[float, float]:
    """Reference acceleration [m/s^2] and regulariser [1/kg] of a row under `discrete`, from K, B and R.

    As measured, the spring is taken at the end of the step: r becomes r + h v, and both results are divided by
    1 + h B + h^2 d K.
    """
    growth = 1 + h * b + h * h * d * k
    return reference_acceleration(k, b, d, r + h * v, v) / growth, big_r / growth


def reference_acceleration(k: float, b: float, d: float, r: float, v: float, curvature: float = 0.0) -> float:
    """a_ref = -B v - K d r - curvature, in m/s^2: the acceleration that the row aims at.

    `curvature` is the row of (dJ/dt) qvel: the acceleration a residual has although no joint accelerates.
    MuJoCo subtracts it in connect and weld rows only.
    """
    return -b * v - k * d * r - curvature
