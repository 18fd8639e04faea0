"""What the lesson's sentences say about the figures of the soft-contact experiment."""

from __future__ import annotations

from itertools import pairwise

from physai.claims import Figures, claim


def near(value: float, target: float, relative: float) -> bool:
    """Whether a value is within a relative distance of a target."""
    return abs(value - target) <= relative * abs(target)


MASSES = ("0.1", "1", "10")
KINDS = (
    *("connect", "weld", "joint", "joint_loss", "tendon_loss", "joint_limit", "tendon_limit"),
    *("frictionless", "pyramidal", "elliptic"),
)


@claim("doubling timeconst sinks the ball by less than a factor of four where the impedance grows, by four beyond")
def less_than_the_square(f: Figures) -> bool:
    return f["depth.ratio"] < 3.6 and near(f["depth.ratio.deep"], 4, 1e-6)


@claim("every measured depth at rest is the predicted one")
def rest_is_predicted(f: Figures) -> bool:
    keys = {
        "rest_timeconst": ("0.004", "0.01", "0.02", "0.03", "0.05", "0.1"),
        "rest_constant": ("0.5", "0.8", "0.9", "0.95", "0.99"),
        "rest_direct": ("400,40", "2500,100", "2500,20", "10000,200"),
        "rest_mass": MASSES,
        "rest_mixed": ("average", "solmix", "priority", "impedance", "direct", "direct_soft"),
    }
    names = [f"{table}[{key}]" for table, found in keys.items() for key in found]
    return all(near(f[f"{name}.measured"], f[f"{name}.predicted"], 1e-6) for name in names)


@claim("the slope is steepest at half the width, at (d0 + dw) / 2, and zero at full width, where the impedance is dw")
def steepest_at_half(f: Figures) -> bool:
    slopes = [abs(f[f"step1[{d}].slope"]) for d in ("0.0001", "0.0003", "0.0005", "0.0007", "0.001", "0.002")]
    middle = (f["default.d0"] + f["default.dw"]) / 2
    ends = near(f["step1[0.0005].d"], middle, 1e-12) and f["step1[0.001].d"] == f["default.dw"]
    return max(slopes) == slopes[2] and slopes[4] == slopes[5] == 0 and ends


@claim("in build step 1 damping is more than half of every reference acceleration up to full width")
def damping_dominates(f: Figures) -> bool:
    damping = f["row.b"] * -f["step1.speed"]
    return all(damping > 0.5 * f[f"step1[{d}].a_ref"] for d in ("0.0001", "0.0003", "0.0005", "0.0007", "0.001"))


@claim("a ball of 0.1, 1 or 10 kg rests at the same depth while its force goes with its mass")
def mass_does_not_matter(f: Figures) -> bool:
    depths = [f[f"rest_mass[{m}].measured"] for m in MASSES]
    forces = [f[f"rest_mass[{m}].force"] / float(m) for m in MASSES]
    return max(depths) - min(depths) < 1e-10 and max(forces) - min(forces) < 1e-6


@claim("the worked sphere's rest is the same for 0.1, 2 and 10 kg")
def sphere_mass_does_not_matter(f: Figures) -> bool:
    gaps = [f[f"sphere_mass[{m}].gap"] for m in ("0.1", "2", "10")]
    return max(gaps) - min(gaps) < 1e-9


@claim("without mj_setConst a ten times heavier ball sinks more than five times as deep")
def stale_constants(f: Figures) -> bool:
    return f["stale.depth"] > 5 * f["rest_mass[10].measured"]


@claim("under its own weight and without armature the link's depth does not depend on its mass")
def bare_stop(f: Figures) -> bool:
    depths = [f[f"stop[{m}].bare"] for m in MASSES]
    return max(depths) - min(depths) < 1e-7 * max(depths)


@claim("with armature a heavier link goes deeper; under a motor torque a heavier link goes less deep")
def stop_depends_on_mass(f: Figures) -> bool:
    geared, driven = ([f[f"stop[{m}].{load}"] for m in MASSES] for load in ("geared", "driven"))
    return geared[0] * 1.5 < geared[1] and geared[1] * 1.1 < geared[2] and driven[0] > 5 * driven[1] > 5 * driven[2]


@claim("with armature even the heaviest link stays less deep than without")
def armature_helps(f: Figures) -> bool:
    return all(f[f"stop[{m}].geared"] < 0.99 * f[f"stop[{m}].bare"] for m in MASSES)


