"""The dishes under a noble, as far as its demand distinguishes them: dishes as traits, a group's cards as a pile.

Two dishes that no test of a demand distinguishes have the same traits, and two heaps that no dish distinguishes are the
same. This module does not know how many dishes of a kind there are; `blocking.py` does.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from threading import Lock
from typing import NamedTuple

import numpy as np

from cardgen.play.games.party_at_louis.group import Group

WHITE = "white"


class Dish(NamedTuple):
    """A dish card (P2, P3)."""

    type: str
    value: int


class Trait(NamedTuple):
    """The properties of a dish that one group reads; others have their defaults."""

    value: int = 0
    parity: int = 0
    wanted: bool = False  # counts as the required colour
    opens: bool = False  # can be laid first
    closes: bool = False  # can be laid last
    type: str = ""


class Pile(NamedTuple):
    """The state of a group's cards."""

    size: int = 0
    total: int = 0
    value: int = 0
    parity: int = -1
    wanted: bool = False
    latest: int = 0
    closed: bool = False
    types: tuple[str, ...] = ()
    values: tuple[int, ...] = ()


class Shape(NamedTuple):
    """A group's tests without their colours, which the traits hold, so nobles of two players can share a shape."""

    low: int
    high: int | None
    same: bool
    wanted: bool
    alone: bool  # exactly one card of the colour is required
    sum: tuple[str, int] | None
    adds_up: bool
    parity: bool
    order: str | None
    first: bool
    last: bool
    distinct: bool


Feature = tuple[Trait | None, ...]
"""A kind of dishes that a demand does not distinguish: what each of its groups sees of them."""


def shape(group: Group) -> Shape:
    """The shape of a group."""
    return Shape(
        group.cards.low,
        group.cards.high,
        group.same is not None,
        group.one_of is not None or group.just_one is not None,
        group.just_one is not None,
        (group.sum.test, group.sum.value) if group.sum else None,
        group.adds_up,
        group.parity == "same",
        group.order,
        group.first is not None,
        group.last is not None,
        group.types is not None,
    )


def trait(group: Group, dish: Dish, white_at_ends: bool) -> Trait | None:
    """The trait of a dish in a group; None if it can never belong there. White counts as any colour (P4, PA10)."""

    def counts_as(colour: str | None, joker: bool = True) -> bool:
        return dish.type == colour or (joker and dish.type == WHITE)

    if (dish.type == WHITE and not group.white) or (group.colour and not counts_as(group.colour)):
        return None
    if group.parity in ("even", "odd") and dish.value % 2 != (group.parity == "odd"):
        return None
    return Trait(
        value=dish.value if group.same or group.sum or group.adds_up or group.order else 0,
        parity=dish.value % 2 if group.parity == "same" else 0,
        wanted=(colour := group.one_of or group.just_one) is not None and counts_as(colour),
        opens=group.first is not None and counts_as(group.first, white_at_ends),
        closes=group.last is not None and counts_as(group.last, white_at_ends),
        type=dish.type if group.types else "",
    )


def with_card(shape: Shape, pile: Pile, trait: Trait | None) -> Pile | None:
    """The pile with one more card; None if the group can then never be complete."""
    if trait is None or pile.size == shape.high:
        return None
    if shape.first and pile.size == 0 and not trait.opens:
        return None
    if shape.alone and pile.wanted and trait.wanted:
        return None
    if shape.same and pile.value not in (0, trait.value):
        return None
    if shape.parity and pile.parity not in (-1, trait.parity):
        return None
    if shape.distinct and trait.type in pile.types:
        return None
    if pile.latest and (trait.value >= pile.latest if shape.order == "falling" else trait.value <= pile.latest):
        return None
    values = tuple(sorted((*pile.values, trait.value))) if shape.adds_up else ()
    if len(values) == 3 and values[0] + values[1] != values[2]:
        return None
    total = 0
    if shape.sum:
        test, goal = shape.sum
        total = pile.total + trait.value
        if total > goal - (test == "below") and test != "above":
            return None
        total = min(total, goal + 1)
    return Pile(
        size=min(pile.size + 1, shape.high or shape.low),
        total=total,
        value=trait.value if shape.same else 0,
        parity=trait.parity if shape.parity else -1,
        wanted=pile.wanted or (shape.wanted and trait.wanted),
        latest=trait.value if shape.order else 0,
        closed=shape.last and trait.closes,
        types=tuple(sorted((*pile.types, trait.type))) if shape.distinct else (),
        values=values,
    )


def is_complete(shape: Shape, pile: Pile) -> bool:
    """Whether the group passes all its tests."""
    if pile.size < shape.low or (shape.wanted and not pile.wanted) or (shape.last and not pile.closed):
        return False
    if shape.sum is None:
        return True
    test, goal = shape.sum
    return pile.total == goal if test == "exactly" else pile.total < goal if test == "below" else pile.total > goal


ENDLESS = 1000  # dishes, more than any deck has
DEAD, ITSELF = -1, -2  # instead of a heap: a dead end, and the same heap


