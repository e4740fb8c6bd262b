"""How many cards lie in zones, at least and at most: what conditions tell of it, and what moves make of it."""

from __future__ import annotations

from dataclasses import field
from functools import cached_property
from typing import NamedTuple

from cardgen.dataclass import dataclass
from cardgen.rules.alike import EVERY, alone
from cardgen.rules.code import Code
from cardgen.rules.layout import Layout
from cardgen.rules.narrowing import fixed, holds_of
from cardgen.rules.parse import Tree
from cardgen.rules.rounds import Reach

# Forms in sentences of which zone and which cards: those that mean the same for ever, and those that do for a while
_LASTING = frozenset(
    ("zone", "number", "constant", "field_here", "sum", "plain", "minus", "brackets", "and", "or", "not")
)
_COMPARED = frozenset(("is", "is_not", "at_least", "at_most", "more", "less"))
_PASSING = frozenset(
    ("yours", "of", "one", "picked", "yours_one", "one_of", "you", "first", "left", "right", "role", "bound", "counter")
)
_AT_LEAST = {  # how many more than a number there are at least, where something said holds, or does not
    ("at_least", True): 0, ("more", True): 1, ("exactly", True): 0, ("fewer", False): 0, ("at_most", False): 1,
}  # fmt: skip
_AT_MOST = {
    ("at_most", True): 0, ("fewer", True): -1, ("exactly", True): 0, ("more", False): 0, ("at_least", False): -1,
}  # fmt: skip
_SAID = {"is": "exactly", "less": "fewer", "at_least": "at_least", "at_most": "at_most", "more": "more"}
_TURNED = {"exactly": "exactly", "fewer": "more", "more": "fewer", "at_least": "at_most", "at_most": "at_least"}


ALL = float("inf")
MOST_WAYS = 4  # by which a condition may hold, that are gone through one by one
MOST_ASKED = 60  # questions behind `where` that are followed


class Group(NamedTuple):
    """Cards of which is spoken: the zone's name, the zone as it is said, their kind, what is asked of each; and whether
    that means the same for ever."""

    zone: str
    said: str
    noun: str
    asked: str
    lasting: bool


@dataclass(slots=True)
class Lying:
    """Bounds: how many of a group there are at least; and how many cards a zone holds at most, that of each player."""

    least: dict[Group, int] = field(default_factory=dict)
    most: dict[str, int] = field(default_factory=dict)

    def copy(self) -> Lying:
        return Lying(dict(self.least), dict(self.most))

    def lasting(self) -> Lying:
        """What is still known where others are to act, or something else was picked, counted or remembered."""
        return Lying({group: many for group, many in self.least.items() if group.lasting}, self.most)


def either(one: Lying | None, two: Lying | None) -> Lying | None:
    """What is known where play may have come by two ways; None: it never came."""
    if one is None or two is None:
        return two if one is None else one
    least = {group: min(many, two.least[group]) for group, many in one.least.items() if group in two.least}
    return Lying(least, {zone: max(many, two.most[zone]) for zone, many in one.most.items()})


