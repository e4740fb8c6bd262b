"""Games played by worker processes: the same figures, and nothing lost or counted twice when one of them is gone."""

import json
import logging
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from cardgen.definitions.load import load_game
from cardgen.foundations.errors import InputError
from cardgen.play import learning
from cardgen.play.batches import GamesSpec
from cardgen.play.course import here as here_studies
from cardgen.play.game import PlayedGame
from cardgen.play.learnt import as_yaml
from cardgen.store.library import PACKAGE, find_game
from cardgen.validation.sampling import cluster
from cardgen.validation.sampling.cells import cells
from cardgen.validation.sampling.cluster import open_executor
from cardgen.validation.sampling.game_sums import observe
from cardgen.validation.sampling.sampler import Sampler
from cardgen.validation.sampling.tasks import CellGames, play_pieces, sources
from tests.warm import without_the_rest

try:
    import distributed
    import psutil  # which distributed needs
except ImportError:
    distributed = None

needs_dask = pytest.mark.skipif(distributed is None, reason="needs Dask: pip install 'cardgen[cluster]'")
CHECK = ("check", "king_lui", "--variant", "base", "--players", "3", "--policies", "random")
GAMES = 512  # in four pieces: 64, 64, 128, 256
MANY = 40 * GAMES
LONG = 10 * MANY  # takes so long that it can be stopped


def cell(policy="greedy"):
    return next(cells(PlayedGame(load_game(find_game("king_lui"))), [3], [policy], 0))


def play(executor, games=GAMES, tell=lambda *_: None, fresh=True):
    """What is seen of the games, and how many were played anew; many are played by chance, which is quick."""
    found = cell("greedy" if games == GAMES else "random")
    sampler = Sampler(executor, fresh, tell)
    sampler.play([(found, games)])
    return found.seen, sampler.played


def assert_alike(one, other):
    for field in fields(one):
        assert np.array_equal(getattr(one, field.name), getattr(other, field.name)), field.name


@pytest.fixture(scope="module")
def here():
    """What threads of this process see."""
    with open_executor() as threads:
        return play(threads)[0]


@pytest.fixture(scope="module")
def two():
    """An executor of two processes."""
    with open_executor("local:2") as executor:
        yield executor


@contextmanager
def process(module, *arguments, **environment):
    """One of Dask's own commands, ended with the test."""
    command = [sys.executable, "-m", f"distributed.cli.{module}", *map(str, arguments), "--no-dashboard"]
    silent = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    started = subprocess.Popen(
        command, env=os.environ | environment, cwd=PACKAGE / "play", **silent
    )  # no cardgen there
    try:
        yield started
    finally:
        started.kill()
        started.wait()


@pytest.fixture
def scheduler(tmp_path):
    """A scheduler's process and its address."""
    file = tmp_path / "scheduler.json"
    with process("dask_scheduler", "--host", "127.0.0.1", "--port", 0, "--scheduler-file", file) as started:
        while not file.exists() or not file.read_text():
            assert started.poll() is None
            time.sleep(0.1)
        yield started, json.loads(file.read_text())["address"]


def worker(address, **environment):
    return process("dask_worker", address, "--nthreads", 1, "--no-nanny", **environment)


@pytest.mark.slow
@needs_dask
def test_processes_see_what_threads_see(two, here):
    seen, played = play(two)
    assert_alike(seen, here)
    assert played == GAMES
    assert two.ahead > 2 * 2  # so that no worker waits


@needs_dask
def test_what_is_played_travels_once(two, monkeypatch):
    sent = []
    state = GamesSpec.__getstate__
    monkeypatch.setattr(GamesSpec, "__getstate__", lambda deals: sent.append(deals.key) or state(deals))
    found = cell("random")
    two.play(found.seen.what, found.spec, 0, 64).result(60)
    assert set(sent) == {found.spec.key}
    sent.clear()
    Sampler(two, fresh=True).play([(found, GAMES)])
    assert found.seen.games == GAMES
    assert not sent


