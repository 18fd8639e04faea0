"""Lesson 06: from a contact's parameters to its force, every step beside MuJoCo's own numbers."""

from __future__ import annotations

from physai.experiments import (
    soft_contact_bounce,
    soft_contact_break,
    soft_contact_curves,
    soft_contact_groups,
    soft_contact_rest,
    soft_contact_rules,
    soft_contact_statics,
)
from physai.experiments.soft_contact_output import build_output, run_output
from physai.measure import Nudge, exact
from physai.results import Results, Sheet

__all__ = ["build_output", "run", "run_output"]


def run(nudge: Nudge = exact) -> Results:
    """Run all parts; `nudge` moves every start height, bracket and closed form's parameter."""
    sheet = Sheet()
    soft_contact_curves.put_curves(sheet)
    for part in (
        soft_contact_curves.put_step1,
        soft_contact_curves.put_weight,
        soft_contact_curves.put_response,
        soft_contact_statics.put_sphere,
        soft_contact_statics.put_optimality,
        soft_contact_statics.put_row,
        soft_contact_statics.put_inverse,
        soft_contact_statics.put_diagonal,
        soft_contact_rules.put_formats,
        soft_contact_rules.put_guard,
        soft_contact_rules.put_discrete,
        soft_contact_rules.put_clamps,
        soft_contact_groups.put_friction_rows,
        soft_contact_groups.put_solreffriction,
        soft_contact_groups.put_group,
        soft_contact_groups.put_spin,
        soft_contact_groups.put_rows,
        soft_contact_groups.put_condim,
        soft_contact_rest.put_depths,
        soft_contact_rest.put_sphere_rest,
        soft_contact_rest.put_cone,
        soft_contact_rest.put_lab,
        soft_contact_rest.put_stop,
        soft_contact_break.put_local,
        soft_contact_break.put_falling,
        soft_contact_break.put_iteration,
        soft_contact_bounce.put_bounce,
        soft_contact_bounce.put_elastic,
        soft_contact_bounce.put_exercises,
        soft_contact_bounce.put_challenge,
    ):
        part(sheet, nudge)
    return sheet.results()
