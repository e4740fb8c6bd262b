"""A program that notes which of its clauses come about: the instructions of a game, with marks among them.

A game with marks plays as it does without them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager

from cardgen.dataclass import dataclass
from cardgen.rules.clauses import Program, Said
from cardgen.rules.code import EQ, LT, MOVED, NE, ONE, ZERO, Test
from cardgen.rules.compile import Compiled, Compiler
from cardgen.rules.parse import Tree

DONE, MOVES, OWES, DECIDES = "done", "moves", "owes", "decides"


@dataclass(frozen=True, slots=True)
class Covered:
    """The game, and by what may come about, and by the path of a sentence, the register that is 1 once it has: that it
    was carried out; that it moved any card; that it left a counter below 0 that it paid from; that a part of what it
    asks, `PATH#n` from 0, decided alone that it holds."""

    compiled: Compiled
    marks: Mapping[str, Mapping[str, int]]


def covered(program: Program, players: int, paths: Collection[str]) -> Covered:
    """A game that notes what comes about of these sentences. Raises InputError where there is no room for that."""
    marked = _Marked(program, players, paths)
    return Covered(marked.compiled(), marked.marks)


def alternatives(said: Said) -> list[Tree]:
    """The condition of a sentence, if any of its parts suffices; none within brackets."""
    within = {id(inner) for tree in said.tree.walk() if tree.form == "brackets" for inner in tree.walk()}
    found = (tree for tree in said.tree.walk() if (tree.rule, tree.form) == ("condition", "or"))
    return [tree for tree in found if id(tree) not in within][:1]


def parts(tree: Tree) -> list[Tree]:
    """What is joined by `or`."""
    sides = tree.tree("left"), tree.tree("right")
    return [part for side in sides for part in (parts(side) if side.form == "or" else [side])]


class _Marked(Compiler):
    def __init__(self, program: Program, players: int, paths: Collection[str]) -> None:
        super().__init__(program, players)
        self.paths = paths
        self.marks: dict[str, dict[str, int]] = defaultdict(dict)
        self.asked = {id(tree): path for path in paths for tree in alternatives(program.sentences[path])}

    @contextmanager
    def holds(self, tree: Tree, wanted: bool = True) -> Iterator[None]:
        self._mark_deciding(tree)
        with super().holds(tree, wanted):
            yield

    def go_unless(self, label: int, tree: Tree, wanted: bool = True) -> None:
        self._mark_deciding(tree)
        super().go_unless(label, tree, wanted)

    def _mark_deciding(self, tree: Tree) -> None:
        """Notes which part of a condition holds where no other does."""
        if (path := self.asked.get(id(tree))) is None:
            return
        code = self.code
        with code.sentence():
            many, which = code.copy(code.temp(), ZERO), list[int]()
            for part in parts(tree):
                which.append(code.copy(code.temp(), ZERO))
                with super().holds(part):
                    code.copy(which[-1], ONE)
                    code.add("add", many, many, ONE)
            for number, held in enumerate(which):
                with code.when(Test(EQ, many, ONE)), code.when(Test(NE, held, ZERO)):
                    self._mark(DECIDES, f"{path}#{number}")

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