@pytest.mark.slow
@needs_dask
def test_quick_pieces_travel_together(two, here, monkeypatch):
    """Figures are those of the pieces one by one, which is how they are kept."""
    sent = []
    submit = two.client.submit
    monkeypatch.setattr(
        two.client, "submit", lambda task, *rest, key: sent.append((task, rest)) or submit(task, *rest, key=key)
    )
    one, other = cell(), cell("random")
    asked = [(each, first) for first in range(0, 64 * 40, 64) for each in (one, other)]
    coming = [two.play(each.seen.what, each.spec, first, 64) for each, first in asked]
    for (each, first), piece in zip(asked, coming, strict=True):
        assert_alike(piece.result(60), observe(each.seen.what, each.spec, first, 64))
    spans = [rest[1] for task, rest in sent if task is play_pieces]
    assert 2 <= len(spans) <= 6  # both processors have some
    assert sum(map(len, spans)) == len(asked)


def test_bundles_keep_the_order_leave_none_idle_and_the_slow_alone():
    quick, slow = (CellGames(each.spec, each.seen.what) for each in (cell(), cell("lookahead")))

    def shared_out(kinds, processors):
        waiting = [cluster.QueuedPiece(None, kind, 64 * place, 64) for place, kind in enumerate(kinds)]
        made = list(cluster.bundles(waiting, processors))
        assert [one for bundle in made for one in bundle] == waiting
        return [len(bundle) for bundle in made]

    assert shared_out([quick] * 70, 1) == [32, 32, 6]
    assert shared_out([quick] * 70, 7) == [10] * 7
    assert shared_out([quick] * 3, 100) == [1, 1, 1]
    assert shared_out([quick, quick, slow, slow, quick, quick], 1) == [2, 1, 1, 2]
    assert shared_out([], 2) == []


@needs_dask
def test_a_worker_that_is_killed_loses_nothing(two):
    pids = list(two.client.run(os.getpid).values())

    def tell(done, total, cell):
        if done == 1:  # of a first bundle; there are others
            os.kill(pids[0], signal.SIGKILL)

    seen, played = play(two, MANY, tell)
    with open_executor() as threads:
        assert_alike(seen, play(threads, MANY)[0])
    assert played == MANY
    end = time.monotonic() + 60
    while len(now := set(two.client.run(os.getpid, on_error="ignore").values()) - {pids[0]}) < 2:
        assert time.monotonic() < end, f"{now} of two workers"
        time.sleep(0.1)


@pytest.mark.slow
@needs_dask
def test_games_that_cost_worker_after_worker_are_given_up():
    import dask

    with dask.config.set({"distributed.scheduler.allowed-failures": 0}), open_executor("local:1") as executor:
        (pid,) = executor.client.run(os.getpid).values()
        expensive = cell("lookahead")
        coming = executor.play(expensive.seen.what, expensive.spec, 0, 1_000)
        time.sleep(0.5)
        os.kill(pid, signal.SIGKILL)
        with pytest.raises(InputError, match=r"--cluster local:1: the same games lost 1 workers"):
            coming.result(60)


@pytest.mark.slow
@needs_dask
@pytest.mark.parametrize("anew", [False, True], ids=["gone", "started anew"])
def test_when_the_scheduler_is_lost_the_next_check_goes_on(scheduler, store, anew):
    started, address = scheduler
    later = ExitStack()

    def tell(done, total, cell):
        if done == 2:
            started.kill()
            started.wait()
            if anew:
                later.enter_context(process("dask_scheduler", "--host", address))

    told = f"--cluster {address}: the scheduler has stopped or started again.*the same command continues"
    with later, worker(address), open_executor(address) as executor, pytest.raises(InputError, match=told):
        play(executor, LONG, tell)
    kept = sum(int(file.name.split("-")[-1]) for file in store.iterdir())
    assert 128 <= kept < LONG
    with open_executor() as threads:
        seen, played = play(threads, LONG, fresh=False)
        assert played == LONG - kept
        assert_alike(seen, play(threads, LONG)[0])


