"""What lies on an exported table and what its buttons deal, against the deals of the engine, game for game."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from cardgen.definitions.load import load_game
from cardgen.export.start import _together, _zones, start_of
from cardgen.export.table import table_of
from cardgen.export.target import ExportOptions, Shipment
from cardgen.play.game import PlayedGame
from cardgen.press.edition import Options, open_edition
from cardgen.store.library import all_games, find_game

GAMES = [home.name for home in all_games() if load_game(home).engine is not None]
SEEDS = (101, 202)  # others than those that the export asks


@pytest.fixture(scope="module", params=GAMES)
def game(request):
    return PlayedGame(load_game(find_game(request.param)), taught=False)


@pytest.fixture(scope="module")
def table(game):
    edition = open_edition(game.definition.home, "base", Options(languages=("en",)), lambda finding: None)
    return table_of(Shipment(edition, "en", ExportOptions(), Path("out")))


def dealt_by_the_engine(game, players, seed):
    """Cards by zone; what is dealt to each player stands under its zone, a pile a player."""
    deck_of = {design.id: design.deck for design in game.definition.designs}
    snapshot = game.new_position(players, seed).snapshot()
    return {name: (_together(cards), each) for name, (cards, each) in _zones(snapshot, players, deck_of)}


def lying_at(place):
    """How many of each card; those of its copies that look otherwise are called `ham~2`."""
    return Counter(card.partition("~")[0] for _, card in place.cards)


def test_every_printed_card_lies_somewhere_once(game, table):
    decks = {design.id for design in game.definition.designs}
    lying = sum((lying_at(place) for place in table.places), Counter())
    assert Counter({card: n for card, n in lying.items() if card in decks}) == Counter(
        {design.id: design.count for design in game.definition.designs if design.count}
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_its_buttons_deal_as_the_engine_does(game, table, seed):
    """As many cards to each place, from a pile that holds whatever the engine has dealt; the rest is left in it."""
    decks = {design.id for design in game.definition.designs}
    places = {place.name: lying_at(place) for place in table.places}
    lying = {name: +Counter({card: n for card, n in cards.items() if card in decks}) for name, cards in places.items()}
    for players in game.player_counts:
        piles = {name: cards.total() for name, cards in places.items()}
        found = dealt_by_the_engine(game, players, seed)
        known = sum((cards for cards, _ in found.values()), Counter())
        aside = sum(lying.values(), Counter()).total() - known.total()  # that positions count, and do not name
        for deal, told in zip(start_of(game.definition).dealt, table.deals, strict=True):
            cards, each = found.get(deal.zone, (Counter(), deal.each))
            fixed = places.get(told.place, Counter()) if told.place else Counter()
            drawn, many = cards - fixed, told.counts[players] * (players if told.place is None else 1)
            assert drawn.total() <= many <= drawn.total() + aside, (deal.zone, players)
            assert each == (told.place is None) and drawn <= places[told.pile]
            piles[told.pile] -= many
        assert all(left >= 0 for left in piles.values())


def test_what_lies_in_a_zone_at_the_start_lies_there_in_every_game(game, table):
    start, known = start_of(game.definition), {place.name: place for place in table.places}
    for zone, cards in start.zones.items():
        assert lying_at(known[f"zone-{zone.replace(' ', '-')}"]) == +cards
        for seed in SEEDS:
            assert cards <= dealt_by_the_engine(game, game.player_counts[0], seed)[zone][0]
