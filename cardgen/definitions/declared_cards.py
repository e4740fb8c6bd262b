"""Makes the cards that a rules file declares: `card: {rank: 2 to 14, suit: [clubs, hearts]}`, a card for each set of
values."""

from __future__ import annotations

import re
from collections.abc import Mapping as AbcMapping
from itertools import product
from math import prod

from cardgen.definitions.declared import MAX_NUMBER, WHOLE_NUMBER, each_of, text_of, whole_of
from cardgen.definitions.fields import quote
from cardgen.definitions.nodes import Mapping, Node, Sequence, kind
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Fault, InputError, fail

SECTION = "cards"
MAX_CARDS = 1_000
_NUMBERS = re.compile(r"(-?\d{1,7}) to (-?\d{1,7})")


@dataclass(frozen=True, slots=True)
class DeclaredCard:
    id: str
    count: int
    values: AbcMapping[str, int | str]  # the values of its fields


def declared_cards(section: Node, faults: list[Fault]) -> dict[str, list[DeclaredCard]]:
    """Returns the cards of each kind; it adds mistakes to `faults`."""
    cards: dict[str, list[DeclaredCard]] = {}
    for name, node, _ in each_of(section, faults):
        try:
            cards[name] = _cards(name, node)
        except InputError as error:
            faults += error.faults
    return cards


def _cards(name: str, node: Node) -> list[DeclaredCard]:
    path = f"{SECTION}.{name}"
    if not isinstance(node, Mapping):
        raise fail(f"{path}: expected fields with their values, got {kind(node)}", node.place)
    count = whole_of(f"{path}.count", node.items["count"]) if "count" in node.items else 1
    by_field = {key: _values(f"{path}.{key}", value) for key, value in node.items.items() if key != "count"}
    if (size := prod(map(len, by_field.values()))) > MAX_CARDS:
        raise fail(f"{path}: expected at most {MAX_CARDS:,} different cards, got {size:,}", node.place)
    every = (dict(zip(by_field, values, strict=True)) for values in product(*by_field.values()))
    return [DeclaredCard("_".join([name, *map(in_id, each.values())]), count, each) for each in every]


def in_id(value: int | str) -> str:
    """Returns a value as a part of its card's id: a curse with `points: -1` is `curse_minus_1`."""
    return f"minus_{-value}" if isinstance(value, int) and value < 0 else str(value)


def _values(path: str, node: Node) -> list[int | str]:
    """The values of `2 to 14`, of one value, or of a list."""
    if isinstance(node, Sequence):
        return [value for item in node.items for value in _value(path, item)]
    return _value(path, node)


def _value(path: str, node: Node) -> list[int | str]:
    text = text_of(node, "a value, a list of them, or numbers such as '2 to 14'")
    if match := _NUMBERS.fullmatch(text):
        low, high = int(match[1]), int(match[2])
        if not low <= high <= low + MAX_CARDS:
            raise fail(f"{path}: {text} is empty or too long", node.place)
        return list(range(low, high + 1))
    if not text.removeprefix("-").isdecimal():
        return [text]
    if not WHOLE_NUMBER.fullmatch(text) or abs(int(text)) > MAX_NUMBER:
        raise fail(f"{path}: expected numbers up to {MAX_NUMBER:,}, got {quote(text)}", node.place)
    return [int(text)]
