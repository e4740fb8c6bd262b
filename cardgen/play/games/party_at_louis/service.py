"""Lays dishes under nobles, and clears or validates nobles."""

from __future__ import annotations

from cardgen.play.compiled import compiled
from cardgen.play.games.party_at_louis.piles import discard
from cardgen.play.games.party_at_louis.record import (
    ALL_VALIDATED,
    AT_ONCE,
    BLOCKED,
    DISH_CLEARED,
    DISH_VALIDATED,
    FORCED,
    MAX_NOBLES,
    NO_NOBLE_LEFT,
    NONE,
    face,
)
from cardgen.play.games.party_at_louis.scoring import end
from cardgen.play.records import silent


@compiled
def after(table, state, player, noble, stack, dish):
    """The row of the noble's heap with the dish added: BLOCKED, or negative if its demand is met."""
    side = face(state, player, noble)
    return table.steps[abs(state.heap[player, noble]) + table.column[side, dish] + stack * table.second[side]]


@compiled
def serve(table, state, dish, noble, stack):
    """P15, P32-P34: lays a dish of the hand; discards a heap at once that it completes or blocks."""
    player = state.to_act
    held = 0
    while state.held[held] != dish:
        held += 1
    state.held_size -= 1
    for later in range(held, state.held_size):
        state.held[later] = state.held[later + 1]
    heap = after(table, state, player, noble, stack, dish)
    state.below[dish] = state.top[player, noble, stack]
    state.top[player, noble, stack] = dish
    state.lying[player] |= 1 << noble
    state.dishes[player] += 1
    state.heap[player, noble] = heap
    if heap == BLOCKED:
        state.tallies[FORCED] += 1
        clear(table, state, player, noble)
    elif heap < 0 and table.validation == AT_ONCE:  # PA2, PA34
        validate(table, state, player, noble)


@compiled
def validate(table, state, player, noble):
    """P32: validates a noble and discards its dishes. P40: with the last noble, its player wins."""
    side = face(state, player, noble)
    state.tallies[(MAX_NOBLES if side & 1 else 0) + noble] += 1
    state.tallies[DISH_VALIDATED] += strip(table, state, player, noble)
    state.validated[player] |= 1 << noble
    state.points[player] += table.points[side]
    if state.validated[player] == (1 << table.nobles) - 1:
        if table.first_to_six:
            end(table, state, ALL_VALIDATED)
        elif state.held_size:
            silent(state, NO_NOBLE_LEFT)
            while state.held_size:
                state.held_size -= 1
                discard(state, state.held[state.held_size])


@compiled
def clear(table, state, player, noble):
    """P33, P36: discards all dishes under a noble."""
    state.tallies[DISH_CLEARED] += strip(table, state, player, noble)


@compiled
def strip(table, state, player, noble):
    """Removes all dishes under a noble; returns their number."""
    count = 0
    for stack in range(2):
        dish = state.top[player, noble, stack]
        while dish != NONE:
            discard(state, dish)
            count += 1
            dish = state.below[dish]
    state.dishes[player] -= count
    empty(table, state, player, noble)
    return count


@compiled
def empty(table, state, player, noble):
    state.heap[player, noble] = table.start[face(state, player, noble)]
    state.top[player, noble, 0] = NONE
    state.top[player, noble, 1] = NONE
    state.lying[player] &= ~(1 << noble)