def other_cardgen(folder, name, text):
    """A copy of the package in which a file is another, or missing."""
    shutil.copytree(PACKAGE, folder / "cardgen", ignore=shutil.ignore_patterns("__pycache__"))
    file = folder / "cardgen" / name
    file.write_text(text(file.read_text("utf-8")), "utf-8")
    return {"PYTHONPATH": str(folder)}


@pytest.mark.slow
@needs_dask
@pytest.mark.parametrize(
    "name, text, told",
    [
        ("play/clauses/engine.py", lambda text: text + "\n# another rule\n", "would play clauses differently"),
        ("__init__.py", lambda text: text + '\n__version__ = "0.0.1"\n', "it has cardgen 0.0.1"),
        ("validation/sampling/tasks.py", lambda text: "", "cannot play clauses: "),
    ],
    ids=["engine", "version", "older"],
)
def test_a_worker_of_other_sources_is_named(run, scheduler, tmp_path, name, text, told):
    _, address = scheduler
    with worker(address, **other_cardgen(tmp_path / "other", name, text)):
        found = run(*CHECK, "--games", "64", "--cluster", address)
    assert found.code == 2
    assert f"--cluster {address}: worker tcp://127.0.0.1:" in found.err
    assert told in found.err
    assert f"this machine has {sources('clauses')}" in found.err
    assert "Traceback" not in found.err


@pytest.mark.slow
@needs_dask
def test_a_worker_of_other_sources_that_comes_later_plays_nothing(scheduler, tmp_path):
    _, address = scheduler
    changed = other_cardgen(
        tmp_path / "other", "validation/sampling/measures.py", lambda text: text + "\n# otherwise\n"
    )
    with worker(address, **changed), open_executor(address) as executor:
        executor._wanted["clauses"] = sources("clauses")  # as if all workers had been asked
        found = cell()
        with pytest.raises(InputError, match=r"worker tcp://127\.0\.0\.1:.* would play clauses differently"):
            executor.play(found.seen.what, found.spec, 0, 64).result(60)


@needs_dask
def test_a_check_tells_the_same_wherever_it_is_played(run):
    alone = run(*CHECK, "--games", "128", "--json", "--fresh")
    many = run(*CHECK, "--games", "128", "--json", "--fresh", "--cluster", "local:1")
    assert alone.code == many.code
    assert json.loads(alone.out) == json.loads(many.out)


@pytest.mark.slow
@needs_dask
def test_processes_learn_what_threads_learn(two, monkeypatch):
    for name, few in (
        ("ROUNDS", 1),
        ("JUDGED_OPTIONS", 2),
        ("DETERMINISATIONS", 1),
        ("MARGIN_GAMES", 3),
        ("OPENINGS", 4),
    ):
        monkeypatch.setattr(learning, name, few)
    game = PlayedGame(load_game(find_game("draco")), taught=False)
    alone, many = (learning.learn(game, [3], 2, studies=studies) for studies in (here_studies, two.study))
    assert as_yaml(alone, game.engine) == as_yaml(many, game.engine)


@pytest.mark.slow
@needs_dask
def test_a_worker_of_other_sources_teaches_nothing(scheduler, tmp_path):
    _, address = scheduler
    changed = other_cardgen(
        tmp_path / "other", "validation/sampling/measures.py", lambda text: text + "\n# otherwise\n"
    )
    with worker(address, **changed), open_executor(address) as executor:
        executor._wanted["clauses"] = sources("clauses")  # as if all workers had been asked
        course = learning._course(cell().game, 3, 0)
        with pytest.raises(InputError, match=r"worker tcp://127\.0\.0\.1:.* would play clauses differently"):
            list(executor.study(course, [(0, 1)]))


@pytest.mark.slow
@needs_dask
def test_when_the_scheduler_is_lost_nothing_is_learnt(scheduler):
    started, address = scheduler
    with worker(address), open_executor(address) as executor:
        sums = executor.study(learning._course(cell().game, 3, 0), [(first, 1) for first in range(40)])
        next(sums)
        started.kill()
        with pytest.raises(
            InputError, match=f"--cluster {address}: the scheduler has stopped or started again.* cardgen wrote nothing"
        ):
            list(sums)


