"""Positions: nothing is lost, snapshots come back whole, words are typed back, what a player knows stays known."""

import json
import random

import pytest

from cardgen.play import load_game
from cardgen.play.compiled import COMPILES
from tests.play.draco.tavern import GAME, IDS, do, places, position

ROW = "a1 b1 Z c1 a2 J b2 S c2"
RULES = [
    {},
    {"sarah_draw": "may", "finite_bank": True, "zork_tie": "all", "cup_starts": "left"},
    {"hand_limit": 3, "extra_piles": 1, "hand_size": 6, "starting_gold": 0},
    {"toast_limit": 4, "hand_size": 10, "starting_gold": 4},
]
COPIES = {design.id: design.count for design in GAME.definition.decks[0].designs}


def played(game, players, seed):
    """Every position of a random game, the last one included."""
    found, choice = game.new_position(players, seed=seed), random.Random(seed)
    yield found
    while not found.is_terminal():
        found.apply_action(choice.choice(found.legal_actions()))
        yield found


def check(found, players, game):
    """What contracts/draco.md says is always so."""
    shown = found.snapshot()
    held = dict.fromkeys(COPIES, 0)
    for hand in (*shown["hands"], shown["discard"]):
        for card, count in hand.items():
            held[card] += count
            assert count > 0
    for card in shown["draw"]:
        held[card] += 1
    assert held == COPIES
    assert sorted(shown["ring"]) == sorted([*list(IDS.values())[: 2 * players], "zork", "john", "sarah"])
    assert min(shown["money"]) >= 0 and shown["bank"] == 95 - sum(shown["money"])
    assert shown["cup"] == "centre" or 0 <= shown["cup"] < players
    assert shown["draw"] or shown["terminal"]
    assert shown["final_toast_due"] == (shown["piles_used"] >= 2 + game.definition.rules["extra_piles"])
    assert found.current_player() == (-4 if shown["terminal"] else shown["to_act"])
    actions = found.legal_actions()
    assert len(set(actions)) == len(actions)
    assert bool(actions) != shown["terminal"]
    assert len(actions) > 1 or shown["phase"] != "choose", "one option is not asked"
    assert (shown["phase"] == "toast") <= (shown["cup"] == "centre") or shown["terminal"]


@pytest.mark.parametrize("rules", RULES, ids=["base", "other", "limits", "numbered"])
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_nothing_is_lost_and_every_position_can_be_written_down_and_typed_back(players, rules):
    game = load_game("draco", rules=rules) if rules else GAME
    phases = set()
    for number, found in enumerate(played(game, players, seed=players)):
        check(found, players, game)
        shown = found.snapshot()
        phases.add(shown["phase"])
        again = game.from_snapshot(json.loads(json.dumps(shown)))
        assert again.snapshot() == shown and again.legal_actions() == found.legal_actions()
        assert again.current_player() == found.current_player()
        assert again.returns() == found.returns() and again.winners() == found.winners()
        if number % 7 == 0:
            for language in ("en", "fr", "it"):
                for action in found.legal_actions():
                    assert found.string_to_action(found.action_to_string(action, language), language) == action
    assert phases == {"play", "choose", "toast"} | ({"draw"} if rules.get("sarah_draw") else set())


def test_a_restored_position_goes_on_alike():
    """The same dice, the same choices: the same game, up to the next shuffle."""
    for seed in range(5):
        for found in played(GAME, 4, seed):
            shown = found.snapshot()
            if shown["terminal"] or len(shown["draw"]) < 6 or shown["phase"] == "play":
                continue
            dice = [1 + (seed + n) % 6 for n in range(3)]
            one, two = (GAME.from_snapshot(shown, seed=9, dice=dice) for _ in range(2))
            for _ in range(4):
                if one.is_terminal():
                    break
                action = one.legal_actions()[-1]
                one.apply_action(action)
                two.apply_action(action)
            assert one.snapshot() == two.snapshot()


def test_preset_dice_fall_first():
    zones = {"hands": [{"coin_shower": 1}, {"favour": 1}, {"tip": 1}], "cup": 1, "draw": ["shove"] * 3}
    found = do(position(ROW, dice=[6, 5, 4, 2], **zones), "plays Shower of Coins")
    assert found.snapshot()["rolls"] == [6, 5, 4]
    assert do(found, "plays Favour").snapshot()["rolls"] == [2]
    rolls = {tuple(do(position(ROW, dice=[3], seed=seed, **zones), "plays Shower of Coins").snapshot()["rolls"])
             for seed in range(40)}  # fmt: skip
    assert all(roll[0] == 3 for roll in rolls) and len(rolls) > 20
    for dice in ([0], [7], ["3"], [1] * 100, 3):
        with pytest.raises((ValueError, TypeError), match=r"dice|iterable"):
            position(ROW, dice=dice, **zones)


