"""What each noble asks for, once more, from the facts alone: P17-P31 and their rulings, one plain rule a noble.

A dish is (colour, value). `groups` is what lies under a noble: one tuple of dishes, for M4 the falling and the rising
stack. A noble's rule has two halves: `done`, its condition, and `sound`, a necessary condition of every part of what
fulfils it. The second only spares the search for a completion; nothing here is shared with the engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, pairwise

Dish = tuple[str, int]
Groups = tuple[tuple[Dish, ...], ...]

COLOURS = ("blue", "green", "purple", "pink", "yellow", "white")
DECK: list[Dish] = [(colour, value) for value in range(12, 0, -1) for colour in COLOURS]  # P1-P3, great values first
LETTERS = {"Y": "yellow", "B": "blue", "V": "purple", "G": "green", "P": "pink"}
WANTED = {  # PR2, by seat
    "U1": "YBVG", "U2": "BVGP", "U3": "VGPY", "U4": "GPYB", "U5": "PYBV",
    "M1": "BVGP", "M2": "GPYB", "M3": "PYBV", "M4": "VGPY", "M5": "YBVG",
}  # fmt: skip
POINTS = {"U1": 3, "U2": 1, "U3": 2, "U4": 2, "U5": 3, "U6": 1, "M1": 3, "M2": 3, "M3": 1, "M4": 2, "M5": 1, "M6": 2}
IN_ORDER = ("M3", "M4", "M5")  # P31


def colour_of(noble: str, seat: int) -> str:
    """What a seat's noble wants; nothing for U6 and M6."""
    return LETTERS[WANTED[noble][seat]] if noble in WANTED else ""


def counts_as(dish: Dish, colour: str) -> bool:
    """P4, PA10: white stands for any type."""
    return dish[0] in (colour, "white")


def total(dishes) -> int:
    return sum(value for _, value in dishes)


def values(dishes) -> set[int]:
    return {value for _, value in dishes}


def falling(dishes) -> bool:
    return all(one[1] > other[1] for one, other in pairwise(dishes))


def mirrored(dishes) -> list[Dish]:
    """12 for 1 and 1 for 12: what rises falls."""
    return [(kind, 13 - value) for kind, value in dishes]


def may_fall(dishes, most: int) -> bool:
    """Whether it falls, and leaves room below for the rest of `most` dishes."""
    return len(dishes) <= most and falling(dishes) and all(value > most - len(dishes) for _, value in dishes[-1:])


def all_count(dishes, colour: str) -> bool:
    return all(counts_as(dish, colour) for dish in dishes)


def equal_with_one(dishes, colour: str) -> bool:
    """P17, PA6: equal values, at least one of the colour."""
    return len(values(dishes)) == 1 and any(counts_as(dish, colour) for dish in dishes)


def two_groups(dishes, colour: str, sizes: tuple[int, int]) -> bool:
    """P20, P25, PA7, PA29: some division will do, even of one value."""
    if len(dishes) != sum(sizes):
        return False
    for one in combinations(dishes, sizes[0]):
        other = [dish for dish in dishes if dish not in one]
        if equal_with_one(one, colour) and equal_with_one(other, colour):
            return True
    return False


def done(noble: str, colour: str, groups: Groups) -> bool:
    """Whether what lies there is exactly what the noble asks for."""
    dishes = groups[0]
    size = len(dishes)
    match noble:
        case "U1":  # P19
            return size == 4 and equal_with_one(dishes, colour)
        case "U2":
            return two_groups(dishes, colour, (2, 2))
        case "U3":  # P21
            return size == 4 and all_count(dishes, colour) and total(dishes) < 15
        case "U4":  # P22
            low, middle, high = sorted(value for _, value in dishes) if size == 3 else (0, 0, 1)
            return all_count(dishes, colour) and low + middle == high
        case "U5":  # P23
            return size == 4 and all_count(dishes, colour) and total(dishes) > 38
        case "U6":  # P24
            return total(dishes) == 25
        case "M1":
            return two_groups(dishes, colour, (2, 3))
        case "M2":  # P26
            return size == 4 and all_count(dishes, colour) and len({value % 2 for _, value in dishes}) == 1
        case "M3":  # P27, PA1, PA9
            return size == 4 and falling(dishes) and all_count((dishes[0], dishes[3]), colour)
        case "M4":  # P28, PA8
            left, right = groups
            ordered = falling(left) and falling(right[::-1])
            return len(left) == len(right) == 3 and ordered and all_count((left[0], right[0]), colour)
        case "M5":  # P29
            return size == 4 and falling(dishes[::-1]) and all_count((dishes[0], dishes[3]), colour)
        case "M6":  # P30, PA11
            return total(dishes) == 25 and sound(noble, colour, groups)
    raise ValueError(noble)


def sound(noble: str, colour: str, groups: Groups) -> bool:
    """Whether it may be part of what the noble asks for: what fails this can never be completed."""
    dishes = groups[0]
    size = len(dishes)
    match noble:
        case "U1":
            return size <= 4 and len(values(dishes)) <= 1
        case "U2":
            return size <= 4 and len(values(dishes)) <= 2
        case "U3":
            return size <= 4 and all_count(dishes, colour) and total(dishes) + 4 - size < 15
        case "U4":
            return size <= 3 and all_count(dishes, colour)
        case "U5":
            return size <= 4 and all_count(dishes, colour) and total(dishes) + 12 * (4 - size) > 38
        case "U6":
            return total(dishes) <= 25  # PA5
        case "M1":
            return size <= 5 and len(values(dishes)) <= 2
        case "M2":
            return size <= 4 and all_count(dishes, colour) and len({value % 2 for _, value in dishes}) <= 1
        case "M3":
            return may_fall(dishes, 4) and all_count(dishes[:1], colour)
        case "M4":
            left, right = groups
            ordered = may_fall(left, 3) and may_fall(mirrored(right), 3)
            return ordered and all_count((*left[:1], *right[:1]), colour)
        case "M5":
            return may_fall(mirrored(dishes), 4) and all_count(dishes[:1], colour)
        case "M6":
            types = [kind for kind, _ in dishes]
            return total(dishes) <= 25 and "white" not in types and len(set(types)) == size
    raise ValueError(noble)


def plain(noble: str, groups) -> Groups:
    """The order of what lies there, forgotten where it does not matter."""
    return tuple(tuple(group if noble in IN_ORDER else sorted(group)) for group in groups)


@lru_cache(1 << 18)
def completes(noble: str, colour: str, groups: Groups) -> bool:
    """PA4: whether it is fulfilled, or is after others of the 72 dishes, wherever they are now, by trying them all."""
    return done(noble, colour, groups) or any(
        sound(noble, colour, later) and completes(noble, colour, plain(noble, later)) for later in grown(groups)
    )


def grown(groups: Groups) -> Iterator[Groups]:
    """What may lie there one dish later."""
    for dish in DECK:
        if not any(dish in group for group in groups):
            for place, group in enumerate(groups):
                yield (*groups[:place], (*group, dish), *groups[place + 1 :])


@lru_cache(1 << 18)
def judge(noble: str, colour: str, groups: Groups) -> str:
    """P32, P33, PA2: "met", "blocked" or "open", right after a dish was placed. `groups` are `plain`."""
    if done(noble, colour, groups):
        return "met"
    return "open" if sound(noble, colour, groups) and completes(noble, colour, groups) else "blocked"
