"""Hostile edits of the physics: what would make a sentence false is caught, what cannot is left alone.

Each mutation edits one file of a copy of `physai`, imports the copy in this process and judges the claims on one run.
"""

from __future__ import annotations

import importlib
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from physai.claims import Figures
from tests.conftest import runner, tree
from tools import claims
from tools.closure import causes, ingredients
from tools.problems import ROOT
from tools.sources import SITE, read

WORDS = read()[0]
SIM, EXPERIMENTS = "physai/sim", "physai/experiments"


@dataclass(frozen=True)
class Edit:
    """One replacement in one file, the experiment it belongs to, and the claims that fall by it."""

    topic: str
    file: str
    old: str
    new: str
    fallen: str = ""

    def __str__(self) -> str:
        return f"{Path(self.file).stem}: {' '.join(self.old.split())} -> {' '.join(self.new.split())}"


CONTACT, MOTION = f"{SIM}/contact.py", f"{EXPERIMENTS}/contact_motion.py"
FACTS, CLOSED = f"{EXPERIMENTS}/contact_facts.py", f"{EXPERIMENTS}/contact_quantities.py"
STEPPERS, SLAB, SPRING = f"{SIM}/integrators.py", f"{EXPERIMENTS}/timestep_slab.py", f"{EXPERIMENTS}/timestep_spring.py"
ROW, REFERENCE, MIXING = f"{SIM}/soft_row.py", f"{SIM}/soft_reference.py", f"{SIM}/soft_mixing.py"
FRICTION, REST = f"{SIM}/soft_friction.py", f"{SIM}/soft_rest.py"
SOFT = f"{EXPERIMENTS}/soft_contact"

