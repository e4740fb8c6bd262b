"""Compiled or not, on one thread or several: the same games. And compiled code is never older than its source."""

from __future__ import annotations

import inspect
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cardgen.play import batches
from cardgen.play.batches import Batch
from cardgen.play.compiled import COMPILES, SWITCH, address
from cardgen.play.lowering.function import Function
from cardgen.play.lowering.module import Module
from cardgen.rules.compile import compile_program
from cardgen.rules.python import source_of
from cardgen.rules.read import read_rules
from cardgen.store.library import BUILTIN
from tests.play.games import played
from tests.play.same_games import KINDS, games

needs_numba = pytest.mark.skipif(not COMPILES, reason="nothing is compiled without numba")


def python(*arguments: str, cwd: Path = BUILTIN, **environment: str) -> str:
    ended = subprocess.run(
        [sys.executable, *arguments], cwd=cwd, env=os.environ | environment, capture_output=True, text=True
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


@pytest.mark.slow
@needs_numba
@pytest.mark.parametrize("name", KINDS)
def test_interpreted_games_are_the_compiled_ones(name):
    interpreted = json.loads(python("-m", "tests.play.same_games", name, **{SWITCH: "0"}))
    compiled = games(name)
    for kind, first in enumerate(range(0, len(compiled), 2)):
        assert interpreted[first : first + 2] == compiled[first : first + 2], KINDS[name][kind]


def test_without_a_compiler_nothing_is_compiled():
    code = (
        "import sys, cardgen.play.compiled as c; import cardgen.play.loops; print(c.COMPILES, 'numba' in sys.modules)"
    )
    assert python("-c", code, **{SWITCH: "0"}).split() == ["False", "False"]


@pytest.mark.parametrize("command", [["list", "king_lui"], ["check", "king_lui", "--static", "--variant", "base"]])
def test_what_does_not_play_does_not_wait_for_the_compiler(command):
    code = (
        "import sys; from cardgen.commands.cli import main; "
        f"main({command}); print({{'numba', 'numpy'}} & set(sys.modules))"
    )
    assert python("-c", code).endswith("set()\n")


@pytest.mark.parametrize("table", [("random",) * 4, ("greedy", "random", "always-take")])
def test_any_number_of_threads_plays_the_same_games(table):
    told = []
    for threads, steps in ((1, [300]), (2, [300]), (5, [7, 100, 300])):
        batch = Batch(played("king_lui"), table, seed=40)
        for games_so_far in steps:
            batch.play(games_so_far, threads=threads)
        told.append(batch.results)
    assert all((results == told[0]).all() and len(results) == 300 for results in told)
    assert told[0]["seed"].tolist() == list(range(40, 340))


def test_a_game_depends_on_its_seed_alone():
    batches = [Batch(played("king_lui"), ["random"] * 3, seed=seed) for seed in (0, 10)]
    for batch in batches:
        batch.play(30)
    assert (batches[0].results[10:] == batches[1].results[:20]).all()
    assert len(set(map(tuple, batches[0].results["scores"].tolist()))) > 20


COUNTED = """
import numpy as np
from cardgen.play import load_game
from cardgen.play.records import result_type
from cardgen.play.seating import codes

game = load_game("draco", rules={"toast_limit": 2})
engine, template, applied = game.engine, game.template(3), []
verbs = engine.verbs.module
apply = verbs.apply
verbs.apply = lambda *how: applied.append(apply(*how))
results, work = np.zeros(1, result_type(engine.verbs.STATE)), np.concatenate([template] * engine.loops.COPIES)
for table in (["greedy"] * 3, ["lookahead", "random", "saboteur"]):
    applied.clear()
    seats, playouts = codes(table, game)
    with np.errstate(over="ignore"):
        engine.loops.batch(
            game.table, template, template.copy(), work, seats, np.minimum(playouts, 2), 5, 10_000, True, results
        )
    print(len(applied), results["work"][0], results["decisions"][0])
"""


def test_the_work_of_a_game_is_every_action_that_was_carried_out_for_it():
    greedy, searching = (list(map(int, line.split())) for line in python("-c", COUNTED, **{SWITCH: "0"}).splitlines())
    assert greedy[0] == greedy[1] == greedy[2]
    assert searching[0] == searching[1] > 20 * searching[2]


# ---- compiled code that is kept on disk


def test_games_are_kept_with_the_sources_of_all_that_made_their_code(monkeypatch):
    """A fault of a compiler is one of the games that were played by its code: mended, they are played anew."""
    hashed: set[Path] = set()
    monkeypatch.setattr(batches, "source_hash", lambda paths: hashed.update(paths) or "")
    batches.engine_hash.__wrapped__("clauses")
    makers = [Module, Function, address, compile_program, source_of, read_rules]
    assert {Path(inspect.getfile(each)) for each in makers} <= hashed
    assert {path.stem for path in hashed} >= {"tiered", "linked", "outlook", "loops"}


PROBE = """
from pathlib import Path
import numpy as np
from cardgen.store.cache import folder_of
from cardgen.play import compiled
from tests.reference.king_lui import engine, policies
from cardgen.foundations.hooks import adopt
from cardgen.play.contract import Policies, Verbs
from cardgen.play.engines import loops_of
from cardgen.play.tiers import at_speed

loops = loops_of("king_lui", adopt(Verbs, engine), adopt(Policies, policies))
table, state = np.zeros(1, engine.TABLE)[0], np.zeros(1, engine.STATE)[0]
table.dishes, state.players = 2, 3
state.king[0], state.hands[1, 0] = 4, 3
state.supply_size, state.streams[:] = 40, 1
state.supply[:40] = np.arange(40) % 8
scores = np.zeros(6, np.int32)
with at_speed():
    engine.score(table, state, scores)
    loops.sole_leader(table, state, other := np.zeros(6, np.int32))
    engine.determinise(table, state, 0)
kept = len(list(folder_of(compiled.kind_of(Path(engine.__file__).parent)).iterdir()))
print([int(scores[1]), int(other[1]), state.supply[:40].tolist(), kept])
"""


@pytest.mark.slow
@needs_numba
def test_compiled_code_is_never_stale(tmp_path):
    """After an edit of a rule, or of what functions of other files call, a new process plays by the new source."""
    shutil.copytree(BUILTIN / "cardgen", tmp_path / "cardgen", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(BUILTIN / "tests" / "reference", tmp_path / "tests" / "reference")
    (tmp_path / "tests" / "__init__.py").write_text("", "utf-8")
    (tmp_path / "probe.py").write_text(PROBE, "utf-8")

    def probe(**environment: str) -> list:
        environment |= {"XDG_CACHE_HOME": str(tmp_path / "cache"), "PYTHONPATH": str(tmp_path)}
        return json.loads(python("probe.py", cwd=tmp_path, **environment))

    def edit(name: str, old: str, new: str) -> None:
        path = tmp_path / name
        text = path.read_text("utf-8")
        assert text.count(old) == 1
        path.write_text(text.replace(old, new), "utf-8")

    *before, kept = probe()
    assert before[:2] == [12, 12] and kept >= 3  # K34: 3 x 4
    assert probe() == [*before, kept]
    edit(
        "tests/reference/king_lui/engine.py",
        "total += state.hands[player, dish] * state.king[dish]",
        "total += state.hands[player, dish] + state.king[dish]",
    )
    *ruled, _ = probe()
    assert ruled == [7, 7, before[2]]  # 3 + 4
    edit("cardgen/play/chance.py", "other = start + ((np.int64(x >> _32) * (last - start + 1)) >> 32)", "other = start")
    *shuffled, _ = probe()
    assert shuffled[:2] == [7, 7] and sorted(shuffled[2]) == sorted(before[2]) and shuffled[2] != before[2]
    *interpreted, _ = probe(**{SWITCH: "0"})
    assert interpreted == shuffled


@needs_numba
def test_where_nothing_can_be_written_games_are_played_all_the_same(tmp_path):
    (tmp_path / "file").write_text("not a folder")
    nowhere = str(tmp_path / "file")
    probe = PROBE.replace("len(list(folder_of", "folder_of").replace(".iterdir()))", "")
    *points, _, kept = python("-c", probe, XDG_CACHE_HOME=nowhere, TMPDIR=nowhere).strip("[]\n").split(", ")
    assert points[:2] == ["12", "12"] and kept == "None"
