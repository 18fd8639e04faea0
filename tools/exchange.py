"""Export and import of whole folders of `.po` files; see `tools/po.py` for one file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tools import glossary, po, po_comments, proofread, settle
from tools.files import write_if_changed
from tools.glossary import Glossary
from tools.messages import Catalogue, Message
from tools.originals import originals
from tools.po import Entry, Plan
from tools.problems import ROOT, Failed, Misused, Problem, relative
from tools.sources import Sources


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an import did."""

    written: tuple[str, ...]
    refused: tuple[Problem, ...]
    notes: tuple[str, ...]
    warnings: tuple[Problem, ...]


def folder(locale: str, root: Path = ROOT) -> Path:
    """Where `.po` files of a language go when nothing else is said."""
    return root / f"build/po/{locale}"


def export_files(
    words: Sources, locale: str, names: Sequence[str], to: Path, *, force: bool = False, root: Path = ROOT
) -> list[str]:
    """Write a `.po` file for each name; refuses to overwrite work that was not imported, unless forced."""
    texts: dict[Path, str] = {}
    problems = []
    for name in names:
        english, own = words.catalogues["en"][name], words.catalogues[locale][name]
        path = to / f"{name}.po"
        if path.exists() and not force and (waiting := _waiting(path, own)):
            what = f"holds work that was not imported: {', '.join(waiting)}"
            problems.append(Problem(relative(path), 0, what, "import it, export --to another folder, or --force"))
        texts[path] = po.export(locale, name, english, own, originals(root), po_comments.comments(words, name, root))
    if problems:
        raise Failed(problems)
    for path, text in texts.items():
        write_if_changed(path, text)
    return [relative(path) for path in texts]


def import_files(words: Sources, locale: str, paths: Sequence[Path], root: Path = ROOT) -> Outcome:
    """Read `.po` files into the locale files; raises `Failed` for any fault before anything is written."""
    if not paths:
        what = f"no .po files in {relative(folder(locale, root))}"
        raise Misused([Problem("command line", 0, what, f"name them, or: python tools/locales.py export {locale}")])
    terms = glossary.read(root)
    plans: dict[str, Plan] = {}
    problems: list[Problem] = []
    for path in paths:
        entries, header, faults = po.read(path)
        name = header.get("X-Lesson") or path.stem
        if not faults:
            faults = _misplaced(path, name, header.get("Language", ""), locale, words, plans)
        problems += faults
        if not faults:
            english = words.catalogues["en"][name]
            plans[name] = po.plan(entries, english, words.catalogues[locale][name])
            problems += [*plans[name].problems, *_judge(plans[name], entries, english, locale, terms)]
    if any(problem.severity == "error" for problem in problems):
        raise Failed(problems)
    changes = {name: plan.changes for name, plan in plans.items() if plan.changes}
    written = settle.write(words, locale, changes, root) if changes else []
    refused = [problem for plan in plans.values() for problem in plan.refused]
    notes = [note for plan in plans.values() for note in plan.notes]
    return Outcome(tuple(written), tuple(refused), tuple(notes), tuple(sorted(problems)))


def _misplaced(
    path: Path, name: str, language: str, locale: str, words: Sources, plans: dict[str, Plan]
) -> list[Problem]:
    file = relative(path)
    if name not in words.catalogues["en"]:
        known = ", ".join(words.catalogues["en"])
        return [Problem(file, 0, f"there is no lesson {name!r}", f"name the file after its lesson: {known}")]
    if language.replace("_", "-") not in ("", locale):
        return [Problem(file, 0, f"is in {language}, not in {locale}", "import it into its own language")]
    return [Problem(file, 0, f"is a second file of {name}", "import one of them")] if name in plans else []


def _judge(plan: Plan, entries: Sequence[Entry], english: Catalogue, locale: str, terms: Glossary) -> list[Problem]:
    """Errors and warnings of the texts to be written, at their places in the `.po` file."""
    found = []
    for entry in (entry for entry in entries if entry.key in plan.changes):
        message = Message(entry.key, entry.text, entry.path, entry.line)
        own = Catalogue(entry.path, locale, {entry.key: message})
        source = None if entry.fuzzy else replace(english, messages={entry.key: english.messages[entry.key]})
        for problem in (
            *proofread.catalogue_errors(own, source, terms),
            *proofread.catalogue_warnings(own, source, terms, set(english.messages)),
        ):
            found.append(replace(problem, line=entry.line))
    return found


def _waiting(path: Path, own: Catalogue) -> list[str]:
    """Keys whose text in an existing `.po` file is in no locale file."""
    entries, _, faults = po.read(path)
    texts = {message.text for message in own.messages.values()}
    if faults:
        return ["it cannot be read"]
    return [entry.key for entry in entries if entry.touched and entry.text not in texts]