FLIPS = [
    # lesson 03: its law
    Edit("contact", CONTACT, "2 / (dw * timeconst)", "2.1 / (dw * timeconst)", "law-is-the-engine-s"),
    Edit("contact", CONTACT, "(dw * timeconst * dampratio) ** 2", "(dw * timeconst) ** 2", "guard-has-a-gap"),
    Edit("contact", CONTACT, "-b * v - k * d * r", "-b * v - k * r", "own-drop-is-the-engine-s"),
    Edit("contact", CONTACT, "max(timeconst, 2 * h)", "max(timeconst, h)", "guard-gives-same-k-and-b"),
    Edit("contact", CONTACT, "return d0 + y * (dw - d0)", "return dw - y * (dw - d0)", "impedance-saturates"),
    Edit("contact", CONTACT, "max(a_free, (1 - d)", "max(-1e9, (1 - d)", "own-drop-is-the-engine-s"),
    Edit("contact", CONTACT, "d * d * k * depth <", "d * k * depth <", "equation-fits-every-row"),
    Edit("contact", CONTACT, "SOLREF: SolRef = (0.02, 1.0)", "SOLREF: SolRef = (0.03, 1.0)", "tenth-is-safe-here"),
    Edit("contact", CONTACT, "(0.9, 0.95, 0.001,", "(0.9, 0.96, 0.001,", "doubling-quadruples"),
    Edit("contact", CONTACT, "(0.9, 0.95, 0.001,", "(0.9, 0.95, 0.002,", "quarter-fails-in-between"),
    Edit("contact", CONTACT, "-d * d * k * r - d * b * v", "-d * k * r - d * b * v", "hard-gains-earlier"),
    Edit("contact", CONTACT, "0.001, 0.5, 2.0)", "0.001, 0.5, 3.0)", "tie-at-fifty-ms"),
    # lesson 03: its experiment
    Edit("contact", MOTION, "GRAVITY = 9.81", "GRAVITY = 9.82", "tie-at-fifty-ms"),
    Edit("contact", MOTION, "GRAVITY = 9.81", "GRAVITY = 1.62", "first-bounce-is-firm"),
    Edit("contact", MOTION, "DROP = 0.15", "DROP = 0.155", "small-damping-bounces-half"),
    Edit("contact", MOTION, "TIMESTEP = 0.002", "TIMESTEP = 0.001", "plateau"),
    Edit("contact", MOTION, "TIMESTEP = 0.002", "TIMESTEP = 0.004", "guard-off-throws"),
    Edit("contact", MOTION, "DURATION = 2.0", "DURATION = 1.0", "tenth-is-safe-here"),
    Edit("contact", MOTION, "TAIL = 250", "TAIL = 900", "thrown-cubes-do-not-rest"),
    Edit("contact", MOTION, "self.bottom.argmin() :", "self.bottom.argmax() :", "rebounds-agree"),
    Edit("contact", FACTS, "(1 + friction**2) / 2", "1", "pyramidal-depth-depends-on-friction"),
    Edit("contact", FACTS, "SLOW = 0.005", "SLOW = 0.0025", "hard-limits"),
    Edit("contact", FACTS, "geom_priority[1] = 1", "geom_priority[0] = 1", "mixing-rules"),
    Edit("contact", CLOSED, "return 2 * (math.sqrt(2) - 1)", "return 2 * (math.sqrt(2) - 0.4)", "limit-is-below-one"),
    Edit("contact", STEPPERS, "np.max(np.abs(", "np.min(np.abs(", "growth-names-the-explosions"),
    # lesson 02
    Edit("timestep", SLAB, "THICK = 0.01", "THICK = 0.02", "not-monotonic"),
    Edit("timestep", SLAB, "HEIGHT = 1.30", "HEIGHT = 1.301", "outcomes"),
    Edit("timestep", SLAB, "SOFT = (0.02, 1.0)", "SOFT = (0.019, 1.0)", "narrow-escape"),
    Edit("timestep", SLAB, "STIFF = (0.005, 1.0)", "STIFF = (0.02, 1.0)", "stiff-saves-soft-failures"),
    Edit("timestep", SLAB, "self.last > FLOOR_LEVEL", "self.last > 0", "counts"),
    Edit("timestep", STEPPERS, "v + h * a(x, v)\n", "v + h * a(x + h * v, v)\n", "energy"),
    Edit("timestep", STEPPERS, "h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)", "h / 4 * (a1 + a2 + a3 + a4)", "steppers-equal"),
    Edit("timestep", SPRING, "H = 0.01", "H = 0.001", "rk4-keeps-energy"),
    # lesson 06
    Edit("soft_contact", ROW, "(1 - d) * a_hat / d", "(1 - d) * a_hat", "force-starts-at-d0"),
    Edit("soft_contact", ROW, "(a_ref - a_free) / (a + r)", "(a_ref - a_free) / a", "optimum"),
    Edit("soft_contact", REFERENCE, "-first / max(MIN_VALUE, dw * dw)", "-first", "direct-is-not-guarded"),
    Edit("soft_contact", MIXING, "map(min if direct else average", "map(average", "mixing-rules"),
    Edit("soft_contact", MIXING, "winner = max(", "winner = min(", "mixing-rules"),
    Edit("soft_contact", FRICTION, "mu * mu * (1 + mu * mu) /", "mu * mu * 2 /", "pyramid-formula"),
    Edit("soft_contact", REST, "d * d * k + slope * (2 * k * d * r - load)", "d * d * k", "three-rests"),
    Edit("soft_contact", REST, " - depth * math.sqrt(2 * gravity / drop)", "", "flight-formula"),
    Edit(
        "soft_contact",
        f"{SOFT}_scenes.py",
        "mujoco.mj_setConst(model, data)",
        "pass",
        "stale-constants",
    ),
    Edit("soft_contact", f"{SOFT}_bounce.py", "(0.3, 0.99, 0.0015,", "(0.8, 0.9, 0.0015,", "pad"),
    Edit("soft_contact", f"{SOFT}_rest.py", "= 0.2, 0.01, 1.0", "= 0.2, 0.0, 1.0", "armature-helps"),
    Edit("soft_contact", f"{SOFT}_groups.py", "arm = 3.0, 0.3", "arm = 0.3, 0.3", "curvature"),
]

