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
