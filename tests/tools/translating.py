"""A small course in a temporary folder, for tests of the translators' tools."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tools.messages import fingerprint

COURSE = 'complete = ["tr"]\n[[lesson]]\nid = "02-fall"\nstatus = "live"\npart = "physics"\n'
LESSON = """
topic = "fall"
part = "physics"
run = "cpu"
minutes = 5

[slots]
"h" = { of = "fall:h", unit = "ms" }
"k" = { of = "fall:k" }

[claims]
"deep" = ["claim"]
"""
GLOSSARY = """
[[term]]
en = "contact"
tr = "contact"
zh = "接触"
wrong.tr = ["temas"]

[[term]]
en = "RK4"
"""
ENGLISH = {
    "title": "The fall",
    "lead": "A body falls for {{ h }}.",
    "rate": r"The rate is $\frac{a}{b}$, `solref` says {{ k }}.",
    "list": "Two ways:\n\n- a contact\n- no contact",
    "claim": "It is four times as deep.",
    "term": "contact",
    "last": "The end",
}
TURKISH = {
    "title": "Düşme",
    "lead": "Bir cisim {{ h }} boyunca düşer.",
    "rate": r"Oran $\frac{a}{b}$ olur, `solref` {{ k }}'dir.",
    "list": "İki yol:\n\n- contact\n- contact'sız",
    "claim": "Dört kat derindir.",
    "last": "Son",
}
CHINESE = {
    "title": "下落",
    "lead": "物体下落{{ h }}。",
    "rate": r"速率为$\frac{a}{b}$，`solref`取{{ k }}。",
    "list": "两种情形：\n\n- 接触\n- 无接触",
    "claim": "深度是四倍。",
    "term": "接触",
    "last": "结束",
}
Run = Callable[..., int]


def written(texts: dict[str, str], *, pinned: bool = True) -> str:
    """A locale file of these texts, each made from the English of its key."""
    out = []
    for key, text in texts.items():
        pin = f" · source {fingerprint(ENGLISH[key])}" if pinned else ""
        out.append(f"<!-- @{key}{pin} -->\n{text}\n")
    return "\n".join(out)


def write_course(root: Path) -> None:
    """A course of one lesson, complete in Turkish (but for one term) and Chinese."""
    section = fingerprint("The problem")
    files = {
        "lessons/course.toml": COURSE,
        "lessons/02-fall.toml": LESSON,
        "physai/experiments/fall.py": "",
        "locales/glossary.toml": GLOSSARY,
        "locales/en/02-fall.md": written(ENGLISH, pinned=False),
        "locales/tr/02-fall.md": written(TURKISH),
        "locales/zh/02-fall.md": written(CHINESE),
        "locales/en/site.md": "<!-- @section.problem -->\nThe problem\n",
        "locales/tr/site.md": f"<!-- @section.problem · source {section} -->\nSorun\n",
        "locales/zh/site.md": f"<!-- @section.problem · source {section} -->\n问题\n",
    }
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())


def replaced(path: Path, old: str, new: str) -> None:
    """Edit a file as a person would."""
    text = path.read_bytes().decode()
    assert old in text
    path.write_bytes(text.replace(old, new).encode())


def files(course: Path) -> dict[str, bytes]:
    """Every file under `locales/`, byte for byte."""
    return {p.relative_to(course).as_posix(): p.read_bytes() for p in (course / "locales").rglob("*") if p.is_file()}


def gettext(*command: str | Path) -> str:
    """Run a gettext program; skip where it is not installed."""
    try:
        done = subprocess.run([str(c) for c in command], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        pytest.skip(f"{command[0]} is not installed (Debian: apt install gettext)")
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr
