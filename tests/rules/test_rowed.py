"""The examples by their rows: each is the game that was meant, and what they showed to be wrong once stays right."""

from collections import Counter

import pytest

from tests.rules.plain import Game
from tests.rules.rowed import rowed
from tests.rules.test_games import FAR, NAMES, compared
from tests.rules.test_read import read

MANY = 300


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_game_by_its_rows_is_the_game_that_was_meant(name):
    figures = compared(name, MANY, rowed)
    assert figures and all(far <= FAR for *_, far in figures.values()), figures


EFFECTS = """\
cards: {star: {count: 20}, moon: {count: 20}}
zones: {stock: pile, hand: hand, box: open}
counters: {ones: each 0, twos: each 0, tail: each 0}
game:
  shuffle: shuffle all cards into stock
  deal: deal 8 cards from stock to each hand
  rounds: {repeat: 8 times, all: {players: in turn from first player, act: choose turn}}
turn:
  one: {pick: {card: a card in your hand}, lay: play card from your hand to box, does: do effect of card, up: add_one}
  two: {pick: {card: a card in your hand}, lay: play card from your hand to box, does: do effect of card, up: add_two}
add_one: {up: add 1 to your ones}
add_two: {up: add 1 to your twos}
effects:
  star: {choose: {yes: add 1 to your tail, no: nothing}}
  moon: {choose: {here: {if: card is moon, more: add 100 to your tail}, there: nothing}}
numbers: {left: cards in your hand, twice: left + left}
score: {tail: your tail, twice: twice}
"""


@pytest.mark.parametrize("player", [Game, rowed])
def test_choices_within_effects_know_the_card_and_the_way_back(player):
    rules = read(EFFECTS.replace("left", "over"))
    for seed in range(10):
        game = player(rules, 3, seed).play()
        assert sum(game.counters[name, each] for name in ("ones", "twos") for each in range(3)) == 24
        assert len(game.zones["box", None]) == 24 and game.scores() == [
            game.counters["tail", each] for each in range(3)
        ]
        assert sum(game.scores()) == game.taken.get("yes", 0) + 100 * game.taken.get("here", 0)
        assert sum(game.taken.get(name, 0) for name in ("yes", "no", "here", "there")) == 24


PICKS = """\
cards: {card: {value: 1 to 12, count: 2}}
zones: {stock: pile, hand: hand, out: open}
counters: {wanted: 0, none: each 0}
game:
  shuffle: shuffle all cards into stock
  deal: deal 7 cards from stock to each hand
  rounds:
    repeat: 7 times
    one: add 1 to wanted
    all: {players: in turn from first player, act: {choose: turn, otherwise: {no: add 1 to your none}}}
turn:
  play:
    pick: {cards: wanted cards in your hand}
    lay: play cards from your hand to out
    back: draw up to wanted cards from stock to your hand
score: {none: your none}
"""


@pytest.mark.parametrize("player", [Game, rowed])
def test_no_more_cards_are_picked_at_once_than_may_be(player):
    game = player(read(PICKS), 2, 1).play()
    assert game.scores() == [3, 3] and game.taken["play"] == 8  # of 1, 2, 3, 4 cards


KINDS = """\
cards: {card: {value: 1 to 3}, joker: {value: 9}}
zones: {row: open}
game: {lay: put all cards to row}
score: {all: cards in row, some: 10 * (jokers in row), sum: 100 * (sum of value of cards in row)}
"""


@pytest.mark.parametrize("player", [Game, rowed])
def test_a_card_is_any_card_whatever_its_kind(player):
    rules = read(KINDS)
    assert player(rules, 2, 1).play().scores() == [1514, 1514]


@pytest.mark.parametrize("player", [Game, rowed])
def test_whoever_has_most_is_not_always_the_first(player):
    rules = read("cards: {card: {value: 1 to 6}}\nzones: {stock: pile, front: tableau}\nroles: {best: first player}\n"
                 "game:\n  shuffle: shuffle all cards into stock\n  deal: deal 2 cards from stock to each front\n"
                 "  best: player with most sum of value of cards in your front becomes best\n"
                 "numbers: {worth: sum of value of cards in your front}\n"
                 "score: {best: worth of best, worth: -(worth)}")  # fmt: skip
    for seed in range(20):
        assert min(player(rules, 3, seed).play().scores()) == 0


RANDOM_WHERE = """\
cards: {card: {value: 1 to 6, count: 2}}
zones: {row: open, out: open}
game: {lay: put all cards to row, rob: discard 3 random cards where value is at least 3 from row to out}
score: {all: cards in out}
"""


@pytest.mark.parametrize("player", [Game, rowed])
def test_random_cards_of_which_something_holds_are_drawn_by_chance(player):
    rules = read(RANDOM_WHERE)
    drawn = Counter(card for seed in range(400) for card in player(rules, 2, seed).play().zones["out", None])
    assert set(drawn) == {f"card_{value}" for value in (3, 4, 5, 6)} and drawn.total() == 1200
    assert all(240 < many < 360 for many in drawn.values()), drawn


@pytest.mark.parametrize(("which", "many"), [("", 10), (" where value is at least 6", 2)])
def test_up_to_so_many_random_cards_are_no_silence(which, many):
    rules = read(RANDOM_WHERE.replace("3 random cards where value is at least 3", f"up to 10 random cards{which}"))
    game = rowed(rules, 2, 1).play()
    assert len(game.zones["out", None]) == many == len(Game(rules, 2, 1).play().zones["out", None])
    assert not any(case.startswith("short") for case in game.compiled.layout.cases)
