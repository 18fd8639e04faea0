"""What translators decide, written into the locale files: accept, waive, sync, a new language, an import.

Each function judges first and raises `Failed` before it writes anything; it returns the lines that say what was done.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import babel

from physai.results import nearest
from tools import sources, values
from tools.edit import Document, open_document
from tools.glossary import Glossary
from tools.messages import Catalogue, Message
from tools.originals import Originals, originals
from tools.problems import ROOT, Failed, Misused, Problem
from tools.sources import Sources
from tools.status import plain_diff, state_of, untranslated

UNKEPT = "(the English it was made from is not kept)"


def accept(words: Sources, locale: str, name: str, keys: Sequence[str], root: Path = ROOT) -> list[str]:
    """Pin the present English of messages that were revised."""
    kept, document, done = originals(root), _open(locale, name, root), []
    english, own = words.catalogues["en"][name], document.catalogue
    for key in keys:
        source, message = _both(english, own, key)
        if untranslated(message, source):
            remedy = f"translate it, or: python tools/locales.py waive {locale} {name} {key} --reason WHY"
            raise Failed([message.problem("is still the English text", remedy)])
        if message.source == source.fingerprint:
            done.append(f"{key}: was up to date")
            continue
        document = document.pin(key, source.fingerprint)
        done.append(f"{key}: {_change(message, source, kept)}")
    _save([document], kept, words, root)
    return done


def open_keys(words: Sources, locale: str, name: str) -> list[str]:
    """Messages of a file that were translated from an older or an unnamed English."""
    english, own = words.catalogues["en"][name].messages, words.catalogues[locale][name].messages
    states = {key: state_of(message, english.get(key))[0] for key, message in own.items()}
    return [key for key in own if key in english and states[key] in ("outdated", "unknown")]


def accept_trivial(words: Sources, name: str, key: str, root: Path = ROOT) -> list[str]:
    """Pin the present English in every language: it was changed without a change of meaning."""
    kept, documents, done = originals(root), [], []
    source = _known(words.catalogues["en"][name], key)
    stale = {}
    for locale in words.locales[1:]:
        message = words.catalogues[locale][name].messages.get(key)
        if message and state_of(message, source)[0] == "outdated":
            stale[locale] = message
    one_by_one = f"accept them one by one: python tools/locales.py accept LOCALE {name} {key}"
    if len({m.source for m in stale.values()}) > 1:
        said = ", ".join(f"{locale} {m.source}" for locale, m in stale.items())
        raise Failed([source.problem(f"the languages were made from different English: {said}", one_by_one)])
    for locale, message in stale.items():
        if kept.read(message.source) is None:
            raise Failed([message.problem("the English it was made from is not kept", one_by_one)])
        documents.append(_open(locale, name, root).pin(key, source.fingerprint))
        done.append(f"{locale}: {_change(message, source, kept)}")
    _save(documents, kept, words, root)
    return done or [f"{key}: no language is outdated"]


def waive(words: Sources, locale: str, name: str, key: str, reason: str, root: Path = ROOT) -> list[str]:
    """Say that a message is the same as English on purpose."""
    source = _known(words.catalogues["en"][name], key)
    message = words.catalogues[locale][name].messages.get(key)
    if not reason.strip():
        raise Misused([Problem("command line", 0, "a waiver needs a reason", "add --reason WHY")])
    if message and message.text and not untranslated(message, source) and message.fingerprint != source.fingerprint:
        raise Failed([message.problem("differs from English, there is nothing to waive", "accept it instead")])
    document = _open(locale, name, root)
    if message is None:
        document = _inserted(document, words.catalogues["en"][name], key, source.text)
    document = document.write(key, source.text).pin(key, source.fingerprint).mark(key, "waived", reason.strip())
    _save([document], originals(root), words, root)
    return [f"{key}: waived ({reason.strip()})"]


def sync(words: Sources, locales: Sequence[str], terms: Glossary, root: Path = ROOT) -> list[str]:
    """Add what is missing, as English text to write over, and renew such text where English changed."""
    documents, done, problems = [], [], []
    for locale in locales:
        for name in words.catalogues[locale]:
            try:
                document, said = _synced(_open(locale, name, root), words.catalogues["en"][name], terms)
            except Failed as failed:
                problems += failed.problems
                continue
            documents.append(document)
            done += [f"locales/{locale}/{name}.md: {line}" for line in said]
    if problems:
        raise Failed(problems)
    kept, dropped = _save(documents, originals(root), words, root)
    if kept or dropped:
        done.append(f"locales/.source: {kept} English text(s) kept, {dropped} dropped")
    return done


def new(words: Sources, locale: str, terms: Glossary, root: Path = ROOT) -> list[str]:
    """Start a language: its folder, with every message in English to write over."""
    try:
        if locale != str(values.rules_of(locale)).replace("_", "-"):
            raise ValueError
    except ValueError:
        tags = {name.replace("_", "-").lower(): name for name in babel.localedata.locale_identifiers()}
        found = nearest(locale.lower().replace("_", "-"), tags)
        near = ", ".join(tags[tag].replace("_", "-") for tag in found) or "none"
        what = f"{locale!r} is no language that Babel knows"
        raise Misused([Problem("command line", 0, what, f"use a tag such as de or pt-BR; nearest: {near}")]) from None
    if locale in words.locales:
        raise Misused(
            [Problem(f"locales/{locale}", 0, "is there already", f"run: python tools/locales.py sync {locale}")]
        )
    empty = {name: Catalogue(f"locales/{locale}/{name}.md", locale, {}) for name in words.catalogues["en"]}
    grown = replace(words, catalogues={**words.catalogues, locale: empty})
    return sync(grown, [locale], terms, root)


def write(
    words: Sources, locale: str, changes: Mapping[str, Mapping[str, tuple[str, str | None]]], root: Path = ROOT
) -> list[str]:
    """Write imported texts: file name -> key -> (text, fingerprint of the English it was made from, if known)."""
    documents, done = [], []
    for name, texts in changes.items():
        english, document = words.catalogues["en"][name], _open(locale, name, root)
        for key in [key for key in english.messages if key in texts]:
            text, source = texts[key]
            if key in document.catalogue.messages:
                document = document.write(key, text)
            else:
                document = _inserted(document, english, key, text)
            document = document.mark(key, "source", source)  # none: nobody says that it is right
            if document.catalogue.messages[key].waived and text != english.messages[key].text:
                document = document.mark(key, "waived", None)
            done.append(f"locales/{locale}/{name}.md: {key}")
        documents.append(document)
    _save(documents, originals(root), words, root)
    return done


def _synced(document: Document, english: Catalogue, terms: Glossary) -> tuple[Document, list[str]]:
    done = []
    for key, source in english.messages.items():
        message = document.catalogue.messages.get(key)
        if message and not untranslated(message, source):
            continue
        if message is None:
            document = _inserted(document, english, key, source.text, source.fingerprint)
            done.append(f"{key}: added")
        elif message.text != source.text:
            document = document.write(key, source.text)
            done.append(f"{key}: untranslated, its English was renewed")
        if message and message.source != source.fingerprint:
            document = document.pin(key, source.fingerprint)
        if terms.stays(source.text, document.path.parent.name):
            document = document.mark(key, "waived", "the glossary keeps the term")
            done.append(f"{key}: waived, the glossary keeps the term")
    for key, message in document.catalogue.messages.items():
        if key not in english.messages:
            same = [k for k, m in english.messages.items() if m.fingerprint == message.source]
            done.append(f"{key}: not in English" + (f"; it was made from what is now {same[0]}" if same else ""))
    return document, done


def _inserted(document: Document, english: Catalogue, key: str, text: str, source: str | None = None) -> Document:
    """Add a message in English order, behind the nearest message before it that the file has."""
    order = list(english.messages)
    present = document.catalogue.messages
    after = next((k for k in reversed(order[: order.index(key)]) if k in present), None)
    return document.insert(key, text, {"source": source} if source else {}, after)


def _change(message: Message, source: Message, kept: Originals) -> str:
    if message.source is None:
        return "pinned to the present English for the first time"
    then = kept.read(message.source)
    return UNKEPT if then is None else plain_diff(then, source.text)


def _both(english: Catalogue, own: Catalogue, key: str) -> tuple[Message, Message]:
    source = _known(english, key)
    if key not in own.messages:
        raise Failed([Problem(own.path, 0, f"has no message @{key}", "add it with: python tools/locales.py sync")])
    return source, own.messages[key]


def _known(english: Catalogue, key: str) -> Message:
    if key not in english.messages:
        near = ", ".join(nearest(key, english.messages)) or "none"
        raise Misused([Problem(english.path, 0, f"has no message @{key}", f"nearest: {near}")])
    return english.messages[key]


def _open(locale: str, name: str, root: Path) -> Document:
    return open_document(root / f"locales/{locale}/{name}.md")


def _save(documents: Sequence[Document], kept: Originals, words: Sources, root: Path) -> tuple[int, int]:
    """Keep the English behind every pin, then write the files; texts that nobody pins any more go last."""
    english = {m.fingerprint: m.text for c in words.catalogues["en"].values() for m in c.messages.values()}
    pinned = {m.source for document in documents for m in document.catalogue.messages.values()}
    added = sum(kept.keep(text) for source, text in english.items() if source in pinned)
    for document in documents:
        document.check_unchanged()  # before the first is written
    for document in documents:
        if document.lines:
            document.save()
    now, problems = sources.read(root)
    if any(problem.path.endswith(".md") for problem in problems):
        return added, 0  # a file with faults may hold pins that cannot be seen
    more, dropped = kept.tidy(now.all_catalogues(), now.catalogues["en"].values())
    return added + more, dropped
