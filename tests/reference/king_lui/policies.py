"""How the computer's players of King Lui choose: what an action is worth to each policy.

A policy reads only what its player may see: all that lies open, the dishes that others took, its own hand.
"""

from __future__ import annotations

import numpy as np

from cardgen.play.compiled import allocating, compiled
from tests.reference.king_lui.engine import DRAW, FEED, OPEN

POLICIES = ("greedy", "always-take", "always-draw")
GREEDY, ALWAYS_TAKE, ALWAYS_DRAW = range(3)
ABOUT = {"always-take": "takes dishes as long as there are any", "always-draw": "draws as long as there is a pile"}

WEIGHS = 5  # random decisions that take as long as one of these
SERVED = 0.3  # of what is still in the supply, the share that players leave to the king
MAX_FED = 4  # portions of one meal


@compiled
def weigh(table, state, policy, options, weights):
    """Writes what each of the options is worth to the player whose choice it is; equals are drawn by lot."""
    if policy == GREEDY:
        weigh_outlook(table, state, options, weights)
        return
    for option in range(len(weights)):
        action = options[option]
        weights[option] = action < DRAW if policy == ALWAYS_TAKE else action == DRAW


@allocating
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
    king = np.empty(table.dishes, np.float64)  # its portions at the king's, less those on the table
    without = np.empty(table.dishes, np.float64)  # what a dish is worth once one has taken another
    drawing, taking = 0.0, 0.0
    for dish in range(table.dishes):
        chance = unknown[dish] / hidden if hidden else 0.0
        there, mine = state.table[dish], state.hands[me, dish]
        king[dish] = state.king[dish] + SERVED * chance * state.supply_size
        now = king[dish] + stays * there
        idle = standing(table, state, me, dish, mine, now)  # what the dish is worth if one does nothing
        drawing += chance * (standing(table, state, me, dish, mine + 1, now) - idle)
        without[dish] = idle
        if there and stays != stays_without:
            without[dish] = standing(table, state, me, dish, mine, king[dish] + stays_without * there)
        taking += without[dish] - idle
    fed = np.empty((table.dishes, MAX_FED + 1), np.float64)  # what it brings to take so many portions from the king
    if len(weights) and options[len(weights) - 1] & FEED:
        for dish in range(table.dishes):
            now, mine = king[dish] + stays * state.table[dish], state.hands[me, dish]
            idle = standing(table, state, me, dish, mine, now)
            for meal in range(1, min(MAX_FED, state.king[dish]) + 1):
                left = king[dish] - meal + stays * state.table[dish]
                fed[dish, meal] = standing(table, state, me, dish, mine, left) - idle
    for option in range(len(weights)):
        action = options[option]
        weight = 0.0
        if action & FEED:
            last, meal = -1, 0
            for digit in range(MAX_FED - 1, -1, -1):  # by dish, as they stand in the action
                dish = (action >> 4 * digit & 15) - 1
                if dish != last and last >= 0:
                    weight += fed[last, meal]
                    meal = 0
                last = dish
                meal += dish >= 0
            weight += fed[last, meal]
        elif action == DRAW:
            weight = drawing
        elif action < DRAW:
            portions = state.hands[me, action] + state.table[action]
            weight = taking + standing(table, state, me, action, portions, king[action]) - without[action]
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


# ---- what is learnt of an option

SPREAD = 2.0  # of the king's portions still to come

FEATURES = (
    "own",  # the expected points that it brings oneself,
    "rivals",  # the others' mean,
    "rival",  # and the one who stands best
    "own late",  # the same, by how much of the supply is gone
    "rivals late",
    "sure",  # points as they stand at once
    "draw",
    "draw late",
    "take",
    "portions",
    "portions late",
    "over",  # portions beyond what the king has now
    "room",  # how far one stays below what the king may be expected to have
    "denied",  # what the others could have had of the dish
    "feed",
    "feed late",
    "feed over",  # king's portions of dishes that oneself holds too many of
    "place",
    "new dish",  # of which one had nothing
)
(
    OWN, RIVALS, RIVAL, OWN_LATE, RIVALS_LATE, SURE, DRAWS, DRAWS_LATE, TAKES, PORTIONS, PORTIONS_LATE,
    OVER, ROOM, DENIED, FEEDS, FEEDS_LATE, FEEDS_OVER, PLACES, NEW,
) = range(1, 1 + len(FEATURES))  # fmt: skip


