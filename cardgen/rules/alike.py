"""Finds cards that the clauses of a game never distinguish, so it does not matter which of them a player takes."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from cardgen.foundations.dataclass import dataclass
from cardgen.rules import grammar
from cardgen.rules.clauses import FIELD, NOUN, Flow, ForEach, Program, steps_of
from cardgen.rules.settled import Settled, alone

EVERY = "card"  # the kind of all cards
_COPIES = grammar.GroupBound | grammar.MovedAllBound  # forms that refer to all copies of one card


@dataclass(frozen=True, slots=True)
class Alike:
    """What clauses read of cards: their `fields`, the `named` kinds and cards, and the kinds in which `each` card
    counts separately."""

    program: Program
    fields: tuple[str, ...]
    named: tuple[str, ...]
    each: tuple[str, ...]

    def mark(self, card: str) -> Hashable:
        """Returns a mark; two cards have the same one if the clauses do not distinguish them."""
        deck = self.program.deck
        values = tuple(deck.fields[name].get(card) for name in self.fields)
        is_of = tuple(card == name or card in deck.kinds.get(name, ()) for name in self.named)
        by_itself = any(card in deck.kinds.get(name, ()) for name in self.each) or EVERY in self.each
        return values, is_of, card if by_itself else ""


def alike(program: Program) -> Alike:
    """Returns what any clause reads of cards, under any setting of the rules."""
    fields, named, each = set[str](), {*program.effects}, set[str]()
    for tree in (tree for said in program.sentences.values() for tree in said.tree.walk()):
        fields |= {*tree.names("field")}
        named |= {*tree.names("noun", "card")}
        match tree:  # forms that treat each card of a kind separately
            case grammar.ValueForEach(noun=noun) | grammar.Extreme(some=grammar.OfKind(noun=noun)):
                each.add(noun)
        if isinstance(tree, _COPIES):
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


def of_one_value(program: Program, cards: grammar.Cards, source: grammar.Zone) -> tuple[str, ...]:
    """Returns the fields in which all cards that a move takes share a value, because `where` requires it or because the
    zone belongs to a family sorted by that field."""
    fields = [*_required_fields(cards.tight)] if isinstance(cards, grammar.Where) else []
    if isinstance(source, grammar.OfFamily) and not isinstance(source, grammar.WholeFamily):
        fields += [str(program.zones[source.family].by)] if _is_sorted(program, source.family) else []
    return tuple(fields)


def _required_fields(tight: grammar.Question) -> dict[str, Settled]:
    """The values that a condition requires, by field."""
    match tight:
        case grammar.Brackets():
            return _required_fields(tight.condition)
        case grammar.BothAnd():
            return _required_fields(tight.left) | _required_fields(tight.right)
        case grammar.Is():
            one, two = alone(tight.one), alone(tight.two)
            here = any(isinstance(tree, grammar.PrimaryFieldHere) for tree in two.walk())
            return {one.field: two} if isinstance(one, grammar.PrimaryFieldHere) and not here else {}
    return {}


def _is_sorted(program: Program, family: str) -> bool:
    """Whether every move to a family puts each card in the zone of the card's own value."""
    trees = (tree for said in program.sentences.values() for tree in said.tree.walk())
    moves = (tree for tree in trees if isinstance(tree, grammar.Moving) and tree.target.name == family)
    return all(_goes_to_own_zone(str(program.zones[family].by), tree) for tree in moves)


def _goes_to_own_zone(field: str, move: grammar.Moving) -> bool:
    moved, target = move.moved, move.target
    if not isinstance(target, grammar.OneOfFamily):
        return False
    value = alone(target.primary)
    match moved, value:
        case grammar.CardsMoved(cards=grammar.Where(tight=tight)), _:
            return str(_required_fields(tight).get(field)) == str(value)
        case grammar.MovedIt(), grammar.PrimaryField(field=known, card=grammar.CardIt()):
            return known == field
        case grammar.MovedBound(bound=bound), grammar.PrimaryField(field=known, card=grammar.CardBound(bound=card)):
            return known == field and card == bound
    return False
