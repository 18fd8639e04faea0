"""The state of all translations, told as a table and a list, as JSON, or as a page of the draft site."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from html import escape

from tools.messages import Message
from tools.originals import Originals
from tools.problems import Problem
from tools.sources import SITE, Sources
from tools.status import OPEN, STATES, Row, counts, plain_diff, word_diff
from tools.words import anchor_of

HEAD = ("lesson", "locale", *STATES, "errors", "warnings")


def table(rows: Iterable[Row], problems: Sequence[Problem], words: Sources, locales: Sequence[str]) -> list[list[str]]:
    """One line per lesson and language: how many messages are in which state, and what the checks found."""
    found = counts(rows)
    out = [list(HEAD)]
    for name, english in words.catalogues["en"].items():
        for locale in locales:
            if locale == "en":
                states = [len(english.messages), 0, 0, 0, 0]
            else:
                states = list(found.get((name, locale), dict.fromkeys(STATES, 0)).values())
            path = words.catalogues[locale][name].path
            faults = [sum(p.path == path and p.severity == kind for p in problems) for kind in ("error", "warning")]
            out.append([name, locale, *map(str, (*states, *faults))])
    return out


def as_text(cells: Sequence[Sequence[str]]) -> str:
    """A table with aligned columns, numbers to the right."""
    widths = [max(len(row[i]) for row in cells) for i in range(len(cells[0]))]
    lines = (
        "  ".join(c.ljust(w) if i < 2 else c.rjust(w) for i, (c, w) in enumerate(zip(row, widths, strict=True)))
        for row in cells
    )
    return "\n".join(line.rstrip() for line in lines)


def as_json(rows: Iterable[Row]) -> str:
    """A list of objects: locale, lesson, key, state, file, line, why."""
    return json.dumps([row.as_dict() for row in rows], ensure_ascii=False, indent=1)


def details(rows: Iterable[Row], words: Sources, kept: Originals) -> str:
    """Every open message with its place; the English to translate, or what changed in it."""
    out = []
    for row in rows:
        if row.state in OPEN:
            out.append(f"{row.file}:{row.line}: {row.state} {row.lesson} {row.key} ({row.why})")
            out += [f"    {line}" for line in _english(row, words, kept).splitlines()]
    return "\n".join(out)


def _english(row: Row, words: Sources, kept: Originals) -> str:
    then, now = _then_and_now(row, words, kept)
    if now is None or (row.state == "unknown" and then is None):
        return ""
    if row.state != "outdated":
        return now.text
    return plain_diff(then, now.text) if then is not None else f"now: {now.text}\n(the English before is not kept)"


def _then_and_now(row: Row, words: Sources, kept: Originals) -> tuple[str | None, Message | None]:
    own = words.catalogues[row.locale][row.lesson].messages.get(row.key)
    return kept.read(own.source) if own else None, words.catalogues["en"][row.lesson].messages.get(row.key)


def page(rows: Sequence[Row], problems: Sequence[Problem], words: Sources, kept: Originals) -> str:
    """The same as a page of the draft site, in English like the commands; every message is linked."""
    cells = table(rows, problems, words, words.locales)
    out = ["---\ntitle: Translations\n---", "# Translations", "| " + " | ".join(cells[0]) + " |"]
    out[-1] += "\n" + "|---" * 2 + "|--:" * (len(HEAD) - 2) + "|"
    out[-1] += "".join("\n| " + " | ".join(line) + " |" for line in cells[1:])
    for locale in words.locales[1:]:
        out.append(f"## {locale}")
        items = [_item(row, words, kept) for row in rows if row.locale == locale and row.state in OPEN]
        out.append("<ul>\n" + "\n".join(items) + "\n</ul>" if items else "Everything is translated.")
    return "\n\n".join(out) + "\n"


def _item(row: Row, words: Sources, kept: Originals) -> str:
    folder = "" if row.lesson == SITE else f"{row.lesson}/"
    target = f"../{row.locale}/{folder}#{anchor_of('m', row.key)}"
    place = f"{row.file}:{row.line}" if row.line else row.file
    if words.course.source_url:
        place = f'<a href="{escape(words.course.source_url)}/{row.file}#L{row.line}">{place}</a>'
    then, now = _then_and_now(row, words, kept)
    english = escape(now.text if now else "")
    if row.state == "outdated" and then is not None and now:
        marks = {"same": "{}", "old": "<del>{}</del>", "new": "<ins>{}</ins>"}
        english = "".join(marks[kind].format(escape(said)) for kind, said in word_diff(then, now.text))
    head = f'{row.state} <a href="{target}">{row.lesson} {row.key}</a> {place} ({escape(row.why)})'
    return f"<li>{head}<br>{' '.join(english.split())}</li>"
