"""What a box says that it holds."""

from types import SimpleNamespace

import pytest

from cardgen.definitions.load import load_game
from cardgen.faces.sides import _contents
from cardgen.store.library import find_game
from tests.printing import ROOT


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


@pytest.mark.parametrize(
    "language, said",
    [
        ("en", "110 cards, 1 King’s Place sheet, 5 player aids"),
        ("fr", "110 cartes, 1 feuille de l’assiette du roi, 5 aides de jeu"),
        ("it", "110 carte, 1 foglio del re, 5 schede riassuntive"),
    ],
)
def test_king_luis_box_counts_in_each_language(language, said):
    game = load_game(find_game("king_lui", ROOT))
    box = next(each for each in game.components if each.holds)
    assert _contents(box, game, language).replace("\u00a0", " ") == said
