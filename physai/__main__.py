"""What the learner types: `python -m physai list`, `build 03-contact`, `run 03-contact`.

`build` prints the four steps of a lesson with their checks, `run` its experiment's tables: the very blocks that the
page shows. Both measure first, with the probes that tell which digits hold.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

from physai.measure import measure
from physai.report import failed
from physai.results import ResultError, nearest

LESSONS = Path(__file__).resolve().parent.parent / "lessons"
EXAMPLES = """examples:
  python -m physai list                 the lessons that can be built and run
  python -m physai build 03-contact     the four build steps with their checks
  python -m physai run 03-contact       the experiment's tables
"""


def topics() -> dict[str, str]:
    """Experiment of every lesson that has a source, by lesson id; raises `SystemExit` at a broken one."""
    found = {}
    for path in sorted(LESSONS.glob("[0-9]*.toml")):
        try:
            found[path.stem] = str(tomllib.loads(path.read_text("utf-8-sig"))["topic"])
        except (tomllib.TOMLDecodeError, UnicodeDecodeError, KeyError) as error:
            what = "has no topic" if isinstance(error, KeyError) else f"is not valid TOML: {error}"
            sys.exit(f"lessons/{path.name}: {what}\n    python tools/render.py tells every fault of a lesson source")
    return found


def main(argv: Sequence[str] | None = None) -> int:
    """Command line; 0 done, 1 a check of a build step failed, 2 the command was wrong."""
    try:
        return _main(argv)
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        sys.stderr.close()
        return 1


def _main(argv: Sequence[str] | None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m physai", epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("list", help="name the lessons")
    for name, text in (("build", "run the four build steps"), ("run", "run the experiment")):
        commands.add_parser(name, help=text).add_argument("lesson", metavar="LESSON")
    asked = parser.parse_args(argv)
    known = topics()
    if asked.command == "list":
        print("\n".join(f"{lesson}  physai/experiments/{topic}.py" for lesson, topic in known.items()))
        return 0
    if asked.lesson not in known:
        near = nearest(asked.lesson, known, 1)
        hint = f"did you mean {near[0]}? " if near else ""
        parser.error(f"no lesson {asked.lesson!r}; {hint}known: {', '.join(known)}")
    experiment = importlib.import_module(f"physai.experiments.{known[asked.lesson]}")
    try:
        results = measure(experiment.run)
    except ResultError as error:  # a bound that does not hold, an outcome that a probe flips
        print(f"check failed: {error}", file=sys.stderr)
        return 1
    blocks: dict[str, str] = (experiment.build_output if asked.command == "build" else experiment.run_output)(results)
    print("\n".join(blocks.values()), end="")
    if names := failed(blocks):
        print(f"checks failed in: {', '.join(names)}", file=sys.stderr)
    return int(bool(names))


if __name__ == "__main__":
    sys.exit(main())
