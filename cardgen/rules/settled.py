"""Evaluates values that depend only on the rule parameters and the number of players."""

from __future__ import annotations

from collections.abc import Mapping

from cardgen.rules import grammar
from cardgen.rules.clauses import Program

Rules = Mapping[str, int | str]
Settled = grammar.Worked | grammar.Amount


def settled(tree: Settled, program: Program, rules: Rules, players: int) -> int | None:
    """Returns the number of a value; None if it is not known before play."""
    match tree:
        case grammar.Number():
            return tree.number
        case grammar.PrimaryPlayers():
            return players
        case grammar.NamedRule():
            value = rules[tree.rule]
            return value if isinstance(value, int) else None
        case grammar.AmountName() | grammar.PrimaryName():
            named = program.numbers[tree.number]
            said = named.said.get(str(rules[named.rule]) if named.rule else "")
            return settled(said.tree, program, rules, players) if said else None
        case grammar.SumPlus() | grammar.SumMinus() | grammar.ProductTimes():
            return _computed(tree, tree.left, tree.right, program, rules, players)
        case grammar.PrimarySmaller() | grammar.PrimaryLarger():
            return _computed(tree, tree.one, tree.two, program, rules, players)
        case grammar.PrimaryTable():
            place, values = settled(tree.primary, program, rules, players), [*tree.list.values()]
            if place is None:
                return None
            return settled(values[min(max(place, 0), len(values) - 1)], program, rules, players)
    inner = within(tree)
    return settled(inner, program, rules, players) if inner else None


def _computed(tree: Settled, one: Settled, two: Settled, program: Program, rules: Rules, players: int) -> int | None:
    left, right = (settled(side, program, rules, players) for side in (one, two))
    if left is None or right is None:
        return None
    match tree:
        case grammar.SumPlus():
            return left + right
        case grammar.SumMinus():
            return left - right
        case grammar.ProductTimes():
            return left * right
        case grammar.PrimarySmaller():
            return min(left, right)
    return max(left, right)


def within(tree: Settled) -> Settled | None:
    """Returns the only part of a tree that wraps another; None if it has more parts."""
    match tree:
        case grammar.UnaryPlain():
            return tree.primary
        case grammar.ValueSum():
            return tree.sum
        case grammar.InBrackets():
            return tree.value
    return None


def alone(tree: Settled) -> Settled:
    """Returns the innermost value of nested wrappers."""
    while inner := within(tree):
        tree = inner
    return tree
