"""Drawings become inline SVG while the site is built: no script in the page, colours from the page's CSS.

Two fences: `mermaid` holds a flowchart's source, `plot` an SVG as it is, which Markdown must not touch.
"""

from __future__ import annotations

import functools
import html
import re

from mermaid_render import mermaid_to_svg
from mkdocs.config.defaults import MkDocsConfig

from tools.components import UNSEARCHED


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Register the fences here, because `mkdocs.yml` could name the functions only by an import path."""
    formats = {"mermaid": _mermaid, "plot": _plot}
    settings = config.mdx_configs.setdefault("pymdownx.superfences", {})
    settings["custom_fences"] = [{"name": name, "class": name, "format": do} for name, do in formats.items()]
    return config


def _mermaid(source: str, *_: object, **__: object) -> str:
    return f'<div class="diagram">{flowchart(source)}</div>'


def _plot(source: str, *_: object, **__: object) -> str:
    svg = source.replace("<svg ", f"<svg {UNSEARCHED} ", 1)
    return f'<div class="plot-box">{svg}</div>'


@functools.cache
def flowchart(source: str) -> str:
    """SVG of a Mermaid flowchart, named by its labels for readers who hear the page."""
    svg = mermaid_to_svg(source).decode("utf-8")
    svg = re.sub(r'<svg ([^>]*?)style="[^"]*"( fill="[^"]*")?', r"<svg \1", svg, count=1)
    texts = re.findall(r'class="pele-label"[^>]*>(.*?)</text>', svg, re.DOTALL)
    labels = [" ".join(html.unescape(re.sub("<[^>]+>", " ", text)).split()) for text in texts]
    svg = svg.replace('role="graphics-document document"', 'role="img"')
    name = html.escape("; ".join(labels))
    return svg.replace("<svg ", f'<svg {UNSEARCHED} aria-label="{name}" ', 1)
