"""Declares what an engine offers: the contract between games that Python plays and the code that plays, checks and
shows them.

An engine is a package of small modules, which an entry point of the group `cardgen.engines` names. A class here
declares each module: its hooks, with their meaning, shapes and defaults. `rules` is declared where printing reads it,
in `cardgen/definitions/engines.py`. `load_engine` (`engines.py`) reads modules once, reports mistakes in them, and
returns objects of these classes.

Callers pass arguments by position. The usual ones are:

- `game`, a frozen `Game`: what the files of one variant say.
- `table`, a record of its rules and cards, made once and never changed; `tables` is the array of one that holds it.
- `state`, a record of one position, of the type `STATE`; `players` counts those at the table, and seats count from 0.
- `action`, a whole number without a meaning of its own; `options` and `weights` are arrays with a place for each.

Functions of `engine` and `policies` do the same compiled and interpreted: they read and write records and arrays of
numbers, and draw chance from `cardgen.play.chance` alone. Their callers (`loops`, `thinking` and `features` beside this
file) are loaded once for each engine, with its modules as globals. Functions that take an engine's verbs as arguments,
or close over them, would be the usual way in Python. But numba keeps machine code by a function's source and by the
values that it closes over. Such functions would never find the code that an earlier command kept, so every command
would compile for half a minute. numba treats globals of a module as constants, and finds the code again.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from cardgen.definitions.engines import Declaration
from cardgen.definitions.game import Design, Game
from cardgen.foundations.errors import Place
from cardgen.foundations.hooks import Hooks
from cardgen.play.goals import Goal, Grade
from cardgen.play.proofs import Ending, Shortage
from cardgen.play.words import ACCOUNT_PREFIX, Words

WEIGHS = 30  # default for engines without this constant
DECISION_SECONDS = 20  # seconds; two games then last as long as their boxes state: 15 minutes, and 30 to 45
POINTS = ("points", "rival's points")  # the last features of engines that name none


class Verbs(Hooks):
    """Module `engine`: the game over two flat records."""

    STATE: np.dtype  # the type of a position: `position_type` of `cardgen.play.records`, with the engine's own fields
    MAX_OPTIONS: int  # how many legal actions a position has at most
    ENDS: tuple[str, ...] = ("",)  # names of endings, by the number in `state.ended`; the first is empty
    SILENCES: Mapping[str, str] = {}  # cases that printed rules leave open, by `state.silences`, with rulings
    TALLIES: tuple[str, ...] = ()  # names of what games count, in the order of `state.tallies`
    DECISION_SECONDS: float = DECISION_SECONDS  # seconds that people take to decide, for the minutes of a game

    @abstractmethod
    def deal(self, table: np.record, state: np.record) -> None:
        """Deals into a new position, whose players, options and chance are set, until somebody has to decide."""

    def resume(self, table: np.record, state: np.record) -> None:
        """Continues from a position that somebody wrote, until somebody has to decide. Default: somebody has to decide
        in it."""

    @abstractmethod
    def legal(self, table: np.record, state: np.record, options: np.ndarray) -> int:
        """Writes the legal actions of player `state.to_act` into `options`, each once, and returns how many there are:
        0 when the game is over."""

    @abstractmethod
    def apply(self, table: np.record, state: np.record, action: int) -> None:
        """Carries out a legal action and all that follows from it, until somebody has to decide or the game is over,
        which `state.terminal` says."""

    @abstractmethod
    def score(self, table: np.record, state: np.record, scores: np.ndarray) -> None:
        """Writes every player's points as they stand. If the lowest score wins, `table.lowest` is 1 and points count
        downwards from 0."""

    @abstractmethod
    def winners(self, table: np.record, state: np.record) -> int:
        """Who wins a game that is over: bit 0 is player 0. Breaks ties as the rules say."""

    @abstractmethod
    def determinise(self, table: np.record, state: np.record, player: int) -> None:
        """Redraws at random everything that a player cannot know. The result shows nothing of what was there."""


class Policies(Hooks):
    """Module `policies`: how the computer's players choose."""

    POLICIES: tuple[str, ...]  # their names; the first one plays sensibly
    ABOUT: Mapping[str, str] = {}  # how policies play, in words, for the page of a check
    FORGOES: tuple[str, ...] = ()  # policies that never use what `policy.NAME.forgoes` names, to measure its worth
    WEIGHS: int = WEIGHS  # how many random decisions take as long as one of the first policy, if that varies little

    @property
    def FEATURES(self) -> tuple[str, ...]:
        """Names of the features by which players learn, beside an action's weight to the first policy. Default: its
        weights to the other policies, and the points that it brings at once."""
        return (*self.POLICIES[1:], *POINTS)

    @abstractmethod
    def weigh(self, table: np.record, state: np.record, policy: int, options: np.ndarray, weights: np.ndarray) -> None:
        """Writes what each of the first `len(weights)` options is worth to a policy, by its place in POLICIES. cardgen
        chooses among equal weights at random. A policy that carries out actions on copies adds each to
        `state.searched`. A check counts these as time, or WEIGHS for each decision if that is more."""

    def features(self, table: np.record, state: np.record, options: np.ndarray, numbers: np.ndarray) -> None:
        """Writes a number for each option and each of FEATURES, into `numbers[option, 1 + place]`. cardgen has filled
        column 0. Default: there is none without FEATURES."""
        raise NotImplementedError  # `features.py` beside this file stands in for it, loaded for each engine


