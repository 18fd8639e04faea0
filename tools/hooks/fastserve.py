"""Make rebuilds of `mkdocs serve` cheap by remembering work that did not change; `mkdocs build` is left alone.

Inside the serving process four things are remembered: the HTML of a page (key: its Markdown and the set of files that
links resolve against), its search entries (key: its HTML), compiled templates, and the list of the theme's files,
of which more than ten thousand are icons. This replaces private functions of MkDocs and Material, whose versions are
pinned: when one changes, drop this hook from `mkdocs.yml`, and serving is only slower.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import jinja2
from jinja2.bccache import Bucket
from material.plugins.search.plugin import SearchIndex  # type: ignore[import-untyped]
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page
from mkdocs.theme import Theme

RENDERED = ("content", "toc", "present_anchor_ids", "_title_from_render")  # what Page.render leaves in a page


class Memory(jinja2.BytecodeCache):
    """Compiled templates, kept in this process."""

    def __init__(self) -> None:
        self.codes: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Called by Jinja2 before it compiles a template."""
        if bucket.key in self.codes:
            bucket.bytecode_from_string(self.codes[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Called by Jinja2 after it has compiled one."""
        self.codes[bucket.key] = bucket.bytecode_to_string()


def on_startup(command: str, dirty: bool) -> None:
    """MkDocs calls this once per process."""
    if command == "serve":
        _remember_templates()
        _remember_theme_files()
        _remember_pages()
        _remember_search_entries()


def _remember_templates() -> None:
    memory, get_env = Memory(), Theme.get_env

    def remembering(self: Theme) -> jinja2.Environment:
        env = get_env(self)
        env.bytecode_cache = memory
        return env

    Theme.get_env = remembering  # type: ignore[method-assign]


def _remember_theme_files() -> None:
    lists: dict[object, list[str]] = {}
    list_templates = jinja2.Environment.list_templates

    def remembering(
        self: jinja2.Environment,
        extensions: Any = None,
        filter_func: Callable[[str], bool] | None = None,
    ) -> list[str]:
        folders = tuple(getattr(self.loader, "searchpath", ()))
        own = [path for folder in folders if "site-packages" not in folder for path in Path(folder).rglob("*")]
        # what the filter closes over, the theme's settings, stays the same while serving
        key = (folders, tuple(sorted(map(str, own))), getattr(filter_func, "__code__", None))
        if key not in lists:
            names = list_templates(self)
            lists[key] = [name for name in names if filter_func is None or filter_func(name)]
        return list(lists[key])

    jinja2.Environment.list_templates = remembering  # type: ignore[method-assign]


def _remember_pages() -> None:
    pages: dict[object, tuple[object, dict[str, Any]]] = {}
    render = Page.render

    def remembering(self: Page, config: MkDocsConfig, files: Files) -> None:
        key = (self.file.src_uri, self.file.dest_uri)
        stamp = (self.markdown, tuple(sorted(files.src_uris)))
        known = pages.get(key)
        if known and known[0] == stamp:
            self.__dict__.update(known[1])
            return
        render(self, config, files)
        pages[key] = (stamp, {name: self.__dict__[name] for name in RENDERED if name in self.__dict__})

    Page.render = remembering  # type: ignore[method-assign]


def _remember_search_entries() -> None:
    known_entries: dict[object, tuple[object, list[dict[str, Any]]]] = {}
    add = SearchIndex.add_entry_from_context

    def remembering(self: Any, page: Page) -> None:
        key, stamp = (page.url, page.file.src_uri), (page.content, page.title)
        known = known_entries.get(key)
        if known and known[0] == stamp:
            self.entries.extend(dict(entry) for entry in known[1])
            return
        before = len(self.entries)
        add(self, page)
        known_entries[key] = (stamp, [dict(entry) for entry in self.entries[before:]])

    SearchIndex.add_entry_from_context = remembering
