"""The engine against a second one, written from the facts: legal actions, positions, scores, step by step."""

import random
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.play.games import definition, played, rule_sets, walk

from .reference import EMERALD, Reference, discarded, scores, winners

MANY = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
SEEDS = st.integers(0, 2**40)
PLAYERS = st.integers(3, 5)
VARIANTS = ("base", *definition("king_lui").home.variants)


def deck(game):
    return {design.id: design.count for design in game.definition.designs}


def cards(snapshot) -> Counter:
    """Every card that a snapshot holds."""
    found = Counter(snapshot["supply"]) + Counter(snapshot["table"]) + Counter(snapshot["king"])
    found += Counter(snapshot["removed"]) + Counter({EMERALD: snapshot["emeralds"] + (snapshot["drawn"] is not None)})
    return found + sum(map(Counter, snapshot["hands"]), Counter())


def compare(position, chooser, leaning=""):
    """The rest of a game, side by side; most choices lean to one verb, so that rare corners are reached."""
    game = position.game
    twin = Reference(position.snapshot(), game.definition.rules, deck(game))
    turns, dead_ends = position.record.turns - twin.turns, position.record.dead_ends
    while True:
        snapshot = position.snapshot()
        if twin.shuffled:  # chance is the engine's own: only what is shuffled can be foretold
            assert sorted(snapshot["supply"]) == twin.supply
            twin.supply = list(snapshot["supply"])
        assert snapshot == twin.snapshot()
        said = [position.action_to_string(action).replace(",", "") for action in position.legal_actions()]
        assert len(said) == len(set(said)) and set(said) == twin.options()
        assert (position.record.turns, position.record.dead_ends) == (twin.turns + turns, twin.dead_ends + dead_ends)
        assert position.returns() == scores(snapshot)
        if position.is_terminal():
            assert not said and position.current_player() == -4
            assert position.winners() == winners(snapshot, game.definition.rules["last_tie"])
            return
        assert position.winners() == []
        leant = [line for line in said if line.startswith(leaning)]
        chosen = chooser.choice(leant if leant and chooser.random() < 0.8 else said)
        position.apply_action(position.string_to_action(chosen))
        twin.apply(chosen)


def late(game, players, chooser):
    """A snapshot near the end of a game, made up: little is left to draw, and cards are out of the game."""
    cards = list((Counter(deck(game)) - Counter({EMERALD: 3})).elements())
    chooser.shuffle(cards)

    def some(most, emeralds=False):
        found = [cards.pop() for _ in range(chooser.randrange(most + 1))]
        return [card for card in found if emeralds or card != EMERALD]

    keeps = game.definition.rules["emerald_drawn"] == "keep"
    drawn = [some(2, keeps) for _ in range(players)]
    return {
        "players": players, "chef": chooser.randrange(players), "to_act": chooser.randrange(players),
        "supply": chooser.choice([[], [EMERALD], [EMERALD] * 2, some(7, True)]), "table": Counter(some(3)),
        "emeralds": chooser.randrange(2), "king": Counter(some(8)), "removed": Counter(some(9, True)),
        "hands": [Counter(mine) + Counter(some(4)) for mine in drawn], "drawn_secretly": [*map(Counter, drawn)],
    }  # fmt: skip


LEANINGS = st.sampled_from(["", "takes", "draws", "feeds"])


@MANY
@given(rule_sets("king_lui"), st.sampled_from(VARIANTS), PLAYERS, SEEDS, LEANINGS)
def test_every_step_is_that_of_the_facts(rules, variant, players, seed, leaning):
    position = played("king_lui", variant, **rules).new_position(players, seed=seed)
    compare(position, random.Random(seed), leaning)