SCENE, MEASURE = "physai/scenes", "physai/measure.py"
NEUTRAL = [
    # comments
    Edit("contact", CONTACT, "\ndef impedance", "\n# the heart of it\ndef impedance"),
    Edit("contact", MOTION, "GRAVITY = 9.81  # [m/s^2]", "GRAVITY = 9.81  # standard enough"),
    Edit("contact", MOTION, "  # samples over which jitter is taken: the last 0.5 s at 2 ms", ""),
    Edit("timestep", SLAB, "# slab and cube, not the floor", "# the floor, geom 0, keeps its own"),
    Edit("timestep", f"{EXPERIMENTS}/timestep.py", "# refsafe acts", "# The guard acts"),
    Edit("soft_contact", f"{SIM}/soft_impedance.py", "# mjMINIMP, mjMAXIMP", "# as in mjmodel.h"),
    Edit("soft_contact", REFERENCE, "\n\n\ndef is_mixed", "  # noqa\n\n\ndef is_mixed"),
    Edit("contact", MEASURE, "    base = run(exact)", "    # as it is\n    base = run(exact)"),
    # docstrings
    Edit("contact", CONTACT, "A contact pushes and never pulls.", "A contact never pulls."),
    Edit("contact", CONTACT, '"""(timeconst [s], dampratio), both positive."""', '"""Two positive numbers."""'),
    Edit("contact", MOTION, '"""Height of the centre over time', '"""The height of the centre over time'),
    Edit("contact", MOTION, '"""Deepest penetration over all samples [m]."""', '"""The deepest sample [m]."""'),
    Edit("timestep", STEPPERS, "First order, gains energy.", "It gains energy."),
    Edit("timestep", SPRING, '"""Energy v^2/2', '"""The energy v^2/2'),
    Edit("timestep", SLAB, '    """Whether the cube ended on the slab."""\n', ""),
    Edit("soft_contact", ROW, "The dual cost is", "The cost is"),
    Edit("soft_contact", REST, '"""Longest stable', '"""The longest stable'),
    Edit("contact", "physai/results.py", '"""One figure: its value', '"""A figure: its value'),
    # formatting
    Edit("contact", CONTACT, "2 / (dw * timeconst)", "2/(dw*timeconst)"),
    Edit("contact", CONTACT, "d = impedance(r, solimp)\n", "d = impedance(\n        r,\n        solimp,\n    )\n"),
    Edit(
        "contact",
        MOTION,
        'CUBE, SPHERE = "contact_cube", "contact_sphere"',
        "CUBE, SPHERE = 'contact_cube', 'contact_sphere'",
    ),
    Edit("timestep", SLAB, "return math.sqrt(2 * GRAVITY * gap)", "return (math.sqrt((2 * GRAVITY) * gap))"),
    Edit("timestep", STEPPERS, "\n", "\r\n"),
    Edit(
        "timestep",
        f"{EXPERIMENTS}/timestep.py",
        "import timestep_exercises, timestep_spring",
        "import (timestep_exercises, timestep_spring)",
    ),
    Edit(
        "soft_contact",
        FRICTION,
        "    mu = regularized_mu(friction, impratio)\n",
        "\n\n    mu = regularized_mu(friction, impratio);\n",
    ),
    Edit("soft_contact", f"{SIM}/soft_impedance.py", '"""Impedance d(r) and', '\ufeff"""Impedance d(r) and'),
    # the same bits written otherwise
    Edit("contact", MOTION, "TIMESTEP = 0.002", "TIMESTEP = 2e-3"),
    Edit("contact", MOTION, "GRAVITY = 9.81", "GRAVITY = 9.810000000000000497"),
    Edit("contact", CONTACT, "(0.9, 0.95, 0.001, 0.5, 2.0)", "(0.90, 0.95, 1e-3, 0.5, 2.00)"),
    Edit("timestep", SLAB, "HEIGHT = 1.30", "HEIGHT = 1.3"),
    Edit("timestep", SPRING, "2 * math.pi", "0x2 * math.pi"),
    Edit("soft_contact", f"{SOFT}_bounce.py", "LIMIT_STEP = 0.00005", "LIMIT_STEP = 5e-05"),
    # scenes, and what is no part of an experiment
    Edit("contact", f"{SCENE}/contact_sphere.xml", "<!-- A ball of 1 kg", "<!-- A heavy ball of 1 kg"),
    Edit("timestep", f"{SCENE}/timestep_slab.xml", "<freejoint/>\n", "<freejoint></freejoint>\n\n"),
    Edit(
        "contact",
        f"{EXPERIMENTS}/contact_claims.py",
        "from itertools import pairwise",
        "from itertools import pairwise\n\nUNUSED = 1",
    ),
    Edit("contact", f"{EXPERIMENTS}/timestep_slab.py", "FLOOR_LEVEL = 0.2", "FLOOR_LEVEL = 0.21"),
]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a copy of `physai` to edit."""
    folder = tmp_path_factory.mktemp("mutants")
    shutil.copytree(ROOT / "physai", folder / "physai", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@contextmanager
def edited(folder: Path, edit: Edit) -> Iterator[None]:
    """The edit made for a while."""
    path = folder / edit.file
    before = path.read_bytes()
    assert edit.old in before.decode(), f"{edit.old!r} is not in {edit.file}"
    path.write_bytes(before.decode().replace(edit.old, edit.new, 1).encode())
    try:
        yield
    finally:
        path.write_bytes(before)


def results(folder: Path, topic: str) -> Figures:
    """One run of an experiment with the modules of `folder`; this process keeps its own."""
    own = {name: module for name, module in sys.modules.items() if name.partition(".")[0] == "physai"}
    quiet, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    for name in own:
        del sys.modules[name]
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    try:
        return Figures(importlib.import_module(f"physai.experiments.{topic}").run().values)
    finally:
        sys.path.remove(str(folder))
        sys.dont_write_bytecode = quiet
        for name in [name for name in sys.modules if name.partition(".")[0] == "physai"]:
            del sys.modules[name]
        sys.modules.update(own)


def fallen(figures: Figures, topic: str) -> set[str]:
    """Claims that do not hold, or cannot be judged any more."""
    found = set()
    for name, claim in claims.known(topic).items():
        try:
            holds = claim.holds(figures)
        except (KeyError, TypeError):
            holds = False
        if not holds:
            found.add(name)
    return found


@pytest.mark.parametrize("edit", FLIPS, ids=str)
def test_a_change_of_physics_fells_claims_and_their_messages_exist_in_every_language(copy: Path, edit: Edit) -> None:
    with edited(copy, edit):
        fell = fallen(results(copy, edit.topic), edit.topic)

    assert edit.fallen in fell
    for name in fell:
        places = messages(edit.topic, name)
        assert places, f"{name} backs no message"
        for lesson, key in places:
            for locale in WORDS.locales:
                assert any(key in WORDS.catalogues[locale][part].messages for part in (lesson, SITE)), (locale, key)


def messages(topic: str, claim: str) -> list[tuple[str, str]]:
    """Lesson and key of every message that rests on a claim."""
    return [
        (lesson.id, key)
        for lesson in WORDS.lessons.values()
        for name, keys in lesson.claims.items()
        if (name if ":" in name else f"{lesson.topic}:{name}") == f"{topic}:{claim}"
        for key in keys
    ]


def test_the_unedited_copy_fells_nothing(copy: Path) -> None:
    for topic in WORDS.topics():
        assert fallen(results(copy, topic), topic) == set()


@pytest.mark.parametrize("edit", NEUTRAL, ids=str)
def test_comments_docstrings_layout_and_notation_rerun_nothing(copy: Path, edit: Edit) -> None:
    before = ingredients(edit.topic, copy)

    with edited(copy, edit):
        assert [str(cause) for cause in causes(before, ingredients(edit.topic, copy), copy)] == []


@pytest.mark.parametrize(
    "edit",
    [
        Edit("timestep", SLAB, "HEIGHT = 1.30", "HEIGHT = 1.301", "outcomes"),
        Edit("soft_contact", REST, "d * d * k + slope * (2 * k * d * r - load)", "d * d * k", "three-rests"),
    ],
    ids=str,
)
def test_a_render_stops_and_names_the_messages_in_every_language(rendered: Path, edit: Edit) -> None:
    assert runner(rendered)("tools/render.py").returncode == 0
    before = tree(rendered / "build/docs") | tree(rendered / "lessons/records")
    with edited(rendered, edit):
        done = runner(rendered)("tools/render.py")

    assert done.returncode == 1
    assert f"claim      {edit.topic}:{edit.fallen} is no longer true" in done.stdout
    for lesson, key in messages(edit.topic, edit.fallen):
        for locale in WORDS.locales:
            assert any(f"locales/{locale}/{lesson}.md" in x and f"[{key}]" in x for x in done.stderr.splitlines()), key
    assert tree(rendered / "build/docs") | tree(rendered / "lessons/records") == before


def test_an_edited_docstring_changes_pages_only_where_a_listing_shows_it(rendered: Path) -> None:
    assert runner(rendered)("tools/render.py").returncode == 0
    before = tree(rendered / "build/docs")
    edit = Edit("contact", CONTACT, "A contact pushes and never pulls.", "A contact never pulls.")
    with edited(rendered, edit):
        done = runner(rendered)("tools/render.py")

    assert "0 experiment(s) measured" in done.stdout, done.stderr
    after = tree(rendered / "build/docs")
    changed = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    shown = {f"{locale}/03-contact.md" for locale in WORDS.locales}
    assert changed == shown | {"assets/source/physai/sim/contact.py.html"}
    for name in shown:
        assert after[name].decode() == before[name].decode().replace(
            "A contact pushes and never pulls.", "A contact never pulls."
        )


def test_rounding_of_another_order_of_operations_changes_no_value(rendered: Path) -> None:
    """Such an edit is code and runs again; what it moves is noise, and the record keeps its values and its run."""
    assert runner(rendered)("tools/render.py").returncode == 0
    pages, record = tree(rendered / "build/docs"), rendered / "lessons/records/contact.json"
    before = record.read_text("utf-8").splitlines()
    edit = Edit("contact", CONTACT, "(1 - d) * a_free + d * a_ref)", "a_free + d * (a_ref - a_free))")
    with edited(rendered, edit):
        done, again = runner(rendered)("tools/render.py"), runner(rendered)("tools/render.py")

    assert done.returncode == 0, done.stderr
    assert re.search(r"\d+ values the same, \d+ noise \(largest relative change \de-1\d", done.stdout), done.stdout
    changed = [new for old, new in zip(before, record.read_text("utf-8").splitlines(), strict=True) if old != new]
    assert len(changed) == 1, "the hash of the edited function, and nothing else"
    assert '"contact_accel": ' in changed[0]
    docs = tree(rendered / "build/docs")
    moved = {name for name in docs if docs[name] != pages.get(name)}
    assert moved == {f"{at}/03-contact.md" for at in WORDS.locales} | {"assets/source/physai/sim/contact.py.html"}
    for name in moved - {"assets/source/physai/sim/contact.py.html"}:
        assert docs[name].decode() == pages[name].decode().replace(edit.old, edit.new), "only the listing"
    assert "0 experiment(s) measured, 0 file(s) written" in again.stdout
