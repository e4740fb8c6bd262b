"""Plays pieces on the workers of a Dask cluster: processes of this machine, or of many.

A task is some pieces whose key covers all that they depend on: a cluster can play it anywhere, and again if a worker
was lost; a piece counts when its sums are here. Pieces of quick games cost more in sending than in playing, so
several travel as one. What is played (`GamesSpec`) goes to the cluster once for each cell.
Dask is imported when a cluster is asked for; it is an extra, `cardgen[cluster]`.
"""

from __future__ import annotations

import hashlib
import logging
import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError, Future
from contextlib import ExitStack, contextmanager
from dataclasses import field
from typing import TYPE_CHECKING

from cardgen import __version__
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import InputError, fail
from cardgen.play.batches import GamesSpec, workers
from cardgen.play.course import Course, Piece, Sums
from cardgen.store import processes
from cardgen.validation.sampling import kept
from cardgen.validation.sampling.game_sums import GameSums
from cardgen.validation.sampling.measures import Watched
from cardgen.validation.sampling.sampler import Executor, ThreadExecutor
from cardgen.validation.sampling.tasks import CellGames, Refusal, Sources, play_pieces, scattered, sources, study_piece

if TYPE_CHECKING:
    from distributed import Client, LocalCluster
    from distributed import Future as Task

LOCAL = "local"
ABOVE_CRITICAL = logging.CRITICAL + 1  # Dask logs lost workers as critical, and all are lost after Ctrl-C
BUNDLE_GAMES = 2_048  # games of quick players in one task, which takes a tenth of a second or more
PIECES_AHEAD = 64  # pieces begun for each processor: two of the smallest bundles, so no worker waits
PLAYED = "cardgen kept the games that were played, so the same command continues from there"
LEARNT = "cardgen wrote nothing"
ANSWER_SECONDS = 30  # seconds until a scheduler must answer, and have a worker


class Coming(Future[GameSums]):
    """The future of a piece; asking for its result sends the piece."""

    def __init__(self, executor: Cluster) -> None:
        super().__init__()
        self.executor = executor
        self.set_running_or_notify_cancel()

    def result(self, timeout: float | None = None) -> GameSums:
        self.executor.send(self)
        return super().result(timeout)


@dataclass(frozen=True, slots=True)
class QueuedPiece:
    """A piece that waits to be sent."""

    coming: Coming
    kind: CellGames
    first: int
    games: int