class Zones(Hooks):
    """Module `zones`: what definitions and snapshots are as records, and what games count."""

    MAX_PLAYERS: int  # how many players it seats
    OPTIONS: Mapping[str, tuple[str, ...]] = {}  # what players agree on before a game: names, to values
    PILES: tuple[str, ...] = ("supply",)  # zones of snapshots that list their top card last
    _verbs: Verbs
    _ending: EndingHooks

    # ---- records

    @abstractmethod
    def make_table(self, game: Game) -> np.ndarray:
        """The rules and cards as an array of one record, of a type that `table_type` of `cardgen.play.records` makes.
        Raises InputError for a game that it cannot play."""

    @abstractmethod
    def new_state(self, players: int, **options: str) -> np.ndarray:
        """A position before the deal, as an array of one record. cardgen also passes a value for each of
        OPTIONS, by its name."""

    def ready(self, tables: np.ndarray) -> np.ndarray:
        """The tables in the form that this process plays fastest. Default: `tables` as they are."""
        return tables

    def precompile(self, game: Game, tables: np.ndarray, quick: bool) -> None:
        """Compiles the game before many games are played. With `quick`, compiles faster and optimises less. Default:
        does nothing."""

    def marked(self, game: Game) -> bytes | None:
        """The bytes of which cardgen prints a hash beside seeds, to recognise the rules. Default: None, so cardgen
        hashes the table."""
        return None

    # ---- positions

    @abstractmethod
    def snapshot(self, game: Game, table: np.record, state: np.record) -> dict[str, Any]:
        """The position as named zones of plain lists and numbers. Every card lies in one of them. It has `players`,
        `to_act` and `terminal`; what each player has is a list by seat."""

    def observe(self, game: Game, table: np.record, state: np.record, player: int) -> dict[str, Any]:
        """The snapshot as a player sees it, in which unseen cards are a number. Default: `snapshot`, as all is
        open."""
        return self.snapshot(game, table, state)

    def restore(self, game: Game, table: np.record, data: Mapping[str, Any], dice: Sequence[int] | None) -> np.ndarray:
        """The position of a snapshot, whole or as somebody wrote it in a worked example, as an array of one record.
        `dice` are the next numbers that dice show. Raises ValueError for an impossible position, and says why.
        Default: the game has no worked examples."""
        raise ValueError("the engine of this game cannot read positions")

    def piles(self, game: Game) -> Collection[str]:
        """The zones of snapshots that list their top card last, while examples list it first. Default: PILES."""
        return self.PILES

    def outcome(self, game: Game, table: np.record, state: np.record) -> dict[str, Any]:
        """What worked examples can ask of a position beside its zones, by name. Default: nothing."""
        return {}

    def sunk(self, game: Game) -> Mapping[str, int]:
        """Cards to shuffle into the lowest of so many equal parts of their pile, for exports to virtual tables.
        Default: none."""
        return {}

    # ---- what games count

    def ending_names(self, game: Game) -> Sequence[str]:
        """Names of endings, if they depend on the game's files. Default: ENDS of the module `engine`."""
        return self._verbs.ENDS

    def silences(self, game: Game) -> Mapping[str, str]:
        """Cases that printed rules leave open, if they depend on the game's files. Default: SILENCES of the module
        `engine`."""
        return self._verbs.SILENCES

    def tally_names(self, game: Game) -> Sequence[str]:
        """Names of what games count, if they depend on the game's files. `played.X` counts how often cards X were
        played, `idle.X` how often in vain, `forced.X` and `chosen.X` what players had to do and what they did freely,
        `points.X` what a card has brought all players. Default: TALLIES of the module `engine`."""
        return self._verbs.TALLIES

    def scored(self, game: Game) -> bool:
        """Whether players have points. Default: they have."""
        return True

    def shared(self, game: Game, table: np.record) -> bool:
        """Whether players who are still tied share the win, as a rule says. Default: they do not."""
        return False

    def things(self, game: Game) -> tuple[str, ...]:
        """Cards that players can use. The engine notes who did with `use` of `cardgen.play.records`. Default: none."""
        return ()

    def goals(self, game: Game) -> tuple[Goal, ...]:
        """What players can fulfil for points. Default: nothing."""
        return ()

    def grades(self, game: Game) -> tuple[Grade, ...]:
        """Ranges of points by which a printed scale grades a player who plays alone. Default: none."""
        return ()

    def policies(self, game: Game) -> tuple[str, ...]:
        """More policies, behind POLICIES, if they depend on the game's files. Default: none."""
        return ()

    def simple(self, game: Game) -> tuple[str, ...]:
        """Those of `policies` that a check compares the first policy with. Default: none."""
        return ()

    # ---- what a check reports

    def deck_needs(self, game: Game, table: np.record, players: int) -> tuple[bool, str]:
        """Whether the deck suffices for so many players, and a sentence about it. Default: it does."""
        return True, f"{sum(design.count for design in game.designs)} cards"

    def remedy(self, game: Game, table: np.record, players: int, rounds: int) -> str:
        """A sentence about what would let the deck last for so many rounds. Default: no sentence."""
        return ""

    def played(self, game: Game) -> Mapping[str, int] | None:
        """How many copies of each card are in play. A check reports cards that are printed but never in play. Default:
        None, so a check reports none."""
        return None

    def doubts(self, game: Game, table: np.record) -> Iterable[tuple[str, str, Place | None]]:
        """Findings about the cards, before play: code, message and place of each. Default: none."""
        return ()

    def possible(self, table: np.record, tally: str) -> bool:
        """Whether the rules provide for what a tally counts. If so, a check reports a tally that stays at 0. Default:
        they do."""
        return True

    def provides(self, game: Game, tally: str) -> bool | None:
        """What `possible` returns, if it depends on the game's files. Default: None, so cardgen asks `possible`."""
        return None

    def expected_endings(self, game: Game) -> Collection[str]:
        """Names of the endings that games ought to reach under these rules. Default: none."""
        return ()

    def steady(self, game: Game, table: np.record, players: Sequence[int]) -> Iterable[tuple[str, str, Place | None]]:
        """Findings about rules that change no game with these numbers of players: name, message and place of each.
        Default: none."""
        return ()

    def unused(self, game: Game, players: Sequence[int]) -> Iterable[tuple[str, str, str, Place | None]]:
        """Findings about rules that random games never reach: code, name, message and place of each. Default: none."""
        return ()

    def proofs(self, game: Game, table: np.record, players: int) -> tuple[Ending | None, Shortage | None]:
        """`ending` and `shortage` of the module `ending`, if they depend on the game's files. Default: those."""
        return self._ending.ending(table, players), self._ending.shortage(table, players)