@claim("damping does not change the depth at rest in the direct format")
def damping_does_not_matter(f: Figures) -> bool:
    return near(f["rest_direct[2500,100].measured"], f["rest_direct[2500,20].measured"], 1e-6)


@claim("(-2500, -100) gives the numbers of (0.02, 1)")
def formats_meet(f: Figures) -> bool:
    return all(near(f[f"formats[-2500,-100].{c}"], f[f"formats[0.02,1].{c}"], 1e-12) for c in ("k", "b"))


@claim("the mixed pairs give the numbers of the default and a warning; (-500, 0) is not mixed")
def mixed_falls_back(f: Figures) -> bool:
    pairs = ("0.02,-1", "0.02,0", "-500,1")
    same = all(near(f[f"formats[{p}].k"], f["formats[0.02,1].k"], 1e-12) for p in pairs)
    heard = all(f.text(f"formats[{p}].warned") == "warned" for p in pairs)
    return same and heard and f.text("formats[-500,0].warned") == "quiet" and f["formats[-500,0].b"] == 0


@claim("refsafe raises timeconst to two steps, leaves larger ones and dampratio alone; off, the number is used as is")
def guard_raises(f: Figures) -> bool:
    h = f["guard.h"]
    raised = all(near(f[f"guard[0.004,{z},on].used"], 2 * h, 1e-9) for z in ("1", "0.5"))
    alone = near(f["guard[0.02,0.1,on].k"], f["guard[0.02,0.1,off].k"], 1e-12)
    return raised and alone and near(f["guard[0.004,1,off].used"], 0.004, 1e-9)


@claim("the contact lists the written timeconst although the row uses another")
def listed_is_not_used(f: Figures) -> bool:
    return near(f["guard.listed"], 0.004, 1e-12) and f["guard[0.004,1,on].used"] > 2 * f["guard.listed"]


@claim("under discrete a row just above timeconst dampratio = h is still replaced, contrary to the documentation")
def switch_is_later(f: Figures) -> bool:
    return (
        f.text("discrete[1.02,1].outcome") == "replaced"
        and f.text("discrete[1.03,1].outcome") == "kept"
        and f["discrete.switch.full"] > 1.02
        and f["discrete.switch.half"] > 1.01
    )


@claim("the measured switch under discrete is sqrt(d) / dw, at full and at half width")
def switch_formula(f: Figures) -> bool:
    return all(near(f[f"discrete.switch.{n}"], f[f"discrete.switch.{n}.own"], 1e-9) for n in ("full", "half"))


@claim("friction rows of an elliptic contact store K = 0 and the normal row's d, not d0")
def elliptic_rows_share_d(f: Figures) -> bool:
    rows = range(1, 6)
    return (
        all(f[f"elliptic[{i}].k"] == 0 for i in rows)
        and all(f[f"elliptic[{i}].d"] == f["elliptic[0].d"] for i in rows)
        and f["elliptic[0].d"] > f["elliptic.documented"] + 5e-5
    )


@claim("friction loss has d0 and K = 0")
def loss_has_d0(f: Figures) -> bool:
    return f["loss.d"] == f["loss.d0"] and f["loss.k"] == 0


@claim("solreffriction replaces B of the friction rows; its second number does not matter when both are positive")
def solreffriction_acts(f: Figures) -> bool:
    return (
        f["pairs[0,0].friction"] == f["pairs[0,0].normal"]
        and f["pairs[0.05,1].friction"] == f["pairs[0.05,0.3].friction"] < f["pairs[0.05,1].normal"]
        and f["pairs[0.05,-1].friction"] == f["pairs[0,0].friction"]
        and f.text("pairs[0.05,-1].warned") == "warned"
    )


@claim("the three rows of a connect store one d, above what two of them would have alone")
def connect_shares_d(f: Figures) -> bool:
    stored = [f[f"group[{a}].stored"] for a in "xyz"]
    return max(stored) == min(stored) and all(stored[0] > f[f"group[{a}].alone"] + 0.01 for a in "xyz")


