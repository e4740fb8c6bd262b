"""What players learn: by playing, alike everywhere, in a file that is read with care, to their advantage."""

from __future__ import annotations

import json
import random
import shutil
from dataclasses import replace
from types import ModuleType

import numpy as np
import pytest

from cardgen.commands.cli import main
from cardgen.foundations.errors import InputError
from cardgen.foundations.hooks import adopt
from cardgen.play import learning, load_game, thinking
from cardgen.play.batches import BOUND, Batch
from cardgen.play.compiled import SWITCH
from cardgen.play.contract import Policies
from cardgen.play.engines import feature_names, loops_of
from cardgen.play.learnt import POINT, Learnt, as_yaml, read_learnt, teach
from cardgen.play.seating import codes
from cardgen.play.strength import among, strength
from cardgen.store.library import BUILTIN, find_game
from tests.play.games import definition, played, walk
from tests.play.test_compiled import python
from tests.rules.by_clauses import by_hand

GAMES = {"draco": 4, "king_lui": 4, "party_at_louis": 3}
LEARNT = {"draco": 4, "king_lui": 3}  # with a file

SMALL = """
import json
from cardgen.play import learning, seating
from tests.rules.by_clauses import by_hand
seating.PLAYOUTS["endgame"] = 8
learning.ROUNDS, learning.JUDGED_OPTIONS, learning.DETERMINISATIONS = 1, 2, 1
learning.MARGIN_GAMES, learning.OPENINGS = 3, 1
found = learning.learn(by_hand("express", cards_per_player=4), [3, 4], games=1, seed=5)
print(json.dumps([found.points, found.weights, sorted(found.plainly)]))
"""


@pytest.mark.slow
def test_everybody_learns_alike_compiled_or_not():
    told = python("-c", SMALL, **{SWITCH: "0"})
    assert json.loads(told) == json.loads(python("-c", SMALL))
    points, weights, plainly = json.loads(told)
    assert set(points) == set(weights) == {"3", "4"} and any(weights["3"]) and weights["3"] != weights["4"]
    assert set(plainly) <= {3, 4}


@pytest.mark.slow
def test_learning_leaves_the_game_as_it_was(monkeypatch):
    for name, few in (
        ("ROUNDS", 1),
        ("JUDGED_OPTIONS", 2),
        ("DETERMINISATIONS", 1),
        ("MARGIN_GAMES", 2),
        ("OPENINGS", 1),
    ):
        monkeypatch.setattr(learning, name, few)
    game = load_game("king_lui")
    before = game.tables.tobytes()
    learning.learn(game, [3], games=1)
    assert game.tables.tobytes() == before


def test_weights_are_those_of_a_regression():
    """Least squares of gains that are known sums of two features, with a third that says nothing."""
    rows = np.random.default_rng(3).normal(size=(400, 3))
    squares, aims = rows.T @ rows, rows.T @ (0.5 * rows[:, 0] - 0.25 * rows[:, 1])
    assert learning._solved(squares.tolist(), aims.tolist()) == pytest.approx([0.5, -0.25, 0.0], abs=1e-12)


# ---- the file


def library(tmp_path, text=None):
    """King Lui in a library of its own, with what was learnt as a file says."""
    shutil.copytree(BUILTIN / "decks" / "king_lui", tmp_path / "decks" / "king_lui")
    home = find_game("king_lui", tmp_path)
    path = home.folder / "learnt.yaml"
    path.unlink(missing_ok=True)
    if text:
        path.write_text(text, "utf-8")
    return home


def lesson(players, first=0.5):
    engine = played("king_lui").engine
    weights = [first, *(place / 100 for place in range(1, len(engine.features)))]
    return Learnt("abcd", 3, 20, dict.fromkeys(players, 0.25), dict.fromkeys(players, weights), {5} & set(players))


def test_what_is_written_is_read(tmp_path):
    engine = played("king_lui").engine
    home = library(tmp_path, as_yaml(lesson((3, 5)), engine))
    assert read_learnt(home, engine) == lesson((3, 5))
    assert read_learnt(library(tmp_path / "other"), engine) is None


