"""What is known of moves without playing: which may find too few cards, and which leave open what they take."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.play.clauses.tables import settings_of, table_of
from cardgen.rules.bounds import Bounds
from cardgen.rules.compile import compile_program
from cardgen.rules.doubts import undecided, unproved
from cardgen.rules.rounds import Reach
from tests.rules.rowed import Rowed
from tests.rules.test_plain import program
from tests.rules.test_read import GAMES, KITCHEN, read

NAMES = sorted(path.stem for path in GAMES.glob("*.yaml") if path.stem != "robber")
PLAYERS = {"war": 2, "deck_building": 2, "expeditions": 2}
CARDS = """\
cards: {coin: {value: 1 to 5, suit: [red, blue]}, crumb: {count: 6}}
zones: {stock: pile, hand: hand, open: open, out: open, heap: hidden, row: {each: 3}, pens: {each: suit}}
counters: {twice: 2}
rules: {dealt: "3, from 1 to 4"}
"""  # 16 cards


def doubts(text, players=3):
    """The clauses of a game that may find too few cards, and those that leave open which."""
    rules = read(CARDS + text)
    moves = Bounds(Reach(rules, settings_of(rules, {}), players)).moves()
    return [sorted({taken.said.path for taken in found(rules, moves)}) for found in (unproved, undecided)]


def short(steps, players=3):
    return doubts("game: {shuffle: shuffle all cards into stock, " + steps + "}\n", players)[0]


def open_(steps, more=""):
    begin = "game: {deal: shuffle all cards into stock, some: deal dealt cards from stock to each hand, "
    return doubts(begin + "lay: move 4 cards from stock to open, " + steps + "}\n" + more)[1]


@pytest.mark.parametrize(
    ("steps", "found"),
    [
        ("a: draw 16 cards from stock to out", []),
        ("a: draw 17 cards from stock to out", ["game.a"]),
        ("a: deal dealt cards from stock to each hand, b: draw 7 cards from stock to out", []),
        ("a: deal dealt cards from stock to each hand, b: draw 8 cards from stock to out", ["game.b"]),
        ("a: draw up to 17 cards from stock to out", []),
        ("a: draw (value of top card of stock) cards from stock to out", []),  # no fixed number: play counts it
        ("a: draw 6 crumbs from stock to out, b: draw 10 coins from stock to out", []),
        ("a: draw 2 cards from stock to out, b: draw 5 crumbs from stock to out", ["game.b"]),
        ("a: draw 5 coins where suit is red from stock to out", []),
        ("a: draw 6 coins where suit is red from stock to out", ["game.a"]),
        ("a: {repeat: 4 times, b: draw 4 cards from stock to out}", []),
        ("a: {repeat: 5 times, b: draw 4 cards from stock to out}", ["game.a.b"]),
        ("a: {repeat: while any card in stock, b: draw 1 card from stock to out}", []),
        ("a: {repeat: while any card in stock, b: draw 2 cards from stock to out}", []),  # 16 cards
        ("a: {repeat: while any card in stock, b: draw 3 cards from stock to out}", ["game.a.b"]),
        ("a: {repeat: until fewer than 2 cards in stock, b: draw 2 cards from stock to out}", []),
        ("a: {repeat: while cards in stock is more than 1, b: draw 2 cards from stock to out}", []),
        ("a: {repeat: while 1 is less than cards in stock, b: draw 2 cards from stock to out}", []),
        ("a: {repeat: forever, b: draw 1 card from stock to out if any card in stock, c: end the game}", []),
        ("a: {players: in turn from first player, b: draw 5 cards from stock to out}", []),
        ("a: {players: in turn from first player, b: draw 6 cards from stock to out}", ["game.a.b"]),
        ("a: {players: in turn from first player, until: no card in stock, b: draw 1 card from stock to out}", []),
        (
            "a: {players: in turn from first player, until: no card in stock, b: draw 1 card from stock to out, "
            "c: draw 1 card from stock to out}",
            ["game.a.c"],
        ),
        ("a: {for each: suit, b: draw 8 cards from stock to out}", []),
        ("a: {for each: suit, b: draw 9 cards from stock to out}", ["game.a.b"]),
        ("a: draw 9 cards from stock to out, b: shuffle all cards into stock, c: draw 16 cards from stock to out", []),
        ("a: draw 9 cards from stock to out, b: put all cards from out to stock, c: draw 16 cards from stock to out",
         []),
        ("a: {if: fewer than 20 cards in stock, b: end the game}, c: draw 20 cards from stock to out", []),
        ("a: {unless: no card in stock, b: draw 1 card from stock to out, else: {c: draw 1 card from stock to out}}",
         []),
    ],
)  # fmt: skip
def test_draws_that_may_find_too_few(steps, found):
    assert short(steps) == found


@pytest.mark.parametrize(("skips", "found"), [("nothing", []), ("skip the next player", ["game.last"])])
def test_who_is_passed_over_brings_nothing_back(skips, found):
    back = f"{{players: in turn from first player, two: put 2 random cards from out to stock, skips: {skips}}}"
    assert short(f"all: put all cards from stock to out, turns: {back}, last: draw 6 cards from stock to heap") == found


def test_the_more_players_the_fewer_cards():
    steps = "a: deal 5 cards from stock to each hand"
    assert short(steps, 3) == [] and short(steps, 4) == ["game.a"]


TURNS = "{players: in turn from first player, until: every player has no cards in hand, act: choose turn, END}"
ACTIONS = "turn: {play: {pick: {one: a card in your hand}, away: move one from your hand to out}, WHAT}\n"


@pytest.mark.parametrize(
    ("what", "end", "found"),
    [
        ("wait: nothing", "draw: draw 1 card from stock to out", ["game.turns.draw"]),
        ("draw: {first: draw 1 card from stock to out}", "no: nothing", []),  # or else it could not be chosen
        (
            "draw: {first: draw 1 card from stock to out, more: draw 1 card from stock to out}",
            "no: nothing",
            ["turn.draw.more"],
        ),
        ("draw: {first: draw 1 card from stock to out, more: draw 1 card from stock to out if any card in stock}",
         "no: nothing", []),
        ("draw: {when: at least 2 cards in stock, first: set twice to 1, more: draw 2 cards from stock to out}",
         "no: nothing", []),
        ("draw: {none: end the turn}", "draw: draw up to 1 card from stock to out", []),
        ("draw: {none: go again}", "draw: {if: any card in stock, one: draw 1 card from stock to out}", []),
    ],
)  # fmt: skip
def test_draws_of_actions_and_behind_them(what, end, found):
    turns = TURNS.replace("END", end)
    text = (
        f"game: {{shuffle: shuffle all cards into stock, deal: deal 2 cards from stock to each hand, turns: {turns}}}\n"
    )
    assert doubts(text + ACTIONS.replace("WHAT", what))[0] == found


@pytest.mark.parametrize(
    ("steps", "found"),
    [
        ("a: {for each: player, away: move 1 card from your hand to out}", ["game.a.away"]),
        ("a: {for each: player, away: move a card from your hand to out}", ["game.a.away"]),
        ("a: {for each: player, away: move up to 2 cards from your hand to out}", ["game.a.away"]),
        ("a: {for each: player, away: move twice cards from your hand to out}", ["game.a.away"]),
        ("a: {for each: player, away: move 1 coin where value is at least 2 from your hand to out}", ["game.a.away"]),
        ("a: {for each: player, away: move 1 random card from your hand to out}", []),
        ("a: {for each: player, away: move all cards from your hand to out}", []),
        ("a: {for each: player, away: move 3 cards from your hand to out}", []),  # all that there may be
        ("a: {for each: player, away: move (cards in your hand) cards from your hand to out}", []),
        ("a: {for each: player, away: move (cards in open) cards from your hand to out}", ["game.a.away"]),
        ("a: {for each: player, away: move 1 crumb from your hand to out}", []),  # one is like the other
        ("a: {for each: player, away: move 1 coin where (value is 3 and suit is red) from your hand to out}", []),
        ("a: move 1 card from stock to out", []),  # the top
        ("a: move 1 card from open to out", ["game.a"]),
        ("a: move 4 cards from open to out", []),
        ("a: move 3 cards from open to out, b: move 1 card from open to out", ["game.a"]),
        ("a: move all cards from open to heap, b: move 1 card from heap to out", []),  # nobody sees which
        ("a: {repeat: forever, b: move 1 card from stock to out, c: move 1 card from open to out}", ["game.a.c"]),
        ("a: {for each: suit, b: move all coins where suit is the suit from stock to pens of the suit}", []),
    ],
)
def test_moves_that_leave_open_which_cards(steps, found):
    assert open_(steps) == found


@pytest.mark.parametrize(
    ("else_", "found"), [("nothing", []), ("add sum of value of coins in out to twice", ["game.a.b"])]
)
def test_cards_of_one_value_differ_by_what_clauses_ask_else(else_, found):
    """Coins of one suit have five values, of which a clause asks or none does."""
    assert open_("a: {for each: suit, b: move 1 coin where suit is the suit from open to out}, c: " + else_) == found


def test_zones_in_which_cards_lie_by_their_values():
    sort = "a: {for each: suit, b: move all coins where suit is the suit from stock to pens of the suit}, "
    take = "c: move 1 card from pens of red to out"
    assert open_(sort + take) == []
    other = "d: move 1 random card from open to pens of red, "
    assert open_(sort + other + take) == ["game.c"]


def test_what_is_too_long_to_go_through_is_not_told_of():
    deep = "{repeat: 50 times, a: " * 4 + "draw 1 card from stock to out" + "}" * 4
    assert short(f"far: {deep}") == []


@pytest.mark.parametrize("name", NAMES)
def test_no_draw_falls_short_in_play_that_is_proved(name):
    rules = program(name, KITCHEN if name == "king_lui" else None)
    players = PLAYERS.get(name, 3)
    moves = Bounds(Reach(rules, settings_of(rules, {}), players)).moves()
    sure = {taken.said.path for taken in moves} - {taken.said.path for taken in moves if taken.short}
    compiled = compile_program(rules, players)
    table, fell_short = table_of(compiled, {}), set()
    for seed in range(25):
        state = Rowed(compiled, table, players, seed).play().state
        fell_short |= {case for case, number in compiled.layout.cases.items() if state.silences[number]}
    assert not {f"short.{path}" for path in sure} & fell_short


MOVES = (
    "draw 1 card from stock to your hand",
    "draw 2 coins from stock to out",
    "deal 2 cards from stock to each hand",
    "draw 3 cards where value is at least 3 from stock to out",
    "draw up to 2 cards from out to stock",
    "put all cards from your hand to out",
    "shuffle all crumbs from out into stock",
    "shuffle all coins into stock",
    "move 1 card from pile to your hand",
    "put all cards from stock to pile",
    "move 2 random cards from pile to stock",
    "end the turn if any card in your hand",
    "go again if fewer than 3 cards in your hand and any card in stock",
    "skip the next player",
)
AROUND = (
    "if: at least 3 cards in stock",
    "if: cards in stock is more than 1 and any crumb in stock",
    "unless: no card in stock",
    "repeat: while any card in stock",
    "repeat: until fewer than 2 coins in stock",
    "repeat: 3 times",
    "for each: player",
    "players: in turn from first player",
)


def flows(deep):
    """Steps within steps, as they stand in a file; those of turns only within turns."""
    steps = st.sampled_from(MOVES)
    if deep:
        inner = st.tuples(st.sampled_from(AROUND), st.lists(flows(deep - 1), min_size=1, max_size=3))
        steps = st.one_of(steps, steps, inner.map(lambda told: "{" + ", ".join([told[0], *numbered(told[1])]) + "}"))
    return steps


def numbered(steps):
    return [f"s{number}: {step}" for number, step in enumerate(steps)]


@settings(max_examples=60, deadline=None)
@given(st.lists(flows(2), min_size=2, max_size=6))
def test_no_draw_falls_short_in_any_game_where_it_is_proved(steps):
    begin = CARDS.replace("hand: hand", "pile: pile, hand: hand").replace(
        "open: open, out: open", "open: open, out: pile"
    )
    turns = "{players: in turn from first player, " + ", ".join(numbered(steps)) + "}"
    rules = read(begin + "game: {shuffle: shuffle all cards into stock, turns: " + turns + "}\n")
    moves = Bounds(Reach(rules, settings_of(rules, {}), 3)).moves()
    sure = {taken.said.path for taken in moves} - {taken.said.path for taken in moves if taken.short}
    compiled = compile_program(rules, 3)
    table = table_of(compiled, {})
    for seed in range(5):
        state = Rowed(compiled, table, 3, seed).play().state
        fell_short = {case for case, number in compiled.layout.cases.items() if state.silences[number]}
        assert not {f"short.{path}" for path in sure} & fell_short
