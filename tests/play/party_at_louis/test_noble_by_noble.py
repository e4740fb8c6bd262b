"""The engine against the reference, noble by noble: met, open or blocked, dish after dish."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.play.party_at_louis.made_up import verdict, with_dish
from tests.play.party_at_louis.reference import DISH, DISHES, ID, Reference, dealt
from tests.play.party_at_louis.reference_nobles import POINTS
from tests.play.party_at_louis.salon import salon


@pytest.mark.slow
@pytest.mark.parametrize("noble", sorted(POINTS))
def test_what_happens_to_a_noble(noble):
    """P17-P33, PA4-PA11: most often a dish that may do, of a value already there, until it is met or blocked."""
    chooser, seen = random.Random(noble), Counter()
    for case in range(16):
        groups, found, seat = [[], []] if noble == "M4" else [[]], "open", case % 4
        while found == "open":
            there = [dish for group in groups for dish in group]
            dishes = [ID[dish] for dish in chooser.sample(DISHES, 72) if ID[dish] not in there]
            grown = [(place, with_dish(groups, place, dish)) for dish in dishes for place in range(len(groups))]
            ranked = sorted(grown, key=lambda later, seat=seat: liking(noble, seat, later[1]))
            place, groups = ranked[chooser.choice([0, 0, 0, 0, 0, -1])]
            found = verdict(noble, seat, groups)
            assert found == served(noble, seat, groups, place)
            seen[found] += 1
    assert len(seen) == 3, seen


def liking(noble: str, seat: int, groups: list[list[str]]) -> tuple[int, int]:
    """Less for what serves the noble, and for few values."""
    found = ["met", "open", "blocked"].index(verdict(noble, seat, groups))
    return found, len({DISH[dish][1] for group in groups for dish in group})


def served(noble: str, seat: int, groups: list[list[str]], place: int) -> str:
    """What the engine makes of a noble when the last dish of a group is placed."""
    side = "masked" if noble[0] == "M" else "unmasked"
    found = dealt(4, side, random.Random(1))
    dish = groups[place][-1]
    before = [group[:-1] if at == place else group for at, group in enumerate(groups)]
    there = [name for group in groups for name in group]
    rest = [ID[other] for other in DISHES if ID[other] not in there]
    found["nobles"][seat][int(noble[1]) - 1]["groups"] = before
    found |= {
        "held": [dish], "sideboard": [*rest[:6], None, None, None], "discard": rest[6:20],
        "draw": ["end", *rest[20:]], "to_act": seat, "phase": "place",
    }  # fmt: skip
    position = salon().from_snapshot(found)
    placed = ("place", DISH[dish], noble, place)
    position.apply_action(position.legal_actions()[Reference(found, random.Random()).options().index(placed)])
    after = position.snapshot()["nobles"][seat][int(noble[1]) - 1]
    if after["validated"]:
        return "met"
    return "open" if any(after["groups"]) else "blocked"
