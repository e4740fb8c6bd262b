"""Finds variants that leave most players without a point, if the base game does not."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.validation.questions.evidence import PendingFinding, Verdict, measurement
from cardgen.validation.sampling import confidence
from cardgen.validation.sampling.cells import Cell
from cardgen.validation.sampling.confidence import Estimate
from cardgen.validation.wording import percent

MAX_SHARE = 0.5  # share of players without a point from which it is reported
TIMES_BASE = 2  # factor over the base from which it is reported


def pointless(cell: Cell, base: Cell | None, alpha: float) -> Iterator[Verdict]:
    """Finds how many players have no point at the end of a game in which all play sensibly."""
    if base is None or not (cell.represents_game and cell.rivals and base.seen.games):
        return
    mine, theirs = (_without(each, alpha / 2) for each in (cell, base))
    is_pointless = mine.low > MAX_SHARE and mine.low > TIMES_BASE * theirs.high
    made = None
    if is_pointless:
        message = (
            f"with {cell.title}, {percent(mine.mean)} of players have no point at the end, "
            f"{percent(theirs.mean)} in the base game"
        )
        measured = measurement("players without a point", mine, f"at most {percent(MAX_SHARE)}", is_share=True)
        made = PendingFinding(
            cell, "pointless", message, "score", most=False, measured=measured, size=mine.mean / MAX_SHARE
        )
    unsure = not is_pointless and mine.mean > MAX_SHARE and mine.mean > TIMES_BASE * theirs.mean
    yield Verdict(made, (cell,) if unsure else (), is_pointless)


def _without(cell: Cell, alpha: float) -> Estimate:
    """The share of players without a point; one game counts once, because its players are correlated."""
    none = sum(int(times) for points, times in cell.seen.points if points == 0)
    return confidence.share(none / cell.players, cell.seen.games, alpha)
