"""What it costs to have games played by other processes: of quick players and of slow ones, by one and by two."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from figures import figure

from cardgen.play import load_game
from cardgen.play.compiled import COMPILES
from cardgen.validation.sampling.cells import Cell, cells
from cardgen.validation.sampling.cluster import Cluster, open_executor
from cardgen.validation.sampling.game_sums import GameSums, observe
from cardgen.validation.sampling.sampler import Executor

Pieces = Sequence[tuple[int, int]]  # first seeds, how many games
QUICK = [(64 * number, 64) for number in range(1_000)]
SLOW = [(4 * number, 4) for number in range(8)]


def main(folder: Path) -> None:
    try:
        import distributed  # noqa: F401
    except ImportError:
        print("cluster: Dask is not installed: pip install 'cardgen[cluster]'")
        return
    if not COMPILES:
        print("cluster: numba is not installed, so nothing is compiled and there is nothing to time")
        return
    for policy, pieces in (("greedy", QUICK), ("lookahead", SLOW)):
        (cell,) = cells(load_game("king_lui"), [3], [policy], 0)
        start = time.process_time()
        here = [observe(cell.seen.what, cell.spec, *piece) for piece in pieces]
        alone = time.process_time() - start
        print(
            f"{len(pieces):,} pieces of {pieces[0][1]} games of {policy}: {alone:.1f} s of a processor in one process"
        )
        walls = [clustered(number, cell, pieces, here, alone) for number in (1, 2)]
        figure("time with two processes, relative to one", walls[1] / walls[0], 0.7)


def clustered(number: int, cell: Cell, pieces: Pieces, here: Sequence[GameSums], alone: float) -> float:
    """Seconds until all pieces are here, once all processes are warm."""
    with open_executor(f"local:{number}") as executor:
        assert isinstance(executor, Cluster)
        play(executor, cell, [(10**6 + seed, 1) for seed in range(4 * number)])
        before = executor.client.run(time.process_time).values()
        mine, start = time.process_time(), time.perf_counter()
        found = play(executor, cell, pieces)
        wall, own = time.perf_counter() - start, time.process_time() - mine
        theirs = sum(executor.client.run(time.process_time).values()) - sum(before)
    same = all((one.sums == other.sums).all() for one, other in zip(found, here, strict=True))
    each = 1000 / len(pieces)
    print(
        f"  local:{number}: {wall:.1f} s; beside its games a piece costs {own * each:.2f} ms here, the scheduler"
        f" among it, and {(theirs - alone) * each:.2f} ms there; same figures: {'yes' if same else 'NO'}",
        flush=True,
    )
    return wall


def play(executor: Executor, cell: Cell, pieces: Pieces) -> list[GameSums]:
    coming = [executor.play(cell.seen.what, cell.spec, *piece) for piece in pieces]
    return [one.result() for one in coming]
