"""A small site with a lab and explorers in three languages, from the sample configuration in `data/lab.toml`."""

from __future__ import annotations

import functools
import gzip
import http.server
import shutil
import threading
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import markdown
import msgspec

from tools import lab
from tools.experiments import read_records
from tools.hooks import lab_assets, vendor
from tools.lessons import Lesson
from tools.messages import read
from tools.problems import ROOT
from tools.record import Record
from tools.words import Words

DATA = Path(__file__).parent / "data"
LESSON = "06-soft-contact"


def lesson(root: Path, source: str) -> Lesson:
    """A lesson source below `root`, with the scene it names."""
    path = root / "lessons" / f"{LESSON}.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(source, "utf-8")
    shutil.copytree(ROOT / "physai/scenes", root / "physai/scenes", dirs_exist_ok=True)
    return msgspec.convert({**tomllib.loads(source), "id": LESSON}, Lesson)


def words(locale: str) -> Words:
    """The sample's messages."""
    return Words(locale, (read(DATA / f"lab/{locale}.md")[0],), (read(DATA / "lab/en.md")[0],), {})


@functools.cache
def records() -> Mapping[str, Record]:
    """The committed record that the page's table is written from."""
    return read_records(["soft_contact"])[0]


def write_site(folder: Path) -> None:
    """`en/`, `tr/`, `zh/` with one lab and the explorers, `two/` with two labs, `none/` without, and all they load."""
    source = (DATA / "lab.toml").read_text("utf-8")
    assets = folder / "assets"
    shutil.copytree(ROOT / "tools/theme/assets/lab", assets / "lab")
    for name in ("uplot", "mujoco"):
        target = assets / "vendor" / name
        target.mkdir(parents=True)
        package, files = vendor.FILES[name]
        for file in files:
            content = (ROOT / "node_modules" / package / file).read_bytes()
            small = vendor.without_custom_sections(content) if file.endswith(".wasm") else content
            (target / Path(file).name).write_bytes(small)
            if file.endswith(".wasm"):
                (target / f"{file}.gz").write_bytes(gzip.compress(small, 1, mtime=0))
    one = lesson(folder / "source", source)
    for locale in ("en", "tr", "zh"):
        said = words(locale)
        parts = [lab.lab("softness", one, said, records(), "../", folder / "source")]
        for name in one.explorers:
            figure = f'<p class="static">{name}</p>'
            parts.append(lab.explorer(name, one, said, "../", figure, folder / "source"))
        assert said.problems == []
        _page(folder / locale, locale, "\n\n".join(parts))
        if locale == "en":
            again = lab.lab("softness", one, said, records(), "../", folder / "source")
            _page(folder / "two", locale, f'{parts[0]}\n\n<div style="height: 3000px"></div>\n\n{again}')
            _page(folder / "none", locale, "nothing")
    (folder / "favicon.ico").write_bytes(b"")


def _page(folder: Path, locale: str, text: str) -> None:
    extensions = ["md_in_html", "tables", "attr_list", lab_assets.LabElements()]  # type: ignore[no-untyped-call]
    body = markdown.markdown(text, extensions=extensions)
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">'
    style = (
        "<style>body{margin:8px;font:16px sans-serif;--md-default-fg-color:#222;--md-default-fg-color--light:#666;"
        "--md-default-fg-color--lighter:#aaa;--md-default-fg-color--lightest:#ddd;--md-default-bg-color:#fff}</style>"
    )
    folder.mkdir(parents=True)
    page = (
        f'<!doctype html><html lang="{locale}"><head>{head}{style}</head><body class="md-typeset">{body}</body></html>'
    )
    (folder / "index.html").write_text(page, "utf-8")


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder; gives its address."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
