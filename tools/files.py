"""Writing files: whole or not at all, and only where something changed."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path


def code_files(root: Path) -> list[Path]:
    """All code and scenes of the project."""
    return [p for part in ("tools", "physai") for kind in ("*.py", "*.xml") for p in (root / part).rglob(kind)]


def write_if_changed(path: Path, text: str) -> bool:
    """Replace a file's content in one step, only where it differs; tell whether it was written."""
    new = text.encode()
    if path.exists() and path.read_bytes() == new:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(new)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return True


def cached(folder: Path, name: str, key: str, make: Callable[[], str]) -> str:
    """Text made once for a key and kept in `folder`; the key is everything that the text depends on."""
    stem, _, suffix = name.rpartition(".")
    path = folder / f"{stem}-{hashlib.sha256(key.encode()).hexdigest()[:16]}.{suffix}"
    if path.exists():
        return path.read_text("utf-8")
    text = make()
    write_if_changed(path, text)
    return text
