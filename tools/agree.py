"""Agreement between languages, word by word file: slots, keys, formulas, code and links; and digits typed by hand."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from physai.results import nearest
from tools import slots
from tools.messages import Catalogue, Message
from tools.problems import Problem

LINK = re.compile(r"\]\((?P<target>[^)\s]+)\)")
AUTO = re.compile(r"<https?://[^>]+>")
DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
MATH_DECIMAL = re.compile(r"\d+(?:[.,]|\{[.,]\})\d+")


def check(english: Catalogue, other: Catalogue) -> list[Problem]:
    """Where a translation differs from English in what must be the same."""
    problems = []
    for message in other.messages.values():
        source = english.messages.get(message.key)
        if source is None:
            near = ", ".join(nearest(message.key, english.messages)) or "none"
            problems.append(
                Problem(message.path, message.line, f"unknown key @{message.key}", f"nearest in English: {near}")
            )
            continue
        problems += _same(message, "slot", _slots(source), _slots(message))
        problems += _same(message, "link", _links(source), _links(message))
        problems += _same(message, "code", _pieces(source, "code"), _pieces(message, "code"))
        problems += _same(message, "number in a formula", _math_numbers(source), _math_numbers(message))
    return problems


def repeated(english: Catalogue, other: Catalogue) -> list[Problem]:
    """Slots that a translation shows more or less often than English: the pages' numbers would not be the same."""
    problems = []
    for message in other.messages.values():
        source = english.messages.get(message.key)
        wanted, found = (_slots(source), _slots(message)) if source else (Counter[str](), Counter[str]())
        for slot in wanted.keys() & found.keys():
            if wanted[slot] != found[slot]:
                what = f"slot {slot} stands {found[slot]} times, in English {wanted[slot]}"
                problems.append(message.problem(what, "show each figure as often as English does"))
    return problems


def syntax(catalogue: Catalogue) -> list[Problem]:
    """Slots and formulas that are not well formed."""
    return [p for message in catalogue.messages.values() for p in slots.faults(message)]


def typed_numbers(catalogue: Catalogue, terms: Iterable[str], english: Catalogue | None = None) -> list[Problem]:
    """Digits typed by hand: neither slots, code nor glossary terms, nor declared in the marker, here or in English."""
    names = re.compile("|".join(sorted(map(re.escape, terms), key=len, reverse=True)) or r"(?!)")
    problems = []
    for message in catalogue.messages.values():
        source = english.messages.get(message.key) if english else None
        declared = {*message.literals, *(source.literals if source else ())}
        for offset, number in _typed(message, names):
            if number not in declared:
                remedy = (
                    "bind it as a slot, or declare it in the marker: literal " + number + ": why it is not measured"
                )
                problems.append(message.problem(f"number {number} is typed by hand", remedy, offset))
    return problems


def _typed(message: Message, names: re.Pattern[str]) -> Iterator[tuple[int, str]]:
    for piece in slots.pieces(message.text):
        blank = slots.SLOT.sub(lambda m: " " * len(m[0]), piece.text)
        if piece.place == "math":
            yield from ((piece.offset + m.start(), m[0]) for m in MATH_DECIMAL.finditer(blank))
        elif piece.place == "text":
            for pattern in (LINK, AUTO, names):
                blank = pattern.sub(lambda m: " " * len(m[0]), blank)
            blank = re.sub(r"^(\s*)\d+\.(?=\s)", lambda m: " " * len(m[0]), blank, flags=re.M)  # list numbers
            yield from ((piece.offset + m.start(), m[0]) for m in DIGITS.finditer(blank))


def _same(message: Message, what: str, wanted: Counter[str], found: Counter[str]) -> list[Problem]:
    problems = []
    for item in wanted.keys() - found.keys():
        near = nearest(item, found.keys() - wanted.keys(), 1)
        remedy = f"English has it; did you write {near[0]} for it?" if near else "English has it; add it"
        problems.append(message.problem(f"{what} {item} is missing", remedy))
    for item in found.keys() - wanted.keys():
        near = nearest(item, wanted, 1)
        remedy = f"nearest in English: {near[0]}" if near else "English does not have it; remove it"
        problems.append(message.problem(f"{what} {item} is not in English", remedy))
    return problems


def _slots(message: Message) -> Counter[str]:
    return Counter(f"{{{{ {slot.name} }}}}" for slot in slots.slots(message.text))


def _links(message: Message) -> Counter[str]:
    return Counter(m["target"] for m in LINK.finditer(message.text))


def _pieces(message: Message, place: str) -> Counter[str]:
    return Counter(p.text for p in slots.pieces(message.text) if p.place == place)


def _math_numbers(message: Message) -> Counter[str]:
    math = "".join(slots.SLOT.sub("", p.text) for p in slots.pieces(message.text) if p.place == "math")
    return Counter(re.findall(r"\d+", re.sub(r"\\text\{[^}]*\}", "", math)))
