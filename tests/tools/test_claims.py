"""Claims at render time: what cannot be judged, what is absent, and claims that a module loses."""

from __future__ import annotations

from pathlib import Path

import pytest

from physai.claims import Absent, Figures
from physai.results import Quantity
from tools import claims
from tools.lessons import Lesson

LESSON = Lesson(topic="fall", part="physics", run="cpu", minutes=5, id="02-fall")
MODULE = """from physai.claims import claim


@claim("deep")
def deep(f):
    return False


@claim
def bare(f):
    return True


@claim("deep again")
def deep(f):
    return True
"""


def test_a_figure_that_this_run_does_not_have_is_absent() -> None:
    figures = Figures({"flip": Quantity(None, by="m:f"), "word": Quantity("stayed", by="m:f")})

    for read in (figures.__getitem__, figures.text):
        with pytest.raises(Absent, match="flip is absent"):
            read("flip")
    with pytest.raises(TypeError, match=r"use \.text\(\)"):
        figures["word"]
    assert figures.text("word") == "stayed"


def test_claims_that_a_module_loses_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "physai/experiments/fall_claims.py"
    path.parent.mkdir(parents=True)
    path.write_text(MODULE)
    monkeypatch.setattr(claims, "ROOT", tmp_path)

    found = [(p.line, p.what) for p in claims.unused([LESSON])]

    assert (10, "claim 'bare' has no meaning") in found
    assert (15, "claim 'deep' stands twice, first in line 5") in found
