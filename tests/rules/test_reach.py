"""Zone families, loops over values, other orders of turns, common wins and dice: each does what its meaning says."""

import pytest

from cardgen.rules.clauses import FAMILY, FIELD, NOUN, ForEach, steps_of
from tests.rules.plain import Game
from tests.rules.test_read import faults, read

TABLE = """\
cards:
  card: {{value: 1 to 5, suit: [red, blue]}}
zones:
  stock: pile
  hand: hand
  column: {{each: 3, order: yes}}
  pile: {{each: suit, order: yes}}
  path: {{each: [player, suit], order: yes}}
  shelf: {{each: [player, 2]}}
counters: {{pot: 0, count: 0, mine: each 0}}
roles: {{leader: first player}}
game:
  shuffle: shuffle all cards into stock
{steps}
{rest}
"""


def played(steps, rest="score: {sum: your mine}", players=3, seed=1, **more):
    text = TABLE.format(steps="\n".join(f"  {step}" for step in steps.strip().splitlines()), rest=rest)
    return Game(read(text), players, seed, **more).play()


def test_a_family_by_number_field_and_player():
    game = played("""\
first: deal 2 cards from stock to column of 2
piles:
  repeat: 4 times
  up: draw 1 card from stock to hand of first player
  on: move it from hand of first player to pile of suit of it
paths:
  for each: player
  red: move 1 card from stock to your path of red
  shelf: move 1 card from stock to your shelf of 2
other: move all cards from path of red of left of first player to path of blue of right of first player""")
    zones = game.zones
    assert [len(zones["column", None, number]) for number in (1, 2, 3)] == [0, 2, 0]
    assert all(card.endswith(suit) for suit in ("red", "blue") for card in zones["pile", None, suit])
    assert len(zones["pile", None, "red"]) + len(zones["pile", None, "blue"]) == 4 - (10 - 2 - 4 < 0)
    assert (len(zones["path", 1, "red"]), len(zones["path", 2, "blue"])) == (0, 1)
    assert len(zones["shelf", 0, 2]) == 1 and not zones["shelf", 0, 1]
    assert sum(map(len, zones.values())) == 10


def test_all_of_a_family_are_counted_together():
    rest = """\
score:
  all: 100 * (cards in any column)
  mine: 10 * (cards in your shelf)
  left: cards in shelf of left of you
  each: 1000 * (cards in each shelf)"""
    game = played("""\
one: move 1 card from stock to column of 1
two: move 2 cards from stock to column of 3
mine: move 1 card from stock to shelf of 1 of first player
more: move 2 cards from stock to shelf of 2 of first player""", rest)  # fmt: skip
    assert game.scores() == [3330, 3300, 3303]


def test_what_no_family_has_holds_nothing_and_takes_nothing():
    game = played("""\
none: move 2 cards from stock to column of 4
empty: {if: no card in column of 4 and value of top card of column of 4 is 0, add: add 1 to pot}""")
    assert len(game.zones["stock", None]) == 10 and game.counters["pot", None] == 1


def test_a_zone_is_picked_and_gone_through():
    rest = """\
place:
  lay:
    pick: {column: a column, suit: a suit}
    must: {free: no card in the column}
    put: move 1 card from stock to the column
    count: add column to pot
    path: move up to 1 card where suit is the suit from stock to your path of the suit
score: {columns: "for each column, column_worth if 1 is at most cards in the column"}
numbers: {column_worth: 7}"""
    game = played("turns: {players: in turn from first player, act: choose place}", rest)
    assert all(len(game.zones["column", None, number]) == 1 for number in (1, 2, 3))
    assert game.counters["pot", None] == 6 and game.scores() == [21] * 3
    assert all(card.endswith(key[2]) for key, there in game.zones.items() if key[0] == "path" for card in there)


def test_only_what_fits_is_picked():
    seen = []

    def choose(options):
        seen.append([dict(option.picks) for option in options])
        return options[0]

    rest = """\
place:
  lay:
    pick:
      to: a column where value of top card of the column is less than 3
      who: an other player who has no card in hand
  wait: {pick: {who: a player who has at most 0 cards in hand, which: a suit where the suit is not red}}
score: {sum: your mine}"""
    deal = (
        "one: deal 1 card where value is 5 from stock to column of 1\ntwo: deal 1 card where value is 2 from stock to "
    )
    played(
        f"{deal}column of 2\nhand: deal 1 card from stock to hand of left of leader\ngo: choose place",
        rest,
        choose=choose,
    )
    lay = [{"to": column, "who": 2} for column in (2, 3)]
    assert seen == [[*lay, {"who": 0, "which": "blue"}, {"who": 2, "which": "blue"}]]


