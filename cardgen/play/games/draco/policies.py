"""How the computer's players of Draco & Co choose: what an action is worth to each policy.

A policy reads only what its player may see: all that lies open, and its own hand.
"""

from __future__ import annotations

import numpy as np

from cardgen.play.compiled import compiled
from cardgen.play.games.draco.asks import CHEERS, KIND, NO_TOAST, meaning
from cardgen.play.games.draco.engine import rightful
from cardgen.play.games.draco.outlook import PLACES, SEEN, card_gain, look, toast_gain
from cardgen.play.games.draco.position import CHARACTERS, CHOOSE, PLAY, TOAST

POLICIES = ("greedy", "always-toast", "never-toast")
GREEDY, ALWAYS_TOAST, NEVER_TOAST = range(3)
ABOUT = {"always-toast": "calls every toast that it may", "never-toast": "calls none"}


@compiled
def weigh(table, state, policy, options, weights):
    """Writes what each of the options is worth to the player whose choice it is; equals are drawn by lot."""
    if policy != GREEDY:
        for option in range(len(weights)):
            action = options[option]
            weights[option] = action == (CHEERS if policy == ALWAYS_TOAST else NO_TOAST)
    elif state.phase in (PLAY, CHOOSE):
        weigh_cards(table, state, options, weights)
    else:
        weights[0] = 0.0  # no
        weights[1] = toast_worth(table, state) if state.phase == TOAST else 1.0


@compiled
def weigh_cards(table, state, options, weights):
    """What each card, or each answer to its question, promises."""
    seen = np.empty((SEEN, PLACES), np.float64)
    room = np.empty((3, CHARACTERS), np.int32)
    look(table, state, seen)
    kind, question = int(state.card), state.ask + 1
    for option in range(len(weights)):
        if state.phase == PLAY:
            kind, question = options[option] - KIND, 0
        else:
            state.slots[state.ask] = meaning(options[option])
        weights[option] = card_gain(table, state, seen, kind, question, room)


@compiled
def toast_worth(table, state):
    """A toast is worth what it pays against the others; the last one, whether it wins."""
    gain = toast_gain(table, state)
    if state.piles < 2 + table.extra_piles and (table.toast_limit == 0 or state.toasts + 1 < table.toast_limit):
        return gain
    for player in range(state.players):  # what each will have; shares and dues are those of that toast
        money = state.money[player] + state.shares[player]
        state.shares[player] = money - min(state.dues[player], money)
    return 1.0 if rightful(state.shares, state.players) == 1 << state.to_act else -1.0
