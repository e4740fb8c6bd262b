"""What `check` says of games that somebody wrote from the documentation alone."""

from __future__ import annotations

import re

import pytest

from tests.rules.test_published import FILES


@pytest.fixture
def told(run):
    """What a check of one of these games tells."""

    def told(name, *more):
        found = run("check", str(FILES / f"{name}.yaml"), *more)
        assert found.code in (0, 1) and not found.err, found.err
        return found.out

    return told


def test_the_fewest_points_of_one_who_plays_alone_are_skill(told):
    said = " ".join(told("lowsolo", "--games", "256").split())
    assert "no-skill" not in said and "balance is judged by greedy, no stronger play is known" in said


def test_partners_win_together(told):
    """Wins that a rule shares are wins of all who share them, and no tie that a rule should break."""
    said = " ".join(told("whist_pairs", "--games", "1024").split())
    assert "often-tied" not in said and "no-skill" not in said
    wins = re.search(r"4 random [\d,. ]+100% (\d+) (\d+) (\d+) (\d+)", said)
    assert wins and wins[1] == wins[3] and wins[2] == wins[4] and 99 <= int(wins[1]) + int(wins[2]) <= 101
    among = re.search(r"greedy among random wins (\d+)% \(an equal (\d+)%\)", said)
    assert among and int(among[1]) > int(among[2]) + 5


def test_games_that_are_hardly_ever_won_are_told(told):
    said = told("hanabi", "--games", "4096", "--policies", "greedy", "--players", "2")
    assert "note hardly-won: 2 players: with greedy, all players together win 0% of games" in said


def test_too_few_games_to_tell_are_said_to_be_too_few(told):
    assert re.search(r"nothing to report; of \d+ questions \d+ stay open", told("hanabi", "--games", "64"))
