"""Turns of Party at Louis, rule by rule (facts P6-P46, rulings PA1-PA42), in positions made by hand."""

from __future__ import annotations

import pytest

from tests.play.party_at_louis.salon import DISHES, do, places, position, row, salon, under, validated

BOARD = [f"{colour}-{value}" for colour in ("blue", "green", "white") for value in (1, 2, 3)]
ROW = "takes row 1: blue 1, blue 2, blue 3"
NAMES = {"U1": "Countess Rosalind", "U2": "Admiral Tempest", "U3": "Marquise Bergamot", "U4": "Duke Carat",
         "U5": "Duchess Pearl", "U6": "Viscount Quill"}  # fmt: skip


def serve(dish, noble):
    return f"serves {dish} to {NAMES[noble]}"


# ---- the deal


def test_the_deal_of_four():
    found = salon().new_position(players=4, seed=8).snapshot()
    assert found["draw"].index("end") <= 24  # somewhere in the bottom pile, PA18
    assert len(found["draw"]) == 72 - 9 + 1 and None not in found["sideboard"]
    assert found["solo"] is None and found["phase"] == "take" and found["first"] == found["to_act"]
    assert not found["discard"] and not found["held"]


def test_the_end_card_lies_anywhere_in_the_bottom_pile_and_any_player_begins():
    game = salon()
    deals = [game.new_position(players=3, seed=seed).snapshot() for seed in range(400)]
    assert {deal["draw"].index("end") for deal in deals} == set(range(25))
    assert {deal["first"] for deal in deals} == {0, 1, 2}


def test_alone_the_ghost_has_begun():
    found = salon().new_position(players=1, seed=8).snapshot()
    assert len(found["draw"]) == 60 and "end" not in found["draw"]
    assert len(found["discard"]) == 3 and len(found["solo"]["pile"]) == 8 and found["solo"]["turn"] == 1


# ---- taking


def test_rows_columns_and_the_impostor_once():
    game = position(sideboard=BOARD, draw=DISHES[40:60])
    assert len(game.legal_actions()) == 10
    do(game, "plays the impostor: blue 1, blue 2, green 1")  # PA: the crown's corner, as it is
    assert game.snapshot()["impostor_used"] == [True, False]
    assert sorted(game.snapshot()["held"]) == ["blue-1", "blue-2", "green-1"]
    assert game.snapshot()["sideboard"][:4] == [None, None, "blue-3", None]
    used = position(sideboard=BOARD, impostor_used=[True, False])
    assert len(used.legal_actions()) == 6


def test_each_of_the_four_impostors_takes_three_dishes_in_four_ways():
    seen = set()
    for player in range(4):
        game = position(4, sideboard=BOARD, to_act=player, first=player)
        lines = [game.action_to_string(action, "en") for action in game.legal_actions()]
        impostor = {line for line in lines if "impostor" in line}
        assert len(impostor) == 4 and all(line.count(",") == 2 for line in impostor)
        seen |= impostor
    assert len(seen) == 16  # the patterns have no placement in common


# ---- serving


def test_every_held_dish_may_go_to_every_noble_that_is_not_validated():
    nobles = [row(validated=["U2", "U3"]), row()]
    game = position(sideboard=BOARD, nobles=nobles)
    do(game, ROW)
    assert len(game.legal_actions()) == 3 * 4
    do(game, serve("blue 2", "U1"))
    assert len(game.legal_actions()) == 2 * 4


def test_two_ordered_groups_are_two_options_and_a_block_clears_both():
    game = position(side="masked", sideboard=["green-4", "yellow-5", "pink-9"],
                    nobles=[row({"M4": [["purple-7"], ["white-2"]]}), row()])  # fmt: skip
    do(game, "takes row 1: green 4, yellow 5, pink 9")
    assert len(game.legal_actions()) == 3 * 7
    do(game, "serves green 4 to Two Faces, left group", "serves yellow 5 to Two Faces, right group")
    assert under(game) == {"M4": [["purple-7", "green-4"], ["white-2", "yellow-5"]]}
    do(game, "serves pink 9 to Two Faces, left group")  # 9 is not lower than 4 (PA30)
    assert under(game) == {} and game.snapshot()["phase"] == "take"
    assert {"purple-7", "green-4", "white-2", "yellow-5", "pink-9"} <= set(game.snapshot()["discard"])


