"""Measures whether goals, grades and choices of a game are worth what they cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.foundations.dataclass import dataclass
from cardgen.play.goals import CHOSEN, FORCED, Goal, Grade
from cardgen.validation import titles
from cardgen.validation.sampling.cells import Cell
from cardgen.validation.sampling.confidence import Estimate

HARDLY_SHARE = 0.01  # share of players below which a goal is hardly ever met, or of games for a grade


@dataclass(frozen=True, slots=True)
class Met:
    """A goal in one cell: the share of players who meet it."""

    goal: Goal
    title: str
    share: Estimate


@dataclass(frozen=True, slots=True)
class Gain:
    """The value of something that `policy` forgoes in its `cell`: wins of the first seat (alone: points) with it and
    without."""

    cell: Cell
    beside: Cell  # the cell with it
    policy: str
    what: str
    with_it: Estimate
    without: Estimate


def goals_met(cell: Cell, alpha: float) -> list[Met]:
    """Returns the goals that a cell's players met at all, the most often met first; an agreement can leave out the
    others."""
    goals = []
    for goal in cell.game.goals:
        if cell.seen.total(f"tallies.{goal.tally}"):
            each = cell.seen.estimate(f"tallies.{goal.tally}", alpha)  # sum over all players of a game
            share = each.scaled(1 / cell.players)
            goals.append(Met(goal, titles.card(cell.game, goal.card), share))
    return sorted(goals, key=lambda met: -met.share.mean)


def most_met(cells: Sequence[Cell], alpha: float) -> list[tuple[Cell, Met]]:
    """Returns each goal that sensible players met, with the cell in which they met it most often."""
    best: dict[str, tuple[Cell, Met]] = {}
    for cell in cells:
        for met in goals_met(cell, alpha) if cell.represents_game else ():
            if met.goal.tally not in best or met.share.mean > best[met.goal.tally][1].share.mean:
                best[met.goal.tally] = cell, met
    return list(best.values())


def misvalued(met: Sequence[Met]) -> tuple[Met, Met] | None:
    """Finds the pair of goals in which the one worth more is met more often; of several pairs, the clearest."""
    pairs = [
        (one, other)
        for one in met
        for other in met
        if one.goal.points > other.goal.points and one.share.low > other.share.high
    ]
    return max(pairs, key=lambda pair: pair[0].share.mean - pair[1].share.mean, default=None)


def grades_reached(cell: Cell, alpha: float) -> list[tuple[Grade, Estimate]]:
    """Returns the share of solo games that reach each grade; nothing if several play or there are no grades."""
    return [(grade, cell.seen.estimate(f"grade:{grade.printed}", alpha)) for grade in cell.seen.what.grades]


def forced_shares(cell: Cell) -> Iterator[tuple[str, int, int]]:
    """Yields what players can be forced to do: its name, how often they were forced, and how often they did it in
    all."""
    for name in cell.game.tallies:
        what = name.removeprefix(FORCED)
        if name.startswith(FORCED) and CHOSEN + what in cell.game.tallies:
            forced, chosen = (round(cell.seen.total(f"tallies.{how}{what}")) for how in (FORCED, CHOSEN))
            yield what, forced, forced + chosen


def gains(cells: Sequence[Cell], alpha: float) -> Iterator[Gain]:
    """Measures, for each policy that does without something, what that costs, compared with the same seat of others."""
    forgoes = cells[0].game.engine.policies.FORGOES if cells else ()
    words = cells[0].game.words(cells[0].game.definition.languages[0]) if cells else None
    for cell in cells:
        policy, *others = cell.table
        with_it = _sensible_like(cell, cells)
        if words and policy in forgoes and with_it and set(others) <= set(with_it.table):
            what = words.say_or(f"policy.{policy}.forgoes", policy)
            yield Gain(cell, with_it, policy, what, with_it.how_well(alpha), cell.how_well(alpha))


def _sensible_like(cell: Cell, cells: Sequence[Cell]) -> Cell | None:
    alike = (one for one in cells if one.players == cell.players and one.options == cell.options and one.sensible)
    return next(alike, None)
