"""Setup, the turn, the cup's way, the piles, who wins (D5-D11, D16, D23-D28, DA1-DA3, DA16-DA23, DA31-DA38, DA58)."""

import pytest

from cardgen.play import load_game
from tests.play.draco.tavern import GAME, do, position

ROW = "a1 b1 Z c1 a2 J b2 S c2"
REST = [{"elbow": 1}, {"elbow": 1}, {"elbow": 1}]  # something to go on with


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_deal(players):
    firsts = set()
    for seed in range(60):
        shown = GAME.new_position(players, seed=seed).snapshot()
        assert len(shown["ring"]) == 2 * players + 3 == len(set(shown["ring"]))
        assert (shown["cup_hand"], shown["cup"]) == ("right", (shown["first"] - 1) % players)
        assert [sum(hand.values()) for hand in shown["hands"]] == [5] * players
        assert len(shown["draw"]) == 74 - 5 * players and shown["discard"] == {}
        assert (shown["money"], shown["bank"]) == ([3] * players, 95 - 3 * players)
        assert (shown["to_act"], shown["phase"], shown["card"]) == (shown["first"], "play", None)
        assert (shown["piles_used"], shown["toasts"], shown["final_toast_due"]) == (1, 0, False)
        firsts.add(shown["first"])
    assert firsts == set(range(players))


def test_rules_of_the_deal():
    shown = (
        load_game("draco", rules={"hand_size": 7, "starting_gold": 2, "cup_starts": "left"}).new_position(4).snapshot()
    )
    assert [sum(hand.values()) for hand in shown["hands"]] == [7] * 4
    assert (shown["money"], shown["bank"]) == ([6] * 4, 95 - 24)
    assert shown["cup"] == (shown["first"] + 1) % 4


@pytest.mark.parametrize("seed", range(10))
def test_no_toast_in_the_first_round_but_by_refill_or_wine(seed):
    """D16, DA36: the cup comes to the centre when the last player of the first round ends the turn."""
    found = GAME.new_position(4, seed=seed)
    turn = 0
    while not found.is_terminal() and turn < 6:
        shown = found.snapshot()
        if shown["phase"] == "play":
            if shown["card"] in ("refill", "wine_shortage"):
                return
            turn += 1
            first = (shown["to_act"] - shown["first"]) % 4
            assert shown["cup"] == ((shown["first"] - 1) % 4 if turn <= 4 else "centre")
            assert first == (turn - 1) % 4
        if shown["phase"] == "toast":
            assert turn > 4
            do(found, "does not toast")
        else:
            found.apply_action(found.legal_actions()[0])
    assert turn >= 5


def test_the_cup_stays_before_the_toaster_for_a_round():
    """D23, DA19: it goes back at the end of that player's next turn; the left neighbour may toast first."""
    found = position(
        ROW, hands=[{"elbow": 3}, {"shove": 3}, {"rumour": 4}], draw=["about_face"] * 5 + ["slander"] * 3, phase="toast"
    )
    do(found, "toasts")
    cups = []
    while len(cups) < 3:
        shown = found.snapshot()
        if shown["phase"] == "play":
            cups.append((shown["to_act"], shown["cup"]))
        assert shown["phase"] != "toast"
        found.apply_action(found.legal_actions()[0])
    while found.snapshot()["phase"] != "toast":
        found.apply_action(found.legal_actions()[0])
    assert cups == [(1, 0), (2, 0), (0, 0)]
    assert (found.current_player(), found.snapshot()["cup"]) == (1, "centre")


def test_a_toast_is_a_choice_and_the_turn_goes_on_with_a_draw():
    found = position(ROW, phase="toast", to_act=1, hands=REST, draw=["tip", "shove"])
    for line, cup in (("toasts", 1), ("does not toast", "centre")):
        shown = do(found.clone(), line).snapshot()
        assert (shown["cup"], shown["to_act"], shown["toasts"]) == (cup, 2, int(cup == 1))
        assert shown["hands"][1]["shove"] == 1


def test_the_draw_that_empties_the_pile_forms_the_next_one():
    """D26, DA27: all discards at once, the card just played too; from then on a toast is the last (DA1)."""
    found = position(
        ROW, hands=[{"tip": 1, "rumour": 1}, {"elbow": 1}, {}], cup=1, draw=["shove"], discard={"elbow": 3}
    )
    shown = do(found, "plays Tip").snapshot()
    assert (shown["hands"][0], shown["discard"]) == ({"shove": 1, "rumour": 1}, {})
    assert sorted(shown["draw"]) == ["elbow", "elbow", "elbow", "tip"]
    assert (shown["piles_used"], shown["final_toast_due"], shown["terminal"]) == (2, True, False)


