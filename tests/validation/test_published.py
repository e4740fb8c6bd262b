"""What `check` says of games that somebody wrote from the documentation alone."""

from __future__ import annotations

import json
import re

import pytest

from tests.rules.test_published import FILES
from tests.rules.test_read import GAMES


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
    assert "no-skill" not in said and "cardgen judges balance by greedy; no stronger policy is known" in said


def test_partners_win_together(told):
    """Wins that a rule shares are wins of all who share them, and no tie that a rule should break."""
    said = " ".join(told("whist_pairs", "--games", "1024", "--all").split())
    assert "often-tied" not in said and "no-skill" not in said
    wins = re.search(r"4 random [\d,. ]+100% (\d+) (\d+) (\d+) (\d+)", said)
    assert wins and wins[1] == wins[3] and wins[2] == wins[4] and 99 <= int(wins[1]) + int(wins[2]) <= 101
    among = re.search(r"greedy among random wins (\d+)% \(an equal (\d+)%\)", said)
    assert among and int(among[1]) > int(among[2]) + 5


@pytest.mark.slow
def test_games_that_are_hardly_ever_won_are_told(told):
    said = told("hanabi", "--games", "4096", "--policies", "greedy", "--players", "2")
    assert "note hardly-won: 2 players: with greedy, all players together win 0% of games" in said


@pytest.mark.slow
def test_games_without_points_are_judged_by_what_all_win_together(run, tmp_path):
    """Each card that falls costs a lamp: sensible players do not see that coming, those who try it out do."""
    (tmp_path / "lamps.yaml").write_text(LAMPS, encoding="utf-8")
    lamps = str(tmp_path / "lamps.yaml")
    said = " ".join(run("check", lamps, "--players", "2").out.split())
    assert re.search(
        r"together, rollout wins \d+% of games \(greedy \d(\.\d)?%\): cardgen judges balance by rollout", said
    )
    assert "warning no-skill: 2 players: greedy wins" in said and "hardly-won" not in said
    (found,) = json.loads(run("check", lamps, "--players", "2", "--policies", "rollout", "--json").out)["results"]
    wins, none = [seat["share"] for seat in found["metrics"]["win_share"]], found["metrics"]["nobody_wins"]
    assert wins == [pytest.approx(1 - none)] * 2 and wins[0] > 0.5
    assert found["metrics"]["ties"] == {"before": 0, "after": 0}
    ends = [
        run("replay", lamps, "--players", "2", "--seed", "3", "--policies", policy).out.rstrip().split("\n")[-2:]
        for policy in ("random", "rollout")
    ]
    assert ends == [["The game is over.", "The game is lost."], ["The game is over.", "All win together."]]


def test_who_plays_alone_without_points_tries_to_win(run, tmp_path):
    (tmp_path / "lamps.yaml").write_text(LAMPS.replace("players: 2 to 4", "players: 1 to 4"), encoding="utf-8")
    found = run("check", str(tmp_path / "lamps.yaml"), "--players", "1", "--policies", "random,lookahead")
    wins = re.findall(r"^ +1  (\w+) .* all (\d+)", found.out, re.M)
    assert [name for name, _ in wins] == ["random", "lookahead"] and int(wins[1][1]) > int(wins[0][1]) + 30


@pytest.mark.slow
def test_too_few_games_to_tell_are_said_to_be_too_few(told):
    assert re.search(r"0 warnings, 3 notes; of \d+ questions \d+ stay open", told("hanabi", "--games", "64"))


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("gin_no_end", r"error endless: (?:[^:]*: )?with random, \d+% of games are not over"),
        ("nimmt_no_shuffle", r"warning dead-end: (?:[^:]*: )?with random, a player has no legal action in"),
    ],
)
def test_a_fault_that_somebody_planted_is_told(told, name, says):
    assert re.search(says, " ".join(told(name, "--games", "64", "--policies", "random").split()))


@pytest.mark.slow
def test_a_game_without_that_fault_is_not_warned_of(told):
    said = told("nimmt", "--games", "64", "--policies", "random")
    assert "endless" not in said and "dead-end" not in said


@pytest.mark.slow
def test_who_always_does_the_same_is_no_better_than_sensible_players(told):
    """Two players, one of whom only throws away."""
    said = told("lostcities", "--games", "128", "--policies", "greedy,always-discard/greedy")
    assert "warning simple-wins: 2 players: always-discard against greedy wins" in said


