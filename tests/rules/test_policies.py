"""How the computer plays games of clauses that nobody wrote a player for."""

from __future__ import annotations

import random

import numpy as np
import pytest

from cardgen.play.clauses.compiled_game import compiled_of
from cardgen.play.game import PlayedGame
from cardgen.play.seating import policies
from cardgen.play.strength import among
from cardgen.play.thinking import OWN
from tests.play.games import definition, walk
from tests.rules.played import played

# By hand, King Lui's greedy players win 0.66, 0.70 and 0.67 more than a fair share among 2, 3 and 4 random ones.
BY_HAND = 0.66
WINS = {"ballast": 0.9, "hedgerow": 0.85, "honey_paws": 0.5, "king_lui": 0.85, "windmillers": 0.7}  # at least


@pytest.mark.parametrize("name", WINS)
def test_who_sees_what_options_bring_beats_random_players(name):
    found = among(PlayedGame(definition(name), taught=False), "greedy", "random", 3, 25)
    assert found.mean > WINS[name]


@pytest.mark.parametrize("name", ["ballast", "engine", "hedgerow", "no_thanks", "open_market", "roles"])
def test_it_beats_them_as_one_does_that_was_written_for_its_game(name, tmp_path):
    """In six games that nobody wrote a player for."""
    game = PlayedGame(definition(name), taught=False) if name in WINS else played(name, tmp_path)
    found = among(game, "greedy", "random", 4, 60)
    assert found.mean - found.fair > BY_HAND


@pytest.mark.slow
@pytest.mark.parametrize("name", ["hedgerow", "honey_paws", "harbour_lights"])
def test_greedy_players_see_nothing_hidden_and_touch_nothing(name):
    game, chooser = PlayedGame(definition(name), taught=False), random.Random(2)
    engine, changed = game.engine, 0
    options = np.empty(engine.verbs.MAX_OPTIONS, np.int32)
    for position in walk(game.new_position(3, seed=3), chooser):
        if position.is_terminal() or chooser.random() < 0.8:
            continue
        other = position.clone()
        engine.verbs.determinise(game.table, other.record, position.current_player())
        other.record.streams[:] = position.record.streams
        changed += position.snapshot() != other.snapshot()
        count, before, told = engine.verbs.legal(game.table, position.record, options), position.snapshot(), []
        for each in (position, other):
            weights = np.empty(count)
            engine.loops.thinking.weigh(game.table, each.record, OWN, options, weights)
            told.append(weights.tolist())
        assert told[0] == told[1] and position.snapshot() == before
    assert changed


def test_each_action_may_be_played_whenever_it_is_offered():
    game, chooser, met = PlayedGame(definition("king_lui"), taught=False), random.Random(1), set()
    known, actions = policies(game), compiled_of(game.definition).actions
    names = [f"always-{name}" for name in ("take", "draw", "feed", "feed_held", "place")]
    assert game.policies == ("greedy", *names) and game.simple == ("always-take", "always-draw")
    options = np.empty(game.engine.verbs.MAX_OPTIONS, np.int32)
    for seed in range(3):
        for position in walk(game.new_position(3, seed=seed), chooser):
            count = game.engine.verbs.legal(game.table, position.record, options)
            offered = [actions[option & game.table.action_mask].name for option in options[:count]]
            for name in names:
                weights = np.empty(count)
                game.engine.loops.thinking.weigh(game.table, position.record, known[name], options, weights)
                assert weights.tolist() == [f"always-{action}" == name for action in offered]
            met |= set(offered)
    assert {"take", "draw", "feed"} <= met


@pytest.mark.parametrize(("policy", "wins"), [("always-take", 0.325), ("always-draw", 0.1225)])
def test_who_takes_or_draws_wins_as_often_as_by_an_engine_written_by_hand(policy, wins):
    """To the game: these wins were counted by it, on the same deals."""
    assert among(PlayedGame(definition("king_lui"), taught=False), policy, "random", 4, 50).mean == wins
