"""Games that somebody wrote from the documentation alone, in which something was wrong: each as it is meant to be."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.definitions.nodes import mapping
from cardgen.definitions.yaml_source import read_yaml
from cardgen.play.clauses import native, zones
from cardgen.play.clauses.tables import table_of
from cardgen.rules.compile import compile_program
from cardgen.rules.layout import STUCK
from cardgen.rules.read import read_rules
from cardgen.store.library import find_game
from tests.books import maker
from tests.rules.plain import Game
from tests.rules.rowed import Rowed
from tests.rules.test_read import faults, read

FILES = Path(__file__).parent / "published"


def program(name):
    return read_rules(mapping(read_yaml(FILES / f"{name}.yaml")))


def every_way(rules, players, seeds=range(6)):
    """Games by rows, by machine code and by hand."""
    compiled = compile_program(rules, players)
    table = table_of(compiled, {})
    native.load(compiled, table)
    for seed in seeds:
        yield Rowed(compiled, table, players, seed).play()
        yield Rowed(compiled, zones.ready(table), players, seed).play()
        yield Game(rules, players, seed).play()


@pytest.mark.parametrize("name", ["low2", "high2"])
def test_each_takes_the_one_card_that_is_the_extreme(name, speed):
    for game in every_way(program(name), 2):
        assert [len(game.zones["mine", player]) for player in range(2)] == [1, 1]


def test_two_picks_are_two_cards(speed):
    """Who holds a single card cannot pick it twice, so that the second of two moves does nothing."""
    for game in every_way(program("twice"), 2):
        assert not game.taken and [len(game.zones["hand", player]) for player in range(2)] == [1, 1]


PICKS = """\
cards: {card: {value: 1 to 3, count: 2}}
players: 2
zones: {stock: pile, hand: hand, mine: tableau}
game:
  shuffle: shuffle all cards into stock
  deal: deal 3 cards from stock to each hand
  take: {players: in turn from first player, act: {choose: turn, otherwise: {no: nothing}}}
turn:
  go:
    pick: {PICKS}
    one: put a from ONE to your mine
    two: put b from TWO to your mine
score: {got: cards in your mine}
"""
LEFT, RIGHT = "hand of left of you", "hand of right of you"  # of two players the same one


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("your hand", "your hand"),
        (LEFT, RIGHT),
        ("your hand", LEFT),
        ("hand of left of left of you", "your hand"),
    ],
)
def test_picks_from_a_zone_share_its_cards_out(one, two, speed):
    text = PICKS.replace("PICKS", f"a: a card in {one}, b: a card in {two}")
    for game in every_way(read(text.replace("ONE", one).replace("TWO", two)), 2, range(20)):
        assert sum(len(game.zones["mine", player]) for player in range(2)) == 2 * sum(game.taken.values())


FAMILY = """\
cards: {card: {value: 1 to 4, suit: [red, blue]}}
players: 2
zones: {stock: pile, row: {each: 2}, mine: tableau}
game:
  shuffle: shuffle all cards into stock
  rows: {for each: row, put: put 1 card from stock to the row}
  take: {players: in turn from first player, act: {choose: turn, otherwise: {no: nothing}}}
turn:
  go:
    pick: {row: a row, a: a card in the row, b: a card in row of 2}
    one: put a from the row to your mine
    two: put b from row of 2 to your mine
score: {got: cards in your mine}
"""


def test_zones_of_a_family_share_their_cards_out_where_they_are_the_same(speed):
    for game in every_way(read(FAMILY), 2):
        assert sum(game.taken.values()) == 1  # of row 1 and row 2; row 2 alone has a single card
        assert sum(len(game.zones["mine", player]) for player in range(2)) == 2


def test_two_cards_and_a_third_one_are_three(speed):
    text = PICKS.replace("PICKS", "a: 2 cards in your hand, b: a card in your hand")
    for game in every_way(read(text.replace("ONE", "your hand").replace("TWO", "your hand")), 2, range(20)):
        assert [len(game.zones["mine", player]) for player in range(2)] == [3, 3]


def test_an_ending_may_have_any_name(speed):
    """`end the game as stuck` is the game's own ending, and not that of play that goes round in circles."""
    rules = program("stuck_word")
    compiled = compile_program(rules, 1)
    endings, table = compiled.layout.endings, table_of(compiled, {})
    ended = {int(Rowed(compiled, table, 1, seed).play().state.ended) for seed in range(12)}
    assert endings["stuck"] in ended and endings[STUCK] not in ended


WORDS = """\
cards: {self: {form: 1 to 3}, key: {form: [4]}}
zones: {stock: pile, hand: hand, table: {each: form}}
game:
  shuffle: shuffle all cards into stock
  deal: deal 1 card from stock to each hand
  turns: {players: in turn from first player, act: choose turn}
  over: {for each: self, tie: nothing}
turn:
  self: {pick: {tree: a card in your hand, self: a form}, out: put tree from your hand to table of the self}
score: {got: "for each self, self in your hand", name: "for each form, 1 if any card in table of the form"}
ties: {stuck: shared}
"""


