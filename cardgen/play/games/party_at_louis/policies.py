"""The policies of Party at Louis: the weights of actions.

A policy reads only what its player can see: the sideboard, all nobles, how many cards are left in the pile.
"""

from __future__ import annotations

import numpy as np

from cardgen.play.compiled import allocating, compiled
from cardgen.play.games.party_at_louis.record import (
    AT_ONCE,
    BLOCKED,
    CELLS,
    CLEAR,
    DONE,
    EVERY_CELL,
    HORIZON,
    IMPOSTOR,
    NONE,
    PLACE,
    TAKING,
    face,
)

POLICIES = ("greedy", "keep", "proud")
GREEDY, KEEP, PROUD = range(3)
ABOUT = {
    "keep": "keeps all dishes that it can; otherwise plays at random",
    "proud": "like greedy, but never asks the impostor for help",
}
FORGOES = ("proud",)

IMPOSSIBLE = -1000.0
FORGONE = -2000.0
IMPOSTOR_KEPT = 0.03  # value of an unused impostor for each turn to go


@allocating
def weigh(table, state, policy, options, weights):
    """Writes the weight of each option for the player to act."""
    if policy == KEEP:
        for option in range(len(weights)):
            weights[option] = options[option] == DONE
        return
    turns = turns_to_go(table, state)
    dishes, gains, best = np.empty(3, np.int64), np.empty(8), np.empty(8)
    for option in range(len(weights)):
        action = options[option]
        if action & CLEAR:
            weights[option] = 0.0 if action == DONE else cleared(table, state, turns, action - CLEAR)
        elif action & PLACE:
            dish, noble, stack = action >> 4 & 127, action >> 1 & 7, action & 1
            weights[option] = value_of_placing(table, state, turns, dish, noble, stack, dishes, gains, best)
        else:
            weights[option] = value_of_taking(table, state, turns, action, dishes, gains, best)
            if policy == PROUD and action & IMPOSTOR:
                weights[option] = FORGONE


@compiled
def turns_to_go(table, state):
    """The number of turns that the player can expect after this one."""
    if state.players == 1:
        return min(HORIZON, max(0, table.solo_turns - state.turns))
    if state.end_seen > 1:
        return 0
    high = min(state.end_high, state.draw_size)
    cards = state.draw_size - (state.end_low + high) / 2.0
    if state.end_seen == 0:
        pool = table.dishes - CELLS
        for player in range(state.players):
            pool -= state.dishes[player]
        cards += pool / 2.0
    return min(HORIZON, max(0, int(cards / (3.0 * state.players) + 0.5)))


@compiled
def value_of_taking(table, state, turns, action, dishes, gains, best):
    """The best service of the dishes on some cells; the impostor waits for a great one."""
    count = gathered(state, action, dishes)
    kept = IMPOSTOR_KEPT * turns if action & IMPOSTOR else 0.0
    return served(table, state, turns, NONE, dishes, count, gains, best) - kept


@compiled
def gathered(state, action, dishes):
    """Writes the dishes on some cells, and returns their number."""
    count = 0
    for cell in range(CELLS):
        if action >> cell & 1 and state.sideboard[cell] != NONE:
            dishes[count] = state.sideboard[cell]
            count += 1
    return count


@compiled
def value_of_placing(table, state, turns, dish, noble, stack, dishes, gains, best):
    """The gain of a noble by a dish, plus the best service of the dishes still in hand."""
    count = 0
    for held in range(state.held_size):
        if state.held[held] != dish:
            dishes[count] = state.held[held]
            count += 1
    player = state.to_act
    side = face(state, player, noble)
    before = state.heap[player, noble]
    after = lay(table, side, before, stack, dish)
    closed = noble if after < 0 and table.validation == AT_ONCE else NONE
    if closed == NONE:
        state.heap[player, noble] = after
    gain = worth(table, side, turns, after) - worth(table, side, turns, before)
    gain += served(table, state, turns, closed, dishes, count, gains, best)
    state.heap[player, noble] = before
    return gain


@compiled
def cleared(table, state, turns, noble):
    """The gain of a noble by clearing it, less a little, because lying dishes break ties."""
    side = face(state, state.to_act, noble)
    now = worth(table, side, turns, state.heap[state.to_act, noble])
    return worth(table, side, turns, table.start[side]) - now - 0.001


@compiled
def lay(table, side, heap, stack, dish):
    """The row of the heap with the dish added; the row of the empty heap if that blocks."""
    row = table.steps[abs(heap) + table.column[side, dish] + stack * table.second[side]]
    return table.start[side] if row == BLOCKED else row


@compiled
def worth(table, side, turns, heap):
    """The expected points of a heap: all if its demand is met, else times its chance."""
    if heap < 0:
        return 1.0 * table.points[side]
    return table.points[side] * table.outlook[turns, table.steps[heap]]


