"""Short names for the quantities the timestep experiment records."""

from __future__ import annotations

from collections.abc import Callable

from physai.results import Kind, Quantity, source

Function = Callable[..., object]


def parameter(value: float, unit: str = "") -> Quantity:
    """A chosen value."""
    return Quantity(value, unit, "parameter")


def count(value: int) -> Quantity:
    """A chosen number of steps or rows."""
    return Quantity(int(value), kind="parameter")


def number(value: float, unit: str, by: Function) -> Quantity:
    """A computed figure and the function that computes it."""
    return Quantity(float(value), unit, by=source(by))


def measured(
    value: float | int | None, unit: str, by: Function, kind: Kind = "exact", bound: str | None = None
) -> Quantity:
    """A computed figure that may be absent, or that only its bound says something about."""
    return Quantity(value, unit, kind, source(by), bound)


def outcome(stayed: bool, by: Function) -> Quantity:
    """Where the cube ended."""
    return Quantity("stayed" if stayed else "through", by=source(by))


def side(centre: float | None, mid: float, by: Function) -> Quantity:
    """Side of the slab's mid-plane; None where there is no overlap."""
    return Quantity(None if centre is None else "above" if centre > mid else "below", by=source(by))
