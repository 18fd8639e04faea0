"""The formulas and the number writing of the page's scripts against the Python they repeat."""

from __future__ import annotations

import itertools
import json
import random
import shutil
import subprocess
from collections.abc import Callable
from typing import Any

import pytest

from physai.results import rounded
from physai.sim import soft_contact, soft_rest
from physai.sim.soft_reference import reference_kb
from tools.lab_config import CURVES
from tools.problems import ROOT

LAB = ROOT / "tools/theme/assets/lab"
IMPEDANCES = [
    {"d0": d0, "dw": dw, "width": width, "midpoint": midpoint, "power": power}
    for d0, dw in ((0.9, 0.95), (0.5, 0.99), (0.99, 0.5), (0.7, 0.7), (0.0, 1.0))
    for width, midpoint, power in ((0.001, 0.5, 2), (0.002, 0.2, 3.5), (0.001, 0.9, 1), (0, 0.5, 2))
]
RESIDUALS = (-0.003, -0.002, -0.001, -0.0007, -0.0005, -0.0002, -1e-5, 0.0, 0.0003, 0.0015)


@pytest.fixture(scope="module")
def node() -> Callable[[str, Any], Any]:
    """Run a JavaScript expression in `input`, with the modules `curves`, `notation` and `physics` at hand."""
    program = shutil.which("node")
    if program is None:
        pytest.skip("no Node.js on this machine (Debian: apt install nodejs), so the scripts' formulas were not run")

    def run(expression: str, value: Any) -> Any:
        imports = "".join(
            f"import * as {name} from '{(LAB / file).as_uri()}';"
            for name, file in (("curves", "curves.js"), ("notation", "notation.js"), ("physics", "lab-physics.js"))
        )
        read = "import fs from 'node:fs'; const input = JSON.parse(fs.readFileSync(0, 'utf8'));"
        code = f"{imports}{read}process.stdout.write(JSON.stringify({expression}));"
        command = [program, "--no-warnings", "--input-type=module", "--eval", code]
        done = subprocess.run(command, input=json.dumps(value), capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run


def solimp(p: dict[str, float]) -> tuple[float, float, float, float, float]:
    return p["d0"], p["dw"], p["width"], p["midpoint"], p["power"]


def points(curve: str) -> list[tuple[float, dict[str, float]]]:
    """A grid over an explorer's reading and parameters, edges and branches included."""
    motions = [
        {"timeconst": t, "dampratio": z} for t, z in itertools.product((0.004, 0.02, 0.3), (0.1, 0.55, 1, 1.05, 2, 3))
    ]
    if curve == "impedance":
        return list(itertools.product(RESIDUALS, IMPEDANCES))
    if curve == "effective_weight":
        ratios = [{"ratio": ratio} for ratio in (0.1, 0.5, 1, 2, 10)]
        return list(itertools.product((1e-4, 0.1, 0.5, 0.9, 0.9999), ratios))
    if curve == "response":
        return [(p["timeconst"] * share, p) for p in motions for share in (0, 0.3, 1, 2, 5)]
    bodies = [{"mass": m, "velocity": v, "gravity": 9.81} for m, v in itertools.product((0.1, 1, 10), (-0.3, 0, 0.1))]
    return [(r, i | m | b) for r in RESIDUALS for i in IMPEDANCES[::3] for m in motions[::4] for b in bodies]


def python(curve: str, x: float, p: dict[str, float]) -> list[float]:
    """The same from `physai.sim.soft_contact`."""
    if curve == "impedance":
        return [soft_contact.impedance(x, solimp(p)), soft_contact.impedance_slope(x, solimp(p))]
    if curve == "effective_weight":
        return [soft_contact.effective_weight(x, p["ratio"])]
    if curve == "response":
        return [soft_contact.response(x, p["timeconst"], p["dampratio"])]
    solref = p["timeconst"], p["dampratio"]
    return [soft_contact.force(x, p["velocity"], p["mass"], solref, solimp(p), p["gravity"])]


@pytest.mark.parametrize("curve", CURVES)
def test_formulas_in_the_page_are_those_of_python(node: Callable[[str, Any], Any], curve: str) -> None:
    grid = points(curve)
    found = node(f"input.map(([x, p]) => curves.CURVES.{curve}.at(x, p))", grid)
    for (x, p), values in zip(grid, found, strict=True):
        assert values == pytest.approx(python(curve, x, p), rel=1e-12, abs=1e-12), (x, p)


def test_both_sides_know_the_same_curves(node: Callable[[str, Any], Any]) -> None:
    found = node("Object.entries(curves.CURVES).map(([name, { x, y, parameters }]) => [name, x, y, parameters])", None)
    assert {name: (x, y, set(parameters)) for name, x, y, parameters in found} == {
        name: (*curve.x, list(curve.y), set(curve.parameters)) for name, curve in CURVES.items()
    }


def test_predicted_rests_are_those_of_python(node: Callable[[str, Any], Any]) -> None:
    settings = [
        {"timeconst": t, "dampratio": z, "d0": d0, "dw": dw, "width": 0.001, "midpoint": 0.5, "power": 2}
        for t, z, d0, dw in itertools.product((0.004, 0.02, 0.05), (0.1, 1, 2), (0.5, 0.9, 0.99), (0.5, 0.95, 0.99))
    ]
    found = node("input.map((p) => physics.restDepths(p, 9.81, 0.0005))", settings)
    several = 0
    for p, rests in zip(settings, found, strict=True):
        k, b = reference_kb((p["timeconst"], p["dampratio"]), solimp(p), 0.0005)
        expected = soft_rest.rests(9.81, k, b, solimp(p))[::-1]
        assert [rest["depth"] for rest in rests] == pytest.approx([rest.depth for rest in expected], rel=1e-9), p
        holds = [rest.stable and soft_rest.step_limit(rest.stiffness, rest.damping) > 0.0005 for rest in expected]
        assert [rest["stable"] for rest in rests] == holds, p
        several += len(rests) > 1
        assert len(rests) == 1 or p["dw"] < p["d0"]
    assert several > 0


def test_figures_in_the_page_are_rounded_as_in_python(node: Callable[[str, Any], Any]) -> None:
    rng = random.Random(1)
    values = [1.22625e-3, 2.675, 0.0, -1e-5, 9.9996, 0.0003671818, 5e-324, 1e12, -0.125, 0.5, 1.5, 2.5]
    values += [rng.uniform(-1, 1) * 10 ** rng.randint(-9, 9) for _ in range(300)]
    cases = [
        [v, f".{n}{s}", power] for v in values for n, s in ((0, "f"), (4, "f"), (3, "g"), (2, "e")) for power in (0, 3)
    ]
    found = node("input.map(([value, digits, power]) => notation.rounded(value, digits, power))", cases)
    assert found == [rounded(float(value), digits, power) for value, digits, power in cases]


def test_figures_in_the_page_are_written_as_the_language_writes_them(node: Callable[[str, Any], Any]) -> None:
    millimetres = "{ digits: '.4f', power: 3, unit: 'mm' }"
    written = f"['en', 'tr', 'zh'].map((l) => notation.withUnit(input, {millimetres}, notation.decimalMark(l)))"
    assert node(written, -3.671818e-4) == ["−0.3672 mm", "−0,3672 mm", "−0.3672 mm"]
    tiny = "notation.write(input, { digits: '.1e' }, notation.decimalMark('tr'))"
    assert node(tiny, 2.4e-13) == "2,4 × 10⁻¹³"
