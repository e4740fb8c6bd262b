"""Letters and icons in the colours of a gradient."""

import pytest

from cardgen.faces.checks import check_faces
from cardgen.faces.colour import contrast
from cardgen.faces.ink import low_ink
from cardgen.foundations.errors import InputError
from cardgen.graphics.drawing import Gradient, Halo, Shape, Text, Use, extent
from tests.faces.conftest import flat

PLACE = {"left": 5, "right": 5, "top": 5, "height": 15}
FOX = {"draw": "text", "text": "Fox :acorn: [red](tomato)", "style": "text", "colour": "ink to tomato, right", **PLACE}


def test_a_gradient_reaches_over_the_letters_as_they_are_laid(items):
    fox, acorn, _, red = flat(items({"fox": FOX}))
    assert isinstance(fox, Text) and isinstance(acorn, Shape) and red.colour == "#ff6347"
    left, _, right, _ = extent([fox, red])
    assert isinstance(fox.colour, Gradient) and acorn.fill == fox.colour
    assert fox.colour.points[0::2] == pytest.approx((left, right))


def test_it_moves_with_its_letters(items):
    fox, *_ = flat(items({"fox": FOX}))
    assert fox.move(3, 4).colour.matrix == (1, 0, 0, 1, 3, 4)


def test_an_outline_lies_below_it(items):
    below, *_, above = flat(items({"fox": FOX | {"text": "Fox", "outline": "gold"}}))
    assert isinstance(below, Halo) and isinstance(above.colour, Gradient)


def test_an_icon_is_its_path_in_the_gradient(items):
    sign = {"draw": "icon", "of": "acorn", "colour": "gold to ink, round", **PLACE}
    (shape,) = flat(items({"sign": sign}))
    assert isinstance(shape, Shape) and isinstance(shape.fill, Gradient)
    (use,) = flat(items({"sign": sign | {"colour": "gold"}}))
    assert isinstance(use, Use)


def test_each_of_its_colours_must_be_read(compose):
    composer = compose({"fox": FOX | {"text": "Fox", "colour": "#000000 to #eeeeee"}})
    assert "low-contrast" in {finding.code for finding in check_faces(composer)}
    composer = compose({"fox": FOX | {"text": "Fox", "colour": "#000000 to #222222"}})
    assert "low-contrast" not in {finding.code for finding in check_faces(composer)}


def test_a_bad_one_is_told(compose):
    with pytest.raises(InputError, match=r"fields\.fox\.colour: there is no colour 'bleu'"):
        compose({"fox": FOX | {"colour": "ink to bleu"}})


def test_low_ink_has_one_dark_colour(compose):
    composer = compose({"fox": FOX | {"text": "Fox"}})
    face = composer.face(composer.sides[0], "en")
    saved, _ = low_ink({"fox": face}, composer.supplies.symbols)
    (text,) = flat(saved["fox"].items)
    assert isinstance(text.colour, str) and contrast(text.colour, "#ffffff") >= 4.5
