"""Who is favoured: by the seat, or by the colour that a player always has."""

import re

import numpy as np
import pytest

from cardgen.play import load_game
from cardgen.validation.questions import judge
from cardgen.validation.questions.judge import judge_cell
from cardgen.validation.sampling.cells import cells
from cardgen.validation.sampling.game_sums import GameSums
from tests.validation.verdicts import cell_of, told, with_records


@pytest.fixture
def cell():
    """Four players of Draco who play sensibly; its games are what a test makes of them."""
    return next(iter(cells(load_game("draco"), [4], ["learnt"], seed=0)))


@pytest.fixture
def records(cell):
    found = np.repeat(cell.spec.play(0, 1), 4000)
    found["silences"] = found["dead_ends"] = found["tallies"] = 0
    found["first"] = np.arange(4000) % 4
    return found


def judged(cell, records):
    cell.seen = GameSums.from_records(cell.seen.what, records)
    return [(finding.code, finding.message) for finding in told(judge_cell(cell, 0.01))]


def test_fair_games(cell, records):
    records["winners"] = 1 << (np.arange(4000) // 4 % 4)
    assert judged(cell, records) == []


def test_a_seat_that_wins_too_often(cell, records):
    turns = np.arange(4000) // 4
    records["winners"] = np.where(turns % 5 == 4, 1, 1 << (turns % 5 % 4))  # 2 of 5, 1 of 5, 1 of 5, 1 of 5
    ((code, message),) = judged(cell, records)
    assert code == "seat-advantage"
    assert message.startswith("with learnt, the first player wins 40% of games (37% to 43%), clearly more than 25%")


def test_seats_that_win_what_another_loses_are_one_finding(cell, records):
    """Each seat's question is asked for itself; what is told of a table's seats is one thing, the largest first."""
    turns = np.arange(4000) // 4
    records["winners"] = 1 << np.choose(turns % 8, [0, 0, 0, 0, 1, 2, 2, 3])  # 4 of 8, 1 of 8, 2 of 8, 1 of 8
    ((code, message),) = judged(cell, records)
    assert code == "seat-advantage"
    assert "the first player wins 50% of games" in message.partition(";")[0]
    assert "the second player wins 12% of games" in message and "the fourth player wins 12% of games" in message
    assert "third" not in message


def test_why_a_seat_wins_is_told_where_it_is_the_last_turn(cell, records):
    """Of 8 games the first seat has the last turn in 5; whoever has it wins 3 of 4."""
    lot = np.arange(4000) // 4
    last = np.choose(lot % 8, [0, 0, 0, 0, 0, 1, 2, 3])
    records["turns"] = 40 + last + 1
    records["winners"] = 1 << np.where(lot // 8 % 4 < 3, last, (last + 1 + lot // 32 % 3) % 4)
    ((_, message),) = judged(cell, records)
    assert re.search(r"; the last turn of 6\d% of games is theirs, and then they win 7\d%, else \d(\.\d)?%", message)
    records["turns"] = 41 + lot % 4  # everybody has it as often
    ((_, message),) = judged(cell, records)
    assert "last turn" not in message
    records["turns"] = 41
    ((_, message),) = judged(cell, records)
    assert message.endswith("; the last turn is always theirs")


@pytest.mark.parametrize(
    ("table", "goes_on"),
    [
        (("random",) * 4, True),
        (("learnt",) * 4, True),
        (("saboteur",) * 4, False),
        (("learnt", "greedy", "greedy", "greedy"), False),
    ],
)
def test_dead_ends_that_nobody_met_are_looked_for_where_play_stands_for_the_game(records, table, goes_on):
    """Elsewhere it goes on for them once there is one."""
    game = load_game("draco")
    for dead_ends in ([], [0]):
        records["dead_ends"][dead_ends] = 1
        cell = with_records(cell_of(game, table), records[:64])
        (verdict,) = judge._dead_ends(cell, 0.001)
        assert bool(verdict.open) == (goes_on or (bool(dead_ends) and "saboteur" not in table))


def test_dear_play_goes_on_only_where_a_seat_may_be_favoured():
    """Of five, the fifth has a little more than others, or nearly as much as is told."""
    cell = cell_of(load_game("king_lui"), ["endgame"] * 5)
    records = np.repeat(cell.spec.play(0, 1), 512)
    for more, goes_on in ((0, False), (20, True)):
        records["winners"] = 1 << np.where(np.arange(512) < 512 - more, np.arange(512) % 5, 4)
        cell.seen = GameSums.from_records(cell.seen.what, records)
        verdicts = [verdict for verdict in judge._seats(cell, 1e-3)]
        assert told(verdicts) == [] and any(verdict.open for verdict in verdicts) is goes_on


def test_a_colour_that_wins_too_seldom(cell, records):
    lot = np.arange(4000) // 4 % 4
    players = np.where(lot == 2, 3, lot)  # player 3 never, player 4 twice as often
    records["winners"] = 1 << ((players - records["first"]) % 4)
    ((code, message),) = judged(cell, records)
    assert code == "colour-advantage"
    assert "player 3, whose colour or cards are always the same, wins 0% of games" in message
    assert "clearly less than 25%" in message and "; player 4, whose" in message and "wins 50% of games" in message
