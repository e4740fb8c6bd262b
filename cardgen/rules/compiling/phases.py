"""Compiles phases and effects: inline at the call, or once as a subroutine for several clauses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from cardgen.rules import grammar
from cardgen.rules.calls import calls_of_phases
from cardgen.rules.clauses import Flow
from cardgen.rules.code import EQ, ZERO, Test
from cardgen.rules.compiling.expressions import Expressions
from cardgen.rules.compiling.turns import TurnCompiler
from cardgen.rules.turns import said_in


class PhaseCompiler:
    """Compiles the phases of a program, and the effects of its cards."""

    def __init__(self, expressions: Expressions, turns: TurnCompiler, compile_flow: Callable[[Flow], None]) -> None:
        scope = self.scope = expressions.scope
        self.code, self.layout, self.program = scope.code, scope.layout, scope.program
        self.players = expressions.players
        self.turns, self.compile_flow = turns, compile_flow
        self.calls = calls_of_phases(scope.program)
        self.cut_short = {
            section for tree in said_in(scope.program, grammar.DoEndSection) for section in tree.names("section")
        }
        self.phase_at: dict[str, int] = {}  # the label of each phase that is a subroutine
        self.back_at: dict[str, int] = {}  # its return register
        self.exits: dict[str, int] = {}  # the end label of each phase that is being written
        self.leads: dict[str, set[str]] = {}  # the call graph: phases, sections and effects
        self.to_compile: list[str] = []  # subroutines still to compile
        self._within: list[str] = []

    @contextmanager
    def within(self, name: str) -> Iterator[None]:
        """Attributes the instructions inside to a phase, section or effect."""
        self._within.append(name)
        yield
        self._within.pop()

    def phase(self, name: str) -> None:
        """Writes the call of a phase: inline, or as a jump to a subroutine."""
        code = self.code
        if self.add_call(name):
            raise self.scope.fault(f"'{name}' leads back to itself; to repeat steps, write 'repeat'")
        if self.calls[name] == 1:
            self.compile_phase(name)
            return
        back = code.label()
        if name not in self.phase_at:
            self.phase_at[name] = code.label()
            self.back_at[name] = code.allocate()
            self.to_compile.append(name)
        code.add("here", self.back_at[name], back)
        code.jump(self.phase_at[name])
        code.place_label(back)

    def add_call(self, name: str) -> bool:
        """Adds an edge to the call graph, from what is being written to `name`; returns whether that closes a cycle."""
        here = self._within[-1]
        self.leads.setdefault(here, set()).add(name)
        reached, seen = [name], set[str]()
        while reached:
            if (each := reached.pop()) == here:
                return True
            if each not in seen:
                seen.add(each)
                reached += self.leads.get(each, ())
        return False

    def compile_phase(self, name: str) -> None:
        """Writes the steps of a phase."""
        code = self.code
        with self.within(name):
            saved = code.save(self.turns.of_turns) if name in self.cut_short else []
            self.exits[name] = code.label()
            self.compile_flow(self.program.phases[name])
            code.place_label(self.exits[name])
            if saved:
                code.restore(self.turns.of_turns, saved)

    def write_called(self) -> None:
        """Writes the phases that are subroutines."""
        while self.to_compile:
            name = self.to_compile.pop()
            self.code.place_label(self.phase_at[name])
            self.compile_phase(name)
            self.code.add("return", self.back_at[name])

    def end(self, section: str) -> None:
        """Jumps to the end of a phase that is being played."""
        if section not in self.exits:
            raise self.scope.fault(f"play is not in '{section}' here, so this step cannot end it")
        self.code.jump(self.exits[section])

    def effect(self, tree: grammar.DoEffect) -> None:
        """Writes the effects of cards, with a branch for each card or kind."""
        code, over = self.code, self.code.label()
        card = code.allocate()
        code.copy(card, self.players.card(tree.card))
        for name, flow in self.program.effects.items():
            if self.add_call(f"effect of {name}"):
                raise self.scope.fault(f"the effect of '{name}' leads back to itself; remove the step that repeats it")
            other = code.label()
            with code.temporaries():
                code.jump(other, Test(EQ, code.emit_value("is_in", card, self._cards_of(name)), ZERO))
            with self.within(f"effect of {name}"), self.scope.binding(card=card):
                self.compile_flow(flow)
            code.jump(over)
            code.place_label(other)
        code.place_label(over)

    def _cards_of(self, name: str) -> int:
        """The class of a card or a kind."""
        if name in self.layout.types:
            return self.layout.class_of([name])
        return self.layout.noun(name)
