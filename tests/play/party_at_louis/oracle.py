"""What fulfils a noble, written anew from the facts (P17-P31) and sought by brute force over the whole deck.

Nothing here is the engine's: colours come from the table of PR2, every fulfilling set is listed once, and a
noble can still be fulfilled exactly where some listed set holds all that lies under it.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, product

import numpy as np

COLOURS = ("blue", "green", "purple", "pink", "yellow", "white")
DECK = [(colour, value) for colour in COLOURS for value in range(1, 13)]
PLAYERS = ("crown", "fan", "wig", "mask")
WANTED = {  # PR2, by player
    "U1": "YBVG", "U2": "BVGP", "U3": "VGPY", "U4": "GPYB", "U5": "PYBV",
    "M1": "BVGP", "M2": "GPYB", "M3": "PYBV", "M4": "VGPY", "M5": "YBVG",
}  # fmt: skip
LETTERS = {"Y": "yellow", "B": "blue", "V": "purple", "G": "green", "P": "pink"}


def wanted(noble: str, player: int) -> str | None:
    return LETTERS[WANTED[noble][player]] if noble in WANTED else None


def names(cards) -> list[str]:
    return [f"{DECK[card][0]}-{DECK[card][1]}" for card in cards]


@cache
def counting_as(colour: str) -> tuple[int, ...]:
    """The dishes of a colour and the white ones (P4)."""
    return tuple(card for card, (own, _) in enumerate(DECK) if own in (colour, "white"))


def value(card: int) -> int:
    return DECK[card][1]


@cache
def fulfilling(noble: str, player: int) -> list[tuple[int, ...]]:
    """Every set of dishes that fulfils a noble; where order counts, in the order of laying."""
    colour = wanted(noble, player)
    mine = set(counting_as(colour)) if colour else set()
    return list(dict.fromkeys(LISTS[noble](mine)))


def of_value(number: int) -> list[int]:
    return [card for card in range(72) if value(card) == number]


def u1(mine):
    for number in range(1, 13):
        yield from (cards for cards in combinations(of_value(number), 4) if mine & set(cards))


def groups(mine, sizes):
    """Two groups of one value each, each with a card of one's own; the values may be the same."""
    for values in product(range(1, 13), repeat=2):
        for first in combinations(of_value(values[0]), sizes[0]):
            for second in combinations(of_value(values[1]), sizes[1]):
                if mine & set(first) and mine & set(second) and not set(first) & set(second):
                    yield tuple(sorted(first + second))


def u3(mine):
    yield from (cards for cards in combinations(sorted(mine), 4) if sum(map(value, cards)) < 15)


def u4(mine):
    for cards in combinations(sorted(mine), 3):
        low, middle, high = sorted(map(value, cards))
        if low + middle == high:
            yield cards


def u5(mine):
    yield from (cards for cards in combinations(sorted(mine), 4) if sum(map(value, cards)) > 38)


def m2(mine):
    yield from (cards for cards in combinations(sorted(mine), 4) if len({value(card) % 2 for card in cards}) == 1)


def ladder(mine, sign):
    """Four dishes, each beyond the one before; the ends are one's own."""
    for values in combinations(range(1, 13), 4):
        for cards in product(*(of_value(number) for number in values[::sign])):
            if cards[0] in mine and cards[3] in mine:
                yield cards


def m6(mine):
    """25 with at most one dish of a colour, none white."""
    for count in range(1, 6):
        for colours in combinations(range(5), count):
            for values in product(range(1, 13), repeat=count):
                if sum(values) == 25:
                    yield tuple(12 * colour + number - 1 for colour, number in zip(colours, values, strict=True))


def stacks(mine, sign):
    """Three dishes, each beyond the one before; the first is one's own."""
    for values in combinations(range(1, 13), 3):
        for cards in product(*(of_value(number) for number in values[::sign])):
            if cards[0] in mine:
                yield cards


LISTS = {
    "U1": u1,
    "U2": lambda mine: groups(mine, (2, 2)),
    "U3": u3,
    "U4": u4,
    "U5": u5,
    "M1": lambda mine: groups(mine, (2, 3)),
    "M2": m2,
    "M3": lambda mine: ladder(mine, -1),
    "M5": lambda mine: ladder(mine, 1),
    "M6": m6,
}


@cache
def holding(noble: str, player: int) -> np.ndarray:
    """Which dishes (columns) each fulfilling set (rows) holds."""
    sets = fulfilling(noble, player)
    found = np.zeros((len(sets), 72), bool)
    for row, cards in enumerate(sets):
        found[row, list(cards)] = True
    return found


@cache
def orders(noble: str, player: int) -> np.ndarray:
    return np.array(fulfilling(noble, player))


@cache
def stack_orders(player: int, sign: int) -> np.ndarray:
    return np.array(list(stacks(set(counting_as(wanted("M4", player))), sign)))


MET, OPEN, BLOCKED = "met", "open", "blocked"


def judge(noble: str, player: int, groups: list[list[int]]) -> str:
    """What the dishes under a noble, in the order of laying (M4: of each stack), have come to."""
    return JUDGES.get(noble, _judge_set)(noble, player, groups)


def _judge_set(noble, player, groups):
    laid = groups[0]
    fitting = holding(noble, player)[holding(noble, player)[:, laid].all(axis=1)]
    if not len(fitting):
        return BLOCKED
    return MET if (fitting.sum(axis=1) == len(laid)).any() else OPEN


def _judge_ladder(noble, player, groups):
    laid = groups[0]
    fitting = (orders(noble, player)[:, : len(laid)] == laid).all(axis=1)
    if not fitting.any():
        return BLOCKED
    return MET if len(laid) == 4 else OPEN


def _judge_stacks(noble, player, groups):
    fitting = []
    for laid, sign in zip(groups, (-1, 1), strict=True):
        if len(laid) > 3:
            return BLOCKED
        found = stack_orders(player, sign)
        fitting.append(found[(found[:, : len(laid)] == laid).all(axis=1)])
    if not all(map(len, fitting)):
        return BLOCKED
    if all(len(laid) == 3 for laid in groups):
        return MET
    for first in fitting[0]:  # both stacks want dishes of one deck
        apart = ~np.isin(fitting[1], first).any(axis=1)
        if apart.any():
            return OPEN
    return BLOCKED


def _judge_25(noble, player, groups):
    laid = groups[0]
    rest = 25 - sum(map(value, laid))
    if rest <= 0:
        return MET if rest == 0 else BLOCKED
    reached = {0}
    for card in range(72):
        if card not in laid:
            reached |= {total + value(card) for total in reached if total + value(card) <= rest}
    return OPEN if rest in reached else BLOCKED


JUDGES = {"M3": _judge_ladder, "M5": _judge_ladder, "M4": _judge_stacks, "U6": _judge_25}
NOBLES = ("U1", "U2", "U3", "U4", "U5", "U6", "M1", "M2", "M3", "M4", "M5", "M6")
