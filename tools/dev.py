#!/usr/bin/env python3
"""Serve the pages, run the tests, or run any command in the project's environment.

    python tools/dev.py serve            write the pages and serve them, again after every saved file
    python tools/dev.py test             run all tests
    python tools/dev.py run COMMAND ...  run something else, for instance: run ruff check

Further arguments are passed on: `serve --dev-addr localhost:9000`, `test -k contact`.
Needs Python 3.11 and nothing else: where uv is missing it is put into build/uv, out of everyone's way.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMMANDS = {"serve": ["mkdocs", "serve"], "test": ["pytest"], "run": []}


def main(arguments: list[str]) -> int:
    """Run one command and return its exit status."""
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        print(__doc__)
        return 0 if arguments else 2
    name, *rest = arguments
    if name not in COMMANDS:
        return _fail(f"unknown command {name!r}; there are: {', '.join(COMMANDS)} (see --help)")
    if name == "run" and not rest:
        return _fail("say what to run, for instance: python tools/dev.py run ruff check")
    if sys.version_info < (3, 11):  # noqa: UP036 - older versions can read this file, to be told so
        return _fail(f"this is Python {sys.version.split()[0]}, 3.11 is needed; try: python3.11 tools/dev.py {name}")
    try:
        uv = _uv()
    except OSError as error:
        return _fail(str(error))
    # The notice is about MkDocs 2, which pyproject.toml keeps out; the README says until when that is good.
    # The machine's own certificates: uv's built-in ones do not know the proxies of companies and schools.
    env = {"UV_SYSTEM_CERTS": "1"} | os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    try:
        return subprocess.run([uv, "run", *COMMANDS[name], *rest], cwd=ROOT, env=env, check=False).returncode
    except KeyboardInterrupt:
        return 130


def _uv() -> str:
    """The path of uv: the machine's, or one in a virtual environment of its own."""
    if found := shutil.which("uv"):
        return found
    home = ROOT / "build/uv"
    scripts = home / ("Scripts" if os.name == "nt" else "bin")
    if own := shutil.which("uv", path=str(scripts)):
        return own
    print("uv was not found; installing it into build/uv", file=sys.stderr, flush=True)
    python = str(scripts / "python")
    venv = [sys.executable, "-m", "venv", "--clear", str(home)]
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "uv"]
    steps = [(venv, "make a virtual environment (Debian: apt install python3-venv)"), (pip, "install uv with pip")]
    for command, purpose in steps:
        if subprocess.run(command, check=False).returncode:
            raise OSError(f"could not {purpose}; install uv yourself (https://docs.astral.sh/uv) and run this again")
    return str(scripts / "uv")


def _fail(reason: str) -> int:
    print(f"dev.py: {reason}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
