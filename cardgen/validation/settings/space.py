"""The search space of a sweep or a search: axes of values, and points with one value of each axis.

Names are those of `--set`: rules, and fields of cards as FIELD.CARD.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import count, product
from math import prod

from cardgen.definitions.copies import COUNT
from cardgen.definitions.engines import card_fields_of
from cardgen.definitions.fields import word
from cardgen.definitions.game import Game
from cardgen.definitions.rules import explain
from cardgen.definitions.variant import cards_and_kinds
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import UNKNOWN_NAME, Fault, InputError, Place, fail, likeliest, nearest

Point = tuple[str, ...]  # a value of each axis, in the axes' order

PRIMES = (2, 3, 5, 7, 11, 13)  # bases for the axes of a sample
MAX_VALUES = 1_000
NOT_FIELDS = {"cards", "sets", "each", "layout", "back", "figure"}  # keys of a kind that are not fields of its cards
EXPECTED = "expected NAME=VALUES such as hand_size=1..4, count.fox=0..20..5 or last_tie=shared,nobody"


@dataclass(frozen=True, slots=True)
class Axis:
    """A setting and the values to try; `place` is the option that gives them."""

    name: str
    values: tuple[str, ...]
    place: Place

    @property
    def numbers(self) -> bool:
        """Whether its values are whole numbers, which have neighbours."""
        return all(re.fullmatch(r"-?\d+", value) for value in self.values)


def axis(text: str, option: str) -> Axis:
    """Reads an axis as an option gives it: `NAME=1..4`, `NAME=0..20..5` or `NAME=a,b,c`. Raises InputError."""
    place = Place(f"{option} {text}")
    name, equals, said = text.partition("=")
    parts = [part.strip() for part in said.split(",")]
    if not (name.strip() and equals and all(parts)):
        raise fail(EXPECTED, place)
    values = [value for part in parts for value in _values(part, place)]
    if twice := next((value for value in values if values.count(value) > 1), None):
        raise fail(f"{name.strip()}: {twice} is there twice", place)
    if all(re.fullmatch(r"\d+", value) for value in values):
        values.sort(key=int)
    return Axis(name.strip(), tuple(values), place)


def _values(part: str, place: Place) -> list[str]:
    if ".." not in part:
        return [part]
    match = re.fullmatch(r"(\d{1,6})\s*\.\.\s*(\d{1,6})(?:\s*\.\.\s*(\d{1,6}))?", part)
    low, high, step = (int(number or 1) for number in match.groups()) if match else (1, 0, 1)
    if low > high or step < 1:
        raise fail(f"expected a range such as 1..4 or 0..20..5, from less to more, got {part!r}", place)
    values = range(low, high + 1, step)
    if len(values) > MAX_VALUES:
        raise fail(f"expected at most {MAX_VALUES:,} values, got {len(values):,}; 0..{high}..10 takes steps", place)
    return [str(value) for value in values]


@dataclass(frozen=True)
class SearchSpace:
    """All points of one to six axes. Raises InputError if a setting is there twice, or if there are too many."""

    axes: tuple[Axis, ...]

    def __post_init__(self) -> None:
        names = [axis.name for axis in self.axes]
        for number, axis in enumerate(self.axes):
            if axis.name in names[:number]:
                raise fail(f"{axis.name} is there twice", axis.place)
        if len(self.axes) > len(PRIMES):
            raise fail(f"expected at most {len(PRIMES)} settings, got {len(self.axes)}", self.axes[-1].place)

    @property
    def size(self) -> int:
        return prod(len(axis.values) for axis in self.axes)

    @cached_property
    def _sorted(self) -> Sequence[int]:
        """The indices of the axes in the order of their names, so the order of options does not matter."""
        return sorted(range(len(self.axes)), key=lambda place: self.axes[place].name)

    def points(self) -> Iterator[Point]:
        return product(*(axis.values for axis in self.axes))

    def settings(self, point: Point) -> dict[str, str]:
        return {axis.name: value for axis, value in zip(self.axes, point, strict=True)}

    def order(self, point: Point) -> tuple[int, ...]:
        """Returns the key by which points are sorted, whatever the order of the axes."""
        return tuple(self.axes[place].values.index(point[place]) for place in self._sorted)

    def sample(self, most: int) -> list[Point]:
        """Returns all points, or, if there are more than asked for, a sample that fills the space evenly, in the order
        of `points`.

        They are the first of Halton's sequence (Numerische Mathematik 2, 1960), in whole numbers: rounding cannot
        differ between machines.
        """
        if self.size <= most:
            return list(self.points())
        points: dict[Point, None] = {}
        for number in count(1):
            point = [""] * len(self.axes)
            for base, place in zip(PRIMES, self._sorted, strict=False):
                values = self.axes[place].values
                point[place] = values[_spread(number, base, len(values))]
            points[tuple(point)] = None
            if len(points) >= most:
                break
        places = {axis.name: {value: index for index, value in enumerate(axis.values)} for axis in self.axes}
        return sorted(points, key=lambda point: [places[name][value] for name, value in self.settings(point).items()])

    def neighbours(self, point: Point) -> Iterator[Point]:
        """Yields the points that differ in one setting: by one step of a number, or by any other value if values have
        no order."""
        for place in self._sorted:
            values = self.axes[place].values
            here = values.index(point[place])
            near = (here - 1, here + 1) if self.axes[place].numbers else range(len(values))
            for other in near:
                if 0 <= other < len(values) and other != here:
                    yield (*point[:place], values[other], *point[place + 1 :])

    def check(self, game: Game) -> None:
        """Raises InputError for settings that the game does not have, and for values that a rule cannot take."""
        if faults := [fault for axis in self.axes for fault in _faults(axis, game)]:
            raise InputError(*faults)


def _spread(number: int, base: int, size: int) -> int:
    """The radical inverse of a number, as an index below `size`."""
    mirrored, scale = 0, 1
    while number:
        number, digit = divmod(number, base)
        mirrored, scale = mirrored * base + digit, scale * base
    return mirrored * size // scale


def _faults(axis: Axis, game: Game) -> Iterator[Fault]:
    rules = {info.name: info for info in explain(game.declared)} if game.declared else {}
    field, dot, card = axis.name.partition(".")
    cards = cards_and_kinds(game.node)
    if dot and card not in cards:
        yield Fault(f"{axis.name}: there is no card '{card}'{nearest(card, cards)}", axis.place, UNKNOWN_NAME)
    elif dot and field not in (known := _fields(game, cards[card])):
        message = f"{axis.name}: '{card}' has no '{field}'{nearest(field, known)}"
        yield Fault(message, axis.place, UNKNOWN_NAME)
    elif not dot and axis.name not in rules:
        close = likeliest(axis.name, [*rules, *cards])
        meant = f"; did you mean '{close if close in rules else f'{COUNT}.{close}'}'?" if close else ""
        message = f"there is no rule '{axis.name}'{meant or nearest(axis.name, rules)}"
        yield Fault(message, axis.place, UNKNOWN_NAME)
    elif not dot:
        info = rules[axis.name]
        values = [word(value) for value in info.values]
        if strange := next((value for value in axis.values if value not in values), None):
            among = f"{info.numbers[0]} to {info.numbers[-1]}" if info.numbers else ", ".join(values)
            yield Fault(f"{axis.name}: expected {among}, got '{strange}'", axis.place)


def _fields(game: Game, cards: Sequence[str]) -> set[str]:
    """The fields that cards have or their engine can read."""
    nodes = [node for one in game.designs if {one.id, one.card} & {*cards} for node in (one.node, one.kind_node)]
    read = card_fields_of(game.engine) if game.engine else {}
    return ({COUNT, *read} | {key for node in nodes for key in node.items}) - NOT_FIELDS
