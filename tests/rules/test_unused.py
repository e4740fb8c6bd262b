"""What clauses never come to in games played at random: planted in a small game, and none in those that are right."""

import pytest

from cardgen.definitions.load import load_game
from cardgen.play.clauses.unused import unused
from cardgen.store.library import all_games, find_game

GAME = """\
players: 2 to 3
cards: {{card: {{value: 1 to 12}}}}
zones: {{stock: pile, hand: hand, row: {{order: yes}}, aside: {{seen by: all}}}}
counters: {{coins: each 4, bank: 9, laid: 0}}
game:
  shuffle: shuffle all cards into stock
  deal: deal 3 cards from stock to each hand
  turns: {{players: in turn from first player, until: no card in any hand, act: {{choose: turn}}, fresh: {{{fresh}}}}}
turn:
  lay: {{pick: {{card: a card in your hand}}, on: put card from your hand onto row, count: add 1 to laid, {more}}}
score: {{coins: your coins, bank: bank}}
"""
FRESH = "if: cards in row is 3, clear: move all cards from row to aside"
MORE = "pay: pay 1 from your coins to bank if value of card is 1"


@pytest.fixture
def found(tmp_path):
    def found(text):
        (tmp_path / "planted.yaml").write_text(text, "utf-8")
        game = load_game(find_game(str(tmp_path / "planted.yaml")))
        return {path: (code, place.line) for code, path, _, place in unused(game, (2, 3))}

    return found


@pytest.mark.parametrize(
    ("fresh", "more", "told"),
    [
        (FRESH, MORE, {}),
        (FRESH.replace("is 3", "is 13"), MORE, {"game.turns.fresh": ("never-done", 8)}),
        (FRESH, MORE.replace("is 1", "is 13"), {"turn.lay.pay": ("never-done", 10)}),
        (f"{FRESH}, back: take all cards from aside to stock, rest: take all cards from row to stock", MORE,
         {"game.turns.fresh.rest": ("never-moves", 8)}),
        (FRESH.replace("cards in row is 3", "cards in row is 3 or laid is 99 or cards in row is 2"), MORE,
         {"game.turns.fresh.if": ("never-decides", 8)}),
        (FRESH, "pay: pay 3 from your coins to bank", {"turn.lay.pay": ("pays-short", 10)}),
        (FRESH, "pay: pay 3 from your coins to bank if your coins is at least 3", {}),
        (FRESH, "pay: pay 3 from coins of left of you to bank", {"turn.lay.pay": ("pays-short", 10)}),
    ],
)  # fmt: skip
def test_planted(found, fresh, more, told):
    assert found(GAME.format(fresh=fresh, more=more)) == told


@pytest.mark.parametrize("home", all_games(), ids=lambda home: home.name)
def test_of_games_that_ship_nothing_is_told(home):
    game = load_game(home)
    assert not (game.clauses and list(unused(game, range(*game.players))))
