"""A card under two ids that looks the same is told; cards that differ anywhere are not."""

import pytest

from cardgen.definitions.load import load_game
from cardgen.faces.compose import Composer
from cardgen.faces.twins import check_twins
from cardgen.store.library import Home

NAME = {"name": {"draw": "text", "text": "{card.name}", "left": 10, "right": 10, "top": 40, "height": 10}}


def found(composer):
    return [finding.message for finding in check_twins(composer)]


def test_a_card_under_two_ids(compose):
    cards = {"fox": {"name": "Fox"}, "owl": {"name": "Owl"}, "fox2": {"name": "Fox", "count": 2}}
    assert found(compose(NAME, cards=cards)) == [
        "card 'fox2' looks just like card 'fox', on both sides and in every language; "
        "write one of them, with `count: 3`, or make them look different"
    ]


@pytest.mark.parametrize(
    "cards",
    [
        {"fox": {"name": "Fox"}, "fox2": {"name": {"en": "Fox", "fr": "Renard"}}},
        {"fox": {"name": "Fox"}, "fox2": {"name": "Fox", "count": 0}},
        {"fox": {"name": "Fox", "count": 3}},
    ],
    ids=["another name in French", "not printed", "copies"],
)
def test_what_is_printed_once(compose, cards):
    assert found(compose(NAME, cards=cards)) == []


def test_cards_whose_backs_differ(compose):
    cards = {"fox": {"name": "Fox", "den": "oak"}, "fox2": {"name": "Fox", "den": "elm"}}
    back = {"den": NAME["name"] | {"text": "{card.den}"}}
    assert found(compose(NAME, cards=cards, back=back)) == []


def test_a_card_for_each_of_several_sets(compose, tmp_path):
    compose(NAME, cards={"fox": {"name": "Fox"}})
    path = tmp_path / "zoo" / "game.yaml"
    path.write_text(path.read_text("utf-8").replace("layout: beast", "layout: beast\n        sets: [a, b]"), "utf-8")
    assert found(Composer(load_game(Home(tmp_path / "zoo", None, ())))) == []
