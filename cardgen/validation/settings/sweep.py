"""Runs `cardgen sweep`: plays each of many settings from the same seeds, and measures the results."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from functools import cached_property

from cardgen.definitions.game import Game
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import UNKNOWN_NAME, fail, nearest
from cardgen.play.game import PlayedGame
from cardgen.validation.sampling import kept
from cardgen.validation.sampling.cells import Cell, counts_of
from cardgen.validation.sampling.confidence import Estimate
from cardgen.validation.sampling.measures import measures
from cardgen.validation.sampling.metrics import SHOWN_ALPHA
from cardgen.validation.sampling.sampler import Executor, Sampler, ThreadExecutor, least
from cardgen.validation.settings.space import Point, SearchSpace
from cardgen.validation.settings.trials import Ground, Trial, trial

MAX_POINTS = 2_000  # points; larger spaces need --sample
FIRST_GAMES = 8  # default number of games, in sizes of a first piece
SEAT = "seat"  # stands for the share of games that each seat wins
DEFAULT = ("minutes", SEAT)

Tell = Callable[[int, int, str], None]  # pieces done, pieces of the round, what is played


@dataclass(frozen=True, slots=True)
class Row:
    """A point with a number of players, a table of policies and what they agreed on: measures with intervals, or why
    there are none."""

    point: Point
    players: int
    policies: str
    games: int
    estimates: Mapping[str, Estimate] = field(default_factory=dict)
    note: str = ""


@dataclass
class Sweep:
    """A sweep: what was asked for, and what is known so far. `games` counts those that were played now, not the kept
    ones."""

    ground: Ground
    game: PlayedGame
    measures: tuple[str, ...]
    trials: list[Trial]
    games: int = 0
    stopped: bool = False

    @property
    def space(self) -> SearchSpace:
        return self.ground.space

    @property
    def definition(self) -> Game:
        return self.game.definition

    @property
    def players(self) -> tuple[int, ...]:
        return tuple(counts_of(self.game, self.ground.players))

    @property
    def columns(self) -> tuple[str, ...]:
        """Returns the measures one by one; `seat` gives one for each seat."""
        seats = [f"{SEAT}:{seat}" for seat in range(max(self.players))]
        return tuple(column for name in self.measures for column in (seats if name == SEAT else [name]))

    def shares(self, column: str) -> bool:
        """Whether a measure is a share of games."""
        return column.startswith(f"{SEAT}:") or measures(self.game, max(self.players))[column].share

    @cached_property
    def rows(self) -> list[Row]:
        """Returns the rows, in the order of the points."""
        result = []
        for one in self.trials:
            result += [_row(self, one.point, cell) for cell in one.cells]
            for players, reason in one.reasons.items():
                for count in [players] if players else self.players:
                    result += [Row(one.point, count, title, 0, note=reason) for title in self._titles(count)]
        return result

    @property
    def idle(self) -> tuple[str, ...]:
        """Returns the settings that change no game: points that differ only in them have the same results on the same
        seeds."""
        return tuple(axis.name for place, axis in enumerate(self.space.axes) if self._is_idle(place))

    def _is_idle(self, place: int) -> bool:
        groups: dict[Point, list[list[bytes]]] = {}
        for one in self.trials:
            rest = one.point[:place] + one.point[place + 1 :]
            groups.setdefault(rest, []).append([cell.seen.sums.tobytes() for cell in one.cells if cell.seen.games])
        compared = [played for played in groups.values() if len(played) > 1]
        return bool(compared) and all(each == played[0] != [] for played in compared for each in played)

    def _titles(self, players: int) -> list[str]:
        """The policies and options with which so many players play at any point."""
        titles = dict.fromkeys(cell.title for one in self.trials for cell in one.cells if cell.players == players)
        return [*titles] or [*self.ground.tables(self.game)]


def _row(asked: Sweep, point: Point, cell: Cell) -> Row:
    if not cell.seen.games:
        return Row(point, cell.players, cell.title, 0, note="not played yet")
    known = [column for column in asked.columns if not column.startswith(SEAT) or int(column[5:]) < cell.players]
    estimates = {column: cell.seen.estimate(column, SHOWN_ALPHA) for column in known}
    return Row(point, cell.players, cell.title, cell.seen.games, estimates)


def sweep(
    ground: Ground,
    chosen: tuple[str, ...] = (),
    games: int | None = None,
    sample: int | None = None,
    fresh: bool = False,
    report: Tell = lambda *_: None,
    executor: Executor | None = None,
) -> Sweep:
    """Plays every point of a space, or a sample of them; without `games`, as many games as give a first view.

    On Ctrl-C, it returns the results so far, and keeps the pieces that were played for the next time. Raises InputError
    for settings, values, measures and policies that do not exist, or if no point can be loaded.
    """
    game = ground.game()
    asked = Sweep(ground, game, chosen or DEFAULT, [])
    _check(asked)
    points = ground.space.sample(_most(ground.space, sample))
    asked.trials = [trial(ground, point) for point in points]
    if all(0 in one.reasons for one in asked.trials):
        raise fail(asked.trials[0].reasons[0], ground.space.axes[0].place)
    everything = [cell for one in asked.trials for cell in one.cells]
    if not everything and not any(one.reasons for one in asked.trials):
        raise fail(
            f"--policies: {', '.join(ground.policies)}: expected policies for "
            f"{' or '.join(map(str, asked.players))} players"
        )

    def report_cell(done: int, total: int, cell: Cell) -> None:
        settings = " ".join(f"{name}={value}" for name, value in cell.definition.settings.items())
        report(done, total, f"{settings}, {cell.players} players, {cell.title}")

    with ThreadExecutor() as threads:
        sampler = Sampler(executor or threads, fresh, report_cell)
        try:
            sampler.play((cell, min(least(cell), games or least(cell))) for cell in everything)
            sampler.play((cell, games or FIRST_GAMES * least(cell)) for cell in everything)
        except KeyboardInterrupt:
            asked.stopped = True
    kept.prune()
    asked.games = sampler.played
    return asked


def _check(asked: Sweep) -> None:
    known = [SEAT, *measures(asked.game, max(asked.players))]
    for name in asked.measures:
        if name not in known:
            raise fail(f"--measure: there is no measure '{name}'{nearest(name, known)}", code=UNKNOWN_NAME)


def _most(space: SearchSpace, sample: int | None) -> int:
    if sample is None and space.size > MAX_POINTS:
        last = space.axes[-1]
        raise fail(f"there are {space.size:,} points; to play some of them, write --sample 200", last.place)
    return sample or MAX_POINTS
