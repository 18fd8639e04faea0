"""What the timestep lesson prints: the build steps and the experiment as plain tables."""

from __future__ import annotations

from physai.report import FAILED, Column, aligned, block, table
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
    """Blocks of the experiment, in the order of the page."""
    dt: Column = ("dt [ms]", "dt", "", "ms")
    step: Column = ("step [cm]", "step", ".2f", "cm")
    sweep = (
        dt,
        step,
        ("first overlap [cm]", "centre", ".2f", "cm"),
        ("side", "side", "", None),
        ("seen", "seen_default", "", None),
        ("lowest [cm]", "lowest_default", ".2f", "cm"),
        ("default", "default", "", None),
        ("stiff", "stiff", "", None),
    )
    contacts = (
        dt,
        ("state at [s]", "time", ".4f", None),
        ("data.time [s]", "clock", ".4f", None),
        ("depth [cm]", "depth", ".2f", "cm"),
        ("normal z", "normal", ".2f", None),
        ("points down at [s]", "flip_time", ".4f", None),
        ("centre [cm]", "flip_centre", ".2f", "cm"),
    )
    kinds: list[Column] = []
    for name in ("Euler", "implicitfast", "RK4", "discrete"):
        kinds += [(name, name.lower(), "", None), ("lowest", f"lowest_{name.lower()}", ".2f", "cm")]
    speculative = (
        dt,
        step,
        ("default", "default", "", None),
        ("lowest [cm]", "lowest_default", ".2f", "cm"),
        ("as without", "same_default", "", None),
        ("stiff", "stiff", "", None),
        ("lowest [cm]", "lowest_stiff", ".2f", "cm"),
        ("as without", "same_stiff", "", None),
    )
    return {
        "sweep": block(
            "Sweep: a 5 cm cube falls on a 1 cm slab",
            table(results, "sweep", sweep),
            f"stayed  default {_value(results, 'sweep.stayed_default')}, stiff"
            f" {_value(results, 'sweep.stayed_stiff')} of {_value(results, 'sweep.rows')} timesteps",
        ),
        "first_contacts": block("First contacts, default contact", table(results, "first_contacts", contacts)),
        "integrators": block("Break it: integrators, lowest centre in cm", table(results, "integrators", (dt, *kinds))),
        "speculative": block(
            "Break it: the speculative flag",
            table(results, "speculative", speculative)
            if results["speculative.available"].value
            else "this MuJoCo has no such flag; it came with MuJoCo 4",
        ),
        "split": block(
            "Trap: RK4 in two halves",
            f"mj_step1 + mj_step2 against own semi-implicit Euler: {_value(results, 'split.semi')} m",
            f"mj_step1 + mj_step2 against mj_step: {_value(results, 'split.rk4', '.1f', 'mm')} mm",
        ),
        "exercises": _exercises(results),
    }


def _step1(results: Results) -> str:
    rows = [["own stepper", "MuJoCo", "largest difference [m]"]]
    rows.append(["semi_implicit_euler", "Euler", _value(results, "step1.semi")])
    rows.append(["rk4", "RK4", _value(results, "step1.rk4")])
    rows.append(["explicit_euler", "none", "-"])
    steps, h = _value(results, "step1.steps"), _value(results, "spring.h", "", "ms")
    return block(
        f"Step 1: three steppers against the engine, {steps} steps of {h} ms",
        aligned(rows),
        _within(results, "semi_implicit_euler against MuJoCo", "step1.semi"),
        _within(results, "rk4 against MuJoCo", "step1.rk4"),
    )


def _step2(results: Results) -> str:
    names = {"explicit": "explicit_euler", "semi": "semi_implicit_euler", "rk4": "rk4"}
    rows = [["stepper", "energy / energy at the start"]]
    rows += [[label, _value(results, f"step2.{name}", ".6f")] for name, label in names.items()]
    factor = _value(results, "step2.formula", ".6f")
    return block(
        f"Step 2: energy after {_value(results, 'step2.steps')} steps",
        aligned(rows),
        f"check  (1 + h^2 omega^2)^{_value(results, 'step2.steps')} = {factor}"
        f"  {_ok(factor == _value(results, 'step2.explicit', '.6f'))}",
    )


def _step3(results: Results) -> str:
    columns: tuple[Column, ...] = (
        ("h omega", "angle", ".1f", None),
        ("explicit", "explicit", ".6f", None),
        ("semi-implicit", "semi", ".6f", None),
        ("rk4", "rk4", ".6f", None),
        ("max |x| own [m]", "swing", ".4g", None),
        ("MuJoCo [m]", "swing_mujoco", ".4g", None),
    )
    equal = all(
        shown(results[cell("step3", row, "swing")], ".4g") == shown(results[cell("step3", row, "swing_mujoco")], ".4g")
        for row in results.tables["step3"].rows
    )
    return block(
        f"Step 3: growth per step, and the largest excursion of {_value(results, 'step3.steps')} steps",
        table(results, "step3", columns),
        f"check  own excursion against MuJoCo, four digits  {_ok(equal)}",
    )


def _step4(results: Results) -> str:
    columns: tuple[Column, ...] = (
        ("dt [ms]", "dt", "", "ms"),
        ("step", "steps", "", None),
        ("own centre [cm]", "own", ".2f", "cm"),
        ("MuJoCo [cm]", "mujoco", ".2f", "cm"),
        ("side of the middle", "side", "", None),
    )
    return block(
        "Step 4: first overlapping step, predicted without an engine",
        table(results, "step4", columns),
        _within(results, "free fall against MuJoCo", "step4.difference"),
    )


def _exercises(results: Results) -> str:
    dt: Column = ("dt [ms]", "dt", "", "ms")
    easy = (
        dt,
        ("first overlap [cm]", "centre", ".2f", "cm"),
        ("side", "side", "", None),
        ("default", "default", "", None),
    )
    medium: list[Column] = [dt]
    for reading in ("centre", "gap"):
        medium += [
            (f"{reading} 3 m: overlap [cm]", f"overlap_{reading}", ".2f", "cm"),
            ("default", f"default_{reading}", "", None),
        ]
    hard = (dt, ("longest time constant [ms]", "timeconst", ".1f", "ms"), ("/ dt", "ratio", ".1f", None))
    return block(
        "Exercises",
        f"easy: slab of {_value(results, 'easy.thick', '.0f', 'cm')} cm",
        [*table(results, "easy", easy), ""],
        "medium: a fall from 3 m, read in two ways",
        [*table(results, "medium", medium), ""],
        "hard: longest time constant of the grid with which the cube stays",
        table(results, "hard", hard),
    )


def _value(results: Results, name: str, digits: str = "", unit: str | None = None) -> str:
    return shown(results[name], digits, unit)


def _within(results: Results, what: str, name: str) -> str:
    return f"check  {what}: difference {_value(results, name)} m  {verdict(results[name])}"


def _ok(good: bool) -> str:
    return "ok" if good else FAILED
