"""Finds the zones, counters and roles that sentences name, and those that steps change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardgen.rules import grammar
from cardgen.rules.clauses import Program
from cardgen.rules.tree import Tree

NAMED = ("zone", "family", "counter", "role")


def whole(program: Program, tree: Tree, seen: set[str] | None = None) -> Iterator[Tree]:
    """Yields all trees in a tree and in the numbers that it names; each number once."""
    seen = set() if seen is None else seen
    for each in tree.walk():
        yield each
        if isinstance(each, grammar.NamedNumber) and each.number not in seen:
            seen.add(each.number)
            for said in program.numbers[each.number].said.values():
                yield from whole(program, said.tree, seen)


def names_in(trees: Iterable[Tree]) -> set[str]:
    """Returns the names in the trees themselves, not those in their parts."""
    return {name for tree in trees for name in tree.names(*NAMED)}


def changed(step: Tree) -> set[str]:
    """Returns what a step changes, except the sources of cards that it takes from anywhere."""
    match step:
        case grammar.DoBecomes() | grammar.Passing():
            return names_in([step])
        case _:
            return names_in(places_changed(step))


def places_changed(step: Tree) -> list[grammar.Zone | grammar.Counter]:
    """Returns the zones and counters that a step names and changes."""
    match step:
        case grammar.Moving():
            return [*([step.source] if step.source else ()), step.target]
        case grammar.DoPay():
            return [step.source, step.target]
        case grammar.DoShuffleZone():
            return [step.target]
        case grammar.Changing():
            return [step.counter]
    return []
