"""Where an experiment went wrong: the line of its own code that a person would look at first."""

from __future__ import annotations

import traceback
from pathlib import Path

HOME = Path(__file__).resolve().parent
HELPERS = (HOME / "results.py", HOME / "measure.py", HOME / "report.py")  # they complain of what others gave them


def place(error: BaseException) -> tuple[Path | None, int]:
    """File and line of an error: the deepest in the experiment's own code, else in the helpers; else (None, 0)."""
    if isinstance(error, SyntaxError) and error.filename:
        return Path(error.filename), error.lineno or 0
    frames = [f for f in traceback.extract_tb(error.__traceback__) if Path(f.filename).is_relative_to(HOME)]
    own = [f for f in frames if Path(f.filename) not in (*HELPERS, HOME / "__main__.py")]
    frame = next(reversed(own or frames), None)
    return (Path(frame.filename), frame.lineno or 0) if frame else (None, 0)
