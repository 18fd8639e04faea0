"""What the timestep lesson says about its figures, as predicates over them."""

from __future__ import annotations

from physai.claims import Figures, claim

FALLS_SOFT = ("0.0005", "0.001", "0.003")  # seen, right side, and still through with the default contact
STAYS = ("0.002", "0.004", "0.006", "0.008", "0.012", "0.02")
WRONG_SIDE = ("0.01", "0.015")
MISSED = ("0.025", "0.03", "0.04", "0.05")
SWEEP = (*FALLS_SOFT, *STAYS, *WRONG_SIDE, *MISSED)
INTEGRATORS = ("euler", "implicitfast", "rk4", "discrete")
NOISE = 1e-9  # guard band for lengths in m: far above rounding, far below a shown digit


def _all(f: Figures, table: str, rows: tuple[str, ...], column: str, text: str) -> bool:
    return all(f.text(f"{table}[{row}].{column}") == text for row in rows)


def _has_flag(f: Figures) -> bool:
    """Whether this MuJoCo has the speculative flag; without it there is nothing to say about it."""
    return f.text("speculative.available") == "yes"


@claim("with the default contact exactly 2, 4, 6, 8, 12 and 20 ms stay")
def outcomes(f: Figures) -> bool:
    return _all(f, "sweep", STAYS, "default", "stayed") and _all(
        f, "sweep", FALLS_SOFT + WRONG_SIDE + MISSED, "default", "through"
    )


@claim("the outcome is not monotonic: 0.5 and 1 ms fall through, 2 ms stays, 3 ms falls through, 20 ms stays")
def not_monotonic(f: Figures) -> bool:
    return _all(f, "sweep", ("0.0005", "0.001", "0.003", "0.01"), "default", "through") and _all(
        f, "sweep", ("0.002", "0.004", "0.012", "0.02"), "default", "stayed"
    )


@claim("12 and 20 ms stay, 10 and 15 ms do not")
def twelve_and_twenty(f: Figures) -> bool:
    return _all(f, "sweep", ("0.012", "0.02"), "default", "stayed") and _all(
        f, "sweep", WRONG_SIDE, "default", "through"
    )


@claim("from 25 ms on no contact with the slab is seen and no state overlaps it; up to 20 ms one is")
def missed(f: Figures) -> bool:
    near = FALLS_SOFT + STAYS + WRONG_SIDE
    return all(
        _all(f, "sweep", MISSED, f"seen_{contact}", "no") and _all(f, "sweep", near, f"seen_{contact}", "yes")
        for contact in ("default", "stiff")
    )


@claim("from 25 ms on one step at impact is longer than the zone in which a centre overlaps")
def step_exceeds_zone(f: Figures) -> bool:
    return all(f[f"sweep[{row}].step"] > f["zone"] + NOISE for row in MISSED)


@claim("15 and 20 ms steps are longer than the overlap zone too, and were seen: hit or miss")
def long_steps_can_hit(f: Figures) -> bool:
    return (
        all(f[f"sweep[{row}].step"] > f["zone"] + NOISE for row in ("0.015", "0.02"))
        and _all(f, "sweep", ("0.015", "0.02"), "seen_default", "yes")
        and f["sweep[0.012].step"] < f["zone"] - NOISE
    )


@claim("at 10 and 15 ms the first overlap is below the mid-plane, everywhere else it is above")
def wrong_side(f: Figures) -> bool:
    return _all(f, "sweep", WRONG_SIDE, "side", "below") and _all(f, "sweep", FALLS_SOFT + STAYS, "side", "above")


@claim("the first normal points down exactly where the first overlap is below the mid-plane")
def normal_follows_side(f: Figures) -> bool:
    return all(f[f"first_contacts[{row}].normal"] < -0.999 for row in WRONG_SIDE) and all(
        f[f"first_contacts[{row}].normal"] > 0.999 for row in FALLS_SOFT + STAYS
    )


@claim("at 0.5, 1 and 3 ms the normal points up first and down once the centre is below the mid-plane")
def sinks_past_middle(f: Figures) -> bool:
    return all(
        f[f"first_contacts[{row}].normal"] > 0.999
        and f[f"first_contacts[{row}].flip_centre"] < f["mid"] - NOISE
        and f[f"first_contacts[{row}].flip_time"] > f[f"first_contacts[{row}].time"]
        for row in FALLS_SOFT
    )


@claim("where the cube stays its lowest centre is above the mid-plane")
def stays_above_middle(f: Figures) -> bool:
    return all(f[f"sweep[{row}].lowest_default"] > f["mid"] + NOISE for row in STAYS)


@claim("2 ms is the narrowest escape: about a millimetre above the mid-plane")
def narrow_escape(f: Figures) -> bool:
    others = [f[f"sweep[{row}].lowest_default"] for row in STAYS if row != "0.002"]
    return 0.0005 < f["margin"] < 0.0015 and all(f["sweep[0.002].lowest_default"] < low for low in others)


