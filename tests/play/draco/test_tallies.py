"""What is counted of each kind of card: its plays, and those without effect."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.play.batches import Batch
from cardgen.play.games.draco.deck import cards
from cardgen.play.games.draco.position import STATE
from tests.play.draco.tavern import GAME
from tests.play.games import played


def test_a_name_for_each_tally_of_the_deck():
    kinds = [card.id for card in cards(GAME.definition)]
    own = len(GAME.engine.verbs.TALLIES)
    assert GAME.tallies[:own] == GAME.engine.verbs.TALLIES
    assert list(GAME.tallies[own::2]) == [f"played.{kind}" for kind in kinds]
    assert list(GAME.tallies[own + 1 :: 2]) == [f"idle.{kind}" for kind in kinds]
    assert len(GAME.tallies) <= STATE["tallies"].shape[0]


def test_a_variants_cards_are_counted_and_no_others():
    names = {variant: played("draco", variant).tallies for variant in ("base", "landlords_round")}
    for variant, tallies in names.items():
        there = {card.id for card in cards(played("draco", variant).definition)}
        assert {name.partition(".")[2] for name in tallies if "." in name} == there


def test_kinds_add_up_to_all_cards():
    batch = Batch(GAME, ["random", "greedy", "random", "greedy"], seed=9)
    batch.play(200)
    tallies = batch.results["tallies"]
    own = len(GAME.engine.verbs.TALLIES)
    places = {"played.": slice(own, len(GAME.tallies), 2), "idle.": slice(own + 1, len(GAME.tallies), 2)}
    for what, total in (("played.", "cards"), ("idle.", "no_effect")):
        assert (tallies[:, places[what]].sum(axis=1) == tallies[:, GAME.tallies.index(total)]).all()
    assert (tallies[:, places["idle."]] <= tallies[:, places["played."]]).all()
    assert not tallies[:, len(GAME.tallies) :].any()
    assert (tallies[:, places["played."]].sum(axis=0) > 0).all()


@pytest.mark.slow
@given(st.integers(0, 2**31), st.integers(3, 6))
def test_each_play_is_counted_for_its_card(seed, players):
    """A card is played where a player chooses among his cards; the snapshot then names it."""
    chooser, position, seen = Random(seed), GAME.new_position(players, seed), Counter()
    while not position.is_terminal():
        laid = position.snapshot()["phase"] == "play"
        position.apply_action(chooser.choice(position.legal_actions()))
        if laid:
            seen[f"played.{position.snapshot()['card']}"] += 1
    told = dict(zip(GAME.tallies, position.record.tallies.tolist(), strict=False))
    assert {name: count for name, count in told.items() if name.startswith("played.") and count} == seen
