"""Which zones, counters and roles sentences name, and which of them steps change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardgen.rules.clauses import Program
from cardgen.rules.parse import Tree

NAMED = ("zone", "family", "counter", "role")
COUNTING = ("set", "add", "subtract", "pay", "becomes")  # steps that change counters and roles
CHANGED = ("source", "target", "counter")  # parts of a step that it changes


def whole(program: Program, tree: Tree, seen: set[str] | None = None) -> Iterator[Tree]:
    """A tree with all numbers that it names, each of these once."""
    seen = set() if seen is None else seen
    for each in tree.walk():
        yield each
        if each.form in ("name", "number_of") and (name := each.word("number")) not in seen:
            seen.add(name)
            for said in program.numbers[name].said.values():
                yield from whole(program, said.tree, seen)


def names_in(trees: Iterable[Tree]) -> set[str]:
    """What trees name themselves, not what stands within them."""
    return {tree.word(part) for tree in trees for part in NAMED if isinstance(tree.parts.get(part), str)}


def changed(step: Tree) -> set[str]:
    """What a step changes, but for where cards come from that it takes from wherever they are."""
    parts = (step.parts.get(part) for part in CHANGED)
    found = names_in(part for part in parts if isinstance(part, Tree))
    return found | (names_in([step]) if step.form in ("becomes", "pass_left", "pass_right") else set())
