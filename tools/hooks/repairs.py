"""Two repairs of what mkdocs-static-i18n leaves in the HTML.

Alternates: `sitemap.xml` names the other languages with absolute addresses. The relative links in each page's head
only make the theme's script ask for three `sitemap.xml` that do not exist, and send clicks to addresses without the
closing slash.
404: every language's build writes `404.html` over the last one; the default language's stays.
"""

from __future__ import annotations

import re
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.pages import Page

ALTERNATE = re.compile(r'\s*<link rel="alternate" href="[^"]*" hreflang="[^"]*">')
_not_found: list[str] = []


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Drop the alternates of a page."""
    return ALTERNATE.sub("", output)


def on_post_template(output_content: str, template_name: str, config: MkDocsConfig) -> str:
    """Keep the default language's 404 page, which is built first."""
    if template_name != "404.html":
        return output_content
    i18n: Any = config.plugins["i18n"]
    if i18n.is_default_language_build:
        _not_found[:] = [ALTERNATE.sub("", output_content)]
    return _not_found[0]
