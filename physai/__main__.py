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

from physai.faults import place
from physai.measure import measure
from physai.report import failed
from physai.results import nearest

LESSONS = Path(__file__).resolve().parent.parent / "lessons"
EXAMPLES = """examples:
  python -m physai list                 the lessons that can be built and run
  python -m physai build 03-contact     the four build steps with their checks
  python -m physai run 03-contact       the experiment's tables
"""


def topics() -> tuple[dict[str, str], dict[str, str]]:
    """Experiment of every lesson that has a good source, and what is wrong with the others, by lesson id."""
    found, faults = {}, {}
    for path in sorted(LESSONS.glob("[0-9]*.toml")):
        try:
            found[path.stem] = str(tomllib.loads(path.read_text("utf-8-sig"))["topic"])
        except KeyError:
            faults[path.stem] = "has no topic"
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            faults[path.stem] = f"is not valid TOML: {error}"
    return found, faults


def main(argv: Sequence[str] | None = None) -> int:
    """Command line; 0 done, 1 a check of a build step or the experiment failed, 2 the command was wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m physai", epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("list", help="name the lessons")
    for name, text in (("build", "run the four build steps"), ("run", "run the experiment")):
        commands.add_parser(name, help=text).add_argument("lesson", metavar="LESSON")
    asked = parser.parse_args(argv)
    known, faults = topics()
    if asked.command == "list":
        print("\n".join(f"{lesson}  physai/experiments/{topic}.py" for lesson, topic in known.items()))
        return _tell(faults)
    if asked.lesson in faults:
        return _tell({asked.lesson: faults[asked.lesson]})
    if asked.lesson not in known:
        near = nearest(asked.lesson, known, 1)
        hint = f"did you mean {near[0]}? " if near else ""
        parser.error(f"no lesson {asked.lesson!r}; {hint}known: {', '.join(known)}")
    try:
        return _run(known[asked.lesson], asked.command)
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        sys.stderr.close()
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130
    except Exception as error:  # whatever a learner's change brings about: where, and what was said
        path, line = place(error)
        where = path.relative_to(LESSONS.parent) if path and path.is_relative_to(LESSONS.parent) else path
        print(f"{where or known[asked.lesson]}:{line}: {type(error).__name__}: {error}", file=sys.stderr)
    return 1


def _run(topic: str, command: str) -> int:
    """Measure an experiment and print its blocks; 1 when one of their checks does not hold."""
    experiment = importlib.import_module(f"physai.experiments.{topic}")
    results = measure(experiment.run)
    blocks: dict[str, str] = (experiment.build_output if command == "build" else experiment.run_output)(results)
    print("\n".join(blocks.values()), end="", flush=True)
    if names := failed(blocks):
        print(f"checks failed in: {', '.join(names)}", file=sys.stderr)
    return int(bool(names))


def _tell(faults: dict[str, str]) -> int:
    """Say what is wrong with lesson sources; 1 if something is."""
    for lesson, what in faults.items():
        print(f"lessons/{lesson}.toml: {what}\n    python tools/render.py tells every fault of it", file=sys.stderr)
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
