"""What clauses will count whatever is chosen: players see it as if it stood in the score."""

from __future__ import annotations

import numpy as np
import pytest

from cardgen.play.clauses import engine, native, record, zones
from cardgen.play.clauses.tables import table_of
from cardgen.play.game import PlayedGame
from cardgen.play.strength import among
from cardgen.rules import load
from cardgen.rules.compile import compile_program
from cardgen.rules.foresight import foreseen
from cardgen.store.library import find_game
from tests.rules.rowed import Rowed
from tests.rules.test_published import FILES, program
from tests.rules.test_read import GAMES, read

GAME = """\
cards: {coin: {value: 1 to 5, count: 4}, thorn: {value: 0, count: 4}}
players: 2-4
zones: {stock: pile, hand: hand, won: open, row: tableau}
counters: {nights: 0, points: each 0, chips: each 3}
roles: {leader: first player}
rules: {fast: no | yes}
numbers: {gained: sum of value of cards in your row}
game: {rounds: {repeat: 3 times, round: round}}
round:
  shuffle: shuffle all cards into stock
  deal: deal 4 cards from stock to each hand
  plays: {repeat: 3 times, turns: {players: in turn from leader, act: choose turn}}
BEHIND
turn: {lay: {pick: {one: a card in your hand}, down: move one from your hand to your row}}
score: {points: SCORE}
"""


def coming(*behind, score="your points"):
    """What is foreseen where cards are laid, by paths."""
    lines = "\n".join(f"  {line}" for line in behind)
    rules = read(GAME.replace("BEHIND", lines).replace("SCORE", score))
    found = foreseen(rules)
    assert found.keys() <= {"round.plays.turns.act"}
    return [each.path for each in found.get("round.plays.turns.act", ())]


BOOKED = "count: {for each: player, up: add gained to your points}"


@pytest.mark.parametrize(
    ("behind", "paths"),
    [
        ([BOOKED], ["round.count"]),
        (["win: player with most gained becomes leader", "count: add 5 to points of leader", "more: add 1 to nights"],
         ["round.win", "round.count"]),
        (["count: add 5 to points of leader", "win: player with most gained becomes leader"], []),
        (["away: move all cards from each row to won", BOOKED], []),
        (["away: move all thorns from each row to won", BOOKED], ["round.count"]),
        (["away: move all cards from each hand to won", BOOKED], ["round.count"]),
        (["anew: shuffle all cards into stock", BOOKED], []),
        (["on: pass each row to the left", BOOKED], []),
        (["some: {if: fast, away: move all cards from each row to won}", BOOKED], ["round.count"]),
        (["some: {if: nights is 2, count: {for each: player, up: add gained to your points}}"], ["round.some"]),
        (["luck: {for each: player, up: add a die of 6 to your points if gained is 3}"], []),
        (["pay: {for each: player, up: subtract 1 from your points}"], []),
        (["chips: {for each: player, up: add gained to your chips}"], []),
        (["chips: {for each: player, up: add gained to your chips}",
          "count: {for each: player, up: add your chips to your points}"], ["round.chips", "round.count"]),
    ],
)  # fmt: skip
def test_what_is_counted_of_cards_behind_a_choice_is_foreseen(behind, paths):
    assert coming(*behind) == paths


def test_what_a_score_sees_by_itself_is_not_counted_twice():
    assert coming(BOOKED, score="your points + gained") == []


def test_who_plays_sees_points_before_they_are_booked():
    """Whether points are booked at a round's end or counted as they come, the same is played."""
    won = []
    for name in ("hearts_counter", "hearts_score"):
        game = PlayedGame(load.load_game(find_game(str(FILES / f"{name}.yaml"))), taught=False)
        won.append(among(game, "greedy", "random", 4, 4))
    assert won[0] == won[1]


@pytest.mark.parametrize("name", ["menus", "flips", "hearts_counter"])
def test_machine_code_foresees_what_rows_do(name, speed):
    rules = program(name) if name == "hearts_counter" else read((GAMES / f"{name}.yaml").read_text())
    compiled = compile_program(rules, 4)
    table = table_of(compiled, {})
    native.load(compiled, table)
    quick, met = zones.ready(table)[0], 0
    states = [np.zeros(1, record.STATE)[0] for _ in range(2)]
    scores = np.zeros((3, record.MAX_PLAYERS), np.int32)
    game = Rowed(compiled, table, 4, 5)
    first = [*compiled.counters.values(), *compiled.roles.values()]
    kept = [each + more for each in first for more in range(4)]  # some of what follows them too, which is the same

    def taken(_):
        nonlocal met
        for state, kind, found in zip(states, (table[0], quick), scores, strict=False):
            for field in game.state.dtype.names:
                state[field] = game.state[field]
            engine.foresee(kind, state)
            engine.score(kind, state, found)
        assert all(states[0].v[each] == states[1].v[each] for each in kept) and (scores[0] == scores[1]).all()
        engine.score(table[0], game.state, scores[2])
        met += (scores[0] != scores[2]).any()

    game.follow(taken)
    assert met > 10
