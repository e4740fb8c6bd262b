"""The scope in which sentences are compiled: the game, and the registers of the players, cards and names in scope."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from cardgen.foundations.errors import InputError, fail
from cardgen.foundations.errors import Place as Where
from cardgen.rules.clauses import Program
from cardgen.rules.code import EQ, MAX_VALUE, YOU, Code, Test
from cardgen.rules.compiling.observer import Observer
from cardgen.rules.layout import Layout

BEYOND_ALL = MAX_VALUE + 1  # beyond any number of a game
Bound = dict[str, int | tuple[int, ...]]


class Scope:
    """The game that is compiled, and the scope of the current sentence.

    `bound` has the registers of picks and loop variables.
    """

    def __init__(self, program: Program, players: int) -> None:
        self.program = program
        self.code = Code()
        self.layout = Layout(program, players, self.code)
        self.observer = Observer()
        self.bound: Bound = {}
        self.here = -1  # the card of the current `where`
        self.hoisted: dict[int, int] = {}  # registers of hoisted expressions, by the ids of their trees
        self.you = YOU  # the register of the player who is `you`
        self.where_said: Where | None = None  # the place of the current sentence
        self.counters: dict[str, int] = {}
        for name, counter in program.counters.items():
            self.counters[name] = self.code.allocate(counter.start)
            for _ in range(players - 1 if counter.each else 0):
                self.code.allocate(counter.start)
        self.roles = {name: self.code.allocate() for name in program.roles}

    def fault(self, message: str) -> InputError:
        return fail(message, self.where_said)

    @contextmanager
    def as_player(self, player: int) -> Iterator[None]:
        """Makes a player `you` for the instructions inside."""
        kept, self.you = self.you, player
        try:
            yield
        finally:
            self.you = kept

    @contextmanager
    def binding(self, /, **more: int | tuple[int, ...]) -> Iterator[None]:
        kept, self.bound = self.bound, {**self.bound, **more}
        try:
            yield
        finally:
            self.bound = kept

    @contextmanager
    def at_card(self, card: int) -> Iterator[None]:
        """Makes fields refer to a card for the instructions inside."""
        kept, self.here = self.here, card
        try:
            yield
        finally:
            self.here = kept

    def one(self, name: str) -> int:
        """Returns the register of a single pick."""
        pick = self.bound[name]
        if isinstance(pick, tuple):
            raise self.fault(f"expected one card here; '{name}' is a pick of several cards")
        return pick

    def several(self, name: str) -> tuple[int, ...]:
        """Returns the registers of cards that were picked together, or of a single one."""
        pick = self.bound[name]
        return pick if isinstance(pick, tuple) else (pick,)

    def is_option(self, rule: str, option: str) -> Test:
        return Test(EQ, self.layout.rules[rule], self.code.number(self.layout.constant(option)))

    def under(self, rule: str, option: str) -> AbstractContextManager[None]:
        """Runs the instructions inside only under an option of a rule; without a rule, always."""
        return self.code.when(self.is_option(rule, option)) if rule else nullcontext()