class Piles:
    """All piles of one group, numbered: 0 is the empty one.

    `after[pile][feature]` is the pile with one more dish, DEAD if no dishes could then complete it.
    `most[pile, feature]` is the largest number of dishes of a feature in any completion.
    """

    def __init__(self, shape: Shape, traits: Sequence[Trait | None]) -> None:
        self.shape, self.traits = shape, traits
        self.piles: list[Pile] = []
        self.after: list[list[int]] = []
        self.done: list[bool] = []
        self.most: list[np.ndarray] = []
        self._numbers: dict[Pile, int] = {}
        self.alive = self._explore(Pile()) != DEAD
        self.empty = self._numbers[Pile()]

    def _explore(self, pile: Pile) -> int:
        if pile in self._numbers:
            return self._numbers[pile]
        complete = is_complete(self.shape, pile)
        after, most = [], np.zeros(len(self.traits), np.int32)
        for feature, trait in enumerate(self.traits):
            laid_on = with_card(self.shape, pile, trait)
            number = DEAD
            if laid_on == pile:
                number, most[feature] = ITSELF, ENDLESS
            elif laid_on is not None and (number := self._explore(laid_on)) != DEAD:
                later = self.most[number].copy()
                later[feature] += 1
                np.maximum(most, later, out=most)
            after.append(number)
        if not complete and all(number in (DEAD, ITSELF) for number in after):
            self._numbers[pile] = DEAD
            return DEAD
        own = self._numbers[pile] = len(self.piles)
        self.piles.append(pile)
        self.after.append([own if number == ITSELF else number for number in after])
        self.done.append(complete)
        self.most.append(most)
        return own


Heap = frozenset[tuple[int, ...]]
"""Every way to divide cards among the groups of a demand (PA29): the number of a pile for each."""


class Laying(NamedTuple):
    """How cards are laid to the groups of a demand."""

    stacks: int  # 2: the player chooses the group of each card (P28, PA8); 1: any division counts (PA29)
    in_turn: bool  # the second group begins after the first (`stacks: one_by_one`)
    share_value: bool  # PA7: two groups of one value each can have the same value


@lru_cache(maxsize=64)
def heaps_of(shapes: tuple[Shape, ...], features: tuple[Feature, ...], laying: Laying) -> Heaps:
    """The heaps of a demand, cached for all decks and rules with the same shapes and features."""
    return Heaps(shapes, features, laying)


class Heaps:
    """All heaps of a demand, over the features of a deck, numbered in the order in which they occur.

    `met[heap]` is whether some division completes every group, `most[heap][feature]` the largest number of dishes of a
    feature in any completion. `columns` are the ways to add a dish: its feature, and the stack.
    """

    def __init__(self, shapes: tuple[Shape, ...], features: tuple[Feature, ...], laying: Laying) -> None:
        self.groups = [Piles(shape, [feature[i] for feature in features]) for i, shape in enumerate(shapes)]
        self.laying = laying
        self.columns = [(feature, stack) for stack in range(laying.stacks) for feature in range(len(features))]
        interchangeable = len(shapes) == 2 and shapes[0] == shapes[1] and all(one == two for one, two in features)
        self._sorted = interchangeable and laying.stacks == 1 and not laying.in_turn
        self.met: list[bool] = []
        self.most: list[list[int]] = []
        self._heaps: list[Heap] = []
        self._numbers: dict[Heap, int] = {}
        self._after: dict[int, list[int]] = {}
        self._lock = Lock()
        ways = [tuple(group.empty for group in self.groups)] if all(group.alive for group in self.groups) else []
        self.empty = self._number(frozenset(ways))  # no cards; DEAD if no dishes could meet the demand

    def after(self, heap: int) -> list[int]:
        """The heap with one more dish, by column; DEAD if no dishes could complete it."""
        if (known := self._after.get(heap)) is None:
            with self._lock:  # several threads number heaps
                ways = self._heaps[heap]
                known = [self._number(self._with(ways, feature, stack)) for feature, stack in self.columns]
                self._after[heap] = known
        return known

    def _number(self, heap: Heap) -> int:
        if not heap:
            return DEAD
        if heap not in self._numbers:
            self._numbers[heap] = len(self._heaps)
            self._heaps.append(heap)
            done = (all(group.done[pile] for group, pile in zip(self.groups, piles, strict=True)) for piles in heap)
            self.met.append(any(done))
            most = [[group.most[pile] for group, pile in zip(self.groups, piles, strict=True)] for piles in heap]
            self.most.append(np.max(np.sum(most, axis=1), axis=0).tolist())
        return self._numbers[heap]

    def _with(self, heap: Heap, feature: int, stack: int) -> Heap:
        heaps = set()
        for piles in heap:
            for index in (stack,) if self.laying.stacks > 1 else range(len(piles)):
                pile = self.groups[index].after[piles[index]][feature]
                if pile == DEAD or (self.laying.in_turn and not self._has_its_turn(piles, index)):
                    continue
                laid_on = (*piles[:index], pile, *piles[index + 1 :])
                if self.laying.share_value or not self._share_value(laid_on):
                    heaps.add(tuple(sorted(laid_on)) if self._sorted else laid_on)
        return frozenset(heaps)

    def _has_its_turn(self, piles: tuple[int, ...], index: int) -> bool:
        if len(piles) == 1:
            return True
        return piles[1] == self.groups[1].empty if index == 0 else self.groups[0].done[piles[0]]

    def _share_value(self, piles: tuple[int, ...]) -> bool:
        values = [group.piles[pile].value for group, pile in zip(self.groups, piles, strict=True)]
        return len(values) > 1 and values[0] == values[1] != 0