def test_each_value_each_card_and_each_zone():
    game = played("""\
reds: {for each: suit, move: "move 2 cards where suit is the suit from stock to pile of the suit"}
cards: {for each: card, mark: add 1 to pot if value of card is 5}
columns: {for each: column, deal: move the column cards from stock to the column}""")
    assert [len(game.zones["pile", None, suit]) for suit in ("red", "blue")] == [2, 2]
    assert game.counters["pot", None] == 2
    assert [len(game.zones["column", None, number]) for number in (1, 2, 3)] == [1, 2, 3]
    loops = [step for step in steps_of(game.program.phases["game"]) if isinstance(step, ForEach)]
    assert [(loop.what, loop.word) for loop in loops] == [(FIELD, "suit"), (NOUN, "card"), (FAMILY, "column")]


def test_a_sum_over_the_values_of_a_field():
    rest = 'score: {suits: "for each suit, cards in pile of the suit * cards in pile of the suit"}'
    game = played("reds: move 3 cards where suit is red from stock to pile of red\n"
                  "blues: move 2 cards where suit is blue from stock to pile of blue", rest)  # fmt: skip
    assert game.scores() == [13] * 3


def seats(steps, players=4, **more):
    """Who had a turn, in which order, as the places in which `count` was then written."""
    order = []

    def choose(options):
        order.append(game.you)
        return options[0]

    game = Game(
        read(TABLE.format(steps=steps, rest="act: {one: nothing, two: nothing}\nscore: {sum: your mine}")),
        players,
        1,
        choose=choose,
        **more,
    )
    game.play()
    return order


def test_turns_to_the_right_and_by_a_value():
    assert seats("  turns: {players: in turn from left of leader to the right, go: choose act}") == [1, 0, 3, 2]
    marks = "  set: {a: set mine of first player to 2, b: set mine of right of first player to 5}\n"
    assert seats(f"{marks}  turns: {{players: in order of most your mine, go: choose act}}") == [3, 0, 1, 2]
    changed = "{players: in order of fewest your mine, go: choose act, up: add 9 to your mine}"
    assert seats(f"{marks}  turns: {changed}") == [1, 2, 0, 3]


def test_turns_are_turned_round_and_passed_over():
    until = "players: in turn from first player, until: pot is at least 6, go: choose act, count: add 1 to pot"
    assert seats(f"  turns: {{{until}}}") == [0, 1, 2, 3, 0, 1]
    assert seats(f"  turns: {{{until}, back: reverse the turns if pot is 3}}") == [0, 1, 2, 1, 0, 3]
    assert seats(f"  turns: {{{until}, over: skip the next player if pot is 2}}") == [0, 1, 3, 0, 1, 2]
    both = "back: reverse the turns if pot is 2, over: skip the next player if pot is 2"
    assert seats(f"  turns: {{{until}, {both}}}") == [0, 1, 3, 2, 1, 0]
    once = "players: in turn from first player, go: choose act, over: skip the next player if you are leader"
    assert seats(f"  turns: {{{once}}}") == [0, 2, 3]


def test_the_next_player_is_who_comes_next():
    steps = """\
turns:
  players: in turn from first player
  until: pot is 3
  count: add 1 to pot
  back: reverse the turns if pot is 2
  mark: add pot to mine of next player"""
    assert played(steps).scores() == [2, 1, 3]
    assert played("mark: add 1 to mine of next player").scores() == [0, 1, 0]


def test_equals_are_parted_from_a_player_on():
    mark = "leader: left of first player becomes leader\nmost: player with most your mine{} becomes leader"
    assert played(mark.format("")).roles["leader"] == 0
    assert played(mark.format(", first from leader to the left")).roles["leader"] == 1
    low = "two: set mine of left of first player to 1\nmost: player with fewest your mine{} becomes leader"
    assert played(low.format(", first from left of first player to the left")).roles["leader"] == 2


@pytest.mark.parametrize(("needed", "won"), [(2, {0, 1, 2}), (3, set())])
def test_all_win_or_nobody(needed, won):
    wins = f"wins:\n  cards: cards in column of 1 is at least {needed}\n  rest: any card in stock\n"
    game = played("deal: move 2 cards from stock to column of 1", wins + "score: {sum: your mine}")
    assert game.winners() == won
    assert list(game.program.wins) == ["cards", "rest"]


def test_one_player_may_play_alone():
    rest = "wins: {goal: pot is 1}\nscore: {pot: pot + highest of others (your mine)}"
    game = played("turns: {players: in turn from first player, one: add 1 to pot}", rest, players=1)
    assert game.scores() == [1] and game.winners() == {0}


