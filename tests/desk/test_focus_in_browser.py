"""Where the keyboard's focus is after another page, variant or language is chosen, and what a screen reader is told."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.slow


@pytest.fixture
def opened(page, serve):
    served = serve(["king_lui", "draco"])
    page.goto(served.entry)
    page.goto(f"{served.url}/#/king_lui/base/en/see")
    page.locator(".tile img").first.wait_for()
    return page


def test_a_page_that_is_loaded_leaves_the_focus_to_the_browser(opened):
    assert opened.evaluate("document.activeElement === document.body")
    expect(opened.locator("#title")).to_have_text("")


def test_a_new_page_has_the_focus_and_its_title_is_said(opened):
    opened.get_by_role("link", name="Texts").press("Enter")
    opened.locator(".texts textarea").first.wait_for()
    expect(opened.locator("#place h1").first).to_be_focused()
    assert opened.evaluate("document.activeElement.textContent") == "Texts"
    expect(opened.locator("#title")).to_have_text(opened.title())
    opened.keyboard.press("Tab")
    assert opened.evaluate("document.getElementById('place').contains(document.activeElement)")


def test_what_was_used_above_the_page_keeps_the_focus(opened):
    opened.get_by_role("combobox", name="Language").focus()
    opened.get_by_role("combobox", name="Language").select_option("fr")
    opened.get_by_role("combobox", name="Langue").wait_for()
    opened.locator(".tile img").first.wait_for()
    expect(opened.get_by_role("combobox", name="Langue")).to_be_focused()
    variant = opened.get_by_role("combobox", name="Variante")
    variant.focus()
    variant.select_option(index=1)
    expect(opened).to_have_url(re.compile(r"#/king_lui/(?!base/)"))
    opened.locator(".tile img").first.wait_for()
    expect(variant).to_be_focused()


def test_a_game_that_is_chosen_on_the_first_page_has_the_focus(opened):
    opened.locator(".brand").press("Enter")
    opened.locator(".shelf a").first.wait_for()
    expect(opened.locator("#place h1").first).to_be_focused()
    opened.locator(".shelf a").last.press("Enter")
    opened.locator(".tile img").first.wait_for()
    expect(opened.locator("#place h1").first).to_be_focused()
    expect(opened.locator("#title")).to_have_text(opened.title())


def test_the_focus_of_a_table_is_its_own(opened):
    opened.get_by_role("link", name="Play", exact=True).press("Enter")
    opened.locator("#place button.main").first.wait_for()
    expect(opened.locator("#place h1").first).to_be_focused()
