"""The course's first page: what it is, and its lessons with their status."""

from __future__ import annotations

from tools.links import Site, front_matter, lesson_link
from tools.words import Words


def page(site: Site, words: Words) -> str:
    """Markdown of the home page in one language."""
    title = words.plain("home.title")
    head = front_matter(site, words, title, "hide: [toc]")
    parts = [head, f"# {title} {{: #top }}", words.block("home.lead"), words.block("home.how")]
    for part in dict.fromkeys(entry.part for entry in site.course.lesson):
        parts.append(f"## {words.inline(f'part.{part}')} {{: #part-{part} }}")
        entries = [e for e in site.course.lesson if e.part == part]
        parts.append("\n".join(f"- {lesson_link(site, e.id, words)}" for e in entries))
    parts += [f"## {words.inline('home.languages')} {{: #languages }}", words.block("home.translate")]
    return "\n\n".join(parts) + "\n"
