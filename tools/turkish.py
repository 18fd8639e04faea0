"""Turkish endings after a figure: the translator types any variant, the right one is written.

An ending agrees with the last word heard (`turkish_spoken.last_word`) in three ways: its vowels follow the
vowel before them, d and c harden after f s t k ç ş h p, and a buffer letter parts two vowels. So an ending is
a chain of morphemes in the grammarians' notation, where a capital stands for what harmony decides:

    A  e or a           D  d or t           (y) (n) (s) (ş)  only after a vowel
    I  i, ı, u or ü     C  c or ç           (I)              only after a consonant
                        K  k, or ğ before a vowel

`GRAMMAR` says which morpheme may follow which; combinations (`'dekilerden`, `'likten`, `'sindeydi`) come out
of it. A typed ending is read by folding its letters to the same capitals, so every variant of one ending
reads alike. Only the bare vowel of `3'ü` has two readings that are written differently after another figure,
accusative (`2'yi`) and possessive (`2'si`): **a bare vowel is the accusative**. Who means the possessive
types `'si`, whatever the figure is at that time: `%83'si` is written `%83'ü`, with a new figure `%7'si`.

There is always an apostrophe, after a raised exponent too, and the figure's own word never softens: `4'ü`.
Words set off by a space (`ile`, `kadar`) are not endings.
"""

from __future__ import annotations

import argparse
import re
import sys
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from physai.results import nearest
from tools.turkish_spoken import FRONT, PERCENT, TurkishError, last_word

VOWELS = "aeıioöuü"
HARD = "fstkçşhpK"
APOSTROPHES = "'’"
EXAMPLE = r"""example:
  printf "0,05\ts\tda\n83\t%%\tsi\n" | python -m tools.turkish
prints
  0,05 s'de
  %83'ü"""

Morphemes = tuple[str, ...]
Follow = tuple[tuple[str, str], ...]
"""Morphemes that may come next, each with the state that it leads to."""

_COPULA: Follow = (("DIr", "end"), ("(y)DI", "past"), ("(y)mIş", "past"), ("(y)sA", "end"), ("(y)ken", "end"))
_CASE: Follow = (
    ("(y)I", "end"),
    ("(y)A", "cased"),
    ("DA", "located"),
    ("DAn", "cased"),
    ("(n)In", "located"),
    ("(y)lA", "cased"),
    ("CA", "cased"),
)
# After the possessive and -ki the cases begin with n: 'sine, 'sinde, 'dekini.
_CASE_AFTER_N: Follow = (
    ("nI", "end"),
    ("nA", "cased"),
    ("nDA", "located"),
    ("nDAn", "cased"),
    ("(n)In", "located"),
    ("(y)lA", "cased"),
    ("nCA", "cased"),
)
_POSSESSIVE: Follow = (("(s)I", "possessed"),)  # after _CASE, so that a bare vowel is read as accusative
_PLURAL: Follow = (("lAr", "plural"),)
_DERIVED: Follow = (("lIK", "noun"), ("lI", "noun"), ("sIz", "noun"))
_NOUN: Follow = _CASE + _POSSESSIVE + _PLURAL + _COPULA

GRAMMAR: Mapping[str, Follow] = MappingProxyType(
    {
        "figure": (("(I)ncI", "counted"), ("(ş)Ar", "counted"), *_DERIVED, *_NOUN),
        "counted": _DERIVED + _NOUN,
        "noun": _NOUN,
        "plural": _CASE + _POSSESSIVE + _COPULA,
        "possessed": _CASE_AFTER_N + _COPULA,
        "located": (("ki", "one"), *_COPULA),  # also the genitive: 'deki, 'ninki
        "one": _CASE_AFTER_N + _PLURAL + _COPULA,
        "cased": _COPULA,
        "past": (("(y)sA", "end"),),
        "end": (),
    }
)

_SIGN = re.compile(r"\((\w)\)|(\w)")
_FRONTED = str.maketrans("aıou", "eiöü")
_FOLDED = str.maketrans("aeıiuüdtcçkğ", "AAIIIIDDCCKK")


class UnknownEnding(TurkishError):
    """The typed letters are no chain of known morphemes; `nearest` holds known endings like them."""

    def __init__(self, typed: str, nearest: Sequence[str]) -> None:
        self.typed = typed
        self.nearest = tuple(nearest)
        like = f"nearest known: {', '.join(nearest)}" if nearest else "known are such as 'de, 'in, 'lik, 'dir"
        super().__init__(f"unknown ending {typed!r}; {like}; type a known one or reword the sentence")


