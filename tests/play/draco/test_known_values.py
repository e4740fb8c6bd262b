"""Games against what an independent engine measured: 400,000 random ones a player count, 20,000 of simple policies."""

import math

import numpy as np
import pytest

from cardgen.play.batches import Batch
from tests.play.draco.survey import survey
from tests.play.draco.tavern import GAME

GAMES = 40_000
TALLIES = list(GAME.engine.verbs.TALLIES)
SILENCES = list(GAME.engine.verbs.SILENCES)

# mean and its standard error
RANDOM = {
    3: {
        "turns": (51.5360, 0.0049), "decisions": (112.5886, 0.0133), "toasts": (9.7153, 0.0015),
        "money": (20.2855, 0.0055),
        "winner_money": (27.4055, 0.0114), "bank_end": (34.1435, 0.0166), "hand_max": (10.8833, 0.0024),
        "piles": (2, 0), "final_due_turn": (47.6520, 0.0035), "choices": (1.1838, 0.0001),
        "top_tied": (0.055887, 0.000363),
        "leaders_out": (0.054235, 0.000358), "nobody": (0.001653, 0.000064), "overdrawn_end": (0.001215, 0.000055),
        "forced": (0, 0),
    },
    5: {
        "turns": (46.4241, 0.0053), "decisions": (96.5041, 0.0131), "toasts": (6.1674, 0.0011),
        "money": (10.7545, 0.0026),
        "winner_money": (18.0406, 0.0080), "bank_end": (41.2274, 0.0129), "hand_max": (8.4833, 0.0017), "piles": (2, 0),
        "final_due_turn": (41.2175, 0.0026), "choices": (1.0782, 0.0001), "top_tied": (0.089490, 0.000451),
        "leaders_out": (0.088197, 0.000448), "nobody": (0.001293, 0.000057), "overdrawn_end": (0, 0), "forced": (0, 0),
    },
}  # fmt: skip
SPREAD = {
    3: {"turns": 3.083, "decisions": 8.401, "toasts": 0.932, "money": 3.49, "winner_money": 7.184, "hand_max": 1.512},
    5: {"turns": 3.366, "decisions": 8.287, "toasts": 0.688, "money": 1.626, "winner_money": 5.058, "hand_max": 1.062},
}
HAND_MEAN = {3: (8.5375, 0.0012), 5: (6.4034, 0.0005)}
SEATS = {3: (0.3349, 0.3319, 0.3315), 5: (0.2036, 0.2013, 0.1996, 0.1974, 0.1969)}
SEAT_MONEY = {3: (20.336, 20.295, 20.225), 5: (10.856, 10.793, 10.756, 10.694, 10.673)}
QUANTILES = {3: {1: 45, 5: 47, 50: 51, 95: 57, 99: 60}, 5: {1: 40, 5: 42, 50: 46, 95: 53, 99: 56}}
TOPS = {
    3: {"turns": 77, "toasts": 14, "hand_max": 21, "decisions": 180},
    5: {"turns": 76, "toasts": 9, "hand_max": 17, "decisions": 173},
}
ALWAYS = {
    3: {"turns": (48.3635, 0.0184), "decisions": (98.9626, 0.0412), "toasts": (11.5441, 0.0052),
        "money": (23.2892, 0.0270),
        "winner_money": (31.4625, 0.0571), "bank_end": (25.1322, 0.0810), "hand_max": (12.0389, 0.0117),
        "final_due_turn": (45.2891, 0.0159)},
    4: {"turns": (46.5972, 0.0182), "decisions": (93.2631, 0.0398), "toasts": (8.8493, 0.0044),
        "money": (15.9407, 0.0166),
        "winner_money": (24.2758, 0.0449), "bank_end": (31.2370, 0.0665), "hand_max": (10.1736, 0.0096),
        "final_due_turn": (42.8347, 0.0136)},
    5: {"turns": (44.3655, 0.0193), "decisions": (87.4089, 0.0408), "toasts": (6.9805, 0.0041),
        "money": (11.6836, 0.0118),
        "winner_money": (19.7047, 0.0386), "bank_end": (36.5819, 0.0590), "hand_max": (8.9800, 0.0081),
        "final_due_turn": (39.9778, 0.0116)},
    6: {"turns": (41.9897, 0.0211), "decisions": (81.8366, 0.0439), "toasts": (5.6241, 0.0040),
        "money": (9.0609, 0.0091),
        "winner_money": (16.6178, 0.0337), "bank_end": (40.6345, 0.0549), "hand_max": (8.1531, 0.0070),
        "final_due_turn": (36.7888, 0.0103)},
}  # fmt: skip
NEVER = {
    3: {"turns": (119.2624, 0.0062), "decisions": (318.7706, 0.0333), "money": (7.0730, 0.0101),
        "winner_money": (10.7169, 0.0253), "bank_end": (73.7810, 0.0303)},
    4: {"turns": (109.4047, 0.0086), "decisions": (288.9667, 0.0399), "money": (6.0531, 0.0084),
        "winner_money": (10.2269, 0.0226), "bank_end": (70.7875, 0.0335)},
    5: {"turns": (99.5660, 0.0111), "decisions": (259.6652, 0.0472), "money": (5.3888, 0.0074),
        "winner_money": (9.7198, 0.0223), "bank_end": (68.0561, 0.0368)},
    6: {"turns": (89.7700, 0.0139), "decisions": (230.8057, 0.0535), "money": (4.9169, 0.0068),
        "winner_money": (9.5455, 0.0222), "bank_end": (65.4987, 0.0408)},
}  # fmt: skip

