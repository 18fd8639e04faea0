"""The translators' command: see where a language stands, check words, settle messages, exchange .po files.

No command here measures anything.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from types import MappingProxyType

try:
    from tools import coverage, exchange, glossary, proofread, settle, sources, status, status_report, terminal
    from tools.originals import originals
    from tools.problems import ROOT, Failed, Misused, Problem
    from tools.sources import Sources
except ModuleNotFoundError as error:
    if (error.name or "").startswith(("tools.", "physai.")):
        raise  # a fault of the project's own
    sys.exit(f"{error}\nrun it in the project's environment: uv run python tools/locales.py")

EXAMPLES = """examples:
  python tools/locales.py status                          how many messages are done, per lesson and language
  python tools/locales.py status tr                       every open Turkish message with place and English
  python tools/locales.py check                           all checks of words; exit 1 where something is to mend
  python tools/locales.py claims                          how many sentences about data rest on a claim, per lesson
  python tools/locales.py claims 03-contact               the same with the messages that are waived, and why
  python tools/locales.py sync tr                         put what is missing into the files, to be written over
  python tools/locales.py accept tr 03-contact lead       the translation is right for the English as it is now
  python tools/locales.py accept --trivial 03-contact lead   the English changed, its meaning did not
  python tools/locales.py waive tr 03-contact run.cpu --reason "the same in Turkish"
  python tools/locales.py export tr                       build/po/tr/*.po for Poedit or Weblate
  python tools/locales.py import tr                       read them back
  python tools/locales.py new de                          start a language
"""


def main(argv: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Command line; 0 done, 1 something is wrong or left to do, 2 the command was."""
    asked = _parser().parse_args(argv)
    try:
        words, problems = sources.read(root)
        if asked.command not in ("new", "claims") and not getattr(asked, "trivial", False):
            named = asked.locale if isinstance(asked.locale, list) else [asked.locale] if asked.locale else []
            translations = words.locales[asked.command != "check" :]  # English is checked, never translated
            sources.known("locale", named, translations)
        return int(COMMANDS[asked.command](asked, words, problems, root))
    except Failed as failed:
        print(f"{failed}\n{len(failed.problems)} problem(s); nothing was written", file=sys.stderr)
        return failed.status
    except OSError as error:
        print(f"{error.filename}: {error.strerror}; mend that and run the command again", file=sys.stderr)
        return 1


def _status(asked: argparse.Namespace, words: Sources, faults: list[Problem], root: Path) -> bool:
    kept = originals(root)
    rows = status.survey(words, [asked.locale] if asked.locale else None)
    for fault in faults:
        print(fault, file=sys.stderr)
    if asked.json:
        print(status_report.as_json(rows))
        return bool(faults)
    problems = faults + _judged(words, root)
    locales = [asked.locale] if asked.locale else words.locales
    print(status_report.as_text(status_report.table(rows, problems, words, locales)))
    if asked.locale and (text := status_report.details(rows, words, kept)):
        print(f"\n{text}")
    return bool(faults)


def _check(asked: argparse.Namespace, words: Sources, faults: list[Problem], root: Path) -> bool:
    locales = asked.locale or words.locales
    found = sorted(p for p in faults + _judged(words, root) if proofread.language(p) in (*locales, None))
    unread = {c.path for c in words.all_catalogues() if not c.messages} & {p.path for p in faults}
    wanting = [
        p
        for p in proofread.wanting(words, (p for p in found if p.severity == "warning"))
        if proofread.language(p) in locales and p.path not in unread  # nothing is known of a file that cannot be read
    ]
    open_ones = [p for p in wanting if p.severity == "error"]
    rows = [r for r in status.survey(words, [n for n in locales if n != "en"]) if r.state in status.OPEN]
    failing = bool(wanting) or any(p.severity == "error" for p in found)
    if asked.json:
        print(json.dumps([asdict(p) for p in found + open_ones], ensure_ascii=False, indent=1))
        return failing
    _say([str(p) for p in found + open_ones])
    errors = sum(p.severity == "error" for p in found)
    growing = f", {len(rows) - len(open_ones)} in growing languages" if len(rows) > len(open_ones) else ""
    print(f"{errors} error(s), {len(found) - errors} warning(s), {len(open_ones)} open message(s){growing}")
    return failing


def _judged(words: Sources, root: Path) -> list[Problem]:
    kept, terms = originals(root), glossary.read(root)
    return proofread.errors(words, kept, terms) + proofread.warnings(words, kept, terms)


def _claims(asked: argparse.Namespace, words: Sources, faults: list[Problem], root: Path) -> bool:
    sources.known("lesson", asked.lesson, words.lessons)
    rows = [
        row for row in proofread.coverages(words, originals(root)) if not asked.lesson or row.lesson in asked.lesson
    ]
    if asked.json:
        print(json.dumps([row.as_dict() for row in rows], ensure_ascii=False, indent=1))
    else:
        _say([*map(str, faults), coverage.as_text(rows, keys=bool(asked.lesson))])
    return bool(faults) or any(row.unbacked for row in rows)


def _sync(asked: argparse.Namespace, words: Sources, faults: list[Problem], root: Path) -> bool:
    return _say(settle.sync(words, asked.locale or words.locales[1:], glossary.read(root), root), "nothing to add")


def _new(asked: argparse.Namespace, words: Sources, faults: list[Problem], root: Path) -> bool:
    done = settle.new(words, asked.locale, glossary.read(root), root)
    print(f"locales/{asked.locale}: {len([line for line in done if line.endswith(': added')])} messages to write over")
    print("write glossary forms into locales/glossary.toml; see: python tools/locales.py status " + asked.locale)
    return False


def _accept(asked: argparse.Namespace, words: Sources, faults: list[Problem], root: Path) -> bool:
    if asked.trivial:
        if not asked.lesson or asked.keys or asked.all:
            raise Misused([Problem("command line", 0, "--trivial takes LESSON KEY", "it is for all languages at once")])
        sources.known("lesson", [asked.locale], words.catalogues["en"])
        return _say(settle.accept_trivial(words, asked.locale, asked.lesson, root))
    if not asked.lesson or asked.all == bool(asked.keys):
        raise Misused([Problem("command line", 0, "accept takes LOCALE LESSON KEY", "or --all instead of the keys")])
    sources.known("lesson", [asked.lesson], words.catalogues["en"])
    keys = settle.open_keys(words, asked.locale, asked.lesson) if asked.all else asked.keys
    return _say(settle.accept(words, asked.locale, asked.lesson, keys, root), "nothing to accept")


def _waive(asked: argparse.Namespace, words: Sources, faults: list[Problem], root: Path) -> bool:
    sources.known("lesson", [asked.lesson], words.catalogues["en"])
    return _say(settle.waive(words, asked.locale, asked.lesson, asked.key, asked.reason, root))


def _export(asked: argparse.Namespace, words: Sources, faults: list[Problem], root: Path) -> bool:
    _need_good_words(faults)
    sources.known("lesson", asked.lesson, words.catalogues["en"])
    names = asked.lesson or list(words.catalogues["en"])
    folder = Path(asked.to) if asked.to else exchange.folder(asked.locale, root)
    return _say(exchange.export_files(words, asked.locale, names, folder, force=asked.force, root=root))


def _import(asked: argparse.Namespace, words: Sources, faults: list[Problem], root: Path) -> bool:
    _need_good_words(faults)
    paths = [Path(p) for p in asked.files] or sorted(exchange.folder(asked.locale, root).glob("*.po"))
    outcome = exchange.import_files(words, asked.locale, paths, root)
    _say([*map(str, outcome.warnings), *outcome.notes, *(f"{line}: written" for line in outcome.written)])
    for problem in outcome.refused:
        print(f"refused: {problem}", file=sys.stderr)
    print(f"{len(outcome.written)} message(s) written, {len(outcome.refused)} refused")
    return bool(outcome.refused)


def _need_good_words(faults: list[Problem]) -> None:
    """Raise `Failed` for faults of locale files; those of lesson sources keep nobody from exchanging texts."""
    if broken := [p for p in faults if p.path.endswith(".md")]:
        raise Failed(broken)


def _say(lines: Sequence[str], nothing: str = "") -> bool:
    print("\n".join(lines) or nothing, end="\n" if lines or nothing else "")
    return False


COMMANDS: Mapping[str, Callable[[argparse.Namespace, Sources, list[Problem], Path], bool]] = MappingProxyType(
    {
        "status": _status,
        "check": _check,
        "claims": _claims,
        "sync": _sync,
        "accept": _accept,
        "waive": _waive,
        "export": _export,
        "import": _import,
        "new": _new,
    }
)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="locales.py",
        description=(__doc__ or "").split("\n")[0],
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, purpose: str) -> argparse.ArgumentParser:
        lines = (line for line in EXAMPLES.splitlines() if f"locales.py {name}" in line)
        examples = "\n".join(("examples:", *lines))
        raw = argparse.RawDescriptionHelpFormatter
        return commands.add_parser(name, help=purpose, description=purpose, epilog=examples, formatter_class=raw)

    one = command("status", "count messages by state; with a locale, list the open ones with their English")
    one.add_argument("locale", nargs="?")
    one.add_argument("--json", action="store_true", help="every message as JSON")
    one = command("check", "all checks of words; fails on errors, and on anything open in a complete language")
    one.add_argument("locale", nargs="*")
    one.add_argument("--json", action="store_true", help="problems as JSON")
    one = command("claims", "how far sentences about data rest on claims; fails while a message is unbacked")
    one.add_argument("lesson", nargs="*", metavar="LESSON")
    one.add_argument("--json", action="store_true", help="claims, messages backed, unbacked and waived as JSON")
    one = command("sync", "add missing messages as English text to write over, keep the English behind each pin")
    one.add_argument("locale", nargs="*")
    one = command("accept", "pin the present English: LOCALE LESSON KEY ..., or --trivial LESSON KEY for all languages")
    one.add_argument("locale", metavar="LOCALE")
    one.add_argument("lesson", metavar="LESSON")
    one.add_argument("keys", nargs="*", metavar="KEY")
    one.add_argument("--all", action="store_true", help="every outdated or unpinned message of the lesson")
    one.add_argument("--trivial", action="store_true", help="the English changed without a change of meaning")
    one = command("waive", "say that a message is the same as English on purpose")
    for name in ("locale", "lesson", "key"):
        one.add_argument(name)
    one.add_argument("--reason", required=True)
    one = command("export", "write one .po file per lesson")
    one.add_argument("locale")
    one.add_argument("lesson", nargs="*")
    one.add_argument("--to", metavar="FOLDER", help="instead of build/po/LOCALE")
    one.add_argument("--force", action="store_true", help="overwrite .po files that hold work not imported yet")
    one = command("import", "read .po files back; messages that changed meanwhile are refused")
    one.add_argument("locale")
    one.add_argument("files", nargs="*", metavar="FILE", help="instead of build/po/LOCALE/*.po")
    one = command("new", "start a language: its folder with every message in English")
    one.add_argument("locale")
    return parser


if __name__ == "__main__":
    sys.exit(terminal.run(main))
