"""`cardgen sweep`: the same figures whoever plays them and in whatever order; what it writes; what it cannot play."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from concurrent.futures import Future

import pytest

from cardgen.play import load_game
from cardgen.store.library import find_game
from cardgen.validation.sampling.cells import Cell
from cardgen.validation.sampling.game_sums import observe
from cardgen.validation.sampling.sampler import Sampler, ThreadExecutor
from cardgen.validation.settings.maps import LineChart, Map, charts
from cardgen.validation.settings.space import SearchSpace, axis
from cardgen.validation.settings.sweep import sweep
from cardgen.validation.settings.swept import as_csv, as_text, columns
from cardgen.validation.settings.trials import Ground

TWO = ["cards_per_player=2..4", "count.emerald=3..5"]
QUICK = ("random",)


def ground(*said, players=(4,), policies=(), **more):
    space = SearchSpace(tuple(axis(text, "--over") for text in said))
    return Ground(find_game("king_lui"), "base", space, more, players, policies)


class Slow:
    """An executor that plays a piece when it is asked for, and stops like Ctrl-C after so many."""

    ahead = 6

    def __init__(self, most=10_000):
        self.left = most

    def play(self, what, deals, first, games):
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt
        future = Future()
        future.set_result(observe(what, deals, first, games))
        return future


def by_settings(found):
    table = columns(found)
    names = sorted(table)
    return sorted(map(repr, zip(*(table[name] for name in names), strict=True)))


def test_the_order_of_settings_and_the_crew_change_no_figure():
    first = sweep(ground(*TWO, policies=QUICK), games=100)
    second = sweep(ground(*reversed(TWO), policies=QUICK), games=100, executor=Slow(), fresh=True)
    assert second.games == first.games == 900
    assert by_settings(first) == by_settings(second)


def test_a_stop_and_going_on_is_like_never_stopping():
    place = ground(*TWO, policies=QUICK)
    stopped = sweep(place, games=200, executor=Slow(12))
    assert stopped.stopped
    assert "The same command continues from here" in as_text(stopped)
    gone_on = sweep(place, games=200)
    assert gone_on.games == 9 * 200 - stopped.games > 0
    anew = sweep(place, games=200, fresh=True)
    assert anew.games == 9 * 200
    assert as_csv(gone_on) == as_csv(anew)
    assert sweep(place, games=200).games == 0  # all of it was kept


def test_a_stop_before_anything_is_played_is_told():
    nothing = sweep(ground(*TWO), executor=Slow(0))
    assert {row.note for row in nothing.rows} == {"not played yet"}
    assert not list(charts(nothing))


def test_a_point_is_the_game_with_these_settings():
    found = sweep(ground("cards_per_player=3"), ("turns", "seat"), games=64)
    game = load_game("king_lui", rules={"cards_per_player": 3})
    cell = Cell(game, 4, ("greedy",) * 4, {}, 0)
    with ThreadExecutor() as executor:
        Sampler(executor, fresh=True).play([(cell, 64)])
    (row,) = found.rows
    assert row.estimates["turns"].mean == cell.seen.mean("turns")
    assert row.estimates["seat:2"].mean == cell.seen.mean("seat:2")


def test_points_that_cannot_be_dealt_are_told():
    found = sweep(ground("count.dish=1,15", "cards_per_player=4"), games=64)
    first, second = found.rows
    assert (first.games, second.games) == (0, 64)
    assert "12 cards, 16 a course" in first.note
    assert columns(found)["note"] == [first.note, None]
    assert columns(found)["minutes"][0] is None
    assert f"  {first.note}" in as_text(found)


def test_points_that_are_at_fault_are_told_beside_those_that_are_not():
    found = sweep(ground("count.dish=15,1000"), games=64)
    assert [bool(row.note) for row in found.rows] == [False, True]
    assert found.rows[1].note.startswith("zones.supply: expected zones that remember at most 4,000 things, got ")


def test_of_many_points_a_sample_is_played():
    found = sweep(ground("count.ham=1..20", "count.wine=1..20"), games=16, sample=6)
    assert len(found.rows) == 6
    assert "6 points of 400" in as_text(found)


def test_settings_that_nobody_plays_by_are_told():
    found = sweep(ground("cards_per_player=2,3", "colour.ham=ink,accent"), games=16)
    assert found.idle == ("colour.ham",)
    assert "colour.ham changed nothing in any of these games." in as_text(found)


def test_intervals_hold_their_figures_and_narrow_with_games():
    few, many = (sweep(ground("cards_per_player=2"), games=games).rows[0] for games in (100, 800))
    for name, wide in few.estimates.items():
        narrow = many.estimates[name]
        assert wide.low <= wide.mean <= wide.high
        assert narrow.high - narrow.low < wide.high - wide.low


# ---- charts


def test_two_settings_make_maps_and_one_makes_lines():
    made = {title: shown for title, _, shown in charts(sweep(ground(*TWO), games=64))}
    (minutes,) = made["minutes"]
    assert isinstance(minutes, Map)
    assert len(minutes.tiles) == 9
    assert len(made["Who wins?"]) == 4
    fills = {tile.said: tile.fill for tile in minutes.tiles}
    assert len(set(fills.values())) > 2
    ((_, _, (line, *_)), *_) = charts(sweep(ground(TWO[0]), games=64))
    assert isinstance(line, LineChart)
    (curve,) = line.lines
    for _, y, high, low in curve.points:
        assert high <= y <= low  # upwards is less
    assert [y for _, y, *_ in curve.points] == sorted(y for _, y, *_ in curve.points)  # a shorter game stands lower


def test_shades_do_not_make_something_of_chance():
    """Points that are played alike have shades that hardly differ."""
    found = sweep(ground("cards_per_player=2", "count.ham=14..16"), ("first_player",), games=128)
    ((_, _, (shown,)),) = charts(found)
    reds = [int(tile.fill[1:3], 16) for tile in shown.tiles]
    assert max(reds) - min(reds) < 0xE9 - 0x17 - 60


# ---- the command


def test_it_writes_what_is_asked_for(run, tmp_path):
    pyarrow = pytest.importorskip("pyarrow.parquet")
    told = run("sweep", "king_lui", "--over", TWO[0], "--over", TWO[1], "--players", "4", "--games", "64", "--json",
               "--report", "page.html", "--csv", "figures.csv", "--parquet", "figures.parquet")  # fmt: skip
    assert told.code == 0
    document = json.loads(told.out)
    assert document["over"] == {"cards_per_player": [2, 3, 4], "count.emerald": [3, 4, 5]}
    assert len(document["rows"]) == 9
    rows = list(csv.DictReader(io.StringIO((tmp_path / "figures.csv").read_text("utf-8"))))
    assert [float(row["minutes"]) for row in rows] == [row["minutes"] for row in document["rows"]]
    assert pyarrow.read_table(tmp_path / "figures.parquet").to_pylist() == document["rows"]
    page = (tmp_path / "page.html").read_text("utf-8")
    assert page.count("<svg") == 5  # the length, and four seats
    assert not re.search(r"<script|src=|https?://", page)
    again = run("sweep", "king_lui", "--over", TWO[0], "--over", TWO[1], "--players", "4", "--games", "64",
                "--report", "again.html")  # fmt: skip
    assert again.code == 0
    assert (tmp_path / "again.html").read_text("utf-8") == page


def test_without_pyarrow_parquet_is_refused_before_anything_is_played(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    told = run("sweep", "king_lui", "--over", TWO[0], "--parquet", "x.parquet")
    assert (told.code, told.out) == (2, "")
    assert "pip install 'cardgen[parquet]'" in told.err


@pytest.mark.parametrize(
    "arguments, told",
    [
        (["--over", "cards_per_player=1..2", "--measure", "minuts"], "there is no measure 'minuts'; did you mean"),
        (["--over", "cards_per_player=1..2", "--policies", "gredy"], "no policy 'gredy'; did you mean 'greedy'?"),
        (["--over", "cards_per_player=1..2", "--players", "9"], "--players: king_lui is for 3 to 5 players, not 9"),
        (
            ["--over", "count.ham=1..90", "--over", "count.wine=1..90"],
            "8,100 points; to play some of them, write --sample 200",
        ),
        (["--over", "hands=open", "--set", "hands=closed"], "--over hands=open: hands is also set by --set"),
        (["--over", "count.ham=2000"], "--over count.ham=2000: "),
        (["--over", "cards_per_player=1", "--csv", "."], ".: cardgen cannot write"),
        ([], "--over"),
    ],
)
def test_wrong_input_is_told(run, arguments, told):
    outcome = run("sweep", "king_lui", *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert told in outcome.err
    assert "Traceback" not in outcome.err


def test_a_game_that_nobody_plays_is_told(run, game):
    outcome = run("sweep", "./wood", "--over", "count.fox=1..2")
    assert outcome.code == 2
    assert "has no engine and no rules.yaml" in outcome.err