@claim("the stiff contact saves 0.5, 1 and 3 ms and none of 10, 15, 25, 30, 40 and 50 ms")
def stiff_saves_soft_failures(f: Figures) -> bool:
    return _all(f, "sweep", FALLS_SOFT + STAYS, "stiff", "stayed") and _all(
        f, "sweep", WRONG_SIDE + MISSED, "stiff", "through"
    )


@claim("stiff: every timestep whose first overlap is above the mid-plane stays, and no other")
def stiff_follows_side(f: Figures) -> bool:
    seen = all(
        (f.text(f"sweep[{row}].stiff") == "stayed") == (f.text(f"sweep[{row}].side") == "above")
        for row in FALLS_SOFT + STAYS + WRONG_SIDE
    )
    return seen and _all(f, "sweep", MISSED, "stiff", "through")


@claim("from 10 ms on both columns are one contact: the guard has raised both time constants to 2 dt")
def guard_makes_them_one(f: Figures) -> bool:
    late = (*WRONG_SIDE, "0.012", "0.02", *MISSED)
    return all(f.text(f"sweep[{row}].default") == f.text(f"sweep[{row}].stiff") for row in late) and all(
        abs(f[f"sweep[{row}].lowest_default"] - f[f"sweep[{row}].lowest_stiff"]) < NOISE for row in ("0.012", "0.02")
    )


@claim("nine timesteps stay with the stiff contact, six with the default")
def counts(f: Figures) -> bool:
    return f["sweep.stayed_stiff"] == 9 and f["sweep.stayed_default"] == 6


@claim("half of 2 ms fails and so does half of 6 ms; half of 8 ms stays")
def halving(f: Figures) -> bool:
    return _all(f, "sweep", ("0.001", "0.0005", "0.003"), "default", "through") and _all(
        f, "sweep", ("0.002", "0.006", "0.008", "0.004"), "default", "stayed"
    )


@claim("free fall without an engine gives the engine's first overlap to less than 1e-12 m")
def free_fall_predicts(f: Figures) -> bool:
    return f["step4.difference"] < 1e-12


@claim("own steppers and MuJoCo differ by rounding only")
def steppers_equal(f: Figures) -> bool:
    return f["step1.semi"] < 1e-15 and f["step1.rk4"] < 1e-14


@claim("explicit Euler gains energy by the closed form; the other two keep it to within a per mille")
def energy(f: Figures) -> bool:
    gained = abs(f["step2.explicit"] / f["step2.formula"] - 1) < 1e-9
    return gained and f["step2.explicit"] > 50 and all(abs(f[f"step2.{n}"] - 1) < 1e-3 for n in ("semi", "rk4"))


@claim("RK4 keeps the energy better than semi-implicit Euler here, and loses a little")
def rk4_keeps_energy(f: Figures) -> bool:
    return 1e-9 < 1 - f["step2.rk4"] < abs(1 - f["step2.semi"]) / 10


@claim("explicit Euler always grows; semi-implicit from h omega = 2; RK4 from 2 sqrt 2, shrinking below")
def growth(f: Figures) -> bool:
    below, above = ("0.5", "1", "1.9"), ("2.1", "2.8", "2.9")
    return (
        all(f[f"step3[{row}].explicit"] > 1.1 for row in below + above)
        and all(abs(f[f"step3[{row}].semi"] - 1) < 1e-9 for row in below)
        and all(f[f"step3[{row}].semi"] > 1.5 for row in above)
        and all(f[f"step3[{row}].rk4"] < 1 - 1e-6 for row in ("0.5", "1", "1.9", "2.1", "2.8"))
        and f["step3[2.9].rk4"] > 1.1
    )


@claim("a growth of 1 bounds the motion, not its error: at h omega = 1.9 the swing is three times the start")
def bounded_is_not_right(f: Figures) -> bool:
    return abs(f["step3[1.9].semi"] - 1) < 1e-9 and 3.1 < f["step3[1.9].swing"] / f["spring.start"] < 3.3


@claim("past the limit ten steps throw the mass a hundred metres and more")
def unstable_swing(f: Figures) -> bool:
    return f["step3[2.1].swing"] > 100 and f["step3[2.8].swing"] > 1e6


@claim("no integrator rescues a timestep at which Euler fails")
def no_integrator_rescues(f: Figures) -> bool:
    failing = ("0.001", "0.01", "0.025")
    return all(_all(f, "integrators", failing, name, "through") for name in INTEGRATORS)


@claim("RK4 and discrete fail at 2 and 8 ms, where Euler and implicitfast stay")
def rk4_and_discrete_fail_two(f: Figures) -> bool:
    rows = ("0.002", "0.008")
    return all(_all(f, "integrators", rows, name, "stayed") for name in ("euler", "implicitfast")) and all(
        _all(f, "integrators", rows, name, "through") for name in ("rk4", "discrete")
    )


@claim("with steps of 0.2 and 0.1 ms the default contact loses the cube under every integrator tried")
def fine_steps_go_through(f: Figures) -> bool:
    return all(_all(f, "fine", ("0.0002", "0.0001"), name, "through") for name in ("euler", "rk4", "discrete"))


