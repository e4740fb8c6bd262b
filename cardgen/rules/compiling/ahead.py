"""Compiles what clauses will certainly count after a choice (`rules/foresight.py`), as straight code without labels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from cardgen.rules.clauses import NOUN, Block, By, Do, EachPlayer, Flow, ForEach
from cardgen.rules.code import EQ, NE, YOU, ZERO, Test
from cardgen.rules.compiling.expressions import Expressions
from cardgen.rules.compiling.statements import StatementCompiler
from cardgen.rules.foresight import Coming, foreseen

MAX_FORESEEN = 8  # at most so many different results, after at most so many instructions
MAX_BEFORE = 3_000


class AheadCompiler:
    """Compiles flows that only count, as far as there is room for them."""

    def __init__(self, expressions: Expressions, statements: StatementCompiler) -> None:
        scope = self.scope = expressions.scope
        self.code, self.layout, self.program = scope.code, scope.layout, scope.program
        self.zones, self.conditions = expressions.zones, expressions.conditions
        self.statements = statements

    def labels(self) -> dict[str, int]:
        """Returns, by the path of each choice, the label of what clauses count after it; -1 if there is no room."""
        code, written, labels = self.code, list[tuple[Coming, int]](), dict[str, int]()
        for path, coming in foreseen(self.program).items():
            label = next((label for known, label in written if known == coming), -1)
            if label < 0 and len(code.instructions) <= MAX_BEFORE and len(written) < MAX_FORESEEN:
                label = code.label()
                written.append((coming, label))
                code.place_label(label)
                for each in coming:
                    self._write(each.flow, each.each)
                code.add("stop")
            labels[path] = label
        return labels

    def _write(self, flow: Flow, each: bool) -> None:
        """Writes a flow that only counts, for each player or for `you`, in one sentence without labels."""
        code = self.code
        with code.temporaries():
            if each:
                with self._each_as_you():
                    self._count(flow)
            else:
                self._count(flow)

    @contextmanager
    def _each_as_you(self) -> Iterator[None]:
        you = self.code.copy(self.code.temp(), YOU)
        with self.code.each_player() as player:
            self.code.copy(YOU, player)
            yield
        self.code.copy(YOU, you)

    def _count(self, flow: Flow) -> None:
        code = self.code
        if isinstance(flow, Do):
            self.statements.compile_sentence(flow.said)
        elif isinstance(flow, By):
            for option, branch in flow.branches.items():
                with code.when(self.scope.is_option(flow.rule, option)):
                    self._count(branch)
        elif isinstance(flow, EachPlayer):
            with self._each_as_you():
                self._count_all(flow.steps)
        elif isinstance(flow, ForEach) and flow.what == NOUN:
            card = code.temp()
            with code.loop("ids", card, self.layout.noun(flow.word)), self.scope.binding(**{flow.word: card}):
                self._count_all(flow.steps)
        elif isinstance(flow, ForEach):
            with self.zones.each_value(flow.word):
                self._count_all(flow.steps)
        else:
            assert isinstance(flow, Block)
            self._count_block(flow)

    def _count_block(self, flow: Block) -> None:
        if flow.when is None:
            self._count_all(flow.steps)
            return
        self.scope.where_said, holds = flow.when.place, self.code.temp()
        self.code.truth(holds, self.conditions.test(flow.when.tree))
        with self.code.when(Test(EQ if flow.unless else NE, holds, ZERO)):
            self._count_all(flow.steps)
        if flow.otherwise:
            with self.code.when(Test(NE if flow.unless else EQ, holds, ZERO)):
                self._count(flow.otherwise)

    def _count_all(self, flows: Sequence[Flow]) -> None:
        for flow in flows:
            self._count(flow)
