"""Which games are played, by whom, and what is kept of them between commands."""

import json
from concurrent.futures import CancelledError, Future
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from cardgen.play import load_game
from cardgen.play.contract import WEIGHS
from cardgen.rules.code import MAX_IDLE
from cardgen.store.library import find_game
from cardgen.validation.play import Plan, check_play
from cardgen.validation.sampling import kept
from cardgen.validation.sampling.game_sums import observe, pieces
from cardgen.validation.sampling.sampler import (
    BUDGET,
    COST_WEIGHTS,
    DEEP_FACTOR,
    EXPENSIVE_BUDGET,
    MAX_DEEP_EXPENSIVE,
    MIN_DECISIONS,
    Sampler,
    SplitPiece,
    ThreadExecutor,
    cost,
    next_round,
)
from cardgen.validation.telling.report import as_json
from tests.validation.verdicts import cell_of

BECALMED = Path(__file__).parent / "planted/faults/becalmed.yaml"
ARRAYS = (
    "sums",
    "squares",
    "minimum",
    "maximum",
    "seed_of_minimum",
    "seed_of_maximum",
    "points",
    "lengths",
    "widths",
    "blocks",
)


class Backwards:
    """Plays what is asked for last first, when it is waited for."""

    ahead = 3

    def __init__(self):
        self.asked = []

    def play(self, *piece):
        future = Future()
        self.asked.append((future, piece))
        if len(self.asked) == 3:
            for waiting, (what, deals, first, games) in reversed(self.asked):
                waiting.set_result(observe(what, deals, first, games))
            self.asked = []
        return future


def king_lui(**plan):
    return check_play([(find_game("king_lui"), ["base", "express"])], Plan(players=(3,), policies=("random",), **plan))


def document(check):
    return json.dumps(as_json([], check))


@pytest.mark.parametrize(("done", "games"), [(0, 1), (0, 64), (0, 5_000), (64, 700), (100, 101), (3_000, 9_000)])
def test_pieces_follow_on_one_another(done, games):
    found = list(pieces(done, games, 64))
    ends = [first + size for first, size in found]
    assert [first for first, _ in found] == [done, *ends[:-1]] and ends[-1] == games
    assert all(size <= 8 * 64 for _, size in found)


def test_whoever_plays_and_in_whatever_order_the_figures_are_the_same(store):
    first, second = (cell_of(load_game("king_lui"), ["random"] * 3) for _ in range(2))
    with ThreadExecutor() as threads:
        Sampler(threads, fresh=True).play([(first, 256)])  # pieces in shares of 64
    sampler = Sampler(Backwards(), fresh=True)
    sampler.play([(second, 256)])  # 64, 64 and 128 games
    assert first.seen.games == second.seen.games == 256
    for name in ARRAYS:
        assert (getattr(first.seen, name) == getattr(second.seen, name)).all()


def shares(play, games):
    """A piece of so many games of one that `play` makes, each of them dear."""
    deals = SimpleNamespace(playouts=np.ones(3), play=play)
    return SplitPiece(cell_of(load_game("king_lui"), ["random"] * 3).seen.what, deals, 7, games)


def test_a_dear_piece_is_played_game_by_game_and_its_fault_is_told_once():
    def play(seed, games):
        assert games == 1
        raise MemoryError(seed)

    piece = shares(play, 3)
    assert piece.chunks == [(7, 1), (8, 1), (9, 1)]
    for place in (1, 0, 2):
        piece.play(place)
    with pytest.raises(MemoryError, match="8"):
        piece.result()


def test_a_cancelled_piece_is_not_begun_and_one_that_is_begun_not_cancelled():
    played = []
    piece = shares(lambda *share: played.append(share), 2)
    assert piece.cancel()
    piece.play(0)
    with pytest.raises(CancelledError):
        piece.result()
    assert played == []
    begun = shares(lambda *share: played.append(share), 2)
    begun.play(0)
    assert not begun.cancel() and played == [(7, 1)]


def test_what_was_played_once_is_not_played_again(store):
    once = king_lui()
    again = king_lui()
    assert once.games > 0 and again.games == 0
    assert document(once) == document(again)
    anew = king_lui(fresh=True)
    assert anew.games == once.games and document(anew) == document(once)


def test_another_rule_is_played_anew_and_the_base_is_not(store):
    king_lui()
    home = find_game("king_lui")
    plan = Plan(players=(3,), policies=("random",))
    assert check_play([(home, ["base", "nibbling_dragon"])], plan).games > 0
    assert check_play([(home, ["base"])], plan).games == 0


@pytest.mark.parametrize("damage", [lambda data: b"", lambda data: data[:-3], lambda data: b"x" * 400])
def test_a_damaged_piece_is_played_again(store, damage):
    once = king_lui()
    for file in store.iterdir():
        file.write_bytes(damage(file.read_bytes()))
    again = king_lui()
    assert again.games == once.games and document(again) == document(once)


def test_a_piece_comes_back_as_it_was(store):
    cell = cell_of(load_game("king_lui"), ["random"] * 3, 100)
    kept.write("piece", cell.seen)
    found = kept.read("piece", cell.seen.what)
    for name in ("games", "work"):
        assert getattr(found, name) == getattr(cell.seen, name)
    for name in ARRAYS:
        assert (getattr(found, name) == getattr(cell.seen, name)).all()


def test_too_much_is_forgotten_the_oldest_first(store, monkeypatch):
    import os

    for number in range(5):
        (store / f"{number}").write_bytes(b"x" * 100)
        os.utime(store / f"{number}", (number, number))
    monkeypatch.setattr(kept, "MAX_BYTES", 250)
    kept.prune()
    assert sorted(file.name for file in store.iterdir()) == ["3", "4"]
    (store / "5").write_bytes(b"x" * 100)
    kept.prune()  # looks once an hour only
    assert (store / "3").exists()
    os.utime(store.with_name(f"{store.name}.looked"), (0, 0))
    kept.prune()
    assert not (store / "3").exists()


