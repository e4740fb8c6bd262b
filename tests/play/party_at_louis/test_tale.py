"""Turns of Party at Louis as they are told, those that hardly a game has included."""

import re

from cardgen.play.tale import tale_of
from tests.play.games import played
from tests.play.party_at_louis.salon import position, row
from tests.play.telling import turn

BOARD = ["green-9", "white-12", "green-3"]


def served(nobles, *lines, rules=None, side="unmasked", **zones):
    """What is told of a turn that takes the first row."""
    found = position(rules=rules, side=side, sideboard=BOARD, nobles=[row(nobles), []], first=0, **zones)
    return turn(found, "takes row 1: green 9, white 12, green 3", *lines)


SERVED = ("serves green 9 to Viscount Quill", "serves green 3 to Viscount Quill", "serves white 12 to Duchess Pearl")


def test_dishes_for_one_noble_are_served_together():
    lines = served({}, *SERVED, "clears nothing more")
    assert lines[:2] == [
        "Anna takes row 1: the green 9, the white 12 and the green 3.",
        "Anna serves the green 9 and the green 3 to Viscount Quill and the white 12 to Duchess Pearl.",
    ]
    assert re.fullmatch(r"The sideboard is refilled with the \w+ \d+, the \w+ \d+ and the \w+ \d+\.", lines[2])


def test_a_demand_that_is_met_or_blocked_ends_a_sentence():
    nobles = {"U6": ["pink-2", "pink-11"], "U3": ["purple-1"]}
    lines = served(nobles, "serves white 12 to Viscount Quill", "serves green 9 to Marquise Bergamot",
                   "serves green 3 to Admiral Tempest", "clears nothing more")  # fmt: skip
    assert lines[1:4] == [
        "Anna serves the white 12 to Viscount Quill. Viscount Quill is satisfied: 1 point.",
        "Anna serves the green 9 to Marquise Bergamot. "
        "The green 9 blocks: Anna discards all the dishes of Marquise Bergamot.",
        "Anna serves the green 3 to Admiral Tempest.",
    ]


def test_what_is_cleared_is_told_and_that_nothing_is_is_not():
    lines = served({}, *SERVED, "clears the dishes of Viscount Quill", "clears nothing more")
    assert lines[2] == "Anna clears Viscount Quill."
    assert not any("nothing" in line for line in lines)


def test_the_two_groups_of_a_noble_are_told_apart():
    lines = served({}, "serves white 12 to Two Faces, left group", "serves green 9 to Two Faces, left group",
                   "serves green 3 to Sun", "clears nothing more", side="masked")  # fmt: skip
    assert lines[1] == "Anna serves the white 12 and the green 9 to Two Faces on the left and the green 3 to the Sun."


def test_the_end_card_is_told_each_time():
    """P38, P39: the first time the piles are shuffled, the second time the game ends."""
    first = served({}, *SERVED, "clears nothing more", draw=["blue-1", "blue-2", "blue-3", "blue-4", "end"])
    assert first[2].startswith("The End of the Banquet comes up for the first time")
    again = served({}, *SERVED, "clears nothing more", draw=["blue-3", "end", "blue-1"], end_card_seen=1)
    assert again[2:] == [
        "The sideboard is refilled with the blue 1.",
        "The End of the Banquet comes up for the second time.",
    ]


def test_level_players_are_told_with_the_dishes_that_decide():
    """P41."""
    nobles = [row({"U6": ["pink-2"]}, ["U1"]), row({"U6": ["pink-3", "pink-4"]}, ["U1"])]
    found = position(nobles=nobles, terminal=True, ended_by="end_card", end_card_seen=2, sideboard=BOARD)
    tale = tale_of(found.game, found.game.words("fr"))
    assert list(tale.reckoning(found)) == [
        "Anna :", "  La comtesse Rosalinde : 3 points", "  Total : 3 points",
        "Bruno :", "  La comtesse Rosalinde : 3 points", "  Total : 3 points",
        "Anna et Bruno ont chacun 3 points ; la victoire revient à qui a le plus de plats sous ses nobles : "
        "Anna 1 et Bruno 2.",
    ]  # fmt: skip
    assert list(tale.verdict(found)) == ["Bruno l'emporte avec 3 points."]


def test_the_ghost_eats_what_its_card_shows():
    """P44: in every round of a game alone, the three dishes told are those that go to the discard."""
    game = played("party_at_louis")
    found, tale = game.new_position(1, seed=5), tale_of(game, game.words("en"))
    discard = found.snapshot()["discard"]
    assert tale._ghost(found.record) == f"The ghost eats {told(discard)}."
    found.apply_action(found.legal_actions()[0])
    while found.snapshot()["phase"] != "take":
        found.apply_action(found.legal_actions()[-1])
    eaten = f"The ghost eats {told(found.snapshot()['discard'][-3:])}."
    assert next(tale.scene(found.record)) == eaten, "before the player's turn, below the round's heading"


def told(dishes):
    one, two, three = (f"the {' '.join(dish.split('-'))}" for dish in dishes)
    return f"{one}, {two} and {three}"