class Counting:
    """Bounds of one game under some rules, with so many players."""

    def __init__(self, reach: Reach) -> None:
        self.reach, self.program = reach, reach.program
        deck = self.program.deck
        self.cards = sum(deck.counts.values())
        of_kinds = [card for ids in deck.kinds.values() for card in ids]
        self.apart = len(of_kinds) == len({*of_kinds})  # no card is of two kinds

    def nothing(self) -> Lying:
        """Before the game all zones are empty."""
        return Lying({}, dict.fromkeys(self.program.zones, 0))

    # ---- cards that are spoken of

    def group(self, zone: Tree, cards: Tree) -> Group | None:
        """None for cards of several zones, and where what is meant changes with what moves."""
        asked = cards.tree("tight") if cards.form == "where" else None
        forms = {tree.form for tree in (*zone.walk(), *(asked.walk() if asked else ()))}
        if forms - _LASTING - _PASSING - _COMPARED:
            return None
        return Group(name_of(zone), str(zone), cards.word("noun"), str(asked or ""), not forms & _PASSING)

    def at_least(self, lying: Lying, group: Group) -> int:
        """How many of a group there are at least, by what is known of parts of it as well."""
        parts = {each: many for each, many in lying.least.items() if each.said == group.said}
        known = parts.get(group, 0)
        if group.asked:
            return known
        inner = [many for each, many in parts.items() if group.noun in (EVERY, each.noun)]
        kinds = [many for each, many in parts.items() if each.noun != EVERY and not each.asked]
        return max([known, *inner, sum(kinds) if self.apart and group.noun == EVERY else 0])

    def copies(self, noun: str, asked: Tree | None = None) -> int:
        """How many cards of a kind the deck has, of which something on them holds."""
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
    def _queries(self) -> tuple[tuple[str, Tree], ...]:
        """The kinds of which sentences ask something that stands on cards, with what is asked."""
        trees = (tree for said in self.program.sentences.values() for tree in said.tree.walk())
        some = (tree for tree in trees if tree.form == "where" and tree.rule in ("some", "cards"))
        found = {str(tree): (tree.word("noun"), tree.tree("tight")) for tree in some if fixed(tree.tree("tight"))}
        return tuple(found.values())[:MOST_ASKED]

    # ---- what conditions tell

    def suppose(self, lying: Lying, tree: Tree, wanted: bool) -> Lying | None:
        """What is known where a condition holds, or does not; None where the rules alone say that this never is so."""
        if self.reach.ruled_out(tree, wanted):
            return None
        if tree.form == "brackets":
            return self.suppose(lying, tree.tree("condition"), wanted)
        if tree.form == "not":
            return self.suppose(lying, tree.tree("test"), not wanted)
        if tree.form in ("and", "or"):
            left = self.suppose(lying, tree.tree("left"), wanted)
            if (tree.form == "and") == wanted:
                return left and self.suppose(left, tree.tree("right"), wanted)
            return either(left, self.suppose(lying, tree.tree("right"), wanted))
        if told := self._count_comparison(tree):
            return self._bounded(lying, *told, wanted)
        return lying

    def ways(self, lying: Lying, tree: Tree, wanted: bool) -> list[Lying]:
        """By which ways a condition may hold, or not: `suppose` knows of all together only what they have in common."""
        if tree.form == "brackets":
            return self.ways(lying, tree.tree("condition"), wanted)
        if tree.form == "not":
            return self.ways(lying, tree.tree("test"), not wanted)
        known = self.suppose(lying, tree, wanted)
        if tree.form not in ("and", "or") or known is None:
            return [known] if known else []
        first, second = tree.tree("left"), tree.tree("right")
        if (tree.form == "and") == wanted:
            found = [two for one in self.ways(lying, first, wanted) for two in self.ways(one, second, wanted)]
        else:
            found = [one for part in (first, second) for one in self.ways(lying, part, wanted)]
        return [known] if known in found or len(found) > MOST_WAYS else found

    def _count_comparison(self, tree: Tree) -> tuple[Tree, str, int] | None:
        """Of which cards a condition says that there are how many, in comparison with a number."""
        if tree.form == "having":
            having = tree.tree("having")
            sign = {"no": "fewer", "any": "at_least"}.get(having.form, having.form)
            number = self.reach.number(having.tree("amount")) if "amount" in having.parts else 1
            return (having.tree("some"), sign, number) if number is not None else None
        if tree.form not in _SAID:
            return None
        sides = (alone(tree.tree("one")), _SAID[tree.form]), (alone(tree.tree("two")), _TURNED[_SAID[tree.form]])
        for (side, sign), (other, _) in (sides, sides[::-1]):
            if side.form == "count" and side.tree("group").form == "some":
                number = self.reach.number(other)
                return (side.tree("group").tree("some"), sign, number) if number is not None else None
        return None

    def _bounded(self, lying: Lying, some: Tree, sign: str, number: int, wanted: bool) -> Lying | None:
        zone, found = some.tree("zone"), lying.copy()
        group = self.group(zone, some)
        if group and (sign, wanted) in _AT_LEAST:
            found.least[group] = max(self.at_least(lying, group), number + _AT_LEAST[sign, wanted])
            if found.least[group] > found.most[group.zone]:
                return None
        if (sign, wanted) in _AT_MOST and self._whole(zone, some):
            most = number + _AT_MOST[sign, wanted]
            if group and self.at_least(lying, group) > most:
                return None
            found.most[name_of(zone)] = min(found.most[name_of(zone)], max(most, 0))
        return found

    def _whole(self, zone: Tree, cards: Tree) -> bool:
        """Whether all cards are meant of a zone of which there is one."""
        told = self.program.zones[name_of(zone)]
        return not told.each and told.by is None and cards.form != "where" and cards.word("noun") == EVERY

    # ---- what moves make of it

    def times(self, zone: Tree) -> int:
        """How many zones are meant, one after the other."""
        told = self.program.zones[name_of(zone)]
        many = len(self.program.values(told.name)) if told.by is not None else 1
        of_players = self.reach.players if told.each else 1
        return {"each": of_players, "all": many * of_players, "yours_all": many, "all_of": many}.get(zone.form, 1)

    def gather(self, lying: Lying, target: Tree, cards: Tree) -> Lying:
        """All cards of a kind, from wherever they are."""
        noun, found = cards.word("noun"), lying.copy()
        for zone in self.program.zones:
            self._leave(found, zone, noun, None)
        told = name_of(target)
        if self.times(target) == 1 and (group := self.group(target, cards)):
            for kind in (noun, *(self.program.deck.kinds if noun == EVERY else ())):
                found.least[group._replace(noun=kind)] = self.copies(kind)
            for kind, asked in self._queries:
                if noun in (EVERY, kind):
                    found.least[group._replace(noun=kind, asked=str(asked))] = self.copies(kind, asked)
        found.most[told] = min(self.cards, found.most[told] + self.copies(noun))
        return found

    def carry(self, lying: Lying, source: Tree, target: Tree, cards: Tree | None, wanted: float | None) -> Lying:
        """So many cards to each target, as far as there are so many; ALL that there are; any number, None. Without
        `cards`, it is not known of which kind."""
        found, out, into = lying.copy(), name_of(source), name_of(target)
        noun = cards.word("noun") if cards else EVERY
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


def name_of(zone: Tree) -> str:
    """The name of a zone, or of the family that it is one of."""
    return str(zone.parts.get("zone") or zone.parts["family"])
