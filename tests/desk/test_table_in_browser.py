"""The table's pages in a browser: games played by clicks, hands kept from those who may not see them, replays."""

from __future__ import annotations

import importlib.util
import json
import re
import time
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="no playwright: the desk's pages are not tried in a browser")

from playwright.sync_api import Error

from cardgen.desk import notes, records
from cardgen.play import record_files
from cardgen.play.game import load_game
from cardgen.play.playthrough import playthrough

GAMES = ("king_lui", "draco", "party_at_louis")
STILL = {"reduced_motion": "reduce"}  # cards lie at once where they come to lie
AXE = importlib.util.find_spec("axe_playwright_python")


@pytest.fixture(scope="module")
def served(serve):
    for name in GAMES:  # compiles what plays, so that no page waits for it
        game = load_game(name)
        others = max(2, game.definition.players[0]) - 1
        assert list(playthrough(game, ["lookahead", *["greedy"] * others], 3, "en", bound=4))
    return serve(GAMES, share=True)


@pytest.fixture(scope="module")
def address(served):
    return served.url


@pytest.fixture(autouse=True)
def written(tmp_path, monkeypatch):
    """Where these tests keep their games and notes."""
    for module in (notes, record_files, records):
        monkeypatch.setattr(module, "folder_of", lambda home, kind=record_files.FOLDER: tmp_path / kind)


@pytest.fixture
def page(browser, address, served):
    with browser.new_context(
        viewport={"width": 1280, "height": 900}, base_url=address, reduced_motion="reduce"
    ) as context:
        context.set_default_timeout(120_000)
        found = context.new_page()
        found.goto(served.entry)
        found.wrong = []
        found.on("pageerror", lambda error: found.wrong.append(str(error)))
        yield found
        assert not found.wrong


def opened(
    page, game: str, seats: list[str], language: str = "en", seed: int | None = 3, away: tuple[int, ...] = ()
) -> str:
    """A table, shown; its id."""
    api = f"/api/{game}/base/{language}/table"
    made = page.request.post(
        api, data={"seats": seats, "seed": seed and str(seed), "away": list(away)}, headers=origin(page)
    ).json()
    page.goto(f"/#/{game}/base/{language}/table/{made['id']}")
    page.wait_for_selector(".board, .hand-over")
    return made["id"]


def origin(page) -> dict[str, str]:
    return {"Origin": page.evaluate("location.origin")}


def until(page, holds: str, seconds: float = 120) -> None:
    """Waits, by asking again: the page's policy lets no text be run."""
    end = time.monotonic() + seconds
    while not page.evaluate(holds):
        assert time.monotonic() < end, holds
        page.wait_for_timeout(20)


def settled(page) -> None:
    """Waits until the page shows what may be done, or that the game is over."""
    page.wait_for_selector(".table-page.acting, .over, .hand-over")


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats", "language"), [
    ("king_lui", ["person", "greedy", "greedy"], "it"),
    ("draco", ["person", "greedy", "greedy"], "fr"),
    ("party_at_louis", ["person", "greedy"], "en"),
])  # fmt: skip
def test_a_whole_game_is_played_by_clicks(game, seats, language, page):
    opened(page, game, seats, language)
    clicked = page.evaluate("""async () => {
        // a card that may be used, else the first line of the list, until the score sheet lies there
        const sleep = ms => new Promise(done => setTimeout(done, ms));
        let clicks = 0, cards = 0;
        while (!document.querySelector('.over') && clicks < 900) {
            const before = document.querySelector('.table-page');
            const lit = [...document.querySelectorAll('.card.can:not(.chosen), .who.can:not(.chosen)')];
            const line = document.querySelector('.may li button');
            const chosen = clicks % 4 === 3 || !lit.length ? line : lit[clicks % lit.length];
            if (!chosen) throw new Error('nothing to click: ' + document.body.textContent.slice(0, 300));
            cards += chosen !== line;
            chosen.click();
            clicks += 1;
            for (let n = 0; n < 400 && document.querySelector('.table-page') === before; n++) await sleep(5);
        }
        return {clicks, cards, over: !!document.querySelector('.over')};
    }""")
    assert clicked["over"] and clicked["cards"] > clicked["clicks"] / 3
    assert page.locator(".sheet tbody tr").count() == len(seats)
    assert not page.locator(".problem").text_content()
    page.get_by_role("button", name=re.compile("Watch|Revoir|Rivedila")).click()
    page.wait_for_selector(".controls")


