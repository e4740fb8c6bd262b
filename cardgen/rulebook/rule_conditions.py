"""Decides conditions by the current rules, before play."""

from __future__ import annotations

from collections.abc import Callable

from cardgen.rules import grammar
from cardgen.rules.settled import alone


def truth(tree: grammar.Question, option: Callable[[str], str]) -> bool | None:
    """Returns whether a condition holds, if the `option` of each rule decides it; else None."""
    match tree:
        case grammar.Joined():
            both = [truth(part, option) for part in (tree.left, tree.right)]
            decisive = not tree.all
            return decisive if decisive in both else None if None in both else not decisive
        case grammar.Is() | grammar.IsNot():
            match alone(tree.one), alone(tree.two):
                case grammar.PrimaryRule(rule=rule), grammar.PrimaryConstant(constant=constant):
                    return (option(rule) == constant) == isinstance(tree, grammar.Is)
        case grammar.TestNot():
            inner = truth(tree.test, option)
            return None if inner is None else not inner
        case grammar.Brackets():
            return truth(tree.condition, option)
        case grammar.TestYes(primary=primary):
            match alone(primary):
                case grammar.PrimaryRule(rule=rule):
                    return option(rule) == "yes"
    return None
