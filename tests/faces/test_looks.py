"""Cards in several looks: their copies share them out evenly, wherever cards are printed; to rules they are one."""

from collections import Counter

import pytest

from cardgen.definitions.load import load_game
from cardgen.foundations.errors import InputError
from cardgen.graphics.drawing import Text
from cardgen.play import load_game as load_played
from cardgen.press.edition import Options
from cardgen.press.sheets import cards_in
from cardgen.store.library import find_game

FIELDS = {
    "n": {"draw": "text", "text": {"by": "card.look", "1": "whole", "2": "cut", "3": "crumbs"}, "height": 20},
}


def said(face):
    return [item.text for item in face.items if isinstance(item, Text)]


def printed(composer):
    """How many cards say what."""
    (deck,) = composer.game.decks
    cards = cards_in(composer, "en", Options(), deck)
    return Counter(" ".join(said(card.front)) for card in cards)


@pytest.mark.parametrize(
    ("count", "shares"),
    [(15, {"whole": 5, "cut": 5, "crumbs": 5}), (4, {"whole": 2, "cut": 1, "crumbs": 1}), (2, {"whole": 1, "cut": 1})],
)
def test_copies_share_the_looks_out_evenly(compose, count, shares):
    composer = compose(FIELDS, {"ham": {"looks": 3, "count": count}})
    assert printed(composer) == shares
    (design,) = composer.game.designs
    assert design.count == count and said(composer.face(composer.sides_of(design)[0], "en")) == ["whole"]


def test_a_card_without_looks_has_the_first(compose):
    assert printed(compose(FIELDS, {"ham": {"count": 3}})) == {"whole": 3}


def test_looks_that_the_layout_does_not_ask_for_are_one(compose):
    plain = {"n": {"draw": "text", "text": "ham", "height": 20}}
    assert printed(compose(plain, {"ham": {"looks": 3, "count": 6}})) == {"ham": 6}


def test_every_look_is_checked(compose):
    two = {"n": {"draw": "text", "text": {"by": "card.look", "1": "whole", "2": "cut"}, "height": 20}}
    with pytest.raises(InputError, match="'3'"):
        compose(two, {"ham": {"looks": 3, "count": 6}})


@pytest.mark.parametrize("looks", ["none", 0, 61, 1.5])
def test_how_many_looks_there_may_be_is_told_with_its_line(compose, looks):
    with pytest.raises(InputError, match="looks: expected") as error:
        compose(FIELDS, {"ham": {"looks": looks, "count": 6}})
    assert error.value.faults[0].place.line


def test_king_luis_dishes_are_played_as_one_card_and_printed_in_three_looks():
    game = load_game(find_game("king_lui"))
    ham = next(design for design in game.designs if design.id == "ham")
    assert (ham.count, ham.looks) == (15, 3)
    assert sum(design.count for design in game.designs) == 110
    assert load_played("king_lui").new_position(3, seed=1)
