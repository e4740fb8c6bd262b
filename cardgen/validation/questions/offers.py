"""Findings on what a game offers: goals that hardly anybody meets, grades that distinguish nothing, choices without
alternatives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.play.goals import FORCED
from cardgen.validation import titles
from cardgen.validation.questions.evidence import PendingFinding, Verdict, measurement
from cardgen.validation.questions.worth import (
    HARDLY_SHARE,
    Gain,
    Met,
    forced_shares,
    gains,
    goals_met,
    grades_reached,
    misvalued,
    most_met,
)
from cardgen.validation.sampling.cells import Cell
from cardgen.validation.wording import percent, quantity

CROWDED_SHARE = 0.75  # share of games with one grade from which the other grades hardly matter
# with one number of players, fewer than SELDOM_SHARE of them meet a goal; with another, TIMES as many do
SELDOM_SHARE, TIMES = 0.03, 4
NO_GAIN_SHARE = 0.1  # part of the mean; a smaller loss by forgoing something does not count


def judge_offers(cell: Cell, alpha: float) -> Iterator[Verdict]:
    """Answers the questions on one cell in which all play sensibly."""
    if cell.represents_game:
        yield from _misvalued(cell, alpha)
        yield from _grades(cell, alpha)
        yield from _forced(cell, alpha)


def judge_goals(cells: Sequence[Cell], alpha: float) -> Iterator[Verdict]:
    """Finds goals that players hardly ever meet, with any number of players."""
    for cell, met in most_met(cells, alpha):
        hardly = met.share.high < HARDLY_SHARE
        pending = None
        if hardly:
            message = f"at most {percent(met.share.mean)} of players meet '{met.title}', with {_where(cell)}"
            measured = measurement("players", met.share, f"over {percent(HARDLY_SHARE)}", is_share=True)
            pending = PendingFinding(
                cell, "hardly-met", message, f"met:{met.goal.tally}", topic=met.goal.tally, measured=measured
            )
        yield Verdict(pending, () if hardly or met.share.low > HARDLY_SHARE else (cell,), hardly)
        yield from _met_elsewhere(cells, cell, met, alpha)


def _met_elsewhere(cells: Sequence[Cell], best: Cell, most: Met, alpha: float) -> Iterator[Verdict]:
    """A goal that is within reach with some number of players, and out of it with another."""
    for cell in cells:
        alike = cell.represents_game and cell.options == best.options and cell.players != best.players
        met = next((met for met in goals_met(cell, alpha) if met.goal == most.goal), None) if alike else None
        if met is None:
            continue
        seldom = met.share.high < SELDOM_SHARE and TIMES * met.share.high < most.share.low
        pending = None
        if seldom:
            message = (
                f"with {cell.title}, {percent(met.share.mean)} of players meet '{met.title}', but "
                f"{percent(most.share.mean)} with {_where(best)}"
            )
            measured = measurement("players", met.share, f"over {percent(SELDOM_SHARE)}", is_share=True)
            pending = PendingFinding(
                cell,
                "hardly-met",
                message,
                f"met:{met.goal.tally}",
                topic=f"{met.goal.tally} with {cell.players}",
                measured=measured,
                size=SELDOM_SHARE / max(met.share.mean, SELDOM_SHARE / 10),
            )
        unsure = not seldom and met.share.low < SELDOM_SHARE and TIMES * met.share.mean < most.share.low
        yield Verdict(pending, (cell,) if unsure else (), seldom)


def judge_gains(cells: Sequence[Cell], alpha: float) -> Iterator[Verdict]:
    """Finds what players can do without and lose nothing."""
    for gain in gains(cells, alpha / 2):
        near = gain.without.low > gain.with_it.high - NO_GAIN_SHARE * gain.with_it.mean
        worse = gain.without.high < gain.with_it.low
        finding = None
        if near:
            message = f"with {gain.cell.title}, {gain.what} brings no measurable gain: {gain_in_words(gain)}"
            measured = measurement(
                "success without it", gain.without, f"under {gain.with_it.high * (1 - NO_GAIN_SHARE):.3g}"
            )
            finding = PendingFinding(
                gain.cell, "no-gain", message, gain.cell.success, topic=gain.policy, measured=measured
            )
        yield Verdict(finding, () if near or worse else (gain.cell, gain.beside), near)


def gain_in_words(gain: Gain) -> str:
    """Says in words what a player gets without something, and what the same seat gets with it."""
    if not gain.cell.by_wins:
        return f"{gain.without.mean:.2f} points without, {gain.with_it.mean:.2f} with"
    return f"the first player wins {percent(gain.without.mean)} without, {percent(gain.with_it.mean)} with"


def _where(cell: Cell) -> str:
    return f"{quantity(cell.players, 'player')} ({cell.title})"


def _misvalued(cell: Cell, alpha: float) -> Iterator[Verdict]:
    met = goals_met(cell, alpha / max(1, len(cell.game.goals)))
    if pair := misvalued(met):
        valuable, cheap = pair
        message = (
            f"with {cell.title}, {percent(valuable.share.mean)} of players meet '{valuable.title}' "
            f"({quantity(valuable.goal.points, 'point')}), but only {percent(cheap.share.mean)} meet '{cheap.title}' "
            f"({quantity(cheap.goal.points, 'point')})"
        )
        measured = measurement(
            f"players who meet '{valuable.title}'",
            valuable.share,
            f"at most {percent(cheap.share.high)}",
            is_share=True,
        )
        pending = PendingFinding(
            cell,
            "misvalued",
            message,
            f"met:{valuable.goal.tally}",
            topic=f"{valuable.goal.tally}, {cheap.goal.tally}",
            measured=measured,
            size=valuable.share.mean - cheap.share.mean,
        )
        yield Verdict(pending, (), True)
    elif cell.game.goals:
        yield Verdict(None, (), False)


def _grades(cell: Cell, alpha: float) -> Iterator[Verdict]:
    grades = grades_reached(cell, alpha)
    lowest = min((grade.low for grade, _ in grades), default=0)
    for grade, share in grades:
        idle, crowded = share.high < HARDLY_SHARE and grade.low > lowest, share.low > CROWDED_SHARE
        settled = share.low > HARDLY_SHARE and share.high < CROWDED_SHARE
        finding = None
        if idle or crowded:
            message = f"with {cell.title}, {percent(share.mean)} of solo games reach the grade {grade.printed}"
            refuted_beyond = f"over {percent(HARDLY_SHARE)}" if idle else f"under {percent(CROWDED_SHARE)}"
            measured = measurement("games", share, refuted_beyond, is_share=True)
            finding = PendingFinding(
                cell, "idle-grade", message, f"grade:{grade.printed}", topic=grade.printed, measured=measured
            )
        yield Verdict(finding, () if finding or settled else (cell,), bool(finding))


def _forced(cell: Cell, alpha: float) -> Iterator[Verdict]:
    for what, forced, total in forced_shares(cell):
        excess = cell.seen.estimate(f"pressed:{what}", alpha)
        if excess.low > 0:
            said = titles.tally(cell.game, FORCED + what)
            message = f"with {cell.title}, {percent(forced / total)} ({forced:,} of {total:,}) is forced: {said}"
            measured = measurement("forced plays above half, a game", excess, "0")
            finding = PendingFinding(
                cell, "mostly-forced", message, f"met:{FORCED}{what}", topic=what, measured=measured
            )
            yield Verdict(finding, (), True)
        else:
            yield Verdict(None, (cell,) if excess.high > 0 and 2 * forced > total else (), False)