@pytest.mark.slow
def test_where_sensible_players_play_no_better_than_random_ones_others_are_called_in(run):
    """Who bluffs cannot be seen from what the next move brings: whoever tries it out wins."""
    found = run("check", str(GAMES / "bluff.yaml"), "--players", "4")
    said = " ".join(found.out.split())
    assert "no better than random play, so cardgen judges nothing by it" in said
    assert re.search(
        r"rollout among random wins \d\d% \(an equal 25%\) with 4 players: cardgen judges balance by rollout", said
    )
    assert "cardgen judges the game by rollout" in said and "with greedy" not in said.replace("with greedy among", "")


LAMPS = """\
players: 2 to 4
cards: {step: {value: 1 to 5, count: 4}}
zones: {stock: pile, hand: hand, path: {order: yes}}
counters: {lamps: 6}
game:
  shuffle: shuffle all cards into stock
  deal: deal 3 cards from stock to each hand
  turns: {players: in turn from first player, until: no card in any hand or lamps is 0, act: {choose: turn}}
turn:
  lay:
    pick: {card: a card in your hand}
    falls: {if: any card in path and value of card is less than value of top card of path, lose: subtract 1 from lamps}
    on: put card from your hand onto path
    fill: draw up to 1 card from stock to your hand
wins: {all: no card in any hand, lit: lamps is at least 1}
"""

LOTS = """\
# Lots
cards: {lot: {value: 1 to 20}}
players: 2
zones: {east: pile, west: pile, row: tableau}
game:
  east: shuffle all cards into east
  west: move 10 cards from east to west
  turns: {repeat: 4 times, each: {players: in turn from first player, act: choose turn}}
turn: {east: draw 1 card from east to your row, west: draw 1 card from west to your row}
score: {lots: sum of value of cards in your row}
"""


def test_that_nobody_plays_better_than_at_random_is_said_first(run, tmp_path):
    """Of two piles that are alike, one is as good as the other: nothing is judged by which of them players take."""
    (tmp_path / "lots.yaml").write_text(LOTS)
    found = run("check", str(tmp_path / "lots.yaml"), "--policies", "greedy,random,greedy/random*", "--games", "8192")
    assert re.search(r"=\nIs it played well\?            NO: greedy among random wins \d\d%", found.out)
    said = " ".join(found.out.split())
    assert "warning no-skill: 2 players" in said and "cardgen judges nothing by how they play" in said
    assert "seat-advantage" not in said and "1 warning" in said


