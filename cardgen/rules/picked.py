"""Checks names of picks and of loop variables: their type, and whether a sentence can use that type there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from cardgen.foundations.dataclass import dataclass
from cardgen.rules import grammar
from cardgen.rules.clauses import FAMILY, FIELD, NOUN
from cardgen.rules.tree import Tree

THE = "the "  # before what is bound but said only so: `the suit`, where `suit` alone is a field
Bound = Mapping[str, str]  # by name the form of its pick, or what `for each` goes through; "" if that is at fault
NOTHING: Bound = MappingProxyType({})
_OF_THE = re.compile(r"the (\w+)")

_CARDS, _PLAYERS = ("card", "cards", "kind", NOUN), ("other", "player", "other_who", "player_who")
_NUMBERS = ("number", "value", "value_where", "zone", "zone_where", FIELD, FAMILY)
_FIT = {  # by the rule of what is said, the sorts that may stand there, and what is expected
    "card": (_CARDS, "a card"), "moved": (_CARDS, "a card"), "group": (_CARDS, "a card"),
    "player": (_PLAYERS, "a player"), "amount": (_NUMBERS, "a number"), "primary": (_NUMBERS, "a number or a value"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Misused:
    """A misused name: what is wrong, and the number of characters before it."""

    at: int
    why: str


def gone_through(what: str, word: str) -> Bound:
    """Returns the names that `for each` binds; a field's own word still names the field."""
    return {word if what == NOUN else THE + word: what}


def misused(tree: Tree, bound: Bound, fields: Mapping[str, str]) -> Misused | None:
    """Returns the first picked thing that a sentence names where its sort is not allowed; None if there is none."""
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
    """Returns a message for a sentence that names a zone by the name of its pick; empty if it does not."""
    found = _OF_THE.match(text, at)
    if not found or bound.get(found[1]) not in ("zone", "zone_where"):
        return ""
    return f"'{found[1]}' is the number or value of a zone; write '{next(iter(families))} of {found[1]}'"


def _bound_trees(tree: Tree) -> Iterator[grammar.Bound | grammar.OverPicked]:
    """The trees that say something bound, but for two that are held against each other: those are of one sort."""
    match tree:
        case grammar.IsPlayer(one=grammar.PlayerBound(), two=grammar.PlayerBound()):
            return
        case grammar.Bound() | grammar.OverPicked():
            yield tree
    for part in tree.children():
        yield from _bound_trees(part)
