"""One render as a user meets it: in a copy of the project, from the command line."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Run, runner, tree
from tools import render
from tools.record import load
from tools.sources import read

LOCALES = list(read()[0].locales)


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text, f"{old!r} is not in {path.name}"
    path.write_text(text.replace(old, new, 1), "utf-8")


def figures(page: str) -> dict[str, list[str]]:
    """Values of a page's traceable figures, by the value they come from."""
    found: dict[str, list[str]] = {}
    for raw, of in re.findall(r'<data class="v" value="([^"]*)" data-of="([^"]*)"', page):
        found.setdefault(of, []).append(raw)
    return {of: sorted(values) for of, values in found.items()}


def test_a_second_render_does_nothing_and_imports_neither_mujoco_nor_matplotlib(project: Path, run: Run) -> None:
    assert run("tools/render.py").returncode == 0
    before = {p: p.stat().st_mtime_ns for p in (project / "build").rglob("*")}
    probe = (
        "import sys; sys.argv = ['render.py']; from tools import render; status = render.main();"
        "print('imported:', sorted({'mujoco', 'matplotlib', 'numpy'} & set(sys.modules))); sys.exit(status)"
    )

    again = run("-c", probe)

    assert again.returncode == 0, again.stderr
    assert "0 experiment(s) measured, 0 file(s) written" in again.stdout
    assert "imported: []" in again.stdout
    assert {p: p.stat().st_mtime_ns for p in (project / "build").rglob("*")} == before


def test_two_renders_in_two_places_give_the_same_bytes(
    project: Path, run: Run, tmp_path_factory: pytest.TempPathFactory
) -> None:
    import shutil

    other = tmp_path_factory.mktemp("elsewhere") / "deeper"
    shutil.copytree(project, other, ignore=shutil.ignore_patterns("build"))
    assert run("tools/render.py").returncode == 0
    assert run("-c", f"import os, sys, subprocess; os.chdir({str(other)!r}); os.environ['PYTHONPATH'] = {str(other)!r};"
               "sys.exit(subprocess.run([sys.executable, 'tools/render.py']).returncode)").returncode == 0  # fmt: skip

    assert tree(project / "build/docs") == tree(other / "build/docs")


def test_render_works_from_any_folder(project: Path, run: Run) -> None:
    script = project / "tools/render.py"
    elsewhere = f"import os, runpy, sys; os.chdir('/'); sys.argv = ['x', '--frozen']; runpy.run_path({str(script)!r}, "
    done = run("-c", elsewhere + "run_name='__main__')")

    assert done.returncode == 0, done.stderr


BAD_EDITS = [
    ("locales/tr/03-contact.md", "{{ ", "{{ no_such_slot }} {{ ", r"locales/tr/03-contact\.md:\d+: .*no_such_slot"),
    ("locales/zh/03-contact.md", "<!-- @lead", "<!-- @lead lead", r"locales/zh/03-contact\.md:\d+: broken marker"),
    ("locales/tr/03-contact.md", "<!-- @lead", "<!-- @laed", r"locales/tr/03-contact\.md:\d+: unknown key @laed"),
    (
        "locales/en/03-contact.md",
        "<!-- @lead -->",
        "<!-- @leading -->",
        r"locales/en/03-contact\.md: message @lead is missing",
    ),
    ("locales/zh/03-contact.md", "$", "", r"locales/zh/03-contact\.md:\d+: .*unbalanced \$"),
    ("lessons/03-contact.toml", "digits = ", "digit = ", r"lessons/03-contact\.toml:\d+: .*digit"),
    ("lessons/03-contact.toml", 'of = "contact:', 'of = "contact:nothing.', r"lessons/03-contact\.toml:\d+: .*nearest"),
    ("lessons/03-contact.md.j2", '{{ t("', '{{ tt("', r"lessons/03-contact\.md\.j2.*'tt'"),
    ("lessons/03-contact.toml", 'digits = ".0f"', 'digits = "zz"', r"lessons/03-contact\.toml:\d+: "),
    ("lessons/03-contact.toml", '"02-timestep"]', '"02-timestp"]', r"lessons/03-contact\.toml:\d+: requires no lesson"),
    ("lessons/03-contact.md.j2", '{{ t("', '{{ t() }}{{ t("', r"lessons/03-contact\.md\.j2:\d+: template: "),
    ("lessons/03-contact.toml", 'topic = "contact"', 'topic = "kontact"', r"lessons/03-contact\.toml:1: no experiment"),
    ("locales/en/03-contact.md", "<!-- @value.", "<!-- @value.lost.", r"locales/en/03-contact\.md:\d+: .*no value"),
    ("lessons/course.toml", 'status = "live"', 'status = "alive"', r"lessons/course\.toml:\d+: .*alive"),
    ("lessons/page.md.j2", "{% block problem %}", "{% blok problem %}", r"lessons/page\.md\.j2:\d+: .*blok"),
]


