"""A program that notes which of its clauses come about: the instructions of a game, with marks among them.

A game with marks plays as it does without them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping

from cardgen.dataclass import dataclass
from cardgen.rules.clauses import Program
from cardgen.rules.code import LT, MOVED, NE, ONE, ZERO, Test
from cardgen.rules.compile import Compiled, Compiler
from cardgen.rules.parse import Tree

DONE, MOVES, OWES = "done", "moves", "owes"


@dataclass(frozen=True, slots=True)
class Covered:
    """The game, and by what may come about, and by the path of a sentence, the register that is 1 once it has: that it
    was carried out; that it moved any card; that it left a counter below 0 that it paid from."""

    compiled: Compiled
    marks: Mapping[str, Mapping[str, int]]


def covered(program: Program, players: int, paths: Collection[str]) -> Covered:
    """A game that notes what comes about of these sentences. Raises InputError where there is no room for that."""
    marked = _Marked(program, players, paths)
    return Covered(marked.compiled(), marked.marks)


class _Marked(Compiler):
    def __init__(self, program: Program, players: int, paths: Collection[str]) -> None:
        super().__init__(program, players)
        self.paths = paths
        self.marks: dict[str, dict[str, int]] = defaultdict(dict)

    def step(self, tree: Tree, path: str) -> None:
        if path in self.paths:
            self._mark(DONE, path)
        super().step(tree, path)
        if path not in self.paths:
            return
        if tree.form in ("move", "shuffle"):
            with self.code.when(Test(NE, MOVED, ZERO)):
                self._mark(MOVES, path)
        elif tree.form == "pay":
            source = tree.tree("source")
            if source.form == "each":
                with self.players() as player:
                    self._owing(source, player, path)
            else:
                self._owing(source, self.player(source.tree("player")) if source.form == "of" else self.you, path)

    def _owing(self, counter: Tree, player: int, path: str) -> None:
        with self.code.when(Test(LT, self.counter(counter.word("counter"), player), ZERO)):
            self._mark(OWES, path)

    def _mark(self, what: str, path: str) -> None:
        if path not in self.marks[what]:
            self.marks[what][path] = self.code.keep()
        self.code.copy(self.marks[what][path], ONE)
