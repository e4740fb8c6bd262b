"""A desk that is served, and a browser that looks at it: one of each for a module."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

pytest.importorskip("starlette", reason="the desk is not installed: pip install 'cardgen[desk]'")

from cardgen.desk.server import app, listening_at
from cardgen.desk.state import Desk
from cardgen.store.library import find_game

TOKEN = "a-token-of-the-tests"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


@dataclass
class Served:
    """A desk at an address; `entry` is where a browser begins."""

    desk: Desk
    host: str
    server: object

    @property
    def url(self) -> str:
        return f"http://{self.host}"

    @property
    def entry(self) -> str:
        return f"{self.url}/?token={TOKEN}"

    @property
    def cookies(self) -> dict[str, str]:
        return {f"cardgen-desk-{self.host.rpartition(':')[2]}": TOKEN}

    def client(self, timeout: float = 120) -> httpx.Client:
        """What asks as the desk's own browser does."""
        return httpx.Client(base_url=self.url, cookies=self.cookies, headers={"Origin": self.url}, timeout=timeout)


@pytest.fixture(scope="module")
def serve() -> Iterator[Callable[..., Served]]:
    """Serves games, given by name or path, until the module's tests are done."""
    import uvicorn

    begun: list[tuple[uvicorn.Server, threading.Thread]] = []

    def begin(games: Sequence[str | Path] = ("king_lui",), share: bool = False) -> Served:
        listening = listening_at("127.0.0.1", 0)
        host = f"127.0.0.1:{listening.getsockname()[1]}"
        desk = Desk([find_game(str(game)) for game in games], share)
        config = uvicorn.Config(app(desk, TOKEN, (host,)), log_level="error", timeout_graceful_shutdown=1)
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        begun.append((server, thread))
        until(lambda: server.started)
        return Served(desk, host, server)

    yield begin
    for server, thread in begun:
        server.should_exit = True
        thread.join(5)


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """A library of one's own, in which the desk stands."""
    folder = tmp_path_factory.mktemp("library")
    shutil.copytree(find_game("king_lui").folder, folder / "decks" / "king_lui")
    shutil.copytree(find_game("king_lui").variant_folders[0], folder / "variants" / "king_lui")
    before = Path.cwd()
    os.chdir(folder)
    yield folder
    os.chdir(before)


@pytest.fixture(scope="session")
def browser():
    """A headless browser; where none is found its tests are skipped."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if not path:
        pytest.skip("no browser is found: install chromium to test the desk's pages")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        yield found
        found.close()


@pytest.fixture
def page(browser) -> Iterator:
    """A page of its own, which may neither log an error nor ask anything of another machine."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    context.set_default_timeout(120_000)  # ms: engines may have to be compiled first
    found = context.new_page()
    wrong: list[str] = []
    found.on("pageerror", lambda error: wrong.append(str(error)))
    found.on("console", lambda told: wrong.append(told.text) if "Content Security Policy" in told.text else None)
    own = ("http://127.0.0.1", "data:", "blob:", "chrome://", "chrome-extension://")  # the last: a browser's own viewer
    found.on("request", lambda asked: None if asked.url.startswith(own) else wrong.append(asked.url))
    yield found
    context.close()
    assert not wrong, wrong


def until(there: Callable[[], object], seconds: float = 120.0) -> None:
    """Waits until something is so."""
    end = time.monotonic() + seconds
    while not there():
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.02)