@pytest.mark.parametrize(
    ("name", "old", "new", "expected"), BAD_EDITS, ids=[f"{b[0]}-{i}" for i, b in enumerate(BAD_EDITS)]
)
def test_bad_input_is_named_and_loses_nothing(rendered: Path, name: str, old: str, new: str, expected: str) -> None:
    before = tree(rendered / "build/docs") | tree(rendered / "lessons/records")
    good = (rendered / name).read_bytes()
    edit(rendered / name, old, new)

    failed = runner(rendered)("tools/render.py")
    (rendered / name).write_bytes(good)

    assert failed.returncode == 1
    assert re.search(expected, failed.stderr), failed.stderr
    assert "Traceback" not in failed.stderr
    assert "unknown slot" not in failed.stderr or "slot" in expected, "a consequence is no fault of its own"
    assert tree(rendered / "build/docs") | tree(rendered / "lessons/records") == before


def test_all_faults_of_a_run_come_together(project: Path, run: Run) -> None:
    edit(project / "locales/tr/03-contact.md", "{{ ", "{{ lost }} {{ ")
    edit(project / "locales/zh/03-contact.md", "<!-- @lead", "<!-- @lead lead")
    edit(project / "locales/en/site.md", "Contact physics", "{{contact}} physics")
    edit(project / "physai/sim/contact.py", "\ndef impedance", '\nraise RuntimeError("no ground")\n\ndef impedance')

    failed = run("tools/render.py")

    assert failed.returncode == 1
    assert "physai/sim/contact.py:" in failed.stderr
    assert "no ground" in failed.stderr
    assert all(f"locales/{place}" in failed.stderr for place in ("tr/03-contact.md", "zh/03-contact.md", "en/site.md"))


def test_a_program_a_claim_and_a_template_that_are_wrong_are_all_told(project: Path, run: Run) -> None:
    edit(project / "physai/experiments/contact_output.py", "    return {", "    return {}\n    return {")
    edit(
        project / "physai/experiments/soft_contact_claims.py", "    return f[", "    raise SystemExit(0)\n    return f["
    )
    edit(project / "lessons/02-timestep.md.j2", '{{ t("problem.measured") }}', "")

    failed = run("tools/render.py")

    assert failed.returncode == 1
    assert "build_output has to return texts by the names of their blocks" in failed.stderr
    assert "cannot be judged: SystemExit" in failed.stderr
    assert re.search(r"locales/en/02-timestep\.md:\d+: \[problem\.measured\] is shown nowhere", failed.stderr)


def test_a_check_that_fails_stops_the_render(project: Path, run: Run) -> None:
    edit(project / "physai/experiments/contact_output.py", "'ok' if agree", "'ok' if not agree")

    failed = run("tools/render.py")

    assert failed.returncode == 1
    assert re.search(r"physai/experiments/contact\.py: contact: the check in block '\w+' fails", failed.stderr)


@pytest.mark.parametrize(
    "arguments", [("--check", "--why"), ("--frozen", "--rerun"), ("--json", "--markdown"), ("--crosscheck", "--json")]
)
def test_options_that_contradict_each_other_are_refused(arguments: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit) as stopped:
        render.main(arguments)

    assert stopped.value.code == 2


def test_unknown_names_on_the_command_line_list_the_known_ones(run: Run) -> None:
    for arguments in (["--rerun", "kontact"], ["--why", "03-kontact"]):
        failed = run("tools/render.py", *arguments)

        assert failed.returncode == 2
        assert "did you mean" in failed.stderr
        assert "contact" in failed.stderr


def test_an_experiment_that_raises_is_named_and_its_last_record_kept(project: Path, run: Run) -> None:
    before = (project / "lessons/records/contact.json").read_bytes()
    edit(
        project / "physai/sim/contact.py",
        "def impedance",
        'def broken() -> None:\n    """Fail."""\n\n\nraise RuntimeError("no ground")\n\n\ndef impedance',
    )

    failed = run("tools/render.py")

    assert failed.returncode == 1
    assert re.search(r"physai/sim/contact\.py:\d+: experiment contact: RuntimeError: no ground", failed.stderr)
    assert (project / "lessons/records/contact.json").read_bytes() == before