TRICK = "player with most strength becomes leader"
PLANTED = [  # a game, what is written otherwise in it, and what is told of that
    ("briscola", [(TRICK, "nothing")], "warning never-changes: 'leader' never changes: no clause changes it"),
    ("briscola", [("move all cards from each trick to won of leader", "move all cards from each trick to box")],
     "warning never-changes: 'won' never changes: no clause puts cards there"),
    ("briscola", [("move all cards from each trick to won of leader", "move all cards from each trick to box")],
     "warning no-points: nobody has a point at the end of any game"),
    ("procession", [("on: add 1 to over", "on: add 0 to over")], "error endless: 3 players: with greedy"),
    ("procession", [("on: add 1 to over", "on: add 0 to over")], "'over' never changes: no clause changed it in"),
    ("passing", [("last: you becomes leader", "last: nothing")], "'leader' never changes: no clause changes it"),
    ("chameleons", [("    skip: any sign in your out\n", "")], "error endless: 3 players: with greedy"),
    ("durak", [("taken: left of defender becomes attacker", "taken: defender becomes attacker")],
     "warning same-both-ways: bout.next: does the same whether 'ended is 1' is true or not"),
    ("harbours", [("fee: pay fee from your gold to gold of captain", "fee: pay fee from gold of captain to your gold")],
     "note pays-short: trade.ship.fee: pays more than there is"),
    ("hundred", [("value of card is value of top card of fall of row + 10",
                  "value of card + 10 is value of top card of fall of row")],
     "note never-decides: lay.down.when: 'value of card + 10 is value of top card of fall of row' never decides"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("name", "changes", "found"), PLANTED)
def test_faults_planted_in_published_games_are_told(run, tmp_path, name, changes, found):
    text = (GAMES / f"{name}.yaml").read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (tmp_path / f"{name}.yaml").write_text(text)
    told = run(
        "check", str(tmp_path / f"{name}.yaml"), "--players", "3", "--games", "64", "--policies", "random,greedy"
    )
    assert found in " ".join(told.out.split())


LAYS = "{coin: lay 1 card from your hand to your table, up: set your shown to 1}"


@pytest.mark.parametrize(
    ("heads", "where", "what"),
    [
        ("{coin: lay 1 card from stock to your table, up: set your shown to 1}", "penny.heads.up", "shown"),
        ("{coin: lay 1 card from stock to your table}", "penny.heads.coin", "table"),
        ("{up: set your shown to 1, on: {choose: {once: nothing, more: nothing}}}", "penny.heads.up", "shown"),
        ("set your shown to 1", "", ""),
        (LAYS, "", ""),
    ],
)
def test_choices_that_are_given_away_are_told(heads, where, what, run, tmp_path):
    """Where a choice shows to whoever is asked next, though all choose at once."""
    (tmp_path / "pennies.yaml").write_text(PENNIES.replace("set your shown to 1", heads))
    found = run("check", str(tmp_path / "pennies.yaml"), "--static").out
    assert (f"warning seen-at-once: {where}" in found) == bool(where) == ("seen-at-once" in found)
    assert f"already see '{what}'" in found or not what


@pytest.mark.slow
@pytest.mark.parametrize("by", ["counters", "cards"])
def test_nobody_knows_what_others_choose_at_once(by, run, tmp_path):
    """Matching pennies: whoever is asked last wins all games if counters, or cards, tell what the other one chose."""
    (tmp_path / "pennies.yaml").write_text(PENNIES if by == "counters" else COINS)
    asked = ("check", str(tmp_path / "pennies.yaml"), "--policies", "random/lookahead", "--games", "200", "--json")
    (cell,) = json.loads(run(*asked).out)["results"]
    assert 0.4 < cell["metrics"]["win_share"][1]["share"] < 0.6


def test_of_games_that_never_end_nothing_is_said_that_is_counted_at_their_end(run, tmp_path):
    for_ever = PENNIES.replace("repeat: 5 times", "repeat: until points of first player is less than 0")
    (tmp_path / "pennies.yaml").write_text(f"{for_ever}tallies: {{shows: your shown}}\n")
    found = run("check", str(tmp_path / "pennies.yaml"), "--games", "64", "--policies", "random")
    assert "error endless" in found.out
    assert not any(code in found.out for code in ("never-used", "no-points")), found.out


PENNIES = """\
# Pennies
cards: {coin: {value: 1 to 2, count: 4}}
players: 2
zones: {stock: pile, hand: hand, table: tableau}
counters: {shown: each 0, points: each 0}
numbers: {theirs: sum of others (your shown)}
game:
  rounds:
    repeat: 5 times
    all: {players: all at once, act: choose penny}
    alike: {for each: player, up: add 1 to your points if your shown is theirs and you are first player}
    differ: {for each: player, up: add 1 to your points if your shown is not theirs and you are not first player}
penny:
  heads: set your shown to 1
  tails: set your shown to 2
score: {points: your points}
"""
COINS = """\
# Pennies
cards: {coin: {value: 1 to 2, count: 10}}
players: 2
zones: {stock: pile, hand: hand, table: tableau}
counters: {points: each 0}
numbers: {shown: sum of value of cards on your table, theirs: sum of others (shown)}
game:
  all: put all cards to stock
  deal:
    for each: player
    heads: move 5 coins where value is 1 from stock to your hand
    tails: move 5 coins where value is 2 from stock to your hand
  rounds:
    repeat: 5 times
    all: {players: all at once, act: choose penny}
    alike: {for each: player, up: add 1 to your points if shown is theirs and you are first player}
    differ: {for each: player, up: add 1 to your points if shown is not theirs and you are not first player}
    away: {for each: player, away: move all cards from your table to stock}
penny:
  show: {pick: {coin: a card in your hand}, lay: put coin from your hand to your table}
score: {points: your points}
"""


FERRY = """\
players: 2 to 3
cards: {card: {value: 1 to 6}}
zones: {stock: pile, hand: hand, row: {order: yes}}
game:
  shuffle: shuffle all cards into stock
  deal: deal 1 card from stock to each hand
  turns: {players: in turn from first player, until: no card in any hand, act: {choose: turn}}
turn:
  sail:
    pick: {card: a card in your hand}
    on: put card from your hand onto row
    more: draw 1 card from stock to your hand
    back: move all cards from row to stock
  wait: nothing
score: {cards: cards in your hand}
"""


def test_of_games_without_end_it_is_told_what_players_do_in_them(run, tmp_path):
    (tmp_path / "ferry.yaml").write_text(FERRY, encoding="utf-8")
    said = " ".join(run("check", str(tmp_path / "ferry.yaml"), "--policies", "random", "--players", "2").out.split())
    assert re.search(
        r"not over after 10,000 decisions; in the last 1,000 of one: (sail|wait) 5\d\d, (sail|wait) 4\d\d", said
    )