@claim("the pyramidal contact gets softer with friction, the elliptic one does not change; equal at friction 1")
def pyramid_depends_on_friction(f: Figures) -> bool:
    mus = ("0.2", "0.5", "1", "2")
    pyramid, ellipse = ([f[f"cone[{m}].{c}"] for m in mus] for c in ("pyramidal", "elliptic"))
    rising = all(a * 2 < b for a, b in pairwise(pyramid))
    return rising and max(ellipse) - min(ellipse) < 1e-10 and near(pyramid[2], ellipse[2], 1e-6)


@claim("the pyramid's depth follows from its edge rows for every friction, condim and impratio tried")
def pyramid_formula(f: Figures) -> bool:
    cones = all(near(f[f"cone[{m}].pyramidal"], f[f"cone[{m}].predicted"], 1e-5) for m in ("0.2", "0.5", "1", "2"))
    names = [f"edges[{c},{i}]" for c in (3, 4, 6) for i in (1, 5)]
    return cones and all(near(f[f"{n}.measured"], f[f"{n}.predicted"], 1e-5) for n in names)


@claim("the estimate of a pyramid edge's inverse inertia is smaller than the exact value")
def edge_estimate_low(f: Figures) -> bool:
    return f["edge.exact"] > 1.4 * f["edge.estimate"]


@claim("at an estimate twice the true value the weight falls from 0.9 to 0.818; at a tenth it rises to 0.989")
def weight_moves(f: Figures) -> bool:
    return (
        near(f["rod[2].engine"], 9 / 11, 1e-6) and f["rod[0.1].engine"] > 0.98 and near(f["rod[1].engine"], 0.9, 1e-9)
    )


@claim("a short under-damped response overshoots, the critical and the over-damped do not")
def overshoot(f: Figures) -> bool:
    return f["response[0.3,1].formula"] < 0 and all(
        f[f"response[{z},{n}].formula"] > 0 for z in (1, 2) for n in (1, 2, 4)
    )


@claim("the over-damped response is slower than the critical one of the same timeconst")
def overdamped_is_slower(f: Figures) -> bool:
    return all(f[f"response[2,{n}].formula"] > f[f"response[1,{n}].formula"] + 0.1 for n in (1, 2, 4))


@claim("with dampratio 1 the ball does not rebound; the smaller the ratio, the higher the rebound")
def bounce_order(f: Figures) -> bool:
    for column in ("fine", "coarse", "limit"):
        values = [f[f"bounce[{z}].{column}"] for z in ("1", "0.5", "0.2", "0.1")]
        if values[0] > 1e-6 or not values[0] + 0.02 < values[1] < values[2] - 0.1 < values[3] - 0.2:
            return False
    return True


@claim("rebound height with the depth at release agrees with the fine step within two tenths of a percentage point")
def flight_formula(f: Figures) -> bool:
    return all(abs(f[f"bounce[{z}].flight"] - f[f"bounce[{z}].limit"]) < 0.002 for z in ("1", "0.5", "0.2", "0.1"))


@claim("the half-period formula gives too little and the energy at release too much at dampratio 0.5 and 0.2")
def closed_forms_bracket(f: Figures) -> bool:
    return all(
        f[f"bounce[{z}].half"] + 0.02 < f[f"bounce[{z}].limit"] < f[f"bounce[{z}].release"] for z in ("0.5", "0.2")
    )


@claim("the coarse scene rebounds less at 0.5 and 0.2 than the fine one")
def step_and_drop_matter(f: Figures) -> bool:
    return all(f[f"bounce[{z}].coarse"] < f[f"bounce[{z}].fine"] - 0.02 for z in ("0.5", "0.2"))


@claim(
    "undamped contacts return 100 % within half a percent at the fine step; at 2 ms the stiffest loses more than 1 %"
)
def elastic_nearly(f: Figures) -> bool:
    fine = all(abs(f[f"elastic[{k}].fine"] - 1) < 0.005 for k in (1000, 2500, 10000, 40000))
    return fine and f["elastic[40000].coarse"] < 0.99


@claim("some undamped bounces end higher than they started")
def elastic_gains(f: Figures) -> bool:
    return f["elastic[2500].fine"] > 1.001 and f["elastic[1000].coarse"] > 1.005


@claim("the falling curve has three rests, the middle one unstable with negative stiffness")
def three_rests(f: Figures) -> bool:
    stable = [f.text(f"falling[{n}].stable") for n in (1, 2, 3)]
    return stable == ["yes", "no", "yes"] and f["falling[2].stiffness"] < -1000


