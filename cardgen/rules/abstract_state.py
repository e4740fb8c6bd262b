"""Abstract state of the interval analysis in `bounds.py`: the fewest and the most cards that each zone holds. Transfer
functions apply conditions and moves to it.
"""

from __future__ import annotations

from dataclasses import field
from functools import cached_property
from typing import NamedTuple

from cardgen.foundations.dataclass import dataclass
from cardgen.rules import grammar
from cardgen.rules.alike import EVERY
from cardgen.rules.code import Code
from cardgen.rules.layout import Layout
from cardgen.rules.narrowing import fixed, holds_of
from cardgen.rules.rounds import Reach
from cardgen.rules.settled import alone
from cardgen.rules.tree import Tree

# forms whose meaning never changes, and those whose meaning lasts only until somebody else acts
_LASTING = (
    grammar.ZoneZone
    | grammar.Number
    | grammar.PrimaryConstant
    | grammar.PrimaryFieldHere
    | grammar.ValueSum
    | grammar.UnaryPlain
    | grammar.UnaryMinus
    | grammar.Brackets
    | grammar.PrimaryBrackets
    | grammar.Joined
    | grammar.TestNot
    | grammar.Comparison
)
_PASSING = (
    grammar.ZoneYours
    | grammar.ZoneOf
    | grammar.ZoneOne
    | grammar.ZonePicked
    | grammar.ZoneYoursOne
    | grammar.ZoneOneOf
    | grammar.CounterYours
    | grammar.CounterOf
    | grammar.PrimaryYours
    | grammar.PrimaryOf
    | grammar.PlayerYou
    | grammar.PlayerFirst
    | grammar.Beside
    | grammar.PlayerRole
    | grammar.Bound
    | grammar.NamedCounter
    | grammar.CounterOnTable
)
_AT_LEAST = {  # by comparison and whether it is true: what to add to its number to get the fewest cards
    ("at_least", True): 0, ("more", True): 1, ("exactly", True): 0, ("fewer", False): 0, ("at_most", False): 1,
}  # fmt: skip
_AT_MOST = {
    ("at_most", True): 0, ("fewer", True): -1, ("exactly", True): 0, ("more", False): 0, ("at_least", False): -1,
}  # fmt: skip
_SIGNS: dict[type[Tree], str] = {
    grammar.HavingNo: "fewer", grammar.HavingFewer: "fewer", grammar.Less: "fewer", grammar.HavingAny: "at_least",
    grammar.HavingAtLeast: "at_least", grammar.AtLeast: "at_least", grammar.HavingAtMost: "at_most",
    grammar.AtMost: "at_most", grammar.HavingExactly: "exactly", grammar.Is: "exactly", grammar.HavingMore: "more",
    grammar.More: "more",
}  # fmt: skip
_MIRRORED = {"exactly": "exactly", "fewer": "more", "more": "fewer", "at_least": "at_most", "at_most": "at_least"}


ALL = float("inf")
MAX_WAYS = 4  # disjuncts of a condition that are analysed separately
MAX_ASKED = 60  # distinct `where` conditions that are analysed


class Group(NamedTuple):
    """A group of cards: the zone's name, the zone as written, the kind of the cards, the condition on each card, and
    whether the words always mean the same cards."""

    zone: str
    said: str
    noun: str
    asked: str
    lasting: bool


@dataclass(slots=True)
class AbstractState:
    """The fewest cards of each group, and the most cards in each zone, for each player."""

    least: dict[Group, int] = field(default_factory=dict)
    most: dict[str, int] = field(default_factory=dict)

    def copy(self) -> AbstractState:
        return AbstractState(dict(self.least), dict(self.most))

    def lasting(self) -> AbstractState:
        """Returns the bounds that remain valid after other players act, or after another pick, count or change of a
        role."""
        return AbstractState({group: many for group, many in self.least.items() if group.lasting}, self.most)


def either(one: AbstractState | None, two: AbstractState | None) -> AbstractState | None:
    """Returns the join of two states: the bounds that hold in both. None is the state of unreachable code."""
    if one is None or two is None:
        return two if one is None else one
    least = {group: min(many, two.least[group]) for group, many in one.least.items() if group in two.least}
    return AbstractState(least, {zone: max(many, two.most[zone]) for zone, many in one.most.items()})


