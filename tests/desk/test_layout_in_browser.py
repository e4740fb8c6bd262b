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


def test_a_field_is_resized_before_its_exact_face_has_come(page, opened, dish):
    opened()
    choose(page, "picture")
    page.wait_for_function("() => ['alone', 'but'].every((name) => document.querySelector(`.stage .${name}`).complete)")
    start = middle(page.locator('.marks .handle[data-handle="0 1"]'))
    mm = scale(page)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0], start[1] - 15 * mm)
    page.mouse.move(start[0], start[1] - 29 * mm)
    expect(page.locator(".stage .whole")).to_be_hidden()
    expect(page.locator(".stage .alone")).to_be_visible()
    a, b, c, d, x, y = page.locator(".stage .alone").evaluate(
        "(one) => [...'abcdef'].map((name) => new DOMMatrix(getComputedStyle(one).transform)[name])"
    )
    assert (
        a == pytest.approx(d, abs=0.001) and a == pytest.approx(0.5, abs=0.01) and b == c == 0
    )  # its proportions stay
    middle_x, top = 31.5 + 3, 12.5 + 3  # with the bleed
    assert (x / mm + a * middle_x, y / mm + d * top) == pytest.approx((middle_x, top), abs=0.3)
    page.mouse.up()
    saved(page)
    expect(page.locator(".stage .whole")).to_be_visible()
    expect(page.locator(".stage .alone")).to_be_hidden()
    assert "height: 29" in line(dish, "picture:")


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


def test_a_new_layout_is_made_by_keyboard_and_undone(page, opened, dish, library):
    game = library / "decks/king_lui/game.yaml"
    before, made = game.read_text("utf-8"), library / "decks/king_lui/layouts/platter.yaml"
    opened()
    page.get_by_role("button", name="New layout").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Begin from")).to_be_focused()
    page.get_by_label("Begin from").select_option("creature")
    page.get_by_label("Its name").fill("dish")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert").first).to_contain_text("already a layout called dish")
    page.get_by_label("Its name").fill("platter")
    page.keyboard.press("Enter")
    expect(page.locator(".board [role=status]")).to_have_text("The cards now use the new layout platter.")
    expect(page.get_by_role("button", name="New layout")).to_be_focused()
    assert "layout: platter" in game.read_text("utf-8") and made.exists()
    expect(page.locator('.field-list .name[data-key="band"]')).to_have_count(1)
    page.keyboard.press("Control+z")
    expect(page.locator('.field-list .name[data-key="band"]')).to_have_count(0)
    assert game.read_text("utf-8") == before and not made.exists()


def test_escape_closes_the_form_of_a_new_layout(page, opened, dish):
    opened()
    page.get_by_role("button", name="New layout").click()
    page.get_by_label("Its name").press("Escape")
    expect(page.locator("#layout-make")).to_be_hidden()
    expect(page.get_by_role("button", name="New layout")).to_be_focused()


SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><path d="M0 0H20V10z"/></svg>'
DROP = """(stage, [name, text, x, y]) => {
    const data = new DataTransfer(), { left, top } = stage.getBoundingClientRect();
    data.items.add(new File([text], name));
    const options = { dataTransfer: data, bubbles: true, cancelable: true, clientX: left + x, clientY: top + y };
    for (const kind of ['dragover', 'drop']) stage.dispatchEvent(new DragEvent(kind, options));
}"""


def test_a_picture_is_dropped_replaced_and_undone(page, opened, dish, library):
    before, art = dish.read_text("utf-8"), library / "decks/king_lui/art"
    opened()
    mm = scale(page)
    page.locator(".stage").evaluate(DROP, ["Spoon.svg", SVG, 12 * mm, 82 * mm])
    expect(page.locator(".board [role=status]")).to_contain_text("art/spoon.svg is in the game")
    assert 'of: "art/spoon.svg"' in line(dish, "picture2:") and (art / "spoon.svg").exists()
    expect(page.locator('.field-list .name[data-key="picture2"]')).to_have_attribute("aria-pressed", "true")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Another picture from a file").click()
    chooser.value.set_files(
        {"name": "fork.svg", "mimeType": "image/svg+xml", "buffer": SVG.replace("0 20", "0 30").encode()}
    )
    expect(page.locator(".board [role=status]")).to_contain_text("art/fork.svg is in the game")
    assert 'of: "art/fork.svg"' in line(dish, "picture2:")
    for _ in range(2):
        page.locator("#layout-undo").click()
        expect(page.locator(".board [role=status]")).to_have_text("Undone")
        page.wait_for_load_state("networkidle")
    expect(page.locator('.field-list .name[data-key="picture2"]')).to_have_count(0)
    assert dish.read_text("utf-8") == before and not (art / "spoon.svg").exists() and not (art / "fork.svg").exists()


def test_what_is_no_picture_or_belongs_to_each_card_is_refused(page, opened, dish, library):
    before = dish.read_text("utf-8")
    opened()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Picture from a file", exact=False).first.click()
    chooser.value.set_files({"name": "list.png", "mimeType": "image/png", "buffer": b"no picture"})
    expect(page.get_by_role("alert").first).to_contain_text(
        "expected a PNG, JPEG or SVG picture, but list.png is not one"
    )
    mm = scale(page)
    page.locator(".stage").evaluate(DROP, ["Spoon.svg", SVG, 34 * mm, 44 * mm])
    expect(page.get_by_role("alert").first).to_contain_text("chooses the picture of this field")
    assert dish.read_text("utf-8") == before and not (library / "decks/king_lui/art/spoon.svg").exists()


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