@claim(
    "a dropped ball ends in the deepest rest, one put down gently in the shallowest, more than a hundred times higher"
)
def landing_depends_on_start(f: Figures) -> bool:
    return (
        near(f["landing[drop].end"], f["falling[3].depth"], 1e-5)
        and near(f["landing[touching].end"], f["falling[1].depth"], 1e-5)
        and f["landing[drop].end"] > 100 * f["landing[touching].end"]
    )


@claim("ten micrometres on either side of the unstable rest decide where the ball ends")
def watershed(f: Figures) -> bool:
    above, below = f["landing[above_rest].end"], f["landing[below_rest].end"]
    return near(above, f["falling[1].depth"], 1e-5) and near(below, f["falling[3].depth"], 1e-5)


@claim("the loop converges where its slope is inside (-1, 1) and cycles where it is not; bisection always agrees")
def loop_and_slope(f: Figures) -> bool:
    for pair in ("0.9,0.95", "0.8,0.95", "0.5,0.95", "0.5,0.99"):
        inside = abs(f[f"iteration[{pair}].slope"]) < 1
        if (f.text(f"iteration[{pair}].outcome") == "converges") != inside:
            return False
        if not near(f[f"iteration[{pair}].bisection"], f[f"iteration[{pair}].measured"], 1e-5):
            return False
    return True


@claim("on the falling curve the loop converges to the shallow rest while a dropped ball is at the deep one")
def loop_finds_another(f: Figures) -> bool:
    return (
        near(f["iteration.falling"], f["falling[1].depth"], 1e-6)
        and f["landing[drop].end"] > 100 * f["iteration.falling"]
    )


@claim("on the grid over the lab's sliders the loop fails more often than one time in five")
def loop_fails_often(f: Figures) -> bool:
    return f["grid.share"] > 0.2


@claim("the growing impedance makes the rest stiffer than a constant one of the same d")
def slope_stiffens(f: Figures) -> bool:
    return f["local.stiffness"] > 1.3 * f["local.stiffness.constant"]


@claim("the longest stable step at the default's rest is more than eight times MuJoCo's default step")
def step_margin(f: Figures) -> bool:
    return f["local.step_limit"] > 8 * 0.002


@claim("held shallower than its rest the ball needs a hand that lifts, held deeper one that presses")
def hand(f: Figures) -> bool:
    lifted = all(f[f"inverse[{d}].hand"] > 1 for d in ("0.0001", "0.0002"))
    return lifted and all(f[f"inverse[{d}].hand"] < -1 for d in ("0.0004", "0.0008"))


@claim("only the force itself passes the three conditions, and its dual cost is the lowest of the three")
def optimum(f: Figures) -> bool:
    best = f["optimality[1].cost"]
    return (
        [f.text(f"optimality[{x}].solution") for x in ("0.9", "1", "1.1")] == ["no", "yes", "no"]
        and best < f["optimality[0.9].cost"]
        and best < f["optimality[1.1].cost"]
    )


@claim("the worked sphere falls short of its reference acceleration by R f")
def sphere_falls_short(f: Figures) -> bool:
    return near(f["sphere.a_ref"] - f["sphere.a_1"], f["sphere.missing"], 1e-9) and f["sphere.missing"] > 1


@claim("the average, solmix and priority give what the documentation says; a direct-format geom takes the minimum")
def mixing_rules(f: Figures) -> bool:
    cases = ("average", "solmix", "priority", "impedance", "direct", "direct_soft")
    weight, default, soft = f["mixed.solmix"], f["default.timeconst"], f["mixed.timeconst"]
    average = near(f["rest_mixed[average].first"], (default + soft) / 2, 1e-9)
    weighted = near(f["rest_mixed[solmix].first"], (default + weight * soft) / (1 + weight), 1e-9)
    priority = near(f["rest_mixed[priority].first"], default, 1e-9)
    own = all(near(f[f"rest_mixed[{c}].first"], f[f"rest_mixed[{c}].own_first"], 1e-9) for c in cases)
    return own and average and weighted and priority and soft > default


@claim("a direct-format geom beside a default one leaves the default's depth; the softer direct geom does not count")
def direct_wins(f: Figures) -> bool:
    same = near(f["rest_mixed[direct].measured"], f["rest_mass[1].measured"], 1e-6)
    return same and near(f["rest_mixed[direct_soft].measured"], f["rest_mass[1].measured"], 1e-6)


