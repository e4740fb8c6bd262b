"""Keeps the sums of played pieces between commands: a piece whose inputs are unchanged is not played again.

A piece is a file of plain numbers. Its name is a hash of what it depends on: engine, rules, cards, players, policies,
seeds, and how games are measured. Nothing in it is run when it is read; one that is damaged is played again.
"""

from __future__ import annotations

import hashlib
import zlib
from functools import cache
from pathlib import Path

import numpy as np

from cardgen.play.batches import Deals
from cardgen.store import cache as caches
from cardgen.validation.sampling import game_sums, measures
from cardgen.validation.sampling.game_sums import GameSums, compared
from cardgen.validation.sampling.measures import Watched, all_measures

KIND = "games"
MAX_BYTES = 400_000_000  # of all that is kept; the oldest goes first
VALUES, SEEDS = (
    ("sums", "squares", "minimum", "maximum"),
    ("seed_of_minimum", "seed_of_maximum", "turns"),
)


@cache
def ways() -> str:
    """Returns a hash that changes if games are measured differently."""
    parts = [Path(module.__file__ or "").read_bytes() for module in (measures, game_sums)]
    return hashlib.sha256(b"".join(parts)).hexdigest()


def key(deals: Deals, what: Watched) -> str:
    """Returns the name under which pieces of these games are kept, without their seeds."""
    return hashlib.sha256(deals.key.encode() + (repr(what) + ways()).encode()).hexdigest()[:32]


def name(cell: str, first: int, games: int) -> str:
    return f"{cell}-{first}-{games}"


def read(file: str, what: Watched) -> GameSums | None:
    """Reads a kept piece; None if there is none, or if it is damaged."""
    data = caches.read(KIND, file)
    if data is None:
        return None
    try:
        return _unpacked(zlib.decompress(data), what)
    except (zlib.error, ValueError, IndexError):
        return None


def write(file: str, piece: GameSums) -> None:
    caches.keep(KIND, file, zlib.compress(_packed(piece), 1))


def prune() -> None:
    """Deletes the oldest pieces if there are too many."""
    caches.prune(KIND, MAX_BYTES)


def _packed(piece: GameSums) -> bytes:
    head = np.array([piece.games, piece.work, len(piece.points), len(piece.lengths), len(piece.widths)], np.int64)
    rows = [getattr(piece, row) for row in (*VALUES, *SEEDS)]
    tables = (piece.points, piece.lengths, piece.widths, piece.blocks)
    return b"".join(array.tobytes() for array in (head, *rows, *tables))


def _unpacked(data: bytes, what: Watched) -> GameSums:
    games, work, points, lengths, blocks = (int(number) for number in np.frombuffer(data, np.int64, 5))
    width, place = len(all_measures(what)), 40

    def table(rows: int, columns: int, kind: type) -> np.ndarray:
        nonlocal place
        values: np.ndarray = np.frombuffer(data, kind, rows * columns, place).reshape(rows, columns)
        place += values.nbytes
        return values

    rows = dict(zip(VALUES, table(len(VALUES), width, np.float64), strict=True))
    rows |= zip(SEEDS, table(len(SEEDS), width, np.int64), strict=True)
    sums = GameSums(
        what=what,
        games=games,
        work=work,
        points=table(points, 2, np.int64),
        lengths=table(lengths, 2, np.int64),
        widths=table(blocks, 1, np.float64)[:, 0],
        blocks=table(blocks, len(compared(what)), np.float64),
        **rows,
    )
    if place != len(data):
        raise ValueError("a piece of another length")
    return sums