class TransferFunctions:
    """Applies conditions and moves of one game to a state, under given rules and for a given number of players."""

    def __init__(self, reach: Reach) -> None:
        self.reach, self.program = reach, reach.program
        deck = self.program.deck
        self.cards = sum(deck.counts.values())
        of_kinds = [card for ids in deck.kinds.values() for card in ids]
        self.apart = len(of_kinds) == len({*of_kinds})  # whether no card belongs to two kinds

    def nothing(self) -> AbstractState:
        """Returns the state before the game, when all zones are empty."""
        return AbstractState({}, dict.fromkeys(self.program.zones, 0))

    # ---- groups of cards

    def group(self, zone: grammar.Zone, cards: grammar.Cards | grammar.Some) -> Group | None:
        """Returns the group of cards; None if it spans several zones, or if moving cards changes its meaning."""
        asked = cards.tight if isinstance(cards, grammar.Where) else None
        trees = [*zone.walk(), *(asked.walk() if asked else ())]
        passing = [isinstance(tree, _PASSING) for tree in trees]
        if not all(passes or isinstance(tree, _LASTING) for tree, passes in zip(trees, passing, strict=True)):
            return None
        return Group(zone.name, str(zone), cards.noun, str(asked or ""), not any(passing))

    def at_least(self, state: AbstractState, group: Group) -> int:
        """Returns the lower bound of a group, from its own bound and those of its parts."""
        parts = {each: many for each, many in state.least.items() if each.said == group.said}
        known = parts.get(group, 0)
        if group.asked:
            return known
        inner = [many for each, many in parts.items() if group.noun in (EVERY, each.noun)]
        kinds = [many for each, many in parts.items() if each.noun != EVERY and not each.asked]
        return max([known, *inner, sum(kinds) if self.apart and group.noun == EVERY else 0])

    def copies(self, noun: str, asked: grammar.Tight | None = None) -> int:
        """Returns how many cards of a kind in the deck satisfy a condition."""
        counts, fits = self.program.deck.counts, self._layout
        return sum(
            counts[card]
            for card in self.program.of_a_kind(noun)
            if not asked or holds_of(asked, fits, fits.types[card])
        )

    @cached_property
    def _layout(self) -> Layout:
        return Layout(self.program, 1, Code())

    @cached_property
    def _queries(self) -> tuple[tuple[str, grammar.Tight], ...]:
        """The `where` conditions of all sentences that test printed values only, each with its kind of card."""
        trees = (tree for said in self.program.sentences.values() for tree in said.tree.walk())
        some = (tree for tree in trees if isinstance(tree, grammar.Where))
        queries = {str(tree): (tree.noun, tree.tight) for tree in some if fixed(tree.tight)}
        return tuple(queries.values())[:MAX_ASKED]

    # ---- conditions

    def suppose(self, state: AbstractState, tree: grammar.Question, wanted: bool) -> AbstractState | None:
        """Returns the state in which a condition is true, or false; None if the rules alone exclude that."""
        if self.reach.ruled_out(tree, wanted):
            return None
        match tree:
            case grammar.Brackets():
                return self.suppose(state, tree.condition, wanted)
            case grammar.TestNot():
                return self.suppose(state, tree.test, not wanted)
            case grammar.Joined():
                left = self.suppose(state, tree.left, wanted)
                if tree.all == wanted:
                    return left and self.suppose(left, tree.right, wanted)
                return either(left, self.suppose(state, tree.right, wanted))
        if comparison := self._count_comparison(tree):
            return self._bounded(state, *comparison, wanted)
        return state

    def ways(self, state: AbstractState, tree: grammar.Question, wanted: bool) -> list[AbstractState]:
        """Returns one state for each disjunct that can make a condition true, or false; `suppose` returns their
        join."""
        if isinstance(tree, grammar.Brackets):
            return self.ways(state, tree.condition, wanted)
        if isinstance(tree, grammar.TestNot):
            return self.ways(state, tree.test, not wanted)
        known = self.suppose(state, tree, wanted)
        if not isinstance(tree, grammar.Joined) or known is None:
            return [known] if known else []
        first, second = tree.left, tree.right
        if tree.all == wanted:
            states = [two for one in self.ways(state, first, wanted) for two in self.ways(one, second, wanted)]
        else:
            states = [one for part in (first, second) for one in self.ways(state, part, wanted)]
        return [known] if known in states or len(states) > MAX_WAYS else states

    def _count_comparison(self, tree: grammar.Question) -> tuple[grammar.Some, str, int] | None:
        """Parses a condition that compares a count of cards: the cards, the comparison and the number."""
        if isinstance(tree, grammar.TestHaving):
            having = tree.having
            number = self.reach.number(having.amount) if isinstance(having, grammar.SoManyHad) else 1
            return (having.some, _sign(having), number) if number is not None else None
        if not isinstance(tree, grammar.Comparison) or not (sign := _sign(tree)):
            return None
        sides = (alone(tree.one), sign), (alone(tree.two), _MIRRORED[sign])
        for (side, sign), (other, _) in (sides, sides[::-1]):
            match side:
                case grammar.PrimaryCount(group=grammar.GroupSome(some=some)):
                    number = self.reach.number(other)
                    return (some, sign, number) if number is not None else None
        return None

    def _bounded(
        self, state: AbstractState, some: grammar.Some, sign: str, number: int, wanted: bool
    ) -> AbstractState | None:
        zone, bounded = some.zone, state.copy()
        group = self.group(zone, some)
        if group and (sign, wanted) in _AT_LEAST:
            bounded.least[group] = max(self.at_least(state, group), number + _AT_LEAST[sign, wanted])
            if bounded.least[group] > bounded.most[group.zone]:
                return None
        if (sign, wanted) in _AT_MOST and self._is_whole_zone(zone, some):
            most = number + _AT_MOST[sign, wanted]
            if group and self.at_least(state, group) > most:
                return None
            bounded.most[zone.name] = min(bounded.most[zone.name], max(most, 0))
        return bounded

    def _is_whole_zone(self, zone: grammar.Zone, cards: grammar.Cards | grammar.Some) -> bool:
        """Whether the selection is every card of a zone that exists only once."""
        declared = self.program.zones[zone.name]
        return (
            not declared.each and declared.by is None and not isinstance(cards, grammar.Where) and cards.noun == EVERY
        )

    # ---- moves

    def times(self, zone: grammar.Zone) -> int:
        """Returns how many zones an expression refers to."""
        declared = self.program.zones[zone.name]
        many = len(self.program.values(declared.name)) if declared.by is not None else 1
        of_players = self.reach.players if declared.each else 1
        match zone:
            case grammar.ZoneEach():
                return of_players
            case grammar.ZoneAll():
                return many * of_players
            case grammar.ZoneYoursAll() | grammar.ZoneAllOf():
                return many
        return 1

    def gather(self, state: AbstractState, target: grammar.Zone, cards: grammar.Cards) -> AbstractState:
        """Moves all cards of a kind to a zone, from every zone."""
        noun, moved = cards.noun, state.copy()
        for zone in self.program.zones:
            self._remove(moved, zone, noun, None)
        name = target.name
        if self.times(target) == 1 and (group := self.group(target, cards)):
            for kind in (noun, *(self.program.deck.kinds if noun == EVERY else ())):
                moved.least[group._replace(noun=kind)] = self.copies(kind)
            for kind, asked in self._queries:
                if noun in (EVERY, kind):
                    moved.least[group._replace(noun=kind, asked=str(asked))] = self.copies(kind, asked)
        moved.most[name] = min(self.cards, moved.most[name] + self.copies(noun))
        return moved

    def carry(
        self,
        state: AbstractState,
        source: grammar.Zone,
        target: grammar.Zone,
        cards: grammar.Cards | None,
        wanted: float | None,
    ) -> AbstractState:
        """Moves `wanted` cards to each target, or as many as there are; ALL means all of them, None an unknown number.
        Without `cards`, their kind is unknown."""
        after, out, into = state.copy(), source.name, target.name
        noun = cards.noun if cards else EVERY
        times = self.times(target)
        total = wanted * times if wanted is not None else None
        group = self.group(source, cards) if cards else None
        certain = min(self.at_least(state, group) if group else 0, total or 0)
        self._remove(after, out, noun, total)
        if times == 1 and cards and (there := self.group(target, cards)):
            for known in {there._replace(noun=kind, asked="") for kind in (noun, EVERY)}:
                after.least[known] = self.at_least(state if out != into else after, known) + int(certain)
        moved = min(state.most[out] * self.times(source), ALL if wanted is None else wanted)
        after.most[into] = min(self.cards, after.most[into] + int(moved))
        if cards and self._is_whole_zone(source, cards) and out != into:
            after.most[out] = int(max(0, state.most[out] - (total or 0)))
        return after

    def _remove(self, state: AbstractState, zone: str, noun: str, many: float | None) -> None:
        """Removes cards of a kind from a zone, in place; None is an unknown number."""
        for group in dict.fromkeys(each._replace(noun=EVERY, asked="") for each in state.least if each.zone == zone):
            state.least[group] = self.at_least(state, group)
        for group in [each for each in state.least if each.zone == zone]:
            if self.apart and EVERY not in (noun, group.noun) and noun != group.noun:
                continue
            left = state.least[group] - many if many is not None else 0
            if left > 0:
                state.least[group] = int(left)
            else:
                del state.least[group]


def _sign(tree: grammar.Having | grammar.Comparison) -> str:
    """The comparison operator of a condition; empty if _SIGNS has none."""
    return next((sign for sort, sign in _SIGNS.items() if isinstance(tree, sort)), "")
