"""Cells of a simulation: each is an experiment arm, a variant at one number of players and one table of policies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from enum import IntEnum
from itertools import product

from cardgen.definitions.expect import Expectation
from cardgen.definitions.game import BASE, Game
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import UNKNOWN_NAME, fail, nearest
from cardgen.play.batches import GamesSpec, games_spec
from cardgen.play.engines import Engine
from cardgen.play.game import PlayedGame
from cardgen.play.seating import ENDGAME, GENERAL, LEARNT, LOOKAHEAD, RANDOM, ROLLOUT, SABOTEUR, SEARCH, Seating, parse
from cardgen.validation.sampling.confidence import Estimate
from cardgen.validation.sampling.game_sums import GameSums
from cardgen.validation.sampling.measures import measures, watched
from cardgen.validation.wording import short


class CellStanding(IntEnum):
    """How well the games of a cell represent the game, from the worst."""

    SABOTAGED = 0  # a saboteur is among the players
    MIXED = 1
    RANDOM = 2
    SENSIBLE = 3


@dataclass(frozen=True, slots=True)
class Trust:
    """Which policies are good enough to judge a game with some number of players, as far as games show.

    `doubted`: sensible players do no better than random ones. Balance is then judged by the policy `trusted`, or not at
    all if that is empty. `outdone`: a policy that always does the same plays better than sensible players.
    """

    doubted: bool = False
    outdone: bool = False
    trusted: str = ""


@dataclass(slots=True)
class Cell:
    """Games of one kind, as far as they are played; `asked` is the part of `expect:` that they answer.

    `seed` is the first game's seed, and `seen` has the sums of the games. `trust` is what the questions on skill have
    found with all games so far.
    """

    game: PlayedGame
    players: int
    table: tuple[str, ...]
    options: Mapping[str, str]
    seed: int
    asked: tuple[Expectation, ...] = ()
    spec: GamesSpec = field(init=False)
    seen: GameSums = field(init=False)
    trust: Trust = Trust()

    def __post_init__(self) -> None:
        self.spec = games_spec(self.game, self.table, self.options)
        self.seen = GameSums.empty(watched(self.game, self.players))

    @property
    def definition(self) -> Game:
        return self.game.definition

    @property
    def uniform(self) -> str | None:
        """The policy that all seats share, if they do."""
        return self.table[0] if len(set(self.table)) == 1 else None

    @property
    def sensible(self) -> bool:
        """Whether all play as the engine's first policy does."""
        return self.uniform == self.game.engine.policies.POLICIES[0]

    @property
    def ends(self) -> bool:
        """Whether somebody at the table wants the game to end: a player who plays to win, or at random."""
        return bool(({self.game.engine.policies.POLICIES[0], *GENERAL} - {SABOTEUR}).intersection(self.table))

    @property
    def balance_policy(self) -> str:
        """The policy by which balance is judged with this number of players: the best one without search; empty if
        there is none."""
        if self.trust.doubted:
            return self.trust.trusted
        return LEARNT if self.game.table.taught[self.players] else self.game.engine.policies.POLICIES[0]

    @property
    def represents_game(self) -> bool:
        """Whether all play sensibly. Only then do their results describe the game."""
        return self.uniform == self.trust.trusted if self.trust.doubted else self.sensible

    @property
    def skill(self) -> int:
        """The skill of all players: 1 sensible, 2 learnt, 3 if they search the end of the game, else 0."""
        if self.trust.doubted:
            return int(self.represents_game)
        return 1 if self.sensible else {LEARNT: 2, ENDGAME: 3}.get(self.uniform or "", 0)

    @property
    def judges_seats(self) -> bool:
        """Whether all play well enough to judge seats: better than sensibly, if there is such a policy."""
        return self.skill > (1 if self.game.table.taught[self.players] and not self.trust.doubted else 0)

    @property
    def rivals(self) -> bool:
        """Whether players win against one another."""
        return self.players > 1 and not self.game.together

    @property
    def by_wins(self) -> bool:
        """Whether wins measure how well somebody plays. For players who are alone or win together, points do, if there
        are any."""
        return self.rivals or (self.game.together and not self.game.scored)

    @property
    def success(self) -> str:
        """The measure of the first player's success: games won, or points."""
        return "seat:0" if self.by_wins else "points:0"

    def how_well(self, alpha: float) -> Estimate:
        """The estimate of `success`; points are negative if the lowest score wins."""
        estimate = self.seen.estimate(self.success, alpha)
        return estimate.opposite if not self.by_wins and self.game.table.lowest else estimate

    @property
    def expensive(self) -> bool:
        """Whether a game is expensive, like a hundred others: all search its end, or somebody searches more."""
        return self.uniform == ENDGAME or ROLLOUT in self.table

    @property
    def standing(self) -> CellStanding:
        """How well a cell represents the game."""
        if self.sensible or self.judges_seats:
            return CellStanding.SENSIBLE
        if self.uniform == RANDOM:
            return CellStanding.RANDOM
        return CellStanding.SABOTAGED if SABOTEUR in self.table else CellStanding.MIXED

    @property
    def tries_skill(self) -> bool:
        """Whether one sensible player sits among random ones; these games decide whether sensible players are
        trusted."""
        return self.table[0] == self.game.policies[0] and {*self.table[1:]} == {RANDOM}

    @property
    def title(self) -> str:
        """The table of policies, and the options of the game."""
        policies = short(self.table)
        agreed = ", ".join(f"{name} {value}" for name, value in self.options.items())
        return f"{policies} ({agreed})" if agreed else policies

    def evidence_seed(self, seed: int) -> str:
        """Returns a seed as a finding prints it, with the hash of the rules under which it was played."""
        return f"{seed}-{self.game.rules_hash(**self.options)}"


