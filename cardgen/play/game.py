"""A game that can be played: its definition, its engine, the record of its rules."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from cardgen.definitions.fields import word
from cardgen.definitions.game import BASE, Game
from cardgen.definitions.rules import RuleValue
from cardgen.foundations.errors import Place, fail
from cardgen.play.chance import seed_widely
from cardgen.play.engines import Engine, load_engine
from cardgen.play.goals import Goal, Grade
from cardgen.play.learnt import read_learnt, teach
from cardgen.play.marks import SEED_BITS
from cardgen.play.position import Position, options_of
from cardgen.play.proofs import Ending, Shortage
from cardgen.play.records import MAX_THINGS, rules_bytes
from cardgen.play.words import Words
from cardgen.rules import load
from cardgen.store.library import find_game


class PlayedGame:
    """Makes positions of one variant of a game. Raises InputError if the engine cannot play its cards.

    If `taught`, its players use what was learnt of the game.
    """

    def __init__(self, definition: Game, taught: bool = True) -> None:
        if definition.engine is None:
            raise fail(
                f"{definition.name} has no engine and no rules.yaml, so cardgen can only print it",
                definition.node.place,
            )
        self.definition = definition
        self.engine: Engine = load_engine(definition.engine)
        self.tables = self.engine.zones.make_table(definition)  # an array of one record
        self.table = self.tables[0]
        teach(self.table, read_learnt(definition.home, self.engine) if taught else None)
        self.options_buffer = np.empty(self.engine.verbs.MAX_OPTIONS, np.int32)
        self._words: dict[str, Words] = {}
        self._proofs_by_players: dict[int, tuple[Ending | None, Shortage | None]] = {}

    @property
    def fastest_tables(self) -> np.ndarray:
        """The tables with the address of machine code, if this process has it."""
        return self.engine.zones.ready(self.tables)

    @cached_property
    def tallies(self) -> tuple[str, ...]:
        """The names of what a game counts, in the order of its records.

        `played.X` is how often cards X were played, `idle.X` how often they changed nothing.
        """
        return tuple(self.engine.zones.tally_names(self.definition))

    @property
    def player_counts(self) -> range:
        """The numbers of players that the game is for and the engine can play with."""
        low, high = self.definition.players
        return range(low, min(high, self.engine.zones.MAX_PLAYERS) + 1)

    def require_player_count(self, players: int) -> None:
        """Raises InputError if the game is not for so many players."""
        low, high = self.definition.players
        if not low <= players <= high:
            raise fail(f"--players: {self.definition.name} is for {low} to {high} players, not {players}")
        if players not in self.player_counts:
            raise fail(f"--players: the computer plays with at most {self.engine.zones.MAX_PLAYERS}, not {players}")

    @property
    def together(self) -> bool:
        """Whether all players win together, or nobody does."""
        return bool(self.table.together)

    @property
    def scored(self) -> bool:
        """Whether players have points."""
        return bool(self.engine.zones.scored(self.definition))

    @property
    def shared(self) -> bool:
        """Whether a rule lets players who are still tied share the win."""
        return self.engine.zones.shared(self.definition, self.table)

    @cached_property
    def ending_names(self) -> tuple[str, ...]:
        """The names of endings, by the number in records of games; the first one is empty."""
        return tuple(self.engine.zones.ending_names(self.definition))

    @cached_property
    def silences(self) -> dict[str, str]:
        """The cases that the printed rules leave open, in the order of its records, with the numbers of the rulings."""
        return dict(self.engine.zones.silences(self.definition))

    @cached_property
    def things(self) -> tuple[str, ...]:
        """The cards whose users the records show, by bit; empty for bits without a card."""
        return self.engine.zones.things(self.definition)[:MAX_THINGS]

    @cached_property
    def goals(self) -> tuple[Goal, ...]:
        """What players can fulfil for points, if the engine provides it."""
        return self.engine.zones.goals(self.definition)

    @cached_property
    def grades(self) -> tuple[Grade, ...]:
        """How the points of a game played alone are graded in print; empty if they are not."""
        return self.engine.zones.grades(self.definition)

    @cached_property
    def policies(self) -> tuple[str, ...]:
        """The names of the engine's policies, the sensible one first."""
        return (*self.engine.policies.POLICIES, *self.engine.zones.policies(self.definition))

    @cached_property
    def simple(self) -> tuple[str, ...]:
        """The policies that a check compares the sensible one with."""
        return (*self.engine.policies.POLICIES[1:], *self.engine.zones.simple(self.definition))

    def provides(self, tally: str) -> bool:
        """Whether the rules provide for what a tally counts."""
        provided = self.engine.zones.provides(self.definition, tally)
        return bool(self.engine.zones.possible(self.table, tally) if provided is None else provided)

    @property
    def expected_endings(self) -> Collection[str]:
        """The names of the endings that games ought to reach under these rules, if the engine provides them."""
        return self.engine.zones.expected_endings(self.definition)

    def steady(self, players: Sequence[int]) -> Iterator[tuple[str, str, Place | None]]:
        """What clauses could change but no game with these numbers of players changes: its name, the reason to report
        it and its place; if the engine provides it."""
        yield from self.engine.zones.steady(self.definition, self.fastest_tables[0], players)

    def unused(self, players: Sequence[int]) -> Iterator[tuple[str, str, str, Place | None]]:
        """What clauses never do in random games with these numbers of players: the code of a finding, the clause, the
        message and the place; if the engine provides it."""
        yield from self.engine.zones.unused(self.definition, players)

    def remedy(self, players: int, rounds: int) -> str:
        """A sentence about what would let the deck last for so many rounds, if the engine provides it."""
        return self.engine.zones.remedy(self.definition, self.table, players, rounds)

    def precompile(self, quick: bool = False) -> None:
        """Compiles the game before many games are played. With `quick`, compiles faster and optimises less."""
        self.engine.zones.precompile(self.definition, self.tables, quick)

    def termination_proof(self, players: int) -> Ending | None:
        """Why every game with so many players ends, if the engine can prove it."""
        return self._proofs(players)[0]

    def shortage(self, players: int) -> Shortage | None:
        """What happens if the deck runs short, and whether it ever can, if the engine provides it."""
        return self._proofs(players)[1]

    def _proofs(self, players: int) -> tuple[Ending | None, Shortage | None]:
        if players not in self._proofs_by_players:
            self._proofs_by_players[players] = self.engine.zones.proofs(self.definition, self.table, players)
        return self._proofs_by_players[players]

    def rules_hash(self, **options: str) -> str:
        """Four hex digits that change with the rules, the cards and the options that are played."""
        digest = self._marked.copy()
        digest.update(repr(sorted(options_of(options, self.engine.zones.OPTIONS).items())).encode())
        return digest.hexdigest()[:4]

    @cached_property
    def _marked(self) -> hashlib._Hash:
        return hashlib.sha256(self.engine.zones.marked(self.definition) or rules_bytes(self.tables))

    @cached_property
    def rules_key(self) -> str:
        """A hash of the rules and the cards as the engine reads them, without what was learnt of them."""
        return hashlib.sha256(rules_bytes(self.tables)).hexdigest()

    def template(self, players: int | None = None, **options: str) -> np.ndarray:
        """A position before the deal, as batches take it. Raises ValueError for impossible players or options."""
        low, high = self.definition.players
        players = low if players is None else players
        if isinstance(players, bool) or players not in range(low, high + 1):
            raise ValueError(f"players: expected from {low} to {high}, got {players!r}")
        if players > self.engine.zones.MAX_PLAYERS:
            raise ValueError(
                f"players: expected at most {self.engine.zones.MAX_PLAYERS}, which the engine can seat, got {players}"
            )
        return self.engine.zones.new_state(players, **options_of(options, self.engine.zones.OPTIONS))

    def new_position(self, players: int | None = None, seed: int = 0, **options: str) -> Position:
        """The deal of a seed."""
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**SEED_BITS:
            raise ValueError(f"seed: expected a whole number from 0, got {seed!r}")
        records = self.template(players, **options)
        seed_widely(records[0].streams, seed)
        self.engine.verbs.deal(self.fastest_tables[0], records[0])
        return Position(self, records)

    def from_snapshot(self, data: Mapping[str, Any], seed: int = 0, dice: Sequence[int] | None = None) -> Position:
        """The position of a snapshot, whole or handwritten; `dice` fall first. Raises ValueError with the reason."""
        records = self.engine.zones.restore(self.definition, self.fastest_tables[0], data, dice)
        seed_widely(records[0].streams, seed)
        self.engine.verbs.resume(self.fastest_tables[0], records[0])
        return Position(self, records)

    def words(self, language: str | Words) -> Words:
        """The words of playthroughs in a language; `Words` with their own names of players stay as they are."""
        if isinstance(language, Words):
            return language
        if language not in self._words:
            self._words[language] = Words(self.definition, language)
        return self._words[language]

    def __repr__(self) -> str:
        changed = f", variant={self.definition.variant!r}" if self.definition.variant != BASE else ""
        rules = f", rules={dict(self.definition.settings)!r}" if self.definition.settings else ""
        return f"load_game({self.definition.name!r}{changed}{rules})"


def load_game(name: str, variant: str | None = None, rules: Mapping[str, RuleValue] | None = None) -> PlayedGame:
    """The game of a name or path, ready to be played. Raises InputError for whatever is wrong with its files."""
    settings = {rule: word(value) for rule, value in (rules or {}).items()}
    return PlayedGame(load.load_game(find_game(name), variant or BASE, settings))
