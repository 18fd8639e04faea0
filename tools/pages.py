"""Pages: one Markdown file per lesson and locale, from the skeleton, the lesson source, records and words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from html import escape
from typing import Any

from physai.results import ResultError
from tools import components, lab, plots, tables, templates
from tools.closure import module_path
from tools.lessons import Lesson, line_of
from tools.links import Site, base_of, front_matter, lesson_link, lesson_title, source_href
from tools.listings import listing
from tools.messages import Message
from tools.problems import Problem, relative
from tools.record import Record
from tools.values import joined
from tools.words import Words, anchor_of


class LessonPage:
    """Writes one lesson in one language; its public methods are what the templates call."""

    def __init__(self, site: Site, lesson: Lesson, words: Words) -> None:
        self.site, self.lesson, self.words = site, lesson, words
        self.problems: list[Problem] = words.problems
        self.base = base_of(words.locale)

    def write(self) -> str:
        """The page's Markdown; problems are collected in `problems`."""
        calls = {
            name: getattr(self, name)
            for name in dir(self)
            if not name.startswith("_") and callable(getattr(self, name))
        }
        name = f"{self.lesson.id}.md.j2"
        text, faults = templates.fill(name, self.site.root / "lessons", {**calls, "lesson": self.lesson})
        self.problems += faults
        return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n" if text else ""

    # words

    def t(self, key: str) -> str:
        """A message as a block."""
        return self.words.block(key)

    def word(self, key: str) -> str:
        """A message as plain text."""
        return self.words.plain(key)

    def heading(self, key: str, level: int = 3, anchor: str = "") -> str:
        """A heading whose anchor is the same in every language."""
        return f"{'#' * level} {self.words.inline(key)} {{: #{anchor or key.replace('.', '-')} }}"

    def section(self, name: str) -> str:
        """A main heading of the skeleton."""
        return self.heading(f"section.{name}", 2, name)

    # parts

    def front_matter(self) -> str:
        """The page's head for the site generator."""
        return front_matter(self.site, self.words, self.title())

    def title(self) -> str:
        """`03 · Title`."""
        return lesson_title(self.site, self.lesson.id, self.words)

    def lead(self) -> str:
        """The lesson in one sentence."""
        return f'<div class="lead" markdown="1">\n\n{self.t("lead")}\n\n</div>'

    def facts(self) -> str:
        """The facts table at the head of the page."""
        w, lesson = self.words, self.lesson
        rows = [
            (w.inline("facts.part"), w.inline(f"part.{lesson.part}")),
            (w.inline("facts.run"), w.inline(f"run.{lesson.run}")),
            (w.inline("facts.minutes"), w.inline("facts.minutes_value")),
        ]
        if lesson.requires:
            rows.append((w.inline("facts.requires"), joined(map(self._lesson_link, lesson.requires), w.locale)))
        if lesson.learn_first:
            rows.append((w.inline("facts.learn_first"), joined(map(w.inline, lesson.learn_first), w.locale)))
        experiment = relative(module_path(lesson.topic))
        links = [
            self._source_link(experiment),
            *(self._source_link(p) for p in self._listed_files() if p != experiment),
        ]
        rows.append((w.inline("facts.sources"), " ".join(links)))
        rows.append((w.inline("facts.status"), w.inline(f"status.{self.site.entry(lesson.id).status}")))
        return components.facts(rows)

    def act(self) -> str:
        """The five steps to tick: read, build, run, break, check."""
        lesson_id = self.lesson.id
        commands = {
            "build": f"uv run python -m physai build {lesson_id}",
            "run": f"uv run python -m physai run {lesson_id}",
            "check": f"uv run pytest {self._test_file()}",
        }
        keys = ("read", "build", "run", "break", "check")
        items = [(k, self.words.inline(f"steps.{k}"), commands.get(k)) for k in keys]
        words = {"title": self.word("section.act"), "progress": self.word("steps.progress")}
        return components.steps(lesson_id, items, self.words.inline("steps.note"), words)

    def quiz(self, place: str) -> str:
        """The questions of one place: before, after or check."""
        questions: Mapping[str, str] = getattr(self.lesson.quiz, place)
        words = {k: self.word(f"quiz.{k}") for k in ("right", "wrong", "why")}
        out = []
        for name, answer in questions.items():
            key = f"quiz.{name}"
            options = [(o, self.words.inline(f"{key}.{o}"), self.words.inline(f"{key}.{o}.why")) for o in "abc"]
            question = self.words.inline(key)
            out.append(components.quiz(anchor_of("quiz", name), question, options, answer, words))
        return "\n\n".join(out)

    def exercises(self) -> str:
        """Exercises with folded answers."""
        out = []
        for level in self.lesson.exercises.levels:
            out += [self.heading(f"level.{level}", 3, f"exercise-{level}"), self.t(f"exercise.{level}")]
            out.append(components.fold(self.word("exercise.answer"), self.t(f"exercise.{level}.answer")))
        return "\n\n".join(out)

    def table(self, name: str) -> str:
        """A table of results or of words, with its caption."""
        spec = self.lesson.tables.get(name)
        if spec is None:
            return self._fault("tables", name, f"no table {name!r}", self.lesson.tables)
        try:
            if spec.of:
                body = tables.results_table(name, spec, self.site.records, self.words)
            else:
                body = tables.word_table(name, spec, self.words, self._literal, lambda f: f"${self._tex(f)}$")
        except ResultError as error:
            return self._fault("tables", name, str(error))
        return components.table(anchor_of("table", name), self.words.inline(f"table.{name}"), body)

    def figures(self, *names: str) -> str:
        """Plots side by side."""
        return components.figures([(anchor_of("figure", name), self._svg(name), self._caption(name)) for name in names])

    def formula(self, name: str) -> str:
        """A displayed formula."""
        return f"$$\n{self._tex(name)}\n$$"

    def diagram(self, name: str) -> str:
        """A flow diagram, its labels in the page's language."""
        source = self.lesson.diagrams.get(name)
        if source is None:
            return self._fault("diagrams", name, f"no diagram {name!r}", self.lesson.diagrams)
        text = re.sub(r"@([a-z][\w.-]*)", lambda m: self.word(m[1]).replace('"', "#quot;"), source.strip())
        return f"```mermaid\n{text}\n```"

    def listing(self, name: str) -> str:
        """The very source of a function or file, linked to where it stands."""
        target = self.lesson.listings.get(name)
        if target is None:
            return self._fault("listings", name, f"no listing {name!r}", self.lesson.listings)
        try:
            code, language, path, line = listing(target, self.site.root)
        except ValueError as error:
            return self._fault("listings", name, str(error))
        return f"{self._source_link(path, line)}\n{{: .source }}\n\n```{language}\n{code}\n```"

    def output(self, name: str) -> str:
        """A block of program output, as the program prints it."""
        record = self._record()
        blocks = {**record.build, **record.experiment}
        if name not in blocks:
            return self._fault("", name, f"the programs of {record.topic} print no block {name!r}", blocks)
        return f"```text\n{blocks[name].rstrip()}\n```"

    def command(self, line: str) -> str:
        """A command to type, with a copy button."""
        return components.command(line)

    def run_line(self) -> str:
        """How the page's figures were measured, with links to what the programs printed."""
        links = [f'<a href="{name}">{name}</a>' for name in ("output.txt", "build_output.txt")]
        run = f"{components.command(f'uv run python -m physai run {self.lesson.id}')}\n\n{self.t('run.line')}"
        numbers = f"[{self.words.inline('numbers.link')}]({self.lesson.id}/numbers.md)"
        return f"{run}\n\n{self.words.inline('run.output')} {' · '.join(links)}\n\n{numbers}"

    def fold(self, key: str, caller: Callable[[], str]) -> str:
        """Folded content under a message as its title."""
        return components.fold(self.word(key), caller())

    def sources(self) -> str:
        """The sources, one a line."""
        return "\n".join(f"- {self.words.inline(key)}" for key in self.lesson.sources)

    def takeaways(self) -> str:
        """The three takeaways."""
        return "\n".join(f"{n}. {self.words.inline(f'takeaway.{n}')}" for n in (1, 2, 3))

    def lab(self, name: str) -> str:
        """A live lab, with the measured table where it cannot run."""
        return lab.lab(name, self.lesson, self.words, self.site.records, self.base, self.site.root)

    def explorer(self, name: str) -> str:
        """A curve explorer, with the static plot where it cannot run."""
        return lab.explorer(name, self.lesson, self.words, self.base, self.figures(name), self.site.root)

    def cards(self) -> str:
        """What the page's cards need: where their data is, and their words."""
        keys = ("full", "kind", "function", "parameters", "versions", "date", "ulp", "shift", "claim", "holds", "fails")
        words = {key: self.word(f"card.{key}").replace("`", "") for key in (*keys, "close", "failed")}
        data = " ".join(f'data-{key}="{escape(text)}"' for key, text in words.items())
        return f'<div id="cards" hidden data-values="values.json" {data}></div>'

    # inner

    def _record(self) -> Record:
        return self.site.records[self.lesson.topic]

    def _fault(self, section: str, name: str, what: str, known: Mapping[str, Any] | None = None) -> str:
        path = f"lessons/{self.lesson.id}.toml"
        lines = (self.site.root / path).read_text("utf-8").splitlines()
        line = line_of(lines, section, name) if section else 0
        if section and not line:
            path = f"lessons/{self.lesson.id}.md.j2"
            template = (self.site.root / path).read_text("utf-8").splitlines()
            line = next((n for n, text in enumerate(template, 1) if f'"{name}"' in text), 0)
        self.problems.append(Problem(path, line, what, f"known: {', '.join(known)}" if known else ""))
        return ""

    def _literal(self, content: str) -> str:
        line = line_of((self.site.root / self.lesson.path).read_text("utf-8").splitlines(), "tables")
        return self.words.fill(Message("table", content, self.lesson.path, line), self.words.locale)

    def _tex(self, name: str) -> str:
        source = self.lesson.formulas.get(name)
        if source is None:
            return self._fault("formulas", name, f"no formula {name!r}", self.lesson.formulas)
        text = re.sub(r"\\text\{@([\w.-]+)\}", lambda m: rf"\text{{{self.word(m[1])}}}", source.strip())
        filled = self.words.fill(Message(name, f"${text}$", self.lesson.path, 0), self.words.locale)
        return filled[1:-1]

    def _svg(self, name: str) -> str:
        spec = self.lesson.figures.get(name)
        if spec is None:
            return self._fault("figures", name, f"no figure {name!r}", self.lesson.figures)
        try:
            plot = plots.data(spec, self.site.records)
        except ResultError as error:
            return self._fault("figures", name, str(error))
        svg = plots.neutral_svg(f"{self.lesson.id}-{name}", spec, plot, self.site.cache)
        words, prefix = self.words, f"{self.lesson.id}-{name}."
        return plots.localize(
            svg,
            lambda key: words.plain(f"figure.{name}.{key.removeprefix(prefix)}"),
            words.locale,
            words.plain(f"figure.{name}.alt"),
        )

    def _caption(self, name: str) -> str:
        """A figure's caption, with its data to take away."""
        links = [f'<a href="{name}.{kind}" download>{kind.upper()}</a>' for kind in ("csv", "json")]
        data = f'<span class="plot-data">{self.words.inline("figure.data")} {" · ".join(links)}</span>'
        return f"{self.words.inline(f'figure.{name}')} {data}"

    def _lesson_link(self, lesson_id: str) -> str:
        return lesson_link(self.site, lesson_id, self.words)

    def _listed_files(self) -> list[str]:
        files = [
            t.partition(":")[0].replace(".", "/") + ".py" if ":" in t else t for t in self.lesson.listings.values()
        ]
        return list(dict.fromkeys(files))

    def _source_link(self, path: str, line: int = 1) -> str:
        return f'<a href="{source_href(self.base, path, line)}"><code>{escape(path)}</code></a>'

    def _test_file(self) -> str:
        return f"tests/test_{self.lesson.number}_{self.lesson.topic}.py"
