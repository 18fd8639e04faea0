"""The English text behind every pinned fingerprint, `locales/.source/<fingerprint>.md`.

With it an outdated message can show what changed. Committed; the commands that pin also keep and prune here, nobody
edits these files.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tools.files import write_if_changed
from tools.messages import Catalogue, fingerprint
from tools.problems import ROOT


@dataclass(frozen=True, slots=True)
class Originals:
    """The folder of kept English texts."""

    folder: Path

    def read(self, source: str | None) -> str | None:
        """The English text of a fingerprint, None where it is not kept or no longer what it was."""
        try:
            text = (self.folder / f"{source}.md").read_bytes().decode().replace("\r\n", "\n").strip("\n").rstrip()
        except (OSError, UnicodeDecodeError):
            return None
        return text if fingerprint(text) == source else None

    def keep(self, text: str) -> bool:
        """Keep an English text; tell whether it was new."""
        return write_if_changed(self.folder / f"{fingerprint(text)}.md", text + "\n")

    def tidy(self, catalogues: Iterable[Catalogue], english: Iterable[Catalogue]) -> tuple[int, int]:
        """Keep what is pinned and known, drop what nobody pins; returns how many were kept and dropped."""
        pinned = {m.source for catalogue in catalogues for m in catalogue.messages.values() if m.source}
        known = {m.fingerprint: m.text for catalogue in english for m in catalogue.messages.values()}
        kept = sum(self.keep(known[source]) for source in sorted(pinned & known.keys()))
        stale = [path for path in self.folder.glob("*.md") if path.stem not in pinned]
        for path in stale:
            path.unlink()
        return kept, len(stale)


def originals(root: Path = ROOT) -> Originals:
    """The project's kept texts."""
    return Originals(root / "locales/.source")
