"""What a stranger looks for on the pages: a card clicked, files saved, printing without furniture, titles, phones."""

from __future__ import annotations

import re

import pikepdf
import pytest

from cardgen.store.library import find_game
from tests.desk.conftest import Served

WIDTHS = ((1366, 768), (1920, 1080), (390, 844))


@pytest.fixture(scope="module")
def served(serve) -> Served:
    return serve(["king_lui", "draco"])


@pytest.fixture
def opened(page, served):
    """Opens a page of the desk, and waits for something on it."""
    page.set_default_timeout(120_000)
    page.goto(served.entry)

    def show(path: str, wanted: str) -> None:
        page.goto("about:blank")  # another fragment alone would leave the old page there for a moment
        page.goto(f"{served.url}/#/{path}")
        page.wait_for_selector(wanted)

    return show


@pytest.mark.parametrize("size", WIDTHS)
def test_a_card_that_is_clicked_is_seen_closely_and_leads_to_its_texts(page, opened, size):
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    opened("king_lui/base/fr/see", ".tile img")
    page.locator(".tile", has_text="Fromage").locator(".face").first.click()
    page.wait_for_selector("dialog.closely .said li")
    assert page.locator(".closely .sides img").count() == 2
    assert all(page.locator(".closely .sides img").evaluate_all("all => all.map(each => each.src.includes('.svg'))"))
    assert "Fromage" in page.locator(".closely .said").inner_text()
    lines = (find_game("king_lui").folder / "game.yaml").read_text("utf-8").splitlines()
    written = next(number for number, line in enumerate(lines, 1) if line.strip().startswith("cheese:"))
    assert re.search(rf"game.yaml:{written}:\d+", page.locator(".closely .about-card > p code").inner_text())
    assert page.locator("dialog.closely").evaluate("each => each.scrollWidth <= each.clientWidth")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog.closely", state="detached")
    page.get_by_role("button", name="Agrandir Fromage · 1/3").press("Enter")
    page.locator(".closely .said li", has_text="Fromage").get_by_role("link").first.click()
    page.wait_for_selector(".change-page .row")
    assert page.get_by_role("searchbox").input_value() == "dish.cheese"
    assert page.locator(".texts textarea").first.input_value() == "Fromage"


def test_a_look_closely_is_for_everybody(page, opened):
    from axe_playwright_python.sync_playwright import Axe

    opened("king_lui/base/it/see", ".tile img")
    page.get_by_role("button", name=re.compile("Ingrandisci")).first.click()
    page.wait_for_selector("dialog.closely .said li")
    found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "best-practice"]})
    assert not found.response["violations"], found.generate_report()


@pytest.mark.parametrize(("where", "file", "pages"), [("sheets", "cards-a4.pdf", 13), ("book", "rulebook.pdf", 4)])
def test_sheets_and_rulebooks_are_saved_as_pdf(page, opened, tmp_path, where, file, pages):
    opened(f"king_lui/base/it/{where}", "button.save")
    with page.expect_download() as saved:
        page.locator("button.save").first.click()
    assert saved.value.suggested_filename == f"king_lui-base-it-{file}"
    saved.value.save_as(tmp_path / file)
    with pikepdf.open(tmp_path / file) as pdf:
        assert len(pdf.pages) >= pages
    page.wait_for_selector(f"text=Salvato: king_lui-base-it-{file}")


def test_what_is_printed_is_cards_and_sheets_without_the_furniture(page, opened):
    for where, wanted in (("see", ".tile img"), ("sheets", ".paper img")):
        opened(f"king_lui/base/en/{where}", wanted)
        page.emulate_media(media="print")
        for furniture in ("#head", ".tools", "h1"):
            assert not page.locator(furniture).first.is_visible()
        assert page.locator(wanted).first.is_visible()
        page.emulate_media(media="screen")


def test_a_sheet_keeps_its_place_on_paper_while_it_is_being_drawn(page, opened):
    page.route(re.compile(r"/sheets/.*\.svg"), lambda route: None)  # never answered
    opened("king_lui/base/en/sheets", ".paper img")
    page.emulate_media(media="print")
    assert page.locator(".paper img").first.is_visible()


def test_variants_go_by_their_titles(page, opened):
    opened("king_lui/base/en/see", ".tile img")
    said = page.get_by_role("combobox", name="Variant").locator("option").all_text_contents()
    names = find_game("king_lui").variants
    assert len(said) == len(names) + 1 and not set(said) & set(names)


def test_filters_leave_room_for_cards_on_a_phone(page, opened):
    page.set_viewport_size({"width": 390, "height": 844})
    opened("king_lui/base/en/see", ".tile img")
    assert page.locator(".tile img").first.bounding_box()["y"] < 844 / 2
    assert not page.locator("#kind").is_visible()
    page.get_by_text("Filters and view").click()
    page.select_option("#kind", index=1)
    assert page.locator("#kind").is_visible()  # they stay open while they are used


def test_texts_stand_beside_their_cards_in_boxes_as_large_as_they_are(page, opened):
    opened("draco/base/fr/texts", ".fit")
    page.wait_for_selector(".its-card")
    row = page.locator(".row", has_text="action.elbow").first
    assert row.get_by_label("Action · Elbow").input_value() == "Coup de coude"
    assert "/face/elbow/front.svg" in row.locator("img").get_attribute("src")
    too_small = "all => all.filter(each => each.scrollHeight > each.clientHeight + 2).length"
    assert not page.locator(".texts textarea").evaluate_all(too_small)
    row.locator("textarea").fill("Coup de coude\n" * 12)
    assert not row.locator("textarea").evaluate_all(too_small)


def test_rules_are_read_clause_by_clause_with_what_a_variant_changes(page, serve):
    served = serve(["hedgerow"])
    page.set_default_timeout(120_000)
    page.goto(served.entry)
    page.goto(f"{served.url}/#/hedgerow/hard_frost/en/rules")
    page.wait_for_selector(".all-clauses .chapter")
    told = page.evaluate("async () => (await fetch('/api/hedgerow/hard_frost/en/clauses')).json()")["clauses"]
    changed = [each for each in told if each["text"] != each["before"]]
    assert changed and len(changed) < len(told)
    assert page.locator(".clauses li").count() == len(told)
    assert page.locator(".clauses li.differs").count() == len(changed)
    assert page.locator(".clauses li.differs").first.is_visible()  # its chapter is open


@pytest.mark.parametrize("size", WIDTHS)
def test_hand_and_moves_are_in_view_at_the_table(page, opened, size):
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    opened("king_lui/base/en/table", ".setup button.main")
    start = page.locator(".setup button.main")
    look = "each => [getComputedStyle(each).backgroundColor, getComputedStyle(document.body).backgroundColor]"
    own, behind = start.evaluate(look)
    assert own != behind  # not as pale as the page
    start.click()
    page.wait_for_selector(".may button", timeout=400_000)
    high = size[1]
    for part in (".mine .player", ".may li:first-child button"):
        for scrolled in (0, 99_999):
            page.evaluate(f"scrollTo(0, {scrolled})")
            box = page.locator(part).first.bounding_box()
            head = page.locator("#head").bounding_box()
            assert box["y"] >= max(0, head["y"] + head["height"]) and box["y"] + min(box["height"], 120) <= high + 1, (
                part,
                scrolled,
                box,
            )
