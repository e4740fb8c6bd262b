"""What an engine offers: the one contract between games that Python plays and all that plays, checks and shows them.

An engine is a package of small modules, which an entry point of the group `cardgen.engines` names. A class here
declares each module: its hooks, with their meaning, shapes and defaults. `rules` is declared where printing reads it,
in `cardgen/definitions/engines.py`. `load_engine` (`engines.py`) reads modules once, says what is wrong with them, and
gives objects of these classes.

Hooks are called by place, with what they are handed most:

- `game`, a frozen `Game`: what the files of one variant say.
- `table`, a record of its rules and cards, made once and never changed; `tables` is the array of one that holds it.
- `state`, a record of one position, of the type `STATE`; `players` counts those at the table, and seats count from 0.
- `action`, a whole number without a meaning of its own; `options` and `weights` are arrays with a place for each.

Functions of `engine` and `policies` run compiled, and interpreted alike: they read and write records and arrays of
numbers, and draw chance from `cardgen.play.chance` alone. What they are called from (`loops`, `thinking`, `features`
beside this file) is loaded once for each engine, with its modules in place of names there. It is not composed as one
would in Python, of functions that take an engine's verbs or close over them: numba keeps machine code by a function's
source and by the values that it closes over, so such functions never find the code that an earlier command kept, and
every command would compile for half a minute. A module's names it takes as constants, calls straight into them, and
finds the code again.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from cardgen.definitions.engines import Declaration
from cardgen.definitions.game import Design, Game
from cardgen.errors import Place
from cardgen.hooks import Hooks
from cardgen.play.goals import Goal, Grade
from cardgen.play.proofs import Ending, Shortage
from cardgen.play.words import TOLD, Words

WEIGHS = 30  # of an engine that does not say
DECISION_SECONDS = 20  # at this pace the two games whose boxes tell last as long: 15 minutes, and 30 to 45
POINTS = ("points", "rival's points")  # the last features of engines that name none


class Verbs(Hooks):
    """Module `engine`: the game over two flat records."""

    STATE: np.dtype  # of a position: `position_type` of `cardgen/play/records.py` with fields of the engine's own
    MOST_OPTIONS: int  # legal actions of any position
    ENDS: tuple[str, ...] = ("",)  # how games end, by the number in `state.ended`; the first one is of none
    SILENCES: Mapping[str, str] = {}  # cases that printed rules leave open, to rulings; by `state.silences`
    TALLIES: tuple[str, ...] = ()  # what games count, in the order of `state.tallies`
    DECISION_SECONDS: float = DECISION_SECONDS  # that people take to decide, for the minutes of a game

    @abstractmethod
    def deal(self, table: np.record, state: np.record) -> None:
        """Deals into a new position, whose players, options and chance are set, and plays on until somebody decides."""

    @abstractmethod
    def resume(self, table: np.record, state: np.record) -> None:
        """Goes on from a position that was written down, until somebody has to decide."""

    @abstractmethod
    def legal(self, table: np.record, state: np.record, options: np.ndarray) -> int:
        """Writes the legal actions of `state.to_act` into `options`, each once, and returns how many they are; 0 when
        the game is over."""

    @abstractmethod
    def apply(self, table: np.record, state: np.record, action: int) -> None:
        """Carries out a legal action, and all that follows until somebody has to decide or `state.terminal` is 1."""

    @abstractmethod
    def score(self, table: np.record, state: np.record, scores: np.ndarray) -> None:
        """Writes every player's points as they stand; downwards from 0 where `table.lowest` wins."""

    @abstractmethod
    def winners(self, table: np.record, state: np.record) -> int:
        """Who wins a game that is over, ties broken: a bit for each player, from the lowest one."""

    @abstractmethod
    def determinise(self, table: np.record, state: np.record, player: int) -> None:
        """Redraws at random all that a player cannot know, so that nothing of what was there shows."""


class Policies(Hooks):
    """Module `policies`: how the computer's players choose."""

    POLICIES: tuple[str, ...]  # their names, a sensible one first
    ABOUT: Mapping[str, str] = {}  # policies in words, for the page of a check
    FORGOES: tuple[str, ...] = ()  # policies that do without what the string `policy.NAME.forgoes` names: its price
    WEIGHS: int = WEIGHS  # random decisions that take as long as one of the first policy

    @property
    def FEATURES(self) -> tuple[str, ...]:
        """Names of what players can learn by, beside the weight to the first policy. Default: the weights to the other
        policies, and the points that an action brings at once."""
        return (*self.POLICIES[1:], *POINTS)

    @abstractmethod
    def weigh(self, table: np.record, state: np.record, policy: int, options: np.ndarray, weights: np.ndarray) -> None:
        """Writes what each of the first `len(weights)` options is worth to a policy; equals are drawn by lot."""

    def features(self, table: np.record, state: np.record, options: np.ndarray, found: np.ndarray) -> None:
        """With FEATURES: writes into `found[option, 1 + place]` what they say of each option; column 0 is filled."""
        raise NotImplementedError  # `features.py` beside this file stands in for it, loaded for each engine


