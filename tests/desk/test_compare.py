"""The page *Compare* and what it asks of the desk: two states of a game beside one another."""

from __future__ import annotations

import shutil
from pathlib import Path

import httpx
import pytest

from tests.comparing.conftest import WHO
from tests.conftest import FILES, Folder
from tests.desk.conftest import Served, until

COMPARE = "/api/wood/base/en/compare"


@pytest.fixture(scope="module")
def game(tmp_path_factory) -> Folder:
    """The game `wood` with one revision, and a fox that has another name since."""
    import os
    import subprocess

    found = Folder(tmp_path_factory.mktemp("compare") / "wood")
    for name, text in FILES.items():
        found.write(name, text)
    if shutil.which("git"):
        for command in (("init", "-q"), ("add", "."), ("commit", "-qm", "Begin <b>bold</b>")):
            subprocess.run(["git", *command], cwd=found.path, env={**os.environ, **WHO}, check=True)
    found.edit("strings/en.yaml", "creature.fox: Fox", "creature.fox: Vixen")
    found.edit("strings/fr.yaml", "{from: Fox, to: Renard}", "{from: Vixen, to: Renarde}")
    return found


@pytest.fixture(scope="module")
def served(serve, game) -> Served:
    return serve([game.path, "king_lui"])


@pytest.fixture(scope="module")
def client(served) -> httpx.Client:
    return served.client()


needs_git = pytest.mark.skipif(not shutil.which("git"), reason="git is not installed")


@needs_git
def test_the_files_are_compared_with_the_last_revision(client):
    choices = client.get(f"{COMPARE}/choices").json()
    assert (choices["old"], choices["new"], choices["variants"]) == ("git:HEAD", "now", ["quick"])
    (last,) = choices["revisions"]
    assert (last["date"], last["said"]) == ("2026-01-02", "Begin <b>bold</b>")
    found = client.get(COMPARE, params={"old": choices["old"], "new": "now"}).json()
    (fox,) = found["cards"]
    assert (fox["card"], fox["kind"], fox["sides"]) == ("fox", "changed", ["front"])
    assert found["texts"] == [
        {"book": "texts", "under": "creature.fox", "old": [["Fox", True]], "new": [["Vixen", True]]}
    ]
    of = {"old": "git:HEAD", "new": "now", "deck": "forest", "card": "fox", "side": "front"}
    frames = client.get(f"{COMPARE}/frames", params=of).json()
    assert frames["old"] and frames["new"] and 0 < frames["frames"][0][1] < 0.3
    for which in ("old", "new"):
        assert client.get(f"{COMPARE}/picture.png", params={**of, "which": which}).content.startswith(b"\x89PNG")
    assert client.get(f"{COMPARE}/frames", params={**of, "card": "owl"}).status_code == 422


@needs_git
def test_what_is_saved_is_compared_at_once(client, game):
    game.edit("strings/en.yaml", "creature.owl: Owl", "creature.owl: Hoot")
    game.edit("strings/fr.yaml", "{from: Owl,", "{from: Hoot,")
    asked = {"old": "git:HEAD", "new": "now"}
    until(lambda: {each["card"] for each in client.get(COMPARE, params=asked).json()["cards"]} == {"fox", "owl"})
    game.edit("strings/en.yaml", "creature.owl: Hoot", "creature.owl: Owl")
    game.edit("strings/fr.yaml", "{from: Hoot,", "{from: Owl,")
    until(lambda: {each["card"] for each in client.get(COMPARE, params=asked).json()["cards"]} == {"fox"})


def test_a_variant_beside_the_game(client):
    found = client.get(COMPARE, params={"old": "base", "new": "quick"}).json()
    assert found["cards"][0]["copies"] == [2, 1] and not found["same"]
    assert client.get(COMPARE, params={"old": "base", "new": "now"}).json()["same"]
    assert client.get(f"{COMPARE}/play", params={"old": "base", "new": "quick"}).status_code == 422


PATHS = ("/etc", "../wood", "./variants/quick.yaml", "git:../../x")


@pytest.mark.parametrize("name", [*PATHS, "git:--output=x", "git:", "nobody", "x" * 300, ""])
def test_no_path_and_no_option_comes_from_a_browser(client, game, name):
    before = sorted(path.name for path in Path(game.path).iterdir())
    for asked in ({"old": name, "new": "now"}, {"old": "base", "new": name}):
        assert client.get(COMPARE, params=asked).status_code == 422
    assert sorted(path.name for path in Path(game.path).iterdir()) == before


def test_a_print_is_not_played(client, game, monkeypatch, tmp_path):
    assert "no print of 'base' is recorded" in client.get(COMPARE, params={"old": "printed", "new": "now"}).text


@pytest.mark.slow
def test_play_is_compared(client):
    asked = {"old": "base", "new": "now"}
    found = client.get("/api/king_lui/express/en/compare/play", params=asked, timeout=400).json()
    (three, *_) = found["pairs"]
    assert three["players"] == 3 and next(row for row in three["rows"] if row[0] == "turns")[5] == "*"


@pytest.mark.slow
@needs_git
@pytest.mark.parametrize("size", [(1366, 768), (390, 844)])
def test_the_page_shows_old_beside_new(page, served, size):
    from axe_playwright_python.sync_playwright import Axe

    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    page.goto(served.entry)
    page.goto(f"{served.url}/#/wood/base/en/compare")
    page.wait_for_selector(".compared .frame")
    assert page.locator(".compared .pair img").count() == 2
    assert page.locator(".compared del mark").first.inner_text() == "Fox"
    assert page.locator(".compared ins mark").first.inner_text() == "Vixen"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "best-practice"]})
    assert not found.response["violations"], found.generate_report()
    page.get_by_label("New", exact=True).select_option("quick")
    page.wait_for_selector(".compared >> text=2 → 1 copies")
    assert page.url.endswith("/compare/git%3AHEAD/quick")
    page.reload()
    page.wait_for_selector(".compared >> text=2 → 1 copies")
    page.get_by_label("Another revision").fill("nowhere")
    page.get_by_role("button", name="Compare", exact=True).click()
    page.wait_for_selector("text=no revision 'nowhere'")
