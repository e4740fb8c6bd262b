"""Values that the rules and the number of players alone make, whatever comes about in play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cardgen.rules.clauses import Program
from cardgen.rules.parse import Tree

Rules = Mapping[str, int | str]
WRAPS = ("plain", "sum", "value", "brackets")


def settled(tree: Tree, program: Program, rules: Rules, players: int) -> int | None:
    """The number that a value is; None where it is not known before play."""
    form = tree.form
    if form == "number":
        return int(tree.word("number"))
    if form == "players":
        return players
    if form == "rule":
        value = rules[tree.word("rule")]
        return value if isinstance(value, int) else None
    if form == "name":
        named = program.numbers[tree.word("number")]
        said = named.said.get(str(rules[named.rule]) if named.rule else "")
        return settled(said.tree, program, rules, players) if said else None
    if form in ("+", "-", "*", "smaller", "larger"):
        sides = ("one", "two") if form in ("smaller", "larger") else ("left", "right")
        left, right = (settled(tree.tree(side), program, rules, players) for side in sides)
        if left is None or right is None:
            return None
        reckoned = {"+": left + right, "-": left - right, "*": left * right, "smaller": min(left, right)}
        return reckoned.get(form, max(left, right))
    if form == "table":
        place, values = settled(tree.tree("primary"), program, rules, players), [*_listed(tree.tree("list"))]
        if place is None:
            return None
        return settled(values[min(max(place, 0), len(values) - 1)], program, rules, players)
    inner = [part for part in tree.parts.values() if isinstance(part, Tree)]
    return settled(inner[0], program, rules, players) if len(inner) == 1 and form in WRAPS else None


def _listed(tree: Tree) -> Iterator[Tree]:
    while tree.form == "more":
        yield tree.tree("value")
        tree = tree.tree("list")
    yield tree.tree("value")
