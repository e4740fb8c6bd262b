"""Cards laid out by hand in a browser: fields chosen, dragged, resized, turned, moved by keys, set, added, removed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

HAM = "face/ham/1/front"


@pytest.fixture(scope="module")
def served(library, serve):
    return serve(["king_lui"])


@pytest.fixture
def dish(library):
    """The file of the cards' layout, which is as it was after each test."""
    path = library / "decks/king_lui/layouts/dish.yaml"
    before = path.read_bytes()
    yield path
    path.write_bytes(before)


@pytest.fixture
def opened(page, served, dish):
    """Opens the page at a card."""
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(served.entry)

    def show(rest: str = HAM, language: str = "en") -> None:
        page.goto("about:blank")
        page.goto(f"{served.url}/#/king_lui/base/{language}/layout/{rest}")
        page.wait_for_selector(".marks polygon")

    return show


def choose(page, *keys):
    for number, key in enumerate(keys):
        page.locator(f'.field-list .name[data-key="{key}"]').click(modifiers=["Shift"] if number else [])


def value(page, name):
    return float(page.locator(f"#layout-{name}").input_value())


def middle(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page, locator, x, y):
    start = middle(locator)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + x / 2, start[1] + y / 2)
    page.mouse.move(start[0] + x, start[1] + y)
    page.mouse.up()


def saved(page):
    expect(page.locator("#undo")).to_be_visible()
    page.wait_for_load_state("networkidle")


def scale(page):
    """Pixels of a millimetre."""
    return page.locator(".stage").bounding_box()["width"] / 69


def line(path, start):
    """The line of a field in a layout."""
    _, _, fields = path.read_text("utf-8").partition("\nfields:")
    return next(line for line in fields.splitlines() if line.lstrip().startswith(start))


def test_a_field_is_dragged_and_the_file_says_so_and_undone(page, opened, dish):
    before = dish.read_text("utf-8")
    opened()
    choose(page, "picture")
    page.get_by_label("Snap").uncheck()
    top, mm = value(page, "top"), scale(page)
    drag(page, page.locator('.marks polygon[data-key="picture"]'), 0, 5 * mm)
    saved(page)
    expect(page.locator("#layout-top")).not_to_have_value(str(top))
    assert value(page, "top") == pytest.approx(top + 5, abs=0.3)
    assert f"top: {value(page, 'top'):g}" in line(dish, "picture:")
    page.locator("#layout-undo").click()
    expect(page.locator("#layout-top")).to_have_value(f"{top:g}")
    assert dish.read_text("utf-8") == before


def test_it_snaps_to_the_middle_of_the_card(page, opened, dish):
    opened()
    choose(page, "name")
    mm = scale(page)
    drag(page, page.locator('.marks polygon[data-key="name"]'), 0.4 * mm, -3 * mm)
    saved(page)
    assert value(page, "left") + value(page, "width") / 2 == pytest.approx(31.5, abs=0.01)


def test_handles_resize_and_the_knob_turns(page, opened, dish):
    opened()
    choose(page, "light")
    left, width, mm = value(page, "left"), value(page, "width"), scale(page)
    drag(page, page.locator('.marks .handle[data-handle="1 0"]'), -4 * mm, 0)
    saved(page)
    expect(page.locator("#layout-width")).not_to_have_value(f"{width:g}")
    assert value(page, "width") == pytest.approx(width - 4, abs=0.3)
    assert value(page, "left") == pytest.approx(left, abs=0.01)
    choose(page, "name")
    x, y = middle(page.locator('.marks polygon[data-key="name"]'))
    knob = page.locator('.marks .handle[data-handle="turn"]')
    at = middle(knob)
    drag(page, knob, x + 60 - at[0], y + 1 - at[1])  # its top points to the right
    expect(page.locator("#layout-turn")).to_have_value("90")
    assert "turn: 90" in line(dish, "name:")


