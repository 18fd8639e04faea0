"""Locale files: keyed messages in Markdown, `<!-- @key · source 1a2b3c4d -->` before each text.

A locale file is read leniently where that is harmless (byte-order mark, CRLF, blank lines) and refused with file,
line and remedy where it is not. Messages are text, never programs: the only active thing in them is a slot.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tools.problems import Problem, relative

KEY = re.compile(r"[a-z][a-z0-9_-]*(\.[a-z0-9_-]+)*")
MARKER = re.compile(r"<!-- @(?P<key>\S+?)(?P<fields>( · [^·]+?)*) -->")
FENCE = re.compile(r"\s*(```+|~~~+)")
EXAMPLE = "write it as <!-- @key --> or <!-- @key · source 1a2b3c4d --> on a line of its own"
FIELDS = ("source", "literal", "waived", "unmeasured", "note")


@dataclass(frozen=True, slots=True)
class Message:
    """One text of one locale, with the marker's fields and the place it stands in."""

    key: str
    text: str
    path: str
    line: int  # of the marker
    source: str | None = None  # fingerprint of the English text it translates
    literals: tuple[str, ...] = ()  # digits or number words typed by hand on purpose
    waived: str | None = None  # why it may be the same as English
    note: str | None = None  # for the translator
    unmeasured: str | None = None  # in English: why it needs no claim though it compares

    @property
    def fingerprint(self) -> str:
        """Eight hex digits that change when the text does."""
        return fingerprint(self.text)

    def problem(self, what: str, remedy: str = "", offset: int = 0) -> Problem:
        """A fault in this message; `offset` is the position in its text."""
        line = self.line + 1 + self.text.count("\n", 0, offset)
        return Problem(self.path, line, f"[{self.key}] {what}", remedy)


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The messages of one file, in reading order."""

    path: str
    locale: str
    messages: Mapping[str, Message]


def fingerprint(text: str) -> str:
    """Identity of a message's text, blind to line ends and outer blank space."""
    return hashlib.sha256(text.replace("\r\n", "\n").strip().encode()).hexdigest()[:8]


def read(path: Path) -> tuple[Catalogue, list[Problem]]:
    """Read a locale file; what is wrong with it comes back beside the messages that are good."""
    name, locale = relative(path), path.parent.name
    data = b""
    try:
        data = path.read_bytes()
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        return Catalogue(name, locale, {}), [Problem(name, line, "is not UTF-8 text", "save the file as UTF-8")]
    except OSError as error:
        reason = error.strerror or str(error)
        return Catalogue(name, locale, {}), [Problem(name, 0, f"cannot be read: {reason}", "put a text file there")]
    return parse(text, name, locale)


def parse(text: str, path: str, locale: str) -> tuple[Catalogue, list[Problem]]:
    """Split the text of a locale file into messages."""
    problems: list[Problem] = []
    messages: dict[str, Message] = {}
    marker: tuple[int, re.Match[str]] | None = None
    lines: list[str] = []
    fence, opening = "", 0
    lost = False  # behind a broken marker

    def finish() -> None:
        if marker is None:
            if "".join(lines).strip():
                at = next(i for i, line in enumerate(lines, 1) if line.strip())
                problems.append(Problem(path, at, "text before the first key", f"give it a key: {EXAMPLE}"))
            return
        message, faults = _message(marker[1], "\n".join(lines).strip("\n").rstrip(), path, marker[0])
        problems.extend(faults)
        if message.key in messages:
            first = messages[message.key].line
            problems.append(message.problem(f"key is used twice, first in line {first}", "rename or remove one"))
        else:
            messages[message.key] = message

    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        found = MARKER.fullmatch(line.strip())
        if fence:
            if found:
                what = f"marker @{found['key']} inside a code block that is not closed"
                problems.append(Problem(path, number, what, f"close the block with {fence} before the marker"))
                fence = ""
            elif line.strip().startswith(fence):
                fence = ""
        elif opened := FENCE.match(line):
            fence, opening = opened[1], number
        if found:
            if not lost:
                finish()
            marker, lines, lost = (number, found), [], False
        elif not fence and _broken(line):
            problems.append(Problem(path, number, f"broken marker: {line.strip()}", EXAMPLE))
            if not lost:
                finish()
            marker, lines, lost = None, [], True  # whose text follows is not known
        else:
            lines.append(line)
    if fence:
        problems.append(Problem(path, opening, "code block is not closed", f"add a line {fence}"))
    if not lost:
        finish()
    return Catalogue(path, locale, messages), problems


def _broken(line: str) -> bool:
    """Looks like someone meant a marker."""
    return bool(re.match(r"\s*<!?-{0,3}\s*@|\s*<!--\s*@|.*<!--\s*@.*-->|.*[·-]\s*source [0-9a-f]{8}\b.*-", line))


def _message(marker: re.Match[str], text: str, path: str, line: int) -> tuple[Message, list[Problem]]:
    problems = []
    key = marker["key"]
    if not KEY.fullmatch(key):
        problems.append(Problem(path, line, f"@{key} is not a key", "use lower-case letters, digits, '.', '_', '-'"))
    fields: dict[str, str] = {}
    for field in filter(None, marker["fields"].split(" · ")):
        name, _, value = field.partition(" ")
        if name not in FIELDS:
            problems.append(Problem(path, line, f"[{key}] unknown field {name!r}", f"known: {', '.join(FIELDS)}"))
        elif name in fields:
            problems.append(Problem(path, line, f"[{key}] field {name!r} stands twice", "remove one"))
        fields[name] = value.strip()
    source = fields.get("source")
    if source is not None and not re.fullmatch(r"[0-9a-f]{8}", source):
        remedy = f"run: python tools/locales.py accept {Path(path).parent.name} {Path(path).stem} {key}"
        problems.append(Problem(path, line, f"[{key}] source {source!r} is not eight hex digits", remedy))
    literals, _, reason = fields.get("literal", "").partition(":")
    if "literal" in fields and not (literals.strip() and reason.strip()):
        remedy = "write it as: literal 4, 60: why these are not measured"
        problems.append(Problem(path, line, f"[{key}] literal needs values and a reason", remedy))
    if "waived" in fields and not fields["waived"]:
        remedy = "write it as: waived why it is the same as English"
        problems.append(Problem(path, line, f"[{key}] waived needs a reason", remedy))
    if "unmeasured" in fields and not fields["unmeasured"]:
        remedy = "write it as: unmeasured a law, a definition or a fact of documentation"
        problems.append(Problem(path, line, f"[{key}] unmeasured needs a reason", remedy))
    declared = tuple(part.strip() for part in literals.split(",") if part.strip())
    waived, note, unmeasured = (fields.get(name) for name in ("waived", "note", "unmeasured"))
    return Message(key, text, path, line, source, declared, waived, note, unmeasured), problems
