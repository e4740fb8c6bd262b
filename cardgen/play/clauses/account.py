"""Finds the effects of each clause of a game: it also plays the instrumented game of `rules/instrumented.py`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import field

import numpy as np

from cardgen.foundations.dataclass import dataclass
from cardgen.play.clauses.engine import BOX
from cardgen.play.clauses.interpreter import execute
from cardgen.play.clauses.tables import table_of
from cardgen.play.clauses.zones import new_state
from cardgen.rules import instrumented, phrases
from cardgen.rules.code import ACTION, IDLE, PLAYERS, RESUME, YOU
from cardgen.rules.compile import Compiled
from cardgen.rules.instrumented import NONE, Spoken, instrument
from cardgen.rules.phrases import Part, Wording
from cardgen.rules.rows import rows_of

MAX_NUMBERS = 20_000  # numbers that are reported between two decisions
NOTHING_MORE = np.iinfo(np.int32).min

Cards = Mapping[int, int]  # the number of copies of each card, by the card's number


@dataclass(frozen=True, slots=True)
class Round:
    """A round begins."""


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence of a clause, the player who acted then, and the values of its phrases: numbers or cards."""

    spoken: Spoken
    you: int
    values: Mapping[str, int | Cards]


@dataclass(frozen=True, slots=True)
class Drawn:
    """Cards that an action moved unseen."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class Term:
    """A term of a player's points, by its number, and what it is worth."""

    number: int
    worth: int


@dataclass(frozen=True, slots=True)
class Tie:
    """The value of a tie-break for each player; the highest wins if `most`, else the lowest."""

    number: int
    most: bool
    counts: tuple[int, ...]


Event = Round | Said | Drawn | Term | Tie


class Account:
    """A game that reports on itself. Raises InputError for sentences with faulty phrases."""

    def __init__(self, own: Compiled, rules: Mapping[str, int | str], texts: Mapping[str, Wording]) -> None:
        """`own` is the game to report on, `rules` has the values of its parameters, `texts` the sentences by clause."""
        self.own, self.program = own, own.program
        self.instrumented = instrument(own.program, own.players, texts)
        self.compiled = self.instrumented.compiled
        self.table = table_of(self.compiled, rules)[0]
        self.places = rows_of(self.compiled).places
        self.state = new_state(1)[0]
        self._room = np.full(MAX_NUMBERS, NOTHING_MORE, np.int32)

    def deal(self, undealt: np.record) -> Iterator[Event]:
        """Yields the events until the first decision."""
        self.state = state = undealt.copy()
        self._lay_out(state)
        state.m[: self.table.cards] = self.table.copies[: self.table.cards]
        state.sizes[BOX] = self.table.copies.sum()
        return self._run(state, self.table.game)

    def begin(self, position: np.record) -> None:
        """Continues from a decision of a game that it has not followed."""
        self.state = state = self._like(position)
        choices = (sorted(rows_of(game).choices.values()) for game in (self.own, self.compiled))
        state.v[RESUME] = dict(zip(*choices, strict=True))[int(position.v[RESUME])]
        for (own, waiting), (register, row) in zip(_ways_back(self.own), _ways_back(self.compiled), strict=True):
            if position.v[own] == waiting:
                state.v[register] = row

    def apply(self, action: int) -> Iterator[Event]:
        """Yields the events from an action until the next decision."""
        self.state.v[ACTION], self.state.v[IDLE] = action, 0
        return self._run(self.state, self.table.bodies[action & self.table.action_mask])

    def scene(self, position: np.record) -> Iterator[Event]:
        """Yields the sentences before points are counted."""
        return self._run(self._like(position), self.places[self.instrumented.scene])

    def terms(self, position: np.record, player: int) -> Iterator[Event]:
        """Yields the terms of a player's points."""
        state = self._like(position)
        state.v[YOU] = player
        return self._run(state, self.places[self.instrumented.score])

    def ties(self, position: np.record) -> Iterator[Event]:
        """Yields the tie-breaks, in their order."""
        return self._run(self._like(position), self.places[self.instrumented.ties])

    def cards_of(self, noun: str) -> frozenset[int]:
        """The cards of a kind, by their numbers."""
        return frozenset(self.compiled.layout.classes[self.compiled.layout.noun(noun)])

    def _lay_out(self, state: np.record) -> None:
        state.v[:] = self.table.start
        state.v[PLAYERS] = state.players

    def _like(self, position: np.record) -> np.record:
        """A position of the instrumented game, whose registers have other numbers."""
        state = position.copy()
        self._lay_out(state)
        for here, there in zip(self.compiled.code.mutable_registers, self.own.code.mutable_registers, strict=True):
            state.v[here] = position.v[there]
        return state

    def _run(self, state: np.record, row: int) -> Iterator[Event]:
        execute(self.table, state, np.uint32(row), self._room)
        used = int(np.argmax(self._room == NOTHING_MORE))
        numbers = self._room[:used].tolist()
        self._room[:used] = NOTHING_MORE
        return _Reading(self, numbers, int(state.players)).events()


