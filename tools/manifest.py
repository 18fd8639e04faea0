"""What was done before: work whose inputs did not change since is not done again.

`build/manifest.json` maps a unit of work ("tr/03-contact") to the hash of all it depends on and of what it wrote. It
only saves time: without it everything is worked out anew, to the same bytes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tools.files import write_if_changed
from tools.problems import relative


def digest(parts: Iterable[str | bytes]) -> str:
    """Hash of a sequence of texts."""
    found = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        found.update(len(data).to_bytes(8, "big") + data)
    return found.hexdigest()[:20]


def files_digest(paths: Iterable[Path]) -> str:
    """Hash of files, names and contents; a missing file counts as such."""
    return digest(part for p in sorted(paths) for part in (relative(p), p.read_bytes() if p.is_file() else b"missing"))


@dataclass(slots=True)
class Manifest:
    """Units of work known to be done, and those done in this run."""

    path: Path
    before: Mapping[str, Any]
    now: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def read(cls, build: Path) -> Manifest:
        """Read the manifest of earlier runs; a damaged one counts as none."""
        path = build / "manifest.json"
        try:
            found = json.loads(path.read_text("utf-8"))
        except (OSError, json.JSONDecodeError):
            found = {}
        return cls(path, found if isinstance(found, dict) else {})

    def files(self, unit: str, key: str, folder: Path) -> dict[str, str] | None:
        """What the unit wrote for this key, if it is all still there unchanged."""
        known = self.before.get(unit)
        if not isinstance(known, dict) or known.get("key") != key:
            return None
        try:
            found = {name: (folder / name).read_text("utf-8") for name in known["files"]}
        except (OSError, UnicodeDecodeError):
            return None
        if any(digest([text]) != known["files"][name] for name, text in found.items()):
            return None
        self.now[unit] = known
        return found

    def done(self, unit: str, key: str, files: Mapping[str, str] | None = None) -> None:
        """Note that a unit is done for this key."""
        self.now[unit] = {"key": key, "files": {name: digest([text]) for name, text in (files or {}).items()}}

    def save(self) -> None:
        """Write the manifest, keeping what this run did not look at."""
        write_if_changed(self.path, json.dumps({**self.before, **self.now}, indent=0, sort_keys=True) + "\n")