def attach(number: str, unit: str, typed: str) -> str:
    """Return the ending, apostrophe included, that belongs after a figure.

    `number` is the figure as displayed, `unit` its symbol or "", `typed` any variant of the ending with or
    without its apostrophe (' or ’, kept as typed): `attach("0,05", "s", "'da")` is `"'de"`. Raises
    `UnknownEnding`, `UnknownUnit` or `BadNumber`.
    """
    word = last_word(number, unit)
    apostrophe = typed[:1] if typed[:1] in APOSTROPHES else ""
    letters = typed.removeprefix(apostrophe)
    morphemes = read(letters)
    if morphemes is None:
        raise UnknownEnding(typed, _nearest(word, letters))
    return (apostrophe or "'") + harmonise(word, morphemes)


def read(letters: str) -> Morphemes | None:
    """Return the morphemes of an ending typed in any of its variants, None if there is no such ending."""
    if not letters.islower():  # capitals mean something else below
        return None
    folded = _fold(letters)
    for morphemes in _chains_spelled(folded, "figure"):
        # Found with every letter in brackets optional: it must be right after a consonant or after a vowel.
        if folded in (_fold(harmonise("bir", morphemes)), _fold(harmonise("iki", morphemes))):
            return morphemes
    return None


def harmonise(word: str, morphemes: Morphemes) -> str:
    """Return the letters of `morphemes` after the spoken `word`, decided from left to right."""
    vowel = [letter for letter in word if letter in VOWELS][-1]
    if word in FRONT:
        vowel = vowel.translate(_FRONTED)
    text = word
    for optional, required in (sign for morpheme in morphemes for sign in _SIGN.findall(morpheme)):
        sign = optional or required
        if optional and (text[-1] in VOWELS) == (sign == "I"):
            continue
        if sign == "A":
            sign = "e" if vowel in "eiöü" else "a"
        elif sign == "I":
            sign = {"e": "i", "i": "i", "a": "ı", "ı": "ı", "o": "u", "u": "u", "ö": "ü", "ü": "ü"}[vowel]
        elif sign in "DC":
            sign = {"D": "dt", "C": "cç"}[sign][text[-1] in HARD]
        if sign in VOWELS:
            vowel = sign
        text += sign
    return re.sub(f"K(?=[{VOWELS}])", "ğ", text[len(word) :]).replace("K", "k")


def _nearest(word: str, letters: str) -> list[str]:
    """Return known endings like the typed letters, as written after `word`; the shortest chains that fit."""
    for length in (1, 2, 3):
        known = {_fold(ending): f"'{ending}" for ending in (harmonise(word, chain) for chain in chains(length))}
        if found := nearest(_fold(letters), known):
            return [known[folded] for folded in found]
    return []


def chains(length: int, state: str = "figure") -> Iterator[Morphemes]:
    """Yield every chain of one to `length` morphemes."""
    for morpheme, after in GRAMMAR[state]:
        yield (morpheme,)
        if length > 1:
            yield from ((morpheme, *rest) for rest in chains(length - 1, after))


def _chains_spelled(folded: str, state: str) -> Iterator[Morphemes]:
    if not folded:
        yield ()
    for morpheme, after in GRAMMAR[state]:
        spelled = _fold(morpheme)
        for letters in dict.fromkeys((re.sub(r"[()]", "", spelled), re.sub(r"\(\w\)", "", spelled))):
            if folded.startswith(letters):
                yield from ((morpheme, *rest) for rest in _chains_spelled(folded[len(letters) :], after))


def _fold(letters: str) -> str:
    """Replace letters that harmony decides by the capitals that stand for them."""
    return unicodedata.normalize("NFC", letters).translate(_FOLDED)


def written(number: str, unit: str, typed: str) -> str:
    """Return the whole written form: `0,05 s'de`, `90°'lik`, `%7'si`."""
    ending = attach(number, unit, typed)
    if unit in PERCENT and unit not in number:
        return re.sub("(?=[0-9])", unit, number, count=1) + ending  # the sign stays in front: −%7
    unit = "" if unit in ("1", *PERCENT) else unit
    return number + ("" if unit in ("", "°") else " ") + unit + ending


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the right ending for every line of standard input."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.turkish",
        description="Write Turkish endings after figures. Reads lines of shown number, unit (may be empty) "
        "and any variant of the ending, separated by tabs; prints the written form.",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.parse_args(arguments)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8-sig" if stream is sys.stdin else "utf-8", errors="replace")
    failed = False
    for count, line in enumerate(sys.stdin, start=1):
        cells = [cell.strip() for cell in line.rstrip("\r\n").split("\t")]
        if cells == [""]:
            continue
        try:
            if len(cells) != 3:
                raise TurkishError(f"{len(cells)} cells instead of 3; write number, tab, unit or nothing, tab, ending")
            print(written(*cells))
        except TurkishError as error:
            print(f"line {count}: {error}", file=sys.stderr)
            failed = True
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
