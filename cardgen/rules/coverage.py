"""Instruments a game to record which of its clauses take effect. The instructions do not change how it plays."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping

from cardgen.foundations.dataclass import dataclass
from cardgen.rules import grammar
from cardgen.rules.clauses import Program, Said
from cardgen.rules.code import EQ, LT, MOVED, NE, ONE, ZERO, Test
from cardgen.rules.compile import Compiled, Compiler
from cardgen.rules.compiling.observer import Observer
from cardgen.rules.tree import Tree

DONE, MOVES, OWES, DECIDES = "done", "moves", "owes", "decides"


@dataclass(frozen=True, slots=True)
class Covered:
    """The instrumented game. `marks` has, by event and by the path of a sentence, the register that becomes 1 at the
    event: the sentence was carried out (DONE), it moved a card (MOVES), it left a counter that it pays from below 0
    (OWES), or a part of its condition alone made it true (DECIDES, by `PATH#n`, from 0)."""

    compiled: Compiled
    marks: Mapping[str, Mapping[str, int]]


def covered(program: Program, players: int, paths: Collection[str]) -> Covered:
    """Compiles a game that records the effects of these sentences. Raises InputError if there is no room for that."""
    compiler = Compiler(program, players)
    compiler.scope.observer = marker = _Marker(compiler, paths)
    return Covered(compiler.compiled(), marker.marks)


def alternatives(said: Said[Tree]) -> list[grammar.ConditionOr]:
    """Returns the condition of a sentence if one of its parts is enough to make it true; none inside brackets."""
    brackets = grammar.Brackets | grammar.PrimaryBrackets
    within = {id(inner) for tree in said.tree.walk() if isinstance(tree, brackets) for inner in tree.walk()}
    disjunctions = (tree for tree in said.tree.walk() if isinstance(tree, grammar.ConditionOr))
    return [tree for tree in disjunctions if id(tree) not in within][:1]


class _Marker(Observer):
    def __init__(self, compiler: Compiler, paths: Collection[str]) -> None:
        self.code, self.expressions, self.statements = compiler.code, compiler.expressions, compiler.flows.statements
        self.paths = paths
        self.marks: dict[str, dict[str, int]] = defaultdict(dict)
        sentences = compiler.program.sentences
        self.asked = {id(tree): path for path in paths for tree in alternatives(sentences[path])}

    def decides(self, tree: grammar.Question) -> None:
        """Records which part makes a condition true, if no other part does."""
        if (path := self.asked.get(id(tree))) is None or not isinstance(tree, grammar.ConditionOr):
            return
        code = self.code
        with code.temporaries():
            many, which = code.copy(code.temp(), ZERO), list[int]()
            for part in tree.sides():
                which.append(code.copy(code.temp(), ZERO))
                with self.expressions.conditions.holds(part):
                    code.copy(which[-1], ONE)
                    code.add("add", many, many, ONE)
            for number, held in enumerate(which):
                with code.when(Test(EQ, many, ONE)), code.when(Test(NE, held, ZERO)):
                    self._mark(DECIDES, f"{path}#{number}")

    def step_begins(self, tree: grammar.Do, path: str) -> None:
        if path in self.paths:
            self._mark(DONE, path)

    def step_done(self, tree: grammar.Do, path: str) -> None:
        if path not in self.paths:
            return
        if isinstance(tree, grammar.Moving):
            with self.code.when(Test(NE, MOVED, ZERO)):
                self._mark(MOVES, path)
        elif isinstance(tree, grammar.DoPay):
            with self.statements.each_slot(tree.source) as player:
                owed = self.expressions.values.counter(tree.source.counter, player)
                with self.code.when(Test(LT, owed, ZERO)):
                    self._mark(OWES, path)

    def _mark(self, what: str, path: str) -> None:
        if path not in self.marks[what]:
            self.marks[what][path] = self.code.allocate()
        self.code.copy(self.marks[what][path], ONE)