def test_a_game_goes_by_the_keyboard_alone(page):
    opened(page, "king_lui", ["person", "greedy", "greedy"])
    settled(page)
    page.locator(".zone[data-zone='table'] .card").first.focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.path").startswith("table/")
    page.keyboard.press("Enter")
    until(page, "document.querySelectorAll('.happened li').length > 0")


def test_what_cannot_be_done_is_explained_by_its_rule_and_hints_say_why(page):
    opened(page, "king_lui", ["person", "greedy", "greedy"], "it")
    settled(page)
    page.locator(".may li button").first.click()
    page.wait_for_selector(".acting .happened")
    page.locator(".mine .card").first.click()
    page.wait_for_selector(".beside")
    assert "fine" in page.locator(".beside").inner_text()
    page.get_by_role("button", name="Suggerimento").click()
    page.wait_for_selector(".beside table, .beside p")
    page.get_by_role("button", name="Annulla la mossa").click()
    until(page, "!document.querySelector('.happened li')")


def test_handing_the_screen_over_hides_every_hand(page):
    opened(page, "king_lui", ["person"] * 3, seed=5)
    sent = []
    page.on(
        "response", lambda answer: sent.append(answer) if "/table/" in answer.url and "svg" not in answer.url else None
    )
    cards: dict[str, int] = {}
    for _ in range(7):
        name = page.locator("[data-come]").inner_text()
        assert not page.locator(".mine").count() and not page.locator("[data-zone^='hands/'] .card.can").count()
        page.locator("[data-come]").click()
        page.wait_for_selector(".mine")
        assert page.locator(".mine h2").inner_text() in name
        page.locator(".zone[data-zone='supply'] .card").click()  # draws in secret
        page.wait_for_selector(".hand-over, .acting .may:has-text('lay'), .over")
        cards[name] = cards.get(name, 0) + 1
        while not page.locator(".hand-over").count():
            page.locator(".may li button").last.click()
            page.wait_for_timeout(100)
    told = json.loads(sent[-1].text())
    assert told["you"] is None
    hidden = [zone["hidden"] for zone in told["zones"] if zone["name"] == "hands"]
    assert sum(hidden) > 0
    assert all(answer.headers["cache-control"] == "no-store" for answer in sent)


_BACK = re.compile(r'"back":"elbow",')  # of every hand and pile: the first card of the deck, whose back they all have


def test_two_browsers_at_one_table_see_their_own_hands_alone(browser, address, served):
    host, guest = (
        browser.new_context(viewport={"width": 900, "height": 900}, base_url=address, reduced_motion="reduce")
        for _ in range(2)
    )
    seen: dict[str, list[str]] = {"host": [], "guest": []}
    pages = {}
    for name, context in (("host", host), ("guest", guest)):
        pages[name] = context.new_page()
        pages[name].on("requestfinished", lambda asked, who=name: seen[who].append(_told(asked.response())))
    pages["host"].goto(served.entry)
    id = opened(pages["host"], "draco", ["person", "person", "greedy"], seed=None, away=(1,))
    code = pages["host"].locator(".code b").inner_text()
    pages["guest"].goto("/join")
    pages["guest"].fill("#code", "XXXXXX")
    pages["guest"].keyboard.press("Enter")
    until(pages["guest"], "document.querySelector('.problem').textContent")
    pages["guest"].fill("#code", code.lower())
    pages["guest"].keyboard.press("Enter")
    pages["guest"].wait_for_selector(".board .mine")
    hands = {}
    for name, page in pages.items():
        table = _last(page, seen[name], id)
        hands[name] = {each["card"] for zone in table["zones"] if zone["name"] == "hands" for each in zone["items"]}
    assert all(hands.values())
    for name, other in (("host", "guest"), ("guest", "host")):
        secret = hands[other] - hands[name]
        table = [_BACK.sub("", told) for told in seen[name] if f'"{id}"' in told and told.startswith("{")]
        shown = {
            each["card"]
            for told in table
            for zone in json.loads(told).get("zones", ())
            if zone["name"] != "hands"
            for each in zone["items"]
            if each
        }
        assert secret - shown
        for card in secret - shown:
            assert not any(re.search(rf'["/]{card}["/]', told) for told in table)
    acting = "host" if pages["host"].locator(".acting").count() else "guest"
    waiting = "guest" if acting == "host" else "host"
    before = pages[waiting].locator(".table-page > .bar h1").inner_text()
    pages[acting].locator(".mine .card.can").first.click()
    until(pages[waiting], "document.querySelector('.happened') !== null")
    assert before
    for path in (
        f"/api/draco/base/en/table/{id}/undo",
        f"/api/draco/base/en/table/{id}/note",
        "/api/draco/base/en/table",
    ):
        assert pages["guest"].request.post(path, data={}, headers=origin(pages["guest"])).status == 403
    assert pages["guest"].request.get("/api/draco/base/en/table").status == 403
    assert pages["guest"].request.get(f"/api/draco/base/en/table/{id}/account").status == 400
    assert (
        pages["host"].request.post(f"/api/draco/base/en/table/{id}/undo", data={}, headers=origin(pages["host"])).status
        == 400
    )
    for context in (host, guest):
        context.close()


