"""Check the soft-contact model with nothing but Python: derivative, recovery, optimality, equilibrium.

Stands alone on purpose (standard library, no import from the course), so that a copy of the formulas can be checked on
any machine. Run it with `python soft_contact_check.py`; the exit status is 0 when every check passes.
"""

import math
import sys

GRAVITY, TIMECONST, DAMPRATIO, MASS = 9.81, 0.02, 1.0, 1.0
D0, DW, WIDTH, MIDPOINT, POWER = 0.9, 0.95, 0.001, 0.5, 2.0


def impedance(
    r: float, d0: float = D0, dw: float = DW, width: float = WIDTH, midpoint: float = MIDPOINT, power: float = POWER
) -> tuple[float, float]:
    """d(r) and its slope dd/dr [1/m]; r [m] is negative inside."""
    x = abs(r) / width
    if d0 == dw:
        return d0, 0.0
    if x <= 0 or x >= 1:
        return (dw if x >= 1 else d0), 0.0
    if power == 1:
        y, rise = x, 1.0
    elif x <= midpoint:
        y, rise = x**power / midpoint ** (power - 1), power * x ** (power - 1) / midpoint ** (power - 1)
    else:
        y = 1 - (1 - x) ** power / (1 - midpoint) ** (power - 1)
        rise = power * (1 - x) ** (power - 1) / (1 - midpoint) ** (power - 1)
    return d0 + y * (dw - d0), math.copysign(rise, r) * (dw - d0) / width


def row(r: float, v: float) -> tuple[float, float, float, float]:
    """(a_ref, a_free, A, R) of the contact of a free body of MASS at residual r [m] and speed v [m/s]."""
    d, _ = impedance(r)
    k, b = 1 / (DW * TIMECONST * DAMPRATIO) ** 2, 2 / (DW * TIMECONST)
    return -b * v - k * d * r, -GRAVITY, 1 / MASS, (1 - d) / d / MASS


def force(r: float, v: float) -> float:
    """Force [N] of the row: max(0, (a_ref - a_free) / (A + R))."""
    a_ref, a_free, a, big_r = row(r, v)
    return max(0.0, (a_ref - a_free) / (a + big_r))


def derivative() -> float:
    """Largest difference between the slope and a central difference of d, relative to the steepest slope."""
    step, worst, steepest = 1e-9, 0.0, 0.0
    for i in range(1, 100):
        if i == 50:
            continue  # the two branches meet here
        r = -i * WIDTH / 100
        slope = impedance(r)[1]
        numeric = (impedance(r + step)[0] - impedance(r - step)[0]) / (2 * step)
        worst, steepest = max(worst, abs(slope - numeric)), max(steepest, abs(slope))
    return worst / steepest


def recovery() -> float:
    """Largest difference between (1 - d) a_free + d a_ref and a_free + A f, over states that push, in m/s^2."""
    worst = 0.0
    for i in range(1, 40):
        for v in (-0.3, -0.1, 0.0):
            r = -i * WIDTH / 20
            d = impedance(r)[0]
            a_ref, a_free, a, _ = row(r, v)
            worst = max(worst, abs((1 - d) * a_free + d * a_ref - (a_free + a * force(r, v))))
    return worst


def optimality() -> float:
    """Largest violation of f >= 0, slack >= 0, f * slack = 0, over states that push and states that let go."""
    worst = 0.0
    for i in range(1, 40):
        for v in (-0.5, 0.0, 0.5):
            r = -i * WIDTH / 20
            a_ref, a_free, a, big_r = row(r, v)
            f = force(r, v)
            slack = (a + big_r) * f + a_free - a_ref
            worst = max(worst, -f, -slack, abs(f * slack))
    return worst


def equilibrium() -> tuple[float, float]:
    """Depth at rest [m] by bisection, and the relative difference between the force there and the weight."""
    low, high = 0.0, 0.1
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if force(-middle, 0.0) < MASS * GRAVITY else (low, middle)
    return high, abs(force(-high, 0.0) / (MASS * GRAVITY) - 1)


def report() -> str:
    """The whole output: input, process and output first, then one line per check."""
    depth, balance = equilibrium()
    checks = {
        "derivative": (derivative(), 1e-5, "slope of d against a central difference, relative"),
        "recovery": (recovery(), 1e-9, "(1 - d) a_free + d a_ref against a_free + A f, m/s^2"),
        "optimality": (optimality(), 1e-8, "f >= 0, slack >= 0, f slack = 0"),
        "equilibrium": (balance, 1e-9, f"force against weight at {depth * 1000:.4f} mm, relative"),
    }
    lines = [
        f"input    timeconst {TIMECONST} s, dampratio {DAMPRATIO:g}, solimp {D0} {DW} {WIDTH} {MIDPOINT} {POWER:g}",
        f"process  one frictionless contact of a free body of {MASS:g} kg; four checks of the formulas, no engine",
        "output   the largest violation that each check finds, against its bound",
    ]
    for name, (found, bound, meaning) in checks.items():
        lines.append(f"{name:<12} {'ok    ' if found < bound else 'FAILED'}  < {bound:.0e}  {meaning}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    text = report()
    sys.stdout.write(text)
    sys.exit(" FAILED " in text)