def test_a_check_keeps_to_its_budget(store, monkeypatch):
    monkeypatch.setattr("cardgen.validation.play.BUDGET", 2_000_000)
    check = check_play([(find_game("king_lui"), ["base"])], Plan(players=(3, 4), policies=("random", "greedy")))
    least = 4 * 64 * 60 * 30  # every cell has its first games
    assert sum(cost(judged.cell) for judged in check.parts[0].cells) <= 2_000_000 + least < BUDGET


def test_dear_cells_have_a_budget_of_their_own():
    """What is left of it is for them alone, and they take nothing of the others'."""
    game = load_game("king_lui")
    expensive, other = cell_of(game, ["endgame"] * 3, 8), cell_of(game, ["greedy"] * 3, 64)
    spent = cost(expensive)
    assert spent == expensive.seen.work * game.engine.policies.WEIGHS
    enough = -(-2 * spent * BUDGET // EXPENSIVE_BUDGET) + 1  # for eight games more
    assert list(next_round([other, expensive], lambda cell: cell is expensive, enough)) == [(expensive, 16)]
    assert list(next_round([other, expensive], lambda cell: cell is expensive, enough // 2)) == []
    assert list(next_round([other, expensive], lambda cell: cell is other, 2 * cost(other))) == [(other, 128)]
    expensive.seen = replace(expensive.seen, work=MAX_DEEP_EXPENSIVE * EXPENSIVE_BUDGET // game.engine.policies.WEIGHS)
    assert list(next_round([other, expensive], lambda cell: cell is expensive, DEEP_FACTOR * BUDGET)) == []


@pytest.mark.parametrize(("name", "counts"), [("king_lui", True), ("draco", False)])
def test_games_cost_what_their_players_look_at(name, counts):
    """Policies of clauses count the actions that they try; one of an engine that does not is as dear as most."""
    game = load_game(name)
    cell, at_random = (cell_of(game, [policy] * 3, 64) for policy in ("greedy", "random"))
    told = WEIGHS * round(cell.seen.total("decisions"))
    assert (cell.seen.work > told) == counts and cost(cell) == max(cell.seen.work, told)
    assert cost(at_random) == at_random.seen.work < told


def test_cells_that_stand_for_the_game_may_cost_more():
    """A cell waits until others have cost as much of what they are worth."""
    game = load_game("king_lui")
    sensible, pair = cell_of(game, ["greedy"] * 3, 64), cell_of(game, ["learnt", "greedy", "greedy"], 64)
    assert COST_WEIGHTS[sensible.standing] == 4 * COST_WEIGHTS[pair.standing]

    def costing(sensibly, unlike):
        for cell, work in ((sensible, sensibly), (pair, unlike)):
            cell.seen = replace(cell.seen, work=work)
        return [cell for cell, _ in next_round([pair, sensible], lambda _: True, BUDGET)]

    expensive = 4_000_000
    assert costing(expensive, expensive) == [sensible]
    assert costing(expensive, expensive // 2) == [sensible, pair] and costing(expensive, expensive // 4) == [
        pair,
        sensible,
    ]
    assert costing(expensive, expensive // 16) == [pair]


def test_time_that_is_up_is_told(store):
    check = king_lui(seconds=1e-9)
    assert check.stopped == "time"
    told = as_json([], check)
    assert told["partial"]
    codes = {finding["code"] for finding in told["static"]}
    assert "interrupted" in codes


def test_after_a_stop_it_goes_on_where_it_was(store, monkeypatch):
    take, taken = Sampler._take, []

    def some(rounds, *piece):
        taken.append(piece)
        if len(taken) == 3:
            raise KeyboardInterrupt
        take(rounds, *piece)

    with monkeypatch.context() as patch:
        patch.setattr(Sampler, "_take", some)
        stopped = king_lui()
    assert stopped.stopped == "interrupted" and stopped.games > 0
    rest = king_lui()
    assert rest.games + stopped.games == king_lui(fresh=True).games


def test_variants_are_settled_one_sooner_than_another(store, monkeypatch):
    monkeypatch.setattr("cardgen.validation.play.BUDGET", 3_000_000)
    rounds, play = [], Sampler.play

    def counted(self, goals):
        goals = list(goals)
        rounds.append({cell.definition.variant for cell, _ in goals})
        play(self, goals)

    monkeypatch.setattr(Sampler, "play", counted)
    plan = Plan(players=(3, 5), policies=("random", "greedy"))
    check = check_play([(find_game("king_lui"), ["base", "express", "small_kitchen"])], plan)
    variants = ["base", "express", "small_kitchen"]
    assert len(check.parts) == 3 and rounds[:3] == [{"base"}, {"base"}, {*variants[1:]}] and rounds[-1] == set()
    assert all(later <= sooner for sooner, later in pairwise([{*variants}, *rounds[3:]])) and len(rounds) > 5


def test_games_cost_something_in_which_nobody_decides():
    """Else as many as one likes would be within the budget."""
    cell = cell_of(load_game("ballast", str(BECALMED)), ["random"] * 3)
    with ThreadExecutor() as threads:
        Sampler(threads, fresh=True).play([(cell, 64)])
    assert cell.seen.mean("endless") == 1 and cell.seen.mean("decisions") == 0
    assert cost(cell) == 64 * MAX_IDLE
    cell.seen = replace(cell.seen, work=0)
    assert cost(cell) == 64 * MIN_DECISIONS