def test_a_noble_is_validated_at_once_and_its_dishes_are_discarded():
    game = position(sideboard=["yellow-12", "blue-12", "pink-1"], nobles=[row(), row()])
    do(game, "takes row 1: yellow 12, blue 12, pink 1", serve("yellow 12", "U6"), serve("blue 12", "U6"))
    assert under(game) == {"U6": [["yellow-12", "blue-12"]]}
    do(game, serve("pink 1", "U6"))  # 25
    assert validated(game) == ["U6"] and game.returns() == [1, 0]
    assert {"yellow-12", "blue-12", "pink-1"} <= set(game.snapshot()["discard"])
    assert game.snapshot()["to_act"] == 1  # nothing lies, so nothing is cleared


def test_a_forced_clearing_may_be_followed_by_more_dishes_under_the_same_noble():
    game = position(sideboard=["yellow-12", "blue-12", "pink-11"])
    do(game, "takes row 1: yellow 12, blue 12, pink 11", serve("yellow 12", "U6"), serve("pink 11", "U6"))
    do(game, serve("blue 12", "U6"))  # 35
    assert under(game) == {} and game.snapshot()["phase"] == "take"
    game = position(sideboard=["yellow-12", "blue-12", "pink-11"], nobles=[row({"U6": ["green-12"]}), row()])
    do(game, "takes row 1: yellow 12, blue 12, pink 11", serve("yellow 12", "U6"), serve("blue 12", "U6"))
    do(game, serve("pink 11", "U6"))
    assert under(game) == {"U6": [["pink-11"]]}


def test_pairs_are_derived_and_may_share_their_value():
    dishes = ["blue-5", "white-5", "green-5", "pink-5"]
    game = position(sideboard=dishes[:3], nobles=[row({"U2": ["pink-5"]}), row()])
    do(game, "takes row 1: blue 5, white 5, green 5")
    do(game, serve("blue 5", "U2"), serve("green 5", "U2"), serve("white 5", "U2"))  # PA7, PA29
    assert validated(game) == ["U2"]


# ---- clearing


def test_clearing_noble_by_noble_until_done():
    game = position(
        sideboard=BOARD, nobles=[row({"U6": ["green-12"]}), row()], draw=["yellow-1", "yellow-2", "yellow-3"]
    )
    do(game, ROW, serve("blue 1", "U1"), serve("blue 2", "U1"))  # blocks, clears
    do(game, serve("blue 3", "U2"))
    assert game.snapshot()["phase"] == "clear" and len(game.legal_actions()) == 3
    do(game, "clears the dishes of Admiral Tempest")
    assert under(game) == {"U6": [["green-12"]]} and len(game.legal_actions()) == 2
    do(game, "clears nothing more")
    assert game.snapshot()["to_act"] == 1 and under(game) == {"U6": [["green-12"]]}


# ---- refilling, and the End card's two rounds


def finish(game):
    """Serves what is held without blocking or meeting anything, and clears nothing."""
    while game.snapshot()["phase"] == "place":
        game.apply_action(game.legal_actions()[0])
    if game.snapshot()["phase"] == "clear" and not game.is_terminal():
        do(game, "clears nothing more")
    return game


def test_gaps_are_filled_row_by_row_from_the_left():
    game = position(sideboard=BOARD, draw=["pink-1", "pink-2", "pink-3"])
    finish(do(game, "takes column 2: blue 2, green 2, white 2"))
    assert game.snapshot()["sideboard"][1::3] == ["pink-3", "pink-2", "pink-1"]
    assert game.snapshot()["draw"] == ["end"]


def test_the_first_end_card_makes_new_piles_and_the_refill_goes_on():
    for seed in range(20):
        game = salon().from_snapshot(
            {
                "players": 2,
                "sideboard": BOARD,
                "draw": ["green-12", "green-11", "end", "pink-1"],
                "discard": DISHES[37:51],  # with green-12, green-11 and dishes served: the pool
            },
            seed=seed,
        )
        finish(do(game, ROW))
        found = game.snapshot()
        assert found["sideboard"][0] == "pink-1" and None not in found["sideboard"] and found["end_card_seen"] == 1
        assert not game.is_terminal() and found["to_act"] == 1
        lying = [card for groups in under(game).values() for group in groups for card in group]
        discarded = [card for card in ("blue-1", "blue-2", "blue-3") if card not in lying]
        pool = 16 + len(discarded)
        third, more = divmod(pool, 3)
        low, high = third, 2 * third + (more == 2)  # PA14, PA15, PA32: anywhere in the middle pile
        assert len(found["draw"]) == pool - 2 + 1 and low <= found["draw"].index("end") <= high
        assert not found["discard"]