class Zones(Hooks):
    """Module `zones`: what definitions and snapshots are as records, and what games count."""

    MOST_PLAYERS: int  # that it seats
    OPTIONS: Mapping[str, tuple[str, ...]] = {}  # what players agree on before a game: values by name, the usual first
    PILES: tuple[str, ...] = ("supply",)  # zones of snapshots that lie with their top last
    _verbs: Verbs
    _ending: Endings

    # ---- records

    @abstractmethod
    def make_table(self, game: Game) -> np.ndarray:
        """An array of one record, of a type that `table_type` makes. Raises InputError for what it cannot play."""

    @abstractmethod
    def new_state(self, players: int, **options: str) -> np.ndarray:
        """An array of one record before the deal, with a value of each of OPTIONS by its name."""

    def ready(self, tables: np.ndarray) -> np.ndarray:
        """The tables as this process plays them best. Default: as they are."""
        return tables

    def hasten(self, game: Game, tables: np.ndarray, few: bool) -> None:
        """Many games are to come, or only a few thousand: a chance to have code made of them. Default: nothing."""

    def marked(self, game: Game) -> bytes | None:
        """What the mark of its rules, which is noted with games, is made from. Default: None, the bytes of the
        table."""
        return None

    # ---- positions

    @abstractmethod
    def snapshot(self, game: Game, table: np.record, state: np.record) -> dict[str, Any]:
        """The position as plain lists, numbers and names of zones; every card lies in one of them. It has `players`,
        `to_act` and `terminal`, and lists what each player has by seat."""

    @abstractmethod
    def observe(self, game: Game, table: np.record, state: np.record, player: int) -> dict[str, Any]:
        """The snapshot as a player sees it: cards that lie unseen are their number."""

    @abstractmethod
    def restore(self, game: Game, table: np.record, data: Mapping[str, Any], dice: Sequence[int] | None) -> np.ndarray:
        """The position of a snapshot, whole or written by hand, as an array of one record; `dice` fall first.
        Raises ValueError, which says why, for one that cannot be."""

    def piles(self, game: Game) -> Collection[str]:
        """The zones of snapshots that lie with their top last; examples name their cards from the top. Default:
        PILES."""
        return self.PILES

    def outcome(self, game: Game, table: np.record, state: np.record) -> dict[str, Any]:
        """What examples may ask of a position beside its zones, by name. Default: nothing."""
        return {}

    def sunk(self, game: Game) -> Mapping[str, int]:
        """Cards that are shuffled into the lowest of so many equal parts of their pile, for tables elsewhere. Default:
        none."""
        return {}

    # ---- what games count

    def ends(self, game: Game) -> Sequence[str]:
        """How games may end, where it depends on their files. Default: ENDS of the module `engine`."""
        return self._verbs.ENDS

    def silences(self, game: Game) -> Mapping[str, str]:
        """Cases that printed rules leave open, likewise. Default: SILENCES of the module `engine`."""
        return self._verbs.SILENCES

    def tally_names(self, game: Game) -> Sequence[str]:
        """What games count, likewise: `played.X` and `idle.X` (in vain) of kinds of card, `forced.X` and `chosen.X` of
        what players must do and what they do freely, `points.X` of what a card has brought all of them. Default:
        TALLIES of the module `engine`."""
        return self._verbs.TALLIES

    def scored(self, game: Game) -> bool:
        """Whether players have points. Default: they have."""
        return True

    def shared(self, game: Game, table: np.record) -> bool:
        """Whether those who are level at last share the win, as a rule says. Default: they do not."""
        return False

    def things(self, game: Game) -> tuple[str, ...]:
        """Cards that players may use, of which `records.use` notes who did. Default: none."""
        return ()

    def goals(self, game: Game) -> tuple[Goal, ...]:
        """What players may fulfil for points. Default: nothing."""
        return ()

    def grades(self, game: Game) -> tuple[Grade, ...]:
        """Ranges of points by which cards grade a game that is played alone. Default: none."""
        return ()

    def policies(self, game: Game) -> tuple[str, ...]:
        """More names of policies, behind POLICIES, that its files make. Default: none."""
        return ()

    def simple(self, game: Game) -> tuple[str, ...]:
        """Those of them that the first policy is held against in a check. Default: none."""
        return ()

    # ---- what a check reports

    @abstractmethod
    def deck_needs(self, game: Game, table: np.record, players: int) -> tuple[bool, str]:
        """Whether the deck deals a game, and how many cards are left."""

    def remedy(self, table: np.record, players: int, rounds: int) -> str:
        """What would let the deck last for so many rounds, in a sentence. Default: nothing is said."""
        return ""

    def advice(self, game: Game, table: np.record, players: int, rounds: int) -> str:
        """The same, where it depends on the game's files. Default: `remedy`."""
        return self.remedy(table, players, rounds)

    def played(self, game: Game) -> Mapping[str, int] | None:
        """How many of each card are in play, so that none is printed in vain. Default: None, which is not known."""
        return None

    def doubts(self, game: Game, table: np.record) -> Iterable[tuple[str, str, Place | None]]:
        """What of the cards cannot be meant, before anything is played: codes of findings, messages, places. Default:
        nothing."""
        return ()

    def possible(self, table: np.record, tally: str) -> bool:
        """Whether the rules provide for what a tally counts, so that one of 0 is worth a note. Default: they do."""
        return True

    def provides(self, game: Game, tally: str) -> bool | None:
        """The same, where it depends on the game's files. Default: None, as `possible` says."""
        return None

    def endings(self, game: Game) -> Collection[str]:
        """The ends that games ought to come to under these rules. Default: none in particular."""
        return ()

    def steady(self, game: Game, table: np.record, players: Sequence[int]) -> Iterable[tuple[str, str, Place | None]]:
        """What rules are there to change and no game with these numbers of players does: its name, why it is
        reported, its place. Default: nothing."""
        return ()

    def unused(self, game: Game, players: Sequence[int]) -> Iterable[tuple[str, str, str, Place | None]]:
        """What of the rules games played at random never come to: code of the finding, name, message, place. Default:
        nothing."""
        return ()

    def proofs(self, game: Game, table: np.record, players: int) -> tuple[Ending | None, Shortage | None]:
        """Both that the module `ending` declares, where they depend on the game's files. Default: what it declares."""
        return self._ending.ending(table, players), self._ending.shortage(table, players)


