"""The state that the interval analysis of `bounds.py` carries along: how many cards lie in zones, at least and at most,
what conditions say of it, and how moves change it.
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

# What sentences say of which zone and which cards: what means the same for ever, and what does for a while
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
    | grammar.CounterCounter
)
_AT_LEAST = {  # how many more than a number there are at least, where something said holds, or does not
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
_TURNED = {"exactly": "exactly", "fewer": "more", "more": "fewer", "at_least": "at_most", "at_most": "at_least"}


ALL = float("inf")
MOST_WAYS = 4  # by which a condition may hold, that are gone through one by one
MOST_ASKED = 60  # questions behind `where` that are followed


class Group(NamedTuple):
    """A group of cards: the zone's name, the zone as written, their kind, the condition on each, and whether that
    always means the same."""

    zone: str
    said: str
    noun: str
    asked: str
    lasting: bool


@dataclass(slots=True)
class Lying:
    """Bounds: how many cards of a group there are at least, and how many cards a zone holds at most, for each
    player."""

    least: dict[Group, int] = field(default_factory=dict)
    most: dict[str, int] = field(default_factory=dict)

    def copy(self) -> Lying:
        return Lying(dict(self.least), dict(self.most))

    def lasting(self) -> Lying:
        """Returns what is still known after others act, or after another pick, count or change of a role."""
        return Lying({group: many for group, many in self.least.items() if group.lasting}, self.most)


def either(one: Lying | None, two: Lying | None) -> Lying | None:
    """Returns what is known if play can come by two ways; None stands for a way that it never takes."""
    if one is None or two is None:
        return two if one is None else one
    least = {group: min(many, two.least[group]) for group, many in one.least.items() if group in two.least}
    return Lying(least, {zone: max(many, two.most[zone]) for zone, many in one.most.items()})


class Counting:
    """Works out bounds of one game under some rules, with a number of players."""

    def __init__(self, reach: Reach) -> None:
        self.reach, self.program = reach, reach.program
        deck = self.program.deck
        self.cards = sum(deck.counts.values())
        of_kinds = [card for ids in deck.kinds.values() for card in ids]
        self.apart = len(of_kinds) == len({*of_kinds})  # no card is of two kinds

    def nothing(self) -> Lying:
        """Returns the bounds before the game, when all zones are empty."""
        return Lying({}, dict.fromkeys(self.program.zones, 0))

    # ---- cards that are spoken of

    def group(self, zone: grammar.Zone, cards: grammar.Cards | grammar.Some) -> Group | None:
        """Returns a group; None for cards of several zones, and if its meaning changes with what moves."""
        asked = cards.tight if isinstance(cards, grammar.Where) else None
        trees = [*zone.walk(), *(asked.walk() if asked else ())]
        passing = [isinstance(tree, _PASSING) for tree in trees]
        if not all(passes or isinstance(tree, _LASTING) for tree, passes in zip(trees, passing, strict=True)):
            return None
        return Group(zone.name, str(zone), cards.noun, str(asked or ""), not any(passing))

    def at_least(self, lying: Lying, group: Group) -> int:
        """Returns how many cards of a group there are at least, also from what is known of its parts."""
        parts = {each: many for each, many in lying.least.items() if each.said == group.said}
        known = parts.get(group, 0)
        if group.asked:
            return known
        inner = [many for each, many in parts.items() if group.noun in (EVERY, each.noun)]
        kinds = [many for each, many in parts.items() if each.noun != EVERY and not each.asked]
        return max([known, *inner, sum(kinds) if self.apart and group.noun == EVERY else 0])

    def copies(self, noun: str, asked: grammar.Tight | None = None) -> int:
        """Returns how many cards of a kind the deck has for which a condition is true."""
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
        """The kinds of which sentences ask something that stands on cards, with what is asked."""
        trees = (tree for said in self.program.sentences.values() for tree in said.tree.walk())
        some = (tree for tree in trees if isinstance(tree, grammar.Where))
        found = {str(tree): (tree.noun, tree.tight) for tree in some if fixed(tree.tight)}
        return tuple(found.values())[:MOST_ASKED]

    # ---- what conditions tell

    def suppose(self, lying: Lying, tree: grammar.Question, wanted: bool) -> Lying | None:
        """Returns what is known if a condition is true, or false; None if the rules alone exclude that."""
        if self.reach.ruled_out(tree, wanted):
            return None
        match tree:
            case grammar.Brackets():
                return self.suppose(lying, tree.condition, wanted)
            case grammar.TestNot():
                return self.suppose(lying, tree.test, not wanted)
            case grammar.Joined():
                left = self.suppose(lying, tree.left, wanted)
                if tree.all == wanted:
                    return left and self.suppose(left, tree.right, wanted)
                return either(left, self.suppose(lying, tree.right, wanted))
        if told := self._count_comparison(tree):
            return self._bounded(lying, *told, wanted)
        return lying

    def ways(self, lying: Lying, tree: grammar.Question, wanted: bool) -> list[Lying]:
        """Yields the ways in which a condition can be true, or false; `suppose` knows only what they have in common."""
        if isinstance(tree, grammar.Brackets):
            return self.ways(lying, tree.condition, wanted)
        if isinstance(tree, grammar.TestNot):
            return self.ways(lying, tree.test, not wanted)
        known = self.suppose(lying, tree, wanted)
        if not isinstance(tree, grammar.Joined) or known is None:
            return [known] if known else []
        first, second = tree.left, tree.right
        if tree.all == wanted:
            found = [two for one in self.ways(lying, first, wanted) for two in self.ways(one, second, wanted)]
        else:
            found = [one for part in (first, second) for one in self.ways(lying, part, wanted)]
        return [known] if known in found or len(found) > MOST_WAYS else found

    def _count_comparison(self, tree: grammar.Question) -> tuple[grammar.Some, str, int] | None:
        """Of which cards a condition says that there are how many, in comparison with a number."""
        if isinstance(tree, grammar.TestHaving):
            having = tree.having
            number = self.reach.number(having.amount) if isinstance(having, grammar.SoManyHad) else 1
            return (having.some, _sign(having), number) if number is not None else None
        if not isinstance(tree, grammar.Comparison) or not (sign := _sign(tree)):
            return None
        sides = (alone(tree.one), sign), (alone(tree.two), _TURNED[sign])
        for (side, sign), (other, _) in (sides, sides[::-1]):
            match side:
                case grammar.PrimaryCount(group=grammar.GroupSome(some=some)):
                    number = self.reach.number(other)
                    return (some, sign, number) if number is not None else None
        return None

    def _bounded(self, lying: Lying, some: grammar.Some, sign: str, number: int, wanted: bool) -> Lying | None:
        zone, found = some.zone, lying.copy()
        group = self.group(zone, some)
        if group and (sign, wanted) in _AT_LEAST:
            found.least[group] = max(self.at_least(lying, group), number + _AT_LEAST[sign, wanted])
            if found.least[group] > found.most[group.zone]:
                return None
        if (sign, wanted) in _AT_MOST and self._whole(zone, some):
            most = number + _AT_MOST[sign, wanted]
            if group and self.at_least(lying, group) > most:
                return None
            found.most[zone.name] = min(found.most[zone.name], max(most, 0))
        return found

    def _whole(self, zone: grammar.Zone, cards: grammar.Cards | grammar.Some) -> bool:
        """Whether all cards are meant of a zone of which there is one."""
        told = self.program.zones[zone.name]
        return not told.each and told.by is None and not isinstance(cards, grammar.Where) and cards.noun == EVERY

    # ---- what moves make of it

    def times(self, zone: grammar.Zone) -> int:
        """Returns how many zones are meant, one after the other."""
        told = self.program.zones[zone.name]
        many = len(self.program.values(told.name)) if told.by is not None else 1
        of_players = self.reach.players if told.each else 1
        match zone:
            case grammar.ZoneEach():
                return of_players
            case grammar.ZoneAll():
                return many * of_players
            case grammar.ZoneYoursAll() | grammar.ZoneAllOf():
                return many
        return 1

    def gather(self, lying: Lying, target: grammar.Zone, cards: grammar.Cards) -> Lying:
        """Moves all cards of a kind, from wherever they are."""
        noun, found = cards.noun, lying.copy()
        for zone in self.program.zones:
            self._leave(found, zone, noun, None)
        told = target.name
        if self.times(target) == 1 and (group := self.group(target, cards)):
            for kind in (noun, *(self.program.deck.kinds if noun == EVERY else ())):
                found.least[group._replace(noun=kind)] = self.copies(kind)
            for kind, asked in self._queries:
                if noun in (EVERY, kind):
                    found.least[group._replace(noun=kind, asked=str(asked))] = self.copies(kind, asked)
        found.most[told] = min(self.cards, found.most[told] + self.copies(noun))
        return found

    def carry(
        self,
        lying: Lying,
        source: grammar.Zone,
        target: grammar.Zone,
        cards: grammar.Cards | None,
        wanted: float | None,
    ) -> Lying:
        """Moves a number of cards to each target, as far as there are enough; ALL moves all, None any number. Without
        `cards`, their kind is unknown."""
        found, out, into = lying.copy(), source.name, target.name
        noun = cards.noun if cards else EVERY
        times = self.times(target)
        total = wanted * times if wanted is not None else None
        group = self.group(source, cards) if cards else None
        certain = min(self.at_least(lying, group) if group else 0, total or 0)
        self._leave(found, out, noun, total)
        if times == 1 and cards and (there := self.group(target, cards)):
            for known in {there._replace(noun=kind, asked="") for kind in (noun, EVERY)}:
                found.least[known] = self.at_least(lying if out != into else found, known) + int(certain)
        moved = min(lying.most[out] * self.times(source), ALL if wanted is None else wanted)
        found.most[into] = min(self.cards, found.most[into] + int(moved))
        if cards and self._whole(source, cards) and out != into:
            found.most[out] = int(max(0, lying.most[out] - (total or 0)))
        return found

    def _leave(self, lying: Lying, zone: str, noun: str, many: float | None) -> None:
        """So many cards of a kind leave a zone, or any number."""
        for group in dict.fromkeys(each._replace(noun=EVERY, asked="") for each in lying.least if each.zone == zone):
            lying.least[group] = self.at_least(lying, group)
        for group in [each for each in lying.least if each.zone == zone]:
            if self.apart and EVERY not in (noun, group.noun) and noun != group.noun:
                continue
            left = lying.least[group] - many if many is not None else 0
            if left > 0:
                lying.least[group] = int(left)
            else:
                del lying.least[group]


def _sign(tree: grammar.Having | grammar.Comparison) -> str:
    """How a number is compared; empty where nothing is known of that."""
    return next((sign for sort, sign in _SIGNS.items() if isinstance(tree, sort)), "")