@settings(MANY, max_examples=200)
@given(rule_sets("king_lui"), PLAYERS, SEEDS, LEANINGS)
def test_every_step_where_little_is_left(rules, players, seed, leaning):
    """KA1, KA4-KA7: no dish, an empty supply, a supply of nothing but Emerald."""
    game, chooser = played("king_lui", **rules), random.Random(seed)
    compare(game.from_snapshot(late(game, players, chooser), seed=seed), chooser, leaning)


@MANY
@given(rule_sets("king_lui"), st.sampled_from(VARIANTS), PLAYERS, SEEDS)
def test_no_card_comes_or_goes(rules, variant, players, seed):
    game = played("king_lui", variant, **rules)
    for position in walk(game.new_position(players, seed=seed), random.Random(seed)):
        snapshot = position.snapshot()
        assert cards(snapshot) == deck(game)
        assert all(not Counter(mine) - Counter(hand) for mine, hand in
                   zip(snapshot["drawn_secretly"], snapshot["hands"], strict=True))  # fmt: skip


def test_the_deck_is_110_cards():
    """K1, K2."""
    assert sum(deck(played("king_lui")).values()) == 110
    assert Counter(deck(played("king_lui")).values()) == {15: 7, 5: 1}


def test_the_score_of_a_real_game():
    """Facts 2.4: Julie's 83 points with 17 cards."""
    king = {"ham": 6, "cheese": 5, "bread": 5, "cake": 6, "wine": 5, "fruit": 4, "chicken": 4}
    julie = {"ham": 1, "cheese": 3, "bread": 3, "cake": 2, "wine": 3, "fruit": 2, "chicken": 3}
    assert sum(julie.values()) == 17
    end = {"players": 3, "king": king, "hands": [{}, julie, {}], "terminal": True}
    assert played("king_lui").from_snapshot(end).returns() == [0, 83, 0]


def test_the_most_that_a_dish_gives():
    """Facts 2.4: 7 x 8 = 56 points, of 15 cards."""
    game = played("king_lui")

    def points(mine):
        hands = [{"ham": mine}, {}, {}]
        end = {"players": 3, "king": {"ham": 15 - mine}, "hands": hands, "terminal": True}
        return game.from_snapshot(end).returns()[0]

    assert max(map(points, range(16))) == points(7) == 56


@pytest.mark.parametrize(
    ("king", "mine", "points", "out"),
    [
        (4, 3, 12, 0),  # K34
        (4, 4, 16, 0),  # KA10
        (4, 5, 0, 5),  # K32
        (0, 1, 0, 1),  # KA9
        (0, 0, 0, 0),
    ],
)
def test_points_and_discards_of_one_dish(king, mine, points, out):
    end = {"players": 3, "king": {"cheese": king}, "hands": [{"cheese": mine}, {}, {}], "terminal": True}
    position = played("king_lui").from_snapshot(end)
    assert position.returns()[0] == points
    assert discarded(position.snapshot())[0] == out


TIED = [{"ham": 2, "cake": 1}, {"ham": 2, "cake": 1}, {"ham": 2, "cake": 2}]


@pytest.mark.parametrize(
    ("last_tie", "chef", "won"),
    [("shared", 1, [0, 1]), ("nobody", 1, []), ("last_chef", 1, [1]), ("last_chef", 2, [1]), ("last_chef", 0, [0])],
)
def test_a_tie(last_tie, chef, won):
    """K36, KA11, KA12: of three level on points, player 2 discards a card more."""
    end = {"players": 3, "king": {"ham": 2}, "hands": TIED, "chef": chef, "terminal": True}
    position = played("king_lui", last_tie=last_tie).from_snapshot(end)
    assert position.returns() == [4, 4, 4]
    assert position.winners() == won == winners(position.snapshot(), last_tie)


def test_two_players_tie_differently_by_discards():
    end = {
        "players": 3,
        "king": {"ham": 2},
        "hands": [{"ham": 2, "cake": 2}, {"ham": 2, "cake": 1}, {}],
        "terminal": True,
    }
    assert played("king_lui").from_snapshot(end).winners() == [1]
