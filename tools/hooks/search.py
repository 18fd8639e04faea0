"""One search index per language, without formulas and listings, and a search worker that folds Turkish i, ı, İ and I.

mkdocs-static-i18n leaves one index in which all languages are mixed; `theme/main.html` sends each language to its own.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import event_priority

NOISE = re.compile(r"\\\(.*?\\\)|\\\[.*?\\\]|<pre>.*?</pre>", re.DOTALL)  # TeX source and program text
# JavaScript's toLowerCase() knows no Turkish: without this "ISI" and "Isı" are different words.
FOLD = """\
const lower = String.prototype.toLowerCase;
String.prototype.toLowerCase = function () {
  return lower.call(this).replace(/i\\u0307/g, "i").replace(/\\u0131/g, "i");
};
importScripts("%s");
"""


@event_priority(-200)  # after mkdocs-static-i18n (-100) has gathered the languages
def on_post_build(config: MkDocsConfig) -> None:
    """Split the index and put the fold in front of the theme's worker."""
    i18n: Any = config.plugins["i18n"]
    if i18n.building:  # inner build of one more language
        return
    site = Path(config.site_dir)
    whole = json.loads((site / "search/search_index.json").read_text("utf-8"))
    scripts = site / "assets/javascripts"
    for locale in i18n.build_languages:
        others = tuple(f"{other}/" for other in i18n.build_languages if other != i18n.default_language)
        prefix = "" if locale == i18n.default_language else f"{locale}/"
        docs = [
            doc | {"location": doc["location"].removeprefix(prefix), "text": NOISE.sub(" ", doc["text"])}
            for doc in whole["docs"]
            if (doc["location"].startswith(prefix) if prefix else not doc["location"].startswith(others))
        ]
        known = (scripts / f"lunr/min/lunr.{locale}.min.js").exists()  # languages that the theme's search supports
        settings = whole["config"] | {"lang": [locale if known else i18n.default_language]}
        index = site / prefix / "search/search_index.json"
        index.parent.mkdir(parents=True, exist_ok=True)
        compact = json.dumps({"config": settings, "docs": docs}, ensure_ascii=False, separators=(",", ":"))
        index.write_text(compact, "utf-8")
    for worker in (scripts / "workers").glob("search.*.min.js"):
        worker.with_name(f"fold.{worker.name}").write_text(FOLD % worker.name, "utf-8")
