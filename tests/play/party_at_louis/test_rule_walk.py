"""Every value of every rule of Party at Louis that is not the ruling shows in play."""

from __future__ import annotations

import random

import numpy as np
import pytest

from cardgen.definitions.engines import rules_of
from cardgen.definitions.rules import explain
from tests.play.games import walk
from tests.play.party_at_louis.salon import DISHES, do, position, row, salon, under, validated
from tests.play.party_at_louis.test_known_values import batch, tally


def in_order(change):
    game = position(side="masked", rules=change, sideboard=["pink-9", "blue-4", "white-2"], nobles=[row(), row()])
    do(game, "takes row 1: pink 9, blue 4, white 2", "serves pink 9 to Raven", "serves blue 4 to Raven")
    return under(game)


def met_at(change):
    game = position(rules=change, sideboard=["yellow-12", "blue-12", "pink-1"])
    lines = [f"serves {dish} to Viscount Quill" for dish in ("yellow 12", "blue 12", "pink 1")]
    do(game, "takes row 1: yellow 12, blue 12, pink 1", lines[2], lines[0])
    nobles = position(
        rules=change, sideboard=["yellow-12", "blue-12", "pink-1"], nobles=[row({"U6": ["green-12"]}), row()]
    )
    do(nobles, "takes row 1: yellow 12, blue 12, pink 1", "serves pink 1 to Viscount Quill", lines[1])
    before = validated(nobles)
    do(nobles, "serves yellow 12 to Countess Rosalind")
    return before, validated(nobles)


def options(change):
    """Green may go anywhere or only where it does not block."""
    game = position(rules=change, sideboard=["green-12", "blue-1", "blue-2"])
    do(game, "takes row 1: green 12, blue 1, blue 2")
    return [line for line in map(game.action_to_string, game.legal_actions()) if "green" in line]


def equal_pairs(change):
    game = position(rules=change, sideboard=["blue-5", "white-5", "green-5"], nobles=[row({"U2": ["pink-5"]}), row()])
    do(game, "takes row 1: blue 5, white 5, green 5", "serves blue 5 to Admiral Tempest")
    do(game, "serves green 5 to Admiral Tempest")
    return under(game)


def two_stacks(change):
    game = position(side="masked", rules=change, sideboard=["purple-9", "blue-4", "white-2"])
    do(game, "takes row 1: purple 9, blue 4, white 2")
    return len(game.legal_actions())


def white_first(change):
    game = position(side="masked", rules=change, sideboard=["white-9", "blue-4", "white-2"])
    do(game, "takes row 1: white 9, blue 4, white 2", "serves white 9 to Raven")
    return under(game)


def placements(change):
    game = position(rules=change, sideboard=DISHES[:9])
    return len(game.legal_actions())


def end_card_place(change):
    found = set()
    for seed in range(30):
        game = salon(**change).from_snapshot(
            {"players": 2, "sideboard": DISHES[:9], "draw": ["end"], "discard": DISHES[20:40]}, seed=seed
        )
        do(game, "takes row 1: blue 1, blue 2, blue 3", *(f"serves blue {n} to Duke Carat" for n in (1, 2, 3)))
        found.add(game.snapshot()["draw"].index("end"))
    return found


def sixth(change):
    nobles = [row({"U6": ["yellow-12", "blue-11"]}, ["U1", "U2", "U3", "U4", "U5"]), row()]
    game = position(rules=change, sideboard=["green-2", "green-3", "green-4"], nobles=nobles)
    do(game, "takes row 1: green 2, green 3, green 4", "serves green 2 to Viscount Quill")
    return game.is_terminal(), game.snapshot()["held"]


def last_end_card(change):
    game = position(3, rules=change, sideboard=DISHES[:9], end_card_seen=1, draw=[*DISHES[20:40], "end"], first=0)
    do(game, "takes row 1: blue 1, blue 2, blue 3", *(f"serves blue {n} to Duke Carat" for n in (1, 2, 3)))
    turns = [0]
    for step in walk(game, random.Random(1)):
        if not step.is_terminal() and step.current_player() != turns[-1]:
            turns.append(step.current_player())
    return turns, game.snapshot()["end_card_seen"]


def tied(change):
    nobles = [row(validated=["U2"]), row(validated=["U6"])]
    return position(rules=change, nobles=nobles, terminal=True, ended_by="end_card", end_card_seen=2).winners()


def turns_alone(change):
    return int(batch("random", "unmasked", 1, 1, **change)["turns"][0])


def sides(change):
    """Which sides are played, over some deals."""
    game = salon(**change)
    return {
        tuple(noble["id"] for noble in game.new_position(2, seed=seed).snapshot()["nobles"][0]) for seed in range(9)
    }


def two_of_a_colour(change):
    """Whether yellow and white together may lie under Countess Rosalind, who wants four of a value, one yellow."""
    nobles = [row({"U1": ["yellow-7"]}), row()]
    game = position(rules=change, sideboard=["white-7", "blue-1", "blue-2"], nobles=nobles)
    do(game, "takes row 1: white 7, blue 1, blue 2", "serves white 7 to Countess Rosalind")
    return under(game)


def ghost(change):
    return len(salon(**change).new_position(2, seed=1).snapshot()["solo"] or ())


