"""Counts the clauses that call a phase, or that choose from a section."""

from __future__ import annotations

from collections import Counter

from cardgen.rules import grammar
from cardgen.rules.clauses import Choice, Program, Said, steps_of
from cardgen.rules.tree import Tree


def places_of_choices(program: Program) -> Counter[str]:
    """Returns the number of choices from each section."""
    flows = [*program.phases.values(), *program.effects.values(), *program.effects.values()]  # twice: see _times
    flows += [step for actions in program.actions.values() for action in actions.values() for step in action.steps]
    counts = Counter(each.section for flow in flows for each in steps_of(flow) if isinstance(each, Choice))
    for said in program.sentences.values():
        for tree in said.tree.walk():
            if isinstance(tree, grammar.DoChoose):
                counts[tree.section] += _times(said)
    return counts


def calls_of_phases(program: Program) -> dict[str, int]:
    """Returns the number of clauses that call each phase."""
    counts = dict.fromkeys(program.phases, 0)
    for said in program.sentences.values():
        for tree in said.tree.walk():
            if isinstance(tree, grammar.DoSection):
                counts[tree.section] += _times(said)
    return counts


def _times(said: Said[Tree]) -> int:
    """In how many places a sentence may be compiled: several for effects."""
    return 2 if said.path.startswith("effects.") else 1
