"""Glossary: wrong variants and dropped terms, found in every Turkish form, and nothing else."""

from __future__ import annotations

import pytest

from tools import glossary
from tools.glossary import Glossary, Term, check, occurrences
from tools.messages import Catalogue, parse

TERMS = Glossary(
    (
        Term("soft contact", {"tr": "yumuşak contact", "zh": "软接触"}),
        Term(
            "timestep",
            {"tr": "timestep", "zh": "时间步长"},
            wrong={"tr": ("zaman adımı",), "zh": ("步长",), "en": ("time step",)},
        ),
        Term("contact", {"tr": "contact", "zh": "接触"}, wrong={"tr": ("temas",)}),
        Term("weight", {"tr": "ağırlık", "zh": "重量"}, also={"tr": ("yük",)}),
        Term("RK4"),
    )
)


def one(text: str, locale: str) -> Catalogue:
    return parse(f"<!-- @k -->\n{text}\n", f"locales/{locale}/x.md", locale)[0]


def found(english: str, text: str, locale: str) -> list[str]:
    return [p.what for p in check(TERMS, one(text, locale), one(english, "en"))]


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("contact", "contact'ın"),
        ("contact", "Contact’larda"),
        ("contact", "contactlar"),
        ("kuvvet", "kuvvetin"),
        ("kuvvet", "Kuvvetlerden"),
        ("ağırlık", "ağırlığı"),
        ("ağırlık", "ağırlıklar"),
        ("katsayı", "katsayısının"),
        ("zaman adımı", "zaman adımını"),
        ("zaman adımı", "zaman adımları"),
        ("integrator", "Integrator'ü"),
        ("ivme", "İvmeyi"),
    ],
)
def test_turkish_forms_are_recognised_with_their_endings(form: str, text: str) -> None:
    assert [text[a:b] for a, b in occurrences(form, text, "tr")] == [text]


@pytest.mark.parametrize(
    ("form", "text"), [("temas", "tematik"), ("kuvvet", "kuvvetsel"), ("ara", "araba"), ("yay", "yayın evi")]
)
def test_other_words_are_not_taken_for_forms(form: str, text: str) -> None:
    spans = [text[a:b] for a, b in occurrences(form, text, "tr")]

    assert spans in ([], ["yayın"])  # "yayın" also is "of the spring": letters cannot tell


@pytest.mark.parametrize(
    ("english", "text", "locale"),
    [
        ("the timestep", "timestep'i", "tr"),
        ("The timesteps of a contact", "Contact'ın timestep'leri", "tr"),
        ("a soft contact", "yumuşak bir contact değil, yumuşak contact", "tr"),
        ("its weight", "yükü", "tr"),
        ("the timestep", "时间步长", "zh"),
        ("RK4", "用RK4时", "zh"),
        ("`timestep` and $contact$", "`timestep` $contact$", "tr"),
        ("contacting, contactless", "dokunma", "tr"),
        ("[Speculative contacts](https://e.org)", "[Speculative contacts](https://e.org)", "zh"),
        ("see [here](contact.md)", "[şurada](contact.md)", "tr"),
    ],
)
def test_right_use_passes(english: str, text: str, locale: str) -> None:
    assert found(english, text, locale) == []


@pytest.mark.parametrize(
    ("english", "text", "locale", "what"),
    [
        ("the contact", "temaslar", "tr", ["English says 'contact', 'contact' is missing", "'temaslar' is not"]),
        ("the timestep", "步长", "zh", ["English says 'timestep'", "'步长' is not"]),
        ("x", "zaman adımının", "tr", ["'zaman adımının' is not the course's word for 'timestep'"]),
        ("a soft contact", "bir contact", "tr", ["'yumuşak contact' is missing"]),
        ("with RK4", "ile", "tr", ["'RK4' is missing"]),
    ],
)
def test_wrong_variants_and_dropped_terms_are_reported(english: str, text: str, locale: str, what: list[str]) -> None:
    said = found(english, text, locale)

    assert len(said) == len(what)
    assert all(any(w in s for s in said) for w in what), said


def test_a_language_that_the_glossary_does_not_know_yet_is_left_alone() -> None:
    assert found("a soft contact", "ein weicher Kontakt", "de") == []
    assert found("with RK4", "damit", "de") == ["[k] English says 'RK4', 'RK4' is missing"]
    assert TERMS.stays("RK4", "de")
    assert not TERMS.stays("contact", "de")


def test_english_itself_has_wrong_variants() -> None:
    assert [p.what for p in check(TERMS, one("a time step", "en"))] == [
        "[k] 'time step' is not the course's word for 'timestep'"
    ]


def test_the_project_s_glossary_gives_every_term_its_forms() -> None:
    terms = glossary.read()

    assert {"RK4", "SO-101"} <= set(terms.names())
    for term in terms.terms:
        for locale, wrong in term.wrong.items():
            assert not {term.form(locale), *term.also.get(locale, ())} & set(wrong)