@claim("implicitfast gives Euler's lowest centre to less than 1e-9 m")
def implicitfast_is_euler(f: Figures) -> bool:
    return all(
        abs(f[f"integrators[{row}].lowest_euler"] - f[f"integrators[{row}].lowest_implicitfast"]) < NOISE
        for row in ("0.002", "0.008")
    )


@claim("with the speculative flag and the default contact every timestep from 2 ms stays, 0.5 and 1 ms do not")
def speculative_default(f: Figures) -> bool:
    if not _has_flag(f):
        return True
    late = tuple(row for row in SWEEP if row not in ("0.0005", "0.001"))
    return _all(f, "speculative", late, "default", "stayed") and _all(
        f, "speculative", ("0.0005", "0.001"), "default", "through"
    )


@claim("with the speculative flag and the stiff contact all timesteps stay")
def speculative_stiff(f: Figures) -> bool:
    return not _has_flag(f) or _all(f, "speculative", SWEEP, "stiff", "stayed")


@claim("the flag changes no bit at 0.5 and 1 ms, where a step is shorter than half the slab, and every other run")
def speculative_reach(f: Figures) -> bool:
    if not _has_flag(f):
        return True
    late = tuple(row for row in SWEEP if row not in ("0.0005", "0.001"))
    return (
        all(_all(f, "speculative", ("0.0005", "0.001"), f"same_{c}", "yes") for c in ("default", "stiff"))
        and all(_all(f, "speculative", late, f"same_{c}", "no") for c in ("default", "stiff"))
        and all(f[f"speculative[{row}].step"] < f["speculative.reach"] - NOISE for row in ("0.0005", "0.001"))
        and all(f[f"speculative[{row}].step"] > f["speculative.reach"] + NOISE for row in late)
    )


@claim("RK4 run as mj_step1 + mj_step2 is semi-implicit Euler, millimetres away from RK4")
def split_is_semi_implicit(f: Figures) -> bool:
    return f["split.semi"] < 1e-15 and 0.003 < f["split.rk4"] < 0.004


@claim("slab of 4 cm: 0.5, 1, 3 and 10 ms now stay; 15, 25, 30, 40 ms overlap below its middle; 50 ms misses")
def thick_slab(f: Figures) -> bool:
    below = ("0.015", "0.025", "0.03", "0.04")
    return (
        _all(f, "easy", ("0.0005", "0.001", "0.003", "0.01", *STAYS), "default", "stayed")
        and _all(f, "easy", (*below, "0.05"), "default", "through")
        and _all(f, "easy", below, "side", "below")
        and f.text("easy[0.05].seen") == "no"
    )


@claim("from 3 m: by the centre only 8 and 40 ms stay, by the gap only 6 and 10 ms")
def three_metres(f: Figures) -> bool:
    return all(
        (f.text(f"medium[{row}].default_{reading}") == "stayed") == (row in stays)
        for reading, stays in (("centre", ("0.008", "0.04")), ("gap", ("0.006", "0.01")))
        for row in SWEEP
    )


@claim("longest time constant that stays: about 20 ms at 0.5, 1, 2, 3 and 8 ms, more at 4, 6, 12 and 20 ms")
def longest_time_constant(f: Figures) -> bool:
    near = ("0.0005", "0.001", "0.002", "0.003", "0.008")
    longer = ("0.004", "0.006", "0.012", "0.02")
    return all(0.0185 < f[f"hard[{row}].timeconst"] < 0.0205 for row in near) and all(
        f[f"hard[{row}].timeconst"] > 0.0255 for row in longer
    )


@claim("no time constant of the grid makes 10 or 15 ms stay")
def no_time_constant_helps(f: Figures) -> bool:
    return all(f.text(f"hard[{row}].any") == "no" for row in WRONG_SIDE)


@claim("a contact is seen one timestep after the state it belongs to")
def contacts_are_one_step_late(f: Figures) -> bool:
    rows = (f"first_contacts[{row}]" for row in FALLS_SOFT + STAYS + WRONG_SIDE)
    return all(abs(f[f"{row}.clock"] - f[f"{row}.time"] - f[f"{row}.dt"]) < NOISE for row in rows)


@claim("at the first overlap the cube is lower than a true fall of the same time, by half a step's worth of velocity")
def lower_than_a_true_fall(f: Figures) -> bool:
    for row in (f"first_contacts[{row}]" for row in FALLS_SOFT + STAYS + WRONG_SIDE):
        time, extra = f[f"{row}.time"], f["gravity"] * f[f"{row}.time"] * f[f"{row}.dt"] / 2
        true_fall = f["height"] - f["gravity"] * time**2 / 2
        if abs(true_fall - f[f"{row}.centre"] - extra) > NOISE or extra < 1e-4:
            return False
    return True


@claim("at the limit of semi-implicit Euler, timestep times frequency is two")
def limit_is_two(f: Figures) -> bool:
    return abs(f["limit.h"] * f["spring.omega"] - 2) < 1e-12
