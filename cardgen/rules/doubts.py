"""Finds moves that leave open which cards they take, or whether there are enough."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator

from cardgen.rules import grammar
from cardgen.rules.alike import Alike, alike, of_one_value
from cardgen.rules.bounds import Taken
from cardgen.rules.clauses import NOBODY, Block, Flow, Program, sentences_in, steps_of
from cardgen.rules.narrowing import fixed
from cardgen.rules.settled import alone

OPEN_MOVES = (
    grammar.MovedSome | grammar.MovedOne | grammar.MovedUpTo
)  # forms that say how many cards move, but not which


def unproved(program: Program, moves: Iterable[Taken]) -> Iterator[Taken]:
    """Yields draws of a number of cards from an ordered zone that may find too few, as far as interval analysis
    shows."""
    for taken in moves:
        cards = taken.moved.cards
        sure_of = not isinstance(cards, grammar.Where) or fixed(cards.tight)  # the analysis covers no other conditions
        if taken.short and sure_of and program.zones[taken.source.name].ordered:
            yield taken


def undecided(program: Program, moves: Iterable[Taken]) -> Iterator[Taken]:
    """Yields moves that take some of several different cards although no clause says who chooses them."""
    asked = alike(program)
    for taken in moves:
        moved, source = taken.moved, taken.source
        zone = program.zones[source.name]
        looked_at = not zone.ordered and set(zone.seen.values()) != {NOBODY}
        if (
            isinstance(moved, OPEN_MOVES)
            and taken.rest
            and looked_at
            and not _takes_all_counted(moved, source)
            and _distinguishable(asked, taken)
        ):
            yield taken


def same_both_ways(program: Program) -> Iterator[Block]:
    """Yields steps that do the same whether their condition is true or false."""
    steps = (step for actions in program.actions.values() for action in actions.values() for step in action.steps)
    for flow in (*program.phases.values(), *program.effects.values(), *steps):
        for each in steps_of(flow):
            if isinstance(each, Block) and each.when and each.otherwise:
                done, other = ([*_wordings(inner)] for inner in (each.steps, (each.otherwise,)))
                if done == other:
                    yield each


def _wordings(flows: Iterable[Flow]) -> Iterator[tuple[str, ...]]:
    """The sentences of flows, without the paths of their clauses."""
    for each in (inner for flow in flows for inner in steps_of(flow)):
        words = (str(getattr(each, part, "")) for part in ("section", "what", "word", "rule", "unless"))
        if not isinstance(each, Block) or each.when:
            yield type(each).__name__, *words, *(said.text for said in sentences_in(each))


def _takes_all_counted(moved: grammar.SomeMoved, source: grammar.Zone) -> bool:
    """Whether a move takes all cards that its amount counts."""
    if not isinstance(moved, grammar.SoManyMoved):
        return False
    match alone(moved.amount):
        case grammar.PrimaryCount(group=grammar.GroupSome(some=some)) if str(some.zone) == str(source):
            return _selection(some) == _selection(moved.cards)
    return False


def _selection(cards: grammar.Cards | grammar.Some) -> tuple[str, str]:
    return cards.noun, str(cards.tight) if isinstance(cards, grammar.Where) else ""


def _distinguishable(asked: Alike, taken: Taken) -> bool:
    """Whether a move may choose between cards that the clauses distinguish. If the move asks for cards of one value,
    only what clauses read beside that value counts."""
    program = asked.program
    fields = of_one_value(program, taken.moved.cards, taken.source)
    marks: dict[Hashable, set[Hashable]] = defaultdict(set)
    copies: dict[Hashable, int] = defaultdict(int)
    for card in program.of_a_kind(taken.moved.cards.noun):
        value = tuple(program.deck.fields[field].get(card) for field in fields)
        marks[value].add(asked.mark(card) if fields else card)
        copies[value] += program.deck.counts[card]
    return any(len(marks[value]) > 1 and copies[value] > (taken.wanted or 0) for value in marks)
