"""Short names for the quantities of the contact experiment, and the two closed forms of its stability."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import cast

from physai.results import Kind, Quantity, source


def parameter(value: float | int, unit: str = "") -> Quantity:
    """A chosen value."""
    return Quantity(value, unit, "parameter")


def text(value: str) -> Quantity:
    """A chosen word, such as the state of a switch."""
    return Quantity(value, "", "parameter")


def measured(
    value: float, unit: str, by: Callable[..., object], kind: str = "exact", *, bound: str | None = None
) -> Quantity:
    """A value that was computed by the function `by`."""
    return Quantity(value, unit, cast(Kind, kind), source(by), bound)


def yes(value: bool, by: Callable[..., object]) -> Quantity:
    """An outcome, yes or no, decided by the function `by`."""
    return Quantity(bool(value), by=source(by))


def stiffness_of_step(solref: tuple[float, float], h: float, refsafe: bool = True) -> float:
    """Radians the contact's spring turns in one step, h w = h / (timeconst dampratio), after the guard."""
    timeconst = max(solref[0], 2 * h) if refsafe else solref[0]
    return h / (timeconst * solref[1])


def limit_hw() -> float:
    """h w above which the contact grows at dampratio 1: h^2 w^2 = 4 - 2 h c, c = 2 w, so 2 (sqrt 2 - 1)."""
    return 2 * (math.sqrt(2) - 1)


def least_timeconst(h: float) -> float:
    """Time constant [s] below which the contact grows at dampratio 1, without the guard."""
    return h / limit_hw()


def least_dampratio(h: float, timeconst: float) -> float:
    """Damping ratio below which the contact grows: h^2 / (timeconst dampratio)^2 = 4 - 4 h / timeconst."""
    return h / (timeconst * math.sqrt(4 - 4 * h / timeconst))
