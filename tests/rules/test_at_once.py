"""Turns that players take all at once: nobody knows what those have chosen who were asked before."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from cardgen.play.game import load_game
from tests.validation.test_published import COINS, PENNIES

GAMES = Path(__file__).parent / "games"


@pytest.fixture(params=["pennies", "coins", "draft", "procession"])
def game(request, tmp_path):
    path = tmp_path / f"{request.param}.yaml"
    known = {"pennies": PENNIES, "coins": COINS}
    path.write_text(known.get(request.param) or (GAMES / path.name).read_text("utf-8"))
    return load_game(str(path))


def walk(game, seed):
    """Every position of a random game in which somebody has to choose."""
    position, chance = game.new_position(seed=seed), random.Random(seed)
    while not position.is_terminal():
        yield position
        position.apply_action(chance.choice(position.legal_actions()))


def test_who_chooses_sees_the_same_whatever_others_have_chosen(game):
    apart = 0
    for position in walk(game, 1):
        seat, other = position.current_player(), position.clone()
        game.engine.verbs.determinise(game.table, other.record, seat)
        assert other.observation(seat) == position.observation(seat)
        assert other.current_player() == seat and other.legal_actions() == position.legal_actions()
        apart += other.snapshot() != position.snapshot()
    assert apart


def test_a_position_goes_on_from_its_snapshot_with_what_was_before(game):
    for position in walk(game, 2):
        again = game.from_snapshot(json.loads(json.dumps(position.snapshot())))
        assert again.snapshot() == position.snapshot()
        seat = position.current_player()
        for each in (again, position):
            each.record.streams[:] = 7
        told = [position.clone(), again]
        for each in told:
            game.engine.verbs.determinise(game.table, each.record, seat)
        assert told[0].snapshot() == told[1].snapshot()


def test_who_has_chosen_sees_that_and_nothing_of_others(tmp_path):
    (tmp_path / "coins.yaml").write_text(COINS)
    position = load_game(str(tmp_path / "coins.yaml")).new_position(seed=1)
    position.apply_action(position.legal_actions()[0])
    mine, theirs = position.observation(0), position.observation(1)
    assert sum(mine["table"][0].values()) == 1 and sum(theirs["table"][0].values()) == 0
    assert position.snapshot()["table"] == mine["table"]


def test_a_position_by_hand_may_stand_between_choices(tmp_path):
    (tmp_path / "coins.yaml").write_text(COINS)
    game = load_game(str(tmp_path / "coins.yaml"))
    hands = [{"coin_1": 1, "coin_2": 1}, {"coin_1": 2}]
    position = game.from_snapshot({"players": 2, "to_act": 1, "hand": hands, "table": [{"coin_2": 1}, {}]})
    assert position.current_player() == 1 and position.observation(1)["table"] == [{"coin_2": 1}, {}]