@allocating
def features(table, state, options, found):
    """Writes the features of each option behind what greedy play gives for it; `found` comes with noughts there."""
    me, dishes, hidden, cards = state.to_act, 0, 0, 0
    unknown = np.empty(table.dishes, np.int64)
    for dish in range(table.dishes):
        dishes += state.table[dish] > 0
        unknown[dish] = unseen(table, state, me, dish)
        hidden += unknown[dish]
        cards += table.copies[dish]
    late = 1.0 - state.supply_size / cards if cards else 1.0
    later = state.players - state.acted - 1
    stays = max(0.0, 1.0 - later / dishes) if dishes else 0.0
    stays_without = max(0.0, 1.0 - later / (dishes - 1)) if dishes > 1 else 0.0
    king = np.empty(table.dishes, np.float64)
    width = np.empty(table.dishes, np.float64)  # how unsure that is
    standing_now = np.zeros(state.players, np.float64)
    for dish in range(table.dishes):
        chance = unknown[dish] / hidden if hidden else 0.0
        king[dish] = state.king[dish] + SERVED * chance * state.supply_size
        width[dish] = 1.0 + SPREAD * np.sqrt(king[dish] - state.king[dish] + stays * (1.0 - stays) * state.table[dish])
        now = king[dish] + stays * state.table[dish]
        for player in range(state.players):
            standing_now[player] += hoped(seen(table, state, me, player, dish), now, width[dish])
    best = me
    for player in range(state.players):
        if player != me and (best == me or standing_now[player] > standing_now[best]):
            best = player
    taking = np.zeros(1 + RIVAL, np.float64)
    for dish in range(table.dishes):
        swing(table, state, me, best, dish, 0, width[dish], king[dish] + stays * state.table[dish],
              king[dish] + stays_without * state.table[dish], taking)  # fmt: skip
    for option in range(len(found)):
        action = options[option]
        row = found[option]
        if action & FEED:
            row[FEEDS] = 1.0
            for dish in range(table.dishes):
                meal = eaten(action, dish)
                if meal:
                    now = king[dish] + stays * state.table[dish]
                    swing(table, state, me, best, dish, 0, width[dish], now, now - meal, row)
                    mine = state.hands[me, dish]
                    if mine <= state.king[dish]:
                        row[SURE] -= mine * (meal if mine <= state.king[dish] - meal else state.king[dish])
                    else:
                        row[FEEDS_OVER] += meal
        elif action == DRAW:
            row[DRAWS] = 1.0
            for dish in range(table.dishes):
                now = king[dish] + stays * state.table[dish]
                mine = state.hands[me, dish]
                chance = unknown[dish] / hidden if hidden else 0.0
                row[OWN] += chance * (hoped(mine + 1, now, width[dish]) - hoped(mine, now, width[dish]))
                row[ROOM] += chance * min(3.0, max(-3.0, now - mine - 1))
        elif action < DRAW:
            there, mine = state.table[action], state.hands[me, action]
            row[OWN : 1 + RIVAL] = taking[OWN:]
            without = king[action] + stays_without * there
            swing(table, state, me, best, action, 0, width[action], without, king[action] + stays * there, row)
            swing(table, state, me, best, action, there, width[action], king[action] + stays * there, king[action], row)
            row[TAKES] = 1.0
            row[PORTIONS] = there
            row[NEW] = mine == 0
            row[OVER] = max(0, mine + there - state.king[action])
            row[ROOM] = min(3.0, max(-3.0, king[action] - mine - there))
            if mine <= state.king[action]:
                row[SURE] -= mine * state.king[action]
            if mine + there <= state.king[action]:
                row[SURE] += (mine + there) * state.king[action]
            for player in range(state.players):
                if player != me:
                    theirs = seen(table, state, me, player, action)
                    gain = hoped(theirs + there, king[action], width[action])
                    gain -= hoped(theirs, king[action], width[action])
                    row[DENIED] += max(0.0, gain) / (state.players - 1)
        else:
            row[PLACES] = 1.0
        row[OWN_LATE] = late * row[OWN]
        row[RIVALS_LATE] = late * row[RIVALS]
        row[DRAWS_LATE] = late * row[DRAWS]
        row[PORTIONS_LATE] = late * row[PORTIONS]
        row[FEEDS_LATE] = late * row[FEEDS]


@compiled
def swing(table, state, me, best, dish, more, width, before, after, row):
    """Adds what a dish brings everybody if one has so many portions more, and the king `after` instead of `before`."""
    for player in range(state.players):
        portions = seen(table, state, me, player, dish)
        gain = hoped(portions + (more if player == me else 0), after, width) - hoped(portions, before, width)
        if player == me:
            row[OWN] += gain
        else:
            row[RIVALS] += gain / (state.players - 1)
            if player == best:
                row[RIVAL] += gain


@compiled
def hoped(portions, king, width):
    """As `value`, but as sure as the king's portions are: at the end those that lie there count."""
    safe = min(1.0, max(0.0, (king - portions + 0.5) / width + 0.5))
    return safe * portions * max(king, 1.0 * portions)
