"""Which cards are taken out of zones without order, where clauses leave that open: any, by chance."""

from collections import Counter

import pytest

from cardgen.play.clauses.tables import table_of
from cardgen.rules.compile import compile_program
from tests.rules.plain import Game
from tests.rules.rowed import Rowed
from tests.rules.test_read import read

GAME = """\
cards: {card: {value: 1 to 4, count: 2}}
zones: {stock: pile, table: open, out: open}
game: {lay: shuffle all cards into stock, table: put all cards from stock to table, take: MOVE}
"""
SEEDS = 200


@pytest.mark.parametrize(
    "moved", ["2 cards", "2 cards where value is at most 4", "up to 2 cards where value is at most 4"]
)
@pytest.mark.parametrize("how", ["by rows", "by hand"])
def test_any_cards_are_taken_by_chance_with_where_as_without(moved, how):
    rules = read(GAME.replace("MOVE", f"move {moved} from table to out"))
    compiled = compile_program(rules, 2)
    table, found = table_of(compiled, {}), Counter()
    for seed in range(SEEDS):
        game = Rowed(compiled, table, 2, seed).play() if how == "by rows" else Game(rules, 2, seed).play()
        out = game.zones["out", None]
        assert len(out) == 2
        found.update(out)
    error = (SEEDS * 2 * 0.25 * 0.75) ** 0.5
    assert len(found) == 4 and all(abs(each - SEEDS * 2 * 0.25) < 4 * error for each in found.values())


ROW_OPCODES = """\
cards: {card: {value: 1 to 4, suit: [red, blue]}}
zones: {stock: pile, table: open, out: open, row: {each: suit}}
game:
  lay: {shuffle: shuffle all cards into stock, table: put all cards from stock to table}
  rows: {for each: suit, put: put all cards where suit is the suit from table to row of the suit}
  take: MOVE
"""


@pytest.mark.parametrize(
    ("text", "moved", "taken"),
    [
        (GAME, "all cards where value is lowest value of cards on table from table", [1, 1]),
        (GAME, "all cards where value is highest value of cards on table from table", [4, 4]),
        (GAME, "all cards where (value is at most cards on out + 1 or value is 4) from table", [1, 1, 4, 4]),
        (GAME, "up to 5 cards where value is lowest value of cards on table from table", [1, 1]),
        (GAME, "up to 5 random cards where value is lowest value of cards on table from table", [1, 1]),
        (GAME, "all cards where (any card on table where value is 2) from table", [1, 1, 2, 2, 3, 3, 4, 4]),
        (ROW_OPCODES, "all cards where cards in row of suit is 4 from any row", [1, 1, 2, 2, 3, 3, 4, 4]),
        (ROW_OPCODES, "all cards where value is highest value of cards in row of suit from any row", [4, 4]),
        (ROW_OPCODES, "up to 3 cards where highest value of cards in row of suit is value from row of red", [4]),
    ],
)
def test_a_condition_is_asked_of_all_cards_before_any_of_them_moves(text, moved, taken):
    rules = read(text.replace("MOVE", f"move {moved} to out"))
    compiled = compile_program(rules, 2)
    table = table_of(compiled, {})
    for seed in range(5):
        for game in (Rowed(compiled, table, 2, seed).play(), Game(rules, 2, seed).play()):
            values = [rules.deck.fields["value"][card] for card in game.zones["out", None]]
            assert sorted(values) == taken
