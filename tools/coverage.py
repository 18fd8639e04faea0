"""Which sentences rest on a claim: qualitative words about data (`deeper`, `never`, `the same`), a list per language.

A slot follows the measurement, a word such as `deeper` does not. A message that holds one is *backed* by a claim that
the lesson names for it in [claims], or *waived* in its English marker, `unmeasured a law of mechanics`: it states a
law, a definition or a fact of documentation and nothing about this data. Else it is *unbacked*. Translations inherit
by key; they are looked at because a translator may compare where English does not.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass
from types import MappingProxyType

from tools.lessons import Lesson
from tools.messages import Catalogue, Message
from tools.problems import Problem
from tools.slots import prose

STEMS = (
    "bigg|broad|clos|coars|dens|deep|earli|fast|fin|firm|flatt|great|hard|heavi|high|larg|lat|light|long|low|narrow|"
    "near|quick|rough|saf|shallow|sharp|short|simpl|slow|small|smooth|soft|steep|stiff|strict|strong|tall|thick|thinn|"
    "tight|weak|wid"
)
COUNTS = "two|three|four|five|six|seven|eight|nine|ten|twenty|fifty|hundred|thousand|many|several"
ENGLISH = re.compile(
    rf"""\b(?:
      (?<!\bno[ ])(?:{STEMS})e(?:r|st) | less(?:er)? | (?<!\bonce[ ])more | most | fewe(?:r|st) | least
    | better | best | worse | worst | further | farther | furthest
    | always | never | every[ ]time | monotonic\w*
    | same | identical(?:ly)? | equally | alike | unchanged
    | twice | thrice | doubl(?:e|es|ed|ing) | triples?d? | halv(?:e|es|ed|ing) | half | quarters? | tenth
    | (?:{COUNTS})[ -](?:times|fold) | (?:{COUNTS})fold | times[ ](?:as|its|the)
    | first | (?<!per[ ])(?<!half[ ])second | third | fourth | fifth
    | surviv\w* | fail(?:s|ed|ing|ures?)? | stay(?:s|ed|ing)? | explod\w* | explosions? | rescu\w* | thrown?
    )\b""",
    re.I | re.X,
)
ORDINALS = "birinci|ikinci|üçüncü|dördüncü|beşinci"
NUMBERS = "iki|üç|dört|beş|altı|yedi|sekiz|dokuz|on|yirmi|elli|yüz|bin|kaç|birkaç"
TURKISH = re.compile(
    rf"""(?<!\w)(?:
      (?<!kez\s)daha(?!\s+(?:önce|sonra)\b) | en\s+\w+
    | her\s+zaman | daima | hep | asla | hiçbir\s+zaman | monoton\w*
    | aynı\w* | özdeş\w* | eşit\s+(?:derecede|ölçüde|derin\w*)
    | (?:{NUMBERS})\s+(?:kat|misli)(?:[ıia]\w*|tan|tır|lık|lar\w*)? | yarı(?:sı\w*|ya|yla|da|dan|lan\w*)? | yarım\w*
    | çeyre[kğ]\w* | onda\s+bir\w*
    | ilk(?:i\w*|ler\w*)? | (?:{ORDINALS})\w*
    | başarısız\w* | patla\w* | kurtar\w* | dayan(?:ır|ıyor|dı|ama|maz|mış)\w* | (?:hayatta|ayakta|masada)\s+kal\w*
    | fırla[tr]\w*
    )(?!\w)""",
    re.I | re.X,
)
DEGREES = "[大小深浅高低长短快慢硬软重轻多少早晚粗细厚薄强弱近远]"
COUNTED = "[一二两三四五六七八九十百千几]+"
CHINESE = re.compile(
    rf"""(?<!变)更(?![新改换正]) | (?<![穿超跨翻])越(?![过界出]) | 最(?![后终优]) | (?<!比)较{DEGREES}
    | 总是 | 始终 | 永远 | 从不 | 从未 | 绝不 | 单调
    | 相同 | 同样 | 一样 | 完全一致 | 不变
    | {COUNTED}倍 | [加翻]倍 | 减半 | 一半 | {COUNTED}分之{COUNTED}
    | 第{COUNTED} | 首[次先个]
    | 失败 | 失效 | 留在 | 抛[起出飞] | 爆炸 | 挽救""",
    re.X,
)
WORDS: Mapping[str, re.Pattern[str]] = MappingProxyType({"en": ENGLISH, "tr": TURKISH, "zh": CHINESE})
"""Qualitative words by language; a new one plugs in here."""

NAMES = ("value.", "cell.")
"""Messages that name a value and state nothing about it."""

REMEDY = "name a claim for it in [claims] of the lesson, or mark the English: unmeasured WHY (a law, no data)"


@dataclass(frozen=True, slots=True)
class Unbacked:
    """The first qualitative word of a message that nothing stands behind."""

    file: str
    line: int
    key: str
    word: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.key} {self.word!r}"

    def problem(self) -> Problem:
        """The same as a fault that can be mended."""
        return Problem(self.file, self.line, f"[{self.key}] no claim stands behind {self.word!r}", REMEDY)


@dataclass(frozen=True, slots=True)
class Coverage:
    """How far the sentences of one lesson rest on claims."""

    lesson: str
    claims: tuple[str, ...]
    backed: tuple[str, ...]  # keys, with or without a qualitative word
    unbacked: tuple[Unbacked, ...]  # in every language
    waived: Mapping[str, str]  # key -> reason

    def as_dict(self) -> dict[str, object]:
        """For JSON."""
        return asdict(self)


def claimed(lesson: Lesson | None) -> set[str]:
    """Keys of the messages that rest on some claim."""
    return {key for keys in lesson.claims.values() for key in keys} if lesson else set()


def qualitative(message: Message, locale: str) -> list[re.Match[str]]:
    """Qualitative words of a message outside code, formulas, slots and addresses; none in a language without a list."""
    pattern = WORDS.get(locale)
    return list(pattern.finditer(prose(message.text))) if pattern else []


def unbacked(catalogue: Catalogue, backed: Collection[str], english: Catalogue | None = None) -> list[Unbacked]:
    """Messages with a qualitative word that no claim stands behind.

    A translation is reported only where it says more than its English, whose own words are reported there. A word
    that the marker declares as a `literal` is no measurement.
    """
    found = []
    for message in catalogue.messages.values():
        source = english.messages.get(message.key) if english else message
        if source is None or source.unmeasured or message.key in backed or message.key.startswith(NAMES):
            continue
        if english and (source.literals or qualitative(source, "en")):
            continue
        for match in qualitative(message, catalogue.locale):
            if not any(match[0].casefold() in literal.casefold() for literal in message.literals):
                line = message.problem("", offset=match.start()).line
                found.append(Unbacked(message.path, line, message.key, match[0]))
                break
    return found


def check(catalogue: Catalogue, backed: Collection[str], english: Catalogue | None = None) -> list[Problem]:
    """Unbacked messages of one file, and waivers that are of no use."""
    found = [one.problem() for one in unbacked(catalogue, backed, english)]
    for message in catalogue.messages.values():
        if message.unmeasured and english:
            found.append(message.problem("'unmeasured' counts only in English", "move it to the English marker"))
        elif message.unmeasured and message.key in backed:
            found.append(message.problem("a claim stands behind it, and it is marked 'unmeasured'", "remove one"))
    return found


def survey(lesson: Lesson, files: Iterable[tuple[Catalogue, Catalogue | None]]) -> Coverage:
    """Coverage of a lesson over its files: each with the English it was made from, None for English itself."""
    backed = claimed(lesson)
    keys: list[str] = []
    open_ones: list[Unbacked] = []
    waived: dict[str, str] = {}
    for own, english in files:
        open_ones += unbacked(own, backed, english)
        if english is None:
            keys = [key for key in own.messages if key in backed]
            waived = {key: m.unmeasured for key, m in own.messages.items() if m.unmeasured and key not in backed}
    return Coverage(lesson.id, tuple(lesson.claims), tuple(keys), tuple(open_ones), waived)


def as_text(rows: Iterable[Coverage], *, keys: bool = False) -> str:
    """For people: one paragraph a lesson; with `keys` also which messages are waived for which reason."""
    out = []
    for row in rows:
        counts = f"{len(row.backed)} messages backed, {len(row.unbacked)} unbacked, {len(row.waived)} waived"
        out.append(f"{row.lesson}: {len(row.claims)} claims, {counts}")
        out += [f"  unbacked {one}" for one in row.unbacked]
        for reason, number in Counter(row.waived.values()).most_common():
            named = ": " + ", ".join(key for key, why in row.waived.items() if why == reason) if keys else ""
            out.append(f"  waived {number:3}  {reason}{named}")
    return "\n".join(out)
