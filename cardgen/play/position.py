"""Positions with OpenSpiel's interface, over an engine's records."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any, Protocol

import numpy as np

from cardgen.definitions.game import Game
from cardgen.foundations.errors import nearest
from cardgen.play.engines import Engine
from cardgen.play.records import MAX_SEATS
from cardgen.play.words import Words, plain

TERMINAL = -4  # OpenSpiel's kTerminalPlayerId


class Played(Protocol):
    """The part of a game that its positions need."""

    definition: Game
    engine: Engine
    tables: np.ndarray  # an array of one record
    table: np.record
    options_buffer: np.ndarray

    @property
    def fastest_tables(self) -> np.ndarray: ...
    def words(self, language: str | Words) -> Words: ...


class Position:
    """The whole state of a game. Actions are whole numbers without meaning of their own; seats count from 0."""

    __slots__ = ("_apply", "_legal", "_options", "_tables", "_terminal", "_to_act", "game", "records")

    def __init__(self, game: Played, records: np.ndarray) -> None:
        self.game = game
        self.records = records  # an array of one record, as compiled loops take it
        self._terminal, self._to_act = records["terminal"], records["to_act"]  # views, as records read slowly in Python
        self._tables = game.fastest_tables
        self._legal, self._apply = game.engine.loops.legal, game.engine.loops.apply
        self._options = game.options_buffer

    @property
    def record(self) -> np.record:
        """The one record, with its fields' names."""
        return self.records[0]

    def current_player(self) -> int:
        """The seat that must choose; -4 when the game is over."""
        return TERMINAL if self._terminal[0] else int(self._to_act[0])

    def is_terminal(self) -> bool:
        return bool(self._terminal[0])

    def legal_actions(self) -> list[int]:
        """The legal actions, each once; empty when the game is over."""
        count = self._legal(self._tables, self.records, self._options)
        return self._options[:count].tolist()

    def apply_action(self, action: int) -> None:
        """Carries out a legal action in place, with its chance events. Raises ValueError for an illegal one."""
        self._must_be_legal(action)
        self.carry_out(action)

    def carry_out(self, action: int) -> None:
        """Carries out an action that is known to be legal."""
        self._apply(self._tables, self.records, action)

    def returns(self) -> list[int]:
        """Every player's points, as they stand now or at the end."""
        scores = np.zeros(MAX_SEATS, np.int32)
        self.game.engine.verbs.score(self._tables[0], self.record, scores)
        scores = -scores if self.game.table.lowest else scores
        return scores[: self.record.players].tolist()

    def winners(self) -> list[int]:
        """The seats that win, ties broken as the rules say; empty while the game goes on, or if nobody wins."""
        if not self._terminal[0]:
            return []
        mask = int(self.game.engine.verbs.winners(self._tables[0], self.record))
        return [player for player in range(self.record.players) if mask >> player & 1]

    def clone(self) -> Position:
        """An independent copy with the same chance events to come."""
        return Position(self.game, self.records.copy())

    def snapshot(self) -> dict[str, Any]:
        """The position as a plain dict of named zones; every card is in one of them."""
        return self.game.engine.zones.snapshot(self.game.definition, self.game.table, self.record)

    def observation(self, player: int) -> dict[str, Any]:
        """The snapshot as a player sees it: hidden cards are a number. Raises ValueError."""
        if player not in range(self.record.players):
            raise ValueError(f"player: expected from 0 to {self.record.players - 1}, got {player!r}")
        return self.game.engine.zones.observe(self.game.definition, self.game.table, self.record, player)

    def action_to_string(self, action: int, lang: str | Words | None = None) -> str:
        """A legal action in a language, or in given words. Raises ValueError for an illegal one."""
        self._must_be_legal(action)
        return self._say(action, self._words(lang))

    def string_to_action(self, text: str, lang: str | None = None) -> int:
        """The legal action of these words; named cards may stand in any order. Raises ValueError with what is legal."""
        words = self._words(lang)
        said = {self._say(action, words): action for action in self.legal_actions()}
        exact = {plain(line): action for line, action in said.items()}
        if plain(text) in exact:
            return exact[plain(text)]
        shuffled = [action for line, action in exact.items() if sorted(line.split()) == sorted(plain(text).split())]
        if len(shuffled) != 1:
            raise ValueError(f"'{text}' is not legal here{nearest(text, said)}; legal: {', '.join(said)}")
        return shuffled[0]

    def _must_be_legal(self, action: int) -> None:
        legal = self.legal_actions()
        if action not in legal:
            raise ValueError(f"action {action!r} is not legal here; legal: {legal}")

    def _say(self, action: int, words: Words) -> str:
        return self.game.engine.notation.say(self.game.definition, self.game.table, self.record, action, words)

    def _words(self, language: str | Words | None) -> Words:
        return self.game.words(language or self.game.definition.languages[0])

    def __repr__(self) -> str:
        return f"{self.game!r}.from_snapshot({self.snapshot()!r})"


def options_of(asked: Mapping[str, Any], known: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """The options of a new position, defaults filled in. Raises ValueError with the nearest name."""
    for name, value in asked.items():
        if name not in known:
            raise ValueError(f"there is no option {name!r}{nearest(name, known)}")
        if value not in known[name]:
            raise ValueError(f"{name}: expected {' or '.join(known[name])}, got {value!r}")
    return {name: asked.get(name, values[0]) for name, values in known.items()}


def agreements(known: Mapping[str, tuple[str, ...]]) -> list[dict[str, str]]:
    """All combinations of the options on which players agree before a game."""
    return [dict(zip(known, values, strict=True)) for values in product(*known.values())]
