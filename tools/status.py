"""Where each translation stands: done, outdated, missing, unknown or waived; and how its English changed.

A translation is *missing* also where it still is the English text that its marker names: that text stands there to be
written over. It is *unknown* where the marker does not say which English it was made from, or English has no such key.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Literal

from tools import slots
from tools.messages import Catalogue, Message
from tools.sources import Sources

State = Literal["done", "outdated", "missing", "unknown", "waived"]
STATES: tuple[State, ...] = ("done", "outdated", "missing", "unknown", "waived")
OPEN = ("outdated", "missing", "unknown")


@dataclass(frozen=True, slots=True)
class Row:
    """The state of one message in one language; `line` is where it stands, or behind which line it belongs."""

    locale: str
    lesson: str
    key: str
    state: State
    file: str
    line: int
    why: str = ""

    def as_dict(self) -> dict[str, object]:
        """For JSON."""
        return asdict(self)


def untranslated(message: Message, english: Message) -> bool:
    """A message that is empty, or still the English text that its marker names and not waived."""
    if not message.text:
        return True
    same = message.fingerprint in (message.source, english.fingerprint)
    return same and not message.waived and has_words(message.text)


def has_words(text: str) -> bool:
    """Something in it differs between languages: a letter outside code, formulas, slots and addresses."""
    return any(map(str.isalpha, slots.prose(text)))


def state_of(message: Message | None, english: Message | None) -> tuple[State, str]:
    """The state of a message, and why it is not done."""
    if english is None:
        return "unknown", "English has no such key"
    if message is None:
        return "missing", "not in the file"
    if untranslated(message, english):
        return "missing", "still the English text" if message.text else "empty"
    if message.source is None and not (message.waived and message.fingerprint == english.fingerprint):
        return "unknown", "the marker does not say which English it was made from"
    if message.source not in (None, english.fingerprint):
        return "outdated", "the English has changed since"
    same = message.fingerprint == english.fingerprint
    return ("waived", message.waived) if message.waived and same else ("done", "")


def survey(sources: Sources, locales: Iterable[str] | None = None) -> list[Row]:
    """Every message of every translation, in reading order."""
    wanted = [name for name in sources.locales if name != "en"] if locales is None else list(locales)
    return [
        row
        for locale in wanted
        for name, own in sources.catalogues[locale].items()
        for row in _rows(locale, name, sources.catalogues["en"][name], own)
    ]


def _rows(locale: str, name: str, english: Catalogue, own: Catalogue) -> Iterator[Row]:
    line = 1 if own.messages else 0
    for key, source in english.messages.items():
        message = own.messages.get(key)
        line = message.line if message else line
        state, why = state_of(message, source)
        yield Row(locale, name, key, state, own.path, line, why)
    for key, message in own.messages.items():
        if key not in english.messages:
            state, why = state_of(message, None)
            yield Row(locale, name, key, state, own.path, message.line, why)


def counts(rows: Iterable[Row]) -> Mapping[tuple[str, str], dict[State, int]]:
    """How many messages of each lesson and language are in which state."""
    found: dict[tuple[str, str], dict[State, int]] = {}
    for row in rows:
        cell = found.setdefault((row.lesson, row.locale), dict.fromkeys(STATES, 0))
        cell[row.state] += 1
    return found


def translated(own: Catalogue, english: Catalogue) -> Catalogue:
    """Only the messages that someone translated."""
    known = english.messages
    kept = {k: m for k, m in own.messages.items() if k not in known or not untranslated(m, known[k])}
    return replace(own, messages=kept)


Change = tuple[Literal["same", "old", "new"], str]


def word_diff(old: str, new: str) -> list[Change]:
    """What changed between two texts, word by word."""
    a, b = (re.findall(r"\{\{ \S+ \}\}|\w+|\s+|[^\w\s]", text) for text in (old, new))
    found: list[Change] = []
    for tag, i, j, k, m in difflib.SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if tag == "equal":
            found.append(("same", "".join(a[i:j])))
            continue
        changed: tuple[Change, Change] = (("old", "".join(a[i:j])), ("new", "".join(b[k:m])))
        found += [change for change in changed if change[1]]
    return found


def plain_diff(old: str, new: str) -> str:
    """A word diff in git's notation, `[-then-]{+now+}`."""
    marks = {"same": "{}", "old": "[-{}-]", "new": "{{+{}+}}"}
    return "".join(marks[kind].format(words) for kind, words in word_diff(old, new))
