"""How the computer's players choose: greedy is sound, the simple ones do as they are called."""

import numpy as np
import pytest

from cardgen.play.batches import Batch
from tests.play.draco.tavern import GAME, position
from tests.play.draco.test_cards import NAMES, START

TALLIES = list(GAME.engine.verbs.TALLIES)


def shares(table, games=400):
    """Each seat's share of the wins."""
    batch = Batch(GAME, table, seed=50)
    batch.play(games)
    return [float((batch.results["winners"] >> seat & 1).mean()) for seat in range(len(table))], batch.results


def weights(found, policy="greedy", game=GAME):
    """What each legal action is worth, by its words."""
    actions = np.array(found.legal_actions(), np.int32)
    values = np.zeros(len(actions), np.float64)
    code = GAME.engine.policies.POLICIES.index(policy)
    GAME.engine.policies.weigh(game.table, found.record, code, actions, values)
    return dict(zip((found.action_to_string(int(action)) for action in actions), values.tolist(), strict=True))


def favourite(found):
    told = weights(found)
    return max(told, key=told.get)


@pytest.mark.parametrize(("players", "least"), [(3, 0.9), (4, 0.8), (6, 0.5)])
def test_one_greedy_player_beats_random_ones(players, least):
    wins, _ = shares(["greedy", *["random"] * (players - 1)])
    assert wins[0] > least


@pytest.mark.parametrize("simple", ["always-toast", "never-toast"])
def test_one_greedy_player_beats_simple_ones(simple):
    wins, _ = shares(["greedy", simple, simple, simple])
    assert wins[0] > 0.7


def test_among_greedy_players_nobody_is_favoured():
    wins, _ = shares(["greedy"] * 4, 1200)
    assert all(0.2 < share < 0.3 for share in wins)


def test_the_simple_policies_do_as_they_are_called():
    _, always = shares(["always-toast"] * 3, 100)
    assert (always["tallies"][:, TALLIES.index("toasts_declined")] == 0).all()
    _, never = shares(["never-toast"] * 3, 100)
    assert (never["tallies"][:, TALLIES.index("toasts")] == 1).all()


@pytest.mark.parametrize(
    ("row", "money", "toasts"),
    [
        ("a1 a2 b1 b2 c1 Z J S c2", [3, 3, 3], True),  # 4 + 3 for oneself
        ("b1 b2 c1 c2 J Z S a1 a2", [9, 3, 3], False),  # the others are paid, oneself pays
        ("b1 b2 c1 c2 J Z S a1 a2", [9, 9, 9], False),
    ],
)
def test_greedy_toasts_when_it_pays(row, money, toasts):
    told = weights(position(row, phase="toast", money=money))
    assert (told["toasts"] > told["does not toast"]) == toasts


@pytest.mark.parametrize(
    ("money", "toasts"),
    [
        ([9, 3, 3], True),
        ([3, 20, 3], False),  # a good toast, but it would end the game in another's favour
        ([3, 20, 20], False),  # after it, Bruno alone has most
        ([12, 17, 21], True),  # 19, 20, 20: the two richest eliminate one another
        ([13, 17, 20], False),  # 20, 20, 19: and here that is oneself
    ],
)
def test_greedy_makes_the_last_toast_only_to_win(money, toasts):
    row = "a1 a2 b1 b2 c1 Z J c2 S"
    told = weights(position(row, phase="toast", money=money, piles_used=2))
    after = position(row, phase="toast", money=money, piles_used=2)
    after.apply_action(after.string_to_action("toasts", "en"))
    assert (after.winners() == [0]) == (told["toasts"] > told["does not toast"]) == toasts


@pytest.mark.parametrize(
    ("hand", "choice"),
    [
        ({"elbow": 1, "shove": 1}, "shove"),  # further is better
        ({"queue_jump": 1, "elbow": 1}, "queue_jump"),
        ({"tip": 1, "tax": 1}, "tip"),  # everybody is as rich: tax costs oneself as much
        ({"racket": 1, "pickpocket": 1}, "racket"),
        ({"about_face": 1, "pickpocket": 1}, "pickpocket"),  # a1 is first: turning Draco would make it last
    ],
)
def test_greedy_plays_the_better_card(hand, choice):
    found = position(START, hands=[hand, {"tip": 1}, {"tip": 1}] if "tip" not in hand else [hand, {}, {}], cup=1,
                     money=[5, 5, 5], draw=["slander"])  # fmt: skip
    assert favourite(found) == f"plays {NAMES[choice]}"


def test_greedy_answers_well():
    zones = {"cup": "centre", "money": [5, 9, 5], "phase": "choose"}
    assert favourite(position(START, card="shove", **zones)) == "chooses the Blue Gnome"  # the other one is first
    assert favourite(position(START, card="racket", **zones)) == "chooses Bruno"  # the richest
    assert favourite(position(START, card="slander", **zones)) == "chooses the Yellow Amazon"  # the foremost
    assert favourite(position("b1 a1 Z c1 a2 J b2 S c2", card="queue_jump", **zones)) == "chooses the Blue Gnome"
    swap = position(START, card="seat_swap", chosen=["blue_gnome"], **zones)
    assert favourite(swap) == "chooses the Yellow Amazon"


def test_a_policy_does_not_touch_the_position():
    found = position(START, hands=[dict.fromkeys(["favour", "brawl", "seat_swap", "musical_chairs", "tax"], 1), {}, {}],
                     cup="centre", money=[5, 5, 5], draw=["slander"])  # fmt: skip
    before = (
        found.snapshot(),
        found.record.streams.tolist(),
        found.record.silences.tolist(),
        found.record.tallies.tolist(),
    )
    weights(found)
    weights(position("Z J S a1 a2 b1 b2 c1 c2", phase="toast", money=[5, 5, 5]))
    assert before == (
        found.snapshot(),
        found.record.streams.tolist(),
        found.record.silences.tolist(),
        found.record.tallies.tolist(),
    )
