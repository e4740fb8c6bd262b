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

from cardgen.play.batches import GamesSpec
from cardgen.store import cache as caches
from cardgen.validation.sampling import game_sums, measures
from cardgen.validation.sampling.game_sums import GameSums, compared
from cardgen.validation.sampling.measures import Watched, all_measures

KIND = "games"
MAX_BYTES = 400_000_000  # bytes of all kept pieces; the oldest goes first
HEADER_NUMBERS = 5  # numbers of 8 bytes
FLOAT_ROWS = ("sums", "squares", "minimum", "maximum")
INT_ROWS = ("seed_of_minimum", "seed_of_maximum", "turns")


@cache
def measurement_hash() -> str:
    """Returns a hash that changes if games are measured differently."""
    parts = [Path(module.__file__ or "").read_bytes() for module in (measures, game_sums)]
    return hashlib.sha256(b"".join(parts)).hexdigest()


def key(spec: GamesSpec, what: Watched) -> str:
    """Returns the name under which pieces of these games are kept, without their seeds."""
    return hashlib.sha256(spec.key.encode() + (repr(what) + measurement_hash()).encode()).hexdigest()[:32]


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
    rows = [getattr(piece, row) for row in (*FLOAT_ROWS, *INT_ROWS)]
    tables = (piece.points, piece.lengths, piece.widths, piece.blocks)
    return b"".join(array.tobytes() for array in (head, *rows, *tables))


def _unpacked(data: bytes, what: Watched) -> GameSums:
    games, work, points, lengths, blocks = (int(number) for number in np.frombuffer(data, np.int64, HEADER_NUMBERS))
    width, offset = len(all_measures(what)), HEADER_NUMBERS * 8

    def table(rows: int, columns: int, kind: type) -> np.ndarray:
        nonlocal offset
        values: np.ndarray = np.frombuffer(data, kind, rows * columns, offset).reshape(rows, columns)
        offset += values.nbytes
        return values

    rows = dict(zip(FLOAT_ROWS, table(len(FLOAT_ROWS), width, np.float64), strict=True))
    rows |= zip(INT_ROWS, table(len(INT_ROWS), width, np.int64), strict=True)
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
    if offset != len(data):
        raise ValueError("a piece of another length")
    return sums
