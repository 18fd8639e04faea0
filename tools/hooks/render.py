"""Write the pages before MkDocs reads them; while serving, keep the last good pages and show what went wrong.

The renderer runs in a process of its own as soon as code was edited, because a module cannot be imported twice into
this one; when only words changed since the start it runs right here, which is what makes a saved translation appear
at once.
"""

from __future__ import annotations

import html
import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import event_priority, get_plugin_logger
from mkdocs.structure.pages import Page
from watchdog.observers.polling import PollingObserver

from tools import manifest, render
from tools.files import code_files
from tools.problems import ROOT, Failed
from tools.progress import Progress

SOURCES = ("lessons", "locales", "physai", "tools")
log = get_plugin_logger("render")
POLL = 0.15  # [s] between two looks at the watched files; MkDocs' own half second is what a translator waits for
_now = SimpleNamespace(serving=False, failure="", code="")


def on_startup(command: str, dirty: bool) -> None:
    """Remember whether a person is watching (`serve`) or a build must stop at the first fault."""
    _now.serving = command == "serve"


@event_priority(100)  # before the languages and all plugins
def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Render, then point MkDocs at the pages: in a fresh clone their folder does not exist before."""
    i18n: Any = config.plugins["i18n"]
    if i18n.building:  # inner build of one more language
        return config
    root = Path(config.config_file_path).parent
    docs = root / "build/docs"
    draft, code = bool(config.extra["draft"]), _code(root)
    output, status = _render_here(draft) if (root, _now.code) == (ROOT, code) else _render(root, draft)
    _now.code = _now.code or code
    _now.failure = output if status else ""
    if status and not _now.serving:
        raise Abort(f"the pages could not be rendered (exit status {status}), see above")
    if status:
        print("The pages could not be rendered; the last good ones stay up.", file=sys.stderr, flush=True)
    docs.mkdir(parents=True, exist_ok=True)
    config.docs_dir = str(docs)
    config.extra["render_failed"] = bool(status)
    return config


def on_serve(server: LiveReloadServer, config: MkDocsConfig, builder: object) -> LiveReloadServer:
    """Watch what people edit; watching the generated pages as well would build everything twice."""
    server.unwatch(config.docs_dir)
    watched = [path for path, times in server._watched_paths.items() for _ in range(times)]
    for path in watched:
        server.unwatch(path)
    server.observer = PollingObserver(timeout=POLL)
    for path in [*watched, *(str(Path(config.config_file_path).parent / name) for name in SOURCES)]:
        server.watch(path)
    return server


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Show a failed render on every page."""
    return _with_failure(output)


def on_post_template(output_content: str, template_name: str, config: MkDocsConfig) -> str:
    """Show it on the page of missing pages too, which is all there is before the first good render."""
    if template_name != "404.html" or not _now.failure:
        return output_content
    again = '<meta http-equiv="refresh" content="2">'  # MkDocs reloads pages that exist, not this one
    return _with_failure(output_content.replace("</head>", f"{again}</head>", 1))


def _code(root: Path) -> str:
    """State of all code and scenes: what is imported here stands for it only while it stays the same."""
    return manifest.files_digest(code_files(root))


def _render_here(draft: bool) -> tuple[str, int]:
    """Render in this process."""
    try:
        outcome = render.render(render.Options("draft" if draft else "write"), Progress(quiet=True))
    except Failed as failed:
        log.info(str(failed))
        return str(failed), 1
    log.info(f"{len(outcome.written)} file(s) written")
    return "", 0


def _render(root: Path, draft: bool) -> tuple[str, int]:
    """Run `tools/render.py`, pass its lines on as they come, return them and its exit status."""
    command = [sys.executable, str(root / "tools/render.py"), *(["--draft"] if draft else [])]
    # no .pyc files: they would land in watched folders and start the next build
    plain = {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONIOENCODING": "utf-8", "PYTHONUNBUFFERED": "1"}
    lines = []
    with subprocess.Popen(
        command,
        cwd=root,
        env=os.environ | plain,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line)
            log.info(line.rstrip())
    return "".join(lines), process.returncode


def _with_failure(page: str) -> str:
    if not _now.failure:
        return page
    notice = (
        '<div class="render-failed" role="alert" lang="en" dir="ltr">'
        "<p><strong>These pages are not up to date.</strong> The last change could not be rendered. You are looking at "
        "the last good pages; they reload when the fault is mended. This is what the renderer said:</p>"
        f"<pre>{html.escape(_now.failure.strip())}</pre></div>"
    )
    return re.sub(r"<body[^>]*>", lambda body: body[0] + notice, page, count=1)