WHOLE = GAME.new_position(3, seed=1).snapshot()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"players": 2}, "players: expected a whole number from 3 to 6, got 2"),
        ({"ring": WHOLE["ring"][:-1]}, "ring: expected 9 characters"),
        ({"ring": [*WHOLE["ring"][:-1], "red_gnome"]}, "ring: 'red_gnome' does not sit here"),
        ({"ring": [*WHOLE["ring"][:-1], WHOLE["ring"][0]]}, "sits here twice"),
        ({"cup_hand": "both"}, "cup_hand: expected right or left, got 'both'"),
        ({"cup": 3}, r"cup \(or centre\): expected a whole number from 0 to 2, got 3"),
        ({"hands": [{"tax": 2}, {}, {}]}, "tax: expected at most 1, as many as the deck has, got "),
        ({"hands": [{}, {}]}, "hands: expected one for each of the 3 players"),
        ({"hands": [{"tip": -1}, {}, {}]}, r"hands\[0\]: tip: expected a whole number from 0"),
        ({"draw": ["elbo"]}, "draw: there is no card 'elbo'; did you mean 'elbow'"),
        ({"discard": {"tip": 3}}, "tip: expected at most 2, as many as the deck has, got 5"),
        ({"money": [1, 2]}, "money: expected the silver of each of the 3 players"),
        ({"money": [1, -2, 3], "bank": 93}, r"money\[1\]: expected a whole number from 0"),
        ({"bank": 80}, "bank: expected 86, as there are 95 silver in all, got 80"),
        ({"to_act": 5}, "to_act: expected a whole number from 0 to 2, got 5"),
        ({"phase": "sleep"}, "phase: expected play or choose or toast or draw, got 'sleep'"),
        ({"phase": "toast"}, "phase: a toast needs the cup in the centre"),
        ({"phase": "choose"}, "card: in the phase choose, a card is in play"),
        ({"phase": "choose", "card": "tip"}, "phase: nothing is left to be chosen"),
        ({"phase": "choose", "card": "favour"}, "rolls: 1 dice have been rolled by now, got 0"),
        ({"phase": "choose", "card": "elbow", "rolls": [3]}, "rolls: 0 dice have been rolled by now, got 1"),
        ({"phase": "choose", "card": "elbow", "chosen": ["zork"]}, "chosen: expected one of .*_.*, got 'zork'"),
        (
            {"phase": "choose", "card": "racket", "chosen": [1, 1]},
            "nothing more is to be chosen, got 1|expected one of",
        ),
        ({"chosen": ["zork"]}, "chosen: expected a list of choices, in the phase choose only"),
        ({"rolls": [7]}, "rolls: expected a whole number from 1 to 6, got 7"),
        ({"card": "ace"}, "card: there is no card 'ace'"),
        ({"sarah_draws": "ahead"}, "sarah_draws: expected ahead or behind, in the phase draw only"),
        ({"final_toast_due": True}, "final_toast_due: expected False, as 1 piles have been used"),
        ({"piles_used": 0}, "piles_used: expected a whole number from 1"),
        ({"toast": 1}, "there is no zone 'toast'; did you mean 'toasts'"),
    ],
)
def test_a_position_that_cannot_be_is_refused(change, message):
    with pytest.raises(ValueError, match=message):
        GAME.from_snapshot(WHOLE | change)


def test_a_position_may_be_written_by_hand():
    shown = position(ROW).snapshot()
    assert (shown["money"], shown["bank"], shown["cup"], shown["piles_used"]) == ([0, 0, 0], 95, "centre", 1)
    assert position(ROW, final_toast_due=True, phase="toast").snapshot()["piles_used"] == 2


def test_who_sees_what():
    found = GAME.new_position(4, seed=3)
    whole = found.snapshot()
    for player in range(4):
        seen = found.observation(player)
        assert seen["hands"] == [whole["hands"][p] if p == player else 5 for p in range(4)]
        assert seen["draw"] == 54
        assert {key: value for key, value in seen.items() if key not in ("hands", "draw")} == {
            key: value for key, value in whole.items() if key not in ("hands", "draw")
        }


@pytest.mark.skipif(not COMPILES, reason="the same code, but slow")
def test_what_a_player_cannot_know_is_drawn_again_and_the_rest_stays():
    engine = GAME.engine.verbs
    differ = 0
    for number, found in enumerate(played(GAME, 4, seed=11)):
        if number % 5 or found.is_terminal():
            continue
        for player in range(4):
            guess = found.clone()
            engine.determinise(GAME.table, guess.record, player)
            assert guess.observation(player) == found.observation(player)
            check(guess, 4, GAME)
            assert guess.legal_actions() == found.legal_actions() or guess.current_player() != player
            differ += guess.snapshot()["hands"] != found.snapshot()["hands"]
    assert differ > 50


def test_preset_dice_are_nobodys_knowledge():
    found = position(ROW, dice=[6] * 9, hands=[{"coin_shower": 1}, {"tip": 1}, {"tip": 1}], cup=1, draw=["shove"] * 3)
    guess = found.clone()
    GAME.engine.verbs.determinise(GAME.table, guess.record, 0)
    assert guess.record.dice_left == 0 and found.record.dice_left == 9


def test_places_count_from_the_hand_with_the_cup():
    """D7, D15: clockwise from Draco's left; his right neighbour is last in the ring."""
    right = position(ROW)
    left = GAME.from_snapshot(right.snapshot() | {"cup_hand": "left"})
    assert right.snapshot()["ring"][-1] == "blue_rogue" and places(right) == ROW
    assert places(left).split() == ROW.split()[::-1]
