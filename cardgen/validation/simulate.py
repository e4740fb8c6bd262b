"""Plays the cells of a variant for as long as their questions need, or as their budget lasts."""

from __future__ import annotations

from cardgen.play.batches import Batch
from cardgen.validation.cells import Cell
from cardgen.validation.measures import STRICT, Estimate, measures

LEAST = {"lookahead": 20, "saboteur": 100}  # games, by the dearest policy at the table; others:
LEAST_OTHERS = 1_000
DEAR = 1.0  # seconds for the least games, where they are dear
SECONDS = 0.2  # for a cell that has its least games
LONGEST = 3.0  # for a cell with an expectation that is still open


def simulate(cell: Cell, games: int | None = None) -> None:
    """Plays exactly `games`, or as many as the cell's questions need. Ctrl-C keeps what was played and goes on up."""
    try:
        _play(cell, cell.batch, games)
    finally:
        cell.results = cell.batch.results


def _play(cell: Cell, batch: Batch, games: int | None) -> None:
    if games is not None:
        batch.play(games)
        return
    least = min((LEAST.get(name, LEAST_OTHERS) for name in cell.table), default=LEAST_OTHERS)
    batch.play(least, DEAR)
    batch.play(least * 20, SECONDS)
    spent = SECONDS
    while spent < LONGEST and open_questions(cell, batch):
        batch.play(len(batch) * 2, SECONDS)
        spent += SECONDS


def open_questions(cell: Cell, batch: Batch) -> bool:
    """Whether the author expects something that the games so far do not tell."""
    known = measures(cell.game, cell.players)
    results = batch.results
    return any(verdict(known[e.measure].estimate(results, STRICT), e.low, e.high) is None for e in cell.asked)


def verdict(found: Estimate, low: float, high: float) -> bool | None:
    """Whether what is measured lies within bounds; None where its interval holds one of them."""
    if low <= found.low and found.high <= high:
        return True
    if found.high < low or found.low > high:
        return False
    return None