@claim("margin on both geoms raises the force by more than half")
def both_margins(f: Figures) -> bool:
    return f["margins.force"] > 1.5 * f["sphere.force"]


@claim("under three times the load the constant pad sinks three times as deep, the growing one less than 1.25 times")
def pad(f: Figures) -> bool:
    constant = f["pad[constant].three"] / f["pad[constant].one"]
    return near(constant, 3, 1e-4) and f["pad[growing].three"] < 1.25 * f["pad[growing].one"]


@claim("neither pad rebounds from the low drop")
def pad_does_not_bounce(f: Figures) -> bool:
    return f["pad[constant].rebound"] < 1e-6 and f["pad[growing].rebound"] < 1e-6


@claim("p below 1 is raised to 1, a negative width means no width, d0 = 0 and dw = 1 are moved inside")
def clamps(f: Figures) -> bool:
    return (
        near(f["clamps[power_below_one].d"], 0.9125, 1e-9)
        and near(f["clamps[negative_width].d"], 0.925, 1e-9)
        and f["clamps[negative_width].slope"] == 0
        and f["clamps[d0_zero].d"] > 0.2375
    )


@claim("the slope of a linear curve is zero at zero error and 5 per metre inside")
def no_slope_at_zero(f: Figures) -> bool:
    return f["linear.zero.slope"] == 0 and near(f["linear.half.slope"], 5, 1e-6)


@claim("a connect on a spinning disc has a reference acceleration at zero residual, omega squared times the arm")
def curvature(f: Figures) -> bool:
    return near(f["spin.a_ref"], f["spin.own"], 1e-9) and f["spin.a_ref"] > 2


@claim("the pyramid with the computed impratio rests where the equation says")
def hard_exercise(f: Figures) -> bool:
    return near(f["hard.measured"], f["default.depth"], 1e-5)


@claim("the ball with the computed timeconst rests at the wanted depth")
def easy_exercise(f: Figures) -> bool:
    return near(f["easy.measured"], f["easy.depth"], 1e-6)


@claim("at the first scene's step each bounce is a little higher than at the fine step, by less than 2.5 points")
def fine_step_adds(f: Figures) -> bool:
    gains = [f[f"bounce[{z}].fine"] - f[f"bounce[{z}].limit"] for z in ("0.5", "0.2", "0.1")]
    return all(0.0005 < gain < 0.025 for gain in gains)


@claim("just below the surface, at rest, the force is already d0 of the weight")
def force_starts_at_d0(f: Figures) -> bool:
    return near(f["surface.share"], f["default.d0"], 1e-5)


@claim("refsafe leaves the direct format alone")
def direct_is_not_guarded(f: Figures) -> bool:
    return near(f["guard.direct.k"], f["guard.direct.own"], 1e-12)


@claim("the worked sphere by hand is the engine's, and its residual is larger than the width, where d is dw")
def worked_sphere_is_the_engine_s(f: Figures) -> bool:
    names = ("r", "a", "d", "k", "b", "a_ref", "big_r", "force", "a_1")
    same = all(near(f[f"sphere.{name}"], f[f"sphere.{name}.engine"], 1e-9) for name in names)
    return same and -f["sphere.r"] > 2 * f["default.width"] and near(f["sphere.d"], f["default.dw"], 1e-9)


@claim("every stored number of every kind of row is recomputed within rounding, the resting ball's row too")
def rows_are_recomputed(f: Figures) -> bool:
    counted = sum(f[f"rows[{kind}].count"] for kind in KINDS) == f["rows.total"]
    return counted and f["row.worst"] < 1e-9 and all(f[f"rows[{kind}].worst"] < 1e-9 for kind in KINDS)


@claim("the diagonal stored for a pyramid edge is R d / (1 - d), far from the estimate and from the true one")
def edge_is_rewritten(f: Figures) -> bool:
    d, stored = f["sphere.d"], f["edge.stored"]
    fits = near(stored, f["edge.r"] * d / (1 - d), 1e-9)
    return fits and stored < 0.8 * f["edge.estimate"] and stored < 0.8 * f["edge.exact"]


