"""What `when` asks of the things that are picked: only such as it holds of may be picked."""

import pytest

from cardgen.play.clauses.tables import table_of
from cardgen.rules.compile import compile_program
from tests.rules.plain import Game
from tests.rules.rowed import Rowed
from tests.rules.test_read import read

GAME = """\
cards: {card: {value: 1 to 3, count: 4}}
zones: {stock: pile, hand: hand, row: tableau}
counters: {safe: each 0, hits: each 0, none: each 0}
game:
  shuffle: shuffle all cards into stock
  deal: deal 2 cards from stock to each hand
  guard: {for each: player, safe: set your safe to 1 unless you are first player}
  turns:
    players: in turn from first player
    act: {choose: turn, otherwise: {no: add 1 to your none}}
turn:
  hit:
    pick: {victim: an other player, card: a card in your hand, column: a value}
    when: WHEN
    hit: add 1 to hits of victim
"""


def text(when):
    return GAME.replace("WHEN", when)


@pytest.mark.parametrize(
    ("when", "hits", "none"),
    [
        ("safe of victim is 0", [2, 0, 0], [1, 0, 0]),  # only the first player may be hit, but not by himself
        ("(safe of victim is 0 or you are first player) and victim is not next player", [1, 0, 1], [0, 0, 1]),
        ("victim is you", [0, 0, 0], [1, 1, 1]),
        ("value of card is 4 and the column is 1", [0, 0, 0], [1, 1, 1]),
        ("no card in stock", [0, 0, 0], [1, 1, 1]),
    ],
)
def test_only_what_may_be_picked_is_offered(when, hits, none):
    program = read(text(when))
    compiled = compile_program(program, 3)
    for seed in range(3):
        by_rows, by_hand = Rowed(compiled, table_of(compiled, {}), 3, seed).play(), Game(program, 3, seed).play()
        for game in (by_rows, by_hand):
            told = [[game.counters[name, seat] for seat in range(3)] for name in ("hits", "none")]
            assert told == [hits, none], type(game)


def test_you_can_asks_it_too():
    rules = (
        text("safe of victim is 0")
        .replace("{choose: turn,", "{if: you can hit, act: {choose: turn}, else:")
        .replace("otherwise: ", "")
    )
    assert "you can hit" in rules and "else: {no:" in rules
    compiled = compile_program(read(rules), 3)
    game = Rowed(compiled, table_of(compiled, {}), 3, 0).play()
    assert [game.counters["none", seat] for seat in range(3)] == [1, 0, 0]
