"""Claims at render time: which hold, which have fallen, and which sentences stood on those that fell."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import inspect
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from physai.claims import Absent, Claim, Figures
from physai.results import Quantity, nearest
from tools.bindings import Records
from tools.closure import parsed
from tools.lessons import Lesson, line_of
from tools.messages import Catalogue
from tools.problems import ROOT, Failed, Problem


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
    """Claims of an experiment by name; none if it has no claims module. Raises `Failed` if that cannot be imported."""
    module = f"physai.experiments.{topic}_claims"
    if importlib.util.find_spec(module) is None:
        return {}
    try:
        found = vars(importlib.import_module(module)).values()
    except (Exception, SystemExit) as error:
        what = f"cannot be imported: {type(error).__name__}: {error}"
        line = (isinstance(error, SyntaxError) and error.lineno) or 0
        raise Failed([Problem(path_of(topic), line, what, "mend it; until then no claim can be judged")]) from None
    return {c.name: c for c in found if isinstance(c, Claim)}


def path_of(topic: str) -> str:
    """The module that holds an experiment's claims."""
    return f"physai/experiments/{topic}_claims.py"


def line_in(claim: Claim) -> int:
    """Where a claim stands in its module."""
    try:
        return inspect.getsourcelines(claim.holds)[1]
    except (OSError, TypeError):
        return 0


def judge(
    lesson: Lesson, records: Records, english: Catalogue, root: Path = ROOT
) -> tuple[list[Verdict], list[Problem]]:
    """Judge every claim a lesson names; a claim that cannot be judged is a problem."""
    verdicts: list[Verdict] = []
    problems: list[Problem] = []
    lines = (root / lesson.path).read_text("utf-8").splitlines()
    for name, messages in lesson.claims.items():
        line = line_of(lines, "claims", name)
        topic, _, short = name.rpartition(":")
        topic = topic or lesson.topic
        try:
            claims = known(topic)
        except Failed as failed:
            problems += failed.problems
            continue
        if not claims:
            what, remedy = "there is no such module, or no claim in it", f"write those that {lesson.path} names"
            problems.append(Problem(path_of(topic), 0, what, remedy))
            continue
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
        except Absent:
            holds = False  # what it speaks of is not there any more
        except (Exception, SystemExit) as error:
            problems.append(_unjudged(topic, claims[short], error, figures, records[topic].results.values))
            continue
        seen = {n: q.value for n, q in figures.used.items()}
        verdicts.append(Verdict(lesson.id, topic, claims[short], holds, seen, messages))
    return verdicts, problems


def _unjudged(
    topic: str, claim: Claim, error: BaseException, figures: Figures, values: Mapping[str, Quantity]
) -> Problem:
    """Why a claim gives no verdict: the figures it had seen, and the nearest names if it asks for one there is not."""
    what = f"claim {claim.name!r} cannot be judged: {type(error).__name__}: {error}"
    remedy = "mend it, it has to return True or False"
    if isinstance(error, KeyError) and error.args and error.args[0] not in values:
        what = f"claim {claim.name!r}: {topic} has no value {error.args[0]!r}"
        remedy = f"nearest: {', '.join(nearest(str(error.args[0]), values)) or 'none'}"
    elif figures.used:
        remedy += "; it had seen " + ", ".join(f"{name} = {q.value}" for name, q in figures.used.items())
    return Problem(path_of(topic), line_in(claim), what, remedy)


def unused(lessons: Iterable[Lesson]) -> list[Problem]:
    """Claims of these lessons' experiments that none of them names, and modules of claims that cannot be imported."""
    lessons = list(lessons)
    named = {
        (name.rpartition(":")[0] or lesson.topic, name.rpartition(":")[2])
        for lesson in lessons
        for name, messages in lesson.claims.items()
        if messages
    }
    problems = []
    for topic in sorted({lesson.topic for lesson in lessons}):
        try:
            idle = [claim for name, claim in known(topic).items() if (topic, name) not in named]
        except Failed as failed:
            problems += failed.problems
            continue
        problems += _lost(topic)
        for claim in idle:
            what, remedy = f"claim {claim.name!r} backs no message", "name it in [claims] of a lesson, or remove it"
            problems.append(Problem(path_of(topic), line_in(claim), what, remedy))
    return problems


def _lost(topic: str) -> list[Problem]:
    """Claims that a second one of the same name hides, and functions that are marked as claims without a meaning."""
    path = ROOT / path_of(topic)
    if not path.is_file():
        return []
    problems: list[Problem] = []
    first: dict[str, int] = {}
    for node in parsed(path).body:
        if isinstance(node, ast.FunctionDef):
            if (line := first.setdefault(node.name, node.lineno)) != node.lineno:
                what = f"claim {node.name!r} stands twice, first in line {line}"
                problems.append(Problem(path_of(topic), node.lineno, what, "rename or remove one"))
            if any(isinstance(mark, ast.Name) and mark.id == "claim" for mark in node.decorator_list):
                what, remedy = f"claim {node.name!r} has no meaning", 'write @claim("what it says of the data")'
                problems.append(Problem(path_of(topic), node.lineno, what, remedy))
    return problems


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
