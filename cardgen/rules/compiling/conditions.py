"""Compiles conditions into branches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from cardgen.rules import grammar
from cardgen.rules.code import EQ, GE, LT, NE, ONE, ZERO, Test
from cardgen.rules.compiling.groups import GroupCompiler
from cardgen.rules.compiling.players import PlayerCompiler
from cardgen.rules.compiling.scope import BEYOND_ALL, Scope
from cardgen.rules.compiling.values import ValueCompiler

NO, YES = "no", "yes"


class ConditionCompiler:
    """Compiles the conditions of a game."""

    possible: Callable[[str], int]  # returns a register that is 1 if the action is legal

    def __init__(self, scope: Scope, groups: GroupCompiler, players: PlayerCompiler, values: ValueCompiler) -> None:
        self.scope, self.code, self.layout = scope, scope.code, scope.layout
        self.groups, self.players, self.values = groups, players, values

    @contextmanager
    def holds(self, tree: grammar.Question, wanted: bool = True) -> Iterator[None]:
        """Runs the instructions inside only if a condition is true, or false."""
        self.scope.observer.decides(tree)
        match tree:
            case _ if id(tree) in self.scope.hoisted:
                with self.code.when(self.test(tree) if wanted else self.test(tree).opposite):
                    yield
            case grammar.TestNot():
                with self.holds(tree.test, not wanted):
                    yield
            case grammar.Brackets():
                with self.holds(tree.condition, wanted):
                    yield
            case grammar.Joined() if tree.all == wanted:
                with self.holds(tree.left, wanted), self.holds(tree.right, wanted):
                    yield
            case _:
                test = self.test(tree)
                with self.code.when(test if wanted else test.opposite):
                    yield

    @contextmanager
    def fitting(self, card: int, tight: grammar.Tight) -> Iterator[None]:
        """Compiles a `where` condition on a card."""
        kept, self.scope.here = self.scope.here, card
        with self.holds(tight):
            self.scope.here = kept
            yield

    def fits(self, card: int, tight: grammar.Tight) -> Test:
        """Tests a `where` condition on a card."""
        with self.scope.at_card(card):
            return self.test(tight)

    def jump_unless(self, label: int, tree: grammar.Question, wanted: bool = True) -> None:
        """Jumps to a label if a condition does not have the wanted result."""
        self.scope.observer.decides(tree)
        match tree:
            case grammar.TestNot():
                self.jump_unless(label, tree.test, not wanted)
            case grammar.Brackets():
                self.jump_unless(label, tree.condition, wanted)
            case grammar.Joined() if tree.all == wanted:
                self.jump_unless(label, tree.left, wanted)
                self.jump_unless(label, tree.right, wanted)
            case _:
                test = self.test(tree)
                self.code.jump(label, test.opposite if wanted else test)

    def test(self, tree: grammar.Question) -> Test:
        """Compiles a condition to a comparison of two registers."""
        if (hoisted := self.scope.hoisted.get(id(tree))) is not None:
            return Test(NE, hoisted, ZERO)
        match tree:
            case grammar.ConditionOr():
                return self._either(tree)
            case grammar.BothAnd():
                return self._flag(tree, True)
            case grammar.Had():
                return self.having(tree)
            case grammar.TestNot():
                return self.test(tree.test).opposite
            case grammar.Brackets():
                return self.test(tree.condition)
            case grammar.TestHaving():
                return self.having(tree.having)
            case grammar.Comparison():
                one, two = self.values.value(tree.one), self.values.value(tree.two)
                return compared(tree, one, two)
            case _:
                return self._question(tree)

    def _question(self, tree: grammar.Asked) -> Test:
        """Compiles questions about players, cards and kinds."""
        code = self.code
        match tree:
            case grammar.OfAnyPlayer():
                return self._any_player(tree)
            case grammar.TestHas():
                result, player = code.temp(), self.players.player(tree.player)
                with self.scope.as_player(player):
                    self.code.truth(result, self.having(tree.having))
                return Test(NE, result, ZERO)
            case grammar.TestCan():
                return Test(NE, self.possible(tree.action), ZERO)
            case grammar.IsKind():
                result = code.temp()
                code.add("is_in", result, self.players.card(tree.card), self.layout.noun(tree.noun))
                return Test(NE if tree.right else EQ, result, ZERO)
            case grammar.IsCard():
                card = code.number(self.layout.types[tree.card])
                return Test(EQ if tree.right else NE, self.players.card(tree.one), card)
            case grammar.IsPlayer():
                return Test(EQ if tree.right else NE, self.players.player(tree.one), self.players.player(tree.two))
            case grammar.Extreme():
                return Test(EQ, self.values.value(tree.one), self._extreme(tree.most, tree.some))
            case grammar.TestYes():
                return Test(EQ, self._yes(self.values.primary(tree.primary)), ONE)

    def _any_player(self, tree: grammar.TestAnyPlayer | grammar.TestEveryPlayer) -> Test:
        every, code = isinstance(tree, grammar.TestEveryPlayer), self.code
        result = code.copy(code.temp(), ONE if every else ZERO)
        with self.code.each_player() as player, self.scope.as_player(player):
            test = self.having(tree.having)
            with code.when(test.opposite if every else test):
                code.copy(result, ZERO if every else ONE)
        return Test(NE, result, ZERO)

    def _flag(self, tree: grammar.Condition, wanted: bool) -> Test:
        """Computes a condition into a register, by a branch that runs if the condition has the wanted result."""
        result = self.code.copy(self.code.temp(), ZERO if wanted else ONE)
        with self.holds(tree, wanted):
            self.code.copy(result, ONE if wanted else ZERO)
        return Test(NE, result, ZERO)

    def _either(self, tree: grammar.ConditionOr) -> Test:
        """Computes `or`. If a side is itself an `and`, each side has its own branch."""
        if not any(isinstance(_bare(side), grammar.BothAnd) for side in (tree.left, tree.right)):
            return self._flag(tree, False)
        result = self.code.copy(self.code.temp(), ZERO)
        with self.holds(tree.left):
            self.code.copy(result, ONE)
        with self.code.when(Test(EQ, result, ZERO)), self.holds(tree.right):
            self.code.copy(result, ONE)
        return Test(NE, result, ZERO)

    def _yes(self, register: int) -> int:
        """A register that is 1 if the value is 1 or the word `yes`."""
        result = self.code.copy(self.code.temp(), register)
        with self.code.when(Test(EQ, register, self.code.number(self.layout.constant(YES)))):
            self.code.copy(result, ONE)
        return result

    def having(self, tree: grammar.Having) -> Test:
        there = self.groups.count_some(tree.some)
        match tree:
            case grammar.HavingNo():
                return Test(EQ, there, ZERO)
            case grammar.HavingAny():
                return Test(NE, there, ZERO)
        wanted = self.values.amount(tree.amount)
        match tree:
            case grammar.HavingAtLeast():
                return Test(GE, there, wanted)
            case grammar.HavingAtMost():
                return Test(GE, wanted, there)
            case grammar.HavingExactly():
                return Test(EQ, there, wanted)
            case grammar.HavingFewer():
                return Test(LT, there, wanted)
            case grammar.HavingMore():
                return Test(LT, wanted, there)

    def _extreme(self, most: bool, some: grammar.Some) -> int:
        """The highest, or lowest, count of any card of a kind."""
        code, card = self.code, self.code.temp()
        best = code.copy(code.temp(), code.number(-BEYOND_ALL if most else BEYOND_ALL))
        with code.loop("ids", card, self.layout.noun(some.noun)):
            count = code.temp()
            self.groups.count_in(count, some.zone, card)
            code.add("max" if most else "min", best, best, count)
        return best


def compared(tree: grammar.Comparison, one: int, two: int) -> Test:
    match tree:
        case grammar.Is():
            return Test(EQ, one, two)
        case grammar.IsNot():
            return Test(NE, one, two)
        case grammar.AtLeast():
            return Test(GE, one, two)
        case grammar.Less():
            return Test(LT, one, two)
        case grammar.AtMost():
            return Test(GE, two, one)
        case _:
            return Test(LT, two, one)


def _bare(tree: grammar.Condition) -> grammar.Condition:
    """A condition without the brackets around it."""
    while isinstance(tree, grammar.Brackets):
        tree = tree.condition
    return tree
