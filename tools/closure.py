"""What an experiment's results depend on: code, scenes and library versions, as hashes that comments cannot change.

The closure starts at the experiment's module and follows its imports inside the project. Each top-level definition is
hashed on its own, without docstrings, comments and layout but with the origin of every imported name in it, so that a
change can be named: file, definition, lines.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.metadata
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal
from xml.etree.ElementTree import ParseError, canonicalize

from tools.problems import ROOT, read_text


@dataclass(frozen=True, slots=True)
class Ingredients:
    """What decides an experiment's results; paths are relative to the project, hashes eight hex digits."""

    code: Mapping[str, Mapping[str, str]]  # file -> top-level name -> hash
    data: Mapping[str, str]  # scene or data file -> hash
    libraries: Mapping[str, str]  # distribution -> version


CauseKind = Literal["never-run", "code", "parameter", "data", "library", "forced"]


@dataclass(frozen=True, slots=True)
class Cause:
    """One reason why an experiment must run: what kind of thing changed, and where."""

    kind: CauseKind
    what: str

    def __str__(self) -> str:
        return self.what


def module_path(topic: str, root: Path = ROOT) -> Path:
    """File of an experiment."""
    return root / "physai/experiments" / f"{topic}.py"


def ingredients(topic: str, root: Path = ROOT) -> Ingredients:
    """Collect what the experiment `topic` depends on, without running it."""
    code: dict[str, Mapping[str, str]] = {}
    strings: set[str] = set()
    packages: set[str] = set()
    todo = [module_path(topic, root)]
    while todo:
        path = todo.pop()
        name = path.relative_to(root).as_posix()
        if name in code:
            continue
        if _reexports(path) is not None:
            continue  # nothing of its own; what is imported through it is followed by name
        contents = _contents(read_text(path), str(path), name)
        code[name] = contents.hashes(root)
        strings |= contents.strings
        for module in contents.imports:
            found = list(_files(module, root))
            todo += found
            top = module.partition(".")[0]
            if not found and top not in sys.stdlib_module_names and not (root / top).is_dir():
                packages.add(top)
    return Ingredients(dict(sorted(code.items())), _data(topic, strings, root), _versions(packages))


def causes(before: Ingredients, now: Ingredients, root: Path = ROOT) -> list[Cause]:
    """Differences between two states, named as a person would look for them."""
    found = []
    for file in sorted({*before.code, *now.code}):
        old, new = before.code.get(file, {}), now.code.get(file, {})
        lines = _lines(root / file) if new else {}
        for name in sorted({*old, *new}):
            if old.get(name) != new.get(name):
                kind: CauseKind = "parameter" if re.fullmatch(r"[A-Z][A-Z0-9_]*", name) else "code"
                how = "changed" if name in old and name in new else "added" if name in new else "removed"
                place = f"{file}:{lines[name]}" if name in lines else file
                found.append(Cause(kind, f"{kind} {name} {how} ({place})"))
    for file in sorted({*before.data, *now.data}):
        if before.data.get(file) != now.data.get(file):
            found.append(Cause("data", f"{'scene' if file.endswith('.xml') else 'data'} {file} changed"))
    return found + library_causes(before.libraries, now.libraries)


def library_causes(before: Mapping[str, str], now: Mapping[str, str]) -> list[Cause]:
    """Differences in library versions."""
    return [
        Cause("library", f"{name} {before.get(name, 'not used')} → {now.get(name, 'not used')}")
        for name in sorted({*before, *now})
        if before.get(name) != now.get(name)
    ]


def told(causes: Sequence[Cause], most: int = 12) -> str:
    """Causes in one line; of many the first, and how many more."""
    more = [f"{len(causes) - most} more"] if len(causes) > most else []
    return "; ".join([*map(str, causes[:most]), *more])


def definition_line(by: str, root: Path = ROOT) -> tuple[str, int]:
    """File and line of `module:qualified.name`; the file's first line when the name is not found."""
    module, _, name = by.partition(":")
    path = next(iter(_files(module, root)), None)
    if path is None:
        raise ValueError(f"{by}: no such module in the project")
    body: list[ast.stmt] = parsed(path).body
    line = 1
    for part in name.split("."):
        for node in body:
            if part in _names(node):
                line = node.lineno
                body = list(getattr(node, "body", []))
                break
    return path.relative_to(root).as_posix(), line


@dataclass(frozen=True, slots=True)
class _Contents:
    """What a file says: definitions with the names in them, strings, what it imports, and as what."""

    definitions: Mapping[str, tuple[str, frozenset[str]]]
    strings: frozenset[str]
    imports: tuple[str, ...]
    origins: Mapping[str, str]  # name -> module.name that it stands for

    def hashes(self, root: Path) -> dict[str, str]:
        """Hash of each definition, with what the names in it stand for."""
        return {key: _hash(text + self._meaning(names, root)) for key, (text, names) in self.definitions.items()}

    def _meaning(self, names: frozenset[str], root: Path) -> str:
        return ";".join(f"{n}={_home(self.origins[n], root)}" for n in sorted(names & self.origins.keys()))


@lru_cache(512)
def _contents(text: str, path: str, name: str) -> _Contents:
    tree = _parsed(text, path)
    definitions = {}
    for key, nodes in _definitions(tree).items():
        names = frozenset(n.id for node in nodes for n in ast.walk(node) if isinstance(n, ast.Name))
        definitions[key] = "".join(map(_canonical, nodes)), names
    constants = (n.value for n in ast.walk(tree) if isinstance(n, ast.Constant))
    strings = frozenset(c for c in constants if isinstance(c, str))
    return _Contents(definitions, strings, tuple(_imports(tree, name)), _origins(tree, name))


def parsed(path: Path) -> ast.Module:
    """Syntax tree of a file, parsed once for the text it has."""
    return _parsed(read_text(path), str(path))