def _told(answer) -> str:
    if answer.request.resource_type == "image" or "json" not in answer.headers.get("content-type", ""):
        return answer.url
    try:
        return f"{answer.text()}"
    except Error:
        return ""


def _last(page, told: list[str], id: str) -> dict:
    """The table as this page was told it last; the browser may draw it before it says that it was told."""
    end = time.monotonic() + 60
    while not (found := [each for each in told if f'"id":"{id}"' in each and '"zones"' in each]):
        assert time.monotonic() < end, told
        page.wait_for_timeout(20)
    return json.loads(found[-1])


def test_a_link_opens_a_replay_that_goes_forth_and_back(page):
    page.goto("/#/king_lui/base/it/replay/17/3/greedy+random/4")
    page.wait_for_selector(".controls")
    until(page, "document.querySelector('.where').textContent.includes('4')")
    first = page.locator(".board").inner_html()
    page.keyboard.press("ArrowRight")
    until(page, "document.querySelector('.where').textContent.includes('5')")
    assert page.locator(".board").inner_html() != first
    page.keyboard.press("ArrowLeft")
    until(page, "document.querySelector('.where').textContent.includes('4')")
    assert page.locator(".board").inner_html() == first
    page.keyboard.press("End")
    page.wait_for_selector(".sheet")
    assert page.locator(".account li:not(.later)").count() == page.locator(".account li").count()
    page.keyboard.press("Home")
    page.select_option("#speed", "8")
    page.get_by_role("button", name="Avvia").click()
    until(page, "Number(document.querySelector('input[type=range]').value) >= 3")
    page.get_by_role("button", name="Pausa").click()
    assert "/replay/17/3/" in page.evaluate("location.hash")


def test_words_that_come_late_are_not_those_of_another_language(browser, served, address):
    with browser.new_context(base_url=address) as context:
        page, late = context.new_page(), []
        page.goto(served.entry)
        page.goto("about:blank")
        page.route("**/api/words/fr", lambda asked: late.append(asked))
        page.goto("/#/king_lui/base/fr/replay/17/3/greedy/0")
        until(page, "location.hash.includes('/fr/')")
        while not late:
            page.wait_for_timeout(20)
        page.goto("/#/king_lui/base/it/replay/17/3/greedy/0")
        page.get_by_role("button", name="Avvia").wait_for()
        late[0].continue_()
        page.wait_for_timeout(300)
        page.get_by_role("button", name="Avanti").click()
        until(page, "document.querySelector('.where').textContent.includes('1')")
        assert page.evaluate("document.documentElement.lang") == "it"
        assert page.locator(".where").text_content().startswith("Decisione")


