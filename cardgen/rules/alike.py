"""Which cards the clauses of a game never tell apart: whichever of them is taken, play goes on alike."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from cardgen.dataclass import dataclass
from cardgen.rules.clauses import FIELD, NOUN, Flow, ForEach, Program, steps_of
from cardgen.rules.parse import Tree

EVERY = "card"  # the kind of all cards
_ONE_BY_ONE = (("value", "for_each"), ("test", "most_of"), ("test", "fewest_of"))  # of a kind, each card by itself
_COPIES = (("group", "bound"), ("moved", "all_bound"))  # of a card that was picked or named


@dataclass(frozen=True, slots=True)
class Alike:
    """What clauses ask of cards: `fields`, `named` kinds and cards, and kinds whose cards count `each` by itself."""

    program: Program
    fields: tuple[str, ...]
    named: tuple[str, ...]
    each: tuple[str, ...]

    def mark(self, card: str) -> Hashable:
        """The same for cards that are not told apart."""
        deck = self.program.deck
        told = tuple(deck.fields[name].get(card) for name in self.fields)
        is_of = tuple(card == name or card in deck.kinds.get(name, ()) for name in self.named)
        by_itself = any(card in deck.kinds.get(name, ()) for name in self.each) or EVERY in self.each
        return told, is_of, card if by_itself else ""


def alike(program: Program) -> Alike:
    """What is asked of cards anywhere, whatever the rules are set to."""
    fields, named, each = set[str](), {*program.effects}, set[str]()
    for tree in (tree for said in program.sentences.values() for tree in said.tree.walk()):
        fields |= {tree.word("field")} if "field" in tree.parts else set()
        named |= {tree.word(part) for part in ("noun", "card") if isinstance(tree.parts.get(part), str)}
        if (tree.rule, tree.form) in _ONE_BY_ONE:
            each.add((tree if "noun" in tree.parts else tree.tree("some")).word("noun"))
        if (tree.rule, tree.form) in _COPIES:
            each.add(EVERY)
    for flow in _flows(program):
        if isinstance(flow, ForEach):
            fields |= {flow.word} if flow.what == FIELD else set()
            each |= {flow.word} if flow.what == NOUN else set()
    for zone in program.zones.values():
        named |= {*zone.holds.values()}
        fields |= {zone.by} if isinstance(zone.by, str) else set()
    return Alike(program, tuple(sorted(fields & {*program.deck.fields})), tuple(sorted(named)), tuple(sorted(each)))


def _flows(program: Program) -> Iterator[Flow]:
    actions = (action for section in program.actions.values() for action in section.values())
    roots = [*program.phases.values(), *program.effects.values(), *(step for each in actions for step in each.steps)]
    return (flow for root in roots for flow in steps_of(root))


def of_one_value(program: Program, draw: Tree) -> tuple[str, ...]:
    """The fields of which all cards have one value each that a move takes its cards from: as `where` asks for it, or
    since the zone is one of a family in which cards lie by that field."""
    moved, source = draw.tree("moved").tree("cards"), draw.tree("source")
    fields = [*_required_fields(moved.tree("tight"))] if moved.form == "where" else []
    family = source.parts.get("family")
    if family and source.form not in ("all", "yours_all", "all_of") and _lies_by(program, str(family)):
        fields.append(str(program.zones[str(family)].by))
    return tuple(fields)


def _required_fields(tight: Tree) -> dict[str, Tree]:
    """The fields whose values are asked for, with these."""
    if tight.form == "brackets":
        return _required_fields(tight.tree("condition"))
    if tight.form == "and":
        return _required_fields(tight.tree("left")) | _required_fields(tight.tree("right"))
    if tight.form == "is":
        one, two = (alone(tight.tree(side)) for side in ("one", "two"))
        if one.form == "field_here" and all(tree.form != "field_here" for tree in two.walk()):
            return {one.word("field"): two}
    return {}


def _lies_by(program: Program, family: str) -> bool:
    """Whether every move to a family takes a card to the zone of its own value."""
    moves = [tree for said in program.sentences.values() for tree in said.tree.walk() if "moved" in tree.parts]
    return all(
        _by_itself(str(program.zones[family].by), tree)
        for tree in moves
        if tree.tree("target").parts.get("family") == family
    )


def _by_itself(field: str, move: Tree) -> bool:
    moved, target = move.tree("moved"), move.tree("target")
    if "primary" not in target.parts:
        return False
    value = alone(target.tree("primary"))
    if "cards" in moved.parts and moved.tree("cards").form == "where":
        return str(_required_fields(moved.tree("cards").tree("tight")).get(field)) == str(value)
    if value.form != "field" or value.word("field") != field:
        return False
    card = value.tree("card")
    return card.form == moved.form and card.parts.get("bound") == moved.parts.get("bound")


def alone(tree: Tree) -> Tree:
    """What stands alone in a value."""
    while (tree.rule, tree.form) in (
        ("value", "sum"),
        ("unary", "plain"),
        ("primary", "brackets"),
        ("amount", "value"),
    ):
        (tree,) = (part for part in tree.parts.values() if isinstance(part, Tree))
    return tree
