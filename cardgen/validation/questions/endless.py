"""Findings on games that do not end, with what players do in them, and on games that end because a number is too
large."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from cardgen.foundations.findings import Finding
from cardgen.rules.code import MAX_VALUE
from cardgen.rules.layout import STUCK, TOO_LARGE
from cardgen.validation import titles
from cardgen.validation.questions.evidence import PendingFinding, Verdict
from cardgen.validation.sampling.cells import Cell
from cardgen.validation.wording import percent

MAX_SHOWN = 3  # actions shown of an endless game


def judge_endings(cell: Cell, alpha: float) -> Iterator[Verdict]:
    if share := cell.seen.mean("endless"):
        what = f"are not over after {cell.seen.range('decisions')[1]:,.0f} decisions"
        if STUCK in cell.game.ending_names and cell.seen.mean(f"ends.{STUCK}") == share:
            what = "go round in circles: no player has a choice any more"
        message = f"with {cell.title}, {percent(share)} of games {what}"
        yield Verdict(partial(_without_end, cell, "endless" if cell.ends else "prolonged", message))
    broken = f"ends.{TOO_LARGE}"
    if TOO_LARGE in cell.game.ending_names and (share := cell.seen.mean(broken)):
        message = f"with {cell.title}, a number grew beyond {MAX_VALUE:,} in {percent(share)} of games, and ended them"
        yield Verdict(PendingFinding(cell, TOO_LARGE, message, broken))


def _without_end(cell: Cell, code: str, message: str) -> Finding:
    return PendingFinding(cell, code, "; ".join(filter(None, (message, _at_last(cell)))), "endless")()


def _at_last(cell: Cell) -> str:
    """What players do most in the last tenth of the first game that does not end; empty if players try out actions,
    because their games are expensive."""
    seed, bound = cell.seen.first("endless"), cell.spec.bound
    if seed is None or cell.spec.playouts.any():
        return ""
    before, after = (replace(cell.spec, bound=decisions).play(seed, 1)[0] for decisions in (bound - bound // 10, bound))
    more = (after["tallies"] - before["tallies"])[: len(cell.game.tallies)]
    most = sorted(((-int(times), name) for times, name in zip(more, cell.game.tallies, strict=True) if times > 0))
    counts = [f"{titles.typed_tally(cell.game, name)} {-times:,}" for times, name in most[:MAX_SHOWN]]
    return f"in the last {after['decisions'] - before['decisions']:,} of one: {', '.join(counts)}" if counts else ""
