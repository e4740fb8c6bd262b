"""Loops that never end once they are begun, and loops that may."""

import pytest

from cardgen.play.clauses.tables import settings_of
from cardgen.rules.circles import circles
from cardgen.rules.rounds import Reach
from tests.rules.test_bounds import NAMES
from tests.rules.test_plain import program
from tests.rules.test_read import KITCHEN, read

GAME = """\
cards: {coin: {value: 1 to 5, count: 2}}
zones: {stock: pile, hand: hand, out: open}
counters: {nights: 0, won: each 0}
roles: {dealer: first player}
rules: {fast: no | yes}
numbers: {held: cards in your hand, late: nights + 1}
game: {deal: shuffle all cards into stock, loop: LOOP, act: choose turn, rest: rest, end: end the game}
turn: {wait: nothing, lay: {pick: {one: a card in your hand}, away: move one from your hand to out}}
rest: {none: nothing}
"""
NOTHING = "nothing: nothing"


def found(loop):
    rules = read(GAME.replace("LOOP", loop))
    return [path for path, _ in circles(Reach(rules, settings_of(rules, {}), 3))]


@pytest.mark.parametrize(
    "loop",
    [
        "{repeat: forever, nothing: nothing}",
        "{repeat: forever, act: choose turn}",
        "{repeat: forever, night: add 1 to nights}",
        "{repeat: while any card in stock, turn: {players: in turn from first player, nothing: nothing}}",
        "{repeat: until no card in stock, away: move all cards from out to your hand}",
        "{repeat: until nights is 3, away: move all cards from stock to out}",
        "{repeat: until late is 3, away: move all cards from stock to out}",
        "{repeat: while held is 0, away: move all cards from stock to out}",
        "{repeat: until dealer is left of first player, night: add 1 to nights}",
        "{repeat: until nights is 3, rest: rest}",
        "{repeat: until nights is 3, fly: {by: fast, yes: add 1 to nights}}",
        "{players: in turn from first player, until: no card in stock, nothing: nothing}",
        "{players: in turn from first player, until: every player has any card in hand, night: add 1 to nights}",
    ],
)
def test_loops_that_go_round_for_ever(loop):
    assert found(loop) == ["game.loop"]


@pytest.mark.parametrize(
    "loop",
    [
        "{repeat: forever, end: end the game if nights is 3}",
        "{repeat: 3 times, nothing: nothing}",
        "{repeat: while any card in stock, away: move 1 card from stock to out}",
        "{repeat: while any card in stock, turn: {players: in turn from first player, act: choose turn}}",
        "{repeat: until late is 3, night: add 1 to nights}",
        "{repeat: while held is 0, away: {for each: player, one: draw 1 card from stock to your hand}}",
        "{repeat: until dealer is left of first player, next: left of dealer becomes dealer}",
        "{repeat: until nights is 3, all: shuffle all cards into stock}",  # it may be what is asked
        "{repeat: until nights is 3, fly: {by: fast, no: add 1 to nights}}",
        "{players: in turn from first player, until: you are dealer, nothing: nothing}",
        "{players: in turn from first player, until: no card in your hand, nothing: nothing}",
        "{players: in turn from first player, until: held is 3, nothing: nothing}",
        "{players: in turn from first player, nothing: nothing}",
    ],
)
def test_loops_that_may_end(loop):
    assert found(loop) == []


@pytest.mark.parametrize("name", NAMES)
def test_no_example_has_one(name):
    rules = program(name, KITCHEN if name == "king_lui" else None)
    assert not [*circles(Reach(rules, settings_of(rules, {}), 2))]
