"""Cards laid out by hand in a browser: fields chosen, dragged, resized, moved by keys, set, added and taken away."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect


@pytest.fixture(scope="module")
def served(library, serve):
    return serve(["king_lui"])


@pytest.fixture
def opened(page, served):
    """Opens the page at a card."""
    page.goto(served.entry)

    def show(rest: str = "face/ham/1/front", language: str = "en") -> None:
        page.goto("about:blank")
        page.goto(f"{served.url}/#/king_lui/base/{language}/layout/{rest}")
        page.wait_for_selector(".marks polygon")

    return show


@pytest.fixture
def dish(library):
    """The text of a layout, which comes back after the test."""
    path = library / "decks/king_lui/layouts/dish.yaml"
    before = path.read_bytes()
    yield path
    path.write_bytes(before)


def centre_of(page, key):
    box = page.locator(f'.marks polygon[data-key="{key}"]').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_field_is_dragged_and_the_file_says_so(page, opened, dish):
    opened()
    page.locator('.field-list [data-key="name"]').click()
    left = float(page.locator("#layout-left").input_value())
    x, y = centre_of(page, "name")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y + 30, steps=4)
    page.mouse.up()
    expect(page.locator("#undo")).to_be_visible()
    assert float(page.locator("#layout-left").input_value()) != left
    assert dish.read_text("utf-8") != ""


def test_screens(page, opened, dish, tmp_path):
    page.set_viewport_size({"width": 1366, "height": 768})
    opened()
    page.locator('.field-list [data-key="name"]').click()
    page.wait_for_timeout(1500)
    page.screenshot(path="/tmp/layout1.png")