def _ways_back(game: Compiled) -> list[tuple[int, int]]:
    """The return registers of phases and sections that several clauses call, each with its row."""
    places = rows_of(game).places
    return [(int(each[1]), places[int(each[2])]) for each in game.code.instructions if each[0] == "here"]


@dataclass(slots=True)
class _Reading:
    """The reports of one stretch of play, number by number."""

    account: Account
    numbers: list[int]
    players: int
    at: int = 0
    lay: dict[int, Counter[int]] = field(default_factory=dict)  # cards before each clause, by clause
    moves: list[tuple[str, Counter[int]]] = field(default_factory=list)  # clauses with the cards that they moved
    begun: int = 0  # index of the first of `moves` that belongs to the current sentence
    done: dict[str, int] = field(default_factory=dict)  # number of moves at each clause's last sentence, by clause
    last: tuple[str, int] = ("", -1)  # clause and number of the last sentence
    empty: bool = False  # whether the values of the last sentence were empty

    def events(self) -> Iterator[Event]:
        while self.at < len(self.numbers):
            sign = self._next()
            if sign >= instrumented.FIRST_SAID:
                if said := self._due_sentence(sign - instrumented.FIRST_SAID):
                    yield said
                continue
            self.last = ("", -1)
            if sign == instrumented.ROUND:
                yield Round()
            elif sign == instrumented.BEFORE:
                clause = self._next()
                self.lay[clause] = self._cards()
            elif sign == instrumented.AFTER:
                self._moved(self._next())
            elif sign == instrumented.DRAWN:
                path = self.account.instrumented.paths[self._next()]
                yield Drawn(next(cards for moved, cards in reversed(self.moves) if moved == path))
            elif sign == instrumented.TERM:
                yield Term(self._next(), self._next())
            else:
                tie, most = self._next(), bool(self._next())
                yield Tie(tie, most, tuple(self._next() for _ in range(self.players)))

    def _next(self) -> int:
        self.at += 1
        return self.numbers[self.at - 1]

    def _cards(self) -> Counter[int]:
        cards: Counter[int] = Counter()
        while (card := self._next()) != phrases.NO_CARD:
            cards[card] += self._next()
        return cards

    def _moved(self, number: int) -> None:
        """Notes the cards that a clause has moved: those that left their source, or that arrived at their target."""
        before, now = self.lay[number], self._cards()
        self.moves.append((self.account.instrumented.paths[number], (before - now) + (now - before)))

    def _due_sentence(self, number: int) -> Said | None:
        """A sentence with the values of its phrases; None if there are none, or if the sentence is not due."""
        spoken = self.account.instrumented.spoken[number]
        going_on = self.last[0] == spoken.path and self.last[1] < number
        if not going_on:
            self.begun = self.done.get(spoken.path, 0)
            if spoken.moves:  # its phrases name the cards of its own last move
                self.begun = max(len(self.moves) - 1, 0)
        self.done[spoken.path] = len(self.moves)
        self.last = (spoken.path, number)
        you = self._next()
        values = {phrase: self._value(spoken, part) for phrase, part in spoken.parts.items()}
        nothing = (spoken.moves and not self._of(spoken.path, "card")) or any(
            _is_nothing(part, values[phrase]) for phrase, part in spoken.parts.items()
        )
        if spoken.key.endswith(NONE):
            if (going_on or spoken.moves) and not self.empty:
                return None
            nothing = any(_is_nothing(part, values[phrase]) for phrase, part in spoken.parts.items())
        else:
            self.empty = nothing
        return None if nothing else Said(spoken, you, values)

    def _value(self, spoken: Spoken, part: Part) -> int | Cards:
        if part.what == phrases.CARDS:
            return self._cards()
        if part.what not in phrases.OF_MOVED:
            return self._next()
        return self._of(part.within, part.word)

    def _of(self, clause: str, noun: str) -> Cards:
        """The cards of a kind that a clause and its subclauses have moved."""
        kind, moved = self.account.cards_of(noun), Counter[int]()
        for path, cards in self.moves[self.begun :]:
            if path == clause or path.startswith(f"{clause}."):
                moved.update({card: count for card, count in cards.items() if card in kind})
        return dict(sorted(moved.items()))


def _is_nothing(part: Part, value: int | Cards) -> bool:
    """Whether a phrase names cards, but there are none."""
    if part.what == phrases.CARD:
        return value == phrases.NO_CARD
    return part.what in (phrases.CARDS, phrases.COUNT, *phrases.OF_MOVED) and not value
