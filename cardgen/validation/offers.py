"""Findings on what a game offers: goals that hardly anybody meets, grades that tell nothing, choices that are none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.findings import Finding
from cardgen.validation import titles
from cardgen.validation.cells import Cell
from cardgen.validation.evidence import finding
from cardgen.validation.measures import STRICT, wilson
from cardgen.validation.wording import counted, percent
from cardgen.validation.worth import (
    FORCED,
    HARDLY,
    Gain,
    forced_shares,
    gains,
    goals_met,
    grades_reached,
    hardly_met,
    misvalued,
)

CROWDED = 0.75  # share of games with one grade from which the others tell little
CLOSE = 0.1  # half of an interval, in parts of the mean, from which it tells that nothing is gained
MOSTLY = 0.5  # share of what is forced from which it is spoken of


def judge_offers(cell: Cell) -> Iterator[Finding]:
    """Findings on one cell in which all play sensibly."""
    if cell.sensible:
        yield from _misvalued(cell)
        yield from _grades(cell)
        yield from _forced(cell)


def judge_goals(cells: Sequence[Cell]) -> Iterator[Finding]:
    """Goals that are met hardly ever, with any number of players."""
    for cell, met in hardly_met([cell for cell in cells if len(cell.results)]):
        message = f"'{met.title}' is met by {percent(met.share.mean)} of players, at most with {_where(cell)}"
        games = cell.results["tallies"][:, cell.game.tallies.index(met.goal.tally)] > 0
        yield finding(cell, "hardly-met", message, games, topic=met.goal.tally)


def judge_gains(cells: Sequence[Cell]) -> Iterator[Finding]:
    """What may be forgone without a loss."""
    for gain in gains([cell for cell in cells if len(cell.results)]):
        near = gain.without.high >= gain.with_it.mean and gain.without.mean >= gain.with_it.low
        if near and gain.without.high - gain.without.low < 2 * CLOSE * gain.with_it.mean:
            message = f"with {gain.cell.title}, {gain.what} gains nothing that shows: {told(gain)}"
            yield finding(gain.cell, "no-gain", message, gain.cell.results["finished"] == 1, topic=gain.policy)


def told(gain: Gain) -> str:
    """What one who forgoes something comes to, and the same seat with it."""
    if gain.cell.players == 1:
        return f"{gain.without.mean:.2f} points without, {gain.with_it.mean:.2f} with"
    return f"the first player wins {percent(gain.without.mean)} without, {percent(gain.with_it.mean)} with"


def _where(cell: Cell) -> str:
    return f"{counted(cell.players, 'player')} ({cell.title})"


def _misvalued(cell: Cell) -> Iterator[Finding]:
    if pair := misvalued(goals_met(cell)):
        dear, cheap = pair
        message = (
            f"with {cell.title}, '{dear.title}' ({counted(dear.goal.points, 'point')}) is met by "
            f"{percent(dear.share.mean)} of players, '{cheap.title}' ({counted(cheap.goal.points, 'point')}) "
            f"by only {percent(cheap.share.mean)}"
        )
        tallies = cell.results["tallies"]
        more, less = (tallies[:, cell.game.tallies.index(met.goal.tally)] for met in pair)
        yield finding(cell, "misvalued", message, more > less)


def _grades(cell: Cell) -> Iterator[Finding]:
    points, grades = cell.results["scores"][:, 0], grades_reached(cell)
    lowest = min((grade.low for grade, _ in grades), default=0)
    for grade, share in grades:
        reached = (points >= grade.low) & (points <= grade.high)
        if (share.high < HARDLY and grade.low > lowest) or share.low > CROWDED:
            message = f"with {cell.title}, {percent(share.mean)} of games alone come to the grade {grade.printed}"
            yield finding(cell, "idle-grade", message, reached, topic=grade.printed)


def _forced(cell: Cell) -> Iterator[Finding]:
    for what, forced, total in forced_shares(cell):
        share = wilson(forced, total, STRICT)
        if share.low > MOSTLY:
            said = titles.tally(cell.game, FORCED + what)
            message = f"with {cell.title}, {percent(share.mean)} ({forced:,} of {total:,}) is forced: {said}"
            tallies = cell.results["tallies"]
            games = tallies[:, cell.game.tallies.index(FORCED + what)] > 0
            yield finding(cell, "mostly-forced", message, games, topic=what)
