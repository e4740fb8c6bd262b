"""Compiles `where` conditions on cards that move. The game tests them before any card moves.

It hoists a condition that does not depend on the card out of the loop over cards. If a condition depends on both the
card and the zones, as in `cards in your row of suit`, it first marks the cards for which the condition is true.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from cardgen.rules import grammar
from cardgen.rules.code import NE, ZERO, Test
from cardgen.rules.compiling.expressions import Expressions
from cardgen.rules.tree import Tree

Fits = Callable[[int], Test]

BITS = 31  # cards that one register marks
_COUNTING = (  # forms whose value changes when cards move
    grammar.PrimaryCount
    | grammar.OverCards
    | grammar.PrimaryRuns
    | grammar.CardTop
    | grammar.NamedNumber
    | grammar.PrimaryDie
    | grammar.OfOthers
    | grammar.Best
    | grammar.PlayerHolding
    | grammar.OfAnyPlayer
    | grammar.TestHas
    | grammar.TestCan
    | grammar.TestHaving
    | grammar.Extreme
)
_OPERATORS = (  # logic and arithmetic
    grammar.Joined
    | grammar.TestNot
    | grammar.Brackets
    | grammar.Comparison
    | grammar.Reckoned
    | grammar.UnaryPlain
    | grammar.UnaryMinus
    | grammar.ValueSum
    | grammar.PrimaryBrackets
    | grammar.OneOfTwo
)


class Hoister:
    """Compiles conditions on cards that are about to move; hoisting takes out what does not depend on the card."""

    def __init__(self, expressions: Expressions) -> None:
        scope = self.scope = expressions.scope
        self.code, self.layout = scope.code, scope.layout
        self.values, self.conditions = expressions.values, expressions.conditions
        self._marks = -1  # the first register of the marks; allocated on demand

    @contextmanager
    def asked_of(self, cards: grammar.Cards) -> Iterator[Fits | None]:
        """Yields a test for a single card; None if there is no condition."""
        if not isinstance(cards, grammar.CardsWhere):
            yield None
            return
        tight, kept = cards.tight, self.scope.hoisted
        self.scope.hoisted = dict(kept)
        self._hoist(tight)
        if any(_counts(each) for each in self._operands(tight)):
            marks = self._mark(self.layout.noun(cards.noun), tight)
            yield lambda card: self._is_marked(card, marks)
        else:
            yield lambda card: self.conditions.fits(card, tight)
        self.scope.hoisted = kept

    def _hoist(self, tree: Tree) -> None:
        """Computes the largest parts that do not depend on the card."""
        if not _counts(tree):
            return
        if not _reads_card(tree) and isinstance(tree, grammar.Worked | grammar.Question):
            result = self.code.temp()
            if isinstance(tree, grammar.Worked):
                self.code.copy(result, self.values.value(tree))
            else:
                self.code.truth(result, self.conditions.test(tree))
            self.scope.hoisted[id(tree)] = result
        elif isinstance(tree, _OPERATORS):
            for part in tree.children():
                self._hoist(part)

    def _operands(self, tree: Tree) -> Iterator[Tree]:
        """The operands of the logic and arithmetic in a condition, except hoisted ones."""
        if id(tree) in self.scope.hoisted:
            return
        if not isinstance(tree, _OPERATORS):
            yield tree
            return
        for part in tree.children():
            yield from self._operands(part)

    def _mark(self, group: int, tight: grammar.Tight) -> int:
        """Marks the cards of a class for which a condition is true; returns the first register of the bit mask."""
        code, many = self.code, -(-len(self.layout.cards) // BITS)
        if self._marks < 0:  # all sentences share the marks
            self._marks = code.allocate()
            for _ in range(many - 1):
                code.allocate()
        for register in range(self._marks, self._marks + many):
            code.copy(register, ZERO)
        card = code.temp()
        with code.loop("ids", card, group), code.when(self.conditions.fits(card, tight)):
            place, bit = self._bit_of(card)
            word = code.emit_value("load", self._marks, place)
            code.add("set_bit", word, bit)
            code.add("store", self._marks, place, word)
        return self._marks

    def _is_marked(self, card: int, marks: int) -> Test:
        place, bit = self._bit_of(card)
        word, result = self.code.temp(), self.code.temp()
        self.code.add("load", word, marks, place)
        self.code.add("bit", result, word, bit)
        return Test(NE, result, ZERO)

    def _bit_of(self, card: int) -> tuple[int, int]:
        """The registers with the word and the bit of a card in the marks."""
        code, bits = self.code, self.code.number(BITS)
        place, begin, bit = code.temp(), code.temp(), code.temp()
        code.add("div", place, card, bits)
        code.add("mul", begin, place, bits)
        code.add("sub", bit, card, begin)
        return place, bit


def _counts(tree: Tree) -> bool:
    return any(isinstance(each, _COUNTING) for each in tree.walk())


def _reads_card(tree: Tree) -> bool:
    """Whether a tree reads the card of this `where`, rather than that of a nested one."""
    return isinstance(tree, grammar.PrimaryFieldHere) or any(map(_reads_card, tree.beside_where()))
