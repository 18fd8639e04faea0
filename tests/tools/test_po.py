"""`.po` files: the round trip changes no byte, whatever tool it goes through, and nothing false gets in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import polib
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tools.translating import CHINESE, ENGLISH, TURKISH, Run, files, gettext, replaced
from tools import po, sources
from tools.messages import Catalogue, Message, fingerprint
from tools.originals import Originals
from tools.problems import ROOT
from tools.status import survey

Captured = pytest.CaptureFixture[str]
Tool = Callable[[Path], object]


def po_path(course: Path, locale: str = "zh", name: str = "02-fall") -> Path:
    return course / f"build/po/{locale}/{name}.po"


def edit(path: Path, key: str, text: str | None = None, *, fuzzy: bool | None = None) -> None:
    """What a translator does to an entry in Poedit."""
    file = polib.pofile(str(path), wrapwidth=78)
    entry = next(e for e in file if e.msgctxt == key)
    entry.msgstr = entry.msgstr if text is None else text
    if fuzzy is not None:
        entry.flags = [f for f in entry.flags if f != "fuzzy"] + ["fuzzy"] * fuzzy
    file.save(str(path))


def by_polib(path: Path) -> None:
    polib.pofile(str(path)).save(str(path))


def by_msgcat(path: Path) -> None:
    gettext("msgcat", "-o", path, path)


def by_msgcat_sorted(path: Path) -> None:
    gettext("msgcat", "--sort-output", "--width=40", "-o", path, path)


def by_msgmerge(path: Path) -> None:
    gettext("msgmerge", "--quiet", "-o", path, path, path)


def by_latin(path: Path) -> None:
    gettext("msgconv", "-t", "ISO-8859-9", "-o", path, path)


def crlf_and_bom(path: Path) -> None:
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))


def without_comments(path: Path) -> None:
    gettext("msgattrib", "--no-location", "-o", path, path)
    path.write_text("".join(x for x in path.read_text("utf-8").splitlines(True) if not x.startswith("#.")), "utf-8")


TOOLS: list[Tool] = [
    lambda path: None,
    by_polib,
    by_msgcat,
    by_msgcat_sorted,
    by_msgmerge,
    by_latin,
    crlf_and_bom,
    without_comments,
]


@pytest.mark.parametrize("tool", TOOLS, ids=lambda t: t.__name__)
def test_the_round_trip_changes_no_byte(run: Run, course: Path, tool: Tool) -> None:
    path = course / "locales/tr/02-fall.md"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n") + b"\r\n\r\n")
    replaced(path, f" · source {fingerprint(ENGLISH['title'])}", "")  # unknown
    run("sync", "zh")
    replaced(course / "locales/en/02-fall.md", "A body falls", "A heavy body falls")  # outdated
    before = files(course)
    run("export", "tr")

    tool(po_path(course, "tr"))

    assert run("import", "tr") == 0
    assert files(course) == before


@pytest.mark.parametrize("locale", ["tr", "zh"])
def test_the_round_trip_of_the_course_changes_no_byte(tmp_path: Path, locale: str) -> None:
    words, _ = sources.read()
    for name, english in words.catalogues["en"].items():
        own = words.catalogues[locale][name]
        path = tmp_path / f"{name}.po"
        kept = Originals(ROOT / "locales/.source")
        path.write_text(po.export(locale, name, english, own, kept, lambda key: ()), "utf-8")
        assert gettext("msgfmt", "--check", "-o", tmp_path / "x.mo", path) == ""
        by_msgcat(path)
        entries, _, problems = po.read(path)
        plan = po.plan(entries, english, own)
        assert problems == []
        assert (plan.changes, plan.refused, plan.problems) == ({}, (), ())


texts = st.text(st.characters(codec="utf-8", exclude_characters="\r\0"), min_size=1).filter(
    lambda t: t.strip("\n").rstrip()
)


@given(texts, texts)
def test_any_text_survives_the_round_trip(tmp_path_factory: pytest.TempPathFactory, source: str, text: str) -> None:
    source, text = (po.clean(t) for t in (source, text))
    english = Message("k", source, "en", 1)
    own = Message("k", text, "tr", 1, fingerprint(source))
    cats = [Catalogue("x", name, {"k": m}) for name, m in (("en", english), ("tr", own))]
    path = tmp_path_factory.mktemp("po") / "x.po"
    path.write_bytes(po.export("tr", "x", *cats, Originals(path.parent), lambda key: ()).encode())

    entries, _, problems = po.read(path)

    assert problems == []
    assert [(e.key, e.english, e.text) for e in entries] == [("k", source, text if text != source else entries[0].text)]
    assert po.plan(entries, *cats).changes == {}


# what an exported file shows


def test_an_outdated_message_is_fuzzy_with_the_english_it_was_made_from(run: Run, course: Path) -> None:
    run("sync", "zh")
    replaced(course / "locales/en/02-fall.md", "A body falls", "A heavy body falls")
    run("export", "zh")

    entries = {e.msgctxt: e for e in polib.pofile(str(po_path(course)))}

    assert [key for key, e in entries.items() if e.fuzzy] == ["lead"]
    assert entries["lead"].previous_msgid == ENGLISH["lead"]
    assert entries["lead"].msgid == "A heavy body falls for {{ h }}."
    assert (entries["title"].msgid, entries["title"].msgstr) == (ENGLISH["title"], CHINESE["title"])


def test_a_missing_message_and_english_put_there_to_write_over_are_empty(run: Run, course: Path) -> None:
    run("new", "de")
    run("export", "de")

    assert {e.msgstr for e in polib.pofile(str(po_path(course, "de")))} == {""}


def test_every_slot_is_protected(run: Run, course: Path) -> None:
    run("export", "zh")
    text = po_path(course).read_text("utf-8")

    assert text.count("no-python-brace-format") == text.count("placeholders:r") == len(ENGLISH)
    assert gettext("msgfmt", "--check", "-o", course / "x.mo", po_path(course)) == ""


def test_the_comment_tells_section_note_and_real_numbers(tmp_path: Path) -> None:
    from tools import po_comments

    words, _ = sources.read()
    lesson = next(iter(words.lessons))
    english = words.catalogues["en"][lesson]
    of = po_comments.comments(words, lesson)
    comments = {key: of(key) for key in english.messages}
    slots = [key for key, message in english.messages.items() if "{{ " in message.text]

    assert any(line.startswith("section: ") for line in comments["problem." + _first(english, "problem.")])
    assert all(any(line.startswith("shows: ") for line in comments[key]) for key in slots)
    assert not any("{{" in line for lines in comments.values() for line in lines)
    assert all(f"note: {m.note}" in comments[k] for k, m in english.messages.items() if m.note)


def _first(english: Catalogue, beginning: str) -> str:
    return next(key for key in english.messages if key.startswith(beginning)).removeprefix(beginning)


# what comes back


def test_translated_entries_are_written_pinned_and_in_english_order(run: Run, course: Path) -> None:
    run("export", "tr")
    edit(po_path(course, "tr"), "term", "temassız")
    edit(po_path(course, "tr"), "title", "Derin düşme")

    assert run("import", "tr") == 0

    own = sources.read(course)[0].catalogues["tr"]["02-fall"]
    assert list(own.messages) == list(ENGLISH)
    assert own.messages["term"].text == "temassız"
    assert own.messages["title"].text == "Derin düşme"
    assert {r.state for r in survey(sources.read(course)[0], ["tr"])} == {"done"}


def test_clearing_fuzzy_accepts_and_leaving_it_does_not(run: Run, course: Path) -> None:
    run("sync", "zh")
    replaced(course / "locales/en/02-fall.md", "A body falls", "A heavy body falls")
    replaced(course / "locales/en/02-fall.md", "The end", "The very end")
    run("export", "zh")
    edit(po_path(course), "lead", fuzzy=False)
    edit(po_path(course), "last", "最后", fuzzy=True)

    assert run("import", "zh") == 0

    words, _ = sources.read(course)
    states = {r.key: r.state for r in survey(words, ["zh"])}
    assert (states["lead"], states["last"]) == ("done", "outdated")
    assert words.catalogues["zh"]["02-fall"].messages["last"].text == "最后"


def test_a_text_that_its_translator_marks_as_needing_work_is_not_done(run: Run, course: Path, capsys: Captured) -> None:
    run("sync", "zh")
    run("export", "zh")
    edit(po_path(course), "lead", "物体{{ h }}下落。", fuzzy=True)

    assert run("import", "zh") == 0

    assert "lead: imported, and still marked as needing work" in capsys.readouterr().out
    words, _ = sources.read(course)
    assert {r.key: r.state for r in survey(words, ["zh"])}["lead"] == "unknown"
    assert words.catalogues["zh"]["02-fall"].messages["lead"].text == "物体{{ h }}下落。"


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("locales/en/02-fall.md", "The fall", "The deep fall"),
        ("locales/zh/02-fall.md", CHINESE["title"], "落下"),
    ],
)
def test_what_changed_meanwhile_is_refused_by_name_and_the_rest_is_taken(
    run: Run, course: Path, capsys: Captured, path: str, old: str, new: str
) -> None:
    run("export", "zh")
    replaced(course / path, old, new)
    edit(po_path(course), "title", "坠落")
    edit(po_path(course), "last", "完")
    capsys.readouterr()

    assert run("import", "zh") == 1

    err = capsys.readouterr().err
    assert "refused: " in err
    assert "[title]" in err
    text = (course / "locales/zh/02-fall.md").read_text("utf-8")
    assert "坠落" not in text
    assert "完" in text


def test_what_nobody_touched_is_not_held_against_the_file(run: Run, course: Path) -> None:
    run("export", "zh")
    replaced(course / "locales/zh/02-fall.md", CHINESE["title"], "落下")
    edit(po_path(course), "last", "完")

    assert run("import", "zh") == 0
    assert "落下" in (course / "locales/zh/02-fall.md").read_text("utf-8")


def test_refused_work_is_carried_over_with_msgmerge(run: Run, course: Path) -> None:
    run("export", "zh")
    edit(po_path(course), "title", "坠落")
    replaced(course / "locales/en/02-fall.md", "The fall", "The deep fall")
    assert run("import", "zh") == 1
    assert run("export", "zh") == 1  # would lose the work
    assert run("export", "zh", "--to", course / "fresh") == 0
    gettext(
        "msgmerge", "--quiet", "--previous", "-o", course / "02-fall.po", po_path(course), course / "fresh/02-fall.po"
    )

    assert run("import", "zh", course / "02-fall.po") == 0

    words, _ = sources.read(course)
    assert words.catalogues["zh"]["02-fall"].messages["title"].text == "坠落"
    assert {r.state for r in survey(words, ["zh"]) if r.key == "title"} == {"outdated"}


@pytest.mark.parametrize(
    ("key", "text", "what"),
    [
        ("lead", "物体下落。", "slot {{ h }} is missing"),
        ("lead", "物体下落{{ hh }}。", "did you mean"),
        ("lead", "物体下落{{h}}。", "is not a slot"),
        ("rate", r"速率$\frac{a}{b$，`solref`取{{ k }}。", "brace"),
        ("rate", r"速率$\frac{a}{b}$，`solimp`取{{ k }}。", "code `solimp`"),
        ("lead", "物体下落{{ h }}，60帧。", "number 60 is typed by hand"),
        ("title", "下落\n<!-- @lead -->\n丢失", "cannot be written"),
        ("title", "下落\n\n```\n代码", "cannot be written"),
    ],
)
def test_a_faulty_text_stops_the_import_and_nothing_is_written(
    run: Run, course: Path, capsys: Captured, key: str, text: str, what: str
) -> None:
    run("export", "zh")
    edit(po_path(course), key, text)
    edit(po_path(course), "last", "完")
    before = files(course)
    capsys.readouterr()

    assert run("import", "zh") == 1

    assert what in capsys.readouterr().err.replace("did you write", "did you mean")
    assert files(course) == before


def test_emptied_entries_lose_nothing(run: Run, course: Path, capsys: Captured) -> None:
    before = files(course)
    run("export", "tr")
    for key in TURKISH:
        edit(po_path(course, "tr"), key, "")

    assert run("import", "tr") == 0
    assert files(course) == before
    assert "left as it is" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda t: t.replace('msgctxt "last"', 'msgctxt "lsat"'), "is no key of this lesson"),
        (lambda t: t.replace('msgctxt "last"\n', ""), "without msgctxt"),
        (lambda t: t + '\nmsgctxt "title"\nmsgid "The fall"\nmsgstr "下"\n', "stands twice"),
        (lambda t: t + '\nmsgctxt "x"\nmsgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"\n', "plural"),
        (lambda t: t.replace('msgstr "', "msgstr ", 3), "is no line of a .po file"),
        (lambda t: t[: len(t) // 2].rstrip('"\n'), "is no line of a .po file"),
        (lambda t: t.replace("charset=UTF-8", "charset=KLINGON"), "encoding"),
        (lambda t: t.replace("Language: zh", "Language: tr"), "is in tr, not in zh"),
        (lambda t: t.replace("X-Lesson: 02-fall", "X-Lesson: 03-fall"), "there is no lesson"),
        (lambda t: "<<<<<<< ours\n" + t, "is no line of a .po file"),
    ],
)
def test_a_damaged_file_is_refused(
    run: Run, course: Path, capsys: Captured, change: Callable[[str], str], what: str
) -> None:
    run("export", "zh")
    path = po_path(course)
    path.write_text(change(path.read_text("utf-8")), "utf-8")
    before = files(course)
    capsys.readouterr()

    assert run("import", "zh") == 1
    assert what in capsys.readouterr().err
    assert files(course) == before


def test_a_file_in_mixed_encodings_is_refused(run: Run, course: Path, capsys: Captured) -> None:
    run("export", "tr")
    path = po_path(course, "tr")
    path.write_bytes(path.read_bytes().replace("Düşme".encode(), "Düşme".encode("iso8859-9")))

    assert run("import", "tr") == 1
    assert "encoding" in capsys.readouterr().err
