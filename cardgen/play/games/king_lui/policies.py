"""How the computer's players of King Lui choose: what an action is worth to each policy.

A policy reads only what its player may see: all that lies open, the dishes that others took, its own hand.
"""

from __future__ import annotations

import numpy as np

from cardgen.play.compiled import compiled
from cardgen.play.games.king_lui.engine import DRAW, FEED, OPEN

POLICIES = ("greedy", "always-take", "always-draw")
GREEDY, ALWAYS_TAKE, ALWAYS_DRAW = range(3)
ABOUT = {"always-take": "takes dishes as long as there are any", "always-draw": "draws as long as there is a pile"}

SERVED = 0.3  # of what is still in the supply, the share that players leave to the king


@compiled
def weigh(table, state, policy, options, weights):
    """Writes what each of the options is worth to the player whose choice it is; equals are drawn by lot."""
    if policy == GREEDY:
        weigh_outlook(table, state, options, weights)
        return
    for option in range(len(weights)):
        action = options[option]
        weights[option] = action < DRAW if policy == ALWAYS_TAKE else action == DRAW


@compiled
def weigh_outlook(table, state, options, weights):
    """One's own expected points less the others' mean, after each action, as far as it differs from doing nothing."""
    me = state.to_act
    dishes, hidden = 0, 0
    unknown = np.empty(table.dishes, np.int64)
    for dish in range(table.dishes):
        dishes += state.table[dish] > 0
        unknown[dish] = unseen(table, state, me, dish)
        hidden += unknown[dish]
    later = state.players - state.acted - 1
    stays = max(0.0, 1.0 - later / dishes) if dishes else 0.0
    stays_without = max(0.0, 1.0 - later / (dishes - 1)) if dishes > 1 else 0.0
    idle = np.empty(table.dishes, np.float64)  # what each dish is worth if one does nothing
    king = np.empty(table.dishes, np.float64)  # its portions at the king's, less those on the table
    drawing, taking = 0.0, 0.0
    for dish in range(table.dishes):
        chance = unknown[dish] / hidden if hidden else 0.0
        king[dish] = state.king[dish] + SERVED * chance * state.supply_size
        mine = state.hands[me, dish]
        idle[dish] = standing(table, state, me, dish, mine, king[dish] + stays * state.table[dish])
        drawing += chance * (
            standing(table, state, me, dish, mine + 1, king[dish] + stays * state.table[dish]) - idle[dish]
        )
        taking += standing(table, state, me, dish, mine, king[dish] + stays_without * state.table[dish]) - idle[dish]
    for option in range(len(weights)):
        action = options[option]
        weight = 0.0
        if action & FEED:
            for dish in range(table.dishes):
                meal = eaten(action, dish)
                if meal:
                    left = king[dish] - meal + stays * state.table[dish]
                    weight += standing(table, state, me, dish, state.hands[me, dish], left) - idle[dish]
        elif action == DRAW:
            weight = drawing
        elif action < DRAW:
            there = state.table[action]
            mine = state.hands[me, action]
            weight = taking + standing(table, state, me, action, mine + there, king[action])
            weight -= standing(table, state, me, action, mine, king[action] + stays_without * there)
        weights[option] = weight


@compiled
def standing(table, state, me, dish, mine, king):
    """What a dish brings oneself, less the others' mean."""
    total = value(mine, king)
    for other in range(state.players):
        if other != me:
            total -= value(seen(table, state, me, other, dish), king) / (state.players - 1)
    return total


@compiled
def value(portions, king):
    """The expected points for so many portions of a dish, where `king` are expected at the king's place."""
    safe = min(1.0, max(0.0, (king - portions + 1.5) / 3.0))
    return safe * portions * max(king, 1.0 * portions)


@compiled
def seen(table, state, me, player, dish):
    """The portions in a hand that `me` knows of."""
    if player == me or table.hands == OPEN:
        return state.hands[player, dish]
    return state.hands[player, dish] - state.secret[player, dish]


@compiled
def unseen(table, state, me, dish):
    """The portions of a dish that may lie in the supply, as far as `me` knows."""
    count = table.copies[dish] - state.table[dish] - state.king[dish] - state.removed[dish]
    for player in range(state.players):
        count -= seen(table, state, me, player, dish)
    return max(count, 0)


@compiled
def eaten(action, dish):
    """How many portions of a dish the action takes from the king."""
    count = 0
    if action & FEED:
        meal = action & 0xFFFF
        while meal:
            if (meal & 15) - 1 == dish:
                count += 1
            meal >>= 4
    return count
