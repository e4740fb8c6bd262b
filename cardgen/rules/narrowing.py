"""Evaluates `where` conditions that read only a card's fields, numbers and words, without playing."""

from __future__ import annotations

from collections.abc import Callable
from operator import add, eq, floordiv, ge, gt, le, lt, mul, ne, sub

from cardgen.rules import grammar
from cardgen.rules.layout import Layout

_COMPARED: dict[type[grammar.Tree], Callable[[int, int], bool]] = {
    grammar.Is: eq, grammar.IsNot: ne, grammar.AtLeast: ge, grammar.AtMost: le, grammar.More: gt, grammar.Less: lt,
}  # fmt: skip
_ARITHMETIC: dict[type[grammar.Tree], Callable[[int, int], int]] = {
    grammar.SumPlus: add, grammar.SumMinus: sub, grammar.ProductTimes: mul, grammar.ProductOver: floordiv,
}  # fmt: skip
_PRINTED_FORMS = (  # forms that read only what is printed on a card
    grammar.Number
    | grammar.PrimaryConstant
    | grammar.PrimaryFieldHere
    | grammar.Brackets
    | grammar.PrimaryBrackets
    | grammar.UnaryPlain
    | grammar.UnaryMinus
    | grammar.ValueSum
    | grammar.TestNot
    | grammar.Joined
    | grammar.Comparison
    | grammar.Reckoned
)


def fixed(tight: grammar.Tight) -> bool:
    """Returns whether a condition depends only on what is printed on a card."""
    return all(isinstance(each, _PRINTED_FORMS) for each in tight.walk())


def holds_of(tree: grammar.Question, layout: Layout, card: int) -> bool:
    """Returns whether a `fixed` condition is true for a card."""
    match tree:
        case grammar.Brackets():
            return holds_of(tree.condition, layout, card)
        case grammar.TestNot():
            return not holds_of(tree.test, layout, card)
        case grammar.Joined():
            left, right = (holds_of(side, layout, card) for side in (tree.left, tree.right))
            return left and right if tree.all else left or right
        case grammar.Comparison():
            one, two = (_value(side, layout, card) for side in (tree.one, tree.two))
            return next(compare for sort, compare in _COMPARED.items() if isinstance(tree, sort))(one, two)
    raise AssertionError(tree)


def _value(tree: grammar.Worked, layout: Layout, card: int) -> int:
    match tree:
        case grammar.PrimaryNumber():
            return tree.number
        case grammar.PrimaryConstant():
            return layout.constant(tree.constant)
        case grammar.PrimaryFieldHere():
            return layout.table_of(tree.field)[card]
        case grammar.Reckoned():
            left, right = (_value(side, layout, card) for side in (tree.left, tree.right))
            return _ARITHMETIC[type(tree)](left, right) if right or not isinstance(tree, grammar.ProductOver) else 0
        case grammar.UnaryMinus():
            return -_value(tree.unary, layout, card)
        case grammar.UnaryPlain():
            return _value(tree.primary, layout, card)
        case grammar.ValueSum():
            return _value(tree.sum, layout, card)
        case grammar.PrimaryBrackets():
            return _value(tree.value, layout, card)
    raise AssertionError(tree)
