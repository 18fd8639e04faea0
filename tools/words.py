"""Words of one page in one language: its lesson's messages and the interface's, with honest fallback to English."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import escape

from physai.results import NONE, nearest
from tools import components, slots, turkish, values
from tools.bindings import Figure
from tools.messages import Catalogue, Message
from tools.problems import Problem
from tools.slots import Slot
from tools.status import state_of

ENDINGS: Mapping[str, Callable[[str, str, str], str]] = {"tr": turkish.attach}
"""Languages whose endings follow a number: (number, unit, ending as typed) -> ending as it must be."""


@dataclass(frozen=True, slots=True)
class Text:
    """A message chosen for a locale, and how far it can be trusted."""

    message: Message
    locale: str
    outdated: bool = False


@dataclass(slots=True)
class Words:
    """Looks messages up for one lesson and locale and fills their slots; collects problems instead of stopping.

    `own` and `english` map file names (`03-contact`, `site`) to catalogues, the lesson's first. `figures` are the
    figures by slot name, `links` the ready-made Markdown of built-in slots by name and form.
    """

    locale: str
    own: tuple[Catalogue, ...]
    english: tuple[Catalogue, ...]
    figures: Mapping[str, Figure]
    links: dict[str, tuple[str, str]] = field(default_factory=dict)  # name -> (markdown, plain number)
    claims: dict[str, list[str]] = field(default_factory=dict)  # message -> claims it rests on
    unbound: set[str] = field(default_factory=set)  # slots whose binding is at fault, told where that stands
    false: set[str] = field(default_factory=set)  # messages whose claims no longer hold, in a draft
    problems: list[Problem] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)  # keys that were looked up
    _anchored: set[str] = field(default_factory=set)

    def find(self, key: str) -> Text | None:
        """The message of a key in this locale, or in English, or None with a problem."""
        self.seen.add(key)
        for own, english in zip(self.own, self.english, strict=True):
            source = english.messages.get(key)
            if source is None:
                continue
            message = own.messages.get(key)
            if message is None:
                return Text(source, "en")
            old = own.locale != "en" and state_of(message, source)[0] in ("outdated", "unknown")
            return Text(message, own.locale, old)
        known = [k for catalogue in self.english for k in catalogue.messages]
        near = ", ".join(nearest(key, known)) or "none"
        path = self.english[0].path
        self.problems.append(Problem(path, 0, f"message @{key} is missing in English", f"add it; nearest: {near}"))
        return None

    def knows(self, key: str) -> bool:
        """Whether there is such a message."""
        return any(key in english.messages for english in self.english)

    def unique(self, anchor: str) -> str:
        """An anchor that was not given out before on this page: itself, then `anchor-2`."""
        count = 2
        free = anchor
        while free in self._anchored:
            free, count = f"{anchor}-{count}", count + 1
        self._anchored.add(free)
        return free

    def plain(self, key: str) -> str:
        """A message without mark-up around its figures: for headings, labels, attributes and drawings."""
        text = self.find(key)
        return self.fill(text.message, text.locale, tags=False) if text else f"@{key}"

    def block(self, key: str) -> str:
        """A message as a block of Markdown, its figures traceable; fallback and outdated text is marked as such."""
        text = self.find(key)
        if not text:
            return f"@{key}"
        filled = self.fill(text.message, text.locale)
        marks = self._marks(key)
        if "\n\n" not in filled and not filled.startswith(("- ", "1. ", "* ", "|", ">", "```")):
            filled += f"\n{{: {marks} }}"
        else:
            filled = f'<div {marks.replace("#", "id=", 1)} markdown="1">\n\n{filled}\n\n</div>'
        if key in self.false:
            filled = components.false(filled, self.plain("note.false"))
        if text.locale != self.locale:
            return components.fallback(filled, text.locale, self.plain("note.fallback"))
        return components.outdated(filled, self.plain("note.outdated")) if text.outdated else filled

    def inline(self, key: str) -> str:
        """A message as inline Markdown, its figures traceable."""
        text = self.find(key)
        if not text:
            return f"@{key}"
        filled = " ".join(self.fill(text.message, text.locale).split("\n"))
        if (key in self.claims or "<data" in filled or 'class="cited"' in filled) and key not in self._anchored:
            filled = f"<span {self._marks(key).replace('#', 'id=', 1)}>{filled}</span>"
        return filled if text.locale == self.locale else f'<span class="fallback" lang="{text.locale}">{filled}</span>'

    def fill(self, message: Message, locale: str, *, tags: bool = True) -> str:
        """Fill the slots of a message in a locale's notation; in Turkish the endings follow."""

        def write(slot: Slot) -> str:
            if (link := self._link(slot)) is not None:
                return link[0 if tags and slot.place == "text" else 1]
            figure = self.figures.get(slot.name)
            if figure is None and slot.name in self.unbound:
                return slot.name
            if figure is None:
                near = ", ".join(nearest(slot.name, [*self.figures, *self.links])) or "none"
                what = f"unknown slot {{{{ {slot.name} }}}}"
                self.problems.append(message.problem(what, f"nearest known: {near}", slot.offset))
                return slot.name
            if figure.neutral in ("yes", "no") or figure.neutral.isalpha():
                return self.plain(f"word.{figure.neutral}")
            text = figure.text(locale, slot.place, bare=slot.form == "bare")
            return tag(figure, text, locale) if tags and slot.place == "text" else text

        endings = ENDINGS.get(locale)

        def attach(slot: Slot, typed: str) -> str:
            assert endings is not None
            if (link := self._link(slot)) is not None:
                number, unit = link[1], ""
            elif figure := self.figures.get(slot.name):
                number, unit = figure.text(locale, bare=True), "" if slot.form == "bare" else figure.unit
            else:
                return typed  # an unknown slot is reported where it is written
            if number == NONE:
                return typed
            try:
                return endings(number, unit, typed)
            except ValueError as error:
                self.problems.append(message.problem(str(error), "", slot.offset))
                return typed

        return slots.fill(message.text, write, attach if endings else None)

    def _marks(self, key: str) -> str:
        """Attributes of a message: its anchor, the same in every language, and the claims it rests on."""
        self._anchored.add(key)
        names = " ".join(self.claims.get(key, ()))
        return f"#{anchor_of('m', key)}" + (f' data-claims="{names}"' if names else "")

    def _link(self, slot: Slot) -> tuple[str, str] | None:
        return self.links.get(f"{slot.name}|{slot.form}" if slot.form else slot.name)


def anchor_of(kind: str, key: str) -> str:
    """Anchor of a message (`m`) or a part of a page (`table`, `figure`, `quiz`), the same in every language."""
    return f"{kind}-{key.replace('.', '-')}"


def tag(figure: Figure, text: str, locale: str) -> str:
    """A traceable figure in HTML: its full value and where it comes from; the title is for readers without scripts."""
    if figure.cited:
        return f'<a class="cited" href="{escape(figure.cited)}">{text}</a>'
    full = values.write(figure.raw, figure.unit, locale) if figure.quantity and figure.raw else ""
    title = escape(" · ".join(filter(None, (full, figure.of))))
    return f'<data class="v" value="{escape(figure.raw)}" data-of="{escape(figure.of)}" title="{title}">{text}</data>'