def test_numbers_of_players_without_a_lesson_take_the_nearest_one():
    game = played("king_lui")
    table = game.tables.copy()[0]
    teach(table, replace(lesson((3, 5)), weights={3: [1.0, 3.0], 5: [1.0, 5.0]}, points={3: 0.3, 5: 0.5}))
    assert [float(table.learnt[players, 1]) for players in (2, 3, 4, 5, 6)] == [3, 3, 3, 5, 5]
    assert float(table.point[6]) == 0.5 and table.taught[2]
    assert table.opens[2:].tolist() == [thinking.LEARNT] * 3 + [thinking.OWN] * 2
    teach(table, None)
    assert (table.opens == thinking.OWN).all()
    assert not table.taught.any() and (table.point == POINT).all()


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "engine: clauses",
            "engine: draco",
            ":2:9: expected a file that was learnt for the engine 'clauses', got one for 'draco'",
        ),
        (
            "      points late:",
            "      points lute:",
            ":18:7: players.3.weights: the engine has no feature 'points lute'; did",
        ),
        ("      points late: 0.070000\n", "", ":10:5: players.3.weights: the weight of 'points late' is missing"),
        ("hidden: 0.080000", "hidden: plenty", ":19:15: players.3.weights.hidden: expected a number, got 'plenty'"),
        ("opens: learnt", "opens: lernt", ":9:12: players.3.opens: expected learnt or greedy, got 'lernt'"),
        ("  3:", "  9:", ":7:3: players.9: expected a number of players from 1 to 6"),
        ("seed: 3", "seed: x", ":4:7: seed: expected a whole number, got 'x'"),
        ("games: 20", "game: 20", ":5:1: game: "),
    ],
)
def test_a_file_that_does_not_fit_is_refused_with_its_place(tmp_path, old, new, told):
    text = as_yaml(lesson((3,)), played("king_lui").engine)
    assert text.count(old) == 1
    home = library(tmp_path, text.replace(old, new))
    with pytest.raises(InputError) as error:
        load_game(str(home.folder))
    assert f"learnt.yaml{told}" in str(error.value)


def test_what_was_learnt_is_no_part_of_the_rules(tmp_path):
    taught = load_game(str(library(tmp_path, as_yaml(lesson((3,)), played("king_lui").engine)).folder))
    plain = load_game(str(library(tmp_path / "plain").folder))
    assert taught.table.taught.any() and not plain.table.taught.any()
    assert taught.rules_hash() == plain.rules_hash() == played("king_lui").rules_hash()


@pytest.mark.parametrize("name", LEARNT)
def test_what_ships_fits_its_engine_and_serves_variants(name):
    home = find_game(name)
    learnt = read_learnt(home, played(name).engine)
    low, high = definition(name).players
    assert learnt and set(learnt.weights) == set(range(low, high + 1))
    assert learnt.rules == played(name).rules_hash(), "learnt from other rules: cardgen learn"
    for variant in home.variants:
        assert (played(name, variant).table.learnt == played(name).table.learnt).all()


def test_the_command_writes_the_file_and_tells_what_it_is_good_for(tmp_path, monkeypatch, capsys):
    for name, few in (
        ("ROUNDS", 1),
        ("JUDGED_OPTIONS", 2),
        ("DETERMINISATIONS", 1),
        ("MARGIN_GAMES", 2),
        ("OPENINGS", 1),
        ("PROOF", 4),
    ):
        monkeypatch.setattr(learning, name, few)
    home = library(tmp_path, "no file that could be read")  # it is made anew
    assert main(["learn", str(home.folder), "--players", "3", "--games", "1", "--seed", "4"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("3 players: one among greedy players wins ") and told[1].endswith("learnt.yaml")
    learnt = read_learnt(home, played("king_lui").engine)
    assert (learnt.seed, learnt.games, set(learnt.weights)) == (4, 1, {3})
    assert main(["learn", str(home.folder), "--players", "7"]) == 2
    assert "--players: king_lui is for 3 to 5 players, not 7" in capsys.readouterr().err


# ---- play


def results(game, policy, players, games):
    batch = Batch(game, [policy] * players, seed=3)
    batch.play(games, threads=1)
    return batch.results


def test_who_has_learnt_nothing_is_greedy():
    game = played("king_lui")
    game.table.taught[:] = 0
    assert (results(game, "learnt", 3, 20) == results(game, "greedy", 3, 20)).all()


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), LEARNT.items())
def test_who_has_learnt_wins_more_than_greedy_players(name, players):
    found = among(played(name), "learnt", "greedy", players, 400)
    assert found.low > found.fair


@pytest.mark.slow
def test_who_tries_out_the_end_wins_more_than_who_has_only_learnt():
    found = among(played("king_lui"), "endgame", "learnt", 4, 100)
    assert found.low > found.fair


def test_only_the_end_is_tried_out():
    """Far from it, the guide's choice is taken, and no more is spent than to see how far it is."""
    game = played("king_lui")
    loops, state = game.engine.loops, game.new_position(4, seed=2).records
    tables = game.engine.zones.ready(game.tables)
    seats, playouts = codes(["endgame"] * 4, game)
    options = np.empty(game.engine.verbs.MAX_OPTIONS, np.int32)
    work, deals = np.concatenate([state] * loops.COPIES), int(playouts[0]) // thinking.MAX_TRIED
    spent = []
    while not state[0].terminal:
        count, before = loops.legal(tables, state, options), int(state[0].searched)
        weights, guide = np.empty(count), loops.thinking.opening(tables[0], 4, thinking.ENDGAME)
        aside = state.copy()
        loops.thinking.weigh(tables[0], aside[0], guide, options, weights)  # which draws lots, and counts its looks
        before = int(aside[0].searched)
        chosen = loops.choose(tables[0], state, work, seats, playouts, options, count, BOUND)
        if count > 1:
            spent.append(int(state[0].searched) - before)
            assert spent[-1] > 1 + deals or chosen == weights.argmax()
        loops.apply(tables, state, options[chosen])
    assert max(spent[:30]) <= 1 + deals < max(spent[-10:])


