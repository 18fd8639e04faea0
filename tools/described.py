"""What a value is, in the page's language: the first line of its card.

First comes the phrase that the lesson gives it, `@value.NAME` or, for all rows of a column, `@cell.TABLE.COLUMN`
(values of another topic: `@value.TOPIC.NAME`); else the table that shows it, by head and caption; else the sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from physai.results import nearest
from tools.bindings import Records
from tools.coverage import NAMES
from tools.lessons import Column, Lesson
from tools.messages import Catalogue
from tools.problems import Problem
from tools.slots import slots
from tools.uses import Use
from tools.words import Words

CELL = re.compile(r"(?P<table>[^\[]+)\[(?P<key>[^\]]*)\]\.(?P<column>.+)")
SENTENCE = re.compile(r".+?(?:[.!?](?=\s|$)|[。！？]|$)")


def descriptions(lesson: Lesson, words: Words, found: Iterable[Use], read: Iterable[str] = ()) -> Mapping[str, str]:
    """What each value is, by `topic:name`, as Markdown without figures: those that are shown, and `read` by claims."""
    uses: dict[str, Use | None] = dict.fromkeys(read)
    for use in found:
        if not uses.get(use.figure.of):
            uses[use.figure.of] = use
    named = {of: describe(lesson, words, of) or (_place(lesson, words, use) if use else "") for of, use in uses.items()}
    return {of: text for of, text in named.items() if of and text}


def describe(lesson: Lesson, words: Words, of: str) -> str:
    """What a value is by its phrase or by the table of results that holds it, empty if by neither."""
    key = phrase_key(lesson, of)
    if words.knows(key):
        return words.plain(key)
    topic, _, name = of.partition(":")
    if cell := CELL.fullmatch(name):
        for table, spec in lesson.tables.items():
            columns = {c.value for c in spec.columns if isinstance(c, Column)}
            if spec.of == f"{topic}:{cell['table']}" and cell["column"] in columns:
                return _headed(words, table, words.plain(f"table.{table}.{cell['column']}"))
    return ""


def phrase_key(lesson: Lesson, of: str) -> str:
    """Key of the message that says what a value is."""
    topic, _, name = of.partition(":")
    foreign = "" if topic == lesson.topic else f"{topic}."
    cell = CELL.fullmatch(name)
    return f"cell.{foreign}{cell['table']}.{cell['column']}" if cell else f"value.{foreign}{name}"


def strays(english: Catalogue, lesson: Lesson, records: Records) -> list[Problem]:
    """Phrases for values that there are not."""
    known = {phrase_key(lesson, f"{topic}:{name}") for topic, r in records.items() for name in r.results.values}
    return [
        message.problem("names no value", f"rename or remove it; nearest: {', '.join(nearest(key, known)) or 'none'}")
        for key, message in sorted(english.messages.items())
        if key.startswith(NAMES) and key not in known
    ]


def _place(lesson: Lesson, words: Words, use: Use) -> str:
    """The row and column of a table of words that shows a value, or the sentence that does."""
    for table, spec in lesson.tables.items():
        for row in spec.rows or ():
            for column, content in zip(spec.columns, row, strict=False):
                if not spec.of and any(s.name == use.name for s in slots(content)):
                    label = words.plain(row[0][1:]) if row[0].startswith("@") else row[0]
                    head = words.plain(f"table.{table}.{column}")
                    shown = [head] if label.startswith("=") or content == row[0] else [label, head]
                    return _headed(words, table, " · ".join(shown))
    key = next((m.key for m in words.english[0].messages.values() if _sentence(m.text, use.name)), "")
    text = words.find(key) if key else None
    if text is None:
        return ""
    sentence = _sentence(text.message.text, use.name)
    return words.fill(replace(text.message, text=sentence), text.locale, tags=False)


def _sentence(text: str, slot: str) -> str:
    """The sentence of a message, or the line of a list or table, in which a slot stands; empty if it does not."""
    parts = (part[0] for line in text.split("\n") for part in SENTENCE.finditer(line))
    return next((part.replace("**", "").strip(" |-") for part in parts if any(s.name == slot for s in slots(part))), "")


def _headed(words: Words, table: str, head: str) -> str:
    caption = SENTENCE.match(words.plain(f"table.{table}"))
    return f"{head} · {caption[0].rstrip('.。')}" if caption else head
