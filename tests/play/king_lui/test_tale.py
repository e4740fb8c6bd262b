"""Turns of King Lui as they are told, those that hardly a game has included."""

import pytest

from cardgen.play.tale import tale_of
from tests.play.games import played
from tests.play.telling import turn

ENOUGH = ["cake"] * 12  # for another course


def position(rules=None, **zones):
    return played("king_lui", **(rules or {})).from_snapshot({"players": 3, "table": {"wine": 1}, **zones})


@pytest.mark.parametrize(
    ("rules", "top", "lines", "expected"),
    [
        ({}, ["ham"], ["draws"], "Anna draws a portion of ham."),
        ({}, ["emerald"], ["draws", "lays Emerald down"], "Anna draws an Emerald card and lays it beside the dishes."),
        ({}, ["emerald"], ["draws", "feeds bread bread"],
         "Anna draws an Emerald card and feeds Emerald at once from the king's place: 2 portions of bread."),
        ({"emerald_drawn": "keep"}, ["emerald"], ["draws"], "Anna draws an Emerald card and keeps it in hand."),
        ({"emerald_drawn": "redraw"}, ["ham", "emerald"], ["draws"],
         "Anna draws an Emerald card, lays it beside the dishes and draws again: a portion of ham."),
        ({"emerald_drawn": "redraw"}, ["ham", "emerald", "emerald"], ["draws"],
         "Anna draws 2 Emerald cards, lays them beside the dishes and draws again: a portion of ham."),
    ],
)  # fmt: skip
def test_a_draw_is_told_with_what_becomes_of_it(rules, top, lines, expected):
    found = position(rules, supply=[*ENOUGH, *top], king={"bread": 2, "cheese": 2})
    assert turn(found, *lines) == [expected]


def test_a_draw_of_nothing_but_emerald():
    lines = turn(position({"emerald_drawn": "redraw"}, supply=["emerald"]), "draws")
    assert lines == ["Anna draws an Emerald card and lays it beside the dishes. The draw pile is empty."]


def test_feeding_is_told_with_whose_card_it_is():
    zones = {"supply": ENOUGH, "king": {"bread": 3}, "emeralds": 1}
    assert turn(position(**zones), "feeds bread bread") == [
        "Anna feeds Emerald from the king's place: 2 portions of bread."
    ]
    zones |= {"emeralds": 0, "hands": [{"emerald": 1}, {}, {}], "drawn_secretly": [{"emerald": 1}, {}, {}]}
    held = turn(position({"emerald_drawn": "keep"}, **zones), "feeds bread bread with a kept Emerald")
    assert held == ["Anna feeds Emerald from the king's place with a card kept in hand: 2 portions of bread."]


def test_who_can_do_nothing_passes_and_the_king_has_nothing():
    assert turn(position(), "takes wine") == [
        "Anna takes the only portion of wine.",
        "Bruno misses a turn: there is nothing to take, draw or feed.",
        "Chiara misses a turn: there is nothing to take, draw or feed.",
        "Nothing is left for the king.",
    ]


def test_cards_out_of_the_game_come_back_as_a_pile():
    found = position({"empty_supply": "reshuffle"}, removed={"ham": 5, "emerald": 1})
    assert turn(found, "takes wine")[1:] == ["The cards removed from the game are shuffled into a new draw pile."]


def test_the_last_to_act_ends_the_course():
    found = position(supply=ENOUGH, to_act=2, chef=0, table={"wine": 2, "ham": 3, "bread": 1})
    assert turn(found, "takes wine", language="fr") == [
        "Chiara prend les 2 portions de vin.", "Le roi reçoit 3 portions de jambon et 1 de pain.",
    ]  # fmt: skip


def test_a_tie_is_told_with_what_breaks_it():
    """K36: level on points, Bruno has discarded less."""
    hands = [{"ham": 2, "wine": 3}, {"ham": 2, "bread": 1}, {}]
    found = position(hands=hands, king={"ham": 2}, terminal=True, table={})
    tale = tale_of(found.game, found.game.words("en"))
    assert list(tale.reckoning(found)) == [
        "In the end, the king has 2 portions of ham.",
        "Anna:", "  Ham: 2 × 2 = 4 points", "  Wine: 3 portions against the king's 0, all discarded",
        "  Total: 4 points",
        "Bruno:", "  Ham: 2 × 2 = 4 points", "  Bread: 1 portion against the king's 0, all discarded",
        "  Total: 4 points",
        "Chiara:", "  Total: 0 points",
        "Anna and Bruno have 4 points each; whoever discarded the fewest portions wins: Anna 3 and Bruno 1.",
    ]  # fmt: skip
    assert list(tale.verdict(found)) == ["Bruno wins with 4 points."]