def test_the_last_toast_ends_the_game_without_draws():
    """DA33: the payments are made, the cup shows who toasted, nobody draws."""
    found = position(ROW, phase="toast", to_act=1, hands=REST, draw=["tip"], piles_used=2, money=[3, 3, 3])
    shown = do(found, "toasts").snapshot()
    assert (shown["terminal"], shown["cup"], shown["draw"], shown["hands"]) == (True, 1, ["tip"], REST)
    assert shown["money"] == [7, 6, 2] and found.legal_actions() == [] and found.current_player() == -4
    assert found.winners() == [0] and found.returns() == [7, 6, 2]
    assert GAME.engine.verbs.ENDS[found.record.ended] == "final_toast"


def test_a_toast_in_which_the_pile_runs_out_is_not_the_last():
    """DA3, DA34: Sarah's first neighbour takes the last card; her second and the toaster draw from the new pile."""
    row = "a1 Z c1 c2 J b1 S a2 b2"
    found = position(row, phase="toast", to_act=2, hands=REST, draw=["tip"], discard={"shove": 3, "tax": 1})
    shown = do(found, "toasts").snapshot()
    assert (shown["terminal"], shown["piles_used"], shown["toasts"]) == (False, 2, 1)
    assert shown["hands"][1]["tip"] == 1 and len(shown["draw"]) == 2
    silences = list(GAME.engine.verbs.SILENCES)
    assert found.record.silences[silences.index("pile_out_in_toast")] == 1


def test_a_toast_is_made_unasked_once_a_further_pile_has_run_out():
    """DA2, DA35; Wine Shortage puts it off."""
    zones = {"cup": "centre", "piles_used": 3, "draw": ["shove"], "hands": [{"tip": 1, "wine_shortage": 1}, *REST[1:]]}
    forced = do(position(ROW, **zones), "plays Tip")
    assert forced.is_terminal() and forced.snapshot()["cup"] == 0
    assert GAME.engine.verbs.ENDS[forced.record.ended] == "forced_toast"
    later = do(position(ROW, **zones), "plays Out of Wine").snapshot()
    assert (later["terminal"], later["cup"], later["to_act"]) == (False, 0, 1)
    more = load_game("draco", rules={"extra_piles": 1})
    assert do(position(ROW, game=more, **zones), "plays Tip").snapshot()["phase"] == "toast"


def test_toasts_may_be_numbered():
    game = load_game("draco", rules={"toast_limit": 3})
    for toasts, over in ((1, False), (2, True)):
        found = position(ROW, game=game, phase="toast", hands=REST, draw=["tip"] * 2, toasts=toasts)
        assert do(found, "toasts").is_terminal() == over
    assert game.engine.verbs.ENDS[found.record.ended] == "toast_limit"


def test_a_full_hand_draws_no_more():
    game = load_game("draco", rules={"hand_limit": 2})
    hands = [{"tip": 1, "tax": 1, "rumour": 1}, {"elbow": 2}, {"elbow": 2}]
    zones = {"hands": hands, "draw": ["shove", "shove"], "cup": "centre"}
    found = do(position("b1 a1 S c1 c2 Z J a2 b2", game=game, **zones), "plays Tip", "toasts")
    assert found.snapshot()["hands"] == [{"tax": 1, "rumour": 1}, {"elbow": 2}, {"elbow": 2}]
    assert found.snapshot()["draw"] == ["shove", "shove"]


def test_without_a_card_the_turn_goes_on_and_is_counted():
    """DA58: phase 1 is skipped; with nothing to draw and nothing to shuffle nobody draws, and no pile is counted."""
    found = position(ROW, hands=[{"tip": 1}, {}, {}], cup=0)
    shown = do(found, "plays Tip").snapshot()  # its own draw forms a pile of one card, which is drawn
    assert (shown["hands"], shown["piles_used"], shown["draw"], shown["discard"]) == ([{"tip": 1}, {}, {}], 2, [], {})
    assert (shown["to_act"], shown["phase"], shown["cup"]) == (1, "toast", "centre")
    silences = list(GAME.engine.verbs.SILENCES)
    assert found.record.dead_ends == 1 and found.record.silences[silences.index("no_card")] == 1


@pytest.mark.parametrize(
    ("money", "winner"),
    [
        ([9, 4, 7, 1], [0]),
        ([9, 9, 7, 1], [2]),  # D28: tied leaders eliminate one another
        ([9, 9, 7, 7], []),  # DA23
        ([9, 9, 9, 1], [3]),
        ([9, 9, 0, 0], []),
        ([5, 5, 5, 5], []),
        ([0, 0, 0, 1], [3]),
        ([9, 9, 3, 0], [2]),
    ],
)
def test_who_wins(money, winner):
    """DA22."""
    ring = GAME.new_position(4).snapshot()["ring"]
    found = GAME.from_snapshot({"players": 4, "ring": ring, "money": money, "terminal": True})
    assert found.winners() == winner and found.returns() == money and found.is_terminal()
