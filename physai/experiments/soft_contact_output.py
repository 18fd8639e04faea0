"""What the soft-contact experiment prints: one block per build step and one per part of the experiment."""

from __future__ import annotations

from physai.examples import soft_contact_check
from physai.report import Column, aligned, block, table
from physai.results import Results, shown, verdict

STORED = ("k", "b", "d", "slope", "a_ref", "big_r", "big_d", "diagonal", "force")
COLUMN_OF = ("KBIP[0]", "KBIP[1]", "KBIP[2]", "KBIP[3]", "aref", "R", "D", "diagA", "force")


def build_output(results: Results) -> dict[str, str]:
    """Blocks "step1" to "step4" and "check"; each says input, process and output before it prints."""
    return {
        "step1": _step1(results),
        "step2": _step2(results),
        "step3": _step3(results),
        "step4": _step4(results),
        "check": block("Check program", soft_contact_check.report().splitlines()),
    }


def run_output(results: Results) -> dict[str, str]:
    """Blocks of the experiment, in the order of the page."""
    rest: list[Column] = [
        ("measured mm", "measured", ".4f", "mm"),
        ("predicted mm", "predicted", ".4f", "mm"),
        ("force N", "force", ".3f", None),
    ]
    pairs: list[Column] = [("solref[0]", "first", "", None), ("solref[1]", "second", "", None)]
    blocks: dict[str, tuple[str, list[Column]]] = {
        "rest_timeconst": (
            "Depth at rest: time constant",
            [("timeconst s", "timeconst", "", None), *rest],
        ),
        "rest_constant": ("Depth at rest: constant impedance", [("d", "d", "", None), *rest]),
        "rest_direct": (
            "Depth at rest: direct format",
            [("stiffness", "stiffness", "", None), ("damping", "damping", "", None), *rest],
        ),
        "rest_mass": ("Depth at rest: mass", [("mass kg", "mass", "", None), *rest]),
        "rest_mixed": (
            "Depth at rest: floor and ball differ",
            [("case", "case", "", None), ("solref[0] of the contact", "first", "", None), *rest[:2]],
        ),
        "cone": (
            "Depth at rest: friction, condim 3",
            [
                ("mu", "mu", "", None),
                ("pyramidal mm", "pyramidal", ".4f", "mm"),
                ("predicted mm", "predicted", ".4f", "mm"),
                ("softer by", "softness", ".4g", None),
                ("elliptic mm", "elliptic", ".4f", "mm"),
            ],
        ),
        "stop": (
            "A joint stop: depth in rad",
            [
                ("mass kg", "mass", "", None),
                ("no armature", "bare", ".6f", None),
                ("armature", "geared", ".6f", None),
                ("motor torque", "driven", ".6f", None),
            ],
        ),
        "inverse": (
            "Inverse dynamics: the ball held still",
            [
                ("depth mm", "depth", "", "mm"),
                ("contact force N", "force", ".4f", None),
                ("own N", "own", ".4f", None),
                ("hand N", "hand", ".4f", None),
            ],
        ),
        "formats": (
            "Formats of solref",
            [*pairs, ("K 1/s^2", "k", ".3f", None), ("B 1/s", "b", ".3f", None), ("MuJoCo", "warned", "", None)],
        ),
        "guard": (
            "refsafe, Euler",
            [
                ("timeconst s", "timeconst", "", None),
                ("dampratio", "dampratio", "", None),
                ("guard", "guard", "", None),
                ("used s", "used", ".4f", None),
                ("K 1/s^2", "k", ".1f", None),
            ],
        ),
        "discrete": (
            "refsafe, discrete",
            [
                ("timeconst dampratio / h", "ratio", "", None),
                ("dampratio", "dampratio", "", None),
                ("K 1/s^2", "k", ".1f", None),
                ("own K", "own", ".1f", None),
                ("row", "outcome", "", None),
            ],
        ),
        "bounce": (
            "Rebound height over drop height",
            [
                ("dampratio", "dampratio", "", None),
                ("0.5 ms, 0.30 m %", "fine", ".2f", "%"),
                ("2 ms, 0.10 m %", "coarse", ".2f", "%"),
                ("fine step %", "limit", ".2f", "%"),
                ("formula %", "flight", ".2f", "%"),
                ("energy left %", "release", ".1f", "%"),
                ("half period %", "half", ".1f", "%"),
            ],
        ),
        "elastic": (
            "Direct format without damping: rebound height over drop height",
            [
                ("stiffness 1/s^2", "stiffness", "", None),
                ("h 0.5 ms %", "fine", ".2f", "%"),
                ("h 2 ms %", "coarse", ".2f", "%"),
            ],
        ),
        "falling": (
            "Break it 1: the rests of a decreasing impedance curve",
            [
                ("rest", "number", "", None),
                ("depth mm", "depth", ".4f", "mm"),
                ("d", "d", ".4f", None),
                ("stiffness 1/s^2", "stiffness", ".1f", None),
                ("engine 1/s^2", "engine", ".1f", None),
                ("stable", "stable", "", None),
            ],
        ),
        "landing": (
            "Break it 1: where balls end",
            [("case", "case", "", None), ("start mm", "start", ".4f", "mm"), ("end depth mm", "end", ".4f", "mm")],
        ),
        "iteration": (
            "Break it 2: the fixed-point loop",
            [
                ("d0", "d0", "", None),
                ("dw", "dw", "", None),
                ("loop mm", "loop", ".4f", "mm"),
                ("one step before mm", "before", ".4f", "mm"),
                ("bisection mm", "bisection", ".4f", "mm"),
                ("MuJoCo mm", "measured", ".4f", "mm"),
                ("slope", "slope", ".3f", None),
                ("loop", "outcome", "", None),
            ],
        ),
    }
    return {name: block(title, table(results, name, columns)) for name, (title, columns) in blocks.items()}


