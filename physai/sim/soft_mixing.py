"""Which parameters a contact of two geoms gets.

Rules: MuJoCo 4.0.0 documentation, Modeling > Contact parameters. Margins add; priority decides alone when it differs.
"""

from __future__ import annotations

from dataclasses import dataclass

from physai.sim.contact import SOLIMP, SOLREF, SolImp, SolRef


@dataclass(frozen=True, slots=True)
class Surface:
    """What one geom brings into a contact."""

    solref: SolRef = SOLREF
    solimp: SolImp = SOLIMP
    solmix: float = 1.0
    priority: int = 0


def mixed(one: Surface, two: Surface) -> tuple[SolRef, SolImp]:
    """Solref and solimp of the contact: the higher priority's own, or the average weighted by solmix.

    If either solref is in the direct format, the element-wise minimum of the two takes the place of the average.
    """
    if one.priority != two.priority:
        winner = max(one, two, key=lambda surface: surface.priority)
        return winner.solref, winner.solimp
    share = one.solmix / (one.solmix + two.solmix)

    def average(a: float, b: float) -> float:
        return share * a + (1 - share) * b

    direct = one.solref[0] <= 0 or two.solref[0] <= 0
    ref0, ref1 = map(min if direct else average, one.solref, two.solref)
    d0, dw, width, midpoint, power = map(average, one.solimp, two.solimp)
    return (ref0, ref1), (d0, dw, width, midpoint, power)
