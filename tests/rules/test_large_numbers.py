"""Numbers that leave the range of play end the game, alike in rows and in machine code."""

import ctypes

import numpy as np
import pytest

from cardgen.foundations.errors import InputError
from cardgen.play.clauses import engine, native, record
from cardgen.play.clauses.tables import table_of
from cardgen.play.compiled import COMPILES
from cardgen.rules.code import AFTER, ASKING, IDLE, LAST, MASK, MAX_VALUE, MOVED, RESULT, RESUME
from cardgen.rules.compile import compile_program
from cardgen.rules.layout import TOO_LARGE
from tests.rules.rowed import Rowed
from tests.rules.test_read import read

GAME = """\
cards: {{sword: {{value: 1 to 12, count: 4}}}}
zones: {{stock: pile, hand: hand, out: open}}
counters: {{pot: 1, share: each 0}}
game:
  shuffle: shuffle all cards into stock
  deal: deal 4 cards from stock to each hand
  rounds: {{repeat: 4 times, all: {{players: in turn from first player, act: choose turn}}}}
turn:
  play: {{{when}pick: {{card: a card in your hand}}, lay: play card from your hand to out, grow: {grow}, more: {more}}}
numbers: {{held: cards in your hand, million: 1000 * 1000 + held, {numbers}}}
score: {{total: {total}}}
"""


def game(numbers="one: 1", total="pot", grow="add 1 to pot", more="add pot to your share", when=""):
    return compile_program(read(GAME.format(numbers=numbers, total=total, grow=grow, more=more, when=when)), 3)


def played(compiled, table, seed):
    """A game, and its position at the end."""
    one = Rowed(compiled, table, 3, seed).play()
    kept = np.array(one.state.v[: len(compiled.code.start)])
    kept[[RESUME, IDLE, RESULT, MASK, MOVED, LAST, ASKING, AFTER]] = 0  # what only tells where play is
    ended = list(compiled.layout.endings)[one.state.ended]
    return one.scores(), one.winners(), ended, kept.tolist(), one.state.m.tolist(), one.state.tallies.tolist()


def machine(compiled, table):
    """`execute` as machine code."""
    pointer, number = ctypes.c_void_p, ctypes.c_int64
    made = native._linked(native.object_of(native.text_of(compiled, table)))
    entry = ctypes.CFUNCTYPE(number, pointer, pointer, number, pointer, number)(made)

    def address(memory):
        return memory.__array_interface__["data"][0]

    return lambda _, state, pc, options: entry(address(table), address(state), int(pc), address(options), len(options))


GAMES = {
    "small numbers": (game(), "over"),
    "a product": (game("square: million * million, back: square / million", "back"), TOO_LARGE),
    "a negative product": (game("square: million * (0 - million), back: square / million", "back"), TOO_LARGE),
    "a sum of products": (game("square: 3 + 500 * million + 500 * million", "square"), TOO_LARGE),
    "a difference": (game("debt: 0 - 999 * million - 999 * million", "debt"), TOO_LARGE),
    "the greatest number": (game("top_sum: 1000 * (million - held)", "top_sum"), "over"),
    "a counter": (game(grow="add pot * 99 to pot"), TOO_LARGE),
    "a condition": (game("square: million * million", when="when: square is more than pot, "), TOO_LARGE),
    "a counter of each player": (game(more="add 999999 * 500 to your share"), TOO_LARGE),
}


@pytest.mark.skipif(not COMPILES, reason="there is no machine code without numba")
@pytest.mark.parametrize("compiled, ends", GAMES.values(), ids=GAMES)
def test_machine_code_plays_the_game_of_the_rows_however_large_its_numbers(compiled, ends, monkeypatch):
    table = table_of(compiled, {})
    made = machine(compiled, table)
    for seed in range(3):
        found = []
        for execute in (native.interpreter.execute, made):
            monkeypatch.setattr(engine, "execute", execute)
            monkeypatch.setattr(
                engine, "run", lambda table, state, pc, own=execute: own(table, state, pc, np.zeros(0, np.int32))
            )
            with np.errstate(all="raise"):
                found.append(played(compiled, table, seed))
        assert found[0] == found[1]
        assert found[0][2] == ends and max(map(abs, found[0][0])) <= MAX_VALUE


def test_the_points_of_a_game_that_goes_on_do_not_end_it():
    compiled, _ = GAMES["a product"]
    table = table_of(compiled, {})
    one = Rowed(compiled, table, 3, 0)
    engine.deal(one.table, one.state)
    assert one.scores() == [999] * 3 and not one.state.terminal and not one.state.ended


@pytest.mark.parametrize(
    "numbers", ["far: 1000000 * 1000000", "far: 1 - 1000000 * 1000 - 2", "half: 40000 * 20000, far: 7 + half + half"]
)
def test_a_number_that_is_always_too_large_is_a_mistake(numbers):
    with pytest.raises(InputError, match=r"numbers.far: .* is beyond 1,000,000,000"):
        game(numbers, "far")


def test_values_of_all_cards_together_are_in_the_range():
    with pytest.raises(InputError, match=r"values of 'value' that in all cards add up to at most 1,000,000,000"):
        table_of(game_with_copies(1_001), {})
    assert table_of(game_with_copies(1_000), {}).dtype == record.TABLE


def game_with_copies(copies):
    text = GAME.format(
        numbers="one: 1", total="sum of value of cards in your hand", grow="nothing", more="nothing", when=""
    )
    return compile_program(read(text.replace("value: 1 to 12, count: 4", f"value: 1000000, count: {copies}")), 3)
