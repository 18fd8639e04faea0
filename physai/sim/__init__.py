"""The functions the lessons teach, one idea per module; import them from here or from their own module."""

from physai.sim.contact import (
    contact_accel,
    contact_growth,
    impedance,
    resting_penetration,
    solref_kb,
)
from physai.sim.integrators import explicit_euler, first_overlap, rk4, semi_implicit_euler, step_growth

__all__ = [
    "contact_accel",
    "contact_growth",
    "explicit_euler",
    "first_overlap",
    "impedance",
    "resting_penetration",
    "rk4",
    "semi_implicit_euler",
    "solref_kb",
    "step_growth",
]
