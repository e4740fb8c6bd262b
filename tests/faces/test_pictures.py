"""What figures of rulebooks show of a card: its face, and a smaller one where its kind names a layout for that."""

import pytest

from cardgen.definitions.load import load_game
from cardgen.faces.compose import Composer
from cardgen.foundations.errors import InputError
from cardgen.graphics.drawing import Group, Text
from cardgen.store.library import find_game

FACE = {"title": {"draw": "text", "text": "the fox", "style": "text"}}
SIGN = {"value": {"draw": "text", "text": "{card.value}", "style": "text"}}


def told(face):
    return [item.text for item in face.items if isinstance(item, Text)]


def shown(composer, design):
    side = composer.sides_of(design)[0]
    figure = composer.figure(side)
    return composer.face(side, "en"), figure and composer.face(figure, "en")


def test_a_card_has_a_face_of_its_own_for_figures(compose):
    composer = compose(FACE, cards={"fox": {"value": 3}}, figure=SIGN)
    face, smaller = shown(composer, composer.game.designs[0])
    assert (told(face), told(smaller)) == (["the fox"], ["3"])
    assert (face.width, face.height) == (smaller.width, smaller.height)


def test_without_one_there_is_its_face_alone(compose):
    composer = compose(FACE)
    face, smaller = shown(composer, composer.game.designs[0])
    assert told(face) == ["the fox"] and smaller is None


def test_its_texts_are_fitted_on_their_own(compose):
    long = {
        "value": {
            "draw": "text",
            "text": "a sign for foxes that is far too long for the place",
            "style": "text",
            "lines": 1,
        }
    }
    composer = compose({"value": {"draw": "text", "text": "fox", "style": "text"}}, figure=long)
    face, smaller = shown(composer, composer.game.designs[0])
    assert face.items[0].size > smaller.items[0].size


def test_both_sides_of_a_card_have_one():
    game = load_game(find_game("draco"))
    composer = Composer(game)
    (draco,) = [design for design in game.designs if design.id == "draco"]
    right, left = (composer.figure(side) for side in composer.sides_of(draco))
    assert right.layout == left.layout and composer.face(right, "en").items != composer.face(left, "en").items


def test_a_layout_that_is_not_there_is_told_where_it_is_named(compose):
    composer = compose(FACE, figure=SIGN, cards={"fox": {"value": 3}})
    file = composer.game.home.folder / "game.yaml"
    file.write_text(file.read_text("utf-8").replace("figure: sign", "figure: sing"), "utf-8")
    with pytest.raises(InputError) as error:
        Composer(load_game(composer.game.home))
    (fault,) = error.value.faults
    assert "did you mean 'sign'?" in fault.message
    assert "figure: sing" in file.read_text("utf-8").splitlines()[fault.place.line - 1]


def test_signs_and_words_of_one_field_are_drawn_together(compose):
    """A figure shows both of them or neither."""
    ring = {"ring": {"draw": "ring", "count": 3, "disc": "ink", "colour": "#ffffff"}}
    composer = compose(FACE | ring)
    *_, last = composer.face(composer.sides[0], "en").items
    assert isinstance(last, Group) and len([item for item in last.items if isinstance(item, Text)]) == 3
