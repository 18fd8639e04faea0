"""Where every figure of a page comes from: the data behind the cards, and the page that lists all numbers.

One file per lesson and language, fetched when a reader first asks; pages themselves carry only value and name.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from physai.results import NONE, Quantity, rounded, shown
from tools.claims import Verdict
from tools.closure import parsed
from tools.described import CELL, descriptions
from tools.lessons import Lesson
from tools.links import Site, base_of, front_matter, lesson_title, source_href
from tools.markup import text_of
from tools.tables import escaped
from tools.uses import Use
from tools.values import write
from tools.words import Words, tag


def cards(site: Site, lesson: Lesson, words: Words, found: Sequence[Use], verdicts: Sequence[Verdict]) -> str:
    """JSON behind a page's cards: values by `topic:name`, runs by topic, claims by name."""
    read = {_full(v, n) for v in verdicts for n in v.figures}
    names = sorted({u.figure.of for u in found if u.figure.of} | read)
    what = descriptions(lesson, words, found, read)
    values = {of: _value(site, words, of, what.get(of, "")) for of in names}
    data = {
        "values": values,
        "runs": {topic: _run(site, topic, words) for topic in sorted({of.partition(":")[0] for of in names})},
        "claims": {v.name: _claim(site, v, words.locale) for v in verdicts},
    }
    return json.dumps(data, ensure_ascii=False, indent=0, sort_keys=True) + "\n"


def numbers_page(site: Site, lesson: Lesson, words: Words, found: Sequence[Use]) -> str:
    """Every figure of a lesson: as shown, in full, what it is, what computes it, and where it stands."""
    title = f"{words.plain('numbers.title')}: {lesson_title(site, lesson.id, words)}"
    rows: dict[tuple[str, str], tuple[Use, list[str]]] = {}
    for use in found:
        key = (use.figure.of or use.figure.cited, use.figure.neutral + use.figure.unit)
        rows.setdefault(key, (use, []))[1].append(use.anchor)
    what = descriptions(lesson, words, found)
    heads = [words.inline(f"numbers.{h}") for h in ("shown", "value", "full", "kind", "source", "places")]
    lines = ["| " + " | ".join(heads) + " |", "| ---: | --- | --- | --- | --- | --- |"]
    for use, anchors in rows.values():
        cells = _row(site, lesson, words, use, what.get(use.figure.of, ""), list(dict.fromkeys(anchors)))
        lines.append("| " + " | ".join(map(escaped, cells)) + " |")
    head = front_matter(site, words, title, "hide: [toc]", "search: {exclude: true}")
    back = f"[{lesson_title(site, lesson.id, words)}](../{lesson.id}.md)"
    return "\n\n".join([head, f"# {title} {{: #top }}", back, words.block("numbers.intro"), "\n".join(lines)]) + "\n"


def _row(site: Site, lesson: Lesson, words: Words, use: Use, what: str, anchors: list[str]) -> list[str]:
    figure = use.figure
    places = " ".join(f"[{n}](../{lesson.id}.md#{anchor})" for n, anchor in enumerate(anchors, 1))
    text = figure.text(words.locale)
    if not figure.of:
        return [
            tag(figure, text, words.locale),
            f"`{use.name}`",
            text,
            words.inline("kind.cited"),
            f"<{figure.cited}>",
            places,
        ]
    quantity = figure.quantity
    assert quantity is not None
    if isinstance(quantity.value, str | bool):
        text = words.plain(f"word.{figure.neutral}")
    path, line, function = _code(site, figure.of.partition(":")[0], quantity)
    short = ".".join(function.split(".")[-2:])
    address = source_href(f"../{base_of(words.locale)}", path, line)  # this page lies one folder deeper
    link = f'<a href="{address}"><code>{escape(short)}</code></a>'
    kind = words.inline(f"kind.{quantity.kind}")
    named = f"{what}<br>`{figure.of}`" if what else f"`{figure.of}`"
    return [text, named, _in_full(quantity, words), kind, link, places]


