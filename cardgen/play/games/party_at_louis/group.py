"""A group of cards that lie together under a noble, and the tests that it must pass (facts P17-P31).

    cards: 4 | 2-5 | any      how many cards the group has, exactly
    same: value               all of one value
    colour: mine              every card counts as that colour
    one_of: mine              at least one does (PA6), or exactly one where the rule `needed_colour` says so
    just_one: mine            exactly one does
    first, last: mine         the card laid first or last does; only where there is an order
    sum: 25 | below 15 | above 38
    adds_up: yes              two of three cards add up to the third
    parity: same              all even or all odd; `even` and `odd` say which
    order: falling | rising   each card is lower or higher than the one before, and they are laid in that order (P31)
    types: distinct           at most one card of each type
    white: no                 no white card; otherwise white counts as any colour (P4)

`mine` is the colour that the card's own field `mine` names. `order: masked3_order` leaves the order to the rule of that
name (PA1).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema, model_validator

from cardgen.definitions.fields import Flag, Model, quote
from cardgen.foundations.dataclass import dataclass

MINE = "mine"
MAX_CARDS, HIGHEST_SUM = 12, 144  # of a group; twelve cards of 12 have the highest sum
COLOURS = ("blue", "green", "purple", "pink", "yellow")  # white is the joker (P2, P4)
Colour = Literal["blue", "green", "purple", "pink", "yellow", "mine"]


@dataclass(frozen=True, slots=True)
class Size:
    """The number of cards of a group: from `low` to `high`; None is any number."""

    low: int
    high: int | None

    @property
    def exact(self) -> bool:
        return self.low == self.high


Test = Literal["exactly", "below", "above"]


@dataclass(frozen=True, slots=True)
class Sum:
    """A bound on the sum of a group's values: `exactly`, `below` or `above` a number."""

    test: Test
    value: int


def size(value: Any) -> Size:
    if isinstance(value, str) and value == "any":
        return Size(1, None)
    match = re.fullmatch(r"(\d{1,2})(?:\s*[-–]\s*(\d{1,2}))?", value) if isinstance(value, str) else None
    low, high = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not 1 <= low <= high <= MAX_CARDS:
        raise ValueError(
            f"expected a number of cards from 1 to {MAX_CARDS}, such as 4 or 2-5, or any, got {quote(value)}"
        )
    return Size(low, high)


def total(value: Any) -> Sum:
    match = re.fullmatch(r"(?:(below|above)\s+)?(\d{1,3})", value) if isinstance(value, str) else None
    if not match or not 1 <= int(match[2]) <= HIGHEST_SUM:
        expected = f"expected a sum from 1 to {HIGHEST_SUM}, such as 25, below 15 or above 38"
        raise ValueError(f"{expected}, got {quote(value)}")
    test: Test = "exactly" if not match[1] else "below" if match[1] == "below" else "above"
    return Sum(test, int(match[2]))


Cards = Annotated[Size, BeforeValidator(size), WithJsonSchema({"type": ["integer", "string"]})]
Total = Annotated[Sum, BeforeValidator(total), WithJsonSchema({"type": ["integer", "string"]})]


class Group(Model):
    """Cards that lie together under a noble: every test must hold."""

    cards: Cards = Field(description="How many: 4, 2-5, or any.")
    same: Literal["value"] | None = Field(None, description="All of one value.")
    colour: Colour | None = Field(None, description="Every card counts as that colour.")
    one_of: Colour | None = Field(None, description="At least one card counts as that colour.")
    just_one: Colour | None = Field(None, description="Exactly one card counts as that colour.")
    sum: Total | None = Field(None, description="What the values add up to: 25, below 15, above 38.")
    adds_up: Flag = Field(False, description="Two of the three cards add up to the third.")
    parity: Literal["same", "even", "odd"] | None = Field(None, description="All even or all odd.")
    order: Literal["falling", "rising", "masked3_order"] | None = Field(
        None, description="Strictly falling or rising values, laid in that order."
    )
    first: Colour | None = Field(None, description="The card laid first counts as that colour.")
    last: Colour | None = Field(None, description="The card laid last counts as that colour.")
    types: Literal["distinct"] | None = Field(None, description="At most one card of each type.")
    white: Flag = Field(True, description="`no` forbids white cards in the group.")

    @model_validator(mode="after")
    def _check(self) -> Group:
        several = [f"{one} and {two}" for one, two in _CONTRARY if self._says(one) and self._says(two)]
        if several:
            raise ValueError(f"expected either {several[0].replace(' and ', ' or ')}, not both")
        if self.order is None and (self.first or self.last):
            raise ValueError(f"'{'first' if self.first else 'last'}' needs an order: rising or falling")
        if self.adds_up and self.cards != Size(3, 3):
            raise ValueError("'adds_up' needs cards: 3")
        if self.types and not self.cards.low <= len(COLOURS) + self.white:
            raise ValueError(f"there are only {len(COLOURS) + self.white} types, so more cards cannot all differ")
        return self

    def _says(self, test: str) -> bool:
        return bool(getattr(self, test))

    @property
    def wanted(self) -> tuple[str, ...]:
        """The colours that the group names, in the order of its tests."""
        return tuple(c for c in (self.colour, self.one_of, self.just_one, self.first, self.last) if c)

    @property
    def tests(self) -> tuple[str, ...]:
        """The names of the group's tests in a fixed order, which form the key of its sentence."""
        return tuple(self._tests())

    def _tests(self) -> Iterator[str]:
        if self.same:
            yield "same"
        yield from (test for test in ("colour", "one_of", "just_one") if self._says(test))
        if self.sum:
            yield self.sum.test
        if self.adds_up:
            yield "adds_up"
        if self.parity:
            yield {"same": "parity"}.get(self.parity, self.parity)
        if self.order:
            yield self.order
        if self.first and self.first == self.last:
            yield "ends"
        else:
            yield from (test for test in ("first", "last") if self._says(test))
        if self.types:
            yield "distinct"
        if not self.white:
            yield "no_white"


_CONTRARY = (("same", "order"), ("same", "adds_up"), ("one_of", "just_one"),
             ("colour", "one_of"), ("colour", "just_one"), ("colour", "types"), ("colour", "first"), ("colour", "last"),
)  # fmt: skip