def test_a_note_is_kept_and_laid_on_the_table_again(page, tmp_path):
    opened(page, "king_lui", ["person", "greedy", "greedy"])
    for _ in range(3):
        settled(page)
        page.locator(".may li button").first.click()
        page.wait_for_timeout(150)
    page.get_by_role("button", name="Note").click()
    page.fill("#note", "Too much <b>ham</b>")
    page.keyboard.press("Enter")
    page.wait_for_selector(".beside:has-text('notes/king_lui.md')")
    assert "Too much <b>ham</b>" in (tmp_path / "notes/king_lui.md").read_text()
    page.goto("/#/king_lui/base/en/table")
    page.get_by_role("button", name=re.compile("Too much")).click()
    page.wait_for_selector(".board")
    assert not page.locator(".problem").text_content()


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_are_read_by_those_who_do_not_see_them(scheme, page):
    if AXE is None:
        pytest.skip("no axe-core: pages are not looked over for screen readers")
    page.emulate_media(color_scheme=scheme)
    opened(page, "draco", ["person", "greedy", "greedy"])
    settled(page)
    faults = [
        found
        for path in (None, "/#/draco/base/en/table", "/#/draco/base/en/replay/3/3/greedy/9", "/join")
        for found in _axe(page, path)
    ]
    assert not faults


def _axe(page, path) -> list[str]:
    if path:
        page.goto("about:blank")  # another fragment alone would leave the old page there for a moment
        page.goto(path)
        page.wait_for_selector(".setup, .controls")
    page.evaluate((Path(AXE.origin).parent / "axe.min.js").read_text())
    found = page.evaluate("async () => (await axe.run()).violations")
    return [f"{path}: {each['id']}: {node['html'][:200]}" for each in found for node in each["nodes"]]


def test_whoever_plays_with_keys_and_ears_hears_what_happened_and_keeps_the_focus(page):
    opened(page, "king_lui", ["person", "greedy", "greedy"])
    page.wait_for_selector(".may button")
    ears = page.locator("#place .unseen[role=status]")
    said = [ears.inner_text()]
    for _ in range(4):
        page.locator(".may button").first.focus()
        page.keyboard.press("Enter")
        until(page, f"document.querySelector('#place .unseen[role=status]').textContent !== {json.dumps(said[-1])}")
        said.append(ears.inner_text())
        where = page.evaluate("[document.activeElement.tagName, !!document.activeElement.closest('.table-page')]")
        assert where[1], where
        if page.locator(".may button").count():
            assert where[0] == "BUTTON"
    assert len(set(said)) == 5 and all(len(each) > 10 for each in said)
    assert page.locator(".moved").count()


def test_what_others_do_is_shown_one_after_the_other_and_a_key_shows_the_end_at_once(page):
    page.emulate_media(reduced_motion="no-preference")
    frames: list[str] = []
    page.on("request", lambda asked: frames.append(asked.url) if "/frame/" in asked.url else None)
    opened(page, "king_lui", ["person", "greedy", "greedy"])
    settled(page)
    page.evaluate("""() => {
        window.heads = []; window.flown = 0;
        const look = () => {
            const head = document.querySelector('.bar h1')?.textContent;
            if (head && window.heads.at(-1) !== head) window.heads.push(head);
            window.flown = Math.max(window.flown, document.querySelectorAll('.flies').length);
            requestAnimationFrame(look);
        };
        look();
    }""")
    number = page.evaluate("document.querySelectorAll('.mine .card').length")
    page.locator(".may li button").first.click()
    until(page, "document.querySelector('.acting') && window.heads.length > 3")
    heads, flown = page.evaluate("[window.heads, window.flown]")
    assert (
        len({head.split()[0] for head in heads if not head.startswith("Your")}) == 3
    )  # each player's, one after the other
    assert flown and page.evaluate("document.querySelectorAll('.mine .card').length") >= number
    until(page, "!document.querySelector('.flies')")
    assert not page.evaluate("[...document.querySelectorAll('.card img')].some((each) => each.style.visibility)")
    assert len(frames) >= 2
    frames.clear()
    page.locator(".may li button").first.click()
    until(page, "!document.querySelector('.acting')")
    page.keyboard.press("Shift")
    settled(page)
    assert len(frames) < 2  # the second was not waited for
