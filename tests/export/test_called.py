"""What cards are called where one looks for them in a deck: no two different ones alike."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from cardgen.export.table import table_of
from cardgen.export.target import ExportOptions, Shipment
from cardgen.press.edition import Options, open_edition
from cardgen.store.library import all_games, find_game

GAMES = [home.name for home in all_games()]


def table_in(name, language, below=Path()):
    edition = open_edition(find_game(name, below), "base", Options(languages=(language,)), lambda finding: None)
    return table_of(Shipment(edition, language, ExportOptions(), Path("out")))


def called(name, language, below=Path()):
    """What the cards of all decks are called, by their ids."""
    return {kind.name: dict(kind.names) for kind in table_in(name, language, below).kinds}


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "fr", "it"])
@pytest.mark.parametrize("game", GAMES)
def test_no_two_cards_of_a_deck_are_called_alike(game, language):
    for deck, names in called(game, language).items():
        cards = {id.partition("~")[0]: name for id, name in names.items()}  # copies in several looks are one card
        assert [name for name, count in Counter(cards.values()).items() if count > 1] == [], deck


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["Desserts 7", "Countess Rosalind (crown)", "Impostor (fan)", "The Ghost (row 1)",
                "The Ghost (diagonal 3)", "End of the Banquet"]),
        ("fr", ["Desserts 7", "Comtesse Rosalinde (couronne)", "Imposteur (éventail)", "Le fantôme (rangée 1)",
                "Le fantôme (diagonale 3)", "Fin du banquet"]),
        ("it", ["Dolci 7", "Contessa Rosalinda (corona)", "Impostore (ventaglio)", "Il fantasma (riga 1)",
                "Il fantasma (diagonale 3)", "Fine del banchetto"]),
    ],
)  # fmt: skip
def test_what_tells_cards_apart_stands_behind_their_name(language, said):
    names = called("party_at_louis", language)["banquet"]
    ids = ["blue-7", "crown-u1-m1", "fan-impostor", "r0", "d2", "end"]
    assert [names[id] for id in ids] == said


ALIKE = """\
          fox: {icon: fox-head, value: 3, name: Beast}
          owl: {icon: owl, value: 2, count: 3, name: Beast}
"""
NAMED = ALIKE.replace("value: 3", "value: 2")


@pytest.mark.parametrize(
    ("cards", "strings", "said"),
    [
        (ALIKE, "", ["Beast 3", "Beast 2"]),
        (NAMED, "", ["Beast 1", "Beast 2"]),
        (NAMED, "icon.fox-head: red\nicon.owl: grey\n", ["Beast (red)", "Beast (grey)"]),
        (NAMED, "icon.fox-head: red\n", ["Beast 1", "Beast 2"]),
        (ALIKE, "table.card.fox: red\ntable.card.owl: grey\n", ["Beast (red)", "Beast (grey)"]),
        (ALIKE, "table.card.fox: red\ntable.card.owl: red\n", ["Beast 3", "Beast 2"]),
        (NAMED.replace("Beast", "Fox", 1), "", ["Fox", "Beast"]),
    ],
    ids=["numbers", "their order", "icons", "icons of some", "words", "the same words", "not alike"],
)  # fmt: skip
def test_what_there_is_to_tell_cards_apart(game, cards, strings, said):
    old = "          fox: {icon: fox-head, value: 3}\n          owl: {icon: owl, value: 2, count: 3}\n"
    game.edit("game.yaml", old, cards)
    game.edit("layouts/creature.yaml", 'say: "creature.{card.id}"', 'text: "{card.name}"')
    game.edit("strings/en.yaml", "game.title: Wood\n", f"game.title: Wood\n{strings}")
    assert [*called("./wood", "en", game.path.parent)["forest"].values()] == said


@pytest.mark.parametrize(
    ("language", "said"), [("fr", "Chenal\u00a0: soleil"), ("it", "Rotta: sole"), ("en", "Fairway: sun")]
)
def test_a_zone_of_a_family_is_called_by_the_games_own_words(language, said):
    assert said in [place.called for place in table_in("harbour_lights", language).places]
