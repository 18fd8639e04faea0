"""Lesson templates: `lessons/<id>.md.j2` fills the blocks of the skeleton that all lessons share."""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jinja2
from jinja2 import nodes

from physai.results import nearest
from tools.problems import Problem

REMEDY = "see CONTRIBUTING.md, 'Lesson templates'"


def fill(name: str, folder: Path, calls: Mapping[str, Any]) -> tuple[str, list[Problem]]:
    """The text of a template in `folder`, written with the names in `calls`; without a text what is wrong with it."""
    templates = jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    try:
        if faults := _strange_blocks(name, folder, templates):
            return "", faults
        return templates.get_template(name).render(calls), []
    except jinja2.TemplateSyntaxError as error:
        return "", [Problem(f"lessons/{error.name or name}", error.lineno, error.message or "syntax error", REMEDY)]
    except Exception as error:  # an undefined name, wrong arguments: whatever a template line can do
        lines = [f for f in traceback.extract_tb(error.__traceback__) if f.filename.endswith(".j2")]
        place = f"lessons/{Path(lines[-1].filename).name}" if lines else f"lessons/{name}"
        return "", [Problem(place, (lines[-1].lineno or 0) if lines else 0, f"template: {error}", REMEDY)]


def _strange_blocks(name: str, folder: Path, templates: jinja2.Environment) -> list[Problem]:
    """Blocks that the skeleton does not have: nothing would show what is in them."""

    def parsed(file: str) -> nodes.Template:
        return templates.parse((folder / file).read_text("utf-8"), file)

    own = parsed(name)
    skeletons = [n.template.value for n in own.find_all(nodes.Extends) if isinstance(n.template, nodes.Const)]
    known = [block.name for skeleton in skeletons for block in parsed(skeleton).find_all(nodes.Block)]
    return [
        Problem(
            f"lessons/{name}",
            block.lineno,
            f"{skeletons[0]} has no block {block.name!r}",
            f"nearest: {', '.join(nearest(block.name, known)) or ', '.join(known)}",
        )
        for block in own.find_all(nodes.Block)
        if skeletons and block.name not in known
    ]
