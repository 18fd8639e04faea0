"""Programs the pages load in a browser, taken from npm packages and served by the site itself.

`package.json` pins them; they are never committed. Without npm the site still builds, and says what it lacks.
"""

from __future__ import annotations

import shutil
import subprocess
from importlib import metadata
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import get_plugin_logger

FILES = {  # folder under assets/vendor -> package, files of the package
    "katex": ("katex", ("dist/katex.min.js", "dist/katex.min.css", "dist/fonts/*.woff2", "LICENSE")),
    "uplot": ("uplot", ("dist/uPlot.iife.min.js", "dist/uPlot.min.css", "LICENSE")),
    "mujoco": ("@mujoco/mujoco", ("mujoco.js", "mujoco.wasm")),
}
log = get_plugin_logger("vendor")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Install the packages where needed, and let the templates know what there is."""
    i18n: Any = config.plugins["i18n"]
    if not i18n.building:  # not again for each language
        root = Path(config.config_file_path).parent
        if problem := install(root):
            log.info(problem)
        config.extra["vendor"] = [name for name in FILES if _package(root, name).is_dir()]
    return config


def on_post_build(config: MkDocsConfig) -> None:
    """Copy the few files that pages load, each with its licence."""
    i18n: Any = config.plugins["i18n"]
    if i18n.building:
        return
    root = Path(config.config_file_path).parent
    for name in config.extra["vendor"]:
        target = Path(config.site_dir) / "assets/vendor" / name
        for pattern in FILES[name][1]:
            for file in _package(root, name).glob(pattern):
                to = target / ("fonts" if file.suffix == ".woff2" else "") / file.name
                to.parent.mkdir(parents=True, exist_ok=True)
                if file.suffix == ".wasm":
                    to.write_bytes(without_custom_sections(file.read_bytes()))
                else:
                    shutil.copyfile(file, to)
        if name == "mujoco":
            _mujoco_licence(target)


def install(root: Path) -> str:
    """Run `npm ci` where `node_modules` is missing or older than the lock file; return what stands in the way."""
    lock, installed = root / "package-lock.json", root / "node_modules/.package-lock.json"
    if installed.exists() and installed.stat().st_mtime >= lock.stat().st_mtime:
        return ""
    npm = shutil.which("npm")
    without = "pages show formulas as TeX source and the lab stays off"
    if npm is None:
        return f"npm was not found, so {without}: install Node.js (Debian: apt install nodejs npm) and build again"
    done = subprocess.run([npm, "ci", "--ignore-scripts"], cwd=root, capture_output=True, text=True, check=False)
    if done.returncode:
        reason = next((line for line in done.stderr.splitlines() if "error" in line.lower()), "no reason given")
        return f"`npm ci` failed, so {without}: {reason.strip()}"
    installed.touch()
    return ""


def without_custom_sections(module: bytes) -> bytes:
    """A WebAssembly module without its custom sections (names, debugging data): the same program in half the bytes.

    A module is an 8-byte header, then sections: one byte of id, the length as LEB128, the content. Id 0 is custom.
    """
    kept, at = [module[:8]], 8
    while at < len(module):
        start, at = at, at + 1
        length, shift = 0, 0
        while True:
            byte, at = module[at], at + 1
            length |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                break
        at += length
        if module[start] != 0:
            kept.append(module[start:at])
    return b"".join(kept)


def _package(root: Path, name: str) -> Path:
    return root / "node_modules" / FILES[name][0]


def _mujoco_licence(target: Path) -> None:
    """The npm package carries no licence text; the Python package of the same project does."""
    for file in metadata.files("mujoco") or ():
        if file.name in ("LICENSE", "LICENSES_THIRD_PARTY.md"):
            shutil.copyfile(str(file.locate()), target / file.name)
    note = "mujoco.wasm is that of the npm package @mujoco/mujoco without its custom sections (names, debugging data)."
    (target / "NOTICE").write_text(f"{note}\n", "utf-8")
