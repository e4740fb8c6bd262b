"""Conditions behind `where` that say the same of a card whatever else is so: by its fields, numbers and words alone."""

from __future__ import annotations

from collections.abc import Callable
from operator import add, eq, floordiv, ge, gt, le, lt, mul, ne, sub

from cardgen.rules.layout import Layout
from cardgen.rules.parse import Tree

_COMPARED: dict[str, Callable[[int, int], bool]] = {
    "is": eq, "is_not": ne, "at_least": ge, "at_most": le, "more": gt, "less": lt,
}  # fmt: skip
_RECKONED: dict[str, Callable[[int, int], int]] = {"+": add, "-": sub, "*": mul, "/": floordiv}


def fixed(tight: Tree) -> bool:
    """Whether a condition asks nothing but what stands on a card."""
    return all(
        each.form in ("number", "constant", "field_here", "brackets", "plain", "minus", "not", "and", "or")
        or each.form in _COMPARED
        or each.form in _RECKONED
        or (each.rule, each.form) == ("value", "sum")
        for each in tight.walk()
    )


def holds_of(tree: Tree, layout: Layout, card: int) -> bool:
    """Whether a condition that is `fixed` holds for a card."""
    form = tree.form
    if form == "brackets":
        return holds_of(tree.tree("condition"), layout, card)
    if form == "not":
        return not holds_of(tree.tree("test"), layout, card)
    if form in ("and", "or"):
        left, right = (holds_of(tree.tree(side), layout, card) for side in ("left", "right"))
        return left and right if form == "and" else left or right
    one, two = (_worth(tree.tree(side), layout, card) for side in ("one", "two"))
    return _COMPARED[form](one, two)


def _worth(tree: Tree, layout: Layout, card: int) -> int:
    form = tree.form
    if form == "number":
        return int(tree.word("number"))
    if form == "constant":
        return layout.constant(tree.word("constant"))
    if form == "field_here":
        return layout.table_of(tree.word("field"))[card]
    if form in _RECKONED:
        left, right = (_worth(tree.tree(side), layout, card) for side in ("left", "right"))
        return _RECKONED[form](left, right) if form != "/" or right else 0
    if form == "minus":
        return -_worth(tree.tree("unary"), layout, card)
    return _worth(tree.tree({"plain": "primary", "sum": "sum", "brackets": "value"}[form]), layout, card)
