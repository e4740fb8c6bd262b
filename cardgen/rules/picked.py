"""Checks the names of picks and loop variables: their types, and whether a sentence can use that type there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from cardgen.foundations.dataclass import dataclass
from cardgen.rules import grammar
from cardgen.rules.clauses import FAMILY, FIELD, NOUN
from cardgen.rules.tree import Tree

THE = "the "  # prefix of names that need it: `the suit`, because `suit` alone is a field
Bound = Mapping[str, str]  # the type of each name: the form of its pick or the category of its loop; "" after a fault
NOTHING: Bound = MappingProxyType({})
_OF_THE = re.compile(r"the (\w+)")

_CARDS, _PLAYERS = ("card", "cards", "kind", NOUN), ("other", "player", "other_who", "player_who")
_NUMBERS = ("number", "value", "value_where", "zone", "zone_where", FIELD, FAMILY)
_FIT = {  # by rule: the types that fit, and what messages say was expected
    "card": (_CARDS, "a card"), "moved": (_CARDS, "a card"), "group": (_CARDS, "a card"),
    "player": (_PLAYERS, "a player"), "amount": (_NUMBERS, "a number"), "primary": (_NUMBERS, "a number or a value"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Misused:
    """A name of the wrong type: its position and the reason."""

    at: int
    why: str


def gone_through(what: str, word: str) -> Bound:
    """Returns the names that `for each` binds. A field is bound as `the suit`, because `suit` still names the field."""
    return {word if what == NOUN else THE + word: what}


def misused(tree: Tree, bound: Bound, fields: Mapping[str, str]) -> Misused | None:
    """Returns the first name in a sentence whose type does not fit; None if all fit."""
    for each in _bound_trees(tree):
        name = each.bound
        sort = bound.get(name) or bound.get(THE + name, "")
        fit, expected = _FIT["card" if isinstance(each, grammar.OverPicked) else each.rule_name]
        if sort and sort not in fit:
            is_card = sort in _CARDS
            what = "a card" if is_card else "a player" if sort in _PLAYERS else "a number or a value"
            cure = f", such as '{next(iter(fields))} of {name}'" if is_card and fields and "number" in expected else ""
            return Misused(each.at, f"'{name}' is {what}; expected {expected}{cure}")
    return None


def no_zone(text: str, at: int, bound: Bound, families: Mapping[str, str]) -> str:
    """Returns a message if the sentence uses the name of a pick as a zone; empty if it does not."""
    match = _OF_THE.match(text, at)
    if not match or bound.get(match[1]) not in ("zone", "zone_where"):
        return ""
    return f"'{match[1]}' is the number or value of a zone; write '{next(iter(families))} of {match[1]}'"


def _bound_trees(tree: Tree) -> Iterator[grammar.Bound | grammar.OverPicked]:
    """The names in a tree, except two that the sentence compares as players: their types need only agree."""
    match tree:
        case grammar.IsPlayer(one=grammar.PlayerBound(), two=grammar.PlayerBound()):
            return
        case grammar.Bound() | grammar.OverPicked():
            yield tree
    for part in tree.children():
        yield from _bound_trees(part)
