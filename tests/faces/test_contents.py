"""What a box says that it holds: decks and components, counted in words or by the labels of their sheets."""

from types import SimpleNamespace

import pytest

from cardgen.definitions.load import load_game
from cardgen.faces.sides import _contents, find_sides
from cardgen.store.library import find_game


def printed(name, language):
    """What the box of a game of ours lists."""
    game = load_game(find_game(name))
    given = find_sides(game).all["component:box/back"].scope(game, language)["component"]
    return given["contents"].replace("\u00a0", " ").split(", ")


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", ["110 cards", "1 King’s Place sheet", "5 player aids"]),
        ("fr", ["110 cartes", "1 feuille Assiette du roi", "5 aides de jeu"]),
        ("it", ["110 carte", "1 foglio del re", "5 schede riassuntive"]),
    ],
)
def test_a_box_lists_its_deck_and_all_components_but_itself(language, expected):
    assert printed("king_lui", language) == expected


def test_a_box_of_several_decks_lists_each_and_what_is_no_card():
    listed = printed("draco", "en")
    assert listed[:3] == ["74 Action cards", "15 characters and Draco", "6 lairs"]
    assert "20 silver coins" in listed and "1 die" in listed and not any("box" in each for each in listed)


def contents(strings, **counts):
    """What the first box says that holds decks and components, `deck_a=3, component_b=1`, in a language of the game."""
    known = {
        kind: [(key.partition("_")[2], count) for key, count in counts.items() if key.startswith(kind)]
        for kind in ("deck", "component")
    }
    decks = [SimpleNamespace(name=name, count=count) for name, count in known["deck"]]
    box = SimpleNamespace(id="box", count=1, holds=["none", *(name for name, _ in known["deck"])])
    parts = [SimpleNamespace(id=name, count=count, holds=()) for name, count in known["component"]]
    entries = {key: SimpleNamespace(text=text, plain=False, lent="") for key, text in strings.items()}
    return _contents(
        box, SimpleNamespace(decks=decks, components=[*parts, box], strings={"en": entries}), "en"
    ).replace("\u00a0", " ")


def test_labels_are_followed_by_numbers():
    assert contents({}, deck_forest=40, component_coin=1) == "forest × 40, coin"
    said = {"deck.forest": "Cards", "component.coin": {"one": "Coin", "other": "Coins"}}
    assert contents(said, deck_forest=40, component_coin=3) == "Cards × 40, Coins × 3"


def test_a_count_is_said_in_its_own_words():
    said = {
        "component.coin.count": {"one": "{n} coin", "other": "{n} coins"},
        "deck.cast.count": "{n - 1} folk and Draco",
    }
    assert contents(said, deck_cast=16, component_coin=1) == "15 folk and Draco, 1 coin"
    assert contents(said, deck_cast=16, component_coin=2) == "15 folk and Draco, 2 coins"


def test_parts_with_the_same_words_are_added_up():
    said = {f"component.{name}.count": {"one": "{n} strip", "other": "{n} strips"} for name in ("left", "right")}
    assert contents(said, component_left=4, component_right=4) == "8 strips"
