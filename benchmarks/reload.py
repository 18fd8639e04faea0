"""How long a translator waits: from a saved locale file to the new text in the served page.

    uv run python benchmarks/reload.py [SAVES]

Works on a copy of the project. Prints every save, the median, and its ratio to a whole build on the same machine.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LESSON = "03-contact"
LEFT_OUT = (".git", ".venv", "site", "uv", "__pycache__", ".*_cache")


def main(saves: int) -> None:
    """Serve a copy, save a Turkish message again and again, and wait for each change."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "course"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*LEFT_OUT))
        env = os.environ | {"PYTHONPATH": str(copy), "NO_MKDOCS_2_WARNING": "1"}
        started = time.perf_counter()
        subprocess.run([sys.executable, "-m", "mkdocs", "build", "-q"], cwd=copy, env=env, check=True)
        build = time.perf_counter() - started
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        command = [sys.executable, "-m", "mkdocs", "serve", "-q", "-a", f"127.0.0.1:{port}"]
        with subprocess.Popen(command, cwd=copy, env=env, stderr=subprocess.DEVNULL) as server:
            try:
                waits = list(saved(copy, f"http://127.0.0.1:{port}/tr/{LESSON}/", saves))
            finally:
                server.terminate()
    median = statistics.median(waits)
    print(f"whole build {build:.2f} s; save to page: median {median:.2f} s, worst {max(waits):.2f} s")
    print(f"a save costs {median / build:.2f} of a build")


def saved(copy: Path, url: str, saves: int) -> list[float]:
    """Seconds from each save until the page shows it; the first, which fills the caches, is left out."""
    path = copy / f"locales/tr/{LESSON}.md"
    original = path.read_text("utf-8")
    until(url, "</html>", 120)
    waits = []
    for n in range(saves + 1):
        word = "deneme" + "abcdefghijklmnopqrstuvwxyz"[n % 26] * (1 + n // 26)  # no digits: those would be an error
        time.sleep(1.5)
        started = time.perf_counter()
        path.write_text(re.sub(r"(<!-- @lead [^\n]*-->\n)", rf"\1{word} ", original, count=1), "utf-8")
        until(url, word, 60)
        waits.append(time.perf_counter() - started)
        print(f"save {n}: {waits[-1]:.2f} s", flush=True)
    return waits[1:]


def until(url: str, word: str, patience: float) -> None:
    """Ask for the page until the word is in it."""
    deadline = time.perf_counter() + patience
    while time.perf_counter() < deadline:
        try:
            with urllib.request.urlopen(url, timeout=patience) as answer:
                if word in answer.read().decode():
                    return
        except OSError:
            pass
        time.sleep(0.02)
    raise SystemExit(f"{word!r} did not appear at {url} within {patience:.0f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
