"""Plays many games at once: game i has seed S + i, however many workers share them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from functools import cache

import numpy as np

from cardgen.foundations import interruption
from cardgen.foundations.dataclass import dataclass
from cardgen.play.compiled import COMPILERS, COMPILES, is_made, source_hash, sources, translators
from cardgen.play.engines import load_engine
from cardgen.play.game import PlayedGame
from cardgen.play.records import learnt_bytes, result_type
from cardgen.play.seating import codes
from cardgen.play.thinking import USE_LEARNT
from cardgen.play.tiers import at_speed
from cardgen.store.processes import processors

BOUND = 10_000  # decisions after which a game is given up as endless
CHUNK = 64  # games that a worker plays at a time


def workers() -> int:
    """The number of usable processors; compiled games run beside one another in threads, interpreted ones do not."""
    if not COMPILES:
        return 1
    return processors()


@dataclass(frozen=True, slots=True, eq=False)
class GamesSpec:
    """Everything needed to play the games of one variant, number of players and table of policies, on any machine.

    `table` and `template` are arrays of one record: the rules and cards as the engine reads them, and a position before
    the deal. `seats` and `playouts` hold each seat's policy and how many playouts it has for a move; `rules` changes
    with the rules and cards in `table`.
    """

    engine: str
    rules: str
    table: np.ndarray
    template: np.ndarray
    seats: np.ndarray
    playouts: np.ndarray
    bound: int = BOUND

    @property
    def key(self) -> str:
        """A hash of everything that these games depend on, including the sources of the engine and of the loops."""
        digest = hashlib.sha256((engine_hash(self.engine) + self.rules).encode())
        if np.isin(self.seats, USE_LEARNT).any():
            digest.update(learnt_bytes(self.table))
        for array in (self.template, self.seats, self.playouts):
            digest.update(array.tobytes() + b"|")
        digest.update(str(self.bound).encode())
        return digest.hexdigest()[:32]

    @property
    def are_quick(self) -> bool:
        """Whether these games can be played without compiling anything first."""
        return is_made(load_engine(self.engine).loops.batch)

    def play(self, first: int, games: int, few: bool = False) -> np.ndarray:
        """Returns the record of each game, from the seed `first` on. With `few`, does not wait for a compiler."""
        plays = load_engine(self.engine)
        results = np.zeros(games, result_type(plays.verbs.STATE))
        state, work = self.template.copy(), np.concatenate([self.template] * plays.loops.COPIES)
        with nullcontext() if few else at_speed(), np.errstate(over="ignore"):
            plays.loops.batch(
                plays.zones.ready(self.table)[0],
                self.template,
                state,
                work,
                self.seats,
                self.playouts,
                first,
                self.bound,
                True,
                results,
            )
        interruption.settle()
        return results


@cache
def engine_hash(engine: str) -> str:
    """A hash of every source on which an engine's games depend, including those that compile it. It does not depend on
    the versions of Python and numba, which play the same games."""
    return source_hash([*sources(load_engine(engine).folder), *COMPILERS, *translators()])


def games_spec(
    game: PlayedGame, table: Sequence[str], options: Mapping[str, str] | None = None, bound: int = BOUND
) -> GamesSpec:
    """The games of a variant with a policy for every seat; `options` are what players agree on before the game."""
    seats, playouts = codes(table, game)
    template = game.template(len(table), **(options or {}))
    return GamesSpec(game.engine.name, game.rules_key, game.tables, template, seats, playouts, bound)


class Batch:
    """Games of one variant, number of players and table of policies, played as far as they are asked for."""

    def __init__(
        self,
        game: PlayedGame,
        table: Sequence[str],
        seed: int = 0,
        bound: int = BOUND,
        options: Mapping[str, str] | None = None,
    ) -> None:
        self.game = game
        self.table = tuple(table)
        self.seed = seed
        self._spec = games_spec(game, table, options, bound)
        self.results = self._spec.play(seed, 0)

    def __len__(self) -> int:
        return len(self.results)

    def play(self, games: int, threads: int | None = None) -> None:
        """Plays further games until there are so many."""
        have = len(self)
        shares = [(self.seed + first, min(CHUNK, games - first)) for first in range(have, games, CHUNK)]
        with ThreadPoolExecutor(threads or workers()) as pool:
            played = pool.map(lambda share: self._spec.play(*share), shares)
            self.results = np.concatenate([self.results, *played])
