"""Measure an experiment: run it, then run it from starts that differ by next to nothing, and keep what holds.

A deterministic program prints sixteen digits of a chaotic motion as readily as of a pendulum. The probe tells them
apart: the same experiment from starts one unit in the last place higher and lower, and from starts 1e-12 away.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from physai.results import Quantity, ResultError, Results, shown

CHAOS = 1e-6  # relative; an exact value that one unit in the last place of the start moves by more is chaotic

Nudge = Callable[[float], float]
"""Moves a start value: a height, a bracket's end, a parameter of a closed form."""


def exact(start: float) -> float:
    """Leave the start as it is."""
    return start


def ulp_up(start: float) -> float:
    """Move the start up by one unit in the last place."""
    return math.nextafter(start, math.inf)


def ulp_down(start: float) -> float:
    """Move the start down by one unit in the last place."""
    return math.nextafter(start, -math.inf)


def shift_up(start: float) -> float:
    """Move the start up by 1e-12 of its unit."""
    return start + 1e-12


def shift_down(start: float) -> float:
    """Move the start down by 1e-12 of its unit."""
    return start - 1e-12


def measure(run: Callable[[Nudge], Results]) -> Results:
    """Run an experiment and its four probes; every quantity comes back with the range they span.

    An exact value that an ulp of the start moves by a millionth comes back as chaotic.

    Raises `ResultError` when a probe changes a category ("stayed", "through") or the set of values: such an outcome
    is not a result; and for a value that no function answers for.
    """
    base = run(exact)
    if not isinstance(base, Results):
        raise ResultError(f"run has to return what Sheet.results() gives, not {base!r}")
    if untraced := [name for name, q in base.values.items() if not q.by and q.kind != "parameter"]:
        raise ResultError(f"say in `by` which function computes {', '.join(untraced)}")
    ulps = [run(nudge) for nudge in (ulp_up, ulp_down)]
    shifts = [run(nudge) for nudge in (shift_up, shift_down)]
    for probe in (*ulps, *shifts):
        if probe.values.keys() != base.values.keys():
            raise ResultError(f"a probe changes which values exist: {sorted(probe.values.keys() ^ base.values.keys())}")
    values = {
        name: _with_ranges(name, quantity, [p.values[name] for p in ulps], [p.values[name] for p in shifts])
        for name, quantity in base.values.items()
    }
    return Results(values, base.tables, base.curves)


def _with_ranges(name: str, base: Quantity, ulps: list[Quantity], shifts: list[Quantity]) -> Quantity:
    if base.kind == "parameter":
        return base
    if isinstance(base.value, str | bool | None):
        found = {shown(q) for q in (base, *ulps, *shifts)}
        if len(found) > 1:
            raise ResultError(f"{name}: a start moved by at most 1e-12 turns the outcome into {sorted(found)}")
        return base
    ulp = _range(base, ulps)
    kind = "chaotic" if base.kind == "exact" and ulp and _apart(*ulp) else base.kind
    return replace(base, kind=kind, ulp=ulp, shift=_range(base, shifts))


def _apart(low: float, high: float) -> bool:
    """Whether two values differ in digits that a reader might see, and by more than rounding."""
    return high - low > max(CHAOS * max(abs(low), abs(high)), 1e-12)


def _range(base: Quantity, probes: list[Quantity]) -> tuple[float, float] | None:
    numbers = [float(q.value) for q in (base, *probes) if isinstance(q.value, int | float)]
    low, high = min(numbers), max(numbers)
    return None if low == high else (low, high)
