"""The translators' command: states, settling, syncing; every command on a small course."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.tools.translating import CHINESE, ENGLISH, Run, files, replaced
from tools import sources, status_report
from tools.edit import open_document
from tools.messages import fingerprint
from tools.originals import originals
from tools.problems import Failed
from tools.status import plain_diff, survey
from tools.values import notation

Captured = pytest.CaptureFixture[str]


def states(course: Path) -> dict[tuple[str, str], str]:
    """State by locale and key, of what is not done."""
    return {(r.locale, r.key): r.state for r in survey(sources.read(course)[0]) if r.state != "done"}


def test_what_is_translated_is_done_and_what_is_absent_is_missing(course: Path) -> None:
    assert states(course) == {("tr", "term"): "missing"}


def test_rewording_one_english_message_marks_it_in_every_language_and_no_other(course: Path) -> None:
    replaced(course / "locales/en/02-fall.md", "The fall", "The deep fall")

    assert states(course) == {("tr", "term"): "missing", ("tr", "title"): "outdated", ("zh", "title"): "outdated"}


def test_white_space_around_english_marks_nothing(course: Path) -> None:
    path = course / "locales/en/02-fall.md"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n").replace(b"fall\r\n", b"fall\r\n\r\n"))

    assert states(course) == {("tr", "term"): "missing"}


def test_a_translation_without_a_pin_or_without_english_is_unknown(course: Path) -> None:
    replaced(course / "locales/tr/02-fall.md", f" · source {fingerprint(ENGLISH['title'])}", "")
    replaced(course / "locales/zh/02-fall.md", "<!-- @last", "<!-- @lst")

    assert states(course) == {
        ("tr", "term"): "missing",
        ("tr", "title"): "unknown",
        ("zh", "lst"): "unknown",
        ("zh", "last"): "missing",
    }


def test_status_as_json_lists_every_message(run: Run, capsys: Captured) -> None:
    assert run("status", "--json") == 0
    rows = json.loads(capsys.readouterr().out)

    assert len(rows) == 2 * (len(ENGLISH) + 1)
    assert {"locale", "lesson", "key", "state", "file", "line"} <= rows[0].keys()
    row = next(r for r in rows if r["locale"] == "zh" and r["key"] == "lead")
    assert (row["lesson"], row["state"], row["line"]) == ("02-fall", "done", 4)


def test_status_of_a_language_shows_places_and_the_english_then_and_now(
    run: Run, course: Path, capsys: Captured
) -> None:
    run("sync")
    replaced(course / "locales/en/02-fall.md", "A body falls", "A heavy body falls")
    capsys.readouterr()

    assert run("status", "zh") == 0
    text = capsys.readouterr().out

    assert "locales/zh/02-fall.md:4: outdated 02-fall lead" in text
    assert "A{+ heavy+} body falls for {{ h }}." in text


@pytest.mark.parametrize(
    ("old", "new", "diff"),
    [
        ("a b c", "a x c", "a [-b-]{+x+} c"),
        ("a b", "a b c", "a b{+ c+}"),
        ("at {{ h }}, so", "at {{ k }}, so", "at [-{{ h }}-]{+{{ k }}+}, so"),
        ("same", "same", "same"),
    ],
)
def test_a_diff_goes_by_words(old: str, new: str, diff: str) -> None:
    assert plain_diff(old, new) == diff


# settling


def test_accept_pins_the_present_english_and_touches_one_line(run: Run, course: Path, capsys: Captured) -> None:
    run("sync", "zh")
    replaced(course / "locales/en/02-fall.md", "The fall", "The deep fall")
    before = files(course)
    capsys.readouterr()

    assert run("accept", "zh", "02-fall", "title") == 0

    after, name = files(course), "locales/zh/02-fall.md"
    changed = [(a, b) for a, b in zip(before[name].splitlines(), after[name].splitlines(), strict=True) if a != b]
    assert changed == [
        (
            f"<!-- @title · source {fingerprint('The fall')} -->".encode(),
            f"<!-- @title · source {fingerprint('The deep fall')} -->".encode(),
        )
    ]
    assert after[f"locales/.source/{fingerprint('The deep fall')}.md"] == b"The deep fall\n"
    assert {k for k in before.keys() | after.keys() if before.get(k) != after.get(k)} == {
        name,
        f"locales/.source/{fingerprint('The deep fall')}.md",
    }  # the old English stays: Turkish still rests on it
    assert "The {+deep +}fall" in capsys.readouterr().out


def test_a_trivial_change_is_accepted_in_every_language_with_its_diff(run: Run, course: Path, capsys: Captured) -> None:
    run("sync", "zh")
    replaced(course / "locales/en/02-fall.md", "The end", "The end.")
    capsys.readouterr()

    assert run("accept", "--trivial", "02-fall", "last") == 0

    assert capsys.readouterr().out.count("The end{+.+}") == 2
    assert states(course) == {("tr", "term"): "missing"}
    assert not (course / f"locales/.source/{fingerprint('The end')}.md").exists()  # nobody rests on it any more


def test_a_trivial_change_is_refused_where_languages_rest_on_different_english(run: Run, course: Path) -> None:
    english = course / "locales/en/02-fall.md"
    run("sync", "zh")
    replaced(english, "The end", "The close")
    run("accept", "tr", "02-fall", "last")
    replaced(english, "The close", "The close.")
    before = files(course)

    assert run("accept", "--trivial", "02-fall", "last") == 1
    assert files(course) == before


def test_waiving_needs_a_reason_and_the_english_text(run: Run, course: Path) -> None:
    assert run("waive", "tr", "02-fall", "term", "--reason", "stays English") == 0
    assert states(course) == {("tr", "term"): "waived"}
    assert run("waive", "tr", "02-fall", "title", "--reason", "why not") == 1
    assert run("waive", "tr", "02-fall", "last", "--reason", " ") == 2
    assert run("waive", "tr", "02-fall", "last", "--reason", "a --> b") == 1
    with pytest.raises(SystemExit):
        run("waive", "tr", "02-fall", "last")


def test_a_waiver_does_not_outlive_a_change_of_the_english(run: Run, course: Path) -> None:
    run("waive", "tr", "02-fall", "term", "--reason", "stays English")
    replaced(course / "locales/en/02-fall.md", "-->\ncontact\n", "-->\ncontacts\n")

    assert states(course)["tr", "term"] == "outdated"


def test_text_that_still_is_english_cannot_be_accepted(run: Run, course: Path) -> None:
    replaced(course / "locales/tr/02-fall.md", "Son", "The end")

    assert run("accept", "tr", "02-fall", "last") == 1
    assert states(course)["tr", "last"] == "missing"


# syncing


def test_sync_puts_english_in_english_order_to_be_written_over(run: Run, course: Path) -> None:
    path = course / "locales/zh/02-fall.md"
    lost = f"<!-- @rate · source {fingerprint(ENGLISH['rate'])} -->\n{CHINESE['rate']}\n\n"
    whole = path.read_bytes()
    replaced(path, lost, "")

    assert run("sync", "zh") == 0

    assert path.read_bytes() == whole.replace(CHINESE["rate"].encode(), ENGLISH["rate"].encode())
    assert states(course)["zh", "rate"] == "missing"
    replaced(path, ENGLISH["rate"], CHINESE["rate"])  # what a translator does is all there is to do
    assert path.read_bytes() == whole
    assert ("zh", "rate") not in states(course)


def test_sync_renews_untranslated_english_and_leaves_translations(run: Run, course: Path) -> None:
    path = course / "locales/zh/02-fall.md"
    replaced(path, CHINESE["last"], ENGLISH["last"])
    replaced(course / "locales/en/02-fall.md", "The end", "The very end")
    replaced(course / "locales/en/02-fall.md", "The fall", "The deep fall")

    run("sync", "zh")

    assert "The very end" in path.read_text("utf-8")
    assert states(course)["zh", "last"] == "missing"
    assert states(course)["zh", "title"] == "outdated"


def test_sync_waives_terms_that_the_glossary_keeps(run: Run, course: Path) -> None:
    run("sync")

    assert states(course) == {("tr", "term"): "waived"}


def test_sync_twice_changes_nothing_and_keeps_the_english_behind_every_pin(run: Run, course: Path) -> None:
    run("sync")
    once = files(course)
    run("sync")

    assert files(course) == once
    kept = {p.stem: p.read_text("utf-8") for p in (course / "locales/.source").glob("*.md")}
    assert kept.keys() == {fingerprint(text) for text in [*ENGLISH.values(), "The problem"]}
    assert all(fingerprint(text) == name for name, text in kept.items())


def test_the_order_of_a_file_is_its_own(run: Run, course: Path) -> None:
    path = course / "locales/zh/02-fall.md"
    blocks = path.read_text("utf-8").split("\n\n<!-- ")
    path.write_bytes("\n\n<!-- ".join([blocks[0], *reversed(blocks[1:])]).encode())
    before = path.read_bytes()

    run("sync", "zh")

    assert path.read_bytes() == before


# checking


def test_check_fails_on_what_is_open_in_a_complete_language_only(run: Run, course: Path, capsys: Captured) -> None:
    assert run("check", "zh") == 0
    assert run("check", "tr") == 1
    assert "[term] missing" in capsys.readouterr().out
    run("waive", "tr", "02-fall", "term", "--reason", "stays English")
    assert run("check", "tr") == 0


def test_warnings_fail_complete_languages_only_and_errors_fail_all(run: Run, course: Path) -> None:
    run("sync")
    assert run("check") == 0
    replaced(course / "locales/zh/02-fall.md", "物体下落", "物体, 下落")
    assert run("check", "zh") == 0
    replaced(course / "locales/tr/02-fall.md", "Bir cisim", "Bir cisim,**")
    assert run("check", "tr") == 1
    replaced(course / "locales/zh/02-fall.md", "{{ h }}", "{{ hh }}")
    assert run("check", "zh") == 1


def test_a_translation_is_compared_with_the_english_it_was_made_from(run: Run, course: Path, capsys: Captured) -> None:
    run("sync")
    replaced(course / "locales/en/02-fall.md", "for {{ h }}.", "for {{ h }} at {{ k }}.")
    capsys.readouterr()

    run("check", "zh")

    assert "0 error(s)" in capsys.readouterr().out
    assert states(course)["zh", "lead"] == "outdated"


def test_measuring_again_marks_nothing(course: Path) -> None:
    (course / "lessons/records").mkdir()
    (course / "lessons/records/fall.json").write_text("{}")

    assert states(course) == {("tr", "term"): "missing"}


# the page of the draft site


def test_the_page_links_every_open_message_and_shows_what_changed(run: Run, course: Path) -> None:
    run("sync", "zh")
    replaced(course / "locales/en/02-fall.md", "A body falls", "A <heavy> body falls")
    words, _ = sources.read(course)

    page = status_report.page(survey(words), [], words, originals(course))

    assert '<a href="../zh/02-fall/#m-lead">02-fall lead</a>' in page
    assert "A<ins> &lt;heavy&gt;</ins> body" in page
    assert "| 02-fall | tr | 5 | 1 | 1 | 0 | 0 | 0 | 0 |" in page


# files on disk


def test_a_file_that_someone_else_saved_meanwhile_is_not_overwritten(course: Path) -> None:
    path = course / "locales/tr/02-fall.md"
    document = open_document(path).write("last", "Bitti")
    replaced(path, "Düşme", "Derin düşme")

    with pytest.raises(Failed, match="was changed by another program"):
        document.save()
    assert "Derin düşme" in path.read_text("utf-8")


def test_a_write_that_fails_leaves_the_file_whole(
    run: Run, course: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    before = files(course)

    def full(source: object, target: object) -> None:
        raise OSError(28, "No space left on device", str(target))

    monkeypatch.setattr("os.replace", full)

    assert run("sync") == 1
    assert "No space left on device" in capsys.readouterr().err
    assert files(course) == before


# names that do not exist


@pytest.mark.parametrize(
    ("command", "hint"),
    [
        (("status", "rt"), "did you mean tr?"),
        (("accept", "tr", "02-fal", "title"), "did you mean 02-fall?"),
        (("accept", "tr", "02-fall", "titel"), "nearest: title"),
        (("accept", "en", "02-fall", "title"), "no locale 'en'"),
        (("accept", "--trivial", "02-fall", "titel"), "nearest: title"),
        (("waive", "tr", "02-fall", "tern", "--reason", "x"), "nearest: term"),
        (("export", "tr", "03-fall"), "did you mean 02-fall?"),
        (("import", "tr"), "python tools/locales.py export tr"),
        (("new", "xx"), "no language that Babel knows"),
        (("new", "DE"), "nearest: de"),
        (("new", "pt_BR"), "nearest: pt-BR"),
        (("new", "tr"), "is there already"),
    ],
)
def test_a_wrong_name_gets_a_hint_and_changes_nothing(
    run: Run, course: Path, capsys: Captured, command: tuple[str, ...], hint: str
) -> None:
    before = files(course)

    assert run(*command) == 2
    assert hint in capsys.readouterr().err
    assert files(course) == before


def test_a_new_language_has_every_key_and_counts_as_missing(run: Run, course: Path, capsys: Captured) -> None:
    assert run("new", "de") == 0

    words, problems = sources.read(course)
    assert problems == []
    assert list(words.catalogues["de"]["02-fall"].messages) == list(ENGLISH)
    assert {r.state for r in survey(words, ["de"])} == {"missing"}
    assert run("check", "de") == 0  # it is growing, not complete


def test_check_knows_which_slots_a_lesson_binds(run: Run, course: Path, capsys: Captured) -> None:
    replaced(course / "locales/en/02-fall.md", "{{ k }}", "{{ kk }}, {{ minutes }}, {{ run.mujoco }}")

    assert run("check", "en") == 1

    out = capsys.readouterr().out
    assert "02-fall.md:8: [rate] unknown slot {{ kk }}" in out
    assert "nearest: k" in out
    assert out.count("unknown slot") == 1


def test_a_tag_with_a_region_is_a_language(run: Run, course: Path) -> None:
    assert run("new", "pt-BR") == 0
    assert run("export", "pt-BR") == 0
    assert (course / "build/po/pt-BR/02-fall.po").is_file()
    assert notation("pt-BR").decimal == ","


def test_a_folder_that_is_no_language_is_named_once(run: Run, course: Path, capsys: Captured) -> None:
    (course / "locales/xx").mkdir()

    assert run("check") == 1
    out = capsys.readouterr().out
    assert "xx: is no language that Babel knows" in out
    assert "1 error(s)" in out


def test_of_a_file_that_cannot_be_read_nothing_else_is_said(run: Run, course: Path, capsys: Captured) -> None:
    path = course / "locales/tr/02-fall.md"
    path.write_bytes(path.read_bytes().decode().encode("utf-16"))

    assert run("check", "tr") == 1
    assert "1 error(s), 0 warning(s), 0 open message(s)" in capsys.readouterr().out


def test_a_broken_lesson_source_is_told_and_no_sentence_blamed_for_it(run: Run, course: Path, capsys: Captured) -> None:
    replaced(course / "lessons/02-fall.toml", "[claims]", "[claims")

    assert run("check", "en") == 1
    out = capsys.readouterr().out
    assert "02-fall.toml" in out
    assert "1 error(s), 0 warning(s)" in out