def _step1(results: Results) -> str:
    columns: list[Column] = [
        ("depth mm", "depth", "", "mm"),
        ("d", "d", ".4f", None),
        ("slope 1/m", "slope", ".2f", None),
        ("a_ref m/s^2", "a_ref", ".4f", None),
    ]
    lines = [
        "input    default solref and solimp, ball moving down at 0.1 m/s",
        "process  d(r) and its slope; K and B; a_ref = -B v - K d r",
        "output   one line per depth, then the largest difference to efc_KBIP and efc_aref",
        *table(results, "step1", columns),
    ]
    return block("Step 1: impedance, slope and reference acceleration", lines, _check(results, "step1.worst"))


def _step2(results: Results) -> str:
    names = ("r", "d", "k", "b", "spring", "damping", "a_ref", "big_r", "big_d", "force", "a_1")
    rows = [["quantity", "own", "MuJoCo", "unit"]]
    for name in names:
        own = results[f"sphere.{name}"]
        engine = results.values.get(f"sphere.{name}.engine")
        rows.append([name, shown(own, ".4f"), shown(engine, ".4f") if engine else "-", own.unit or "1"])
    columns: list[Column] = [
        ("times f", "factor", "", None),
        ("force N", "force", ".3f", None),
        ("slack m/s^2", "slack", ".4f", None),
        ("dual cost", "cost", ".2f", None),
        ("solution", "solution", "", None),
    ]
    lines = [
        "input    sphere of 2 kg, radius 0.2 m, height 0.19 m, speed -0.1 m/s, margin 0.02 m, h = 5 ms",
        "process  R = (1 - d) / d A; f = max(0, (a_ref - a_free) / (A + R)); a_1 = a_free + A f",
        "output   each quantity beside MuJoCo's, then the test that singles the force out",
        *aligned(rows),
        "",
        *table(results, "optimality", columns),
    ]
    return block("Step 2: R, D and the force", lines, _check(results, "sphere.worst"))


def _step3(results: Results) -> str:
    rows = [["efc_", "stored", "own"]]
    for name, column in zip(STORED, COLUMN_OF, strict=True):
        rows.append([column, shown(results[f"row.{name}"], ".6g"), shown(results[f"row.{name}.own"], ".6g")])
    columns: list[Column] = [
        ("kind of row", "kind", "", None),
        ("rows", "count", "", None),
        ("worst", "worst", "", None),
    ]
    lines = [
        "input    the default ball at rest; then a scene with every kind of row",
        "process  recompute each stored number of each row from solref, solimp and the model's constants",
        "output   stored and own, then the largest relative difference by kind of row",
        *aligned(rows),
        "",
        *table(results, "rows", columns),
    ]
    return block("Step 3: every stored quantity again", lines, _check(results, "row.worst"))


def _step4(results: Results) -> str:
    columns: list[Column] = [
        ("timeconst s", "timeconst", "", None),
        ("measured mm", "measured", ".4f", "mm"),
        ("bisection mm", "predicted", ".4f", "mm"),
    ]
    bounce: list[Column] = [
        ("dampratio", "dampratio", "", None),
        ("MuJoCo %", "fine", ".1f", "%"),
        ("fine step %", "limit", ".1f", "%"),
        ("formula %", "flight", ".1f", "%"),
    ]
    local = [results[f"local.{name}"] for name in ("stiffness", "stiffness.engine", "damping", "step_limit")]
    lines = [
        "input    the default ball; damping ratios 1, 0.5, 0.2, 0.1 dropped from 0.30 m at h = 0.5 ms",
        "process  bisection on d^2 K depth = (1 - d) g; linearise there; closed forms of the rebound",
        "output   depth at rest, the local spring, rebound height over drop height",
        *table(results, "rest_timeconst", columns),
        "",
        f"local stiffness {shown(local[0], '.1f')} 1/s^2 (engine {shown(local[1], '.1f')}),"
        f" damping {shown(local[2], '.2f')} 1/s, longest stable step {shown(local[3], '.2f', 'ms')} ms",
        "",
        *table(results, "bounce", bounce),
    ]
    return block("Step 4: rest, stability and bounce", lines, _check(results, "step4.worst"))


def _check(results: Results, name: str) -> str:
    bound = shown(results[name]).replace("<", "< ")
    return f"check    own functions against MuJoCo: difference {bound}  {verdict(results[name])}"
