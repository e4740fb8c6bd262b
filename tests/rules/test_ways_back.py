"""Wherever an action is chosen from, play goes on behind that choice."""

import pytest

from cardgen.foundations.errors import InputError
from cardgen.play.clauses.tables import table_of
from cardgen.rules.compile import compile_program
from tests.rules.plain import Game
from tests.rules.rowed import Rowed
from tests.rules.test_read import read

BEGINS = """\
cards: {fox: {value: 1 to 3, count: 4}}
zones: {stock: pile, hand: hand, row: tableau, out: open}
counters: {turns: 0, hits: 0}
roles: {prey: first player}
game:
  shuffle: shuffle all cards into stock
  deal: deal 3 cards from stock to each hand
"""
THROWN = """\
throwing:
  throw: {pick: {thrown: a card in your hand}, away: discard thrown from your hand to out}
"""
WITHIN_AN_EFFECT = (
    BEGINS
    + """\
  turns:
    players: in turn from first player
    until: every player has no cards in hand
    skip: no card in your hand
    act: choose turn
    count: add 1 to turns
turn:
  play: {pick: {card: a card in your hand}, lay: play card from your hand to your row, does: do effect of card}
effects:
  fox:
    choose:
      rob:
        pick: {victim: an other player who has any card in hand}
        who: victim becomes prey
        throws: {players: in turn from prey, skip: you are not prey, act: choose throwing}
    otherwise: nothing
"""
    + THROWN
)
AN_EFFECT_OF_WHAT_IS_CHOSEN_THERE = (
    BEGINS
    + """\
  turns:
    players: in turn from first player
    until: every player has no cards in hand
    skip: no card in your hand
    act:
      choose:
        play: {pick: {card: a card in your hand}, lay: play card from your hand to your row, does: do effect of card}
    count: add 1 to turns
effects:
  fox:
    choose:
      hit: {pick: {more: a number from 0 to 1}, hit: add value of card to hits}
"""
)
ONE_PHASE_OF_AN_EFFECT_IN_TWO_PLACES = (
    BEGINS
    + """\
  turns:
    players: in turn from first player
    until: every player has no cards in hand
    skip: no card in your hand
    act: choose turn
    first: do effect of fox_1
    second: {if: any card in your hand, does: do effect of fox_2, last: add 100 to hits}
    count: add 1 to turns
turn:
  play: {pick: {card: a card in your hand}, lay: play card from your hand to your row}
effects: {fox: tossing}
tossing: {act: {choose: throwing, otherwise: nothing}, count: add 1 to hits}
"""
    + THROWN
)
ONE_CHOICE_OF_AN_EFFECT_IN_TWO_PLACES = ONE_PHASE_OF_AN_EFFECT_IN_TWO_PLACES.replace(
    "fox: tossing", "fox: {does: choose throwing if any card in your hand, count: add 1 to hits}"
).replace("tossing: {act: {choose: throwing, otherwise: nothing}, count: add 1 to hits}\n", "")
IN_TWO_PLACES = (ONE_PHASE_OF_AN_EFFECT_IN_TWO_PLACES, ONE_CHOICE_OF_AN_EFFECT_IN_TWO_PLACES)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("rules", [WITHIN_AN_EFFECT, AN_EFFECT_OF_WHAT_IS_CHOSEN_THERE, *IN_TWO_PLACES])
def test_play_goes_on_behind_the_choice(rules, players):
    program = read(rules)
    compiled = compile_program(program, 3)
    for seed in range(5):
        for game in (Rowed(compiled, table_of(compiled, {}), players, seed), Game(program, players, seed)):
            game.play()
            turns, hits, taken = game.counters["turns", None], game.counters["hits", None], game.taken
            rows = sum(len(game.zones["row", seat]) for seat in range(players))
            assert turns == taken["play"] == rows, type(game)
            assert rows + len(game.zones["out", None]) == 3 * players
            assert len(game.zones["out", None]) == taken.get("throw", 0)
            if rules is AN_EFFECT_OF_WHAT_IS_CHOSEN_THERE:
                laid = [card for seat in range(players) for card in game.zones["row", seat]]
                assert taken["hit"] == turns and hits == sum(int(card[-1]) for card in laid)
            if rules in IN_TWO_PLACES:
                assert hits % 100 == turns + hits // 100


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("count: add 1 to hits}\n", "on: idling, last: idling}\nidling: {on: tossing, again: tossing}\n"),
        ("away: discard thrown from", "does: do effect of fox_3, away: discard thrown from"),
    ],
)
def test_what_leads_back_to_itself_by_way_of_others_is_told(was, now):
    rules = ONE_PHASE_OF_AN_EFFECT_IN_TWO_PLACES
    assert was in rules
    with pytest.raises(InputError, match="leads back to itself"):
        compile_program(read(rules.replace(was, now)), 3)
