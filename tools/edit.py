"""Edits of locale files that touch only the lines concerned: every other byte stays, line ends and order included.

A document is opened, edited message by message and saved whole or not at all. After each edit it is read again, and
an edit that would change any other message is refused.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from tools.files import write_if_changed
from tools.messages import MARKER, Catalogue, Message, parse
from tools.problems import Failed, Problem, relative

LINE = re.compile(r"(?<=\n)|(?<=\r)(?!\n)")
END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Document:
    """A locale file without faults. `before` is what stood on disk, None where there was no file."""

    path: Path
    before: bytes | None
    bom: str
    lines: tuple[str, ...]  # with their line ends, as messages.parse counts them
    catalogue: Catalogue  # the messages as they are now

    def pin(self, key: str, source: str) -> Document:
        """Say which English text a message was made from."""
        return self.mark(key, "source", source)

    def mark(self, key: str, name: str, value: str | None) -> Document:
        """Set a field of a message's marker, or remove it."""
        if value and (END.search(value) or "·" in value or "-->" in value):
            raise Failed([Problem(relative(self.path), 0, f"[{key}] {value!r} does not fit into a marker", ONE_LINE)])
        at = self.catalogue.messages[key].line - 1
        marker = MARKER.search(self.lines[at])
        assert marker
        fields = [field for field in marker["fields"].split(" · ") if field]
        at_field = next((i for i, field in enumerate(fields) if field.partition(" ")[0] == name), None)
        wanted = [f"{name} {value}"] if value else []
        if at_field is None:
            fields = wanted + fields if name == "source" else fields + wanted
        else:
            fields[at_field : at_field + 1] = wanted
        line = self.lines[at]
        new = line[: marker.start()] + _marker(key, fields) + line[marker.end() :]
        return self._with((*self.lines[:at], new, *self.lines[at + 1 :]), key)

    def write(self, key: str, text: str) -> Document:
        """Replace the text of a message."""
        text = clean(text)
        if text == self.catalogue.messages[key].text:
            return self
        marker, start, end = self._place(key)
        newline = _end(self.lines[marker]) or self._newline()
        body = [line + newline for line in text.split("\n")]
        before = list(self.lines[:start])
        if start == end:  # the message was empty
            before[marker] = self.lines[marker].rstrip("\r\n") + newline
            body += [newline] if self.lines[end : end + 1] and self.lines[end].strip() else []
        else:
            body[-1] = body[-1].removesuffix(newline) + _end(self.lines[end - 1])
        return self._with((*before, *body, *self.lines[end:]), key, text)

    def insert(self, key: str, text: str, fields: Mapping[str, str], after: str | None) -> Document:
        """Add a message behind another one, or as the first."""
        text, newline = clean(text), self._newline()
        marker = _marker(key, [f"{name} {value}" for name, value in fields.items()])
        block = [line + newline for line in (marker, *text.split("\n"))]
        if after is None:
            rest = self.lines if "".join(self.lines).strip() else ()
            return self._with((*block, *([newline] if rest else []), *rest), key, text)
        at = self._place(after)[2]
        head = list(self.lines[:at])
        head[-1] = head[-1] if _end(head[-1]) else head[-1] + newline
        return self._with((*head, newline, *block, *self.lines[at:]), key, text)

    def check_unchanged(self) -> None:
        """Raise `Failed` when someone else has written the file since it was opened."""
        now = self.path.read_bytes() if self.path.exists() else None
        if now != self.before:
            raise Failed([Problem(relative(self.path), 0, "was changed by another program", "run the command again")])

    def save(self) -> bool:
        """Write the file in one step; refuse when someone else has written it since it was opened."""
        self.check_unchanged()
        return write_if_changed(self.path, self.bom + "".join(self.lines))

    def _with(self, lines: tuple[str, ...], key: str, text: str | None = None) -> Document:
        found, problems = parse("".join(lines), relative(self.path), self.path.parent.name)
        others = {k: _said(m) for k, m in self.catalogue.messages.items() if k != key}
        kept = {k: _said(m) for k, m in found.messages.items() if k != key}
        if problems or others != kept or (text is not None and found.messages[key].text != text):
            what = problems[0].what if problems else "its text reads as something else in the file"
            remedy = "write no markers, end code blocks, and begin with a word"
            raise Failed([Problem(relative(self.path), 0, f"[{key}] cannot be written: {what}", remedy)])
        return replace(self, lines=lines, catalogue=found)

    def _place(self, key: str) -> tuple[int, int, int]:
        """Indices of a message's marker, its first line of text and the line behind its last."""
        messages = self.catalogue.messages
        marker = messages[key].line - 1
        stop = min((m.line - 1 for m in messages.values() if m.line - 1 > marker), default=len(self.lines))
        filled = [i for i in range(marker + 1, stop) if self.lines[i].strip()]
        if not filled:
            return marker, marker + 1, marker + 1
        start = next(i for i in range(marker + 1, stop) if self.lines[i].strip("\r\n"))
        return marker, start, filled[-1] + 1

    def _newline(self) -> str:
        return next((_end(line) for line in self.lines if _end(line)), "\n")


ONE_LINE = "use one line without '·' and '-->'"


def open_document(path: Path) -> Document:
    """Open a locale file for editing; raises `Failed` with all its faults, since an edit could make them worse."""
    if not path.exists():
        return Document(path, None, "", (), Catalogue(relative(path), path.parent.name, {}))
    before = path.read_bytes()
    text = before.decode("utf-8", errors="surrogateescape")
    bom = "\ufeff" if text.startswith("\ufeff") else ""
    catalogue, problems = parse(text.removeprefix("\ufeff"), relative(path), path.parent.name)
    if any("\udc80" <= c <= "\udcff" for c in text):
        problems.append(Problem(relative(path), 0, "is not UTF-8 text", "save the file as UTF-8"))
    if problems:
        raise Failed(problems)
    return Document(path, before, bom, tuple(LINE.split(text.removeprefix("\ufeff"))), catalogue)


def clean(text: str) -> str:
    """A text as it is kept in a locale file."""
    return END.sub("\n", text).strip("\n").rstrip()


def _marker(key: str, fields: list[str]) -> str:
    return " · ".join([f"<!-- @{key}", *fields]) + " -->"


def _end(line: str) -> str:
    return line[len(line.rstrip("\r\n")) :]


def _said(message: Message) -> Message:
    return replace(message, line=0)
