"""The course's terms, `locales/glossary.toml`: how each is written in every language, and which variants are wrong.

A term without forms is the same in all languages; one that has forms, but none for a language, is undecided there.
Where English uses a term, the translation has to use its form; a wrong variant is reported wherever it stands. Turkish
forms are recognised with their endings (`contact'ın`, `kuvvetin`, `ağırlığı`).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import msgspec

from tools import turkish
from tools.messages import Catalogue, Message
from tools.problems import ROOT, Failed, Problem, relative
from tools.slots import prose

QUOTED = re.compile(r"\[[^\[\]]+\](?=\()|(?<!\*)\*[^*\n]+\*(?!\*)")
HAN = re.compile(r"[\u3400-\u9fff]")


class Term(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One term; `forms` has what other languages write, `also` what they may write, `wrong` what nobody should."""

    en: str
    forms: Mapping[str, str] = {}
    also: Mapping[str, tuple[str, ...]] = {}
    wrong: Mapping[str, tuple[str, ...]] = {}
    required: bool = True  # false: only its wrong variants count

    def form(self, locale: str) -> str | None:
        """How a language writes it; None where that is undecided."""
        return self.en if locale == "en" or not self.forms else self.forms.get(locale)


@dataclass(frozen=True, slots=True)
class Glossary:
    """All terms, longest first, so that `soft contact` is found before `contact`."""

    terms: tuple[Term, ...]

    def names(self) -> list[str]:
        """Forms that hold digits (RK4, SO-101): not measured, free to type."""
        forms = {form for term in self.terms for form in (term.en, *term.forms.values())}
        return sorted(form for form in forms if any(c.isdigit() for c in form))

    def stays(self, text: str, locale: str) -> bool:
        """A text that is nothing but a term which the language writes as English does."""
        plain = text.strip().casefold()
        return any(plain == term.en.casefold() == (term.form(locale) or "").casefold() for term in self.terms)


def read(root: Path = ROOT) -> Glossary:
    """Read the glossary; raises `Failed`."""
    path = root / "locales/glossary.toml"
    try:
        raw = tomllib.loads(path.read_text("utf-8-sig")).get("term", [])
        terms = [msgspec.convert(_gathered(item), Term) for item in raw]
    except FileNotFoundError:
        return Glossary(())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError, TypeError) as error:
        line = re.search(r"line (\d+)", str(error))
        raise Failed([Problem(relative(path), int(line[1]) if line else 0, f"is no glossary: {error}")]) from None
    return Glossary(tuple(sorted(terms, key=lambda term: -len(term.en))))


def _gathered(item: Mapping[str, object]) -> dict[str, object]:
    """Put the languages, which are written as keys of their own (`tr = "..."`), under `forms`."""
    own = {k: v for k, v in item.items() if k in Term.__struct_fields__ and k != "forms"}
    return own | {"forms": {k: v for k, v in item.items() if k not in own}}


def check(glossary: Glossary, catalogue: Catalogue, english: Catalogue | None = None) -> list[Problem]:
    """Wrong variants, and terms that English has and the translation drops."""
    locale = catalogue.locale
    found: list[Problem] = []
    pattern = _english(glossary.terms)
    for message in catalogue.messages.values():
        text = prose(message.text)
        found += _wrong(glossary, locale, message, text)
        source = english and english.messages.get(message.key)
        if not source:
            continue
        used = {match[1].casefold() for match in pattern.finditer(prose(_without_titles(source.text, message.text)))}
        for term in glossary.terms:
            form = term.form(locale)
            if form and term.required and term.en.casefold() in used:
                forms = (form, *term.also.get(locale, ()))
                if not any(occurrences(form, text, locale) for form in forms):
                    what = f"English says {term.en!r}, {forms[0]!r} is missing"
                    found.append(message.problem(what, f"write {' or '.join(forms)} (locales/glossary.toml)"))
    return found


def _without_titles(english: str, translation: str) -> str:
    """The English without titles of sources, which translations quote as they are."""
    return QUOTED.sub(lambda m: " " * len(m[0]) if m[0] in translation else m[0], english)


def occurrences(form: str, text: str, locale: str) -> list[tuple[int, int]]:
    """Where a form stands in a text, with the endings of the language."""
    if HAN.search(form):
        return [match.span() for match in re.finditer(re.escape(form), text)]
    return INFLECTED.get(locale, _plain)(form, text)


def _plain(form: str, text: str) -> list[tuple[int, int]]:
    edge = r"(?<![^\W_])", r"(?![^\W_])"
    if HAN.search(text):  # Latin words stand between Chinese characters without a space
        edge = r"(?<![a-zA-Z0-9])", r"(?![a-zA-Z0-9])"
    pattern = f"{edge[0]}{re.escape(form)}(?:s|es|['’]s)?{edge[1]}"
    return [match.span() for match in re.finditer(pattern, text, re.I)]


WORD = re.compile(r"[^\W\d_]*(?:['’][^\W\d_]+)?")
SOFT = {"k": "kğ", "p": "pb", "ç": "çc", "t": "td", "g": "gğ"}
DOTLESS = str.maketrans("ıIİ", "iii")


def turkish_occurrences(form: str, text: str) -> list[tuple[int, int]]:
    """Where a form stands in Turkish text, alone or with endings, its last consonant softened or not."""
    folded, stem = _folded(text), _folded(form)
    last = SOFT.get(stem[-1], stem[-1])
    possessive = " " in form and stem[-1] in "iuü"  # "zaman adımı": plural and further endings replace its last vowel
    start = re.compile(rf"(?<![^\W_]){re.escape(stem[:-1])}(?:[{last}]{'|(?=l[ae]r)' if possessive else ''})")
    found = []
    for match in start.finditer(folded):
        rest = WORD.match(text, match.end())
        assert rest
        letters = rest[0].replace("İ", "i").replace("I", "ı").lower()
        if _ending(letters) or (possessive and _ending(form[-1] + letters)):
            found.append((match.start(), rest.end()))
    return found


def _ending(typed: str) -> bool:
    """The rest of a word is an ending; after an apostrophe it is one of whatever kind."""
    return not typed or typed[0] in "'’" or turkish.read(re.sub("['’]", "", typed)) is not None


def _folded(text: str) -> str:
    return text.translate(DOTLESS).lower()


INFLECTED: Mapping[str, Callable[[str, str], list[tuple[int, int]]]] = MappingProxyType({"tr": turkish_occurrences})
"""Languages whose words carry endings, and how a form is found there."""


def _wrong(glossary: Glossary, locale: str, message: Message, text: str) -> Iterator[Problem]:
    right = text
    forms = {form for term in glossary.terms if (form := term.form(locale))}
    for form in sorted(forms, key=len, reverse=True):
        for start, end in occurrences(form, right, locale):
            right = right[:start] + "\ufffc" * (end - start) + right[end:]
    for term in glossary.terms:
        for variant in term.wrong.get(locale, ()):
            for start, end in occurrences(variant, right, locale):
                what = f"{text[start:end]!r} is not the course's word for {term.en!r}"
                yield message.problem(what, f"write {term.form(locale) or term.en} (locales/glossary.toml)", start)


def _english(terms: tuple[Term, ...]) -> re.Pattern[str]:
    words = "|".join(re.escape(term.en) for term in terms) or r"(?!)"
    return re.compile(rf"(?<![\w-])({words})(?:s|es|['’]s)?(?![\w-])", re.I)
