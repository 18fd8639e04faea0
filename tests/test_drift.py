"""Drift: what moved between two states of the records, sorted, told in three forms; what else `render.py` explains."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from physai.results import Curve, Quantity, ResultError, Results, Table, shown
from tests.conftest import runner
from tools import crosscheck
from tools.bindings import figure
from tools.closure import Cause, Ingredients, definition_line
from tools.drift import Change, Fallen, Report, Shown, compare, displayed
from tools.drift_report import as_data, markdown, text
from tools.experiments import State, accept, read_records
from tools.problems import ROOT
from tools.record import Record, Run
from tools.sources import read
from tools.uses import Use

WORDS = read()[0]
RECORDS = read_records(WORDS.topics())[0]
KEY = Ingredients({"physai/a.py": {"f": "1"}}, {}, {"mujoco": "4.0.0"})
RUN = Run("2026-01-02", "3.11.0", "Linux x86_64", "a processor")
BASE = {
    "depth": Quantity(0.00122625, "m", "converged", "physai.a:f"),
    "top": Quantity(0.345, "m", "chaotic", "physai.a:f", ulp=(0.33, 0.36)),
    "gap": Quantity(1e-16, "m", "rounding", "physai.a:f", bound="<1e-12"),
    "stayed": Quantity("stayed", by="physai.a:f"),
}


def record(**changed: Quantity | None) -> Record:
    values = {name: q for name, q in {**BASE, **changed}.items() if q is not None}
    curves = {"line": Curve((0.0, 1.0), (0.0, 2.0), "s", "m", "physai.a:f")}
    tables = {"sweep": Table(("dt",), ("low",), (("1",), ("2",)))}
    return Record("topic", KEY, RUN, Results(values, tables, curves), {"step1": "depth 1.226\n"}, {})


def kinds(new: Record) -> dict[str, str]:
    return {change.value.removeprefix("topic:"): change.kind for change in compare(record(), new)[0]}


def test_the_same_record_has_no_changes() -> None:
    assert compare(record(), record()) == ([], len(BASE))


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"depth": replace(BASE["depth"], value=0.00122625 * (1 + 1e-12))}, {"depth": "noise"}),
        ({"depth": replace(BASE["depth"], value=0.00122627)}, {"depth": "moved"}),
        ({"depth": replace(BASE["depth"], kind="chaotic")}, {"depth": "moved"}),
        ({"depth": replace(BASE["depth"], unit="mm")}, {"depth": "structure"}),
        ({"depth": None}, {"depth": "structure"}),
        ({"new": Quantity(1.0)}, {"new": "structure"}),
        ({"top": replace(BASE["top"], value=0.351)}, {"top": "noise"}),  # as far as its own probe took it
        ({"top": replace(BASE["top"], value=12.0)}, {"top": "moved"}),
        ({"gap": replace(BASE["gap"], value=7e-16)}, {"gap": "noise"}),
        ({"gap": replace(BASE["gap"], value=1e-3)}, {"gap": "moved"}),  # the bound is broken
        ({"stayed": replace(BASE["stayed"], value="through")}, {"stayed": "moved"}),
        ({"stayed": replace(BASE["stayed"], value=None)}, {"stayed": "structure"}),
        ({"depth": replace(BASE["depth"], by="physai.a:g")}, {}),
    ],
)
def test_a_change_is_sorted_by_what_it_means(changed: dict[str, Quantity | None], expected: dict[str, str]) -> None:
    assert kinds(record(**changed)) == expected


def test_curves_tables_and_program_output_are_compared_too() -> None:
    old = record()
    curve = replace(old.results, curves={"line": Curve((0.0, 1.0), (0.0, 2.1), "s", "m", "physai.a:f")})
    rows = replace(old.results, tables={"sweep": Table(("dt",), ("low",), (("1",), ("3",)))})

    assert kinds(replace(old, results=curve)) == {"curve line": "moved"}
    assert kinds(replace(old, results=rows)) == {"table sweep": "structure"}
    assert kinds(replace(old, build={"step1": "depth 1.227\n"})) == {
        "build_output.txt step1, 1 line(s)": "display",
    }


def use(quantity: Quantity, digits: str = ".4f") -> Use:
    return Use("03-contact", "depth", "m-observe", figure(quantity, "mm", digits, "topic:depth"))


def test_a_shown_digit_that_changes_is_told_for_each_locale_with_page_and_anchor() -> None:
    tie = BASE["depth"]  # 1.22625 mm: exactly between two roundings, and noise of 1e-12 leaves it
    moved = replace(tie, value=0.00122625 * (1 + 1e-12))
    changes, _ = compare(record(), record(depth=moved))
    assert [c.kind for c in changes] == ["noise"]

    [change] = displayed(changes, [use(tie)], [use(moved)], ["en", "tr"], lambda u, at: u.figure.text(at))

    assert change.kind == "display"
    assert change.shown == (
        Shown("en", "1.226\u00a0mm", "1.2263\u00a0mm", "03-contact", "m-observe"),
        Shown("tr", "1,226\u00a0mm", "1,2263\u00a0mm", "03-contact", "m-observe"),
    )


def test_a_figure_that_vanishes_is_told_where_it_stood() -> None:
    changes, _ = compare(record(), record(depth=None))

    [change] = displayed(changes, [use(BASE["depth"])], [], ["en"], lambda u, at: u.figure.text(at))

    assert (change.kind, change.shown[0].new, change.shown[0].anchor) == ("structure", "—", "m-observe")


def test_digits_that_no_longer_hold_are_a_display_change_though_the_value_is_the_same() -> None:
    old, new = (replace(BASE["depth"], value=0.0012262, ulp=ulp) for ulp in (None, (0.00122, 0.00123)))
    changes, same = compare(record(depth=old), record(depth=new))
    assert (changes, same) == ([], len(BASE))

    [change] = displayed(changes, [use(old)], [use(new)], ["en"], lambda u, at: u.figure.text(at))

    assert (change.kind, change.shown[0].old, change.shown[0].new) == ("display", "1.2262\u00a0mm", "1.2\u00a0mm")


REPORT = Report(
    {"contact": (Cause("parameter", "parameter TIMESTEP changed (physai/experiments/contact_motion.py:21)"),)},
    (
        Change("structure", "contact:table floor", "rows 0.002", "rows 0.001"),
        Change("structure", "contact:floor[0.002].depth", "1.0 m", None),
        Change("display", "contact:h", 0.002, 0.001, (Shown("en", "2 ms", "1 ms", "03-contact", "m-lead"),)),
        Change("moved", "contact:spare", 1.0, 2.0),
        Change("noise", "contact:k", 1.0, 1.0 + 3e-12),
    ),
    600,
    (Fallen("contact:plateau", "equally deep", "03-contact", ("observe.plateau",), {"x": 1.0}),),
)


def test_the_text_gives_cause_claims_structure_display_and_noise_in_one_line() -> None:
    lines = text(REPORT).splitlines()

    assert lines[0].startswith("contact: parameter TIMESTEP changed")
    assert "claim      contact:plateau is no longer true" in lines[1]
    assert "03-contact: observe.plateau" in lines[2]
    assert "structure  contact:table floor: rows 0.002 → rows 0.001" in lines[3]
    assert "display    contact:h: 0.002 → 0.001" in lines[4]
    assert lines[5].strip() == "en 2 ms → 1 ms"
    assert lines[6].strip() == "on 03-contact#m-lead"
    assert "moved, but no shown digit of them: 1 (contact:spare)" in lines[7]
    assert lines[8].strip() == "600 values the same, 1 noise (largest relative change 3e-12)"
    assert len(lines) == 9  # the cell of a row that went stands behind its table


def test_markdown_is_a_table_for_a_pull_request_and_json_holds_everything() -> None:
    shown_as = markdown(REPORT)

    assert "- **contact**: parameter TIMESTEP changed" in shown_as
    assert "- `contact:plateau` (equally deep): 03-contact, `observe.plateau`" in shown_as
    assert "| display | `contact:h` | 2 ms | 1 ms | 03-contact#m-lead | en |" in shown_as
    data = json.loads(json.dumps(as_data(REPORT)))
    assert data["quiet"] is False
    assert [c["kind"] for c in data["changes"]] == ["structure", "structure", "display", "moved", "noise"]
    assert data["fallen"][0]["messages"] == ["observe.plateau"]
    assert data["causes"]["contact"][0]["kind"] == "parameter"


def test_a_quiet_run_keeps_values_and_versions_of_the_run_before() -> None:
    old = record()
    moved = replace(BASE["depth"], value=0.00122625 * (1 + 1e-12), by="physai.a:renamed")
    key = replace(KEY, code={"physai/a.py": {"f": "2"}}, libraries={"mujoco": "3.17.0"})
    fresh = replace(record(depth=moved), ingredients=key, run=replace(RUN, date="2027-01-01"))

    def after(*kinds: str) -> Record:
        return accept(State("topic", old, tuple(Cause(k, k) for k in kinds), key), fresh, quiet=True)

    assert after("library") is old
    assert after("code").results["depth"].value == old.results["depth"].value
    assert after("code").results["depth"].by == "physai.a:renamed"
    assert after("code").ingredients == replace(key, libraries=KEY.libraries)
    assert after("code").run == RUN
    assert after("forced", "library") is fresh
    assert accept(State("topic", old, (), key), fresh, quiet=False) is fresh


# what the pages show


def test_every_value_is_computed_by_a_function_that_exists() -> None:
    for topic, found in RECORDS.items():
        by = {q.by for q in found.results.values.values()} | {c.by for c in found.results.curves.values()}
        for name in by - {""}:
            path, line = definition_line(name)
            leaf = name.rpartition(":")[2].rpartition(".")[2]
            here = (ROOT / path).read_text("utf-8").splitlines()[line - 1]
            assert re.match(rf"\s*(def|class) {leaf}\b", here), f"{topic}: {name} is not at {path}:{line}"


def test_what_carries_no_function_is_a_chosen_parameter() -> None:
    for found in RECORDS.values():
        assert {q.kind for q in found.results.values.values() if not q.by} <= {"parameter"}


def test_published_fragile_figures_are_caught_by_the_probe() -> None:
    """Published by earlier lessons as 1.2262 / 1.2263 mm, 0.345 m and 6.308 mm."""
    contact = RECORDS["contact"].results
    for name in ("step3[0.05].ours", "step3[0.05].mujoco"):
        assert shown(contact[name], ".4f", "mm") == "1.226", "only digits that hold"
    chaotic = contact["step4[0.02,0.05,on].top"]
    assert chaotic.kind == "chaotic"
    assert shown(chaotic, ".3f") == ">0.3"
    with pytest.raises(ResultError, match="no two digits that hold"):
        shown(replace(chaotic, bound=None), ".3f")
    firm = contact["break1[0.002,off].depth"]
    assert shown(firm, ".3f", "mm") == "6.308"
    assert firm.shift is not None
    assert f"{firm.shift[0] * 1e3:.3f}" != f"{firm.shift[1] * 1e3:.3f}", "the band on its card"


def test_the_cross_check_with_another_mujoco_covers_every_value() -> None:
    checks = crosscheck.read()
    assert checks, "record one: python tools/render.py --crosscheck under another MuJoCo"
    for version, found in checks.items():
        assert found.keys() == {"date", *RECORDS}
        for topic, known in RECORDS.items():
            assert version != known.ingredients.libraries["mujoco"]
            agreement, values = found[topic], known.results.values
            assert agreement["same"] + agreement["noise"] + len(agreement["moved"]) == len(values), topic
            assert set(agreement["moved"]) <= values.keys()


def test_mujoco_3_17_differs_only_in_what_it_does_not_have() -> None:
    """The flag for contacts ahead of time is new in MuJoCo 4; all other physics is the same."""
    found = crosscheck.read()["3.17.0"]

    assert found["contact"]["moved"] == found["soft_contact"]["moved"] == []
    assert all(name.startswith("speculative") for name in found["timestep"]["moved"])


# the command line


@pytest.fixture
def project(rendered: Path) -> Path:
    """One rendered copy for the whole file; tests restore what they edit."""
    return rendered


def call(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return runner(project)("tools/render.py", *arguments)


@pytest.fixture
def edit(project: Path) -> Iterator[Callable[[str, str, str], None]]:
    """Replace text in a file of the copy until the test ends."""
    before: dict[Path, bytes] = {}

    def replaced(name: str, old: str, new: str) -> None:
        path = project / name
        before.setdefault(path, path.read_bytes())
        content = path.read_text("utf-8")
        assert old in content, f"{old!r} is not in {name}"
        path.write_text(content.replace(old, new, 1), "utf-8")

    yield replaced
    for path, content in before.items():
        path.write_bytes(content)


Edit = Callable[[str, str, str], None]
RECORD = "lessons/records/contact.json"
MOTION = "physai/experiments/contact_motion.py"


def stamped(project: Path) -> dict[str, tuple[int, bytes]]:
    """Every file with the time of its last writing: a file that is written anew with the same bytes shows."""
    files = (p for p in sorted(project.rglob("*")) if p.is_file() and p.suffix != ".pyc")
    return {p.relative_to(project).as_posix(): (p.stat().st_mtime_ns, p.read_bytes()) for p in files}


def test_a_halved_timestep_is_reported_in_full_beside_the_errors(project: Path, edit: Edit) -> None:
    """Rows vanish, a program cannot print, claims fall: the report must come all the same, and nothing be written."""
    before = stamped(project / "build/docs") | stamped(project / "lessons/records")
    edit(MOTION, "TIMESTEP = 0.002", "TIMESTEP = 0.001")

    done = call(project)

    assert done.returncode == 1
    assert "contact: parameter TIMESTEP changed (physai/experiments/contact_motion.py:" in done.stdout
    assert "claim      contact:plateau is no longer true" in done.stdout
    assert "structure  contact:table floor: rows 0.002 → rows 0.001" in done.stdout
    assert "display    contact:h: 0.002 → 0.001" in done.stdout
    assert re.search(r"en 2\s?ms → 1\s?ms; tr 2\s?ms → 1\s?ms; zh 2\s?ms → 1\s?ms", done.stdout)
    order = [done.stdout.index(f"\n  {kind}") for kind in ("claim", "structure", "display")]
    assert order == sorted(order)
    assert len(re.findall(r"values the same, \d+ noise", done.stdout)) == 1
    for locale in WORDS.locales:
        assert re.search(rf"locales/{locale}/03-contact\.md:\d+: \[takeaway\.1\] is no longer true", done.stderr)
    assert "02-timestep.md" not in done.stderr, "its own takeaway.1 rests on other claims"
    assert "Traceback" not in done.stderr
    assert stamped(project / "build/docs") | stamped(project / "lessons/records") == before


def test_a_doubled_timestep_is_one_json_object_with_report_and_problems(project: Path, edit: Edit) -> None:
    edit(MOTION, "TIMESTEP = 0.002", "TIMESTEP = 0.004")

    done = call(project, "--json")

    data = json.loads(done.stdout)
    assert done.returncode == 1
    assert done.stderr == ""
    assert data["causes"]["contact"][0]["kind"] == "parameter"
    assert {f["claim"] for f in data["fallen"]} >= {"contact:guard-off-throws", "contact:limit-is-below-one"}
    assert {c["kind"] for c in data["changes"]} >= {"structure", "display"}
    assert data["problems"]


def test_check_writes_nothing_and_says_when_something_moved(project: Path, edit: Edit) -> None:
    before = stamped(project)

    assert call(project, "--check").returncode == 0
    edit("physai/experiments/contact_facts.py", "MASSES = (0.1, 1.0, 10.0)", "MASSES = (0.1, 1.0, 10.0, 11.0)")
    done = call(project, "--check", "--markdown")

    assert done.returncode == 1
    assert "- **contact**: asked for with --check; parameter MASSES changed" in done.stdout
    assert "| structure |" in done.stdout
    edit("physai/experiments/contact_facts.py", "10.0, 11.0)", "10.0)")
    after = stamped(project)
    changed = {name for name in before.keys() | after.keys() if before.get(name, (0, b""))[1] != after[name][1]}
    assert changed == set()


def test_dry_run_writes_nothing_and_names_what_a_render_would_write(project: Path, edit: Edit) -> None:
    edit("locales/en/03-contact.md", "Contact: soft", "Contacts: soft")
    before = stamped(project)

    dry = call(project, "--dry-run")

    assert stamped(project) == before
    would = {line.removeprefix("would write ") for line in dry.stdout.splitlines() if line.startswith("would write ")}
    assert "en/03-contact.md" in would
    assert call(project).returncode == 0
    docs = {name: content for name, (_, content) in stamped(project / "build/docs").items()}
    old = {n.removeprefix("build/docs/"): c for n, (_, c) in before.items() if n.startswith("build/docs/")}
    assert would == {name for name in docs if docs[name] != old.get(name)}
    assert call(project, "--dry-run").stdout.strip() == "nothing to do"


def test_dry_run_of_a_rerun_says_what_would_be_measured(project: Path) -> None:
    done = call(project, "--dry-run", "--rerun", "contact", "--json")

    steps = {s["step"]: s for s in json.loads(done.stdout)["steps"]}
    assert steps["measure contact"]["state"] == "rerun"
    assert steps["measure contact"]["because"] == "asked for with --rerun"
    assert steps["measure timestep"]["state"] == "fresh"


def test_why_names_file_lines_parameter_scene_and_message(project: Path, edit: Edit) -> None:
    assert call(project).returncode == 0
    assert {line.rpartition(" (")[0].rpartition(": ")[2] for line in call(project, "--why").stdout.splitlines()} == {
        "fresh"
    }
    edit(MOTION, "DROP = 0.15", "DROP = 0.151")
    edit("physai/sim/contact.py", "return max(a_free, ", "return max(-a_free, ")
    edit("physai/scenes/contact_cube.xml", "mass=", "density='1' mass=")
    lead = WORDS.catalogues["tr"]["03-contact"].messages["lead"].text
    edit("locales/tr/03-contact.md", lead, f"{lead} Evet.")

    lines = call(project, "--why", "03-contact").stdout.splitlines()

    steps = dict(line.split(": ", 1) for line in lines)
    measured = steps["measure contact"]
    assert measured.startswith("rerun")
    assert re.search(r"parameter DROP changed \(physai/experiments/contact_motion\.py:\d+\)", measured)
    assert re.search(r"code contact_accel changed \(physai/sim/contact\.py:\d+-\d+\)", measured)
    assert "scene physai/scenes/contact_cube.xml changed" in measured
    assert steps["measure timestep"].startswith("fresh")
    assert re.match(
        r"rerun \(locales/tr/03-contact\.md:\d+-\d+ \[lead\] changed\)", steps["check locales/tr/03-contact.md"]
    )
    assert "[lead] changed" in steps["write tr/03-contact.md"]
    assert "physai/sim/contact.py changed" in steps["write en/03-contact.md"]
    assert not any("soft" in line.partition(":")[0] for line in lines)


def damage(project: Path, change: str) -> None:
    path = project / RECORD
    content = path.read_text("utf-8")
    match change:
        case "edited by hand":
            content = content.replace('"value": 0.002', '"value": 0.003', 1)
        case "truncated":
            content = content[: len(content) // 2]
        case "newer format":
            content = content.replace('"format": 1', '"format": 99', 1)
        case "merge":
            content = content.replace('"values"', "<<<<<<< ours\n=======\n>>>>>>> theirs\n" + '"values"', 1)
    path.write_text(content, "utf-8")


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ("edited by hand", "was edited by hand"),
        ("truncated", "is not whole"),
        ("newer format", "is of format 99"),
        ("merge", "has conflict marks"),
    ],
)
def test_a_damaged_record_says_what_to_do_and_the_good_parts_stay_usable(
    project: Path, edit: Edit, change: str, what: str
) -> None:
    edit(RECORD, '"format"', '"format"')  # so that it is restored
    docs = stamped(project / "build/docs")
    damage(project, change)

    failed = call(project)

    assert failed.returncode == 1
    assert re.search(rf"{RECORD}(:\d+)?: {what}", failed.stderr), failed.stderr
    assert "git checkout lessons/records/contact.json" in failed.stderr
    assert "python tools/render.py --rerun contact" in failed.stderr
    assert "Traceback" not in failed.stderr
    assert stamped(project / "build/docs") == docs
    why = call(project, "--why", "06-soft-contact")
    assert why.returncode == 0
    assert "measure soft_contact: fresh" in why.stdout
    everything = call(project, "--why")
    assert everything.returncode == 1
    assert "measure soft_contact: fresh" in everything.stdout
    assert what in everything.stderr


def test_a_damaged_record_is_no_pass_for_check_and_rerun_repairs_it(project: Path, edit: Edit) -> None:
    edit(RECORD, '"format"', '"format"')
    good = (project / RECORD).read_bytes()
    damage(project, "edited by hand")

    assert call(project, "--check").returncode == 1
    done = call(project, "--rerun", "contact")

    assert done.returncode == 0, done.stderr
    lines = zip(good.splitlines(), (project / RECORD).read_bytes().splitlines(), strict=True)
    assert {a.split(b":")[0] for a, b in lines if a != b} <= {b'"date"', b'"platform"', b'"processor"', b'"python"'}


def test_a_key_that_names_a_missing_file_is_a_cause_and_no_crash(project: Path, edit: Edit) -> None:
    edit(
        RECORD, '"physai/sim/contact.py": {', '"physai/sim/lost.py": {\n"f": "12345678"\n},\n"physai/sim/contact.py": {'
    )
    edit(
        RECORD,
        '"physai/scenes/contact_cube.xml"',
        '"physai/scenes/lost.xml": "12345678",\n"physai/scenes/contact_cube.xml"',
    )

    done = call(project)

    assert done.returncode == 0, done.stderr
    assert "code f removed (physai/sim/lost.py)" in done.stdout
    assert "scene physai/scenes/lost.xml changed" in done.stdout


def test_a_missing_scene_is_named(project: Path, edit: Edit) -> None:
    edit("physai/scenes/contact_cube.xml", "<mujoco", "<mujoco")
    (project / "physai/scenes/contact_cube.xml").unlink()

    failed = call(project)

    assert failed.returncode == 1
    assert re.search(
        r"physai/experiments/contact_motion\.py:\d+: experiment contact: .*contact_cube\.xml", failed.stderr
    )
    assert "the last good record is kept" in failed.stderr
    assert "Traceback" not in failed.stderr


def test_the_cross_check_refuses_the_version_of_the_records(project: Path) -> None:
    failed = call(project, "--crosscheck")

    assert failed.returncode == 1
    assert "run it under another version" in failed.stderr