def test_a_game_may_have_words_that_its_compiler_has(speed):
    for game in every_way(read(WORDS), 2):
        assert sum(game.taken.values()) == 2


def test_numbers_on_declared_cards_may_lie_below_0(speed):
    rules = program("neg")
    assert list(rules.deck.counts) == ["curse_minus_1", "gem_2"]
    for game in every_way(rules, 2):
        assert game.scores() == [sum(-1 if "curse" in card else 2 for card in game.zones["hand", p]) for p in range(2)]


def test_a_range_of_numbers_may_begin_below_0():
    rules = read("cards: {card: {points: -2 to 1}}\nzones: {stock: pile}\ngame: {s: shuffle all cards into stock}\n"
                 "score: {got: sum of points of cards in stock}\n")  # fmt: skip
    assert list(rules.deck.fields["points"].values()) == [-2, -1, 0, 1]


def test_five_picks_are_as_many_as_an_action_holds(speed):
    for game in every_way(program("fivenames"), 2):  # of one card, which cannot be five
        assert not game.taken


def book_of(name):
    """A game's plain book, without the signs of its look."""
    home = find_game(str(FILES / f"{name}.yaml"))
    return maker(home, "en").markdown(home.rules).replace("*", "").replace("\N{NO-BREAK SPACE}", " ")


def test_steps_within_steps_are_lists_within_lists():
    """Of two conditions one within the other, the book says which steps hang on which."""
    lines = book_of("nimmt").splitlines()
    begin = next(n for n, line in enumerate(lines) if line.endswith("the value of the top card of the row is best:"))
    assert lines[begin].startswith("1. Unless best is 0: for each row: if ")
    assert lines[begin + 1 : begin + 5] == [
        "   - If there are at least 5 cards in the row:",
        "      - Move all cards from the row onto the heap.",
        "      - Play Heap up.",
        "   - Put all cards from your chosen to the row.",
    ]


def test_a_book_says_that_divisions_are_rounded_down_where_there_are_any():
    assert "Each division (÷) is rounded down" in book_of("nimmt") and "÷" not in book_of("hanabi")


def test_who_plays_alone_does_not_win_together():
    assert "You win if all of this is so" in book_of("klondike_no_flip") and "together" in book_of("hanabi")


HELD = """\
cards: {coin: {value: 1 to 9, suit: [red, blue]}}
players: 2
zones: {stock: pile, hand: hand, table: tableau, row: {each: 3}}
counters: {points: each 0}
game:
  shuffle: shuffle all cards into stock
  deal: deal 4 cards from stock to each hand
  turns: {players: in turn from first player, act: {choose: turn, otherwise: nothing}}
turn:
  go:
    pick: {one: a card in your hand, two: 2 cards in your hand, who: another player, n: a number from 1 to 2, r: a row}
    when: WHEN
    lay: LAY
score: {points: your points}
"""


@pytest.mark.parametrize(
    ("when", "lay", "told"),
    [
        (
            "one + n is 3",
            "put one from your hand to your table",
            "'one' is a card; expected a number or a value, such as",
        ),
        ("value of n is 3", "put one from your hand to your table", "'n' is a number or a value; expected a card"),
        ("one is more than 2", "put one from your hand to your table", "such as 'value of one'"),
        ("n is 1", "put who from your hand to your table", "'who' is a player; expected a card"),
        ("n is 1", "put one from your hand to table of one", "'one' is a card; expected a player"),
        ("n is 1", "add who to your points", "'who' is a player; expected a number or a value"),
        (
            "no card in the r",
            "put one from your hand to your table",
            "'r' is the number or value of a zone; write 'row of r'",
        ),
        ("sum of value of who is 3", "put one from your hand to your table", "'who' is a player; expected a card"),
    ],
)
def test_what_was_picked_is_no_other_thing(when, lay, told):
    """A card is no number, and none is a player: what is not said of a pick is told, not guessed."""
    (found, *_) = faults(HELD.replace("WHEN", when).replace("LAY", lay))
    assert told in found


@pytest.mark.parametrize(
    ("when", "holds"),
    [
        ("sum of value of two is 9", lambda a, b: a[0] + b[0] == 9),
        ("highest value of two is 9", lambda a, b: max(a[0], b[0]) == 9),
        ("lowest value of two is at least 5", lambda a, b: min(a[0], b[0]) >= 5),
        ("number of different suit of two is 1", lambda a, b: a[1] == b[1]),
        ("number of different value of two is 2 and sum of value of one is value of one", lambda a, b: a[0] != b[0]),
    ],
)
def test_cards_that_are_picked_together_are_asked_together(when, holds, speed):
    text = HELD.replace(", who: another player, n: a number from 1 to 2, r: a row", "").replace("WHEN", when)
    text = text.replace("LAY", "put two from your hand to your table")
    met = 0
    for game in every_way(read(text), 2, range(20)):
        for player in range(2):
            laid = [(int(card.split("_")[1]), card.split("_")[2]) for card in game.zones["table", player]]
            assert len(laid) in (0, 2) and (not laid or holds(*laid))
            met += bool(laid)
    assert met
