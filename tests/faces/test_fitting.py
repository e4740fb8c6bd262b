"""One size per style and field over the deck and the languages; an error where even the least does not fit."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.definitions.layout_file import Style
from cardgen.definitions.load import load_game
from cardgen.faces.compose import Composer
from cardgen.faces.paragraph import lay, paragraph
from cardgen.foundations.errors import DOES_NOT_FIT, GLYPH_MISSING, InputError, Place
from cardgen.foundations.units import POINT
from cardgen.graphics.drawing import Text
from cardgen.store.library import Home, find_game

FIELD = {"name": {"draw": "text", "text": "{card.title}", "style": "big", "width": 40, "height": 10}}
STYLES = {"big": {"font": "display", "size": 20, "at_least": 8, "lines": 1}}


def sizes(composer, language="en"):
    found = [item.size / POINT for side in composer.sides for item in composer.face(side, language).items]
    return [round(size, 3) for size in found]


def test_the_longest_text_sets_the_size_for_all(compose):
    alone = sizes(compose(FIELD, cards={"fox": {"title": "Fox"}}, styles=STYLES))
    together = sizes(compose(FIELD, cards={"fox": {"title": "Fox"}, "owl": {"title": "Great grey owl"}}, styles=STYLES))
    assert alone == [20]
    assert together[0] == together[1] < 20
    assert (together[0] * 4) % 1 == 0, "sizes are tried in quarters of a point"


def test_the_longest_language_sets_the_size_for_all(compose):
    field = {"name": FIELD["name"] | {"say": "name"}}
    del field["name"]["text"]
    texts = {"en": {"name": "Fox"}, "fr": {"name": {"from": "Fox", "to": "Le renard argenté"}}}
    composer = compose(field, texts=texts, styles=STYLES)
    assert sizes(composer, "en") == sizes(composer, "fr")
    assert sizes(composer, "en")[0] < 20


@pytest.mark.parametrize(
    ("shared", "alone"),
    [
        ("together", set()),
        ("card", {("owl", "en"), ("owl", "fr")}),
        ("each", {("fox", "en"), ("owl", "en"), ("owl", "fr")}),
    ],
)
def test_a_size_is_shared_as_the_style_says(compose, shared, alone):
    """A long name in French makes smaller what shares its size, and nothing else."""
    cards = {"fox": {"title": {"en": "Fox", "fr": "Le renard argenté"}}, "owl": {"title": {"en": "Owl", "fr": "Hibou"}}}
    composer = compose(FIELD, cards=cards, styles={"big": STYLES["big"] | {"fit": shared}})
    found = {
        (side.id, lang): sizes(composer, lang)[at] for at, side in enumerate(composer.sides) for lang in ("en", "fr")
    }
    assert {text for text, size in found.items() if size == 20} == alone
    assert len({size for size in found.values() if size < 20}) == 1


def test_what_cannot_fit_is_named_with_card_field_language_and_mm(compose):
    with pytest.raises(InputError) as error:
        compose(FIELD, cards={"fox": {"title": "The quick brown fox of the far north"}}, styles=STYLES)
    (fault,) = error.value.faults
    assert fault.code == DOES_NOT_FIT
    assert "(fox), field 'name', en, fr: 'The quick brown fox of the far north' is " in fault.message
    assert "mm too wide for its 40.0 mm at 8 pt" in fault.message
    assert fault.place.file.endswith("game.yaml") and fault.place.line


def test_too_many_lines_are_too_high(compose):
    field = {"text": {"draw": "text", "text": "{card.title}", "width": 20, "height": 12}}
    with pytest.raises(InputError, match=r"mm too high for its 12\.0 mm at 6 pt"):
        compose(field, cards={"fox": {"title": "many words " * 12}})


def test_a_fixed_size_is_kept(compose):
    styles = {"big": {"font": "display", "size": 12, "at_least": 12, "lines": 1}}
    assert sizes(compose(FIELD, cards={"fox": {"title": "Fox"}}, styles=styles)) == [12]


@pytest.mark.parametrize(
    ("style", "field", "told"),
    [
        (
            {"at_least": 5},
            {},
            r"beast\.yaml:\d+:\d+: styles\.big\.at_least: expected 6 pt or more, got 5 pt; a deck that",
        ),
        (
            {"size": 5.5},
            {},
            r"styles\.big\.size: expected 6 pt or more, got 5\.5 pt; .* says 'smallest: 5\.5 pt' allows",
        ),
        ({}, {"size": 5}, r"beast\.yaml:\d+:\d+: fields\.name\.size: expected 6 pt or more, got 5 pt"),
        ({"at_least": 2}, {}, r"styles\.big\.at_least: expected from 3 to 400 pt, got '2'"),
    ],
)
def test_nothing_goes_below_six_points_unless_the_deck_says_so(compose, tmp_path, style, field, told):
    fields, cards = {"name": FIELD["name"] | field}, {"fox": {"title": "Fox"}}
    with pytest.raises(InputError, match=told):
        compose(fields, cards=cards, styles={"big": style})
    if style.get("at_least") != 2:
        smaller(tmp_path, "5 pt")


def smaller(folder, size):
    """The same game, its deck with texts as small as this."""
    path = folder / "zoo" / "game.yaml"
    path.write_text(
        path.read_text("utf-8").replace("size: 60 x 90 mm", f"size: 60 x 90 mm\n    smallest: {size}"), "utf-8"
    )
    return Composer(load_game(Home(folder / "zoo", None, ())))


def test_a_deck_with_smaller_texts_has_them_where_they_need_it(compose, tmp_path):
    """A style that does not say how small it may be goes as far as its deck."""
    words, field = "many words " * 12, {"text": {"draw": "text", "text": "{card.title}", "width": 20, "height": 20}}
    with pytest.raises(InputError, match=r"too high for its 20\.0 mm at 6 pt"):
        compose(field, cards={"fox": {"title": words}})
    assert 4 <= sizes(smaller(tmp_path, "4 pt"))[0] < 6


def test_a_character_that_the_font_lacks_is_named(compose):
    with pytest.raises(InputError, match=r"there is no '鴉' \(U\+9D09\) in the font fraunces regular") as error:
        compose(FIELD, cards={"fox": {"title": "鴉"}}, styles=STYLES)
    assert error.value.faults[0].code == GLYPH_MISSING


def test_text_stays_inside_its_field(compose):
    field = {"text": {"draw": "text", "text": "{card.title}", "left": 10, "top": 20, "width": 30, "height": 25}}
    for valign in ("top", "middle", "bottom"):
        for align in ("left", "centre", "right"):
            placed = {"text": field["text"] | {"valign": valign, "align": align}}
            composer = compose(placed, cards={"fox": {"title": "Some *slanted* words, :acorn: and **fat** ones"}})
            for item in composer.face(composer.sides[0], "en").items:
                if isinstance(item, Text):
                    assert item.x >= 10 - 1e-6 and item.x + item.width <= 40 + 1e-6
                    assert item.y - item.ascent >= 20 - 1e-6 and item.y + item.descent <= 45 + 1e-6


@pytest.fixture(scope="module")
def supplies():
    from cardgen.faces.supplies import Supplies

    return Supplies(load_game(find_game("king_lui")))


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="abc defghil mnop É", min_size=1, max_size=80), st.floats(8, 60), st.floats(6, 30))
def test_what_is_said_to_fit_does_fit(supplies, text, width, height):
    style = Style(size=9)  # points, as a layout says it
    words = paragraph(text, style, "en", supplies, Place("x"))
    if words.excess(style.size, width, height, style.lines):
        return
    for item in lay(words, style.size, (0, 0, width, height), "centre", "middle", "#000000"):
        assert item.x >= -1e-6 and item.x + item.width <= width + 1e-6
        assert item.y - item.ascent >= -1e-6 and item.y + item.descent <= height + 1e-6