SEEN = {
    "masked3_order": in_order,
    "validation": met_at,
    "blocking": options,
    "needed_colour": two_of_a_colour,
    "groups_share_value": equal_pairs,
    "stacks": two_stacks,
    "white_at_ends": white_first,
    "impostor_turns": placements,
    "end_card_again": end_card_place,
    "first_to_six": sixth,
    "equal_turns": last_end_card,
    "last_tie": tied,
    "solo_turns": turns_alone,
    "mixed_sides": sides,
    "ghost_for_two": ghost,
}
CHANGES = [
    (info.name, value)
    for info in explain(rules_of("party_at_louis"))
    for value in info.values
    if value != info.default and (info.name != "solo_turns" or value in (1, 5))
]


@pytest.mark.parametrize(("rule", "value"), CHANGES)
def test_a_changed_rule_is_seen(rule, value):
    assert SEEN[rule]({rule: value}) != SEEN[rule]({})


def test_what_changed_rules_do():
    assert in_order({"masked3_order": "rising"}) == {} and in_order({})["M3"] == [["pink-9", "blue-4"]]
    assert met_at({}) == (["U6"], ["U6"]) and met_at({"validation": "at_end"}) == ([], ["U6"])
    assert len(options({})) == 6 and len(options({"blocking": "last_resort"})) == 4  # U1, U2, U4, U6
    assert two_of_a_colour({}) == {"U1": [["yellow-7", "white-7"]]}
    assert two_of_a_colour({"needed_colour": "exactly_one"}) == {}
    assert two_stacks({}) == 21 and two_stacks({"stacks": "one_by_one"}) == 18
    assert [placements({"impostor_turns": turns}) for turns in ("none", "up_to_half", "any")] == [7, 9, 10]
    assert end_card_place({}) <= set(range(7, 16)) and end_card_place({"end_card_again": "bottom"}) <= set(range(8))
    assert sixth({}) == (True, ["green-3", "green-4"]) and sixth({"first_to_six": False}) == (False, [])
    assert last_end_card({}) == ([0], 2) and last_end_card({"equal_turns": True}) == ([0, 1, 2], 2)
    assert [tied({"last_tie": how}) for how in ("shared", "last_player", "nobody")] == [[0, 1], [1], []]
    assert turns_alone({"solo_turns": 5}) == 5
    assert all(len({name[0] for name in row}) <= 2 for row in sides({"mixed_sides": True}))


def test_at_the_end_a_met_noble_may_still_be_spoilt():
    nobles = [row({"U6": ["green-12"]}), row()]
    game = position(rules={"validation": "at_end"}, sideboard=["yellow-12", "blue-12", "pink-1"], nobles=nobles)
    do(game, "takes row 1: yellow 12, blue 12, pink 1", "serves pink 1 to Viscount Quill")
    do(game, "serves blue 12 to Viscount Quill", "serves yellow 12 to Viscount Quill")  # 25, then 37
    assert validated(game) == [] and under(game) == {}


def test_one_stack_after_the_other():
    game = position(side="masked", rules={"stacks": "one_by_one"}, sideboard=["purple-9", "blue-4", "white-2"])
    do(game, "takes row 1: purple 9, blue 4, white 2")
    do(game, *(f"serves {dish} to Two Faces" for dish in ("purple 9", "blue 4", "white 2")))
    assert under(game) == {"M4": [["purple-9", "blue-4", "white-2"], []]}


def test_whoever_has_no_noble_left_throws_dishes_away():
    nobles = [row(validated=["U1", "U2", "U3", "U4", "U5", "U6"]), row()]
    game = position(rules={"first_to_six": False}, sideboard=DISHES[:9], nobles=nobles)
    do(game, "takes row 1: blue 1, blue 2, blue 3")
    assert game.snapshot()["to_act"] == 1 and {"blue-1", "blue-2", "blue-3"} <= set(game.snapshot()["discard"])


def test_the_ghost_of_a_game_of_two_comes_after_each_round():
    game = salon(ghost_for_two=True).new_position(2, seed=5)
    assert game.snapshot()["solo"] == {"pile": game.snapshot()["solo"]["pile"], "turn": 1}
    piles = []
    for step in walk(game, random.Random(3)):
        found = step.snapshot()
        if found["phase"] == "take" and found["to_act"] == found["first"]:
            piles.append(len(found["solo"]["pile"]))
    assert piles[:11] == [9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 8][: len(piles)]
    base, ghosts = (batch("random", "unmasked", 2, 2_000, **rules) for rules in ({}, {"ghost_for_two": True}))
    assert ghosts["turns"].mean() < 0.8 * base["turns"].mean()  # three dishes in nine go to the ghost


def test_mixed_sides_validate_nobles_of_both():
    results = batch("greedy", "unmasked", 2, 300, mixed_sides=True)
    for noble in range(1, 7):
        assert tally(results, f"unmasked_{noble}").any() and tally(results, f"masked_{noble}").any()


def test_equal_turns_give_everyone_as_many():
    results = batch("random", "unmasked", 4, 2_000, equal_turns=True)
    assert set((results["turns"] % 4).tolist()) == {0} and np.all(results["finished"])
