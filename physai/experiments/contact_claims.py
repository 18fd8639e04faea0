"""What the sentences of lesson 03 rest on."""

from __future__ import annotations

from itertools import pairwise

from physai.claims import Figures, claim

TIMECONSTS = ("0.001", "0.002", "0.004", "0.005", "0.01", "0.02", "0.05", "0.1")
GUARDED = TIMECONSTS[:3]
DAMPRATIOS = ("0.1", "0.2", "0.3", "0.5", "0.7", "1", "2")
BREAK1 = ("0.0005", "0.001", "0.002", "0.003", "0.004")
STEP1 = ("0.001,0.0005", "0.004,0.0005", "0.02,0.0002", "0.02,0.0005", "0.02,0.002", "0.1,0.0005")
STEP4 = (
    "0.0005,1,off",
    "0.001,1,off",
    "0.002,1,off",
    "0.003,1,off",
    "0.001,1,on",
    "0.02,0.1,on",
    "0.02,0.07,on",
    "0.02,0.05,on",
)
FRICTIONS = ("0.2", "0.5", "1", "2")


def _near(value: float, expected: float, tolerance: float) -> bool:
    return abs(value - expected) <= tolerance * abs(expected)


@claim("d, K and B of the course's functions are the engine's stored ones, row by row")
def law_is_the_engine_s(f: Figures) -> bool:
    return all(_near(f[f"step1[{k}].{c}"], f[f"step1[{k}].{c}_mujoco"], 1e-9) for k in STEP1 for c in ("d", "k", "b"))


@claim("1 ms and 4 ms give the same K and B at a step of 2 ms: the guard raises the first to the second")
def guard_gives_same_k_and_b(f: Figures) -> bool:
    short, guarded = (f"step1[{t},0.0005]" for t in ("0.001", "0.004"))
    stored = f["raw.stored"] < 1.1e-3 and _near(f["raw.used"], 2 * f["h"], 1e-9)
    return stored and all(f[f"{short}.{c}"] == f[f"{guarded}.{c}"] for c in ("k", "b", "k_mujoco", "b_mujoco"))


@claim("half the solimp width deep, the impedance is half way from d0 to dw")
def midpoint_is_half_way(f: Figures) -> bool:
    half = (f["default.d0"] + f["default.dw"]) / 2
    return _near(f["step1[0.02,0.0005].d"], half, 1e-6) and _near(f["default.width"], 2 * f["step2.depth"], 1e-9)


@claim("twice the width deep, the impedance has reached dw")
def impedance_saturates(f: Figures) -> bool:
    return _near(f["step1[0.02,0.002].d"], f["default.dw"], 1e-9)


@claim("the course's ball follows the engine's within 1e-10 m over the whole run")
def own_drop_is_the_engine_s(f: Figures) -> bool:
    same = _near(f["step2.aref"], f["step2.aref_mujoco"], 1e-9)
    return same and all(f[f"step2[{z}].difference"] < 1e-10 for z in ("1", "0.3", "0.1"))


@claim("moving down at 0.3 m/s the damping term is far larger than the spring term, and the blend pushes up")
def blend_pushes_up(f: Figures) -> bool:
    spring = f["step1[0.02,0.0005].k"] * f["step1[0.02,0.0005].d"] * f["step2.depth"]
    return f["step2.aref"] > 10 * spring and 0 < f["step2.accel"] < f["step2.aref"]


@claim("the balance at rest predicts the engine's depth to a nanometre")
def rest_is_the_balance(f: Figures) -> bool:
    return all(f[f"step3[{t}].difference"] < 1e-9 for t in TIMECONSTS)


@claim("at 50 ms the exact depth is 1.22625 mm; bisection and engine are within a picometre of each other")
def tie_at_fifty_ms(f: Figures) -> bool:
    both = all(abs(f[f"step3[0.05].{c}"] - 1.22625e-3) < 1e-11 for c in ("ours", "mujoco"))
    return both and f["step3.gap"] < 1e-12 and 0.3 < f["step3.settled_by"] < f["step3.settled_time"]


@claim("the ball rests at the same depth with sliding friction as without, in every row")
def friction_leaves_the_ball_alone(f: Figures) -> bool:
    return all(_near(f[f"sweep1[{t}].sphere"], f[f"step3[{t}].mujoco"], 1e-6) for t in TIMECONSTS)


