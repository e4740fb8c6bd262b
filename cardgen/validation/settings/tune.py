"""Runs `cardgen tune`: searches for the settings with which play meets the designer's bounds.

An optimiser of our own, for these reasons: the settings are whole numbers and names, a few thousand points at most; a
game costs next to nothing, so what counts is how many each point gets; and the answer must be the same everywhere and
sound however often one looks, which confidence sequences give and a sampler of a general optimiser does not.

It is a race over points (successive halving: Jamieson and Talwalkar, AISTATS 2016), between whose rounds the neighbours
of the leaders are tried. A sample that fills the space evenly plays a little; points one setting away from the leaders
join; the better half plays on, those with the fewest games first, twice as much each time; a point is out of the race
once it surely misses a bound, or another is surely nearer.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import field, replace

from cardgen.definitions.expect import Expectation, read_expectations
from cardgen.definitions.fields import word
from cardgen.definitions.game import Game
from cardgen.definitions.nodes import Mapping, mapping
from cardgen.definitions.variant import cards_and_kinds
from cardgen.definitions.yaml_source import parse_yaml
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Place, fail
from cardgen.play.game import PlayedGame
from cardgen.play.seating import parse
from cardgen.rules.load import load_game
from cardgen.validation.sampling import kept
from cardgen.validation.sampling.cells import Cell, counts_of
from cardgen.validation.sampling.confidence import Estimate
from cardgen.validation.sampling.sampler import Executor, Sampler, ThreadExecutor, least
from cardgen.validation.settings.space import Axis, Point
from cardgen.validation.settings.sweep import Tell
from cardgen.validation.settings.trials import Ground, Trial, trial

FIRST_POINTS = 64  # points of the first sample
REPORTED_POINTS = 8  # points that are reported, and that play on when the race has become narrow
REPORTED_GAMES = 16  # games of a reported point, in sizes of its first piece; fewer could be luck
LEADERS = 4  # points whose neighbours are tried
ERROR_RATE = 0.01  # chance that any interval of a search misses its true value
BUDGET = 1_600  # games of a search, in sizes of a point's first piece


@dataclass(frozen=True, slots=True)
class GoalDistance:
    """How far a measured value is from its goal: 0 is in the middle of two bounds, 1 is at a bound, more is outside."""

    mean: float
    low: float
    high: float
    met: bool | None  # whether the bound is met; None if games do not show it yet


@dataclass
class Tuning:
    """The goals, and every point that was tried."""

    ground: Ground
    game: PlayedGame
    trials: list[Trial] = field(default_factory=list)
    alpha: float = ERROR_RATE  # alpha of each interval; together they hold with chance 1 - ERROR_RATE
    games: int = 0  # games played now, without kept ones
    stopped: bool = False
    spent: bool = False  # whether the budget is used up before every question is settled
    _known: dict[Point, tuple[int, list[GoalDistance]]] = field(default_factory=dict)

    @property
    def playable(self) -> list[Trial]:
        """Returns the points that can be dealt to everybody and have been played."""
        return [one for one in self.trials if one.games and not one.reasons]

    def answers(self, one: Trial) -> list[tuple[Cell, Expectation, Estimate]]:
        """Returns the measured values for all goals."""
        return [
            (cell, asked, cell.seen.estimate(asked.measure, self.alpha)) for cell in one.cells for asked in cell.asked
        ]

    def distances(self, one: Trial) -> list[GoalDistance]:
        games, known = self._known.get(one.point, (0, []))
        if games != one.games:
            known = [goal_distance(asked, estimate) for _, asked, estimate in self.answers(one)]
            self._known[one.point] = one.games, known
        return known

    def met(self, one: Trial) -> bool | None:
        """Returns whether a point meets all goals; None if only more games can show it."""
        return _met(self.distances(one))

    @property
    def ranked(self) -> list[Trial]:
        """Returns the points that meet the goals, then those that may, then those that do not. The nearest come first,
        by the far ends of intervals, so no point ranks high by the luck of a few games."""
        standing = {True: 0, None: 1, False: 2}
        ends = {one.point: max(each.high for each in self.distances(one)) for one in self.playable}
        return sorted(self.playable, key=lambda one: (standing[self.met(one)], ends[one.point], *self._nearness(one)))

    @property
    def best(self) -> list[Trial]:
        """Returns the points that meet the goals."""
        return [one for one in self.ranked if self.met(one)]

    @property
    def front(self) -> list[Trial]:
        """Returns the Pareto front: the points whose means no other point beats in all goals."""
        distances = {one.point: [each.mean for each in self.distances(one)] for one in self.playable}
        unbeaten = {
            point for point, mine in distances.items() if not any(_beats(theirs, mine) for theirs in distances.values())
        }
        return [one for one in self.ranked if one.point in unbeaten]

    def _nearness(self, one: Trial) -> tuple[float, tuple[int, ...]]:
        return max(each.mean for each in self.distances(one)), self.ground.space.order(one.point)

    def leaders(self) -> list[Trial]:
        """Returns all points that have games, the nearest first."""
        return sorted(self.playable, key=self._nearness)

    def race(self) -> list[Trial]:
        """Returns the points that can still be the best and have open questions, the nearest first."""
        ends = (max(each.high for each in self.distances(one)) for one in self.playable)
        nearest = min(ends, default=math.inf)
        return [
            one
            for one in self.leaders()
            if self.met(one) is None and max(each.low for each in self.distances(one)) <= nearest
        ]


def _met(distances: Sequence[GoalDistance]) -> bool | None:
    met = {each.met for each in distances}
    return False if False in met else None if None in met else True


def goal_distance(asked: Expectation, estimate: Estimate) -> GoalDistance:
    """Returns the distance from a goal. With one bound alone, it falls with the distance inside it."""
    if asked.low and math.isfinite(asked.high):
        middle = (asked.low + asked.high) / 2
        half = max((asked.high - asked.low) / 2, abs(middle) / 100)
        ends = [abs(estimate.low - middle) / half, abs(estimate.high - middle) / half]
        inner = 0.0 if estimate.low <= middle <= estimate.high else min(ends)
        return GoalDistance(
            abs(estimate.mean - middle) / half, inner, max(ends), estimate.within(asked.low, asked.high)
        )
    bound, sign = (asked.high, 1) if math.isfinite(asked.high) else (asked.low, -1)
    scale = abs(bound) or 1.0
    mean, *ends = (1 + sign * (value - bound) / scale for value in (estimate.mean, estimate.low, estimate.high))
    return GoalDistance(mean, min(ends), max(ends), estimate.within(asked.low, asked.high))


def _beats(one: Sequence[float], other: Sequence[float]) -> bool:
    pairs = list(zip(one, other, strict=True))
    return all(a <= b for a, b in pairs) and any(a < b for a, b in pairs)


def expectations(ground: Ground, wished: str | None) -> tuple[Expectation, ...]:
    """Reads the goals from `--for`, or from the file's `expect:`. Raises InputError if there are none, or if they are
    faulty."""
    if wished is None:
        expectations = load_game(ground.home, ground.variant, ground.settings).expect
        if not expectations:
            raise fail('there is no goal; expected --for "greedy: {minutes: 12 to 15}", or expect: in the file')
        return expectations
    node = parse_yaml(wished, "--for")
    expected = Mapping({"expect": mapping(node)}, node.place)
    expectations = read_expectations(expected)
    if not expectations:
        raise fail('expected a policy and measures, such as "greedy: {minutes: 12 to 15}"', Place(f"--for {wished}"))
    return expectations


def tune(
    ground: Ground,
    wished: tuple[Expectation, ...],
    budget: int | None = None,
    fresh: bool = False,
    report: Tell = lambda *_: None,
    executor: Executor | None = None,
) -> Tuning:
    """Searches a space until the race is settled or the budget of games, counting kept ones, is used up.

    On Ctrl-C, it returns the results so far. Raises InputError for settings, values, measures and policies that do not
    exist, or if no point can be played.
    """
    ground = replace(ground, expect=wished, policies=tuple(dict.fromkeys(asked.policies for asked in wished)))
    game = ground.game()
    for asked in wished:
        table = parse(asked.policies, game, asked.place)
        if not any(table.seats(count) for count in counts_of(game, ground.players)):
            raise fail(f"expected policies for these numbers of players, got {asked.policies}", asked.place)
    tuning = Tuning(ground, game)
    first = _first(tuning)
    begin = max(least(cell) for one in first for cell in one.cells)
    budget = budget or BUDGET * begin
    questions = max(len(tuning.answers(one)) for one in first)
    tuning.alpha = ERROR_RATE / (questions * min(ground.space.size, max(1, budget // begin)))

    def report_cell(done: int, total: int, cell: Cell) -> None:
        settings = " ".join(f"{name}={value}" for name, value in cell.definition.settings.items())
        report(done, total, f"{settings}, {cell.players} players, {cell.title}")

    with ThreadExecutor() as threads:
        sampler = Sampler(executor or threads, fresh, report_cell)
        try:
            _search(tuning, first, sampler, begin, budget)
        except KeyboardInterrupt:
            tuning.stopped = True
    kept.prune()
    tuning.games = sampler.played
    return tuning


def _first(tuning: Tuning) -> list[Trial]:
    """The first sample, and the game as it is. Raises InputError if none of it can be played."""
    space = tuning.ground.space
    today = tuple(_today(axis, tuning.game.definition) for axis in space.axes)
    points = space.sample(FIRST_POINTS)
    if today not in points and all(value in axis.values for value, axis in zip(today, space.axes, strict=True)):
        points.append(today)
    made = [trial(tuning.ground, point) for point in points]
    if not any(one.cells and not one.reasons for one in made):
        why = next(reason for one in made for reason in one.reasons.values())
        raise fail(f"cardgen can play none of the {len(made)} points: {why}", space.axes[0].place)
    return made


def _today(axis: Axis, game: Game) -> str:
    """The value of a setting in the game; empty if its cards differ."""
    key, dot, card = axis.name.partition(".")
    if not dot:
        return word(game.rules[axis.name])
    known = cards_and_kinds(game.node).get(card, ())
    values = {word(one.readable.get(key, "")) for one in game.designs if one.id in known or one.card in known}
    return values.pop() if len(values) == 1 else ""


def _search(tuning: Tuning, first: Sequence[Trial], sampler: Sampler, begin: int, budget: int) -> None:
    space, width = tuning.ground.space, len(first)
    tried = {one.point for one in first}
    tuning.trials += first
    goals = [(one, begin) for one in first if not one.reasons]
    while goals:
        if not _play(tuning, goals, sampler, budget):
            tuning.spent = True
            return
        near = (point for one in tuning.leaders()[:LEADERS] for point in space.neighbours(one.point))
        if new := [trial(tuning.ground, point) for point in dict.fromkeys(near) if point not in tried]:
            tried |= {one.point for one in new}
            tuning.trials += new
            goals = [(one, begin) for one in new if not one.reasons]
            if goals:
                continue
        width = max(REPORTED_POINTS, -(-width // 2))
        unsure = [
            one
            for one in (*tuning.ranked[:REPORTED_POINTS], *tuning.front[:REPORTED_POINTS])
            if one.games < REPORTED_GAMES * begin
        ]
        ahead = {one.point: one for one in (*tuning.race()[:width], *unsure)}.values()
        fewest = min(
            (one.games for one in ahead), default=0
        )  # so that a point exactly at its bound does not take all games
        goals = [(one, 2 * one.games) for one in ahead if one.games == fewest]


def _play(tuning: Tuning, goals: Iterable[tuple[Trial, int]], sampler: Sampler, budget: int) -> bool:
    """Plays points until they have so many games, within the budget; returns whether the budget sufficed."""
    left = budget - sum(cell.seen.games for one in tuning.trials for cell in one.cells)
    enough = []
    for one, games in goals:
        left -= sum(games - cell.seen.games for cell in one.cells)
        if left < 0:
            break
        enough += [(cell, games) for cell in one.cells]
    sampler.play(enough)
    return left >= 0
