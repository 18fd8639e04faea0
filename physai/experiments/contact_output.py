"""What the contact experiment prints: one block per build step and one per part of the experiment."""

from __future__ import annotations

from physai.report import FAILED, Column, block, table
from physai.results import Results, cell, shown, verdict


def build_output(results: Results) -> dict[str, str]:
    """Blocks "step1" to "step4"."""
    return {
        "step1": _step1(results),
        "step2": _step2(results),
        "step3": _step3(results),
        "step4": _step4(results),
    }


def run_output(results: Results) -> dict[str, str]:
    """Blocks of the sweeps and of the two ways to break a contact."""
    drop: list[Column] = [
        ("deepest mm", "depth", ".3f", "mm"),
        ("rebound mm", "rebound", ".3f", "mm"),
        ("rebound after first touch mm", "rebound_touch", ".3f", "mm"),
    ]
    broken: list[Column] = [
        ("growth", "growth", ".3f", None),
        *drop[:2],
        ("after first touch mm", "rebound_touch", ".3f", "mm"),
        ("highest m", "top", ".3f", "m"),
        ("jitter mm", "jitter", ".3f", "mm"),
    ]
    timeconst: Column = ("timeconst s", "timeconst", "", "s")
    dampratio: Column = ("dampratio", "dampratio", "", None)
    sweep1: list[Column] = [
        timeconst,
        ("cube mm", "cube", ".4f", "mm"),
        ("sphere mm", "sphere", ".4f", "mm"),
        ("equation mm", "equation", ".4f", "mm"),
        ("constant d mm", "constant", ".4f", "mm"),
        ("d of sphere", "d", ".4f", None),
        ("cube / sphere", "ratio", ".4f", None),
    ]
    sweep2: list[Column] = [
        ("impedance", "impedance", "", None),
        ("cube mm", "depth", ".4f", "mm"),
        ("equation, load g/4 mm", "equation", ".4f", "mm"),
    ]
    blocks: dict[str, tuple[str, list[Column]]] = {
        "sweep1": ("Sweep 1: time constant and depth at rest", sweep1),
        "sweep2": ("Sweep 2: constant impedance and depth at rest of the cube", sweep2),
        "sweep3": ("Sweep 3: damping ratio, cube dropped from 10 cm", [dampratio, *drop]),
        "softness": ("Softness: time constant, cube dropped from 10 cm", [timeconst, *drop]),
        "break1": (
            "Break it 1: short time constants with the guard on and off, cube",
            [timeconst, ("refsafe", "refsafe", "", None), *broken],
        ),
        "break2": ("Break it 2: small damping ratios with the guard on, cube", [dampratio, *broken]),
    }
    return {name: block(title, table(results, name, columns)) for name, (title, columns) in blocks.items()}


def _step1(results: Results) -> str:
    columns: list[Column] = [
        ("timeconst s", "timeconst", "", "s"),
        ("depth mm", "depth", "", "mm"),
        ("d", "d", ".4f", None),
        ("MuJoCo", "d_mujoco", ".4f", None),
        ("K 1/s^2", "k", ".1f", None),
        ("MuJoCo", "k_mujoco", ".1f", None),
        ("B 1/s", "b", ".2f", None),
        ("MuJoCo", "b_mujoco", ".2f", None),
    ]
    difference = results["step1.difference"]
    check = f"check  own d, K, B against efc_KBIP: relative difference {shown(difference)}  {verdict(difference)}"
    return block("Step 1: impedance, stiffness and damping", table(results, "step1", columns), check)


def _step2(results: Results) -> str:
    depth, speed = shown(results["step2.depth"], "", "mm"), shown(results["step2.speed"])
    lines = [
        f"{depth} mm deep, moving down at {speed} m/s",
        f"  reference acceleration m/s^2   own {shown(results['step2.aref'], '.6f')}"
        f"   MuJoCo {shown(results['step2.aref_mujoco'], '.6f')}",
        f"  acceleration           m/s^2   own {shown(results['step2.accel'], '.6f')}"
        f"   MuJoCo {shown(results['step2.accel_mujoco'], '.6f')}",
        "ball dropped from 10 cm",
    ]
    columns: list[Column] = [
        ("dampratio", "dampratio", "", None),
        ("deepest mm", "depth", ".3f", "mm"),
        ("MuJoCo", "depth_mujoco", ".3f", "mm"),
        ("height apart m", "difference", "", "m"),
    ]
    bound = shown(results["step2[1].difference"])
    check = f"check  own trajectory against MuJoCo, 1001 samples: difference {bound} m  {_all_within(results, 'step2')}"
    return block("Step 2: one contact, dropped", [*lines, *table(results, "step2", columns)], check)


def _all_within(results: Results, table: str) -> str:
    return verdict(*(results[cell(table, row, "difference")] for row in results.tables[table].rows))


def _step3(results: Results) -> str:
    columns: list[Column] = [
        ("timeconst s", "timeconst", "", "s"),
        ("bisection mm", "ours", ".4f", "mm"),
        ("MuJoCo after 2 s mm", "mujoco", ".4f", "mm"),
        ("apart nm", "difference", "", "nm"),
    ]
    bound = shown(results["step3[0.02].difference"], "", "nm")
    check = f"check  bisection against MuJoCo after 2 s: difference {bound} nm  {_all_within(results, 'step3')}"
    return block("Step 3: depth at rest", table(results, "step3", columns), check)


def _step4(results: Results) -> str:
    columns: list[Column] = [
        ("timeconst s", "timeconst", "", "s"),
        ("dampratio", "dampratio", "", None),
        ("refsafe", "refsafe", "", None),
        ("h w", "hw", ".2f", None),
        ("growth", "growth", ".3f", None),
        ("highest m", "top", ".3f", "m"),
        ("MuJoCo", "top_mujoco", ".3f", "m"),
        ("above start", "launched", "", None),
    ]
    height, time = (
        shown(results["step4.first_bounce"], ".3f"),
        shown(results["step4.first_bounce_time"], ".3f"),
    )
    lines = [f"dampratio 0.05: first bounce {height} m at {time} s; the rest hangs on the last bit of the start"]
    agree = all(
        results[cell("step4", key, "unstable")].value is False or results[cell("step4", key, "launched")].value
        for key in results.tables["step4"].rows
    )
    check = f"check  every growth above 1 throws the ball above its start: {'ok' if agree else FAILED}"
    return block("Step 4: growth per step", [*table(results, "step4", columns), *lines], check)