@claim("time constants below the guard rest equally deep, cube and ball")
def plateau(f: Figures) -> bool:
    spread = (f[f"sweep1[{t}].{c}"] / f[f"sweep1[0.004].{c}"] - 1 for t in GUARDED for c in ("cube", "sphere"))
    return all(abs(s) < 1e-9 for s in spread)


@claim("above the guard a longer time constant rests deeper, every time")
def softer_is_deeper(f: Figures) -> bool:
    longer = TIMECONSTS[2:]
    return all(
        f[f"sweep1[{b}].{c}"] > 1.2 * f[f"sweep1[{a}].{c}"] for a, b in pairwise(longer) for c in ("cube", "sphere")
    )


@claim("the balance with d(r) is the ball's depth in every row")
def equation_fits_every_row(f: Figures) -> bool:
    return all(_near(f[f"sweep1[{t}].equation"], f[f"sweep1[{t}].sphere"], 1e-6) for t in TIMECONSTS)


@claim("with constant d the equation holds only at 50 and 100 ms; below it gives about half or less of the depth")
def constant_d_holds_only_when_saturated(f: Figures) -> bool:
    held = all(_near(f[f"sweep1[{t}].constant"], f[f"sweep1[{t}].sphere"], 1e-4) for t in ("0.05", "0.1"))
    return held and all(f[f"sweep1[{t}].constant"] < 0.56 * f[f"sweep1[{t}].sphere"] for t in TIMECONSTS[:6])


@claim("the impedance at rest lies at d0 for short and at dw for long time constants")
def impedance_at_rest_climbs(f: Figures) -> bool:
    values = [f[f"sweep1[{t}].d"] for t in TIMECONSTS]
    ends = values[0] - f["default.d0"] < 1e-4 and _near(values[-1], f["default.dw"], 1e-9)
    return ends and all(a <= b + 1e-9 for a, b in pairwise(values))


@claim("from 50 to 100 ms, and nearly from 5 to 10 ms, twice the time constant is four times the depth")
def doubling_quadruples(f: Figures) -> bool:
    return (
        _near(f["doubling[0.05,0.1].depth_ratio"], 4, 1e-3)
        and 3.9 < f["doubling[0.005,0.01].depth_ratio"] < 4
        and _near(f["sweep1[0.005].constant"] / f["sweep1[0.1].constant"], 0.05**2, 1e-6)
    )


@claim("where d climbs the depth grows more slowly than the square of the time constant")
def slower_where_d_climbs(f: Figures) -> bool:
    return f["doubling[0.01,0.02].depth_ratio"] < 3.6 and f["doubling[0.02,0.05].slope"] < 1.5


@claim("the cube rests a quarter as deep as the ball where d is flat, and never less than a quarter")
def cube_sinks_a_quarter(f: Figures) -> bool:
    flat = all(_near(f[f"sweep1[{t}].ratio"], 0.25, 0.002) for t in ("0.004", "0.005", "0.1"))
    return flat and all(f[f"sweep1[{t}].ratio"] > 0.2499 for t in TIMECONSTS)


@claim("the cube rests where the balance with a quarter of the load says, in every row")
def cube_is_a_quarter_load(f: Figures) -> bool:
    return all(_near(f[f"sweep1[{t}].quarter"], f[f"sweep1[{t}].cube"], 1e-5) for t in TIMECONSTS)


@claim("at 50 ms the cube is clearly deeper than a quarter of the ball's depth")
def quarter_fails_in_between(f: Figures) -> bool:
    return f["sweep1[0.05].ratio"] > 0.38 and f["sweep1[0.02].ratio"] > 0.28


@claim("a higher constant impedance rests shallower, and 1 - d sets the depth")
def impedance_lifts(f: Figures) -> bool:
    depths = [f[f"sweep2[{d}].depth"] for d in ("0.5", "0.9", "0.95", "0.99")]
    fits = all(_near(f[f"sweep2[{d}].depth"], f[f"sweep2[{d}].equation"], 1e-6) for d in ("0.5", "0.9", "0.95", "0.99"))
    return fits and all(a > b for a, b in pairwise(depths)) and _near(depths[0] / depths[3], 50, 1e-3)


