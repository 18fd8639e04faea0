"""Clumsy and hostile edits of locale files: every command answers with its exit status, never with a traceback, and
no command that writes loses a line of what a person typed."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.tools.translating import ENGLISH, Run, files
from tools.edit import END

Edit = Callable[[bytes], bytes]
NAME = "locales/tr/02-fall.md"

WHOLE: dict[str, Edit] = {
    "crlf": lambda b: b.replace(b"\n", b"\r\n"),
    "cr only": lambda b: b.replace(b"\n", b"\r"),
    "mixed line ends": lambda b: b.replace(b"\n", b"\r\n", 7),
    "byte-order mark": lambda b: b"\xef\xbb\xbf" + b,
    "two byte-order marks": lambda b: b"\xef\xbb\xbf" * 2 + b,
    "utf-16": lambda b: b.decode().encode("utf-16"),
    "turkish code page": lambda b: b.decode().encode("iso8859-9", "replace"),
    "half code page": lambda b: b[:200] + "çğü".encode("cp1254") + b[200:],
    "empty": lambda b: b"",
    "blank": lambda b: b"\n \n\t\n",
    "no final newline": lambda b: b.rstrip(),
    "only a marker": lambda b: b"<!-- @title -->",
    "only text": lambda b: b"Bir metin\n",
    "nul": lambda b: b.replace(b"Son", b"So\0n"),
    "binary": lambda b: bytes(range(256)) * 4,
    "tabs": lambda b: b.replace(b"<!-- @", b"\t<!-- @"),
    "indented": lambda b: re.sub(rb"(?m)^", b"    ", b),
    "trailing blanks": lambda b: b.replace(b"\n", b"  \t\n"),
    "no blank lines": lambda b: b.replace(b"\n\n", b"\n"),
    "many blank lines": lambda b: b.replace(b"\n", b"\n\n\n"),
    "twice": lambda b: b + b,
    "conflict": lambda b: b"<<<<<<< HEAD\n" + b + b"=======\n" + b + b">>>>>>> theirs\n",
    "curly quotes": lambda b: b.replace(b"'", "’".encode()),
    "smart dashes": lambda b: b.replace(b"--", "—".encode()),
    "upper case": lambda b: b.decode().upper().encode(),
    "no markers": lambda b: re.sub(rb"<!-- .*? -->\n", b"", b),
    "no pins": lambda b: re.sub(rb" \xc2\xb7 source \w+", b"", b),
    "ascii dot for the middle dot": lambda b: b.replace("·".encode(), b"."),
    "pins of another file": lambda b: re.sub(rb"source \w+", b"source 0123abcd", b),
    "upper-case pins": lambda b: re.sub(rb"source \w+", lambda m: m[0].upper().replace(b"SOURCE", b"source"), b),
    "short pins": lambda b: re.sub(rb"source (\w{4})\w+", rb"source \1", b),
    "pin without hash": lambda b: re.sub(rb"source \w+", b"source", b),
    "two pins": lambda b: b.replace(b" -->", " · source 0123abcd -->".encode()),
    "unknown field": lambda b: b.replace(b"source", b"sauce"),
    "waived without reason": lambda b: b.replace(b" -->", " · waived -->".encode()),
    "literal without reason": lambda b: b.replace(b" -->", " · literal 4 -->".encode()),
    "comment closed in one line more": lambda b: b.replace(b" -->", b"\n-->"),
    "everything english": lambda b: "".join(f"<!-- @{k} -->\n{t}\n\n" for k, t in ENGLISH.items()).encode(),
    "backwards": lambda b: b"\n".join(b.split(b"\n")[::-1]),
}
INSERTED: tuple[str, ...] = (
    "```\nkod\n",
    "```\n<!-- @title -->\n```\n",
    "~~~~\nkod\n~~~\n",
    "<!-- @title -->\nyine\n",
    "<!-- @strange.key -->\nyabancı\n",
    "<!-- @Title -->\nyine\n",
    "<!-- title -->\n",
    "<!-- @ title -->\n",
    "<!--@title-->\n",
    "<! -- @title -- >\n",
    "<!-- @title source 1234 -->\n",
    "<!-- @../../../etc/passwd -->\nx\n",
    "<!-- @a." + "b." * 300 + "c -->\nx\n",
    "<!-- not closed\n",
    "-->\n",
    "{{ h }\n",
    "{{h}} {{ H }} {{  h  }} {{ h|loud }}\n",
    "{{ {{ h }} }}\n",
    "{{ h }}}}}} {{{{\n",
    "{{ h }}'xyzzy {{ h }}'\n",
    "{% for x in y %}{{ ''.__class__ }}{% endfor %}\n",
    "${jndi:x} $(rm -rf /) `rm`\n",
    "<script>alert(1)</script>\n",
    "$ $$ $$$ $x\n",
    r"$\frac{a}{b$ $}{$ \( \[" + "\n",
    "** __ * _ ` ~~ [ ]( ![\n",
    "- a\n1. b\n  - c\n\t- d\n> e\n",
    "# başlık\n\nbaşlık\n===\n\n---\n",
    "| a | b |\n|---|\n| c |\n",
    "\u202e\u2066\u200b\ufeff\u0000\u0007\x1b[31m\n",
    "i\u0307I\u0307 ıIiİ ſ\u017f ß ﬁ\n",
    "👩‍👩‍👧‍👦 𝟜 ４ 四倍, 12 345,67\n",
    "dört kat, yüzde elli, iki milimetre\n",
    "temas temaslar'ın temas'\n",
    "x" * 20000 + "\n",
    "[" * 2000 + "\n",
    "(" * 2000 + "接" * 20 + "\n",
    ">" * 500 + "\n",
    "`" * 999 + "\n",
    "$" * 999 + "\n",
    "*" * 999 + "a\n",
    "{" * 999 + "\n",
    "a\n" * 500,
    "{{ h }} " * 500 + "\n",
    "'" * 500 + "e\n",
    "\u2028\u2029\x85\x0b\x0c\n",
)


def edits() -> Iterator[tuple[str, Edit]]:
    """Whole-file edits, insertions at several places, and random deletions, swaps and repetitions of lines."""
    yield from WHOLE.items()
    dice = random.Random(3)
    for text in INSERTED:
        for where in (0.0, dice.random(), 1.0):
            yield f"insert {text[:12]!r} at {where:.2f}", lambda b, t=text, w=where: _insert(b, t, w)
    for number in range(30):
        yield f"random {number}", lambda b, n=number: _shuffle(b, random.Random(n))


def _insert(data: bytes, text: str, where: float) -> bytes:
    lines = data.splitlines(True)
    at = round(where * len(lines))
    return b"".join([*lines[:at], text.encode(), *lines[at:]])


def _shuffle(data: bytes, dice: random.Random) -> bytes:
    lines = data.splitlines(True)
    for _ in range(4):
        at, other = dice.randrange(len(lines)), dice.randrange(len(lines))
        match dice.randrange(4):
            case 0:
                del lines[at]
            case 1:
                lines[at], lines[other] = lines[other], lines[at]
            case 2:
                lines.insert(other, lines[at])
            case 3:
                cut = dice.randrange(len(lines[at]))
                lines[at] = lines[at][:cut] + lines[at][cut + 1 :]
    return b"".join(lines)


ALL = dict(edits())
COMMANDS = (
    ("status", "tr"),
    ("check",),
    ("sync", "tr"),
    ("accept", "tr", "02-fall", "lead"),
    ("accept", "tr", "02-fall", "--all"),
    ("waive", "tr", "02-fall", "term", "--reason", "x"),
    ("export", "tr", "--force"),
    ("import", "tr"),
)


def typed(data: bytes) -> set[str]:
    """Lines a person typed, markers apart."""
    lines = END.split(data.decode("utf-8", "replace").removeprefix("\ufeff"))
    return {line for line in lines if line.strip() and "<!--" not in line}


def test_there_are_two_hundred() -> None:
    assert len(ALL) >= 200


@pytest.mark.parametrize("name", ALL, ids=lambda name: re.sub(r"[^\w .]+", "_", name))
def test_no_edit_brings_a_traceback_or_loses_a_line(run: Run, course: Path, name: str) -> None:
    path = course / NAME
    path.write_bytes(ALL[name](path.read_bytes()))
    others = {k: v for k, v in files(course).items() if k != NAME and ".source" not in k}
    lines = typed(path.read_bytes())

    for command in COMMANDS:
        assert run(*command) in (0, 1), command
        assert lines <= typed(path.read_bytes()), command

    assert {k: v for k, v in files(course).items() if k != NAME and ".source" not in k} == others
    assert not [p for p in (course / "locales").rglob(".*") if p.name != ".source"]  # no half-written file


@pytest.mark.parametrize("name", ["conflict", "twice", "only text", "utf-16", "short pins", "unknown field"])
def test_a_file_with_faults_is_not_written_to(run: Run, course: Path, name: str) -> None:
    path = course / NAME
    path.write_bytes(ALL[name](path.read_bytes()))
    before = files(course)

    assert run("sync", "tr") == 1
    assert run("accept", "tr", "02-fall", "lead") == 1
    assert run("export", "tr") == 1
    assert files(course) == before


def test_every_fault_has_a_line_and_a_remedy(run: Run, course: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = course / NAME
    path.write_bytes(b"words\n" + path.read_bytes().replace(b"source", b"sauce", 1) + b"\n<!-- @title -->\nx\n```\n")

    assert run("check", "tr") == 1

    out = capsys.readouterr().out
    for line, what in ((1, "text before the first key"), (2, "unknown field 'sauce'"), (25, "not closed")):
        assert re.search(rf"02-fall\.md:{line}: .*{what}.*\n +\w+", out), out


def test_odd_things_in_place_of_files(run: Run, course: Path) -> None:
    (course / "locales/tr/02-fall.md").unlink()
    (course / "locales/tr/02-fall.md").mkdir()
    (course / "locales/tr/99-nothing.md").write_text("<!-- @a -->\nx\n")
    (course / "locales/zh/02-fall.md").unlink()
    shutil.rmtree(course / "locales/.source", ignore_errors=True)
    (course / "locales/.source").mkdir()
    (course / "locales/.source/0123abcd.md").write_bytes(b"\xff\xfe")

    assert [run(*command) for command in COMMANDS] == [1] * len(COMMANDS)


def test_a_lesson_that_english_does_not_have_is_one_error(
    run: Run, course: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (course / "locales/en/02-fall.md").unlink()

    assert run("check", "tr") == 1
    assert capsys.readouterr().out.count("there is no such English lesson") == 1


@pytest.mark.parametrize("text", ["[[term]\n", "[[term]]\ntr = 'x'\n", "[[term]]\nen = 3\n", "term = 4\n", "\xff"])
def test_a_broken_glossary_is_an_error_with_its_place(
    run: Run, course: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    (course / "locales/glossary.toml").write_bytes(text.encode("latin-1"))

    assert run("check") == 1
    assert "glossary.toml" in capsys.readouterr().err
