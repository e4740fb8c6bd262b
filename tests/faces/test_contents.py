"""What a box says that it holds: decks and components, by the labels of their sheets."""

import pytest

from cardgen.definitions.load import load_game
from cardgen.faces.sides import find_sides
from cardgen.store.library import find_game


def _contents(name, language):
    game = load_game(find_game(name))
    told = find_sides(game).all["component:box/back"].scope(game, language)["component"]
    return told["contents"].replace("\u00a0", " ").split(" · ")


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", ["Cards × 110", "King's Place", "Player aid × 5"]),
        ("fr", ["Cartes × 110", "Assiette du roi", "Aide de jeu × 5"]),
        ("it", ["Carte × 110", "Foglio del re", "Scheda riassuntiva × 5"]),
    ],
)
def test_a_box_lists_its_deck_and_all_components_but_itself(language, expected):
    assert _contents("king_lui", language) == expected


def test_a_box_of_several_decks_lists_each_and_what_is_no_card():
    listed = _contents("draco", "en")
    assert listed[:3] == ["Action cards × 74", "Characters × 16", "Lairs × 6"]
    assert "Silver coins × 20" in listed and "Die" in listed and "Tuck box" not in listed
