"""What a value is: its own phrase, else the table that heads it, else the sentence, in the page's language."""

from __future__ import annotations

import msgspec
import pytest

from physai.results import Quantity
from tools.bindings import Figure, figures_of
from tools.described import describe, descriptions, strays
from tools.experiments import read_records
from tools.lessons import Column, Lesson, TableSpec
from tools.markup import text_of
from tools.messages import Catalogue, Message
from tools.sources import read
from tools.uses import Use, uses
from tools.words import Words

LESSON = Lesson(
    topic="fall",
    part="physics",
    run="cpu",
    minutes=5,
    id="02-fall",
    tables={
        "drop": TableSpec(columns=(Column("depth"),), of="fall:drop"),
        "facts": TableSpec(columns=("name", "default"), rows=(("`solref`", "{{ k }}"), ("=mass", "{{ m }}"))),
    },
)
TEXTS = {
    "value.speed": "Speed at the floor",
    "value.slab.thick": "Thickness of the slab",
    "cell.sweep.depth": "Depth in the `sweep`",
    "table.drop": "Depths of the ball. A dash means none.",
    "table.drop.depth": "deepest",
    "table.facts": "Facts",
    "table.facts.name": "Name",
    "table.facts.default": "Default",
    "text": "It is soft. The body falls **for {{ h }}, about 3.5 times** as long.\nThen it rests.",
}
FALL = {
    "speed": ("fall:speed", "Speed at the floor"),
    "thick": ("slab:thick", "Thickness of the slab"),
    "deep": ("fall:sweep[0.02,on].depth", "Depth in the sweep"),
    "drop": ("fall:drop[1].depth", "deepest · Depths of the ball"),
    "k": ("fall:k", "solref · Default · Facts"),
    "m": ("fall:m", "Default · Facts"),
    "h": ("fall:h", "The body falls for 2 s, about 3.5 times as long."),
    "odd": ("fall:odd", ""),
}


def shown(name: str) -> Use:
    of = FALL[name][0]
    return Use("02-fall", name, "m-text", Figure("2", "s", "2", of, quantity=Quantity(2.0, "s")))


@pytest.mark.parametrize("name", FALL)
def test_the_nearest_description_is_taken(name: str) -> None:
    messages = {key: Message(key, text, "locales/en/02-fall.md", 1) for key, text in TEXTS.items()}
    english = (Catalogue("locales/en/02-fall.md", "en", messages),)
    words = Words("en", english, english, {name: shown(name).figure})

    found = descriptions(LESSON, words, [shown(name)])

    assert text_of(found.get(FALL[name][0], "")).replace("\N{NO-BREAK SPACE}", " ") == FALL[name][1]
    assert words.problems == []


def test_a_value_that_only_a_claim_reads_is_described_where_words_know_it() -> None:
    messages = {"value.speed": Message("value.speed", "Speed", "locales/en/02-fall.md", 1)}
    english = (Catalogue("locales/en/02-fall.md", "en", messages),)

    assert descriptions(LESSON, Words("en", english, english, {}), [], ["fall:speed", "fall:k"]) == {
        "fall:speed": "Speed"
    }


def test_a_phrase_that_names_no_value_is_a_fault_with_the_nearest() -> None:
    records, _ = read_records({"contact"})
    lesson = msgspec.structs.replace(LESSON, topic="contact")
    messages = {
        key: Message(key, "X", "locales/en/02-fall.md", 7)
        for key in ("value.gravity", "value.gravty", "cell.sweep1.cube", "cell.sweep1.cub", "value.contact.gap", "text")
    }

    found = strays(Catalogue("locales/en/02-fall.md", "en", messages), lesson, records)

    assert [(p.line, p.what) for p in found] == [
        (8, "[cell.sweep1.cub] names no value"),
        (8, "[value.contact.gap] names no value"),
        (8, "[value.gravty] names no value"),
    ]
    assert "cell.sweep1.cube" in found[0].remedy
    assert "value.gravity" in found[2].remedy


@pytest.mark.parametrize("lesson_id", read()[0].lessons)
def test_every_value_in_prose_has_a_phrase_of_its_own(lesson_id: str) -> None:
    sources, _ = read()
    lesson, english = sources.lessons[lesson_id], sources.catalogues["en"][lesson_id]
    records, _ = read_records(lesson.topics())
    figures, _ = figures_of(lesson, records)
    words = Words("en", (english,), (english,), figures)

    prose = {u.figure.of for u in uses(lesson, figures, english, records) if u.anchor.startswith("m-")} - {""}

    assert len(prose) > 50
    assert [of for of in sorted(prose) if not describe(lesson, words, of)] == []
