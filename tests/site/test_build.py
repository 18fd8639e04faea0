"""How the site is built and served: faults are shown, nothing is needed that can be missing."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tools.hooks.vendor import without_custom_sections
from tools.problems import ROOT

RENDERER = """
import pathlib, sys
root = pathlib.Path(__file__).parent.parent
if (root / "lessons/fault").exists():
    sys.exit((root / "lessons/fault").read_text())
for locale in ("en", "tr"):
    page = root / "build/docs" / locale / "index.md"
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text((root / "lessons/text").read_text())
"""
Project = Path


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """The site's settings, hooks and theme around a renderer of a few lines."""
    for name in ("mkdocs.yml", "package.json", "package-lock.json"):
        shutil.copy(ROOT / name, tmp_path)
    for name in ("tools/hooks", "tools/theme"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("lessons", "physai", "locales/en", "locales/tr"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "lessons/course.toml").write_text('[[lesson]]\nid = "01-first"\nstatus = "planned"\npart = "physics"\n')
    (tmp_path / "lessons/text").write_text("# Title\n\nFirst $x^2$\n")
    (tmp_path / "tools/render.py").write_text(RENDERER)
    (tmp_path / "locales/en/site.md").write_text("<!-- @site.name -->\nCourse\n")
    return tmp_path


def mkdocs(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "mkdocs", *arguments]


def without_npm() -> dict[str, str]:
    return os.environ | {"PATH": "", "PYTHONPATH": str(ROOT), "NO_MKDOCS_2_WARNING": "1"}


def build(project: Project) -> subprocess.CompletedProcess[str]:
    command = mkdocs("build", "--strict")
    return subprocess.run(command, cwd=project, env=without_npm(), capture_output=True, text=True, check=False)


def test_what_search_engines_shall_not_find_is_not_in_the_sitemap(project: Project) -> None:
    head = '("---\\nrobots: noindex\\n---\\n" if locale == "tr" else "") + '
    (project / "tools/render.py").write_text(RENDERER.replace("page.write_text((", f"page.write_text({head}("))

    built = build(project)

    assert built.returncode == 0, built.stderr
    sitemap = (project / "build/site/sitemap.xml").read_text("utf-8")
    assert "noindex" in (project / "build/site/tr/index.html").read_text("utf-8")
    assert sitemap.count("<loc>") == 1
    assert "/tr/" not in sitemap


@contextmanager
def served(project: Project) -> Iterator[str]:
    """`mkdocs serve` while the block runs; gives the address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{probe.getsockname()[1]}"
    command = mkdocs("serve", "--dev-addr", address)
    with subprocess.Popen(
        command, cwd=project, env=without_npm(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as server:
        try:
            yield f"http://{address}/"
            assert server.poll() is None, "the server stopped"
        finally:
            server.terminate()


def wait_for(url: str, *, there: str, gone: str = "\0") -> str:
    """The page as soon as it holds one text and no longer the other."""
    text = "no answer"
    for _ in range(200):
        try:
            text = urllib.request.urlopen(url, timeout=10).read().decode()
        except urllib.error.HTTPError as error:
            text = error.read().decode()
        except OSError:
            text = "no answer"
        if there in text and gone not in text:
            return text
        time.sleep(0.1)
    raise AssertionError(text)


def test_build_stops_at_a_failed_render(project: Project) -> None:
    (project / "lessons/fault").write_text("lessons/03-contact.toml:7: unknown slot")
    done = build(project)
    assert done.returncode == 1
    assert "lessons/03-contact.toml:7: unknown slot" in done.stderr
    assert not (project / "build/site").exists()


def test_site_builds_without_npm_and_says_what_is_missing(project: Project) -> None:
    done = build(project)
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("npm was not found") == 1
    page = (project / "build/site/index.html").read_text()
    assert r'<span class="arithmatex">\(x^2\)</span>' in page
    assert "katex" not in page


def test_serving_shows_a_failed_render_on_the_last_good_pages(project: Project) -> None:
    with served(project) as url:
        wait_for(f"{url}tr/", there="First")
        (project / "lessons/fault").write_text("03-contact.md:7: <script>alert(1)</script> & more")
        for page in (url, f"{url}tr/"):
            text = wait_for(page, there="render-failed")
            assert "03-contact.md:7: &lt;script&gt;alert(1)&lt;/script&gt; &amp; more" in text
            assert "First" in text
        (project / "lessons/text").write_text("# Title\n\nSecond\n")
        (project / "lessons/fault").unlink()
        wait_for(f"{url}tr/", there="Second", gone="render-failed")


def test_serving_can_start_with_a_failed_render(project: Project) -> None:
    (project / "lessons/fault").write_text("nothing rendered yet")
    with served(project) as url:
        wait_for(url, there="nothing rendered yet")
        (project / "lessons/fault").unlink()
        wait_for(url, there="First", gone="render-failed")


def test_serving_gives_what_a_clean_build_gives(project: Project) -> None:
    (project / "lessons/text").write_text("# Title\n\nSecond $y$\n\n## Part {#part}\n\nText\n")
    assert build(project).returncode == 0
    clean = {name: (project / "build/site" / name).read_text() for name in ("index.html", "tr/index.html")}
    search = {
        name: (project / "build/site" / name).read_text()
        for name in ("search/search_index.json", "tr/search/search_index.json")
    }
    (project / "lessons/text").write_text("# Title\n\nFirst\n")
    with served(project) as url:
        wait_for(url, there="First")
        (project / "lessons/text").write_text("# Title\n\nSecond $y$\n\n## Part {#part}\n\nText\n")
        wait_for(url, there="Second")
        for name, text in clean.items():
            assert _article(wait_for(url + name, there="Second")) == _article(text)
        for name, text in search.items():
            assert wait_for(url + name, there="Second") == text


def _article(page: str) -> str:
    return page[page.index("<article") : page.index("</article>")]


def test_custom_sections_are_left_out_of_a_wasm_module() -> None:
    header, code, custom = b"\0asm\1\0\0\0", b"\x0a\x02\x01\x00", b"\0\x81\1" + b"\x04name" + b"x" * 124
    assert len(custom) == 3 + 129  # a length of two LEB128 bytes
    assert without_custom_sections(header + custom + code + custom) == header + code
