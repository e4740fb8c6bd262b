"""Whether what a game offers is worth what it asks for: goals and their points, grades, choices, what one may forgo."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cardgen.play.goals import Goal, Grade
from cardgen.validation import titles
from cardgen.validation.cells import Cell
from cardgen.validation.measures import STRICT, Estimate, normal, sole, wilson

FORCED, CHOSEN = "forced.", "chosen."  # what begins the names of tallies of what players must do, or do by choice
HARDLY = 0.01  # share of players below which a goal is met hardly ever, of games below which a grade is reached so


@dataclass(frozen=True, slots=True)
class Met:
    """A goal in one cell: the share of players who meet it."""

    goal: Goal
    title: str
    share: Estimate


@dataclass(frozen=True, slots=True)
class Gain:
    """What `policy` does without, as its `cell` shows: wins of the first seat (points, alone) with it and without."""

    cell: Cell
    policy: str
    what: str
    with_it: Estimate
    without: Estimate


def goals_met(cell: Cell) -> list[Met]:
    """Those that a cell's players met at all, the most often met first; what was agreed may leave out the others."""
    tallies, found = cell.results["tallies"], []
    places = {name: place for place, name in enumerate(cell.game.tallies)}
    for goal in cell.game.goals:
        if met := int(tallies[:, places[goal.tally]].sum()):
            found.append(Met(goal, titles.card(cell.game, goal.card), wilson(met, len(tallies) * cell.players, STRICT)))
    return sorted(found, key=lambda met: -met.share.mean)


def hardly_met(cells: Sequence[Cell]) -> Iterator[tuple[Cell, Met]]:
    """Goals that sensible players meet hardly ever, whatever they agreed on; the cell where they do most often."""
    best: dict[str, tuple[Cell, Met]] = {}
    for cell in cells:
        for met in goals_met(cell) if cell.sensible else ():
            if met.goal.tally not in best or met.share.mean > best[met.goal.tally][1].share.mean:
                best[met.goal.tally] = cell, met
    return (pair for pair in best.values() if pair[1].share.high < HARDLY)


def misvalued(met: Sequence[Met]) -> tuple[Met, Met] | None:
    """The goal worth more, and the one worth less, of which the first is met more often, most clearly so."""
    pairs = [
        (one, other)
        for one in met
        for other in met
        if one.goal.points > other.goal.points and one.share.low > other.share.high
    ]
    return max(pairs, key=lambda pair: pair[0].share.mean - pair[1].share.mean, default=None)


def grades_reached(cell: Cell) -> list[tuple[Grade, Estimate]]:
    """How many games played alone come to each grade; none where several play, or nothing is graded."""
    if cell.players > 1:
        return []
    points = cell.results["scores"][:, 0]
    inside = [(grade, (points >= grade.low) & (points <= grade.high)) for grade in cell.game.grades]
    return [(grade, wilson(int(games.sum()), len(points), STRICT)) for grade, games in inside]


def forced_shares(cell: Cell) -> Iterator[tuple[str, int, int]]:
    """What players may have to do: its name, how often they had to, and how often it was done in all."""
    places = {name: place for place, name in enumerate(cell.game.tallies)}
    for name, place in places.items():
        what = name.removeprefix(FORCED)
        if name.startswith(FORCED) and CHOSEN + what in places:
            forced = int(cell.results["tallies"][:, place].sum())
            yield what, forced, forced + int(cell.results["tallies"][:, places[CHOSEN + what]].sum())


def gains(cells: Sequence[Cell]) -> Iterator[Gain]:
    """For each policy that forgoes something the price of it, against the same seat of those who do not."""
    forgoes = getattr(cells[0].game.machine.policies, "FORGOES", ()) if cells else ()
    words = cells[0].game.words(cells[0].game.definition.languages[0]) if cells else None
    for cell in cells:
        policy, *others = cell.table
        with_it = _sensible_like(cell, cells)
        if words and policy in forgoes and with_it and set(others) <= set(with_it.table):
            what = words.say_or(f"policy.{policy}.forgoes", policy)
            yield Gain(cell, policy, what, _success(with_it), _success(cell))


def _sensible_like(cell: Cell, cells: Sequence[Cell]) -> Cell | None:
    alike = (one for one in cells if one.players == cell.players and one.options == cell.options and one.sensible)
    return next(alike, None)


def _success(cell: Cell) -> Estimate:
    """Games won alone by the first seat; the points of who plays alone."""
    if cell.players == 1:
        return normal(cell.results["scores"][:, 0].astype(float), STRICT)
    wins = sole(cell.results["winners"], 0)
    return wilson(wins.sum(), len(wins), STRICT)
