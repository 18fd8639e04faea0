"""Claims at render time: which hold, which have fallen, and which sentences stood on those that fell."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from physai.claims import Claim, Figures
from physai.results import nearest
from tools.bindings import Records
from tools.lessons import Lesson, line_of
from tools.messages import Catalogue
from tools.problems import ROOT, Problem


@dataclass(frozen=True, slots=True)
class Verdict:
    """A claim as judged on the present results, and the messages of one lesson that rest on it."""

    lesson: str
    topic: str
    claim: Claim
    holds: bool
    figures: Mapping[str, object]  # value name -> value, those the claim looked at
    messages: tuple[str, ...]

    @property
    def name(self) -> str:
        """`topic:claim`."""
        return f"{self.topic}:{self.claim.name}"


def known(topic: str) -> dict[str, Claim]:
    """Claims of an experiment by name; none if it has no claims module."""
    module = f"physai.experiments.{topic}_claims"
    if importlib.util.find_spec(module) is None:
        return {}
    found = vars(importlib.import_module(module)).values()
    return {c.name: c for c in found if isinstance(c, Claim)}


def judge(lesson: Lesson, records: Records, english: Catalogue) -> tuple[list[Verdict], list[Problem]]:
    """Judge every claim a lesson names; a claim that cannot be judged is a problem."""
    verdicts: list[Verdict] = []
    problems: list[Problem] = []
    lines = (ROOT / lesson.path).read_text("utf-8").splitlines()
    for name, messages in lesson.claims.items():
        line = line_of(lines, "claims", name)
        topic, _, short = name.rpartition(":")
        topic = topic or lesson.topic
        claims = known(topic)
        if short not in claims:
            near = ", ".join(nearest(short, claims)) or "none"
            problems.append(Problem(lesson.path, line, f"{topic} has no claim {short!r}", f"nearest: {near}"))
            continue
        for key in messages:
            if key not in english.messages:
                near = ", ".join(nearest(key, english.messages)) or "none"
                problems.append(Problem(lesson.path, line, f"claim {short}: no message @{key}", f"nearest: {near}"))
        figures = Figures(records[topic].results.values)
        try:
            holds = claims[short].holds(figures)
            if not isinstance(holds, bool):
                raise TypeError(f"returned {holds!r} instead of True or False")
        except Exception as error:
            what = f"claim {topic}:{short} cannot be judged: {type(error).__name__}: {error}"
            problems.append(Problem(lesson.path, line, what, f"mend it in physai/experiments/{topic}_claims.py"))
            continue
        seen = {n: q.value for n, q in figures.used.items()}
        verdicts.append(Verdict(lesson.id, topic, claims[short], holds, seen, messages))
    return verdicts, problems


def unused(lessons: Iterable[Lesson]) -> list[Problem]:
    """Claims that no lesson names."""
    lessons = list(lessons)
    named = {(n.rpartition(":")[0] or lesson.topic, n.rpartition(":")[2]) for lesson in lessons for n in lesson.claims}
    return [
        Problem(
            f"physai/experiments/{topic}_claims.py",
            0,
            f"claim {name!r} backs no message",
            "name it in [claims] or remove it",
        )
        for topic in sorted({lesson.topic for lesson in lessons})
        for name in known(topic)
        if (topic, name) not in named
    ]


def fallen(verdicts: Iterable[Verdict], catalogues: Iterable[Catalogue]) -> list[Problem]:
    """For every claim that does not hold: its figures, and each sentence that is now false, in every language."""
    problems = []
    places = list(catalogues)
    for verdict in verdicts:
        if verdict.holds:
            continue
        figures = ", ".join(f"{name} = {value}" for name, value in verdict.figures.items())
        for key in verdict.messages:
            for catalogue in places:
                if message := catalogue.messages.get(key):
                    what = f"[{key}] is no longer true: {verdict.claim.meaning} ({verdict.name})"
                    problems.append(Problem(message.path, message.line, what, f"measured: {figures}"))
    return problems
