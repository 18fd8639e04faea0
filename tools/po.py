"""Gettext `.po` files for Poedit and Weblate: one per lesson, written from the locale files and read back into them.

    msgctxt = key    msgid = English as it is now    #| = English then, with `fuzzy` where outdated
    #. section, note for the translator, the message with real numbers, and `state`: what stood in the file

Reading judges everything before anything is written: a fault anywhere stops the import; a message that changed
meanwhile, in English or in the file, is refused by name and the others are taken.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import polib
from babel.messages.plurals import get_plural

from physai.results import nearest
from tools import values
from tools.edit import clean
from tools.messages import Catalogue, Message, fingerprint
from tools.originals import Originals
from tools.problems import Problem, relative
from tools.status import state_of, untranslated

STATE = re.compile(r"^state: ([0-9a-f]{8} (?:[0-9a-f]{8}|unknown))$", re.M)
# Slots and TeX are no format strings; Weblate takes what matches `placeholders` as not to be translated.
FLAGS = (
    "no-c-format",
    "no-python-format",
    "no-python-brace-format",
    r'placeholders:r"\{\{ [a-z][^{}]* \}\}"',
    "md-text",
)

# polib takes a line apart without looking for its quotation marks, and would lose letters of a damaged one
LINE = re.compile(
    r"\s*(?:#(?![~|]).*|#[~|]?|(?:#~\|?|#\|)?\s*(?:msgctxt|msgid|msgid_plural|msgstr|msgstr\[\d+\])?\s*\"(?:\\.|[^\"\\])*\"\s*)?"
)

Comments = Callable[[str], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Entry:
    """A message as a `.po` file has it."""

    key: str
    english: str
    previous: str | None
    text: str
    fuzzy: bool
    state: str | None
    path: str
    line: int

    @property
    def touched(self) -> bool:
        """Somebody worked on it since the export."""
        text, _, source = (self.state or "").partition(" ")
        settled = not self.fuzzy and source != fingerprint(self.english)
        return bool(self.text) and (fingerprint(self.text) != text or settled)

    def problem(self, what: str, remedy: str = "") -> Problem:
        """A fault of this entry."""
        return Problem(self.path, self.line, f"[{self.key}] {what}", remedy)


def export(locale: str, name: str, english: Catalogue, own: Catalogue, kept: Originals, comments: Comments) -> str:
    """The `.po` file of one lesson, the same for the same words: it names no date and no line."""
    file = polib.POFile(wrapwidth=0)
    file.metadata = _header(locale, name)
    for key, source in english.messages.items():
        message = own.messages.get(key)
        text, fuzzy = shown(message, source)
        lines = [*comments(key), *([f"waived: {message.waived}"] if message and message.waived else [])]
        flags = [*(["fuzzy"] if fuzzy else []), *FLAGS, *(["ignore-same"] if message and message.waived else [])]
        previous = kept.read(message.source) if message and fuzzy else None
        entry = polib.POEntry(msgctxt=key, msgid=source.text, msgstr=text, flags=flags, previous_msgid=previous)
        entry.comment = "\n".join([*lines, *([f"state: {state(message)}"] if message and text else [])])
        file.append(entry)
    return str(file).removeprefix("#\n") + "\n"


def shown(message: Message | None, english: Message) -> tuple[str, bool]:
    """What a `.po` file shows of a message: its translation, and whether that needs work."""
    if message is None or untranslated(message, english):
        return "", False
    return message.text, state_of(message, english)[0] in ("outdated", "unknown")


def state(message: Message) -> str:
    """What stands in the file: fingerprints of a translation and of the English it was made from."""
    return f"{message.fingerprint} {message.source or 'unknown'}"


def read(path: Path) -> tuple[list[Entry], Mapping[str, str], list[Problem]]:
    """Entries and header of a `.po` file, whatever tool wrote it."""
    name = relative(path)
    try:
        data = path.read_bytes().removeprefix(b"\xef\xbb\xbf")
        charset = re.search(rb"charset=([\w-]+)", data)
        text = data.decode(charset[1].decode() if charset and charset[1] != b"CHARSET" else "utf-8")
        for number, line in enumerate(re.split(r"\r\n|\r|\n", text), 1):
            if not LINE.fullmatch(line):
                remedy = f"see what `msgfmt --check {path.name}` says, or export again"
                return [], {}, [Problem(name, number, f"is no line of a .po file: {line[:60]}", remedy)]
        file = _parse(text)
    except (UnicodeDecodeError, LookupError) as error:
        return [], {}, [Problem(name, 0, f"is not in the encoding it names: {error}", "save it as UTF-8")]
    except (OSError, ValueError, IndexError, AttributeError) as error:
        line = re.search(r"line (\d+)", str(error))
        what = str(error).replace(tempfile.gettempdir(), "").strip() or "cannot be read"
        remedy = f"see what `msgfmt --check {path.name}` says, or export again"
        return [], {}, [Problem(name, int(line[1]) if line else 0, f"is no .po file: {what}", remedy)]
    entries: dict[str, Entry] = {}
    problems = []
    for item in file:
        if item.obsolete:
            continue
        if not item.msgctxt or item.msgid_plural:
            what = "an entry with plural forms" if item.msgctxt else f"an entry without msgctxt: {item.msgid[:40]!r}"
            problems.append(Problem(name, item.linenum or 0, what, "import files that this project exported"))
            continue
        found = STATE.search(item.comment or "")
        previous = clean(item.previous_msgid) if item.previous_msgid else None
        entry = Entry(
            item.msgctxt,
            clean(item.msgid),
            previous,
            clean(item.msgstr),
            item.fuzzy,
            found[1] if found else None,
            name,
            item.linenum or 0,
        )
        if entry.key in entries:
            problems.append(entry.problem(f"stands twice, first in line {entries[entry.key].line}", "remove one"))
        entries[entry.key] = entry
    return list(entries.values()), file.metadata, problems


@dataclass(frozen=True, slots=True)
class Plan:
    """What an import would do: texts with the English that each was made from, what it refuses, what it leaves."""

    changes: Mapping[str, tuple[str, str | None]]  # key -> (text, fingerprint of the English or None)
    refused: tuple[Problem, ...]
    notes: tuple[str, ...]
    problems: tuple[Problem, ...]


def plan(entries: Sequence[Entry], english: Catalogue, own: Catalogue) -> Plan:
    """Compare a `.po` file with the locale file as it is now."""
    changes: dict[str, tuple[str, str | None]] = {}
    refused, notes, problems = [], [], []
    again = "export again and carry your text over, for instance with msgmerge"
    for entry in entries:
        source, message = english.messages.get(entry.key), own.messages.get(entry.key)
        if source is None:
            near = ", ".join(nearest(entry.key, english.messages)) or "none"
            problems.append(entry.problem("is no key of this lesson", f"nearest: {near}"))
            continue
        text, fuzzy = shown(message, source)
        if not entry.text:
            notes += [f"{entry.key}: empty in {entry.path}; the translation was left as it is"] if text else []
        elif not entry.touched:
            notes += [f"{entry.key}: marked as needing work, but not changed"] if entry.fuzzy and not fuzzy else []
        elif entry.text == text and (entry.fuzzy or not fuzzy):
            continue  # the file says the same by now
        elif entry.text == source.text and not text:
            notes.append(f"{entry.key}: the same as English; use `waive` if that is meant")
        elif entry.english != source.text:
            refused.append(entry.problem("the English has changed since the export", again))
        elif entry.state != (state(message) if message and text else None):
            refused.append(entry.problem(f"{own.path} has changed since the export", again))
        else:
            then: str | None = source.fingerprint
            if entry.fuzzy:
                pin = message.source if message else None
                old = fingerprint(entry.previous) if entry.previous is not None else pin
                then = old if old != source.fingerprint else None  # needs work, though English has not changed
                notes.append(f"{entry.key}: imported, and still marked as needing work")
            changes[entry.key] = (entry.text, then)
    return Plan(changes, tuple(refused), tuple(notes), tuple(problems))


def _parse(text: str) -> polib.POFile:
    # polib splits a string at every character that Python calls a line end, a file only at real ones
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.po"
        path.write_text(text, "utf-8")
        return polib.pofile(str(path), encoding="utf-8", wrapwidth=0)


def _header(locale: str, name: str) -> dict[str, str]:
    rules = values.rules_of(locale)
    return {
        "Project-Id-Version": name,
        "PO-Revision-Date": "2000-01-01 00:00+0000",  # git knows; the same words give the same file
        "Last-Translator": "see git",
        "Language-Team": rules.english_name or locale,
        "Language": locale,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": get_plural(rules).plural_forms,
        "X-Lesson": name,
    }
