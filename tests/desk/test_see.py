"""Faces, sheets and rulebooks in the browser: what is seen, that it follows its files, and that it harms nobody."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from cardgen.desk.sheets import PAPERS
from cardgen.store.library import find_game
from tests.desk.conftest import Served, until


@pytest.fixture(scope="module")
def own(tmp_path_factory) -> Path:
    """A game of one's own, which tests may change."""
    folder = tmp_path_factory.mktemp("desk") / "decks" / "supper"
    shutil.copytree(find_game("king_lui").folder, folder)
    return folder


@pytest.fixture(scope="module")
def served(serve, own) -> Served:
    return serve([own, "draco"])


LOOKS = 3  # of each dish


def seen(page, served: Served, what: str = "see", game: str = "supper") -> None:
    page.goto(served.entry)
    page.goto(f"{served.url}/#/{game}/base/en/{what}")


def asked(served: Served, path: str, **more) -> httpx.Response:
    return httpx.get(f"{served.url}{path}", cookies=served.cookies, timeout=120, **more)


def test_seeing_does_not_wait_for_what_plays():
    """Faces come before all else is imported, and the machines that play last, which takes as long as the rest."""
    asked = (
        "import sys; from cardgen.desk.server import app; from cardgen.desk.state import Desk; "
        "app(Desk([]), 'token', ('here:80',)); "
        "print(*(f'cardgen.{each}' in sys.modules for each in ('desk.gallery', 'desk.findings', 'play.game')))"
    )
    told = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["True", "False", "False"]


def test_each_look_of_a_card_is_shown_with_its_copies(served):
    faces = asked(served, "/api/supper/base/en/faces").json()["faces"]
    hams = [face for face in faces if face["id"] == "ham" and face["side"] == "front"]
    assert [face["look"] for face in hams] == [1, 2, 3] and sum(face["count"] for face in hams) == 15
    address = "/api/supper/base/en/face/ham/front.svg?look="
    assert len({asked(served, f"{address}{face['look']}").text for face in hams}) == LOOKS
    for look in ("4", "x"):
        assert "'ham' has no front" in asked(served, f"{address}{look}").text


def test_the_gallery_shows_every_face(page, served):
    seen(page, served)
    page.wait_for_selector(".tile img")
    names = page.locator(".tile strong").all_text_contents()
    assert {"Ham · 1/3", "Ham · 3/3", "Emerald"} <= set(names)
    page.fill("#search", "chee")
    until(lambda: page.locator(".tile").count() == LOOKS)
    page.fill("#search", "")
    page.click("#flip")
    page.wait_for_selector(".tile img[src*='/back.svg']")
    page.click("#flip")
    page.select_option("#beside", "languages")
    page.wait_for_selector(".longest")
    assert page.locator(".tile").first.locator("img").count() == 3
    page.select_option("#beside", "alone")


def test_guides_follow_what_is_cut(page, served, own):
    game = own / "game.yaml"
    good = game.read_text()
    deck = next(line for line in good.splitlines() if line.strip().startswith("size:"))
    indent = deck[: len(deck) - len(deck.lstrip())]
    seen(page, served)
    page.wait_for_selector(".tile img")
    assert not asked(served, "/api/supper/base/en/faces").json()["faces"][0]["outline"]
    try:
        game.write_text(good.replace(deck, f"{deck}\n{indent}holes: {{eyelet: {{diameter: 5, top: 4}}}}", 1))
        page.wait_for_selector(".tile .shaped")
        page.click("#guides")
        page.wait_for_selector(".guides path.trim")
        line = page.locator(".guides path.trim").first.get_attribute("d")
        assert line.count("M") == line.count("Z") == 2
        page.click("#guides")
    finally:
        game.write_text(good)
    page.wait_for_selector(".tile .shaped", state="detached")


def test_a_saved_file_is_seen_and_a_fault_keeps_the_last_good_faces(page, served, own):
    seen(page, served)
    page.wait_for_selector(".tile img")
    strings = own / "strings" / "en.yaml"
    good = strings.read_text()
    assert "Ham" in good
    try:
        strings.write_text(good.replace("Ham", "Bacon"))
        page.wait_for_selector(".tile strong >> text=Bacon")
        strings.write_text(good.replace("Ham", "Bacon") + '\nbroken: "half a li')  # as a file half written
        page.wait_for_selector(".faults li")
        assert "strings/en.yaml:" in page.locator(".faults").inner_text()
        assert page.locator(".tile strong").first.text_content() == "Bacon · 1/3"
    finally:
        strings.write_text(good)
    page.wait_for_selector(".faults li", state="detached")
    page.wait_for_selector(".tile strong >> text=Ham")


