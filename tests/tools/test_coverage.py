"""Sentences about data and the claims behind them: words per language, backed, waived, unbacked; claims at fault."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from physai.claims import Claim, Figures
from tests.tools.translating import Run, replaced
from tools import claims, coverage, proofread, sources
from tools.glossary import Glossary
from tools.lessons import Lesson, read_lesson
from tools.messages import Catalogue, parse
from tools.originals import originals
from tools.problems import ROOT
from tools.record import load, path_of

Captured = pytest.CaptureFixture[str]


def catalogue(text: str, locale: str = "en", marker: str = "") -> Catalogue:
    """One message, `k`."""
    found, problems = parse(f"<!-- @k{marker} -->\n{text}\n", f"locales/{locale}/x.md", locale)
    assert problems == []
    return found


def words(text: str, locale: str) -> list[str]:
    return [m[0] for m in coverage.qualitative(catalogue(text, locale).messages["k"], locale)]


@pytest.mark.parametrize(
    ("locale", "text", "found"),
    [
        ("en", "The cube sinks deeper, the ball less deep.", ["deeper", "less"]),
        ("en", "It never leaves the floor, the lowest point always does.", ["never", "lowest", "always"]),
        ("en", "All of them rest at the same depth, equally firm.", ["same", "equally"]),
        ("en", "Twice the load, four times the depth, a quarter of the ball's.", ["Twice", "four times", "quarter"]),
        ("en", "The third row survives, halving fails.", ["third", "survives", "halving", "fails"]),
        ("en", "Not monotonic: a body stayed, another is thrown.", ["monotonic", "stayed", "thrown"]),
        ("tr", "Küp daha derine batar; en derin olan odur.", ["daha", "en derin"]),
        ("tr", "Her zaman aynıdır, asla değişmez.", ["Her zaman", "aynıdır", "asla"]),
        ("tr", "Derinlik dört katına çıkar, yarısı ya da çeyreği kalır.", ["dört katına", "yarısı", "çeyreği"]),
        (
            "tr",
            "İlki dayanır, ikincisi patlar, küp fırlatılır.",
            ["İlki", "dayanır", "ikincisi", "patlar", "fırlatılır"],
        ),
        ("tr", "Sonuç monoton değil.", ["monoton"]),
        ("zh", "立方体陷得更深，越软越深，最深处也较浅。", ["更", "越", "越", "最", "较浅"]),
        ("zh", "深度始终相同，从未改变，也同样硬。", ["始终", "相同", "从未", "同样"]),
        ("zh", "深度变为四倍，是球的四分之一，少了一半。", ["四倍", "四分之一", "一半"]),
        ("zh", "第一次失败，第二次留在桌面上。", ["第一", "失败", "第二", "留在"]),
    ],
)
def test_words_that_compare_are_found(locale: str, text: str, found: list[str]) -> None:
    assert words(text, locale) == found


@pytest.mark.parametrize(
    ("locale", "text"),
    [
        ("en", "The `same` slot {{ tc.larger }} in $a_{max, deeper}$ and [a page](https://x.org/better/first)."),
        ("en", "It falls at five metres per second for one metre."),
        ("en", "The weight is no longer `d`; once more, the number of layers and the manifold."),
        ("tr", "Bir kez daha, daha sonra ve daha önce; kürenin yarıçapı ilke olarak katı."),
        ("zh", "变更后比较一下，更新最后的值，越过中线，最终停下。"),
    ],
)
def test_words_that_only_look_alike_and_what_is_not_text_are_left_alone(locale: str, text: str) -> None:
    assert words(text, locale) == []


def test_a_language_without_a_list_is_not_judged() -> None:
    assert coverage.unbacked(catalogue("Der Würfel sinkt tiefer.", "de"), set()) == []


def test_an_unbacked_message_is_named_with_line_word_and_remedy() -> None:
    (problem,) = coverage.check(catalogue("A list:\n\n- the cube rests deeper"), set())

    assert (problem.path, problem.line) == ("locales/en/x.md", 4)
    assert problem.what == "[k] no claim stands behind 'deeper'"
    assert "[claims]" in problem.remedy
    assert "unmeasured" in problem.remedy


def test_a_claim_a_waiver_or_a_declared_literal_frees_a_message() -> None:
    text = "It rests twice as deep."

    assert coverage.unbacked(catalogue(text), {"k"}) == []
    assert coverage.unbacked(catalogue(text, marker=" · unmeasured a law"), set()) == []
    assert coverage.unbacked(catalogue(text, marker=" · literal twice: set by the question"), set()) == []
    assert coverage.unbacked(catalogue(text, marker=" · literal thrice: set by the question"), set()) != []


def test_translations_inherit_and_are_reported_only_where_they_say_more() -> None:
    turkish = catalogue("Küp daha derindir.", "tr")

    assert coverage.unbacked(turkish, set(), catalogue("The cube is deeper.")) == []  # English is reported itself
    assert coverage.unbacked(turkish, set(), catalogue("The cube is deep.", marker=" · unmeasured a law")) == []
    assert coverage.unbacked(turkish, {"k"}, catalogue("The cube is deep.")) == []
    (one,) = coverage.unbacked(turkish, set(), catalogue("The cube is deep."))
    assert str(one) == "locales/tr/x.md:2 k 'daha'"


def test_a_waiver_needs_a_reason_stands_in_english_and_not_beside_a_claim() -> None:
    _, problems = parse("<!-- @k · unmeasured -->\ndeeper\n", "locales/en/x.md", "en")
    assert "unmeasured needs a reason" in problems[0].what

    waived = catalogue("daha derin", "tr", " · unmeasured a law")
    assert "counts only in English" in coverage.check(waived, set(), catalogue("deep"))[-1].what
    assert (
        "a claim stands behind it" in coverage.check(catalogue("deeper", marker=" · unmeasured a law"), {"k"})[0].what
    )


def test_coverage_is_a_figure(course: Path, run: Run, capsys: Captured) -> None:
    assert run("claims") == 0
    assert capsys.readouterr().out == "02-fall: 1 claims, 1 messages backed, 0 unbacked, 0 waived\n"

    replaced(course / "locales/en/02-fall.md", "<!-- @last -->\nThe end", "<!-- @last -->\nThe first end")
    replaced(course / "locales/en/02-fall.md", "<!-- @lead -->", "<!-- @lead · unmeasured a law -->")
    assert run("claims", "02-fall") == 1
    out = capsys.readouterr().out
    assert "1 messages backed, 1 unbacked, 1 waived" in out
    assert "locales/en/02-fall.md:23 last 'first'\n" in out
    assert "  waived   1  a law: lead\n" in out

    assert run("claims", "--json") == 1
    (row,) = json.loads(capsys.readouterr().out)
    assert row["lesson"] == "02-fall"
    assert (row["claims"], row["backed"], row["waived"]) == (["deep"], ["claim"], {"lead": "a law"})
    (one,) = row["unbacked"]
    assert one["file"].endswith("locales/en/02-fall.md")
    assert (one["line"], one["key"], one["word"]) == (23, "last", "first")


def test_an_unbacked_message_is_a_warning_and_fails_check(course: Path, run: Run, capsys: Captured) -> None:
    replaced(course / "locales/zh/02-fall.md", "结束", "最深处")

    found = proofread.warnings(sources.read(course)[0], originals(course), Glossary(()))
    assert [p.severity for p in found] == ["warning"]
    assert run("check", "en", "zh") == 0  # zh is growing in this course
    replaced(course / "lessons/course.toml", '["tr"]', '["tr", "zh"]')
    assert run("check", "zh") == 1
    assert "no claim stands behind '最'" in capsys.readouterr().out


def test_a_lesson_that_does_not_exist_is_refused(run: Run, capsys: Captured) -> None:
    assert run("claims", "02-fal") == 2
    assert "did you mean 02-fall?" in capsys.readouterr().err


def broken(f: Figures) -> bool:
    return f["gap"] / 0 > 1


def numeric(f: Figures) -> bool:
    return f["gap"]  # type: ignore[return-value]


def unknown(f: Figures) -> bool:
    return f["gapp"] > 0


def false(f: Figures) -> bool:
    return f["gap"] > 1


@pytest.fixture
def contact(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Lesson]:
    """Lesson 03 with other claims in its experiment and in its [claims]."""
    lesson, _ = read_lesson("03-contact")
    assert lesson

    def with_claims(predicates: dict[str, Callable[[Figures], bool]], named: dict[str, tuple[str, ...]]) -> Lesson:
        made = {name: Claim(name, f"meaning of {name}", predicate) for name, predicate in predicates.items()}
        monkeypatch.setattr(claims, "known", lambda topic: made)
        return msgspec.structs.replace(lesson, claims=named)

    return with_claims


def judged(lesson: Lesson) -> tuple[list[claims.Verdict], list[str]]:
    words, _ = sources.read()
    record = load(path_of("contact"))
    assert record
    verdicts, problems = claims.judge(lesson, {"contact": record}, words.catalogues["en"]["03-contact"])
    return verdicts, [str(p) for p in problems]


@pytest.mark.parametrize(
    ("predicate", "said"),
    [
        (broken, ("ZeroDivisionError", "has to return True or False", "it had seen gap = 0.1")),
        (numeric, ("returned 0.1", "instead of True or False")),
        (unknown, ("contact has no value 'gapp'", "nearest: gap")),
    ],
)
def test_a_claim_that_gives_no_verdict_is_an_error_that_says_what_to_do(
    contact: Callable[..., Lesson], predicate: Callable[[Figures], bool], said: tuple[str, ...]
) -> None:
    verdicts, (problem,) = judged(contact({"odd": predicate}, {"odd": ("lead",)}))

    assert verdicts == []
    assert problem.startswith("physai/experiments/contact_claims.py:")
    assert all(part in problem for part in said)


def test_claims_and_messages_that_do_not_exist_are_named_with_the_nearest(contact: Callable[..., Lesson]) -> None:
    _, problems = judged(contact({"deep": false}, {"deap": ("lead",), "deep": ("leed",)}))

    assert "contact has no claim 'deap'" in problems[0]
    assert "nearest: deep" in problems[0]
    assert "no message @leed" in problems[1]
    assert "nearest: lead" in problems[1]


def test_a_claim_that_fails_names_figures_key_and_place_in_every_language(contact: Callable[..., Lesson]) -> None:
    verdicts, problems = judged(contact({"deep": false}, {"deep": ("observe.plateau",)}))
    words, _ = sources.read()
    found = claims.fallen(verdicts, words.all_catalogues())

    assert problems == []
    assert {p.path for p in found} == {f"locales/{name}/03-contact.md" for name in words.locales}
    assert all("[observe.plateau] is no longer true: meaning of deep" in p.what for p in found)
    assert all("gap = 0.1" in p.remedy and p.line for p in found)


def test_a_claim_that_backs_nothing_is_an_error_with_its_line(contact: Callable[..., Lesson]) -> None:
    lesson = contact({"deep": false, "idle": unknown}, {"deep": ("lead",)})

    (problem,) = claims.unused([lesson])
    assert problem.what == "claim 'idle' backs no message"
    assert problem.line > 0
    assert "[claims]" in problem.remedy


def test_every_claim_of_the_live_lessons_backs_a_message() -> None:
    words, _ = sources.read()

    assert [str(p) for p in claims.unused(words.lessons.values())] == []


def test_a_module_of_claims_that_cannot_be_imported_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    lesson, _ = read_lesson("03-contact")
    assert lesson

    def fails(name: str) -> None:
        raise SyntaxError("invalid syntax", (name, 7, 1, ""))

    monkeypatch.setattr(claims.importlib, "import_module", fails)
    (problem,) = claims.unused([lesson])
    assert str(problem).startswith("physai/experiments/contact_claims.py:7: cannot be imported: SyntaxError")
    assert (ROOT / problem.path).is_file()