@claim("a larger damping ratio sinks deeper on impact, every time")
def damping_sinks_deeper(f: Figures) -> bool:
    depths = [f[f"sweep3[{z}].depth"] for z in DAMPRATIOS]
    return all(b > a + 1e-4 for a, b in pairwise(depths))


@claim("a larger damping ratio bounces lower; from 1 on the cube does not leave the floor again (20 ms, 2 ms)")
def damping_stops_the_bounce(f: Figures) -> bool:
    heights = [f[f"sweep3[{z}].rebound"] for z in DAMPRATIOS]
    falling = all(a > b for a, b in pairwise(heights[:6]))
    return falling and heights[4] > 1e-5 and heights[5] == heights[6] == 0


@claim("at a damping ratio of 0.1 the cube comes back to more than half of its drop")
def small_damping_bounces_half(f: Figures) -> bool:
    return 0.5 < f["sweep3[0.1].rebound"] / f["gap"] < 0.6


@claim("on impact the cube sinks tens of times deeper than it rests, and softer contacts sink deeper")
def impact_is_deeper_than_rest(f: Figures) -> bool:
    soft = [f[f"softness[{t}].depth"] for t in ("0.004", "0.01", "0.02", "0.05", "0.1")]
    times = f["softness[0.02].depth"] / f["sweep1[0.02].cube"]
    return 50 < times < 100 and all(b > 2 * a for a, b in pairwise(soft))


@claim("with a damping ratio of 1 only the shortest time constant, the guard's own, bounces")
def only_the_shortest_bounces(f: Figures) -> bool:
    longer = all(f[f"softness[{t}].rebound_touch"] == 0 for t in ("0.01", "0.02", "0.05", "0.1"))
    return longer and f["softness[0.004].rebound_touch"] > 1e-5


@claim("both definitions of rebound agree in every drop of sweep 3")
def rebounds_agree(f: Figures) -> bool:
    return all(f[f"sweep3[{z}].rebound"] == f[f"sweep3[{z}].rebound_touch"] for z in DAMPRATIOS)


@claim("at 2 and 3 ms, guard off, a later impact is the deepest: after first touch the cube rises higher")
def rebounds_differ_at_three_ms(f: Figures) -> bool:
    before = f["break1[0.002,off].rebound_touch"] > 1.1 * f["break1[0.002,off].rebound"]
    return before and f["break1[0.003,off].rebound_touch"] > 5 * f["break1[0.003,off].rebound"] > 0


@claim("growth is above 1 exactly where the ball of step 4 is thrown above its start")
def growth_names_the_explosions(f: Figures) -> bool:
    return all(f.text(f"step4[{k}].unstable") == f.text(f"step4[{k}].launched") for k in STEP4)


@claim("with damping ratio 1 the limit of h w lies between 0.67, which holds, and 1, which explodes")
def limit_is_below_one(f: Figures) -> bool:
    held, burst = "step4[0.003,1,off]", "step4[0.002,1,off]"
    sides = f[f"{held}.growth"] < 0.9 and f[f"{burst}.growth"] > 1.5
    return sides and f[f"{held}.hw"] < f["limit.hw"] - 0.1 and f[f"{burst}.hw"] > f["limit.hw"] + 0.1


@claim("the guard keeps h w at one half for damping ratio 1, below the limit")
def guard_leaves_room(f: Figures) -> bool:
    return _near(f["limit.guard_hw"], 0.5, 1e-9) and f["limit.guard_hw"] < 0.7 * f["limit.hw"]


@claim("with the guard on, all five time constants of break 1 give the very same motion")
def guard_makes_them_one(f: Figures) -> bool:
    columns = ("depth", "rebound", "top", "jitter")
    return all(f[f"break1[{t},on].{c}"] == f[f"break1[0.004,on].{c}"] for t in BREAK1 for c in columns)


@claim("with the guard off 0.5, 1 and 2 ms throw the cube above its start; 3 and 4 ms do not")
def guard_off_throws(f: Figures) -> bool:
    launched = [f.text(f"break1[{t},off].launched") for t in BREAK1]
    return launched == ["yes", "yes", "yes", "no", "no"]


@claim("the stiffest setting is not the one that flies highest")
def throw_is_not_monotonic(f: Figures) -> bool:
    tops = [f[f"break1[{t},off].top"] for t in BREAK1[:3]]
    return tops[1] > 1.3 * tops[0] and tops[0] > 3 * tops[2]