def test_who_opens_better_is_found(monkeypatch):
    """Among all who try out the end: weights that are greedy's turned round are worse than greedy."""
    monkeypatch.setattr(learning, "OPENINGS", 60)
    game = by_hand()
    kept = game.tables.copy()
    game.table.taught[4] = 1
    game.table.learnt[4, 0] = -1
    assert learning._plainly_better(game, 4, seed=1)
    game.tables[:] = kept
    assert not learning._plainly_better(game, 4, seed=1)


@pytest.mark.parametrize("policy", ["learnt", "endgame", "search"])
@pytest.mark.parametrize(("name", "players"), GAMES.items())
def test_no_policy_looks_at_what_is_hidden(name, players, policy):
    game, chooser = played(name), random.Random(4)
    changed = 0
    for position in walk(game.new_position(players, seed=9), chooser):
        if position.is_terminal() or chooser.random() < 0.7:
            continue
        other = position.clone()
        game.engine.verbs.determinise(game.table, other.record, position.current_player())
        other.record.streams[:] = position.record.streams
        changed += position.snapshot() != other.snapshot()
        before = position.snapshot()
        assert choice(position, policy) == choice(other, policy)
        assert position.snapshot() == before
    assert changed


def choice(position, policy):
    """What the player to act would choose."""
    engine, loops = position.game.engine.verbs, position.game.engine.loops
    tables = position.game.engine.zones.ready(position.game.tables)
    state, players = position.records.copy(), int(position.record.players)
    seats, playouts = codes([policy] * players, position.game)
    options = np.empty(engine.MAX_OPTIONS, np.int32)
    count = loops.legal(tables, state, options)
    work = np.concatenate([state] * loops.COPIES)
    few = np.minimum(playouts, 48)
    return int(options[loops.choose(tables[0], state, work, seats, few, options, count, BOUND)])


@pytest.mark.parametrize("name", GAMES)
def test_features_are_told_of_each_option_and_touch_nothing(name):
    game, told, chooser = played(name), set(), random.Random(1)
    thinking, known = game.engine.loops.thinking, game.engine.features
    options = np.empty(game.engine.verbs.MAX_OPTIONS, np.int32)
    for position in walk(game.new_position(GAMES[name], seed=1), chooser):
        if position.is_terminal() or chooser.random() < 0.3:
            continue
        count = game.engine.verbs.legal(game.table, position.record, options)
        before = position.snapshot()
        found = np.zeros((count, len(known)))
        thinking.features(game.table, position.record, options, found)
        assert position.snapshot() == before and np.isfinite(found).all()
        told |= {known[feature] for feature in np.flatnonzero(found.any(axis=0))}
    assert len(told) > len(known) / 2


# ---- engines that tell nothing of their options


@pytest.mark.slow
def test_an_engine_without_features_has_those_of_its_policies_and_points():
    game = by_hand()
    engine, own = game.engine.verbs, game.engine.policies
    module = ModuleType("silent")
    module.POLICIES, module.weigh = own.POLICIES, own.weigh
    silent = adopt(Policies, module)
    names, features = feature_names(silent), loops_of("silent", engine, silent).thinking.features
    assert names == ("greedy", "always-take", "always-draw", "points", "rival's points")
    options = np.empty(engine.MAX_OPTIONS, np.int32)
    points = 0
    for position in walk(game.new_position(4, seed=2), random.Random(2)):
        count = engine.legal(game.table, position.record, options)
        found, weights = np.zeros((count, len(names))), np.zeros(count)
        features(game.table, position.record, options, found)
        for policy in range(1, len(names) - 2):
            own.weigh(game.table, position.record, policy, options[:count], weights)
            assert (found[:, policy] == weights).all()
        points += found[:, -2:].any()
    assert points > 3


# ---- how strong a policy is


def test_alike_players_are_alike_and_a_better_one_is_better():
    game = played("king_lui")
    table = {(found.policy, found.rivals): found for found in strength(game, ["random", "greedy"], 3, 200)}
    assert set(table) == {("random", "greedy"), ("greedy", "random")}
    better, worse = table["greedy", "random"], table["random", "greedy"]
    assert worse.high < worse.fair < better.low <= better.mean <= better.high
    level = among(game, "greedy", "greedy", 3, 200)
    assert level.mean == pytest.approx(level.fair)


def test_who_plays_alone_has_points():
    found = among(played("party_at_louis"), "greedy", "", 1, 30)
    assert 5 < found.mean < 40 and found.low < found.mean < found.high