@compiled
def served(table, state, turns, closed, dishes, count, gains, best):
    """The most that up to three dishes add, however they are served; noble `closed` gets none.

    The gain of one noble does not depend on the others. So noble after noble takes none, some or all of the dishes:
    best[many] is the most that the dishes with bits in `many` have added so far.
    """
    player = state.to_act
    everything = (1 << count) - 1
    best[0] = 0.0
    for many in range(1, everything + 1):
        best[many] = IMPOSSIBLE
    for noble in range(table.nobles):
        if state.validated[player] >> noble & 1 or noble == closed:
            continue
        side = face(state, player, noble)
        heap = state.heap[player, noble]
        now = worth(table, side, turns, heap)
        for some in range(1, everything + 1):
            gains[some] = in_best_order(table, side, turns, heap, dishes, some) - now
        for many in range(everything, 0, -1):
            some = many
            while some:
                best[many] = max(best[many], best[many ^ some] + gains[some])
                some = (some - 1) & many
    return best[everything]


@compiled
def in_best_order(table, side, turns, heap, dishes, some):
    """The value of a heap with some of the dishes, laid in the best order to the best stacks."""
    best = IMPOSSIBLE
    stacks = 2 if table.second[side] else 1
    again = table.validation != AT_ONCE  # whether a met noble can take more
    for choice in range(3 * stacks):
        first = choice // stacks
        two = some & ~(1 << first)
        if two == some:
            continue
        after_one = lay(table, side, heap, choice % stacks, dishes[first])
        if two == 0:
            best = max(best, worth(table, side, turns, after_one))
        elif after_one > 0 or again:
            for other in range(3 * stacks):
                second = other // stacks
                one = two & ~(1 << second)
                if one == two:
                    continue
                after_two = lay(table, side, after_one, other % stacks, dishes[second])
                if one == 0:
                    best = max(best, worth(table, side, turns, after_two))
                elif after_two > 0 or again:
                    for stack in range(stacks):
                        after_three = lay(table, side, after_two, stack, dishes[one >> 1])
                        best = max(best, worth(table, side, turns, after_three))
    return best


# ---- features for learning

FEATURES = (
    "sure",  # immediate points
    "soon",  # points expected within half of the turns to go
    "late",  # greedy weight, times the part of the turns that is over
    "impostor",
    "impostor early",
    "dishes",
    "denied",  # gain of the taken dishes for the next player
    "left",  # largest gain of the remaining dishes for the next player
    "clears",
)
SURE, SOON, LATE, IMPOSTORS, IMPOSTORS_EARLY, DISHES, DENIED, LEFT, CLEARS = range(1, 1 + len(FEATURES))


@allocating
def features(table, state, options, numbers):
    """Writes the features of each option behind its greedy weight; `numbers` has zeros there."""
    turns = turns_to_go(table, state)
    dishes, gains, best = np.empty(3, np.int64), np.empty(8), np.empty(8)
    for option in range(len(numbers)):
        action = options[option]
        row = numbers[option]
        for when in (SURE, SOON):
            left = 0 if when == SURE else turns // 2
            if action & CLEAR:
                row[when] = 0.0 if action == DONE else cleared(table, state, left, action - CLEAR)
            elif action & PLACE:
                dish, noble, stack = action >> 4 & 127, action >> 1 & 7, action & 1
                row[when] = value_of_placing(table, state, left, dish, noble, stack, dishes, gains, best)
            else:
                row[DISHES] = gathered(state, action, dishes)
                row[when] = served(table, state, left, NONE, dishes, int(row[DISHES]), gains, best)
        row[LATE] = row[0] * (1.0 - turns / HORIZON)
        if action & CLEAR:
            row[CLEARS] = action != DONE
        elif action & IMPOSTOR and not action & PLACE:
            row[IMPOSTORS] = 1.0
            row[IMPOSTORS_EARLY] = turns / HORIZON
    if state.players > 1 and state.phase == TAKING:
        offer(table, state, turns, options, numbers, dishes, gains, best)


@compiled
def offer(table, state, turns, options, numbers, dishes, gains, best):
    """Writes the gains of the next player by the taken dishes and by the remaining ones."""
    player = state.to_act
    state.to_act = (player + 1) % state.players
    for option in range(len(numbers)):
        count = gathered(state, options[option], dishes)
        numbers[option, DENIED] = served(table, state, turns, NONE, dishes, count, gains, best)
    state.to_act = player
    for option in range(len(numbers)):
        for other in range(len(numbers)):
            if not options[option] & options[other] & EVERY_CELL:
                numbers[option, LEFT] = max(numbers[option, LEFT], numbers[other, DENIED])
