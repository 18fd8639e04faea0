"""Claims: small predicates over results that sentences rest on.

A sentence such as "four times as deep" is true of the data or it is not. A claim states it as code, beside the
experiment, with a guard band, so that noise cannot flip a word and a change of physics cannot leave it standing.
Claims live in `<topic>_claims.py` next to `<topic>.py`; they are not part of an experiment's key.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from physai.results import Quantity


class Absent(TypeError):
    """A claim asks for a figure that this run does not have."""


class Figures:
    """Read access to an experiment's values for a claim; remembers which were looked at.

    `figures["sweep1[0.02].cube"]` is the plain number (SI), text or truth value.
    """

    def __init__(self, values: Mapping[str, Quantity]) -> None:
        self._values = values
        self.used: dict[str, Quantity] = {}

    def __getitem__(self, name: str) -> float:
        """Numeric value of a quantity, SI units."""
        value = self._look(name)
        if isinstance(value, str | bool):
            raise TypeError(f"{name} is {value!r}, not a number; use .text()")
        return float(value)

    def text(self, name: str) -> str:
        """A category such as "stayed", "yes" or "above"."""
        value = self._look(name)
        if isinstance(value, bool):
            return "yes" if value else "no"
        if not isinstance(value, str):
            raise TypeError(f"{name} is {value!r}, not a category; use [...]")
        return value

    def _look(self, name: str) -> float | int | str | bool:
        self.used[name] = self._values[name]
        value = self._values[name].value
        if value is None:
            raise Absent(f"{name} is absent")
        return value


@dataclass(frozen=True, slots=True)
class Claim:
    """A named predicate with its one-line meaning; `holds` looks only at the figures it is given."""

    name: str
    meaning: str
    holds: Callable[[Figures], bool]


def claim(meaning: str) -> Callable[[Callable[[Figures], bool]], Claim]:
    """Turn a predicate into a claim named after the function (`name` has dashes for underscores)."""

    def decorate(predicate: Callable[[Figures], bool]) -> Claim:
        return Claim(predicate.__name__.replace("_", "-"), meaning, predicate)

    return decorate