def test_the_second_end_card_ends_the_game_at_once_and_gaps_stay():
    game = position(sideboard=BOARD, end_card_seen=1, draw=["pink-2", "end", "pink-1"])
    finish(do(game, ROW))
    found = game.snapshot()
    assert game.is_terminal() and found["ended_by"] == "end_card" and found["end_card_seen"] == 2
    assert found["sideboard"][:3] == ["pink-1", None, None] and found["draw"] == ["pink-2"]


def test_the_end_card_may_come_up_twice_in_one_refill():
    """PA16, PA33: no dish is left for the new piles, so the card is drawn again at once."""
    game = salon().from_snapshot(
        {"players": 2, "sideboard": BOARD, "draw": ["end"], "nobles": [row({"U6": ["green-9"]}), row()]}, seed=1
    )
    do(game, ROW, serve("blue 1", "U1"), serve("blue 2", "U2"), serve("blue 3", "U6"), "clears nothing more")
    assert game.is_terminal() and game.snapshot()["ended_by"] == "end_card"
    silences = dict(zip(game.game.engine.verbs.SILENCES, game.record.silences.tolist(), strict=False))
    assert silences["end_card_twice"] == 1


# ---- the end


def test_six_validated_win_at_once_whatever_the_others_have():
    nobles = [row({"U6": ["yellow-12", "blue-11"]}, ["U1", "U2", "U3", "U4", "U5"]), row(validated=["U1", "U5", "U3"])]
    game = position(sideboard=["green-2", "green-3", "green-4"], nobles=nobles)
    do(game, "takes row 1: green 2, green 3, green 4", serve("green 2", "U6"))
    found = game.snapshot()
    assert game.is_terminal() and found["ended_by"] == "all_validated" and game.winners() == [0]
    assert found["held"] == ["green-3", "green-4"] and found["sideboard"][:3] == [None] * 3  # PA35
    assert sorted(places(game)) == sorted([*DISHES, "end"])


@pytest.mark.parametrize(
    ("mine", "theirs", "winners"),
    [
        ((["U1"], []), (["U2"], ["green-7", "green-8"]), [0]),  # 3 points beat 1
        ((["U2"], ["pink-7"]), (["U2"], ["green-7", "green-8"]), [1]),  # 1 each: more dishes lie before player 1
        ((["U2"], ["pink-7", "pink-6"]), (["U2"], ["green-7", "green-8"]), [0, 1]),  # PA19
    ],
)
def test_points_then_dishes_lying_then_a_shared_victory(mine, theirs, winners):
    nobles = [row({"U6": dishes}, done) for done, dishes in (mine, theirs)]
    game = position(nobles=nobles, terminal=True, ended_by="end_card", end_card_seen=2)
    assert game.winners() == winners


# ---- alone


def test_nine_turns_of_the_ghost_and_nine_of_the_player():
    game = salon().new_position(players=1, seed=3)
    turns = []
    while not game.is_terminal():
        found = game.snapshot()
        if found["phase"] == "take":
            turns.append((found["solo"]["turn"], len(found["solo"]["pile"]), len(found["draw"])))
        game.apply_action(game.legal_actions()[0])
    assert turns == [(turn, 9 - turn, 66 - 6 * turn) for turn in range(1, 10)]
    assert game.snapshot()["ended_by"] == "nine_turns" and game.snapshot()["sideboard"].count(None) == 3  # PA25
    assert game.winners() == [0]


def test_the_ghost_takes_what_its_card_shows():
    for card, cells in {"R1": (3, 4, 5), "C2": (2, 5, 8), "D1": (1, 5, 6)}.items():
        game = position(1, sideboard=BOARD, draw=DISHES[36:54], solo={"pile": [card], "turn": 1})
        before = len(game.snapshot()["draw"])
        finish(do(game, "takes row 1: blue 1, blue 2, blue 3"))
        filled = [dish if place > 2 else None for place, dish in enumerate(BOARD)]
        gone = {filled[cell] for cell in cells} - {None}
        assert gone <= set(game.snapshot()["discard"]) and game.snapshot()["solo"] == {"pile": [], "turn": 2}
        assert before - len(game.snapshot()["draw"]) == 6


def test_alone_six_validated_stop_with_twelve_points():
    nobles = [row({"U6": ["yellow-12", "blue-11"]}, ["U1", "U2", "U3", "U4", "U5"])]
    game = position(1, sideboard=["green-2", "green-3", "green-4"], nobles=nobles, solo={"pile": ["R0"], "turn": 4})
    do(game, "takes row 1: green 2, green 3, green 4", serve("green 2", "U6"))
    assert game.returns() == [12] and game.snapshot()["ended_by"] == "all_validated" and game.winners() == [0]
