"""Plays a game with one setting after another. Points are variants without a file, dealt from the same seeds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace

from cardgen.definitions.expect import Expectation
from cardgen.definitions.game import Game
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import InputError, fail
from cardgen.play.game import PlayedGame
from cardgen.rules.load import load_game
from cardgen.store.library import Home
from cardgen.validation.sampling.cells import Cell, cells, counts_of
from cardgen.validation.settings.space import Point, SearchSpace


@dataclass(frozen=True, slots=True)
class Ground:
    """The options that all points share; `settings` are the fixed settings."""

    home: Home
    variant: str
    space: SearchSpace
    settings: Mapping[str, str]
    players: tuple[int, ...]
    policies: tuple[str, ...]
    expect: tuple[Expectation, ...] = ()
    seed: int = 0

    def game(self) -> PlayedGame:
        """Returns the game that all points change. Raises InputError if no engine plays it, or if it lacks a
        setting."""
        game = PlayedGame(replace(load_game(self.home, self.variant, self.settings), expect=self.expect))
        self.space.check(game.definition)
        for axis in self.space.axes:
            if axis.name in self.settings:
                raise fail(f"{axis.name} is also set by --set", axis.place)
        game.precompile()
        return game

    def tables(self, game: PlayedGame) -> tuple[str, ...]:
        """Returns the tables of policies; by default, everybody plays sensibly."""
        return self.policies or tuple(game.engine.policies.POLICIES[:1])


@dataclass(slots=True)
class Trial:
    """A point with its cells; `reasons` has, by number of players (0: all), why it cannot be played."""

    point: Point
    settings: Mapping[str, str]
    definition: Game | None = None
    cells: list[Cell] = field(default_factory=list)
    reasons: dict[int, str] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """Returns the number of games that each cell has."""
        return min((cell.seen.games for cell in self.cells), default=0)


def trial(ground: Ground, point: Point) -> Trial:
    """Makes a point ready to be played, or records why it cannot be."""
    changed = ground.space.settings(point)
    trial = Trial(point, {**ground.settings, **dict(sorted(changed.items()))})
    try:
        definition = replace(load_game(ground.home, ground.variant, trial.settings), expect=ground.expect)
        game = PlayedGame(definition)
    except InputError as error:
        trial.reasons[0] = "; ".join(fault.message for fault in error.faults)
        return trial
    trial.definition = definition
    enough = []
    for count in counts_of(game, ground.players):
        suffices, explanation = game.engine.zones.deck_needs(definition, game.table, count)
        if suffices:
            enough.append(count)
        else:
            trial.reasons[count] = explanation
    trial.cells = list(cells(game, enough, ground.tables(game), ground.seed))
    return trial