@claim("3 ms without the guard is below the guard's floor and still settles, but bounces far higher than with it")
def three_ms_settles(f: Figures) -> bool:
    off, on = "break1[0.003,off]", "break1[0.003,on]"
    settles = f[f"{off}.jitter"] < 1e-9 and f[f"{off}.growth"] < 0.9
    return settles and f[f"{off}.rebound_touch"] > 100 * f[f"{on}.rebound_touch"]


@claim("with the guard off the three thrown cubes still move at the end, the others rest")
def thrown_cubes_do_not_rest(f: Figures) -> bool:
    moving = all(f[f"break1[{t},off].jitter"] > 0.1 for t in BREAK1[:3])
    return moving and all(f[f"break1[{t},off].jitter"] < 1e-9 for t in BREAK1[3:])


@claim("a damping ratio of 1 at the guard's floor still bounces, at 2 and at 5 ms")
def floor_bounces(f: Figures) -> bool:
    small, large = f["floor[0.002].rebound"], f["floor[0.005].rebound"]
    return 1e-5 < small < 1e-4 and large > 20 * small


@claim("with the guard on, 20 ms and a damping ratio of 0.05 throw the cube metres high")
def guard_has_a_gap(f: Figures) -> bool:
    thrown = f["break2[0.05].growth"] > 1.5 and f["break2[0.05].top"] > 20 * f["gap"]
    return thrown and f["break2[0.05].hw"] > 1.9


@claim("a damping ratio of 0.07 has a growth below 1 and still lifts the cube above its start")
def growth_below_one_is_not_enough(f: Figures) -> bool:
    lifted = f.text("break2[0.07].launched") == "yes" and f["break2[0.07].top"] > 1.03 * f["gap"]
    return lifted and f["break2[0.07].growth"] < 0.95


@claim("a damping ratio of 0.1 bounces but stays below its start, and 0.07 is still hopping at the end")
def tenth_is_safe_here(f: Figures) -> bool:
    safe = f.text("break2[0.1].launched") == "no" and f["break2[0.1].jitter"] < 1e-4
    return safe and f["break2[0.07].jitter"] > 5e-4


@claim("0.1 and 0.07 have the same growth: with complex roots it is the square root of 1 - 2 h/timeconst")
def complex_roots_share_growth(f: Figures) -> bool:
    expected = (1 - 2 * f["h"] / f["default.timeconst"]) ** 0.5
    return all(_near(f[f"break2[{z}].growth"], expected, 1e-9) for z in ("0.1", "0.07"))


@claim("the one-contact ball stays below its start at 0.07, where the cube does not")
def ball_stays_lower(f: Figures) -> bool:
    return f["step4.sphere_rebound"] < 0.97 * f["gap"] < f["break2[0.07].rebound"]


@claim("the ball's first bounce at 0.05 is firm and above twice its start; what follows is not")
def first_bounce_is_firm(f: Figures) -> bool:
    return 2 * f["gap"] < f["step4.first_bounce"] < 4 * f["gap"]


@claim("pyramidal: the rest depth grows with friction, as a load scaled by mu^2 (1 + mu^2) / 2 predicts")
def pyramidal_depth_depends_on_friction(f: Figures) -> bool:
    depths = [f[f"friction[{mu}].pyramidal"] for mu in FRICTIONS]
    grows = all(b > 3 * a for a, b in pairwise(depths))
    scaled = all(_near(f[f"friction[{mu}].scaled"], f[f"friction[{mu}].pyramidal"], 1e-6) for mu in FRICTIONS)
    return grows and scaled and _near(depths[2], f["sweep1[0.02].equation"], 1e-6)


@claim("under the elliptic cone neither friction nor condim nor impratio changes the rest depth")
def elliptic_depth_does_not(f: Figures) -> bool:
    names = [f"friction[{mu}]" for mu in FRICTIONS] + [f"condim[{c}]" for c in "1346"]
    names += ["impratio[1]", "impratio[10]"]
    return all(_near(f[f"{n}.elliptic"], f["sweep1[0.02].equation"], 1e-6) for n in names)


@claim("pyramidal: condim 4 and 6 and a larger impratio rest shallower; condim 1 and 3 follow the equation")
def pyramidal_depth_depends_on_condim(f: Figures) -> bool:
    one, three, four, six = (f[f"condim[{c}].pyramidal"] for c in "1346")
    return _near(one, three, 1e-6) and six < four < 0.8 * three and f["impratio[10].pyramidal"] < 0.2 * three


