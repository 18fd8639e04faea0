"""Typography of each language: what a careful typesetter would mend. One function per language, found in `RULES`.

Chinese: full-width punctuation and quotes, no typed space between Han and Latin (the style sheet makes the gap).
Turkish: one form of apostrophe, endings joined to what they belong to, i and ı told apart. Endings on Latin words and
symbols (`MuJoCo'da`, `$K_p$'yi`) are the translator's and stay as typed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from tools import slots, turkish
from tools.messages import Catalogue, Message
from tools.problems import Problem
from tools.slots import prose

Rule = tuple[re.Pattern[str], str, str]
H = r"[\u3400-\u9fff]"  # Han
WIDE = str.maketrans(",;:!?().", "，；：！？（）。")

CHINESE: tuple[Rule, ...] = (
    (re.compile(rf"(?<={H})[,;:!?]|[,;:!?](?= ?{H})"), "ASCII punctuation {} beside Han", "write {wide}"),
    (re.compile(rf"(?<={H})\.(?!\w)"), "ASCII full stop after Han", "write 。"),
    (re.compile(rf"\([^()]*{H}[^()]*\)"), "ASCII brackets {} around Han", "write （ ）"),
    (re.compile(rf"(?<={H})\([^()]*\)"), "ASCII brackets {} after Han", "write （ ）"),
    (re.compile(rf"\"[^\"\n]*{H}[^\"\n]*\"|(?<!\w)'[^'\n]*{H}[^'\n]*'"), "ASCII quotes {}", "write “ ”"),
    (re.compile(rf"(?<={H})[ \t]+(?=[\w\ufffc])|(?<=[\w\ufffc])[ \t]+(?={H})"), "typed space beside Han", "remove it"),
    (re.compile(r"[ \t]+(?=[，。；：、！？）”])|(?<=[，。；：、！？（“])[ \t]+(?=\S)"), "space beside {}", "remove it"),
    (re.compile(r"[０-９Ａ-Ｚａ-ｚ]+"), "full-width letters or digits {}", "write them half-width"),
    (re.compile(rf"(?<={H})(?:\.{{3,}}|…(?!…)(?<!……)|--+)"), "{} after Han", "write …… or ——"),
)
TURKISH: tuple[Rule, ...] = (
    (re.compile(r"(?<=[\w\ufffc])[`´‘’ʼ′](?=\w)"), "apostrophe {}", "write '"),
    (re.compile(r"(?<=[\w\ufffc*]) '(?=[^\W\d_]{1,6}\b(?!'))"), "space before an ending", "join it: MuJoCo'da"),
    (re.compile(r"i\u0307|I\u0307"), "dotted i with a second dot", "write i or İ"),
)


def check(catalogue: Catalogue, english: Catalogue | None = None) -> list[Problem]:
    """What the rules of the catalogue's language find."""
    rule = RULES.get(catalogue.locale)
    return rule(catalogue, english) if rule else []


def chinese(catalogue: Catalogue, english: Catalogue | None = None) -> list[Problem]:
    """Punctuation, quotes and spaces of Chinese text."""
    return [p for m in catalogue.messages.values() for p in _found(m, prose(m.text), CHINESE)]


def turkish_text(catalogue: Catalogue, english: Catalogue | None = None) -> list[Problem]:
    """Apostrophes and the two i of Turkish text."""
    texts = {key: prose(m.text) for key, m in catalogue.messages.items()}
    usual = Counter(word for text in texts.values() for word in _words(text))
    found = []
    for key, message in catalogue.messages.items():
        source = english.messages.get(key) if english else None
        latin = set(_words(prose(source.text))) if source else set()
        found += [*_found(message, texts[key], TURKISH), *_unmarked(message), *_dots(message, texts[key], usual, latin)]
    return found


def unknown_endings(catalogue: Catalogue) -> list[Problem]:
    """Endings after a slot that the Turkish renderer could not write; these are errors."""
    found: list[Problem] = []
    if catalogue.locale != "tr":
        return found
    for message in catalogue.messages.values():
        for slot, ending in _endings(message.text):
            if turkish.read(ending[1:]) is None:
                what = f"no Turkish ending: {ending} after {{{{ {slot.name} }}}}"
                found.append(message.problem(what, "type a known one, such as 'de or 'lik, or reword", slot.offset))
    return found


def _endings(text: str) -> list[tuple[slots.Slot, str]]:
    found = []

    def attach(slot: slots.Slot, ending: str) -> str:
        found.append((slot, ending))
        return ending

    slots.fill(text, lambda slot: "", attach)
    return found


def _found(message: Message, text: str, rules: Iterable[Rule]) -> list[Problem]:
    found = []
    for pattern, what, remedy in rules:
        for match in pattern.finditer(text):
            start, end = (max(match.start() - 1, 0), match.end() + 1) if not match[0].strip() else match.span()
            shown = message.text[start:end].strip("\n")
            said = what.format(repr(shown) if match[0].strip() else f"{shown!r}")
            where = "" if "{}" in what else f" in {message.text[max(start - 4, 0) : end + 4].strip()!r}"
            found.append(message.problem(said + where, remedy.format(wide=match[0].translate(WIDE)), match.start()))
    return found


def _unmarked(message: Message) -> list[Problem]:
    """Letters right behind a slot: an ending that would not follow the number."""
    found = []
    for piece in slots.pieces(message.text):
        for match in re.finditer(r"\}\}([^\W\d_]+)", piece.text) if piece.place == "text" else ():
            remedy = f"write it with an apostrophe: }}}}'{match[1]}"
            found.append(message.problem(f"{match[1]!r} is glued to a slot", remedy, piece.offset + match.start(1)))
    return found


def _words(text: str) -> list[str]:
    return list(re.findall(r"[^\W\d_]{3,}", text))


def _dots(message: Message, text: str, usual: Counter[str], latin: set[str]) -> list[Problem]:
    """Words typed with the wrong one of i and ı."""
    english = {word.lower(): word for word in latin}
    found = []
    for match in re.finditer(r"[^\W\d_]{3,}", text):
        word, meant = match[0], ""
        plain = word.translate(str.maketrans("ıİ", "iI"))
        if word in latin:
            continue
        if plain.lower() in english and plain != word:
            meant = plain
        elif re.match(r"I[^aeıioöuüAEIOÖUÜ]*[eiöü]", word) and plain.lower() not in english:
            meant = "İ" + word[1:]  # a word that begins with ı has only back vowels after it
        elif usual[word] == 1 and (twin := _twin(word, usual)):
            meant = twin
        if meant:
            found.append(message.problem(f"{word!r} is typed with the wrong i", f"write {meant}", match.start()))
    return found


_AWAY = "[^aeıioöuü]*"
DISHARMONY = re.compile(f"[aou]{_AWAY}i|i{_AWAY}[aou]|[eöü]{_AWAY}ı|ı{_AWAY}[eöü]")


def _twin(word: str, usual: Counter[str]) -> str:
    """A word that differs in the dots only and is used often, where this one breaks vowel harmony."""
    if not DISHARMONY.search(word):
        return ""
    swapped = word.translate(str.maketrans("ıi", "iı")), word.replace("i", "ı"), word.replace("ı", "i")
    return next((twin for twin in swapped if twin != word and usual[twin] >= 3), "")


RULES: Mapping[str, Callable[[Catalogue, Catalogue | None], list[Problem]]] = MappingProxyType(
    {"tr": turkish_text, "zh": chinese}
)
"""Rules by language; a new one plugs in here."""