class Notation(Hooks):
    """Module `notation`: actions in words."""

    @abstractmethod
    def say(self, game: Game, table: np.record, state: np.record, action: int, words: Words) -> str:
        """What player `state.to_act` does, in words of the game's strings `play.*`. No two legal actions of a position
        have the same words."""


class Tales(Hooks):
    """Module `tale`, optional: accounts of games."""

    Tale: type[Any] | None = None  # a subclass of `cardgen.play.tale.Tale`; without it, an account lists actions
    NEEDS: str = ACCOUNT_PREFIX  # how the keys of its strings begin; without such strings, an account lists actions


class EndingHooks(Hooks):
    """Module `ending`, optional: why games end."""

    def ending(self, table: np.record, players: int) -> Ending | None:
        """Why every game with so many players ends. Default: None, so cardgen proves nothing."""
        return None

    def shortage(self, table: np.record, players: int) -> Shortage | None:
        """Which case occurs if the deck runs out, and whether it ever can. Default: None, so cardgen proves
        nothing."""
        return None


class Picture(Hooks):
    """Module `laid`, optional: how positions lie on a table at the desk. Paths lead to what snapshots hold
    (`hand/0/bread`), or to a player (`player/2`)."""

    ROLES: tuple[str, ...] = ()  # names in snapshots that have a player as their value
    BOOKKEEPING: tuple[str, ...] = ()  # names in snapshots that the desk does not show

    def touches(self, game: Game, table: np.record, state: np.record, action: int) -> Sequence[tuple[str, ...]] | None:
        """For each thing that an action is about, the paths where players can click it. Default: None, so players
        choose actions from a list in words, and see nothing of what others do if anything is hidden."""
        return None

    def roles(self, game: Game) -> Collection[str]:
        """ROLES, if they depend on the game's files. Default: ROLES."""
        return self.ROLES

    def unseen(self, game: Game) -> Mapping[str, str]:
        """Names in snapshots that count the unseen cards of a zone, with that zone. Default: none."""
        return {}

    def pictures(self, game: Game, observed: Mapping[str, Any]) -> Mapping[str, Design]:
        """The designs to draw, by path, for what snapshots do not name by the id of a card. Default: none."""
        return {}

    def why(self, game: Game, observed: Mapping[str, Any], path: str) -> Sequence[str]:
        """Keys of strings that explain what players can do at a path, the most specific first. Default:
        `table.why.ZONE`."""
        return [f"table.why.{path.partition('/')[0]}"]

    def clauses_about(self, game: Game, path: str) -> Sequence[tuple[str, str]]:
        """Actions of a rules file, by section and name, that are about a path. Default: none, as
        engines in Python play without a rules file."""
        return ()


PARTS: Mapping[str, type[Hooks]] = {
    "rules": Declaration,
    "engine": Verbs,
    "policies": Policies,
    "zones": Zones,
    "notation": Notation,
    "tale": Tales,
    "ending": EndingHooks,
    "laid": Picture,
}
