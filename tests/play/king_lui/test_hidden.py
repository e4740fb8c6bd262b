"""What a player sees, and that no policy sees more (K19, KA15)."""

import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from cardgen.play.batches import BOUND
from cardgen.play.seating import codes, policies
from tests.play.games import played, rule_sets, walk

FEW = settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
SEEDS = st.integers(0, 2**40)
PLAYERS = st.integers(3, 5)


def hidden(snapshot, player):
    """The cards that the player cannot tell apart: the supply's and what others drew."""
    others = [cards for other, cards in enumerate(snapshot["drawn_secretly"]) if other != player]
    return sum(map(Counter, others), Counter(snapshot["supply"]))


@FEW
@given(rule_sets("king_lui"), PLAYERS, SEEDS)
def test_an_observation_hides_what_it_must_and_nothing_else(rules, players, seed):
    game = played("king_lui", **rules)
    for position in walk(game.new_position(players, seed=seed), random.Random(seed)):
        snapshot = position.snapshot()
        for player in range(players):
            seen = position.observation(player)
            assert seen["supply"] == len(snapshot["supply"])
            public = set(snapshot) - {"supply", "hands", "drawn_secretly"}
            assert {key: seen[key] for key in public} == {key: snapshot[key] for key in public}
            for other, (hand, secret) in enumerate(zip(snapshot["hands"], snapshot["drawn_secretly"], strict=True)):
                if other == player or game.definition.rules["hands"] == "open":
                    assert (seen["hands"][other], seen["drawn_secretly"][other]) == (hand, secret)
                else:
                    assert seen["hands"][other] == dict(Counter(hand) - Counter(secret))
                    assert seen["drawn_secretly"][other] == sum(secret.values())


@pytest.mark.parametrize("player", [-1, 3, None, "Anna"])
def test_only_players_observe(player):
    with pytest.raises(ValueError, match="player: expected from 0 to 2"):
        played("king_lui").new_position(3).observation(player)


def redrawn(position, player):
    """The position with all that a player cannot know redrawn; policies' streams stay."""
    other = position.clone()
    position.game.engine.verbs.determinise(position.game.table, other.record, player)
    return other


@FEW
@given(rule_sets("king_lui"), PLAYERS, SEEDS)
@example({"cards_per_player": 4, "portions_fed": 1}, 5, 487496)  # a card is drawn in 1 of 100 games like this
def test_redrawing_keeps_what_a_player_knows(rules, players, seed):
    game, chooser = played("king_lui", **rules), random.Random(seed)
    changed = 0
    for position in walk(game.new_position(players, seed=seed), chooser):
        player = chooser.randrange(players)
        other = redrawn(position, player)
        mine, theirs = position.snapshot(), other.snapshot()
        assert other.observation(player) == position.observation(player)
        assert hidden(mine, player) == hidden(theirs, player)
        changed += mine != theirs
        assert game.from_snapshot(theirs).snapshot() == theirs, "it can be"
        if not position.is_terminal() and player == position.current_player():
            assert other.legal_actions() == position.legal_actions()
    assert changed


def test_redrawing_is_fair():
    """A secret card is each of the hidden ones equally often: here ham in 1 of 3."""
    game = played("king_lui")
    start = {"players": 3, "table": {"cake": 1}, "supply": ["cheese", "bread"], "hands": [{}, {"ham": 1}, {}],
             "drawn_secretly": [{}, {"ham": 1}, {}]}  # fmt: skip
    held = Counter()
    for seed in range(1200):
        (card,) = redrawn(game.from_snapshot(start, seed=seed), 0).snapshot()["hands"][1]
        held[card] += 1
    assert set(held) == {"ham", "cheese", "bread"} and all(abs(count - 400) < 4 * 17 for count in held.values())


@pytest.mark.parametrize("policy", [name for name in policies(played("king_lui")) if name != "random"])
@pytest.mark.parametrize("rules", [{}, {"hands": "open"}, {"emerald_drawn": "keep"}], ids=str)
def test_a_policy_chooses_alike_where_only_hidden_cards_differ(policy, rules):
    game, chooser = played("king_lui", **rules), random.Random(11)
    for seed in range(3):
        for position in walk(game.new_position(4, seed=seed), chooser):
            if not position.is_terminal():
                other = redrawn(position, position.current_player())
                assert choice(position, policy) == choice(other, policy)


def choice(position, policy):
    """What the player to act would choose; the position stays as it is."""
    engine, state = position.game.engine, position.records.copy()
    seats, playouts = codes([policy] * 4, position.game)
    options = np.empty(engine.verbs.MAX_OPTIONS, np.int32)
    tables = engine.zones.ready(position.game.tables)
    count = engine.loops.legal(tables, state, options)
    work = np.concatenate([state] * engine.loops.COPIES)
    few = np.minimum(playouts, 12 if policy == "lookahead" else 60)  # it plays to the end at every choice
    return int(options[engine.loops.choose(tables[0], state, work, seats, few, options, count, BOUND)])