@claim("the rebounds of the first scene round to the published 0, 7, 33 and 57 per cent")
def published_bounces(f: Figures) -> bool:
    published = {"1": 0.0, "0.5": 0.07, "0.2": 0.33, "0.1": 0.57}
    return all(abs(f[f"bounce[{ratio}].fine"] - share) < 0.0045 for ratio, share in published.items())


@claim("at friction 0.5 the pyramid rests far less deep than the equation says")
def pyramid_is_shallower(f: Figures) -> bool:
    return near(f["hard.mu"], 0.5, 1e-12) and f["cone[0.5].pyramidal"] < 0.5 * f["default.depth"]


@claim("our guard, formats and discrete rule give what the engine stores in every probe")
def probes_are_the_engine_s(f: Figures) -> bool:
    guard = [f"guard[{t},{z},{on}]" for t in ("0.004", "0.01") for z in ("1",) for on in ("on", "off")]
    pairs = [f"formats[{p}]" for p in ("0.02,1", "-2500,-100", "-2500,-20", "0.02,-1", "0.02,0", "-500,1")]
    discrete = [f"discrete[{p}]" for p in ("0.5,1", "0.99,1", "1.02,1", "1.03,1", "2,1", "0.5,0.2")]
    return (
        all(near(f[f"{row}.used"], f[f"{row}.own"], 1e-9) for row in guard)
        and all(near(f[f"{row}.k"], f[f"{row}.own_k"], 1e-9) for row in pairs)
        and all(near(f[f"{row}.b"], f[f"{row}.own_b"], 1e-9) for row in pairs)
        and all(near(f[f"{row}.k"], f[f"{row}.own"], 1e-9) for row in discrete)
    )


@claim("the map's slope at the default is what two turns of the loop show: the error shrinks by that factor")
def slope_is_the_map_s(f: Figures) -> bool:
    d0, dw, width = f["default.d0"], f["default.dw"], f["default.width"]
    depth, nudge = f["iteration[0.9,0.95].bisection"], 1e-8

    def turn(r: float) -> float:
        # the default curve, midpoint one half and power two, written out: a second way to the slope
        x = r / width
        d = d0 + (dw - d0) * (2 * x * x if x < 0.5 else 1 - 2 * (1 - x) ** 2)
        return (1 - d) * f["gravity"] * (dw * f["default.timeconst"] * f["default.dampratio"] / d) ** 2

    slope = (turn(depth + nudge) - turn(depth - nudge)) / (2 * nudge)
    return near(slope, f["iteration[0.9,0.95].slope"], 1e-4)


@claim("effective weight, time response, joint stop and stiffness come out of the formulas as out of the engine")
def formulas_are_the_engine_s(f: Figures) -> bool:
    rod = (near(f[f"rod[{q}].formula"], f[f"rod[{q}].engine"], 1e-9) for q in ("0.1", "0.5", "1", "2", "5"))
    moves = [f"response[{z},{n}]" for z in ("0.3", "1", "2") for n in (1, 2, 4)]
    response = (abs(f[f"{move}.formula"] - f[f"{move}.engine"]) < 1e-3 for move in moves)
    stop = (
        near(f[f"stop[{m}].own_{kind}"], f[f"stop[{m}].{kind}"], 1e-4)
        for m in ("0.1", "1", "10")
        for kind in ("bare", "geared", "driven")
    )
    falling = (near(f[f"falling[{n}].stiffness"], f[f"falling[{n}].engine"], 1e-5) for n in (1, 2, 3))
    local = near(f["local.stiffness"], f["local.stiffness.engine"], 1e-5)
    cases = ("power_below_one", "negative_width", "equal_ends", "d0_zero", "dw_one", "midpoint_one")
    clamps = (near(f[f"clamps[{case}].d"], f[f"clamps[{case}].own"], 1e-9) for case in cases)
    return all(rod) and all(response) and all(stop) and all(falling) and local and all(clamps)


@claim("the worked sphere moves inwards, so that its damping term pushes out")
def worked_sphere_moves_in(f: Figures) -> bool:
    return f["sphere.speed"] < 0 < f["sphere.damping"]


@claim("the two starts lie ten micrometres on either side of the unstable rest")
def starts_straddle_the_watershed(f: Figures) -> bool:
    above, below = (f[f"landing[{case}].start"] + f["falling[2].depth"] for case in ("above_rest", "below_rest"))
    return near(above, 1e-5, 1e-6) and near(below, -1e-5, 1e-6)
