"""Conditions behind `where` of cards that move: asked of the game as it is before anything moves.

What a condition asks of the game and not of the card is hoisted out of the loop over cards. Where one question is about
both, as `cards in your row of suit`, the cards of which it holds are marked first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from cardgen.rules.code import NE, ZERO, Test
from cardgen.rules.conditions import Conditions
from cardgen.rules.parse import Tree

Fits = Callable[[int], Test]

BITS = 31  # cards that a register marks
_COUNTING = frozenset((  # forms whose value moving cards may change
    "count", "sum_of", "highest", "lowest", "different", "runs", "top", "name", "number_of", "die",
    "highest_other", "lowest_other", "sum_other", "most", "fewest", "most_from", "fewest_from", "holding",
    "any_player", "every_player", "has", "can", "having", "most_of", "fewest_of",
))  # fmt: skip
_LOGIC = frozenset(("and", "or", "not", "brackets", "at_least", "at_most", "more", "less", "is_not", "is"))
_ARITHMETIC = frozenset(("+", "-", "*", "/", "plain", "minus", "sum", "smaller", "larger"))
_VALUES = frozenset(("sum", "product", "unary", "primary", "value"))
_TESTS = frozenset(("condition", "both", "test", "having", "tight"))


class Hoisting(Conditions):
    """Conditions on cards that are about to move."""

    _marks = -1  # the first of the registers that mark cards, taken when some are needed

    @contextmanager
    def asked_of(self, cards: Tree) -> Iterator[Fits | None]:
        """What tells of a card whether it is meant; None where all of the kind are."""
        if cards.form != "where":
            yield None
            return
        tight, kept = cards.tree("tight"), self.hoisted
        self.hoisted = dict(kept)
        self._hoist(tight)
        if any(_counts(each) for each in self._left(tight)):
            marks = self._marked(self.layout.noun(cards.word("noun")), tight)
            yield lambda card: self._is_marked(card, marks)
        else:
            yield lambda card: self.fits(card, tight)
        self.hoisted = kept

    def _hoist(self, tree: Tree) -> None:
        """Works out the greatest parts that ask nothing of the card."""
        if not _counts(tree):
            return
        if not _of_the_card(tree) and tree.rule in _VALUES | _TESTS:
            found = self.code.temp()
            if tree.rule in _VALUES:
                self.code.copy(found, self.value(tree))
            else:
                self.truth(found, self.test(tree))
            self.hoisted[id(tree)] = found
        elif tree.form in _LOGIC | _ARITHMETIC:
            for part in tree.parts.values():
                if isinstance(part, Tree):
                    self._hoist(part)

    def _left(self, tree: Tree) -> Iterator[Tree]:
        """The innermost parts that the logic and arithmetic of a condition join, but for what is hoisted."""
        if id(tree) in self.hoisted:
            return
        if tree.form not in _LOGIC | _ARITHMETIC:
            yield tree
            return
        for part in tree.parts.values():
            if isinstance(part, Tree):
                yield from self._left(part)

    def _marked(self, group: int, tight: Tree) -> int:
        """The first of the registers whose bits tell of which cards of a class a condition holds now."""
        code, many = self.code, -(-len(self.layout.cards) // BITS)
        if self._marks < 0:  # one sentence is over before the next one begins
            self._marks = code.keep()
            for _ in range(many - 1):
                code.keep()
        for register in range(self._marks, self._marks + many):
            code.copy(register, ZERO)
        card = code.temp()
        with code.loop("ids", card, group), code.when(self.fits(card, tight)):
            place, bit = self._bit_of(card)
            word = code.temp()
            code.add("load", word, self._marks, place)
            code.add("set_bit", word, bit)
            code.add("store", self._marks, place, word)
        return self._marks

    def _is_marked(self, card: int, marks: int) -> Test:
        place, bit = self._bit_of(card)
        word, found = self.code.temp(), self.code.temp()
        self.code.add("load", word, marks, place)
        self.code.add("bit", found, word, bit)
        return Test(NE, found, ZERO)

    def _bit_of(self, card: int) -> tuple[int, int]:
        """The registers that hold which register and which bit of it mark a card."""
        code, bits = self.code, self.code.number(BITS)
        place, begin, bit = code.temp(), code.temp(), code.temp()
        code.add("div", place, card, bits)
        code.add("mul", begin, place, bits)
        code.add("sub", bit, card, begin)
        return place, bit


def _counts(tree: Tree) -> bool:
    return any(each.form in _COUNTING for each in tree.walk())


def _of_the_card(tree: Tree) -> bool:
    """Whether it asks something of the card that `where` looks at, and not of one that a `where` within looks at."""
    return tree.form == "field_here" or any(
        _of_the_card(part) for name, part in tree.parts.items() if isinstance(part, Tree) and name != "tight"
    )
