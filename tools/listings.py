"""Listings: the very source that runs and is tested, cut from its file without importing it."""

from __future__ import annotations

import ast
from pathlib import Path

from physai.results import nearest
from tools.problems import ROOT

LANGUAGES = {".py": "python", ".xml": "xml", ".toml": "toml"}


def listing(target: str, root: Path = ROOT) -> tuple[str, str, str, int]:
    """Source of `module:function` or of a file: (code, language, path, first line); ValueError says what is missing."""
    if ":" not in target:
        path = root / target
        if not path.is_file():
            raise ValueError(f"no file {target}")
        return path.read_text("utf-8").rstrip("\n"), LANGUAGES.get(path.suffix, "text"), target, 1
    module, _, name = target.partition(":")
    path = root / (module.replace(".", "/") + ".py")
    if not path.is_file():
        raise ValueError(f"no module {module}")
    text = path.read_text("utf-8")
    body = ast.parse(text).body
    known = {n.name: n for n in body if isinstance(n, ast.FunctionDef | ast.ClassDef)}
    if name not in known:
        raise ValueError(f"{module} has no function {name!r}; nearest: {', '.join(nearest(name, known)) or 'none'}")
    node = known[name]
    first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
    lines = text.splitlines()[first - 1 : node.end_lineno]
    return "\n".join(lines), "python", path.relative_to(root).as_posix(), first