def _value(site: Site, words: Words, of: str, what: str) -> dict[str, Any]:
    topic, _, name = of.partition(":")
    quantity = site.records[topic].results[name]
    path, line, function = _code(site, topic, quantity)
    found: dict[str, Any] = {
        "full": _in_full(quantity, words),
        "kind": words.plain(f"kind.{quantity.kind}"),
        "function": function,
        "href": source_href(base_of(words.locale), path, line),
        "parameters": _parameters(site, topic, name, words),
    }
    if what:
        found["what"] = text_of(what)
    for key in ("ulp", "shift"):
        if band := getattr(quantity, key):
            found[key] = " … ".join(_number(end, quantity.unit, words.locale) for end in band)
    return found


def _parameters(site: Site, topic: str, name: str, words: Words) -> list[str]:
    """Parameters that belong to one value: its row's keys and those of its step; the scene's are in `_run`."""
    cell = CELL.fullmatch(name)
    row = f"{cell['table']}[{cell['key']}]." if cell else None
    step = f"{re.split(r'[.[]', name)[0]}."
    return [
        f"{other.rpartition('.')[2] if row and other.startswith(row) else other} = {_in_full(quantity, words)}"
        for other, quantity in _chosen(site, topic).items()
        if other != name and ((row and other.startswith(row)) or ("[" not in other and other.startswith(step)))
    ]


def _chosen(site: Site, topic: str) -> Mapping[str, Quantity]:
    return {n: q for n, q in site.records[topic].results.values.items() if q.kind == "parameter"}


def _run(site: Site, topic: str, words: Words) -> dict[str, Any]:
    record = site.records[topic]
    scene = [f"{n} = {_in_full(q, words)}" for n, q in _chosen(site, topic).items() if "." not in n]
    versions = {**record.ingredients.libraries, "python": record.run.python}
    return {"date": record.run.date, "versions": [f"{n} {v}" for n, v in versions.items()], "parameters": scene}


def _claim(site: Site, verdict: Verdict, locale: str) -> dict[str, Any]:
    function = verdict.claim.holds
    path, line = site.line(f"{function.__module__}:{function.__name__}")
    text = (site.root / path).read_text("utf-8")
    node = next(
        n for n in parsed(site.root / path).body if isinstance(n, ast.FunctionDef) and n.name == function.__name__
    )
    code = "\n".join(text.splitlines()[node.lineno - 1 : node.end_lineno])
    return {
        "holds": verdict.holds,
        "meaning": verdict.claim.meaning,
        "check": code,
        "href": source_href(base_of(locale), path, line),
        "figures": [_full(verdict, name) for name in verdict.figures],
    }


def _full(verdict: Verdict, name: str) -> str:
    return f"{verdict.topic}:{name}"


def _code(site: Site, topic: str, quantity: Quantity) -> tuple[str, int, str]:
    """File, line and name of the function that computes a value; a parameter is set by the experiment itself."""
    if not quantity.by:
        return f"physai/experiments/{topic}.py", 1, f"physai.experiments.{topic}"
    path, line = site.line(quantity.by)
    return path, line, quantity.by.replace(":", ".")


def _in_full(quantity: Quantity, words: Words) -> str:
    value = quantity.value
    if value is None:
        return NONE
    if isinstance(value, str | bool):
        key = f"word.{shown(quantity)}"  # a category that no page shows has no word
        return words.plain(key) if words.knows(key) else shown(quantity)
    return _number(value, quantity.unit, words.locale)


def _number(value: float | int, unit: str, locale: str) -> str:
    text = rounded(value, "")
    if len(text.lstrip("-0.")) + len(text) > 44 or (value and not 1e-9 < abs(value) < 1e12):
        text = rounded(value, ".16e" if isinstance(value, float) else ".15e")
        mantissa, _, exponent = text.partition("e")
        text = f"{mantissa.rstrip('0').rstrip('.')}e{exponent}"
    return write(text, unit, locale)


def claims_by_message(verdicts: Iterable[Verdict]) -> Mapping[str, list[str]]:
    """Names of the claims that each message rests on."""
    found: dict[str, list[str]] = {}
    for verdict in verdicts:
        for key in verdict.messages:
            found.setdefault(key, []).append(verdict.name)
    return found
