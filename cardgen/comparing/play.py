"""Plays two states of a game from the same seeds, and measures the differences as a check does for a variant."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from cardgen.comparing.opened import Opened
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import InputError, fail
from cardgen.play.game import PlayedGame
from cardgen.validation.questions.compare import Difference, differences, in_order
from cardgen.validation.sampling import kept
from cardgen.validation.sampling.cells import Cell, cells, counts_of
from cardgen.validation.sampling.metrics import SHOWN_ALPHA
from cardgen.validation.sampling.sampler import Executor, Sampler, ThreadExecutor, least
from cardgen.validation.wording import quantity

FIRST_GAMES = 32  # default number of games, in sizes of a first piece: 2,048
Tell = Callable[[int, int, str], None]  # pieces done, pieces begun, what is played


@dataclass(frozen=True, slots=True)
class PlayedPair:
    """The games of both states with one number of players and one table of policies: what differs, or why nothing is
    known."""

    players: int
    policies: str
    games: int
    seed: int
    hashes: tuple[str, str]
    differences: tuple[Difference, ...] = ()
    note: str = ""

    @property
    def title(self) -> str:
        return f"{quantity(self.players, 'player')}, {self.policies}"

    @property
    def mattering(self) -> list[Difference]:
        """Returns the differences that are not by chance and large enough to report, the most important first."""
        return in_order(self.differences)


@dataclass(frozen=True, slots=True)
class PlayedBoth:
    """The result of play; `stopped` if somebody ended it before all games were played."""

    pairs: tuple[PlayedPair, ...]
    stopped: bool = False


def play_both(
    old: Opened,
    new: Opened,
    players: Sequence[int] = (),
    policies: Sequence[str] = (),
    games: int | None = None,
    seed: int = 0,
    fresh: bool = False,
    report: Tell = lambda *_: None,
    executor: Executor | None = None,
) -> PlayedBoth:
    """Plays both states with each number of players that both allow. By default, everybody plays sensibly.

    On Ctrl-C, it returns the results so far. Raises InputError if one of the two cannot be played.
    """
    before, after = _game_of(old), _game_of(new)
    counts = [count for count in counts_of(after, players) if count in before.player_counts]
    if not counts:
        raise fail("no number of players is common to both")
    pairs = list(_pairs(before, after, counts, policies, seed))

    def tell(done: int, total: int, cell: Cell) -> None:
        report(done, total, f"{quantity(cell.players, 'player')}, {cell.title}")

    stopped = False
    with ThreadExecutor() as threads:
        sampler = Sampler(executor or threads, fresh, tell)
        try:
            for factor in (1, FIRST_GAMES):
                every = [cell for pair in pairs for cell in pair if cell]
                sampler.play((cell, min(games or factor * least(cell), factor * least(cell))) for cell in every)
            if games:
                sampler.play((cell, games) for pair in pairs for cell in pair if cell)
        except KeyboardInterrupt:
            stopped = True
    kept.prune()
    return PlayedBoth(tuple(_result(*pair) for pair in pairs), stopped)


def _game_of(opened: Opened) -> PlayedGame:
    if opened.state.printed:
        raise fail("cardgen cannot play what was printed, because a print records cards alone")
    try:
        played = PlayedGame(opened.game)
    except InputError as error:
        raise opened.state.with_places(error) from None
    played.precompile()
    return played


def _pairs(
    old: PlayedGame, new: PlayedGame, counts: Sequence[int], policies: Sequence[str], seed: int
) -> Iterator[tuple[Cell | None, Cell]]:
    """The cells of the new state, each with that of the old one with the same players and options, if there is one."""
    before, after = (
        [*cells(game, _enough(game, counts), tuple(policies) or (game.engine.policies.POLICIES[0],), seed)]
        for game in (old, new)
    )
    known = {_name(cell): cell for cell in before}
    for cell in after:
        yield known.get(_name(cell)), cell


def _enough(game: PlayedGame, counts: Sequence[int]) -> list[int]:
    """The numbers of players for whom there are enough cards."""
    return [count for count in counts if game.engine.zones.deck_needs(game.definition, game.table, count)[0]]


def _name(cell: Cell) -> tuple[object, ...]:
    return cell.players, cell.table, tuple(cell.options.items())


def _result(old: Cell | None, new: Cell) -> PlayedPair:
    games = min(old.seen.games, new.seen.games) if old else new.seen.games
    hashes = tuple(cell.game.rules_hash(**cell.options) if cell else "" for cell in (old, new))
    about = (new.players, new.title, games, new.seed, (hashes[0], hashes[1]))
    if old is None:
        return PlayedPair(*about, note="the old state has no such games")
    found = tuple(differences(new, old, SHOWN_ALPHA))
    if not found:
        return PlayedPair(*about, note="too few games for an interval")
    return PlayedPair(*about, found)
