"""Soft shadows of letters."""

import io

import pytest
from PIL import Image

from cardgen.definitions.load import load_game
from cardgen.faces.checks import check_faces
from cardgen.faces.compose import Composer
from cardgen.faces.ink import low_ink
from cardgen.faces.readings import Readings
from cardgen.foundations.errors import InputError
from cardgen.graphics.drawing import Halo, Picture, Text
from cardgen.store.library import Home
from tests.faces.conftest import flat

PLACE = {"left": 5, "right": 5, "top": 5, "height": 15}
FOX = {"draw": "text", "text": "Fog", "shadow": "1 2 0.5 ink alpha 50 %", **PLACE}


def alpha(composer, picture):
    return Image.open(io.BytesIO(composer.supplies.pictures[picture.file])).getchannel("A")


def test_a_shadow_lies_below_the_letters(compose):
    composer = compose({"fox": FOX})
    shadow, text = flat(composer.face(composer.sides[0], "en").items)
    assert isinstance(shadow, Picture) and isinstance(text, Text)
    middle = alpha(composer, shadow)
    assert middle.getextrema()[1] <= 128
    left, _, right, _ = (edge * shadow.width / middle.width for edge in middle.getbbox())
    assert shadow.x + left == pytest.approx(text.x + 1 - 0.5, abs=0.6)
    assert right - left == pytest.approx(text.width + 1, abs=0.8)


def test_the_holes_of_letters_let_light_through(compose):
    composer = compose({"fox": FOX | {"text": "O", "size": 40, "shadow": "0 0 0 ink"}})
    shadow, _ = flat(composer.face(composer.sides[0], "en").items)
    seen = alpha(composer, shadow)
    left, top, right, bottom = seen.getbbox()
    assert seen.getpixel(((left + right) // 2, (top + bottom) // 2)) == 0
    assert seen.width / shadow.width > 20, "as fine as print where it is sharp"


def test_a_style_says_it_and_a_stroke_widens_it(compose):
    def width(**more):
        composer = compose({"fox": FOX | {"shadow": None, "style": "s"}}, styles={"s": {"shadow": "0 0 0 ink", **more}})
        shadow, *above = flat(composer.face(composer.sides[0], "en").items)
        box = alpha(composer, shadow).getbbox()
        return (box[2] - box[0]) * shadow.width / alpha(composer, shadow).width, above

    plain, _ = width()
    wide, above = width(outline="white", outline_width=1)
    assert wide == pytest.approx(plain + 2, abs=0.2)
    assert isinstance(above[0], Halo)


def test_icons_among_the_words_have_one_too(compose):
    plain, signed = (compose({"fox": FOX | {"text": text}}) for text in ("Fog", "Fog:acorn:"))
    (a, *_), (b, *_) = (list(flat(each.face(each.sides[0], "en").items)) for each in (plain, signed))
    assert b.width > a.width + 3


def test_a_shadow_is_no_part_of_its_field_or_of_what_saves_ink(compose):
    composer = compose({"fox": FOX})
    face = composer.face(composer.sides[0], "en")
    (text,) = [item for item in flat(face.items) if isinstance(item, Text)]
    assert face.fields["fox"] == pytest.approx(
        (text.x, text.y - text.ascent, text.x + text.width, text.y + text.descent)
    )
    (saved,) = low_ink({"a": face}, {})[0].values()
    assert not any(isinstance(item, Picture) for item in flat(saved.items))


def test_a_dark_one_behind_dark_words_does_not_hide_that_white_paper_is_there(compose):
    assert "low-contrast" not in [found.code for found in check_faces(compose({"fox": FOX}))]


def test_a_bad_one_is_told_while_reading(compose):
    with pytest.raises(InputError, match=r"fields\.fox\.shadow: expected mm to the right, down and outwards"):
        compose({"fox": FOX | {"shadow": "soft"}})


def test_a_style_may_read_the_card(compose):
    cards = {"fox": {"dusk": "sea"}}
    compose({"fox": FOX | {"shadow": None, "style": "s"}}, cards=cards, styles={"s": {"shadow": "0 0 1 {card.dusk}"}})


def test_an_edition_that_makes_texts_smaller_has_what_it_draws(compose, tmp_path):
    """Sides that were read before are shared; what they need in another size must come along."""
    words = {"fox": FOX | {"say": "title", "lines": 1, "shadow": "0 0 1 ink", "outline": "sea"}}
    del words["fox"]["text"]
    readings, home = Readings(), Home(tmp_path / "zoo", None, ())
    compose(
        words,
        cards={"fox": {}, "owl": {}},
        texts={"en": {"title": "Fog :acorn:"}, "fr": {"title": {"from": "Fog :acorn:", "to": "Brume"}}},
    )
    first = Composer(load_game(home), readings=readings)
    side = first.sides[0]
    first.face(side, "en")
    second = Composer(load_game(home), readings=readings)
    sizes = {group: 0.8 * size for group, size in second._sizes.items()}
    used = second.face(side, "en", sizes).items
    for item in flat(used):
        if isinstance(item, Picture):
            assert item.file in second.supplies.pictures
        elif hasattr(item, "symbol"):
            assert item.symbol in second.supplies.symbols