@claim("a mass written without mj_setConst changes the rest depth; after mj_setConst every mass rests alike")
def mass_needs_set_const(f: Figures) -> bool:
    right = f["sweep1[0.02].equation"]
    updated = all(_near(f[f"mass_change[{m}].updated"], right, 1e-6) for m in ("0.1", "1", "10"))
    return updated and f["mass_change[10].written"] > 5 * right and f["mass_change[0.1].written"] < 0.2 * right


@claim("equal priority averages by solmix, a higher priority wins alone, margins add")
def mixing_rules(f: Figures) -> bool:
    low, high, weight = f["mix.low"], f["mix.high"], f["mix.weight"]
    mean = _near(f["mix.equal"], (low + high) / 2, 1e-9)
    weighted = _near(f["mix.weighted"], (weight * low + high) / (weight + 1), 1e-9)
    return (
        mean
        and weighted
        and _near(f["mix.priority"], high, 1e-9)
        and _near(f["mix.margin"], 2 * f["mix.margin_each"], 1e-9)
    )


@claim("under discrete a row is replaced where timeconst dampratio is below h sqrt(d)/dw, a little more than h")
def discrete_rule(f: Figures) -> bool:
    rows = ("0.0002", "0.002")
    return all(
        _near(f[f"discrete[{r}].found"], f[f"discrete[{r}].rule"], 1e-6) and f[f"discrete[{r}].found"] > 1.0005
        for r in rows
    )


@claim("the time constant solved from constant d gives the asked depth")
def easy_answer_is_exact(f: Figures) -> bool:
    return _near(f["easy.depth"], f["easy.target"], 1e-6)


@claim("the margin lifts the body by itself: it hovers at margin minus the depth it had before")
def margin_lifts(f: Figures) -> bool:
    return all(
        f[f"medium.{b}"] > 0 and _near(f[f"medium.{b}"], f[f"medium.{b}_expected"], 1e-6) for b in ("cube", "sphere")
    )


@claim("at 5 ms growth passes 1 where the closed forms say")
def hard_limits(f: Figures) -> bool:
    below = (
        f["hard[0.02,0.15,on].growth"] < 1 < f["hard[0.02,0.1,on].growth"] and 0.1 < f["hard.limit_dampratio"] < 0.15
    )
    return (
        below
        and f["hard[0.0061,1,off].growth"] < 1 < f["hard[0.006,1,off].growth"]
        and 0.006 < f["hard.limit_timeconst"] < 0.0061
    )


@claim("at 5 ms the cube is thrown above its start in every row of the table, also where growth is below 1")
def hard_gains_earlier(f: Figures) -> bool:
    stable = ("0.02,0.2,on", "0.02,0.15,on", "0.0061,1,off")
    unstable = ("0.02,0.1,on", "0.02,0.07,on", "0.02,0.05,on", "0.006,1,off", "0.005,1,off")
    calm = all(f[f"hard[{k}].growth"] < 0.98 for k in stable)
    return calm and all(f.text(f"hard[{k}].launched") == "yes" for k in (*stable, *unstable))


@claim("guard off, 2 ms, damping ratio 1: h w is one, the growth above 1.5, and the ball is thrown above its start")
def one_is_past_the_limit(f: Figures) -> bool:
    row = "step4[0.002,1,off]"
    thrown = f.text(f"{row}.launched") == "yes" and f[f"{row}.top"] > 2 * f["gap"]
    return thrown and _near(f[f"{row}.hw"], 1, 1e-9) and f[f"{row}.growth"] > 1.5


@claim("20 ms is longer than two timesteps, and the engine uses it as it was written")
def guard_leaves_longer_ones_alone(f: Figures) -> bool:
    written = f["default.timeconst"]
    used = 2 / (f["default.dw"] * f["step1[0.02,0.0005].b_mujoco"])
    return written > 2 * f["limit.guard"] and _near(used, written, 1e-9)


@claim("the least safe damping ratio lies above the one of an undamped step, and below the 0.07 that still hops")
def least_dampratio_counts_damping(f: Figures) -> bool:
    undamped = f["h"] / (2 * f["default.timeconst"])
    return 1.02 * undamped < f["limit.dampratio"] < 0.07
