"""The site, built once as users build it, served under a sub-path, and looked at in a real browser."""

from __future__ import annotations

import functools
import http.server
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Playwright, Request, Response, sync_playwright

from tests.site.served import SUBPATH, Handler, Site
from tools.problems import ROOT

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    host = tmp_path_factory.mktemp("host")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=str(host)))
    url = f"http://127.0.0.1:{server.server_port}/{SUBPATH}/"
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(host / SUBPATH)]
    env = os.environ | {"SITE_URL": url, "NO_MKDOCS_2_WARNING": "1"}
    built = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield Site(host / SUBPATH, url)
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine (Debian: apt install chromium), so nothing was looked at in a browser")
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    yield browser
    browser.close()


@pytest.fixture
def page(browser: Browser, site: Site) -> Iterator[Page]:
    """A page in a fresh profile; whatever goes wrong in it fails the test that used it."""
    context = browser.new_context(locale="en")
    page = context.new_page()
    faults: list[str] = []

    def request(r: Request) -> None:
        if not r.url.startswith((site.url, "data:", "blob:")):
            faults.append(f"asked another host: {r.url}")

    def failed(r: Request) -> None:
        if r.failure != "net::ERR_ABORTED":  # the test went on to another page meanwhile
            faults.append(f"failed: {r.url} {r.failure}")

    def response(r: Response) -> None:
        if r.status >= 300 and r.status != 304:  # 304: the browser's copy is still good
            faults.append(f"{r.status}: {r.url}")

    def console(m: ConsoleMessage) -> None:
        if m.type in ("error", "warning"):
            faults.append(f"console {m.type}: {m.text}")

    page.on("request", request)
    page.on("requestfailed", failed)
    page.on("response", response)
    page.on("console", console)
    page.on("pageerror", lambda error: faults.append(f"script error: {error}"))
    yield page
    context.close()
    assert not faults