class Notation(Hooks):
    """Module `notation`: actions in words."""

    @abstractmethod
    def say(self, game: Game, table: np.record, state: np.record, action: int, words: Words) -> str:
        """What `state.to_act` does, from the game's strings `play.*`; other legal actions are said otherwise."""


class Tales(Hooks):
    """Module `tale`, optional: games told as accounts."""

    Tale: type[Any] | None = None  # a subclass of `cardgen.play.tale.Tale`; None: told action by action
    NEEDS: str = TOLD  # what the keys of strings begin with without which a game is told action by action


class Endings(Hooks):
    """Module `ending`, optional: why games end."""

    def ending(self, table: np.record, players: int) -> Ending | None:
        """Why every game with so many players ends. Default: None, which is not proved."""
        return None

    def shortage(self, table: np.record, players: int) -> Shortage | None:
        """What comes about when the deck runs short, and whether it can. Default: None, which is not known."""
        return None


class Picture(Hooks):
    """Module `laid`, optional: how positions lie on a table at the desk. Paths lead to what snapshots hold
    (`hand/0/bread`), or to a player (`player/2`)."""

    ROLES: tuple[str, ...] = ()  # names in snapshots whose value is a player
    BOOKKEEPING: tuple[str, ...] = ()  # names in snapshots that tell nothing which people see

    def touches(self, game: Game, table: np.record, state: np.record, action: int) -> Sequence[tuple[str, ...]] | None:
        """For each thing that an action is about, the paths where it may be clicked. Default: None: actions are chosen
        from the list in words, and nobody else sees what was done while anything is hidden."""
        return None

    def roles(self, game: Game) -> Collection[str]:
        """What of snapshots names a player. Default: ROLES."""
        return self.ROLES

    def unseen(self, game: Game) -> Mapping[str, str]:
        """Names in snapshots that count cards which lie unseen in a zone, with that zone. Default: none."""
        return {}

    def pictures(self, game: Game, observed: Mapping[str, Any]) -> Mapping[str, Design]:
        """The designs of what is no card by itself, by path. Default: none."""
        return {}

    def why(self, game: Game, observed: Mapping[str, Any], path: str) -> Sequence[str]:
        """The strings that say what may be done at a path, the closest first. Default: `table.why.ZONE`."""
        return [f"table.why.{path.partition('/')[0]}"]

    def clauses_about(self, game: Game, path: str) -> Sequence[tuple[str, str]]:
        """Actions of a rules file, by section and name, that are about a path. Default: none, as an engine in Python
        has no rules file."""
        return ()


PARTS: Mapping[str, type[Hooks]] = {
    "rules": Declaration,
    "engine": Verbs,
    "policies": Policies,
    "zones": Zones,
    "notation": Notation,
    "tale": Tales,
    "ending": Endings,
    "laid": Picture,
}
OPTIONAL = ("tale", "ending", "laid")  # modules that an engine may do without