def test_a_burst_of_saves_is_a_few_changes(served, own, monkeypatch):
    times: list[float] = []
    change = served.desk.changed
    monkeypatch.setattr(served.desk, "changed", lambda: (times.append(time.monotonic()), change()))
    strings = own / "strings" / "en.yaml"
    good = strings.read_text()
    for number in range(1000):
        strings.write_text(good + f"# {number}\n")
    strings.write_text(good)
    until(lambda: times and time.monotonic() - times[-1] > 0.5)
    assert len(times) < 50
    assert asked(served, "/api/supper/base/en/faces").json()["faults"] == []


def test_a_folder_that_is_gone_comes_back(served, own):
    away = own.with_name("away")
    assert asked(served, "/api/supper/base/en/faces").json()["faults"] == []
    own.rename(away)
    try:
        until(lambda: "cannot find the folder" in str(asked(served, "/api/supper/base/en/faces").json()["faults"]))
    finally:
        away.rename(own)
    until(lambda: asked(served, "/api/supper/base/en/faces").json()["faults"] == [])


def test_sheets_and_their_ink(page, served):
    told = asked(served, "/api/supper/base/en/sheets?paper=a4").json()["parts"]["cards"]
    assert told["sheets"] == 13 and told["cards"] == 110 and told["pages"][0]["width"] == pytest.approx(210)
    assert asked(served, "/api/supper/base/en/sheets/cards/ink").json()["ink"] > 1000
    seen(page, served, "sheets")
    page.wait_for_selector(".paper img")


@pytest.mark.slow
def test_the_papers_are_those_of_the_desk(page, served):
    seen(page, served, "sheets")
    page.wait_for_selector(".paper img")
    papers = page.get_by_role("combobox", name="Paper").locator("option")
    assert papers.evaluate_all("all => all.map(each => each.value)") == list(PAPERS)
    page.get_by_role("combobox", name="Paper").select_option("a3")
    page.wait_for_selector(".paper img[src*='paper=a3']")


def test_a_sentence_of_the_rulebook_leads_to_its_line(page, served):
    seen(page, served, "book", "draco")
    block = page.frame_locator("iframe").locator("p[data-line]").nth(2)
    block.click(timeout=60000)
    page.wait_for_selector(".book .told a")
    shown = page.locator(".book .told a").inner_text()
    file, line, _ = shown.rsplit(":", 2)
    written = Path(file).read_text().splitlines()[int(line) - 1]
    assert file.endswith("en.md.j2") and written.split()[-1] in block.inner_text()


@pytest.mark.parametrize("what", ["see", "sheets", "book"])
def test_pages_are_for_everybody(page, served, what):
    from axe_playwright_python.sync_playwright import Axe

    seen(page, served, what)
    page.wait_for_selector({"see": ".tile img", "sheets": ".paper img", "book": "iframe"}[what])
    found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "best-practice"]})
    assert not found.response["violations"], found.generate_report()


def test_only_those_who_know_the_token_are_answered(served):
    assert httpx.get(f"{served.url}/api/games").status_code == 403
    assert httpx.get(f"{served.url}/?token=another").status_code == 403
    assert asked(served, "/api/games", headers={"Host": "evil.example"}).status_code == 403
    told = {"file": "/etc/passwd"}
    post = f"{served.url}/api/open"
    for origin in ("http://evil.example", ""):
        refused = httpx.post(post, json=told, cookies=served.cookies, headers={"Origin": origin})
        assert refused.status_code == 403
    outside = httpx.post(post, json=told, cookies=served.cookies, headers={"Origin": served.url})
    assert outside.status_code == 400 and "no game" in outside.json()["error"]
    for path in ("/static/..%2fserver.py", "/static/../server.py", "/api/..%2f..%2fetc/base/en/faces"):
        assert asked(served, path).status_code in (404, 422)
    policy = asked(served, "/").headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy


@pytest.mark.parametrize("path", ["/nothing", "/static/nothing.js", "/king_lui/base/en/see", "/a%22b/c"])
def test_an_address_without_a_page_says_so(served, path):
    for spoken, told in (("fr-FR,fr", "Retour au bureau"), ("it", "Torna alla scrivania"), ("../", "To the desk")):
        answer = asked(served, path, headers={"Accept-Language": spoken})
        assert answer.status_code == 404 and f'<a href="/">{told}</a>' in answer.text
        assert "text/html" in answer.headers["content-type"]


def test_a_hostile_deck_runs_nothing(page, serve, tmp_path):
    folder = tmp_path / "decks" / "hostile"
    shutil.copytree(find_game("king_lui").folder, folder)
    strings = folder / "strings" / "en.yaml"
    strings.write_text(
        strings.read_text().replace("Ham", "<script>window.struck=1</script><img src=x onerror=struck=1>")
    )
    served = serve([folder])
    page.goto(served.entry)
    page.wait_for_selector(".tile, .faults li")
    page.wait_for_timeout(300)
    assert page.evaluate("window.struck") is None
    assert not page.evaluate("document.querySelectorAll('main script, main img[onerror]').length")
