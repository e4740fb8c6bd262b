"""A move need not wait for machine code, and whoever plays thousands of games has it."""

from __future__ import annotations

import json
import textwrap

import pytest

from cardgen.play.compiled import COMPILES
from tests.play.test_compiled import python

pytestmark = pytest.mark.skipif(not COMPILES, reason="nothing is compiled without numba")

ENGINES = ("king_lui", "draco", "party_at_louis")

SMALL = """
from cardgen.play.compiled import compiled, inlined

@inlined
def twice(number):
    return 2 * number

@compiled
def up(number):
    return twice(number) + 1

@compiled
def high(number):
    return up(number) + up(number + 1)
"""

GAME = """
import json, sys
from cardgen.play.game import load_game
from cardgen.play.playthrough import playthrough
from cardgen.play.tiers import Tiers, at_speed
Tiers.patience = float("inf")  # however slow this machine is
game = load_game(sys.argv[1])
players, first = game.player_counts[0], game.policies[0]
loops = game.engine.loops

def made():
    return [name for name in ("legal", "apply", "batch") if getattr(loops, name).overloads]

def played():
    return list(playthrough(game, [first] * players, 3, "en"))
"""

WATCHED = """
from cardgen.store.library import find_game
from cardgen.validation.plan import Plan
from cardgen.validation.play import check_play

class Heard(Exception): ...

class Watcher:
    def variant_started(self, part): ...
    def playing(self, cell, share): raise Heard(["playing", 0, made()])
    def verdict(self, part, verdicts):
        raise Heard(["verdict", sum(judged.cell.seen.games for judged in part.cells), made()])

try:
    check_play([(find_game(game.definition.name), ["base"])], Plan(games=4, policies=("random",)), Watcher())
except Heard as first:
    print(json.dumps([first.args[0], len(game.player_counts)]))
"""


@pytest.fixture
def small(tmp_path):
    """Asks a script about a few small functions, with nothing kept at first."""
    (tmp_path / "small.py").write_text(SMALL)
    begins = """
        import json, subprocess, sys, time
        from small import high, up
        from cardgen.play.tiers import Tiers, at_speed
        made = lambda: [len(each.overloads) for each in (up, high)]
    """

    def asked(script: str) -> list:
        text = textwrap.dedent(begins) + textwrap.dedent(script)
        said = python("-c", text, XDG_CACHE_HOME=str(tmp_path / "kept"), PYTHONPATH=str(tmp_path))
        return json.loads(said)

    return asked


def test_what_plays_thousands_is_compiled_and_kept(small):
    script = "print(json.dumps([high(3), made()]))"
    assert small(script) == [16, [0, 0]]
    at_once = """
        with at_speed():
            found = high(3)
        print(json.dumps([found, made()]))
    """
    assert small(at_once) == [16, [0, 1]]  # the code of what it calls stands in its own
    assert small(script) == [16, [0, 1]]


@pytest.mark.slow
def test_what_another_process_keeps_meanwhile_is_taken(small):
    script = """
        before, none = high(3), made()
        other = "from small import high; from cardgen.play.tiers import at_speed\\nwith at_speed(): high(3)"
        subprocess.run([sys.executable, "-c", other], check=True)
        time.sleep(0.6)
        print(json.dumps([before == high(3), none, made()]))
    """
    assert small(script) == [True, [0, 0], [0, 1]]


def test_patience_ends(small):
    script = """
        high(3)
        left, Tiers.patience = Tiers.patience, 1e-9
        interpreted = [high(3), made()]
        print(json.dumps([0 < left < 3, interpreted, high(3), made()]))
    """
    assert small(script) == [True, [16, [0, 0]], 16, [0, 1]]


def test_what_is_interpreted_compiles_nothing_on_the_way(small):
    """Nor does what another thread has at speed meanwhile."""
    script = """
        import threading
        from cardgen.play.compiled import compiled
        within = []
        def asks(number):
            within.append(made())
            return high(number)
        slow = compiled(lambda number: number, asks)
        Tiers.patience = 1e-9
        found = slow(3)
        def fast():
            with at_speed():
                within.append(up(3))
        thread = threading.Thread(target=fast)
        thread.start()
        thread.join()
        print(json.dumps([found, within, made()]))
    """
    assert small(script) == [16, [[0, 0], 7], [1, 0]]


@pytest.mark.slow
@pytest.mark.parametrize("game", ENGINES)
def test_a_game_is_played_alike_before_its_engine_is_compiled(tmp_path, game):
    script = GAME + "print(json.dumps([played(), made()]))"
    before, none = json.loads(python("-c", script, game, XDG_CACHE_HOME=str(tmp_path)))
    assert before and none == []
    script = GAME + "with at_speed(): print(json.dumps([played(), made()]))"
    assert json.loads(python("-c", script, game)) == [before, ["legal", "apply"]]


@pytest.mark.slow
def test_kept_loops_play_with_an_interpreter_that_is_still_to_be_compiled(tmp_path):
    """Where the machine code of what calls it is there first, and that of the game's own clauses is not."""
    patched = """
from cardgen.play.clauses import native
native.is_kept, native.read = lambda _: False, lambda *_: None
addresses, compile_it = [], native.address
native.address = lambda *asked: addresses.append(1) or compile_it(*asked)
"""
    played = "print(json.dumps([played(), made(), native._addresses, addresses]))"
    before = json.loads(python("-c", GAME + "with at_speed(): print(json.dumps(played()))", "king_lui"))
    told, loaded, own, compiled = json.loads(python("-c", GAME + patched + played, "king_lui"))
    assert told == before and loaded == ["legal", "apply"] and {*own.values()} == {0} and not compiled


@pytest.mark.slow
@pytest.mark.parametrize("game", ENGINES)
def test_a_check_has_a_first_word_before_anything_is_compiled(tmp_path, game):
    """It is told of games that are not counted; where machine code is at hand there is none."""
    script = GAME + WATCHED
    (what, games, made), numbers = json.loads(python("-c", script, game, XDG_CACHE_HOME=str(tmp_path)))
    assert what == "verdict" and games in (numbers, 2 * numbers) and made == []  # one for each way to agree, too
    if game == "king_lui":
        quick = "from cardgen.play.batches import Batch\nBatch(game, [first] * players).play(1)\n"
        (what, _, made), _ = json.loads(python("-c", GAME + quick + WATCHED, game))
        assert what == "playing" and "batch" in made