def dask_setup(worker: object) -> None:
    """Called by Dask in each process that we start; it ignores Ctrl-C there, because the main process ends them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@dataclass(slots=True)
class Cluster:
    """Plays on the workers of a scheduler; `name` is the user's name for it."""

    client: Client
    name: str
    _wanted: dict[str, Sources] = field(default_factory=dict)  # sources by engine
    _sent: dict[CellGames, tuple[str, Task]] = field(
        default_factory=dict
    )  # task kinds by key, with their futures on the cluster
    _asked: dict[Coming, QueuedPiece] = field(default_factory=dict)  # pieces not sent yet
    _games: int = 0  # games of these pieces
    _processors: int = 0  # processors at the last count

    @property
    def ahead(self) -> int:
        return PIECES_AHEAD * self._count_processors()

    def _count_processors(self) -> int:
        """Asks the scheduler for the number of processors."""
        with self._loss_reported():
            self._processors = max(1, sum(self.client.nthreads().values()))
        return self._processors

    def play(self, what: Watched, spec: GamesSpec, first: int, games: int) -> Coming:
        """Returns the future of a piece. Quick pieces wait until there are enough for all processors, or until a result
        is asked for. Raises InputError, as its Future does, if workers have other sources or the cluster is lost."""
        with self._loss_reported():
            self._meet(spec.engine)
        coming = Coming(self)
        self._asked[coming] = QueuedPiece(coming, CellGames(spec, what), first, games)
        self._games += games
        if spec.playouts.any() or self._games >= BUNDLE_GAMES * (self._processors or self._count_processors()):
            self.send(coming)
        return coming

    def send(self, coming: Coming) -> None:
        """Sends all waiting pieces, if this one still waits."""
        if coming not in self._asked:
            return
        waiting, self._asked, self._games = [*self._asked.values()], {}, 0
        with self._loss_reported():
            for bundle in bundles(waiting, self._processors or self._count_processors()):
                self._begin(bundle)

    def study(self, course: Course, pieces: Sequence[Piece]) -> Iterator[Sums]:
        """Yields what is learnt from each piece, in order, as `learn` takes it. Raises InputError as `play` does."""
        with self._loss_reported(LEARNT):
            wanted = self._meet(course.engine)
            there = self.client.submit(scattered, course, pure=False)
            tasks = [self.client.submit(study_piece, wanted, there, *piece, pure=False) for piece in pieces]
        for task in tasks:
            try:
                result = task.result()
            except Exception as error:
                raise self._why(error, LEARNT) from error
            if isinstance(result, Refusal):
                raise self._other(result.worker, course.engine, result.sources, wanted)
            yield result

    def _begin(self, bundle: Sequence[QueuedPiece]) -> None:
        engine = bundle[0].kind.spec.engine
        places = {kind: place for place, kind in enumerate(dict.fromkeys(one.kind for one in bundle))}
        keys, cells = zip(*map(self._sent_once, places), strict=True)
        pieces = [(places[one.kind], one.first, one.games) for one in bundle]
        name = hashlib.sha256(repr((keys, pieces)).encode()).hexdigest()[:32]
        task = self.client.submit(play_pieces, self._wanted[engine], pieces, *cells, key=f"{engine}-{name}")
        assert self.client.loop  # the loop runs from the client's start
        self.client.loop.add_callback(self._bring, task, engine, [one.coming for one in bundle])

    def _sent_once(self, kind: CellGames) -> tuple[str, Task]:
        """The key of a task kind, and its future on the cluster; sends it once."""
        if kind not in self._sent:
            key = kept.key(kind.spec, kind.what)
            self._sent[kind] = key, self.client.submit(scattered, kind, key=f"cell-{key}")
        return self._sent[kind]

    def _meet(self, engine: str) -> Sources:
        """Asks all workers for their sources of an engine, once."""
        if engine not in self._wanted:
            wanted = sources(engine)
            answers = self.client.run(sources, engine, on_error="return")
            for worker, answer in sorted(answers.items()):
                if answer != wanted:
                    raise self._other(worker, engine, answer, wanted)
            self._wanted[engine] = wanted
        return self._wanted[engine]

    @contextmanager
    def _loss_reported(self, next_time: str = PLAYED) -> Iterator[None]:
        """Reports a lost cluster as an InputError, with what the next command still has."""
        try:
            yield
        except InputError:
            raise
        except Exception as error:
            if self._is_lost(error):
                raise self._why(error, next_time) from error
            raise

    async def _bring(self, task: Task, engine: str, coming: Sequence[Coming]) -> None:
        """Runs in the client's loop, which brings the pieces of many workers together."""
        try:
            gathered = await self.client.gather(task, asynchronous=True)
            if isinstance(gathered, Refusal):
                raise self._other(gathered.worker, engine, gathered.sources, self._wanted[engine])
        except BaseException as error:  # also cancellation of a task
            why = error if isinstance(error, InputError) else self._why(error)
            for one in coming:
                one.set_exception(why)
            return
        for one, seen in zip(coming, gathered, strict=True):
            one.set_result(seen)

    def _other(self, worker: str, engine: str, outcome: Sources | Exception, wanted: Sources) -> InputError:
        if isinstance(outcome, Sources):
            reason = f"would play {engine} differently: it has {outcome}"
        else:
            reason = f"cannot play {engine}: {_brief(outcome)}"
        at_fault = f"--cluster {self.name}: worker {worker} {reason}"
        return fail(f"{at_fault}; this machine has {wanted}. Install the same on the worker")

    def _is_lost(self, error: BaseException) -> bool:
        import asyncio  # slow to import

        return isinstance(error, (CancelledError, asyncio.CancelledError, OSError)) or self.client.status != "running"

    def _why(self, error: BaseException, next_time: str = PLAYED) -> InputError:
        from distributed.scheduler import KilledWorker

        if isinstance(error, KilledWorker):
            last = getattr(error.last_worker, "address", error.last_worker)
            why = f"the same games lost {error.allowed_failures + 1} workers, the last one {last}"
        elif self._is_lost(error):
            why = "the scheduler has stopped or started again"
        else:
            why = f"a worker failed, perhaps because it does not have cardgen {__version__}: {_brief(error)}"
        return fail(f"--cluster {self.name}: {why}. {next_time}")