def test_an_experiment_that_exits_is_no_success(project: Path, run: Run) -> None:
    edit(project / "physai/experiments/contact.py", "def run(nudge", "raise SystemExit(0)\n\n\ndef run(nudge")

    failed = run("tools/render.py")

    assert failed.returncode == 1
    assert "SystemExit" in failed.stderr


def test_an_english_message_without_text_is_an_error(project: Path, run: Run) -> None:
    path = project / "locales/en/03-contact.md"
    path.write_text(re.sub(r"(<!-- @lead[^\n]*-->\n)[^<]*", r"\1\n", path.read_text("utf-8"), count=1), "utf-8")

    failed = run("tools/render.py")

    assert failed.returncode == 1
    assert "[lead] has no text" in failed.stderr


def test_three_cold_renders_at_once_all_succeed(project: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(project)}
    command = [sys.executable, "tools/render.py"]
    renders = [subprocess.Popen(command, cwd=project, env=environment, stderr=subprocess.PIPE) for _ in range(3)]

    ends = [(process.communicate()[1].decode(), process.returncode) for process in renders]

    assert [code for _, code in ends] == [0, 0, 0], ends


def test_a_value_that_is_not_a_number_is_an_error(project: Path, run: Run) -> None:
    edit(project / "physai/experiments/contact_motion.py", "GRAVITY = 9.81", 'GRAVITY = float("nan")')

    failed = run("tools/render.py")

    assert failed.returncode == 1
    assert "value nan is not finite" in failed.stderr
    assert "Traceback" not in failed.stderr


def test_a_changed_constant_moves_the_same_figures_in_all_languages_with_one_run(project: Path, run: Run) -> None:
    assert run("tools/render.py").returncode == 0
    old = {locale: figures((project / f"build/docs/{locale}/03-contact.md").read_text("utf-8")) for locale in LOCALES}
    edit(project / "physai/experiments/contact_motion.py", "DROP = 0.15", "DROP = 0.1501")

    done = run("tools/render.py", "--draft", "--json")

    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert "contact" in report["causes"]
    assert "parameter DROP changed" in report["causes"]["contact"][0]["what"]
    new = {locale: figures((project / f"build/docs/{locale}/03-contact.md").read_text("utf-8")) for locale in LOCALES}
    moved = {locale: {of for of in old[locale] if old[locale][of] != new[locale].get(of)} for locale in LOCALES}
    assert moved["en"]
    assert all(moved[locale] == moved["en"] for locale in LOCALES)
    assert all(new[locale] == new["en"] for locale in LOCALES)


def test_a_comment_in_the_physics_reruns_nothing(project: Path, run: Run) -> None:
    edit(project / "physai/sim/contact.py", "\ndef impedance", "\n# a remark\ndef impedance")

    done = run("tools/render.py")

    assert done.returncode == 0, done.stderr
    assert "0 experiment(s) measured" in done.stdout


def test_check_fails_where_a_complete_language_is_behind_its_english(project: Path, run: Run) -> None:
    edit(project / "locales/en/03-contact.md", "stiff, damped, virtual spring", "stiff, damped and virtual spring")

    failed = run("tools/render.py", "--check")

    assert failed.returncode == 1
    assert "locales/tr/03-contact.md" in failed.stderr
    assert "[lead] outdated: the English has changed since" in failed.stderr


def test_frozen_refuses_what_is_stale(project: Path, run: Run) -> None:
    edit(project / "physai/experiments/contact_motion.py", "GRAVITY = 9.81", "GRAVITY = 9.811")

    failed = run("tools/render.py", "--frozen")

    assert failed.returncode == 1
    assert "lessons/records/contact.json: stale: parameter GRAVITY changed" in failed.stderr


def test_a_sentence_that_became_false_stops_the_render_and_is_named_in_every_language(project: Path, run: Run) -> None:
    before = load(project / "lessons/records/contact.json")
    edit(project / "physai/sim/contact.py", "2 / (dw * timeconst)", "2.1 / (dw * timeconst)")

    failed = run("tools/render.py")

    assert failed.returncode == 1
    assert "is no longer true" in failed.stderr
    assert all(f"locales/{locale}/03-contact.md" in failed.stderr for locale in LOCALES)
    assert load(project / "lessons/records/contact.json") == before
    assert load(project / "build/pending/contact.json").digest != before.digest

    again = run("tools/render.py", "--draft", "--json")  # what was measured waits and is not measured again

    assert again.returncode == 0, again.stderr
    assert json.loads(again.stdout)["fallen"]
    assert load(project / "lessons/records/contact.json") == before