def test_a_peek_is_a_move_and_back():
    text = TABLE.replace("  hand: hand", "  hand: hand\n  look: hand").format(
        steps="  look: draw 3 cards from stock to your look\n  choice: choose keep\n"
        "  back: move all cards from your look onto stock",
        rest="keep: {best: {pick: {chosen: a card in your look where value is highest value of cards in your look}, "
        "get: move chosen from your look to your hand}}\nscore: {sum: sum of value of cards in your hand}",
    )
    for seed in range(5):
        game = Game(read(text), 2, seed).play()
        seen = game.zones["stock", None][-2:] + game.zones["hand", 0]
        assert len(game.zones["stock", None]) == 9 and not game.zones["look", 0]
        assert game.scores()[0] == max(int(card.split("_")[1]) for card in seen)


@pytest.mark.parametrize(
    ("first", "winner"),
    [("first player", 0), ("right of first player", 2), ("left of first player", 1)],
)
def test_a_tie_is_broken_by_seats_with_whom_one_begins_among_them(first, winner):
    rest = "ties: {{last: first from {0} to the {1}}}\nscore: {{none: 0}}"
    for way in ("left", "right"):
        assert played("none: nothing", rest.format(first, way), players=3).winners() == {winner}


def test_a_die_is_rolled_once_each_time():
    steps = "roll: {repeat: 600 times, die: set pot to a die of 6, six: add 1 to count if pot is 6}"
    game = played(steps)
    assert 70 <= game.counters["count", None] <= 130  # 100 expected, 9 is the standard deviation
    both = played("roll: {repeat: 300 times, each: add a die of 6 + a die of 6 to pot}")
    assert 1950 <= both.counters["pot", None] <= 2250
    apart = played("each: set each mine to a die of 1000", players=3)
    assert len(set(apart.scores())) == 3


def test_what_would_take_for_ever_is_told():
    deep = "{for each: card, a: " * 4 + "{for each: card, e: nothing}" + "}" * 4
    assert played(f"deep: {deep}", players=1).rounds == 0  # as many as may be
    assert "game: expected loops through at most 100,000 things, got 1,000,000" in wrong(
        f"  deep: {{for each: card, z: {deep}}}"
    )
    said = "for each value, " * 8 + "1"
    assert "score.sum: expected loops through at most 100,000 things" in wrong(rest=f'score: {{sum: "{said}"}}')
    wide = TABLE.replace("1 to 5", "1 to 60").replace("hand: hand", "odd: {{each: value}}").format(steps="", rest="")
    assert "zones.odd.each: expected at most 50 values of value, got 60" in "\n".join(faults(wide))


def wrong(steps="  none: nothing", rest="score: {sum: your mine}", zones=""):
    return "\n".join(faults(TABLE.format(steps=steps, rest=rest).replace("  stock: pile", f"  stock: pile{zones}")))


@pytest.mark.parametrize(
    ("case", "told"),
    [
        ({"rest": "score: {sum: a die of 6}"}, "score.sum: only a step can roll a die"),
        ({"rest": "turn: {roll: {when: a die of 6 is 6, go: nothing}}\nscore: {sum: 1}", "steps": "  go: choose turn"},
         "turn.roll.when: only a step can roll a die"),
        ({"zones": "\n  odd: {each: suite}"}, "zones.odd.each: expected 'player', a field of cards or a number, got "
         "'suite'; did you mean 'suit'?"),
        ({"zones": "\n  odd: {each: [player, suit, 3]}"}, "expected 'player', a field of cards, a number, or"),
        ({"zones": "\n  odd: {each: 51}"}, "expected a number from 1 to 50, got 51"),
        ({"steps": "  go: draw 1 card from stock to colum of 2"}, "is no zone family 'colum'; did you mean 'column'?"),
        ({"steps": "  go: draw 1 card from stock to the column"}, "expected a zone, a zone family, "),
        ({"steps": "  go: draw 1 card from stock to column"}, "the sentence ends too soon; expected 'of'"),
        ({"steps": "  go: draw 1 card from stock to your path of red of leader"}, "got 'of'"),
        ({"steps": "  go: {for each: colunm, a: nothing}"}, "expected 'player', a field, a kind of card or a zone "
         "family, got 'colunm'; did you mean 'column'?"),
        ({"rest": "turn: {go: {pick: {suit: a suit}, a: set pot to suit}}\nscore: {a: 1}", "steps": "  a: choose turn"},
         "turn.go.a: 'suit' is a field of cards; expected 'suit of' and a card, "
         "or 'the suit' for the value that was picked"),
        ({"rest": "wins: {goal: pot is many}\nscore: {sum: 1}"}, "wins.goal: "),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told(case, told):
    assert told in wrong(**case)
