"""Snapshots, what players know, words: of positions met in play, and of positions that cannot be."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.play.games import rule_sets, walk
from tests.play.party_at_louis.salon import DISHES, places, position, row, salon

SIDES = st.sampled_from(["unmasked", "masked"])
seeds = st.integers(0, 10**6)


@settings(max_examples=20, deadline=None)
@given(st.integers(1, 4), SIDES, seeds)
def test_every_dish_is_in_one_place_at_every_step(players, side, seed):
    game = salon().new_position(players, seed, side=side)
    for step in walk(game, random.Random(seed)):
        end = ["end"] if players > 1 and step.snapshot()["end_card_seen"] < 2 else []
        assert sorted(places(step)) == sorted(DISHES + end)
        assert len(set(step.legal_actions())) == len(step.legal_actions())


@settings(max_examples=8, deadline=None)
@given(st.integers(1, 4), SIDES, seeds, rule_sets("party_at_louis"))
def test_a_snapshot_of_any_position_under_any_rules_comes_back(players, side, seed, rules):
    game = salon(**rules)
    for number, step in enumerate(walk(game.new_position(players, seed, side=side), random.Random(seed))):
        if number % 3 == seed % 3 or step.is_terminal():
            back = game.from_snapshot(step.snapshot())
            assert back.snapshot() == step.snapshot()
            assert sorted(back.legal_actions()) == sorted(step.legal_actions())
            assert back.returns() == step.returns() and back.winners() == step.winners()


@settings(max_examples=6, deadline=None)
@given(st.integers(1, 4), seeds, st.sampled_from(["en", "fr", "it"]), rule_sets("party_at_louis"))
def test_every_action_can_be_said_and_typed_back(players, seed, language, rules):
    game = salon(**rules)
    for number, step in enumerate(walk(game.new_position(players, seed), random.Random(seed))):
        if number % 4 == seed % 4:
            said = {step.action_to_string(action, language): action for action in step.legal_actions()}
            assert len(said) == len(step.legal_actions())
            assert all(step.string_to_action(text.upper(), language) == action for text, action in said.items())


@settings(max_examples=10, deadline=None)
@given(st.integers(1, 4), SIDES, seeds)
def test_a_redrawn_position_keeps_all_that_is_known(players, side, seed):
    game = salon()
    for number, step in enumerate(walk(game.new_position(players, seed, side=side), random.Random(seed))):
        if number % 9 == 0 and not step.is_terminal():
            seat = step.current_player()
            redrawn = step.clone()
            game.engine.verbs.determinise(game.table, redrawn.record, seat)
            assert redrawn.observation(seat) == step.observation(seat)
            assert Counter(redrawn.snapshot()["draw"]) == Counter(step.snapshot()["draw"])
            assert redrawn.legal_actions() == step.legal_actions()


def test_the_end_card_is_redrawn_where_it_may_be():
    """First in the bottom pile, then in the middle one, but never among the cards already drawn."""
    game = salon()
    seen: dict[int, set[int]] = {0: set(), 1: set()}
    step = game.new_position(2, seed=2)
    while not step.is_terminal():
        found = step.snapshot()
        for seed in range(60):
            redrawn = step.clone()
            redrawn.record.streams[0] += 2 * seed
            game.engine.verbs.determinise(game.table, redrawn.record, 0)
            place = redrawn.snapshot()["draw"].index("end")
            seen[found["end_card_seen"]].add(place)
            assert 0 <= place < len(found["draw"])
        step.apply_action(step.legal_actions()[0])
    assert seen[0] == set(range(25)) and 0 not in seen[1]


def test_what_a_player_sees():
    seen = salon().new_position(1, seed=1).observation(0)
    assert seen["draw"] == 60 and seen["solo"]["pile"] == 8 and len(seen["discard"]) == 3


WRONG = [
    ({"players": 5}, "players: expected a whole number from 1 to 4"),
    ({"side": "mask"}, "side: expected unmasked or masked"),
    ({"side": "mixed"}, "side: mixed goes with the rule mixed_sides"),
    ({"held": ["blue-1", "blue-1"], "phase": "place"}, "held: blue-1: expected at most 1, as many as the deck has"),
    ({"discard": ["blue-13"]}, "discard: there is no card 'blue-13'"),
    ({"discard": ["end"]}, "discard: end cannot lie there"),
    ({"draw": ["end", "end"]}, "draw: end cannot lie there twice"),
    ({"draw": ["end"], "players": 1}, "draw: end cannot lie there any more"),
    ({"sideboard": ["blue-1"]}, "sideboard: expected 9 dishes or gaps"),
    ({"held": ["blue-1"]}, "held: dishes are held in the phase place"),
    ({"phase": "clear"}, "phase: there is nothing to clear"),
    ({"phase": "pass"}, "phase: expected take or place or clear"),
    ({"nobles": [[]]}, "nobles: expected a list of nobles for each of the 2 players"),
    ({"nobles": [row({"U7": ["blue-1"]}), []]}, "there is no noble 'U7'"),
    ({"nobles": [row({"M1": ["blue-1"]}), []]}, "M1 is not on the side that is played"),
    ({"nobles": [[{"id": []}], []]}, "there is no noble"),
    ({"nobles": [row(validated=["U1"] * 2), []]}, "U1 is there twice"),
    ({"nobles": [row({"U4": ["blue-1"]}), []]}, "blue-1 would block U4"),
    ({"nobles": [row({"U6": ["blue-12", "pink-12", "pink-1"]}), []]}, "the demand of U6 is met"),
    ({"nobles": [[{"id": "U6", "groups": [["blue-1"]], "validated": True}], []]}, "no dish lies under a noble"),
    ({"nobles": [row(validated=[f"U{n}" for n in range(1, 7)]), []]}, "all are satisfied, so the game is over"),
    ({"solo": {"pile": [], "turn": 1}}, "solo: there is no ghost in this game"),
    ({"players": 1, "solo": {"pile": ["R0", "R0"], "turn": 1}}, "solo: pile: a card is there twice"),
    ({"players": 1, "solo": {"pile": [], "turn": 10}}, "turn: expected a whole number from 1 to 9"),
    ({"end_card_seen": 2}, "the second time, the game is over"),
    ({"terminal": True}, "ended_by: expected one of all_validated, end_card, nine_turns"),
    ({"terminal": True, "ended_by": "all_validated"}, "nobody has satisfied all nobles"),
    ({"to_act": 2}, "to_act: expected a whole number from 0 to 1"),
    ({"impostor_used": [1, 0]}, "impostor_used: expected true or false"),
    ({"dealer": 0}, "there is no zone 'dealer'"),
]


@pytest.mark.parametrize(("zones", "told"), WRONG)
def test_a_position_that_cannot_be_is_refused_with_its_reason(zones, told):
    with pytest.raises(ValueError) as error:
        salon().from_snapshot({"players": 2} | zones)
    assert told in str(error.value)


def test_a_position_by_hand_needs_no_more_than_what_it_is_about():
    found = position(sideboard=["blue-1"], nobles=[row({"U2": ["blue-5"]}), row()]).snapshot()
    assert [noble["id"] for noble in found["nobles"][1]] == ["U1", "U2", "U3", "U4", "U5", "U6"]
    assert found["nobles"][0][1] == {"id": "U2", "groups": [["blue-5"]], "validated": False}
