"""Impedance d(r) and its slope, by the same branches as MuJoCo.

Formulas: MuJoCo 4.0.0 documentation, Modeling > Solver parameters > Impedance; the order of the branches
follows `getimpedance` in MuJoCo's source.
"""

from __future__ import annotations

import math

from physai.sim.contact import SOLIMP, SolImp

MIN_IMPEDANCE, MAX_IMPEDANCE = 1e-4, 0.9999  # mjMINIMP, mjMAXIMP
MIN_VALUE = 1e-15  # mjMINVAL: what MuJoCo takes for zero


def impedance_and_slope(r: float, solimp: SolImp = SOLIMP) -> tuple[float, float]:
    """d(r) and dd/dr [1/m] together, on both sides of zero.

    Order matters: equal ends or no width give the mean and slope 0; then x <= 0 gives d0 and x >= 1 gives dw,
    slope 0 both times; between them two power curves meet at the midpoint.
    """
    d0, dw, width, midpoint, power = clamped(solimp)
    if d0 == dw or width <= MIN_VALUE:
        return 0.5 * (d0 + dw), 0.0
    x = abs(r) / width
    if x <= 0:
        return d0, 0.0
    if x >= 1:
        return dw, 0.0
    if power == 1:
        y, slope = x, 1.0
    elif x <= midpoint:
        scale = 1 / midpoint ** (power - 1)
        y, slope = scale * x**power, power * scale * x ** (power - 1)
    else:
        scale = 1 / (1 - midpoint) ** (power - 1)
        y, slope = 1 - scale * (1 - x) ** power, power * scale * (1 - x) ** (power - 1)
    return d0 + y * (dw - d0), math.copysign(slope, r) * (dw - d0) / width


def clamped(solimp: SolImp) -> SolImp:
    """Solimp as MuJoCo uses it: d0, dw, midpoint in [0.0001, 0.9999], width [m] >= 0, power >= 1."""
    d0, dw, width, midpoint, power = solimp
    return _unit(d0), _unit(dw), max(0.0, width), _unit(midpoint), max(1.0, power)


def _unit(share: float) -> float:
    return min(MAX_IMPEDANCE, max(MIN_IMPEDANCE, share))
