"""Markup of what pages have besides prose: quizzes, steps to tick, facts, figures, tables, folded parts.

Pure functions from words to Markdown with HTML around it. Text arguments are Markdown in the page's language, and
what stands inside the HTML is Markdown too (`md_in_html`), so formulas, code and slots work everywhere. A component
ends in a newline and wants a blank line before and after it. Class names and `data-*` attributes are the whole
agreement with `theme/assets`, where there is no word in any language.
"""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence

# Interface words are no answer to a search. The search plugin ends an exclusion at the first closing tag of the same
# name, so this stands on elements that hold none of their own kind.
UNSEARCHED = 'data-search-exclude="true"'


def quiz(
    anchor: str, question: str, options: Sequence[tuple[str, str, str]], answer: str, words: Mapping[str, str]
) -> str:
    """A question with options `(value, text, why)`, one of them right. Words: `right`, `wrong`, `why`.

    Native radio buttons give the keyboard for free; without scripts every why can be unfolded.
    """
    parts = [
        f'<fieldset class="quiz" id="{_attr(anchor)}" data-answer="{_attr(answer)}"'
        f' data-right="{_attr(words["right"])}" data-wrong="{_attr(words["wrong"])}" markdown="1">',
        f'<legend markdown="span">{_line(question)}</legend>',
    ]
    for value, text, why in options:
        radio = f'<input type="radio" name="{_attr(anchor)}" value="{_attr(value)}" autocomplete="off">'
        parts += [
            '<div class="quiz-option" markdown="1">',
            f"<label>{radio} <span>{_line(text)}</span></label>",
            f'<details markdown="1"><summary {UNSEARCHED}>{words["why"]}</summary>',
            f'<p class="quiz-verdict" {UNSEARCHED}>{words["right" if value == answer else "wrong"]}</p>',
            why,
            "</details>",
            "</div>",
        ]
    return _blocks(*parts, '<p class="quiz-status" role="status"></p>', "</fieldset>")


def steps(lesson: str, items: Sequence[tuple[str, str, str | None]], note: str, words: Mapping[str, str]) -> str:
    """Steps `(key, label, command or None)` to tick off, kept in the reader's browser under the lesson's id.

    Words: `title` (name of the group), `progress` (`{done}` and `{total}` in it are filled in by the page's script).
    """
    data = f'data-lesson="{_attr(lesson)}" data-progress="{_attr(words["progress"])}"'
    parts = [
        f'<section class="steps" aria-label="{_attr(words["title"])}" {data} {UNSEARCHED} markdown="1">',
        '<ol markdown="1">',
    ]
    for key, label, to_type in items:
        box = f'<input type="checkbox" value="{_attr(key)}" autocomplete="off">'
        parts += ['<li markdown="block">', f"<label>{box} <span>{_line(label)}</span></label>"]
        parts += [command(to_type)] if to_type else []
        parts += ["</li>"]
    status = '<p class="steps-progress" role="status"></p>'
    return _blocks(*parts, "</ol>", status, '<div class="steps-note" markdown="1">', note, "</div>", "</section>")


def facts(rows: Sequence[tuple[str, str]]) -> str:
    """Terms and what they are for this lesson."""
    parts = ['<dl class="facts" markdown="1">']
    for term, value in rows:
        parts += [f'<dt markdown="span">{_line(term)}</dt>', f'<dd markdown="span">{_line(value)}</dd>']
    return _blocks(*parts, "</dl>")


def figures(items: Sequence[tuple[str, str, str]]) -> str:
    """Figures `(anchor, svg, caption)`, side by side where there is room. Markdown leaves the SVG untouched."""
    parts = ['<div class="figures" markdown="1">']
    for anchor, svg, caption in items:
        parts += [f'<figure id="{_attr(anchor)}" markdown="1">', f"```plot\n{svg.strip()}\n```"]
        parts += ['<figcaption markdown="1">', caption, "</figcaption>", "</figure>"]
    return _blocks(*parts, "</div>")


def table(anchor: str, caption: str, body: str) -> str:
    """A Markdown table under its caption."""
    return _blocks(
        f'<figure class="captioned" id="{_attr(anchor)}" markdown="1">',
        f'<figcaption markdown="span">{_line(caption)}</figcaption>',
        body,
        "</figure>",
    )


def fold(title: str, body: str) -> str:
    """A part that is closed until the reader opens it."""
    return _blocks(f'<details markdown="1"><summary markdown="span">{_line(title)}</summary>', body, "</details>")


def command(line: str) -> str:
    """A line to type in a terminal; the theme adds the copy button and its words."""
    return f"```text\n{line.strip()}\n```\n"


def fallback(body: str, lang: str, note: str) -> str:
    """Text in another language than the page's, and a note that says so in the page's own."""
    return _blocks(
        f'<div class="fallback" lang="{_attr(lang)}" markdown="1">', body, "</div>", f'<p class="note">{note}</p>'
    )


def false(body: str, note: str) -> str:
    """A sentence that the data no longer bears out, marked in a draft."""
    return _blocks('<div class="false" markdown="1">', body, f'<p class="note">{note}</p>', "</div>")


def outdated(body: str, note: str) -> str:
    """A translation older than its original, and a discreet note that says so."""
    return _blocks(body, f'<p class="note">{note}</p>')


def _attr(text: str) -> str:
    return html.escape(text, quote=True)


def _line(text: str) -> str:
    """Markdown that must stay on one line, as inside a label."""
    return " ".join(text.split())


def _blocks(*parts: str) -> str:
    return "\n\n".join(part.strip("\n") for part in parts) + "\n"
