r"""Slots in messages: `{{ name }}` and `{{ name|bare }}`, and the Markdown they stand in.

A message is cut into code, math and text, because a slot is written differently in each. Other braces are LaTeX or
text and stay as they are. In Turkish the ending after a slot follows the number that fills it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tools.messages import Message
from tools.problems import Problem
from tools.values import Place

NAME = r"[a-z][a-z0-9_]*(?:\.[a-z0-9_-]+)*"
SLOT = re.compile(rf"\{{\{{ (?P<name>{NAME})(?:\|(?P<form>[a-z]+))? \}}\}}")
NEAR_SLOT = re.compile(rf"\{{\{{\s*{NAME}\s*(?:\|\s*[a-z]+\s*)?\}}\}}|\{{\{{[^{{}}\\]*\}}\}}")
FORMS = ("bare", "number")
PIECES = re.compile(
    r"(?P<fence>^(?P<f>```+|~~~+).*?^(?P=f)\s*?$)|(?P<code>(?P<t>`+)(?!`).*?(?<!`)(?P=t)(?!`))"
    r"|(?P<display>\$\$.*?\$\$)|(?P<math>(?<![\\$])\$(?!\s|\$)(?:\\.|[^$\\])+?(?<!\s)\$(?!\$))|(?P<dollar>(?<!\\)\$+)",
    re.S | re.M,
)
TARGET = re.compile(r"\]\([^)\s]*\)|<https?://[^>]+>")  # address of a link
ENDING = re.compile(r"(?P<mark>\*{0,2})(?P<ending>['’][^\W\d_]+)")


@dataclass(frozen=True, slots=True)
class Slot:
    """A slot as it stands in a message."""

    name: str
    form: str | None
    place: Place
    offset: int


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a message: `text`, `math` or `code`, and where it starts."""

    place: Place
    text: str
    offset: int


def pieces(text: str) -> Iterator[Piece]:
    """Cut a message into text, math and code, in order and without loss."""
    end = 0
    for match in PIECES.finditer(text):
        if match["dollar"]:
            continue
        if match.start() > end:
            yield Piece("text", text[end : match.start()], end)
        place: Place = "math" if match["math"] or match["display"] else "code"
        yield Piece(place, match[0], match.start())
        end = match.end()
    if end < len(text):
        yield Piece("text", text[end:], end)


def slots(text: str) -> list[Slot]:
    """All slots of a message, in order."""
    return [
        Slot(match["name"], match["form"], piece.place, piece.offset + match.start())
        for piece in pieces(text)
        for match in SLOT.finditer(piece.text)
    ]


def prose(text: str) -> str:
    """The text with code, formulas, slots and addresses blanked out, every character in place."""
    out = []
    for piece in pieces(text):
        if piece.place == "text":
            kept = SLOT.sub(lambda m: "\ufffc" * len(m[0]), piece.text)
            out.append(TARGET.sub(lambda m: "]" + "\ufffc" * (len(m[0]) - 1), kept))
        else:
            out.append(re.sub(r"[^\n]", "\ufffc", piece.text))
    return "".join(out)


def faults(message: Message) -> list[Problem]:
    """What is wrong with the slots and math delimiters of a message, whatever the slots mean."""
    found = []
    for piece in pieces(message.text):
        for match in NEAR_SLOT.finditer(piece.text):
            at = piece.offset + match.start()
            exact = SLOT.fullmatch(match[0])
            if not exact:
                remedy = "write {{ name }} or {{ name|bare }}: lower case, one space inside each pair of braces"
                if piece.place != "math" or re.fullmatch(rf"\{{\{{\s*{NAME}.*", match[0]):
                    found.append(message.problem(f"{match[0]} is not a slot", remedy, at))
            elif exact["form"] and exact["form"] not in FORMS:
                found.append(message.problem(f"unknown form |{exact['form']} in {match[0]}", "known: bare, number", at))
        if piece.place == "text" and (dollar := re.search(r"(?<!\\)\$", piece.text)):
            remedy = r"close the formula with $, or write \$ for a dollar sign"
            found.append(message.problem("unbalanced $", remedy, piece.offset + dollar.start()))
        if piece.place == "math" and (depth := _depth(piece.text)):
            what = f"formula has {abs(depth)} brace(s) too {'many open' if depth > 0 else 'many closed'}"
            found.append(message.problem(what, "balance { and }", piece.offset))
    return found


def _depth(tex: str) -> int:
    bare = re.sub(r"\\[{}]", "", tex)
    return bare.count("{") - bare.count("}")


Fill = Callable[[Slot], str]
Attach = Callable[[Slot, str], str]


def fill(text: str, write: Fill, attach: Attach | None = None) -> str:
    """Replace every slot by `write(slot)`, and a typed ending after it by `attach(slot, ending)`.

    The ending after a formula's closing `$` follows the last slot in the formula; without one it stays as typed.
    """
    out: list[str] = []
    last: Slot | None = None  # the slot that an ending would follow
    for piece in pieces(text):
        rest = piece.text
        if attach and last and piece.place == "text" and (ending := ENDING.match(rest)):
            out.append(ending["mark"] + attach(last, ending["ending"]))
            rest = rest[ending.end() :]
        start = 0
        last = None
        skipped = len(piece.text) - len(rest)
        for match in SLOT.finditer(rest):
            if match.start() < start:
                continue
            slot = Slot(match["name"], match["form"], piece.place, piece.offset + skipped + match.start())
            out += [rest[start : match.start()], write(slot)]
            start = match.end()
            if piece.place == "math":
                last = slot
            elif attach and piece.place == "text" and (ending := ENDING.match(rest, start)):
                out.append(ending["mark"] + attach(slot, ending["ending"]))
                start = ending.end()
        out.append(rest[start:])
        if piece.place != "math":
            last = None
    return "".join(out)