def bundles(waiting: Sequence[QueuedPiece], processors: int) -> Iterator[list[QueuedPiece]]:
    """Yields the pieces to send together: of one engine, and few enough games that all processors get some. Pieces of
    players who play games ahead are sent alone."""
    share = min(BUNDLE_GAMES, -(-sum(one.games for one in waiting) // processors))
    bundle: list[QueuedPiece] = []
    games = 0
    for one in waiting:
        spec = one.kind.spec
        apart = spec.playouts.any() or (bundle and bundle[-1].kind.spec.engine != spec.engine)
        if bundle and (apart or games + one.games > share):
            yield bundle
            bundle, games = [], 0
        bundle.append(one)
        games += share if spec.playouts.any() else one.games
    if bundle:
        yield bundle


async def _end_workers(local: LocalCluster) -> None:
    """Ends the processes of a cluster at once; the games that they are playing are not wanted any more."""
    import asyncio

    ends = (worker.close(timeout=0) for worker in local.workers.values())
    await asyncio.gather(*ends, return_exceptions=True)


def _brief(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}".splitlines()[0]


@contextmanager
def open_executor(text: str | None = None) -> Iterator[Executor]:
    """Provides the executor: threads of this process for None; processes of this machine for `local` or `local:2`, as
    many as given or as there are processors; otherwise the workers of the scheduler at that address. Raises InputError
    if there are none."""
    if text is None:
        with ThreadExecutor() as threads:
            yield threads
        return
    try:
        from multiprocessing import resource_tracker

        from distributed import Client, LocalCluster
    except ImportError:
        raise fail("--cluster needs Dask, which is not installed: python -m pip install 'cardgen[cluster]'") from None
    logging.getLogger("distributed").setLevel(ABOVE_CRITICAL)  # cardgen reports what concerns a user
    kind, _, number = text.partition(":")
    if kind == LOCAL:
        if os.name == "posix":
            resource_tracker.ensure_running()  # its start would make later processes receive Ctrl-C
        with ExitStack() as ended:
            with processes.delay_interruption(programs=True):
                local = LocalCluster(
                    n_workers=int(number) if number else workers(),
                    threads_per_worker=1,
                    memory_limit=0,
                    scheduler_kwargs={"dashboard": False, "dashboard_address": "127.0.0.1:0"},
                    silence_logs=ABOVE_CRITICAL,
                    preload=__name__,
                    security=True,  # a certificate that only this command has refuses other users of this machine
                )
                ended.enter_context(local)
                client = ended.enter_context(Client(local))
            try:
                yield Cluster(client, text)
            except BaseException:
                local.sync(_end_workers, local)
                raise
        return
    try:
        client = Client(text, timeout=ANSWER_SECONDS)
    except (OSError, ValueError) as error:
        raise fail(f"--cluster {text}: no scheduler answers there ({_brief(error)})") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=ANSWER_SECONDS)
        except TimeoutError:
            raise fail(f"--cluster {text}: the scheduler has no workers; start some with: dask worker {text}") from None
        yield Cluster(client, text)
