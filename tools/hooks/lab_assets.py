"""What the lab needs of the site: its elements as blocks of Markdown, and MuJoCo in a compressed file of its own.

Not every host compresses WebAssembly. Browsers unpack gzip themselves, so the lab asks for `mujoco.wasm.gz` first.
"""

from __future__ import annotations

import functools
import gzip
from pathlib import Path

from markdown import Markdown
from markdown.extensions import Extension
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import event_priority

ELEMENTS = ("sim-lab", "curve-explorer")


class LabElements(Extension):
    """Makes the elements blocks, as `div` is one, so that `markdown="1"` works inside them."""

    def extendMarkdown(self, md: Markdown) -> None:
        """Add the names; Markdown takes unknown elements for words in a line."""
        md.block_level_elements.extend(ELEMENTS)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Register the elements, once."""
    if not any(isinstance(extension, LabElements) for extension in config.markdown_extensions):
        config.markdown_extensions.append(LabElements())  # type: ignore[arg-type, no-untyped-call]
    return config


@event_priority(-50)  # after vendor.py has put the module there
def on_post_build(config: MkDocsConfig) -> None:
    """Compress the module."""
    module = Path(config.site_dir) / "assets/vendor/mujoco/mujoco.wasm"
    if module.exists() and not config.plugins["i18n"].building:  # type: ignore[attr-defined]
        module.with_name("mujoco.wasm.gz").write_bytes(packed(module.read_bytes()))


@functools.lru_cache(maxsize=1)  # a second of work, and `mkdocs serve` builds after every edit
def packed(module: bytes) -> bytes:
    """The module as gzip, the same bytes for the same module."""
    return gzip.compress(module, 9, mtime=0)