def test_arrow_keys_move_and_tab_walks_through_the_fields(page, opened, dish):
    opened()
    page.locator(".stage").focus()
    for _ in range(2):
        page.keyboard.press("Tab")
    assert page.locator('.field-list [aria-pressed="true"]').first.get_attribute("data-key") == "light"
    top = value(page, "top")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Shift+ArrowDown")
    saved(page)
    expect(page.locator("#layout-top")).to_have_value(f"{round(top + 1.1, 2):g}")
    expect(page.locator(".board [role=status]")).not_to_be_empty()
    page.keyboard.press("Control+z")
    expect(page.locator("#layout-top")).to_have_value(f"{top:g}")
    page.keyboard.press("Escape")
    assert page.locator('.field-list [aria-pressed="true"].name').count() == 0


def test_numbers_and_keys_are_typed(page, opened, dish):
    opened()
    choose(page, "name")
    page.locator("#layout-top").fill("70")
    page.keyboard.press("Enter")
    saved(page)
    expect(page.locator("#layout-top")).to_have_value("70")
    assert "bottom: 11" in line(dish, "name:")  # it is placed from the bottom, and stays so
    page.locator("#layout-key-colour").fill("#c9a27a")
    with page.expect_response(lambda answer: answer.url.split("?")[0].endswith("/key")):
        page.keyboard.press("Enter")
    assert 'colour: "#c9a27a"' in line(dish, "name:")
    page.locator("#layout-key-lines").fill("many")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert").first).to_contain_text("expected")
    assert "many" not in dish.read_text("utf-8")


def test_a_field_is_added_copied_brought_back_and_deleted(page, opened, dish):
    before = dish.read_text("utf-8")
    opened()
    page.locator("#layout-add").select_option("ellipse")
    page.wait_for_selector('.field-list .name[data-key="ellipse"][aria-pressed="true"]')
    page.get_by_role("button", name="Copy", exact=True).click()
    page.wait_for_selector('.field-list .name[data-key="ellipse2"][aria-pressed="true"]')
    page.get_by_role("button", name="To the back").click()
    page.wait_for_function("() => document.querySelector('.field-list li:last-child .name').dataset.key !== 'cloth'")
    assert dish.read_text("utf-8").index("ellipse2:") < dish.read_text("utf-8").index("ellipse:")
    choose(page, "ellipse", "ellipse2")
    page.locator(".stage").focus()
    page.keyboard.press("Delete")
    expect(page.locator('.field-list .name[data-key="ellipse"]')).to_have_count(0)
    assert dish.read_text("utf-8") == before


def test_several_are_aligned(page, opened, dish):
    opened()
    choose(page, "picture", "name")
    page.get_by_role("button", name="Left edges").click()
    saved(page)
    lefts = []
    for key in ("picture", "name"):
        choose(page, key)
        lefts.append(value(page, "left"))
    assert lefts[0] == pytest.approx(lefts[1], abs=0.01)


def test_a_text_is_written_where_it_comes_from(page, opened, library):
    strings = library / "decks/king_lui/strings/en.yaml"
    before = strings.read_bytes()
    try:
        opened()
        choose(page, "name")
        expect(page.locator(".text-of")).to_contain_text("dish.ham")
        page.locator("#layout-text").fill("Leg of ham")
        page.keyboard.press("Control+Enter")
        saved(page)
        assert b"dish.ham: Leg of ham" in strings.read_bytes()
    finally:
        strings.write_bytes(before)


def test_locked_and_inherited_fields_say_so(page, opened, dish):
    opened()
    choose(page, "corner2")
    expect(page.locator(".panel")).to_contain_text("a copy of another one")
    page.get_by_role("button", name="Lock name").click()
    choose(page, "name")
    page.locator(".stage").focus()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("alert").first).to_contain_text("locked")


@pytest.mark.parametrize(("language", "title"), [("fr", "Mise en page"), ("it", "Impaginazione")])
def test_it_speaks_the_languages_of_the_desk(page, opened, language, title):
    opened(language=language)
    assert page.locator("h1").text_content() == title
    choose(page, "cloth")
    shown = page.locator("#place").text_content()
    assert not re.search(r"layout\.[a-z]+", shown.replace("layouts/", ""))


def test_on_a_phone_by_touch(browser, served, dish):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(served.entry)
    page.goto(f"{served.url}/#/king_lui/base/en/layout/{HAM}")
    page.wait_for_selector(".marks polygon")
    page.locator('.marks polygon[data-key="name"]').tap()
    expect(page.locator('.field-list .name[data-key="name"]')).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    context.close()
