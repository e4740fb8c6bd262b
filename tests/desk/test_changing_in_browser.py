"""Rules, texts and tries in a browser: a house rule made, tried and kept; a text written; keyboard and readers."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

from cardgen.definitions.load import load_game
from cardgen.store.library import find_game

PATIENCE = 400_000  # ms until a check must have figures, on a busy machine


@pytest.fixture(scope="module")
def served(library, serve):
    found = serve(["king_lui"])
    yield found
    if tries := getattr(found.desk, "tries", None):  # which are there once somebody asks for them
        tries.close()


@pytest.fixture
def opened(page, served):
    """Opens a page of the desk."""
    page.set_default_timeout(60_000)
    page.goto(served.entry)

    def show(path: str) -> None:
        page.goto("about:blank")  # another fragment alone would leave the old page there for a moment
        page.goto(f"{served.url}/#/king_lui/{path}")
        page.wait_for_selector(".change-page h1")

    return show


def test_a_house_rule_is_made_read_tried_and_kept(page, opened, library):
    opened("base/it/rules")
    fed = page.get_by_role("spinbutton", name="Porzioni date a Emerald")
    page.get_by_role("button", name="Uno in meno: Porzioni date a Emerald").click()
    assert fed.input_value() == "1"
    page.wait_for_selector(".pair ins")
    assert "1 porzione" in page.locator(".pair .new ins").first.text_content().replace("\u00a0", " ")
    assert "set=portions_fed%3D1" in page.url
    page.locator(".change-page").get_by_role("link", name="Prova").click()
    page.wait_for_selector(".chips")
    page.get_by_role("button", name="Avvia la prova").click()
    page.wait_for_selector(".verdict:not(:empty)", timeout=PATIENCE)
    page.wait_for_selector(".chart", timeout=PATIENCE)
    page.wait_for_selector(".watch", timeout=PATIENCE)
    watch = page.locator(".watch").first.get_attribute("href")
    assert re.match(r"#/king_lui/base/it/replay/\d+-[0-9a-f]{4}/[345]/[^/]+/0\?set=portions_fed%3D1$", watch)
    if page.get_by_role("button", name="Ferma").is_visible():
        page.get_by_role("button", name="Ferma").click()
    page.get_by_role("button", name="Ripeti la prova").wait_for(timeout=PATIENCE)
    assert "Le carte bastano" in page.locator(".verdict").text_content()
    page.get_by_role("link", name="Cambia le regole").click()
    page.get_by_role("button", name="Salva come variante").click()
    page.get_by_label("Titolo").fill("La regola di casa")
    assert page.get_by_label(re.compile("Nome del file")).input_value() == "la_regola_di_casa"
    page.get_by_role("button", name="Scrivi").click()
    page.wait_for_url(re.compile("la_regola_di_casa/it/rules$"))
    page.wait_for_selector("text=La regola di casa")
    assert load_game(find_game("king_lui"), "la_regola_di_casa").rules["portions_fed"] == 1
    text = (library / "variants/king_lui/la_regola_di_casa.yaml").read_text()
    assert text.startswith("changes: king_lui\nrules:\n  portions_fed: 1\ntexts:\n")


def test_rules_are_set_with_the_keyboard_and_put_back(page, opened):
    opened("base/en/rules")
    switch = page.get_by_role("switch").first
    switch.focus()
    page.keyboard.press("Space")
    page.wait_for_selector(".control.changed")
    page.get_by_role("radio", name="nobody wins").focus()
    page.keyboard.press("Space")
    wine = page.get_by_role("spinbutton", name="Wine")
    wine.focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Tab")
    assert page.locator(".bar .about").text_content().endswith("3 changes") and wine.input_value() == "16"
    page.get_by_role("button", name="Reset everything").click()
    assert not page.locator(".changed").count() and "set=" not in page.url and wine.input_value() == "15"
    wine.fill("-4")
    page.keyboard.press("Tab")
    assert wine.input_value() == "0"


def test_a_text_is_written_where_it_stands_and_a_conflict_is_told(page, opened, library):
    opened("base/fr/texts")
    path = library / "decks/king_lui/strings/fr.yaml"
    before = path.read_text()
    page.get_by_role("searchbox").fill("Pain")
    opens = page.locator(".key a").first.get_attribute("href")
    assert opens.startswith(f"vscode://file{path}:") and opens.rpartition(":")[2].isdigit()
    field = page.get_by_label("Dish · Bread", exact=True)
    field.fill("Anticonstitutionnellement " * 6)
    page.wait_for_selector(".fit.over")
    page.keyboard.press("Escape")
    assert field.input_value() == "Pain"
    field.fill("Miche <b>de</b> pain")
    page.keyboard.press("Control+Enter")
    page.wait_for_selector(".texts .saved >> text=Enregistré")
    assert path.read_text() == before.replace("to: Pain}", "to: Miche <b>de</b> pain}")
    path.write_text(before.replace("to: Pain}", "to: Boule}"))
    field.fill("Miche")
    page.keyboard.press("Control+Enter")
    page.wait_for_selector(".clash .problem")
    assert "dit maintenant : « Boule »" in page.locator(".clash .problem").text_content().replace("\u00a0", " ")
    assert "to: Boule}" in path.read_text()
    page.get_by_role("button", name="Garder mon texte").click()
    page.wait_for_selector(".texts .saved >> text=Enregistré")
    assert field.evaluate("each => each === document.activeElement")  # the button is gone
    assert path.read_text() == before.replace("to: Pain}", "to: Miche}")


@pytest.mark.parametrize("width", [390, 2560])
def test_no_page_is_wider_than_its_window(page, opened, width):
    page.set_viewport_size({"width": width, "height": 900})
    for name in ("rules?set=portions_fed%3D1", "texts", "try?set=portions_fed%3D1"):
        opened(f"base/fr/{name}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_are_read_by_those_who_do_not_see_them(page, opened, scheme):
    spec = importlib.util.find_spec("axe_playwright_python")
    if spec is None or spec.origin is None:
        pytest.skip("no axe-core: pages are not looked over for screen readers")
    axe = (Path(spec.origin).parent / "axe.min.js").read_text()
    page.emulate_media(color_scheme=scheme)
    for name, shown in (
        ("rules?set=portions_fed%3D1", ".pair"),
        ("texts", ".fit"),
        ("try?set=portions_fed%3D1", ".bar"),
    ):
        opened(f"base/fr/{name}")
        page.wait_for_selector(shown)
        if name == "texts":
            page.get_by_role("searchbox").fill("emerald")  # looking over all of them takes long
        page.evaluate(axe)
        found = page.evaluate("async () => (await axe.run()).violations")
        assert not [f"{name}: {each['id']}: {node['html'][:200]}" for each in found for node in each["nodes"]]