def interrupted(tmp_path: Path, local: str, ready: Callable[[int], object]) -> tuple[str, str, int]:
    """What a check ends with and says where the whole terminal hears Ctrl-C as soon as its process is `ready`."""
    found = subprocess.Popen(
        [sys.executable, "-m", "cardgen", *CHECK, "--games", "1000000", "--cluster", local],
        env=os.environ | without_the_rest(tmp_path),
        cwd=tmp_path,
        start_new_session=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        while found.poll() is None and not ready(found.pid):
            time.sleep(0.05)
        os.killpg(found.pid, signal.SIGINT)
        return *found.communicate(timeout=60), found.returncode
    finally:
        with suppress(ProcessLookupError):
            os.killpg(found.pid, signal.SIGKILL)


@pytest.mark.slow
@needs_dask
@pytest.mark.skipif(os.name != "posix", reason="sends signals to groups of processes")
def test_ctrl_c_is_for_the_command_alone(tmp_path):
    """A terminal sends it to the worker processes as well."""
    out, err, code = interrupted(tmp_path, "local:1", lambda _: list(tmp_path.glob("cardgen/games/*")))
    assert code == 130, err
    assert "you stopped the check before all games were played" in out
    assert "Traceback" not in err


@pytest.mark.slow
@needs_dask
@pytest.mark.skipif(os.name != "posix", reason="sends signals to groups of processes")
def test_ctrl_c_while_processes_begin_leaves_nothing_behind(tmp_path):
    """They are told to end when all have begun; semaphores of those that nobody ended were left over."""
    out, err, code = interrupted(tmp_path, "local:3", lambda pid: len(psutil.Process(pid).children()) > 1)
    assert (code, err) == (130, "interrupted\n"), out


@needs_dask
def test_a_scheduler_without_workers(run, scheduler, monkeypatch):
    monkeypatch.setattr(cluster, "ANSWER_SECONDS", 2)
    _, address = scheduler
    found = run(*CHECK, "--cluster", address)
    assert found.code == 2
    assert f"--cluster {address}: the scheduler has no workers; start some with: dask worker {address}" in found.err


@needs_dask
def test_no_scheduler_at_the_address(run, monkeypatch):
    monkeypatch.setattr(cluster, "ANSWER_SECONDS", 1)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    found = run(*CHECK, "--cluster", address)
    assert found.code == 2
    assert f"--cluster {address}: no scheduler answers there" in found.err
    assert "Traceback" not in found.err


def test_without_dask_it_is_said_how_to_get_it(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    found = run(*CHECK, "--cluster", "local")
    assert found.code == 2
    assert found.err.strip() == (
        "--cluster needs Dask, which is not installed: python -m pip install 'cardgen[cluster]'"
    )


@pytest.mark.parametrize("text", ["", "local:0", "local:two", "far away:1", "moon", "tcp://host", "tcp://host:port"])
def test_what_is_no_cluster(run, text):
    found = run(*CHECK, "--cluster", text)
    assert found.code == 2
    assert f"expected local, local:4 or a scheduler's address such as tcp://host:8786, got {text!r}" in found.err


def test_nobody_else_of_this_machine_sends_work_to_a_local_cluster():
    from distributed import Client

    with open_executor("local:1") as executor:
        address = executor.client.scheduler.address
        assert address.startswith("tls://127.0.0.1:")
        for reached in (address, address.replace("tls://", "tcp://")):
            with pytest.raises((OSError, TypeError)):
                Client(reached, timeout=2)


@pytest.mark.slow
@needs_dask
def test_dask_is_not_heard():
    """Not even of what it calls critical: that a worker has gone while the command ends."""
    with open_executor("local:1"):
        logger = logging.getLogger("distributed.scheduler")
        assert not logger.isEnabledFor(logging.CRITICAL)
