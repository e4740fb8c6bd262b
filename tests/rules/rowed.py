"""Plays a rules file by its rows, at random, and tells what came of it as `plain` does."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import lru_cache

import numpy as np

from cardgen.play.chance import seed_streams
from cardgen.play.clauses import engine, record
from cardgen.play.clauses.engine import BOX
from cardgen.play.clauses.tables import table_of
from cardgen.rules.clauses import Program, Value
from cardgen.rules.code import TERMS
from cardgen.rules.compile import Compiled, compile_program

MAX_DECISIONS = 20_000


class Rowed:
    """One game: `zones` and `counters` by name and owner, `taken` and `notes`, `rounds`, `ended`, as `plain.Game`."""

    def __init__(self, compiled: Compiled, table: np.ndarray, players: int, seed: int) -> None:
        self.compiled, self.table, self.program = compiled, table[0], compiled.program
        self.state = np.zeros(1, record.STATE)[0]
        self.players = self.state.players = players
        seed_streams(self.state.streams, np.uint64(seed))
        self.chance = random.Random(seed)
        self.options = np.zeros(engine.MAX_OPTIONS, np.int32)
        self.taken: Counter[str] = Counter()

    def play(self) -> Rowed:
        return self.follow(lambda action: None)

    def follow(self, taken: Callable[[int], object]) -> Rowed:
        """Plays the game, and tells of each action that is taken."""
        table, state = self.table, self.state
        engine.deal(table, state)
        for _ in range(MAX_DECISIONS):
            count = engine.legal(table, state, self.options)
            if not count:
                break
            action = int(self.options[self.chance.randrange(count)])
            self.taken[self.compiled.actions[action & table.action_mask].name] += 1
            engine.apply(table, state, action)
            taken(action)
        assert state.terminal, "a game without an end"
        return self

    @property
    def rounds(self) -> int:
        return int(self.state.rounds)

    @property
    def notes(self) -> dict[str, int]:
        tallies = zip(self.compiled.layout.notes, self.state.tallies, strict=False)
        return {path.rpartition(".")[2]: int(count) for path, count in tallies}

    @property
    def zones(self) -> dict[tuple, list[str]]:
        """The cards of each zone, an ordered one's with the top last; what is left in the box under `""`."""
        layout, found = self.compiled.layout, {("", None): self.cards(BOX)}
        for name, zone in self.program.zones.items():
            values = self.program.values(name) if zone.by is not None else (None,)
            for owner in range(self.players) if zone.each else (None,):
                for place, value in enumerate(values):
                    number = layout.zones[name] + (owner or 0) * layout.many(name) + place
                    key = (name, owner) if zone.by is None else (name, owner, value)
                    found[key] = self.cards(number)
        return found

    def cards(self, number: int) -> list[str]:
        names, instance = self.compiled.layout.cards, self.compiled.layout.instances[number]
        if instance.listed >= 0:
            return [names[card] for card in self.state.m[instance.listed : instance.listed + self.state.sizes[number]]]
        counts = self.state.m[instance.counts : instance.counts + len(names)]
        return [name for name, count in zip(names, counts, strict=True) for _ in range(count)]

    @property
    def roles(self) -> dict[str, int]:
        return {name: int(self.state.v[register]) for name, register in self.compiled.roles.items()}

    @property
    def counters(self) -> dict[tuple, int | str]:
        found, words = {}, self.compiled.layout.words
        for name, counter in self.program.counters.items():
            for owner in range(self.players) if counter.each else (None,):
                value = int(self.state.v[self.compiled.counters[name] + (owner or 0)])
                found[name, owner] = words.get(value, value)
        return found

    def scores(self) -> list[int]:
        return [int(engine.points_of(self.table, self.state, player)) for player in range(self.players)]

    def said(self, value: Value) -> int:
        """What a term of the first player's score comes to."""
        engine.points_of(self.table, self.state, 0)
        return int(self.state.v[TERMS + list(self.program.score.values()).index(value)])

    def winners(self) -> set[int]:
        won = int(engine.winners(self.table, self.state))
        return {player for player in range(self.players) if won >> player & 1}


def rowed(program: Program, players: int, seed: int) -> Rowed:
    """A game of so many players, not yet played."""
    return Rowed(*_compiled(_Held(program), players), players, seed)


class _Held:
    """A program, the same only as itself."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def __hash__(self) -> int:
        return id(self.program)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held) and other.program is self.program


@lru_cache(maxsize=4)
def _compiled(held: _Held, players: int) -> tuple[Compiled, np.ndarray]:
    compiled = compile_program(held.program, players)
    return compiled, table_of(compiled, {})
