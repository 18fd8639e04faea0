"""Languages, navigation and interface words, found in `lessons/course.toml` and `locales/*/site.md`.

A new lesson or language therefore needs no change in `mkdocs.yml`.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import event_priority
from mkdocs_static_i18n.config import I18nPluginLanguage  # type: ignore[import-untyped]

from tools import lessons, messages
from tools.problems import Failed
from tools.values import rules_of

SOURCE = "en"  # the language the others are translated from, at the root of the site
# mkdocs-static-i18n repeats every setting made here, jieba (the search's Chinese words) how it loads its dictionary
logging.getLogger("mkdocs.plugins.mkdocs_static_i18n.reconfigure").setLevel(logging.WARNING)
logging.getLogger("jieba").setLevel(logging.WARNING)
_last_good: list[Site] = []


@dataclass(frozen=True, slots=True)
class Site:
    """What the settings of the site depend on."""

    lessons: tuple[str, ...]  # ids of the lessons that have pages, in course order
    words: dict[str, dict[str, str]]  # locale -> key -> text, English filled in where a word is missing


@event_priority(50)  # after the render, before the plugins
def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Hand the languages to mkdocs-static-i18n."""
    i18n: Any = config.plugins["i18n"]
    if i18n.building:  # inner build of one more language
        return config
    site = _read(Path(config.config_file_path).parent, failed=config.extra["render_failed"])
    i18n.config["languages"] = [_language(locale, site) for locale in site.words]
    return config


def native_name(locale: str) -> str:
    """What a language calls itself: Türkçe, 中文."""
    name = rules_of(locale).get_language_name() or locale
    return name[0].upper() + name[1:]


def _read(root: Path, failed: bool) -> Site:
    """Read the sources; when the last render failed they may be half edited: then what held before counts."""
    try:
        ids = tuple(lessons.read_course(root).live())
        words = {name: _words(root / f"locales/{name}/site.md") for name in lessons.locales(root)}
    except (Failed, OSError):
        if not failed:
            raise
        return _last_good[-1] if _last_good else Site((), {SOURCE: {}})
    if failed and _last_good:
        return _last_good[-1]
    site = Site(ids, {name: words[SOURCE] | own for name, own in words.items()})
    _last_good[:] = [site]
    return site


def _words(path: Path) -> dict[str, str]:
    if not path.exists():
        return {}
    return {key: message.text for key, message in messages.read(path)[0].messages.items()}


def _language(locale: str, site: Site) -> I18nPluginLanguage:
    words = site.words[locale]
    pages = [f"{lesson}.md" for lesson in site.lessons]
    nav: list[dict[str, object]] = [{words.get("nav.home", "Home"): "index.md"}]
    if pages:
        nav.append({words.get("nav.lessons", "Lessons"): pages})
    toggles = [words.get(f"palette.{to}", to) for to in ("dark", "light")]
    language = I18nPluginLanguage()
    language.load_dict(
        {
            "locale": locale,
            "name": native_name(locale),
            "default": locale == SOURCE,
            "site_name": words.get("site.name"),
            "site_description": words.get("site.description"),
            "nav": nav,
            "theme": {"palette": [{"toggle": {"name": name}} for name in toggles]},
        }
    )
    faults, _ = language.validate()
    if faults:
        raise ValueError(f"locales/{locale}: {faults}")
    return language
