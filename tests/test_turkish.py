"""Turkish endings: forms written by hand from the grammar, and the laws that every written form obeys."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools import turkish
from tools.turkish import GRAMMAR, UnknownEnding, attach, chains, harmonise, read, written
from tools.turkish_spoken import UNITS, WHOLE_UNITS, BadNumber, UnknownUnit, last_word

FORMS_FILE = Path(__file__).parent / "data" / "turkish_forms.tsv"
FORMS = [
    pytest.param(*line.split("\t"), id=line.replace("\t", " "))
    for line in FORMS_FILE.read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]
VOWELS = "aeıioöuü"
VARIANTS = {letter: group for group in ("ae", "ıiuü", "dt", "cç", "kğ") for letter in group}
FRONT_SOUNDING = {"saat": "saet", "mol": "möl", "jul": "jül"}  # how the last syllable harmonises


@pytest.mark.parametrize(("number", "unit", "typed", "expected"), FORMS)
def test_form_written_by_hand(number: str, unit: str, typed: str, expected: str) -> None:
    assert attach(number, unit, typed) == expected


def test_hand_written_forms_cover_every_unit_and_every_morpheme() -> None:
    cells = [param.values for param in FORMS]
    units = {str(unit) for _, unit, _, _ in cells}
    assert set(WHOLE_UNITS) <= units
    assert all(any(symbol.endswith(base) for symbol in units) for base in UNITS)
    used = {morpheme for *_, typed, _ in cells for morpheme in read(str(typed).lstrip("'’")) or ()}
    assert used == {morpheme for follow in GRAMMAR.values() for morpheme, _ in follow}
    assert len(cells) >= 220


# The spoken word, against an oracle that spells the whole number


def spelled(n: int) -> str:
    """Spell a whole number in Turkish, group by group."""
    if n == 0:
        return "sıfır"
    ones = ["", "bir", "iki", "üç", "dört", "beş", "altı", "yedi", "sekiz", "dokuz"]
    tens = ["", "on", "yirmi", "otuz", "kırk", "elli", "altmış", "yetmiş", "seksen", "doksan"]
    names = ["", "bin", "milyon", "milyar", "trilyon", "katrilyon", "kentilyon", "sekstilyon"]
    words: list[str] = []
    for name in names:
        n, group = divmod(n, 1000)
        hundreds, rest = divmod(group, 100)
        said = [("" if hundreds == 1 else ones[hundreds]) + " yüz"] if hundreds else []
        said += [tens[rest // 10], ones[rest % 10]]
        if group:
            words = ([] if (name, group) == ("bin", 1) else said) + [name] + words
    assert n == 0
    return " ".join(" ".join(words).split())


def test_oracle_spells_known_numbers() -> None:
    assert spelled(1985) == "bin dokuz yüz seksen beş"
    assert spelled(100_000_000) == "yüz milyon"
    assert spelled(367184) == "üç yüz altmış yedi bin yüz seksen dört"


rounded = st.builds(lambda n, zeros: n * 10**zeros, st.integers(0, 999), st.integers(0, 15))
wholes = st.one_of(st.integers(0, 10**16), rounded)


@given(wholes)
def test_whole_number_ends_in_its_last_spelled_word(n: int) -> None:
    assert last_word(str(n)) == spelled(n).split()[-1]


@given(
    wholes,
    st.text("0123456789", min_size=1, max_size=18),
    st.sampled_from(",."),
    st.sampled_from(["", "−", "-"]),
)
def test_decimal_fraction_is_read_as_a_whole_number(n: int, digits: str, point: str, sign: str) -> None:
    assert last_word(f"{sign}{n}{point}{digits}") == spelled(int(digits)).split()[-1]


@given(st.integers(-99, 99), st.sampled_from(["", "2,4 × ", "−1.05×", "< "]))
def test_power_of_ten_ends_in_its_exponent(exponent: int, factor: str) -> None:
    raised = str(exponent).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    assert last_word(f"{factor}10{raised}") == spelled(abs(exponent)).split()[-1]


@pytest.mark.parametrize(
    "number",
    ["", "—", "NaN", "x", "1.000,5", "1 000", "5,", ",5", "2e-3", "0,05 s", "10^", "∞", "3 %", "--3", "5⁻"],
)
def test_malformed_number_is_an_error(number: str) -> None:
    with pytest.raises(BadNumber, match="reword the sentence"):
        attach(number, "", "'de")


def test_number_too_long_to_be_read_aloud() -> None:
    assert last_word("1" + "0" * 24) == "septilyon"
    with pytest.raises(BadNumber, match="power of ten"):
        last_word("1" + "0" * 30)


@pytest.mark.parametrize("unit", ["qq", "Nm", "m/", "/", "m2", "kdB", "m/s/foo", "%/s", "1/1", "ft", "sn"])
def test_unknown_unit_lists_the_known_ones(unit: str) -> None:
    with pytest.raises(UnknownUnit, match=r"known: m g s Hz N rad .* °C"):
        attach("3", unit, "'de")


# Laws

SYMBOLS = ["", "%", "1", *UNITS, *WHOLE_UNITS, "mm", "µs", "N/m", "m/s²", "m³", "s⁻¹"]
shown = st.one_of(st.integers(0, 10**6).map(str), st.decimals(0, 9, places=4).map(lambda d: str(d).replace(".", ",")))
figures = st.tuples(shown, st.sampled_from(SYMBOLS))
endings = st.sampled_from(list(chains(4)))
hosts = st.sampled_from(["beş", "altı", "iki", "dokuz", "kırk", "yüz", "üç", "bin", "saat", "jul", "radyan", "küp"])


@given(figures, endings, hosts, hosts)
def test_the_variant_typed_does_not_matter(figure: tuple[str, str], ending: tuple[str, ...], a: str, b: str) -> None:
    typed_a, typed_b = harmonise(a, ending), harmonise(b, ending)
    if ending != ("(s)I",):  # the one exception: see below
        assert attach(*figure, typed_a) == attach(*figure, typed_b)


@given(figures, endings, st.randoms())
def test_any_vowel_or_consonant_of_the_same_group_is_understood(
    figure: tuple[str, str], ending: tuple[str, ...], random: Random
) -> None:
    right = attach(*figure, harmonise("iki", ending))
    garbled = "".join(random.choice(VARIANTS.get(letter, letter)) for letter in right)
    if len(right) > 2:  # a bare vowel may stand for the possessive
        assert attach(*figure, garbled) == right
    assert attach(*figure, right) == right


def test_only_the_bare_vowel_is_ambiguous() -> None:
    hosts = ("bir", "iki", "üç", "altı")
    ambiguous = set()
    for ending in chains(5):
        for host in hosts:
            typed = harmonise(host, ending)
            understood = read(typed)
            assert understood is not None
            if any(harmonise(other, understood) != harmonise(other, ending) for other in hosts):
                ambiguous.add((ending, understood))
    assert ambiguous == {(("(s)I",), ("(y)I",))}


@given(figures, endings)
def test_harmony(figure: tuple[str, str], ending: tuple[str, ...]) -> None:
    word = last_word(*figure)
    letters = attach(*figure, harmonise("iki", ending)).removeprefix("'")
    for before, after in pairwise(word[-1] + letters):
        assert not (before in VOWELS and after in VOWELS), "a buffer letter parts two vowels"
        assert after not in ("dcğ" if before in "fstkçşhp" else "tç"), "d and c harden after a hard consonant only"
    free = re.sub("k(i|en)", lambda m: m[0].upper(), letters)  # -ki and -ken never change, but are followed
    vowels = [v for v in FRONT_SOUNDING.get(word, word) if v in VOWELS][-1:] + [v for v in free if v in VOWELS + "IE"]
    for before, after in pairwise(vowels):
        if after in "IE":
            continue
        assert (before.lower() in "eiöü") == (after in "eiöü"), "front follows front, back follows back"
        if after in "ıiuü":
            assert (before.lower() in "oöuü") == (after in "uü"), "a close vowel is round after a round one"
        else:
            assert after in "ae", "an open vowel of an ending is never round"


@given(figures, endings)
def test_endings_compose(figure: tuple[str, str], ending: tuple[str, ...]) -> None:
    word = last_word(*figure)
    whole = harmonise(word, ending)
    for cut in range(1, len(ending)):
        first = harmonise(word, ending[:cut])
        assert whole[: len(first)] in (first, first[:-1] + "ğ")
        assert word in ("saat", "mol", "jul") or whole[len(first) :] == harmonise(word + first, ending[cut:])


@given(figures, endings, st.sampled_from(["", "'", "’"]))
def test_apostrophe_is_kept_or_supplied(figure: tuple[str, str], ending: tuple[str, ...], apostrophe: str) -> None:
    right = attach(*figure, apostrophe + harmonise("altı", ending))
    assert right[0] == (apostrophe or "'")
    assert right[1:].isalpha()


def test_decomposed_letters_are_read() -> None:
    assert attach("1", "", "'u\N{COMBINING DIAERESIS}") == "'i"


# What cannot be written


@pytest.mark.parametrize(
    ("typed", "near"),
    [
        ("'dn", "'ten"),
        ("'ile", "'le"),
        ("'DE", "'te"),
        ("'lersi", "'ler"),
        ("'nda", "'te"),
        ("'likdeykn", "'lük"),
    ],
)
def test_unknown_ending_names_the_nearest_known(typed: str, near: str) -> None:
    with pytest.raises(UnknownEnding, match=f"unknown ending .*nearest known: .*{near}") as error:
        attach("3", "", typed)
    assert error.value.typed == typed
    assert near in error.value.nearest


@pytest.mark.parametrize("typed", ["", "'", "’", "xyzxyz", "''de", "de'", "DA", "(y)I", "'de "])
def test_what_is_no_ending(typed: str) -> None:
    with pytest.raises(UnknownEnding):
        attach("3", "", typed)


# The command


@pytest.mark.parametrize(
    ("cells", "line"),
    [
        (("0,05", "s", "da"), "0,05 s'de"),
        (("0,1", "", "'ta"), "0,1'de"),
        (("7", "%", "sı"), "%7'si"),
        (("%7", "", "sı"), "%7'si"),
        (("%7", "%", "sı"), "%7'si"),
        (("−7", "%", "’de"), "−%7’de"),
        (("< 7", "%", "de"), "< %7'de"),
        (("90", "°", "lık"), "90°'lik"),
        (("20", "°C", "da"), "20 °C'de"),
        (("5", "1", "de"), "5'te"),
        (("2,4 × 10⁻¹³", "kg", "den"), "2,4 × 10⁻¹³ kg'dan"),
    ],
)
def test_written_form(cells: tuple[str, str, str], line: str) -> None:
    assert written(*cells) == line


def test_command_prints_good_lines_and_names_bad_ones(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = "0,05\ts\tda\n3\tqq\tde\n\n5\tde\n3\t\tdn\nx\t\tde\n7\t%\tsı"
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    assert turkish.main([]) == 1
    out, err = capsys.readouterr()
    assert out == "0,05 s'de\n%7'si\n"
    assert [line.split(":")[0] for line in err.splitlines()] == ["line 2", "line 4", "line 5", "line 6"]
    assert "write number, tab, unit or nothing, tab, ending" in err


def test_command_runs_as_a_module_whatever_the_locale() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tools.turkish"],
        input="\ufeff3\tµs\tdan\r\n10⁻³\t\tde\r\n".encode(),
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        cwd=Path(turkish.__file__).parents[1],
        check=True,
    )
    assert run.stdout.decode().splitlines() == ["3 µs'den", "10⁻³'te"]


def test_help_shows_an_example_that_holds(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        turkish.main(["--help"])
    assert stop.value.code == 0
    shown_help = capsys.readouterr().out
    assert r"0,05\ts\tda\n83\t%%\tsi" in shown_help
    assert written("0,05", "s", "da") in shown_help
    assert written("83", "%", "si") in shown_help