# share of plays without effect, and its standard error, with 3 and with 5 players, in percent
IDLE = {
    "elbow": (11.51, 0.03, 7.2, 0.03), "shove": (11.49, 0.04, 7.2, 0.03), "queue_jump": (11.53, 0.06, 7.39, 0.05),
    "rumour": (10.83, 0.03, 7.69, 0.03), "slander": (11.82, 0.04, 8.15, 0.03), "dice_game": (19.31, 0.05, 21.33, 0.06),
    "coin_shower": (4.88, 0.03, 2.3, 0.02), "splits": (2.2, 0.02, 1.01, 0.01), "compromise": (2.57, 0.02, 1.28, 0.02),
    "arm_in_arm": (10.5, 0.04, 7.7, 0.04), "gnomes": (12.24, 0.06, 0, 0), "goblins": (12.28, 0.06, 0, 0),
    "racket": (2.99, 0.02, 5.29, 0.03), "pickpocket": (3.02, 0.02, 5.4, 0.03), "collection": (0.31, 0.01, 0.53, 0.01),
    "wine_shortage": (19.59, 0.05, 13.66, 0.05), "refill": (37.95, 0.09, 26.33, 0.09),
    "persuasion": (11.55, 0.04, 7.2, 0.04),
}  # fmt: skip


def figures(results, players):
    """A figure of each game."""
    scores = results["scores"][:, :players]
    tied = (scores == scores.max(axis=1)[:, None]).sum(axis=1) > 1
    won = np.array([scores[row, int(mask).bit_length() - 1] for row, mask in enumerate(results["winners"]) if mask])
    return {
        "turns": results["turns"],
        "decisions": results["decisions"],
        "toasts": results["tallies"][:, TALLIES.index("toasts")],
        "money": scores.mean(axis=1),
        "winner_money": won,
        "bank_end": 95 - scores.sum(axis=1),
        "hand_max": results["tallies"][:, TALLIES.index("largest_hand")],
        "piles": results["tallies"][:, TALLIES.index("piles")],
        "final_due_turn": results["tallies"][:, TALLIES.index("last_toast_due")],
        "choices": results["decisions"] / results["turns"] - 1,
        "top_tied": tied,
        "leaders_out": tied & (results["winners"] != 0),
        "nobody": results["winners"] == 0,
        "overdrawn_end": scores.sum(axis=1) > 95,
        "forced": results["tallies"][:, TALLIES.index("toasts_forced")],
    }


def near(values, mean, error, name):
    """Within three standard errors of both samples."""
    own = float(np.std(values)) / math.sqrt(len(values))
    assert abs(float(np.mean(values)) - mean) <= 3 * math.hypot(own, error), (name, np.mean(values), mean)


