"""Compiles control flow: loops, branches, and where play continues after them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardgen.rules import grammar
from cardgen.rules.clauses import (
    NOUN,
    Block,
    By,
    Choice,
    Do,
    EachPlayer,
    Flow,
    ForEach,
    Repeat,
    Said,
    Turns,
    flow_path,
)
from cardgen.rules.code import AGAIN, END_TURN, EQ, GE, ONE, PLAYERS, YOU, ZERO, Test
from cardgen.rules.compiling.choices import ChoiceCompiler
from cardgen.rules.compiling.expressions import Expressions
from cardgen.rules.compiling.phases import PhaseCompiler
from cardgen.rules.compiling.statements import StatementCompiler
from cardgen.rules.compiling.turns import TurnCompiler
from cardgen.rules.turns import loops_of_turns


class FlowCompiler:
    """Compiles the control flow of a program."""

    def __init__(self, expressions: Expressions) -> None:
        scope = self.scope = expressions.scope
        self.code, self.layout, self.program = scope.code, scope.layout, scope.program
        self.zones, self.values, self.conditions = expressions.zones, expressions.values, expressions.conditions
        self.statements = StatementCompiler(expressions, self.flow_step)
        self.turns = TurnCompiler(expressions, self.compile_flow)
        self.phases = PhaseCompiler(expressions, self.turns, self.compile_flow)
        self.choices = ChoiceCompiler(expressions, self.turns, self.phases, self.compile_flow, self.branches)
        self.loops_of_turns = loops_of_turns(scope.program)

    def compile_flow(self, flow: Flow) -> None:
        """Compiles a flow into instructions."""
        self.scope.observer.flow_begins(flow)
        code = self.code
        if flow_path(flow) == self.program.rounds:
            code.add("round")
        match flow:
            case Do():
                self.statements.compile_sentence(flow.said)
                return
            case Block(when=Said() as when):
                self._conditional(flow, when)
                return
            case Block():
                self._compile_all(flow.steps)
            case By():
                self.branches(flow)
            case Repeat():
                self._repeat(flow)
            case Turns():
                self.turns.compile_turns(flow)
            case EachPlayer():
                self._each_player(flow)
            case ForEach():
                self._for_each_of(flow)
            case Choice():
                self.choices.compile_choice(flow)
        self.scope.observer.clause_done(flow.path)

    def _compile_all(self, flows: Sequence[Flow]) -> None:
        for flow in flows:
            self.compile_flow(flow)

    def _conditional(self, flow: Block, when: Said[grammar.Condition]) -> None:
        code, other = self.code, self.code.label()
        with code.temporaries():
            self.scope.where_said = when.place
            self.conditions.jump_unless(other, when.tree, not flow.unless)
        self._compile_all(flow.steps)
        self.scope.observer.clause_done(flow.path)
        if flow.otherwise is None:
            code.place_label(other)
            return
        over = code.label()
        code.jump(over)
        code.place_label(other)
        self.compile_flow(flow.otherwise)
        code.place_label(over)

    def branches(self, flow: By, otherwise: Callable[[], None] | None = None) -> None:
        """Writes the branch for each option of a rule, and `otherwise` for all other options."""
        code, over = self.code, self.code.label()
        for option, branch in flow.branches.items():
            other = code.label()
            code.jump(other, self.scope.is_option(flow.rule, option).opposite)
            self.compile_flow(branch)
            code.jump(over)
            code.place_label(other)
        if otherwise:
            otherwise()
        code.place_label(over)

    def _repeat(self, flow: Repeat) -> None:
        code, how = self.code, flow.how.tree
        again, over = code.label(), code.label()
        self.scope.where_said = flow.how.place
        done, times = ZERO, ZERO
        if isinstance(how, grammar.RepeatTimes):
            done, times = code.allocate(), code.allocate()
            code.copy(done, ZERO)
            with code.temporaries():
                code.copy(times, self.values.amount(how.amount))
        code.place_label(again)
        with code.temporaries():
            if isinstance(how, grammar.RepeatTimes):
                code.jump(over, Test(GE, done, times))
            elif isinstance(how, grammar.AskedEachTime):
                self.conditions.jump_unless(over, how.condition, how.wanted)
        if flow.path in self.loops_of_turns:
            code.add("turn")
        self._compile_all(flow.steps)
        if isinstance(how, grammar.RepeatTimes):
            code.add("add", done, done, ONE)
        code.add("idle")
        code.jump(again)
        code.place_label(over)

    def _each_player(self, flow: EachPlayer) -> None:
        code = self.code
        you, player, top, over = code.allocate(), code.allocate(), code.label(), code.label()
        code.copy(you, YOU)
        code.copy(player, ZERO)
        code.place_label(top)
        code.jump(over, Test(GE, player, PLAYERS))
        code.copy(YOU, player)
        self._compile_all(flow.steps)
        code.add("add", player, player, ONE)
        code.jump(top)
        code.place_label(over)
        code.copy(YOU, you)

    def _for_each_of(self, flow: ForEach) -> None:
        """Writes a loop over values or cards. Its variable is a lasting register, because the steps may contain
        decisions."""
        code = self.code
        index, value, top, over = code.allocate(), code.allocate(), code.label(), code.label()
        ids = self.layout.classes[self.layout.noun(flow.word)] if flow.what == NOUN else ()
        many = len(self.layout.cards) if flow.what == NOUN else len(self.program.values(flow.word))
        further = code.label()
        code.copy(index, ZERO)
        code.place_label(top)
        code.jump(over, Test(GE, index, code.number(many)))
        with code.temporaries():
            if flow.what == NOUN:
                code.copy(value, index)
                if len(ids) < many:
                    code.jump(further, Test(EQ, code.emit_value("is_in", index, self.layout.noun(flow.word)), ZERO))
            else:
                self.zones.value_at(value, flow.word, index)
        with self.scope.binding(**{flow.word: value}):
            self._compile_all(flow.steps)
        code.place_label(further)
        code.add("add", index, index, ONE)
        code.jump(top)
        code.place_label(over)

    def flow_step(self, tree: grammar.Flow, path: str) -> None:
        """Writes a step after which play continues elsewhere."""
        self.scope.observer.goes_on(tree)
        code = self.code
        match tree:
            case grammar.DoChoose():
                self.choices.compile_choice(Choice(path, tree.section))
            case grammar.DoEffect():
                self.phases.effect(tree)
            case grammar.DoAgain():
                code.add("return", AGAIN)
            case grammar.DoEndTurn():
                code.add("return", END_TURN)
            case grammar.DoEndGame():
                code.add("over", self.layout.ending(tree.ending or "over"))
            case grammar.DoEndSection():
                self.phases.end(tree.section)
            case grammar.DoSection():
                self.phases.phase(tree.section)
