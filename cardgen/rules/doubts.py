"""What moves leave open: which cards are meant, and whether there are as many as are wanted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator

from cardgen.rules.alike import Alike, alike, alone, of_one_value
from cardgen.rules.bounds import Taken
from cardgen.rules.clauses import NOBODY, Block, Flow, Program, sentences_in, steps_of
from cardgen.rules.lying import name_of
from cardgen.rules.narrowing import fixed
from cardgen.rules.parse import Tree

OPEN = ("some", "one", "up_to")  # forms of what is moved that say how many, and not which


def unproved(program: Program, moves: Iterable[Taken]) -> Iterator[Taken]:
    """Draws of a number from a pile that may find too few cards, as far as arithmetic tells."""
    for taken in moves:
        cards = taken.move.tree("moved").tree("cards")
        sure_of = cards.form != "where" or fixed(cards.tree("tight"))  # other questions are beyond arithmetic
        if taken.short and sure_of and program.zones[name_of(taken.move.tree("source"))].ordered:
            yield taken


def undecided(program: Program, moves: Iterable[Taken]) -> Iterator[Taken]:
    """Those that take so many of some cards that differ, where nothing says by whom they are chosen."""
    asked = alike(program)
    for taken in moves:
        moved, source = taken.move.tree("moved"), taken.move.tree("source")
        zone = program.zones[name_of(source)]
        looked_at = not zone.ordered and set(zone.seen.values()) != {NOBODY}
        if moved.form in OPEN and taken.rest and looked_at and not _all(moved, source) and _differ(asked, taken):
            yield taken


def same_both_ways(program: Program) -> Iterator[Block]:
    """What is done on a condition, and else just so."""
    steps = (step for actions in program.actions.values() for action in actions.values() for step in action.steps)
    for flow in (*program.phases.values(), *program.effects.values(), *steps):
        for each in steps_of(flow):
            if isinstance(each, Block) and each.when and each.otherwise:
                done, other = ([*_as_said(inner)] for inner in (each.steps, (each.otherwise,)))
                if done == other:
                    yield each


def _as_said(flows: Iterable[Flow]) -> Iterator[tuple[str, ...]]:
    """Flows by their words, whatever their clauses are called."""
    for each in (inner for flow in flows for inner in steps_of(flow)):
        words = (str(getattr(each, part, "")) for part in ("section", "what", "word", "rule", "unless"))
        if not isinstance(each, Block) or each.when:
            yield type(each).__name__, *words, *(said.text for said in sentences_in(each))


def _all(moved: Tree, source: Tree) -> bool:
    """Whether as many are taken as are counted there."""
    if "amount" not in moved.parts or (value := alone(moved.tree("amount"))).form != "count":
        return False
    group, cards = value.tree("group"), moved.tree("cards")
    if group.form != "some" or str(group.tree("some").tree("zone")) != str(source):
        return False
    return _selection(group.tree("some")) == _selection(cards)


def _selection(cards: Tree) -> tuple[str, str]:
    return cards.word("noun"), str(cards.parts.get("tight", ""))


def _differ(asked: Alike, taken: Taken) -> bool:
    """Whether cards differ among which it may take some. Of those of one value, as the clause asks for them, that is by
    what clauses ask else."""
    program, cards = asked.program, taken.move.tree("moved").tree("cards")
    fields = of_one_value(program, taken.move)
    marks: dict[Hashable, set[Hashable]] = defaultdict(set)
    copies: dict[Hashable, int] = defaultdict(int)
    for card in program.of_a_kind(cards.word("noun")):
        value = tuple(program.deck.fields[field].get(card) for field in fields)
        marks[value].add(asked.mark(card) if fields else card)
        copies[value] += program.deck.counts[card]
    return any(len(marks[value]) > 1 and copies[value] > (taken.wanted or 0) for value in marks)