@pytest.fixture(scope="module", params=[3, 5])
def played(request):
    batch = Batch(GAME, ["random"] * request.param, seed=1_000)
    batch.play(GAMES)
    assert len(batch) == GAMES
    return request.param, batch.results


def test_random_games(played):
    players, results = played
    found = figures(results, players)
    for name, (mean, error) in RANDOM[players].items():
        near(found[name], mean, error, name)
    for name, spread in SPREAD[players].items():
        assert np.std(found[name]) == pytest.approx(spread, rel=0.02), name
    for name, top in TOPS[players].items():
        assert found[name].max() <= top, name
    for percent, turns in QUANTILES[players].items():
        assert abs(np.percentile(found["turns"], percent) - turns) <= 1
    assert (results["finished"] == 1).all() and (results["ended"] == 1).all() and (results["dead_ends"] == 0).all()
    assert (results["silences"][:, SILENCES.index("no_card")] == 0).all()


def test_seats_and_colours(played):
    """Two things, as the first player is drawn by lot (DA56). Results are by seat, from the first player on."""
    players, results = played
    for seat, (share, money) in enumerate(zip(SEATS[players], SEAT_MONEY[players], strict=True)):
        near(results["winners"] == 1 << seat, share, 0.0007, f"wins of seat {seat}")
        near(results["scores"][:, seat], money, 0.013 if players == 3 else 0.009, f"money of seat {seat}")
    winner = np.log2(results["winners"][results["winners"] > 0]).astype(int)
    colour = (winner + results["first"][results["winners"] > 0]) % players
    for player in range(players):
        near(colour == player, 1 / players, 0, f"wins of colour {player}")
        near(results["first"] == player, 1 / players, 0, f"first turns of player {player}")


@pytest.mark.parametrize("players", [3, 5])
def test_how_often_cards_do_nothing(players):
    m, column = 2 * players + 3, 0 if players == 3 else 2
    found, hands = survey(GAME, players, GAMES, first=5_000_000)
    near(hands, *HAND_MEAN[players], "hand_mean")
    exact = {
        **dict.fromkeys(["favour", "disfavour", "disgrace", "zork_barges_in", "sermon", "fortune"], 1 / m),
        "tipsy_draco": 1 / 2, "three_card_monte": 1 / 6, "whispers": 1 / 6, "brawl": 7 / 12,
        "musical_chairs": 1 / math.factorial(m), "seat_swap": 0, "about_face": 0, "tip": 0,
    }  # fmt: skip
    sampled = {card: (row[column] / 100, row[column + 1] / 100) for card, row in IDLE.items()}
    assert {*exact, *sampled, "amazons", "rogues", "tax"} == set(found)
    for card, (times, idle) in found.items():
        share, error = (exact[card], 0) if card in exact else sampled.get(card, (0, 0))
        own = math.sqrt(share * (1 - share) / times)
        # the figures are rounded to a hundredth of a percent, their errors too
        assert abs(idle / times - share) <= 3 * math.hypot(own, error + 0.00005), (card, idle / times, share)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_toast_whenever_possible(players):
    batch = Batch(GAME, ["always-toast"] * players, seed=2)
    batch.play(20_000)
    found = figures(batch.results, players)
    for name, (mean, error) in ALWAYS[players].items():
        near(found[name], mean, error, name)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_never_a_toast_unless_forced(players):
    """The pile is out in turn 74 - 5n, the second one as many turns later; hands stay as they were dealt."""
    batch = Batch(GAME, ["never-toast"] * players, seed=2)
    batch.play(20_000)
    found = figures(batch.results, players)
    for name, (mean, error) in NEVER[players].items():
        near(found[name], mean, error, name)
    assert (found["final_due_turn"] == 74 - 5 * players).all() and (found["hand_max"] == 5).all()
    assert (found["piles"] == 3).all() and (found["toasts"] == 1).all() and (found["forced"] == 1).all()
    assert found["turns"].min() == 2 * (74 - 5 * players) + 1
    assert (batch.results["ended"] == 2).all()
    assert (batch.results["silences"][:, SILENCES.index("pile_out_again")] == 1).all()
