"""Finds the loops whose iterations count as turns, and whether a player chooses in a flow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import UnionType

from cardgen.rules import grammar
from cardgen.rules.clauses import Action, Choice, Do, Flow, Program, Repeat, Turns, steps_in, steps_of
from cardgen.rules.tree import Tree


def loops_of_turns(program: Program) -> frozenset[str]:
    """Returns the loops whose iterations are turns in a program without `players`, such as a game for one player. They
    are the innermost loops around choices, except those within actions."""
    flows = [*program.phases.values(), *(each for actions in program.actions.values() for each in _steps(actions))]
    if any(isinstance(each, Turns) for flow in flows for each in steps_of(flow)):
        return frozenset()
    loops: set[str] = set()

    def asks(flow: Flow, within: tuple[str, ...]) -> bool:
        """Whether a player chooses in a flow, outside of the loops found so far."""
        if isinstance(flow, Do):
            does = flow.said.tree.do
            if isinstance(does, grammar.DoSection) and does.section not in within:
                return asks(program.phases[does.section], (*within, does.section))
            return isinstance(does, grammar.DoChoose)
        inner = [asks(each, within) for each in steps_in(flow)]
        if isinstance(flow, Repeat) and any(inner):
            loops.add(flow.path)
            return False
        return isinstance(flow, Choice) or any(inner)

    asks(program.phases["game"], ("game",))
    return frozenset(loops)


def asks(program: Program, flow: Flow, within: tuple[str, ...] = ()) -> bool:
    """Returns whether a player chooses in a flow, or in the phases that it calls."""
    if not isinstance(flow, Do):
        return isinstance(flow, Choice) or any(asks(program, each, within) for each in steps_in(flow))
    does = flow.said.tree.do
    if isinstance(does, grammar.DoSection) and does.section not in within:
        return asks(program, program.phases[does.section], (*within, does.section))
    return isinstance(does, grammar.DoChoose)


def _steps(actions: Mapping[str, Action]) -> Iterator[Flow]:
    return (step for action in actions.values() for step in action.steps)


def said_in(program: Program, forms: type[Tree] | UnionType) -> list[Tree]:
    """Returns the trees of these forms in all sentences."""
    return [tree for said in program.sentences.values() for tree in said.tree.walk() if isinstance(tree, forms)]
