"""Compiles statements: sentences that move cards, change counters and roles, or note a case."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from cardgen.rules import grammar
from cardgen.rules.clauses import Said
from cardgen.rules.code import ONE, SKIPS, STEP, ZERO
from cardgen.rules.compiling.expressions import Expressions
from cardgen.rules.compiling.hoisting import Hoister
from cardgen.rules.compiling.moves import MoveCompiler


class StatementCompiler:
    """Compiles single steps; `compile_sentence` compiles a whole sentence."""

    def __init__(self, expressions: Expressions, flow_step: Callable[[grammar.Flow, str], None]) -> None:
        scope = self.scope = expressions.scope
        self.code, self.layout, self.program = scope.code, scope.layout, scope.program
        self.zones, self.players = expressions.zones, expressions.players
        self.values, self.conditions = expressions.values, expressions.conditions
        self.moves = MoveCompiler(expressions, Hoister(expressions))
        self.flow_step = flow_step  # writes a step after which play continues elsewhere

    def compile_sentence(self, said: Said[grammar.Step]) -> None:
        """Writes a whole sentence: its step, with its condition if it has one."""
        self.scope.where_said = said.place
        with self.code.temporaries():
            tree = said.tree
            if not isinstance(tree, grammar.Conditional):
                self.step(tree.do, said.path)
            elif isinstance(tree.do, grammar.Flow):
                over = self.code.label()
                self.conditions.jump_unless(over, tree.condition, tree.wanted)
                self.step(tree.do, said.path)
                self.code.place_label(over)
            else:
                with self.conditions.holds(tree.condition, tree.wanted):
                    self.step(tree.do, said.path)

    def step(self, tree: grammar.Do, path: str) -> None:
        """Writes a single step, with the instructions of the observer."""
        self.scope.observer.step_begins(tree, path)
        self._write(tree, path)
        self.scope.observer.step_done(tree, path)

    def _write(self, tree: grammar.Do, path: str) -> None:
        code = self.code
        match tree:
            case grammar.Moving():
                self.moves.move(tree, path)
            case grammar.DoShuffleZone():
                with self.zones.each_place(tree.target) as place:
                    code.add("shuffle", place.zone, place.owner)
            case grammar.DoSet() | grammar.DoAdd() | grammar.DoSubtract():
                self.change(tree.counter, tree.form, self.values.value(tree.value))
            case grammar.DoPay():
                value = code.copy(code.temp(), self.values.value(tree.value))  # may be the source's own
                self.change(tree.source, "subtract", value)
                self.change(tree.target, "add", value)
            case grammar.DoBecomes():
                code.copy(self.scope.roles[tree.role], self.players.player(tree.player))
            case grammar.Passing():
                code.add("pass", self.layout.zones[tree.zone], tree.by)
            case grammar.DoReverse():
                code.add("sub", STEP, ZERO, STEP)
            case grammar.DoSkipNext():
                code.add("add", SKIPS, SKIPS, ONE)
            case grammar.DoNote():
                if path in self.program.silences:
                    code.add("silent", self.layout.case(f"note.{path}"))
                else:
                    code.add("tally", self.layout.note(tree.case))
            case grammar.DoNothing():
                pass
            case _:
                self.flow_step(tree, path)

    def change(self, counter: grammar.Counter, how: str, value: int) -> None:
        """Sets, raises or lowers a counter."""
        with self.each_slot(counter) as player:
            self._change(counter.counter, player, how, value)

    @contextmanager
    def each_slot(self, counter: grammar.Counter) -> Iterator[int]:
        """Loops over the players whose counters an expression refers to."""
        match counter:
            case grammar.CounterEach():
                with self.code.each_player() as player:
                    yield player
            case grammar.CounterOf():
                yield self.players.player(counter.player)
            case _:
                yield self.scope.you

    def _change(self, name: str, player: int, how: str, value: int) -> None:
        code, register = self.code, self.scope.counters[name]
        each = self.program.counters[name].each
        now = self.values.counter(name, player)
        if how != "set":
            changed = code.temp() if each else register
            code.add("add" if how == "add" else "sub", changed, now, value)
            value = changed
        if each:
            code.add("store", register, player, value)
        elif value != register:
            code.copy(register, value)
