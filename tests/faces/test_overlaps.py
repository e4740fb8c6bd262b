"""Texts that lie behind something, or on one another, are found; what only comes near them is not."""

import pytest

from cardgen.validation.overlaps import check_overlaps

WORDS = {"draw": "text", "text": "Hidden words", "left": 6, "right": 6, "top": 30, "height": 8}
BOX = {"draw": "rectangle", "fill": "#101010", "left": 6, "right": 6, "top": 30, "height": 8}


def found(composer):
    return [(finding.code, finding.message) for finding in check_overlaps(composer)]


def test_a_text_behind_a_box_of_its_own_colour(compose):
    told = "card 'fox', en: 'Hidden words' is hidden by what is drawn after its field 'words'"
    assert found(compose({"words": WORDS, "box": BOX})) == [("text-hidden", told)]


def test_a_text_half_behind_a_later_field(compose):
    ((code, message),) = found(compose({"words": WORDS, "box": BOX | {"left": 14, "fill": "#ffffff"}}))
    assert code == "text-hidden" and "is hidden to " in message


@pytest.mark.parametrize(
    "later",
    [
        BOX | {"fill": "#2060a0 alpha 40 %"},
        BOX | {"fill": None, "stroke": "#101010"},
        BOX | {"top": 36, "height": 4},
        {"draw": "ellipse", "stroke": "#101010", "left": 2, "right": 2, "top": 20, "height": 30},
        {"draw": "icon", "of": "acorn", "colour": "#101010", "left": 50, "top": 30, "width": 8, "height": 8},
    ],
    ids=["glass", "frame", "line below", "ring", "icon beside"],
)
def test_what_leaves_a_text_to_be_read(compose, later):
    assert found(compose({"words": WORDS, "later": later})) == []


def test_a_text_before_a_box_is_not_hidden(compose):
    assert found(compose({"box": BOX, "words": WORDS | {"colour": "#ffffff"}})) == []


def test_two_texts_on_one_spot(compose):
    told = "card 'fox', en: 'Hidden words' and 'Second words' overlap, by the fields 'words' and 'second'"
    assert found(compose({"words": WORDS, "second": WORDS | {"text": "Second words"}})) == [("texts-overlap", told)]


def test_a_text_drawn_again_beside_itself_is_its_shadow(compose):
    shadow = WORDS | {"left": 6.3, "right": 5.7, "top": 30.3, "colour": "#a0a0a0"}
    assert found(compose({"shadow": shadow, "words": WORDS})) == []


def test_lines_that_only_come_near_one_another(compose):
    styles = {"plain": {"size": 12}}
    first = WORDS | {"style": "plain", "valign": "top"}
    second = first | {"text": "Second words", "top": 34}
    assert found(compose({"words": first, "second": second}, styles=styles)) == []


def test_a_text_on_a_badge_that_hides_another_is_told_once(compose):
    badge = BOX | {"fill": "#ffffff"}
    told = found(compose({"words": WORDS, "badge": badge, "second": WORDS | {"text": "Second"}}))
    assert [code for code, _ in told] == ["text-hidden"]


def test_of_a_turned_field_drawn_again_the_letters_count(compose):
    corner = {"draw": "text", "text": "12", "left": 4, "top": 4, "width": 8, "height": 8}
    assert found(compose({"corner": corner, "again": {"same": "corner"}})) == []
    box = BOX | {"top": 70, "height": 18, "left": 30}
    ((code, message),) = found(compose({"corner": corner, "again": {"same": "corner"}, "box": box}))
    assert code == "text-hidden" and "field 'again'" in message
