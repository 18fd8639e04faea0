"""Markdown that would not render as meant: on the site (Python-Markdown) or where the file is read (GitHub)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token

from tools import slots
from tools.messages import Catalogue, Message
from tools.problems import Problem

PARSER = MarkdownIt("commonmark").enable("table").disable("text_join")  # keeps escaped marks apart from text
ITEM = re.compile(r"\s{0,3}(?:[-*+]|\d+\.)\s+\S")
LEFT = (
    (re.compile(r"\*\*|__"), "bold mark {} does not pair", "close it, with no space inside the marks"),
    (re.compile(r"\*"), "emphasis mark {} does not pair", r"close it, or write \* for an asterisk"),
    (re.compile(r"`+"), "code mark {} is not closed", "close it with the same number of backticks"),
    (re.compile(r"\]\(|\] \("), "link is broken at {}", "write [words](address), without a space between"),
)
FLANK = "put the closing mark before the punctuation, or a space behind the mark"
FORBIDDEN = {
    "heading_open": (
        "would become a heading",
        "headings are messages of their own, without #; put a blank line before ---",
    ),
    "hr": ("would become a horizontal line", r"write \--- for dashes"),
    "code_block": ("would become a code block", "begin the line with fewer than four spaces and no tab"),
    "html_block": ("holds HTML", "use Markdown only"),
    "html_inline": ("holds HTML", "use Markdown only; write &lt; for <"),
}


def check(catalogue: Catalogue, english: Catalogue | None = None) -> list[Problem]:
    """Marks that do not pair, blocks nobody meant, and lists that differ from English."""
    found = []
    for message in catalogue.messages.values():
        tokens = PARSER.parse(bare(message.text))
        found += [*_blocks(message, tokens), *_marks(message, tokens), *_glued(message)]
        source = english and english.messages.get(message.key)
        if source and (wanted := lists(source)) != (own := _lists(tokens)):
            what = f"English has {_said(wanted)}, here is {_said(own)}"
            found.append(
                message.problem(what, "give the lists the same kinds and numbers of items, a blank line before")
            )
    return found


def text_of(markdown: str) -> str:
    """Markdown as plain text on one line: words and code, formulas as TeX, no marks and no addresses."""
    out = []
    for piece in slots.pieces(markdown):
        if piece.place == "math":
            out.append(piece.text.strip("$"))
        else:
            tokens = (part for token in PARSER.parse(piece.text) for part in token.children or ())
            inner = "".join(" " if part.type == "softbreak" else part.content for part in tokens)
            lead, tail = (
                piece.text[: len(piece.text) - len(piece.text.lstrip())],
                piece.text[len(piece.text.rstrip()) :],
            )
            out.append(lead + inner + tail)
    return " ".join("".join(out).split())


def bare(text: str) -> str:
    """The text with slots and formulas replaced by letters, line by line in place, so that their marks do not count."""
    out = []
    for piece in slots.pieces(text):
        if piece.place == "math":
            out.append(re.sub(r"[^\n]", "x", piece.text))
        else:
            out.append(slots.SLOT.sub(lambda m: "x" * len(m[0]), piece.text) if piece.place == "text" else piece.text)
    return "".join(out)


def lists(message: Message) -> list[tuple[str, int]]:
    """Kinds and lengths of the lists of a message."""
    return _lists(PARSER.parse(bare(message.text)))


def _lists(tokens: list[Token]) -> list[tuple[str, int]]:
    found: list[tuple[str, int]] = []
    open_lists: list[int] = []
    for token in tokens:
        if token.type in ("bullet_list_open", "ordered_list_open"):
            open_lists.append(len(found))
            found.append((token.type.removesuffix("_list_open"), 0))
        elif token.type == "list_item_open":
            kind, count = found[open_lists[-1]]
            found[open_lists[-1]] = kind, count + 1
        elif token.type.endswith("_list_close"):
            open_lists.pop()
    return found


def _said(found: list[tuple[str, int]]) -> str:
    return " and ".join(f"a {kind} list of {count}" for kind, count in found) or "no list"


def _blocks(message: Message, tokens: list[Token]) -> Iterator[Problem]:
    for token in tokens:
        for part in (token, *(token.children or ())):
            if part.type in FORBIDDEN:
                what, remedy = FORBIDDEN[part.type]
                line = (token.map or [0])[0]
                yield Problem(message.path, message.line + 1 + line, f"[{message.key}] {what}", remedy)


def _marks(message: Message, tokens: list[Token]) -> Iterator[Problem]:
    for token in tokens:
        line = (token.map or [0])[0]
        text, address = "", False
        for part in token.children or ():
            if part.type.startswith("link_"):
                address = part.type == "link_open" and part.markup == "autolink"
            if part.type == "softbreak":
                yield from _left(message, text, line)
                text, line = "", line + 1
            elif part.type == "text" and not address:
                text += part.content
            else:
                text += "\ufffc"
        yield from _left(message, text, line)


def _left(message: Message, text: str, line: int) -> Iterator[Problem]:
    for pattern, what, remedy in LEFT:
        if mark := pattern.search(text):
            if "mark" in what and re.search(r"[^\w\s]\*+\w", text):
                remedy = FLANK
            said = what.format(mark[0])
            yield Problem(message.path, message.line + 1 + line, f"[{message.key}] {said}", remedy)
            return


def _glued(message: Message) -> Iterator[Problem]:
    """A list right under a paragraph: Python-Markdown takes it for more of the paragraph."""
    lines = bare(message.text).split("\n")
    fenced = False
    for number, (before, line) in enumerate(pairwise(lines), 1):
        fenced ^= before.lstrip().startswith(("```", "~~~"))
        in_list = ITEM.match(before) or before.startswith((" ", "\t"))
        if ITEM.match(line) and before.strip() and not in_list and not fenced:
            what = f"[{message.key}] the list is glued to the paragraph above it"
            yield Problem(message.path, message.line + 1 + number, what, "put a blank line before the list")
