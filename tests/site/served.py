"""A site on a plain static host."""

from __future__ import annotations

import http.server
from dataclasses import dataclass
from pathlib import Path

SUBPATH = "course"


@dataclass(frozen=True)
class Site:
    """A built site on disk and where it is served."""

    folder: Path
    url: str  # ends in a slash

    def page(self, locale: str, lesson: str = "") -> str:
        """Address of a page; English is at the root."""
        parts = [part for part in ("" if locale == "en" else locale, lesson) if part]
        return self.url + "".join(f"{part}/" for part in parts)

    def file(self, locale: str, lesson: str = "") -> Path:
        """The file behind that address."""
        return self.folder / self.page(locale, lesson).removeprefix(self.url) / "index.html"


class Handler(http.server.SimpleHTTPRequestHandler):
    """What a plain static host does, its page for missing pages included."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        missing = Path(self.directory) / SUBPATH / "404.html"
        if code != 404 or not missing.exists():
            return super().send_error(code, message, explain)
        self.send_response(404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(missing.read_bytes())
        return None

    def log_message(self, format: str, *args: object) -> None:
        pass
