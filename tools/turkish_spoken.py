"""The last word heard when a Turkish speaker reads a shown figure aloud: the word that an ending agrees with.

`0,05` is read "sıfır virgül sıfır *beş*", `2,4 × 10⁻¹³` "... on üzeri eksi on *üç*", `5 m/s²` "beş metre
bölü saniye *kare*". A decimal fraction is read as one whole number after "virgül", its closing zeros included
(0,10 is "on", 0,000 is "sıfır"). A point is a decimal point as well: thousands are never grouped on these
pages. Where there is a unit, the unit is the last word; only a percent sign is read before its number
("yüzde yedi").
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from types import MappingProxyType

ONES = ("sıfır", "bir", "iki", "üç", "dört", "beş", "altı", "yedi", "sekiz", "dokuz")
TENS = ("", "on", "yirmi", "otuz", "kırk", "elli", "altmış", "yetmiş", "seksen", "doksan")
THOUSANDS = ("bin", "milyon", "milyar", "trilyon", "katrilyon", "kentilyon", "sekstilyon", "septilyon")

# How symbols sound; a prefix never changes the end ("milisaniye" ends like "saniye"). Spelled as heard where
# the spelling misleads: "hertz" ends in [ts], "watt" is "vat".
UNITS: Mapping[str, str] = MappingProxyType(
    {"m": "metre", "g": "gram", "s": "saniye", "Hz": "herts", "N": "newton", "rad": "radyan"}
    | {"sr": "steradyan", "J": "jul", "W": "vat", "Wh": "saat", "eV": "elektronvolt", "cal": "kalori"}
    | {"Pa": "paskal", "bar": "bar", "V": "volt", "A": "amper", "Ω": "ohm", "C": "kulon", "F": "farad"}
    | {"H": "henri", "S": "simens", "T": "tesla", "Wb": "veber", "K": "kelvin", "mol": "mol"}
    | {"cd": "kandela", "lm": "lümen", "lx": "lüks", "L": "litre", "l": "litre", "bit": "bit", "B": "bayt"}
)
# Those that take no prefix.
WHOLE_UNITS: Mapping[str, str] = MappingProxyType(
    {"°": "derece", "°C": "derece", "min": "dakika", "h": "saat", "d": "gün", "t": "ton", "Å": "angström"}
    | {"dB": "desibel", "atm": "atmosfer", "rpm": "devir", "px": "piksel"}
)
PREFIXES = ("f", "p", "n", "µ", "m", "c", "d", "da", "h", "k", "M", "G", "T")
POWERS = {"2": "kare", "3": "küp"}
PERCENT = ("%", "‰")

# Words whose last vowel is a, o or u but whose endings are those of e, ö, ü: saatte, molü, julü.
FRONT = frozenset({"saat", "mol", "jul"})

_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_SIGN = r"(?:[+-]?\s*[%‰]?|[%‰]\s*[+-])\s*"
_TERM = _SIGN + r"(?P<whole>[0-9]+)(?:[.,](?P<fraction>[0-9]+))?(?:\^(?P<power>[+-]?[0-9]+))?"
_UNNAMED = re.sub(r"\?P<\w+>", "?:", _TERM)
_SHOWN = re.compile(rf"[<>≤≥≈~±]?\s*{_UNNAMED}(?:\s*(?:[–—…~±×·/-]|\.\.\.|ila)\s*{_UNNAMED})*")
_FACTOR = re.compile(r"(?P<symbol>°[CF]?|[^\W\d_]+)(?:\^(?P<power>[+-]?[0-9]+))?")


class TurkishError(ValueError):
    """A figure or an ending that the Turkish rules cannot write; the text says which and what to do."""


class BadNumber(TurkishError):
    """The text is no number as a Turkish page shows it."""


class UnknownUnit(TurkishError):
    """How the unit is read aloud is not in the table."""


def last_word(number: str, unit: str = "") -> str:
    """Return the last spoken word of a shown figure: "beş" for 0,05, "gram" for 0,05 kg."""
    word = _last_word_of_number(number)
    return word if unit.strip() in ("", "1", *PERCENT) else _last_word_of_unit(unit)


def _last_word_of_number(number: str) -> str:
    text = _plain(number)
    if not _SHOWN.fullmatch(text):
        raise BadNumber(
            f"{number!r} is no number as shown in Turkish; write for instance 0,05 or −3 or %7 or "
            "2,4 × 10⁻¹³, with the unit apart from it, or reword the sentence if there is no figure"
        )
    *_, last = re.finditer(_TERM, text)
    return _last_word_of_digits((last["power"] or last["fraction"] or last["whole"]).lstrip("+-"))


def _last_word_of_digits(digits: str) -> str:
    significant = digits.lstrip("0").rstrip("0")
    if not significant:
        return ONES[0]
    zeros = len(digits) - len(digits.rstrip("0"))
    if zeros < 2:
        return (ONES, TENS)[zeros][int(significant[-1])]
    if zeros == 2:
        return "yüz"
    try:
        return THOUSANDS[zeros // 3 - 1]
    except IndexError:
        raise BadNumber(f"{digits} is too long to be read aloud; show it as a power of ten") from None


def _last_word_of_unit(unit: str) -> str:
    word = ""
    for factor in re.split(r"[\s·*/()]+", _plain(unit).strip(" ()")):
        match = _FACTOR.fullmatch(factor)
        symbol = _read_symbol(match["symbol"]) if match else None
        if match and symbol:
            power = match["power"]
            word = symbol if power is None else POWERS.get(power) or _last_word_of_digits(power.lstrip("+-"))
        elif factor != "1":  # the numerator of 1/s
            break
    else:
        if word:
            return word
    raise UnknownUnit(
        f"how is the unit {unit!r} read aloud? {factor!r} is not in the table of tools/turkish_spoken.py; "
        f"known: {' '.join(UNITS)}, also with a prefix, and {' '.join(WHOLE_UNITS)}, joined by · or /, "
        "with ² ³ ⁻¹"
    )


def _read_symbol(symbol: str) -> str | None:
    stems = (symbol.removeprefix(prefix) for prefix in PREFIXES)
    return WHOLE_UNITS.get(symbol) or UNITS.get(symbol) or next((UNITS[s] for s in stems if s in UNITS), None)


def _plain(text: str) -> str:
    """Write raised digits as `^13`, true minus signs as hyphens and the two micro signs as one."""
    text = unicodedata.normalize("NFC", text).replace("μ", "µ").replace("⋅", "·").strip()
    text = re.sub("[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+", lambda run: "^" + run[0].translate(_SUPERSCRIPTS), text)
    return text.replace("−", "-")
