"""What rules files name for those who read games: silences, what reports add up, positions and those by hand."""

import json

import pytest

from cardgen.definitions.nodes import mapping
from cardgen.definitions.yaml_source import read_yaml
from cardgen.foundations.errors import InputError
from cardgen.rules.code import IDLE
from cardgen.rules.read import read_rules
from cardgen.rules.rounds import Reach
from tests.play.games import played

NIGHTS = """\
words: {berry: berries}
cards: {berry: {value: 1 to 4, count: 6}, bear: {count: 2}}
rules: {dealt: "2, from 1 to 4", mood: sleepy | hungry}
zones:
  stock: pile
  row:   open
  out:   open
  hand:  {each: player, holds: {by: mood, sleepy: berry, hungry: cards}}
roles: {host: first player}
numbers: {laid: dealt * players}
game:
  shuffle: shuffle all cards into stock
  nights: {repeat: forever, night: night}
night:
  enough: {if: fewer than laid cards in stock, over: end the game as dawn}
  lay: draw laid cards from stock to row
  turns:
    players: in turn from host
    bare: note bare if no card in stock
    act: {choose: turn, otherwise: nothing}
  away: move all cards from row to out
  back: {if: mood is hungry, all: shuffle all bears from out into stock}
  next: left of host becomes host
turn:
  take: {pick: {berry: a berry on row}, gain: move berry from row to your hand}
  tame: {pick: {bear: a bear in your hand}, go: move bear from your hand to out}
score: {berries: "for each berry, berry in your hand"}
rounds: night.lay
tallies: {held: cards in your hand}
silences: {no_card: {of: night.turns.bare, fact: B1}}
positions: {stock: stock, row: berries on row, bears: number of bears on row, hands: hand, host: host, night: rounds}
"""


def program(tmp_path, was="", now=""):
    assert was in NIGHTS
    (tmp_path / "rules.yaml").write_text(NIGHTS.replace(was, now) if was else NIGHTS, "utf-8")
    return read_rules(mapping(read_yaml(tmp_path / "rules.yaml")))


@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        ("of: night.turns.bare", "of: night.turns.bear", "silences.no_card.of: there is no clause 'night.turns.bear'"),
        ("fact: B1", "fakt: B1", "silences.no_card: there is no key 'fakt'; did you mean 'fact'"),
        ("{of: night.turns.bare, fact: B1}", "{fact: B1}", "silences.no_card: expected the key 'of' with a clause"),
        ("hands: hand", "hands: hend", "positions.hands: there is no zone 'hend'; did you mean 'hand'"),
        ("hands: hand", "hands: all of it", "positions.hands: expected 'ZONE', 'CARDS on ZONE', "),
        ("berries on row", "berrys on row", "positions.row: there is no kind of card 'berrys'; did you mean 'berry'"),
        ("held: cards in your hand", "held: card your hand", "tallies.held: "),
    ],
)  # fmt: skip
def test_a_slip_is_told_with_its_place(tmp_path, was, now, told):
    with pytest.raises(InputError) as error:
        program(tmp_path, was, now)
    assert told in str(error.value) and "rules.yaml:" in str(error.value)


def test_what_rules_alone_tell_of_rounds_and_actions(tmp_path):
    reach = Reach(program(tmp_path), {"dealt": 2, "mood": "sleepy"}, 3)
    rounds = reach.rounds()
    assert (rounds.name, rounds.zone, rounds.cards, rounds.each, rounds.decisions) == ("night", "stock", 6, 2, 3)
    assert not rounds.comes_back and reach.actions == {"turn.take"} and reach.notes == {"bare"}
    hungry = Reach(reach.program, {"dealt": 1, "mood": "hungry"}, 4)
    assert hungry.rounds().comes_back and hungry.rounds().cards == 4 and hungry.actions == {"turn.take", "turn.tame"}


def test_rounds_are_not_told_where_the_game_may_go_on_without_cards(tmp_path):
    found = program(tmp_path, "  enough: {if: fewer than laid cards in stock, over: end the game as dawn}\n", "")
    assert Reach(found, {"dealt": 2, "mood": "sleepy"}, 3).rounds() is None


def test_a_position_by_hand_goes_on_as_games_do():
    """Of a game that says nothing of its positions: zones, counters and roles by their own names."""
    game = played("ballast")
    whole = game.new_position(3, seed=4).snapshot()
    told = {name: whole[name] for name in ("players", "hand", "stock") if name in whole}
    for seat in range(3):
        position = game.from_snapshot({**told, "to_act": seat})
        assert position.current_player() == seat and position.legal_actions()
        assert position.snapshot()["hand"] == whole["hand"] and position.record.v[IDLE] >= 0
        position.apply_action(position.legal_actions()[0])
        again = game.from_snapshot(json.loads(json.dumps(position.snapshot())))
        assert again.legal_actions() == position.legal_actions()


def test_nobody_acts_in_a_position_to_which_no_game_comes():
    with pytest.raises(ValueError, match="to_act: expected a whole number from 0 to 2, got 3"):
        played("ballast").from_snapshot({"players": 3, "to_act": 3})