QUICK_WEIGHING = 10  # random decisions; an engine is quick if weighing actions takes no longer


def cells(
    game: PlayedGame, players: Sequence[int], tables: Sequence[str], seed: int, deep: bool = False
) -> Iterator[Cell]:
    """Yields every cell of a variant. Raises InputError for policies or measures that do not exist."""
    engine = game.engine
    expected = [(parse(asked.policies, game, asked.place), asked) for asked in game.definition.expect]
    _check_measures(game)
    chosen = [parse(text, game) for text in tables] or default_tables(game, deep)
    if not tables:
        chosen += [table for table, _ in expected]
    for count in players:
        for options in option_sets(engine):
            for seats in dict.fromkeys(table.seats(count) for table in chosen):
                if seats:
                    asked = tuple(bounds for table, bounds in expected if table.seats(count) == seats)
                    yield Cell(game, count, seats, options, seed, asked)


def counts_of(game: PlayedGame, asked: Sequence[int]) -> Sequence[int]:
    """Returns the numbers of players asked for, or all. Raises InputError for a number that the game does not allow."""
    for count in asked:
        game.require_player_count(count)
    return asked or game.player_counts


def default_tables(game: PlayedGame, deep: bool) -> list[Seating]:
    """Returns the tables to play by default: everybody alike, then one player who plays differently from the others.
    The most expensive tables are played only in a deep check. The one whose players try out the end of the game is also
    played for a base game that is quick."""
    first, others = game.policies[0], game.simple
    learnt = [LEARNT] if game.table.taught.any() else []
    quick = game.definition.variant == BASE and game.engine.policies.WEIGHS <= QUICK_WEIGHING
    tried = [ENDGAME] if deep or quick else []
    alike = [Seating((name,)) for name in (RANDOM, first, *learnt, *tried, *others, SABOTEUR)]
    pairs = [(first, RANDOM), *((name, first) for name in (*learnt, *others))]
    if deep:
        thinkers = (LOOKAHEAD, SEARCH) if learnt else (LOOKAHEAD,)
        pairs += [(name, rivals) for rivals in (first, *learnt) for name in thinkers]
    return alike + [Seating(pair, repeats=True) for pair in pairs]


def further_cells(cells: Sequence[Cell]) -> Iterator[Cell]:
    """Yields, if sensible players are doubted, further cells with players who may understand the game: one among
    random players, or among sensible ones if somebody who always does the same outdoes these; once that one is
    trusted, or if players have no rivals, all of them."""
    known = {(cell.players, cell.table, *cell.options.items()) for cell in cells}
    for cell in cells:
        if (cell.trust.doubted or cell.trust.outdone) and cell.sensible:
            among = (ROLLOUT, *[cell.table[0] if cell.trust.outdone else RANDOM] * (cell.players - 1))
            alike = cell.trust.trusted == ROLLOUT or not cell.rivals
            for table in (*([among] if cell.rivals else []), *([(ROLLOUT,) * cell.players] if alike else [])):
                if (cell.players, table, *cell.options.items()) not in known:
                    yield Cell(cell.game, cell.players, table, cell.options, cell.seed)


def option_sets(engine: Engine) -> list[dict[str, str]]:
    """Returns every combination of the options on which the players agree before a game."""
    names = list(engine.zones.OPTIONS)
    return [dict(zip(names, values, strict=True)) for values in product(*engine.zones.OPTIONS.values())]


def _check_measures(game: PlayedGame) -> None:
    for asked in game.definition.expect:
        known = measures(game, game.definition.players[0])
        if asked.measure not in known:
            message = f"expect: there is no measure '{asked.measure}'{nearest(asked.measure, known)}"
            raise fail(message, asked.place, UNKNOWN_NAME)
