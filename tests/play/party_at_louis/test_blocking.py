"""The tables that say what meets and what blocks a noble, against brute force over the deck (PA4)."""

from __future__ import annotations

import random
from functools import cache

import pytest

from cardgen.play.games.party_at_louis.cards import cards
from tests.play.games import played
from tests.play.party_at_louis import oracle
from tests.play.party_at_louis.oracle import BLOCKED, MET, NOBLES, OPEN, fulfilling, judge, names

GAME = played("party_at_louis")
TABLE = GAME.table
STEPS = TABLE.steps.tolist()
FACES = {(noble.name, noble.player): noble.face for noble in cards(GAME.definition).nobles}


def walked(noble, player, laid):
    """What the engine's table makes of dishes laid one by one, each (dish, stack); only the last may close it."""
    face = FACES[noble, player]
    heap = int(TABLE.start[face])
    for dish, stack in laid:
        assert heap > 0
        heap = STEPS[heap + int(TABLE.column[face, dish]) + stack * int(TABLE.second[face])]
    return OPEN if heap > 0 else MET if heap < 0 else BLOCKED


def heaps(noble, player, chooser, count):
    """Sequences of dishes that are open up to their last: half by chance, half along the way to a fulfilling set."""
    for turn in range(count):
        rest = list(range(72))
        chooser.shuffle(rest)
        goal = way(noble, player, chooser) if turn % 4 else []
        groups, laid = [[], []] if noble == "M4" else [[]], []
        while True:
            if goal and chooser.random() < 0.9:
                dish, stack = goal.pop(0)
            else:
                goal, dish, stack = [], rest.pop(), chooser.randrange(len(groups))
            if any(dish in group for group in groups):
                continue
            groups[stack].append(dish)
            laid.append((dish, stack))
            told = judge(noble, player, groups)
            yield laid[:], told, [group[:] for group in groups]
            if told != OPEN:
                break


def way(noble, player, chooser):
    """The dishes of a fulfilling set with their stacks, in an order in which they may be laid."""
    if noble == "U6":
        return [(dish, 0) for dish in chooser.sample(range(72), 8)]
    if noble == "M4":
        stacks = [list(chooser.choice(oracle.stack_orders(player, sign))) for sign in (-1, 1)]
        order = chooser.sample([0, 0, 0, 1, 1, 1], 6)
        return [(int(stacks[stack].pop(0)), stack) for stack in order]
    dishes = list(chooser.choice(fulfilling(noble, player)))
    if noble not in ("M3", "M5"):
        chooser.shuffle(dishes)
    return [(dish, 0) for dish in dishes]


@pytest.mark.parametrize("player", range(4))
@pytest.mark.parametrize("noble", NOBLES)
def test_every_heap_is_judged_as_brute_force_does(noble, player):
    chooser = random.Random(f"{noble}{player}")
    seen = {MET: 0, OPEN: 0, BLOCKED: 0}
    for laid, told, groups in heaps(noble, player, chooser, 60):
        assert walked(noble, player, laid) == told, [names(group) for group in groups]
        seen[told] += 1
    assert all(seen.values()), seen


@pytest.mark.parametrize("noble", NOBLES)
def test_every_single_dish(noble):
    for player in range(4):
        for dish in range(72):
            for stack in (0, 1) if noble == "M4" else (0,):
                groups = [[], []] if noble == "M4" else [[]]
                groups[stack].append(dish)
                assert walked(noble, player, [(dish, stack)]) == judge(noble, player, groups), (noble, player, dish)


COUNTS = {
    "U1": 168, "U2": 5_418, "U3": 389, "U4": 252, "U5": 262,
    "M1": 19_056, "M2": 990, "M3": 71_280, "M5": 71_280, "M6": 14_651,
}  # fmt: skip


def fulfilled(noble, player):
    """How many sets meet a demand, counted by the engine's table: dishes in the order of the deck, or of laying."""
    face = FACES[noble, player]
    columns = TABLE.column[face].tolist()
    ordered = noble in ("M3", "M5")

    @cache
    def count(heap, first):
        total = 0
        for dish in range(first, 72):
            after = STEPS[heap + columns[dish]]
            total += 1 if after < 0 else count(after, 0 if ordered else dish + 1) if after > 0 else 0
        return total

    return count(int(TABLE.start[face]), 0)


@pytest.mark.parametrize("noble", COUNTS)
def test_as_many_sets_fulfil_a_demand_as_were_counted(noble):
    """Known values of random-play.md; M6 has 14,651 sets for one player as for another."""
    assert len(fulfilling(noble, 0)) == COUNTS[noble]
    assert {fulfilled(noble, player) for player in range(4)} == {COUNTS[noble]}


def test_cases_that_one_can_check_by_hand():
    ones = list(range(0, 72, 12))
    for told, laid in (
        (MET, [0, 11, 23]),  # 1 + 12 + 12
        (OPEN, [0, 10, 11]),  # 1 + 11 + 12 = 24, and there are more 1s
        (BLOCKED, [*ones, 23, 5]),  # PA42: six 1s, 12 and 6 are 24, and no 1 is left
        (OPEN, [*ones[:-1], 23, 6]),  # five 1s, 12 and 7: the sixth 1 would do
    ):
        assert judge("U6", 0, [laid]) == told
        assert walked("U6", 0, [(card, 0) for card in laid]) == told
