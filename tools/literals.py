"""Measured numbers in words: `four times`, `dört kat`, `四倍`. A slot follows the measurement, a word does not.

Such a phrase is free where the lesson names a claim behind the message, or the marker declares it with a reason;
counts of things on the page ("four steps") are no measurements.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from types import MappingProxyType

from tools.messages import Catalogue, Message
from tools.problems import Problem
from tools.slots import prose

ENGLISH = (
    "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|"
    "eighty|ninety|hundred|thousand|million|half|half an?"
)
TURKISH = (
    "iki|üç|dört|beş|altı|yedi|sekiz|dokuz|on|yirmi|otuz|kırk|elli|altmış|yetmiş|seksen|doksan|yüz|bin|milyon|yarım"
)
CHINESE = "[一二两三四五六七八九十百千万亿零半]+(?:点[一二三四五六七八九零]+)?"
PHRASES: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "en": re.compile(
            rf"\b(?:twice|thrice|(?:{ENGLISH})(?:[ -](?:{ENGLISH}))*[ -]?(?:times|fold|per ?cent|"
            r"(?:milli|centi|micro|kilo)?(?:met(?:er|re)|second|gram|newton|joule)s?|degrees?)\b)",
            re.I,
        ),
        "tr": re.compile(
            rf"\b(?:(?:{TURKISH})(?: (?:{TURKISH}))* (?:kat|misli?|(?:mili|santi|mikro|kilo)?(?:metre|saniye|gram)|"
            rf"newton|derece)\w{{0,6}}\b|yüzde (?:{TURKISH})\w*)",
            re.I,
        ),
        "zh": re.compile(
            rf"{CHINESE}(?:多)?(?:倍|成(?![为分功本立])|毫米|厘米|微米|毫秒|微秒|公斤|千克|牛顿|度(?![量数过])|米|秒)"
            rf"|百分之{CHINESE}|翻(?:了)?[一两]?番"
        ),
    }
)
"""Measured numbers in words by language; a new one plugs in here."""


def check(catalogue: Catalogue, claimed: Collection[str] = (), english: Catalogue | None = None) -> list[Problem]:
    """Measured numbers in words that nothing stands behind, and declarations of what is not there."""
    found = []
    pattern = PHRASES.get(catalogue.locale)
    for message in catalogue.messages.values():
        free = message.key in claimed or _declared_in_words(message, english)
        for match in pattern.finditer(prose(message.text)) if pattern and not free else ():
            if not any(_same(word, match[0]) for word in message.literals):
                remedy = "make it a slot, name a claim for the message in [claims], or declare it in the marker"
                found.append(message.problem(f"{match[0]!r} is a measured number in words", remedy, match.start()))
        for word in message.literals:
            if word.casefold() not in message.text.casefold():
                remedy = "remove it from the marker"
                found.append(message.problem(f"the literal {word!r} is declared but not in the text", remedy))
    return found


def _same(word: str, phrase: str) -> bool:
    declared, found = word.casefold(), phrase.casefold()
    return declared in found or found in declared


def _declared_in_words(message: Message, english: Catalogue | None) -> bool:
    """English declares a phrase of this message, and a translation says it in its own words."""
    source = english.messages.get(message.key) if english else None
    return source is not None and any(not word[0].isdigit() for word in source.literals)