@lru_cache(256)
def _parsed(text: str, name: str) -> ast.Module:
    return ast.parse(text, name)


def _definitions(tree: ast.Module) -> dict[str, list[ast.stmt]]:
    """Top-level statements by the name they define; imports belong to the definitions that use them."""
    found: dict[str, list[ast.stmt]] = {}
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom) or _is_docstring(node):
            continue
        for name in _names(node) or ["(module)"]:
            found.setdefault(name, []).append(node)
    return found


def _names(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [n.id for target in targets for n in ast.walk(target) if isinstance(n, ast.Name)]


def _lines(path: Path) -> dict[str, str]:
    tree = parsed(path)
    return {
        name: f"{nodes[0].lineno}-{nodes[-1].end_lineno}"
        if nodes[0].lineno != nodes[-1].end_lineno
        else f"{nodes[0].lineno}"
        for name, nodes in _definitions(tree).items()
    }


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _canonical(node: object) -> str:
    """Text of a syntax tree, the same for every Python version: no positions, docstrings or empty fields."""
    if isinstance(node, ast.AST):
        fields = []
        for name, value in ast.iter_fields(node):
            if name == "body" and isinstance(value, list):
                value = [n for n in value if not (isinstance(n, ast.stmt) and _is_docstring(n))]
            if value not in (None, []) and name not in ("ctx", "kind", "type_comment"):
                fields.append(f"{name}={_canonical(value)}")
        return f"{type(node).__name__}({','.join(fields)})"
    if isinstance(node, list):
        return f"[{','.join(map(_canonical, node))}]"
    return repr(node)


def _hash(text: str | bytes) -> str:
    return hashlib.sha256(text.encode() if isinstance(text, str) else text).hexdigest()[:8]


def _origins(tree: ast.Module, file: str) -> dict[str, str]:
    """What every name that a file imports at its top stands for."""
    found: dict[str, str] = {}
    for node in tree.body:
        if isinstance(node, ast.Import):
            found |= {alias.asname or alias.name.partition(".")[0]: alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            module = _module(node, file)
            found |= {alias.asname or alias.name: f"{module}.{alias.name}" for alias in node.names}
    return found


def _home(origin: str, root: Path) -> str:
    """Where a name is defined, through packages that only pass it on."""
    module, _, name = origin.rpartition(".")
    passed_on = _reexports(root / module.replace(".", "/") / "__init__.py") or {}
    return _home(passed_on[name], root) if passed_on.get(name, origin) != origin else origin


def _imports(tree: ast.Module, file: str) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = _module(node, file)
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)


def _module(node: ast.ImportFrom, file: str) -> str:
    """Full name of the module that a statement imports from."""
    package = file.removesuffix(".py").replace("/", ".").split(".")[:-1]
    base = package[: len(package) - node.level + 1] if node.level else []
    return ".".join([*base, *([node.module] if node.module else [])])


def _files(module: str, root: Path) -> Iterator[Path]:
    """Files that importing `module`, or the name at its end, runs inside the project: packages above it and itself."""
    parts = module.split(".")
    if not (root / parts[0]).is_dir():
        return
    path = root / "/".join(parts)
    last = path.with_suffix(".py") if path.with_suffix(".py").is_file() else path / "__init__.py"
    if last.is_file():
        yield last
        for depth in range(1, len(parts)):
            init = root.joinpath(*parts[:depth], "__init__.py")
            if init.is_file():
                yield init
    elif home := (_reexports(path.parent / "__init__.py") or {}).get(parts[-1]):
        yield from _files(home.rpartition(".")[0], root)


def _reexports(path: Path) -> dict[str, str] | None:
    """Origin of the names of a package that only passes on what others define; None for any other file."""
    if path.name != "__init__.py" or not path.is_file():
        return None
    found: dict[str, str] = {}
    for node in parsed(path).body:
        if isinstance(node, ast.ImportFrom) and not node.level and node.module:
            found |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
        elif not _is_docstring(node) and _names(node) != ["__all__"]:
            return None
    return found


def _data(topic: str, strings: set[str], root: Path) -> dict[str, str]:
    """Scenes named after the experiment, scenes and other files its code names, and those that scenes include.

    Code names a file by its path in the project, or by its name below `physai/scenes`, there also without `.xml`.
    """
    folder = root / "physai/scenes"
    named = {name for name in strings if re.fullmatch(r"(?!/|.*\.\.)[\w./-]+", name) and not name.endswith(".py")}
    todo = [*folder.glob(f"{topic}_*.xml"), *(root / name for name in named)]
    todo += [folder / file for name in named for file in (Path(name).name, f"{Path(name).name}.xml")]
    found: dict[str, str] = {}
    while todo:
        path = todo.pop()
        name = path.relative_to(root).as_posix()
        if name in found or not path.is_file():
            continue
        content = path.read_bytes()
        found[name] = _hash(_plain_xml(content))
        todo += [path.parent / file.decode() for file in re.findall(rb'file="([^"]+\.xml)"', content)]
    return dict(sorted(found.items()))


def _plain_xml(content: bytes) -> str | bytes:
    """A scene without comments and layout; as it stands when it is not XML, which is MuJoCo's to say."""
    try:
        return canonicalize(content.decode("utf-8-sig"), strip_text=True)
    except (ParseError, UnicodeDecodeError):
        return content


def _versions(packages: set[str]) -> dict[str, str]:
    return {name: _version(name) for name in sorted(packages)}


def _version(package: str) -> str:
    """Version of the distribution that a package comes from, which may have another name: yaml is in PyYAML."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        names = importlib.metadata.packages_distributions().get(package)
    return importlib.metadata.version(names[0]) if names else "not installed"  # its own import says so, with its line
