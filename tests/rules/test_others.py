"""Hands that are held the wrong way round: all see them but those who hold them."""

from __future__ import annotations

import pytest

from cardgen.play.game import load_game
from tests.rules.test_read import faults

GAME = """\
# Wrong way round
cards: {coin: {value: 1 to 20}}
players: 3
zones:
  stock: pile
  hand: {each: [player, 2], seen by: others}
  table: open
counters: {luck: {each: player, start: 4, seen by: others}, doom: {each: player, seen by: nobody}}
game:
  shuffle: shuffle all cards into stock
  deal: {for each: player, fill: {for each: hand, card: deal 1 card from stock to your hand of the hand}}
  turns: {repeat: 2 times, each: {players: in turn from first player, act: choose turn}}
turn:
  lay:
    pick: {hand: a hand where any card in your hand of the hand}
    down: move 1 card from your hand of the hand to table
score: {sum: sum of value of cards in your hand}
"""


@pytest.fixture
def game(tmp_path):
    (tmp_path / "wrong.yaml").write_text(GAME)
    return load_game(str(tmp_path / "wrong.yaml"))


def test_all_see_it_but_its_owner(game):
    position = game.new_position(3, seed=1)
    dealt = position.snapshot()["hand"]
    seen = position.observation(1)
    assert seen["hand"][0] == dealt[0] and seen["hand"][2] == dealt[2]
    assert all(each != own for each, own in zip(seen["hand"][1].values(), dealt[1].values(), strict=True))
    assert seen["luck"] == [4, None, 4] and seen["doom"] == [None, None, None]


def test_its_owner_may_believe_in_any_cards_and_others_in_none_but_those(game):
    position = game.new_position(3, seed=1)
    dealt, believed = position.snapshot()["hand"], []
    for _ in range(20):
        other = position.clone()
        game.engine.verbs.determinise(game.table, other.record, 1)
        position.record.streams[:] = other.record.streams
        hands = other.snapshot()["hand"]
        assert hands[0] == dealt[0] and hands[2] == dealt[2]
        believed.append(str(hands[1]))
    assert len({*believed}) > 10


def test_a_zone_of_the_table_has_no_others():
    (told,) = faults(GAME.replace("table: open", "table: {seen by: others}"))
    assert (
        told.startswith("small.yaml:7:")
        and "zones.table.seen by: 'others' needs a zone that belongs to a player" in told
    )
