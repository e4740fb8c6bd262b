"""The policies of Draco & Co: the weights of actions.

A policy reads only what its player can see: everything that lies open, and its own hand.
"""

from __future__ import annotations

import numpy as np

from cardgen.play.compiled import allocating, compiled
from cardgen.play.games.draco.asks import CHEERS, KIND, NO_TOAST, meaning
from cardgen.play.games.draco.effects import BET, CUP_CENTRE, CUP_YOU, DUEL, PAY, SHOWER, SHUFFLE_ALL, SWAP
from cardgen.play.games.draco.engine import rightful
from cardgen.play.games.draco.outlook import (
    PLACES,
    SEEN,
    against_all,
    against_richest,
    card_gain,
    look,
    toast_gain,
)
from cardgen.play.games.draco.position import CENTRE, CHARACTERS, CHOOSE, PLAY, TOAST, VERB

POLICIES = ("greedy", "always-toast", "never-toast")
GREEDY, ALWAYS_TOAST, NEVER_TOAST = range(3)
ABOUT = {"always-toast": "calls every toast that it can", "never-toast": "calls no toast"}


@compiled
def weigh(table, state, policy, options, weights):
    """Writes the weight of each option for the player to act."""
    if policy != GREEDY:
        for option in range(len(weights)):
            action = options[option]
            weights[option] = action == (CHEERS if policy == ALWAYS_TOAST else NO_TOAST)
        return
    against_all(state)
    if state.phase in (PLAY, CHOOSE):
        weigh_cards(table, state, options, weights)
    else:
        weights[0] = 0.0  # no
        weights[1] = toast_worth(table, state) if state.phase == TOAST else 1.0


@allocating
def weigh_cards(table, state, options, weights):
    """Writes the gain of each card, or of each answer to its question."""
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
    """The weight of a toast: its payment over the others'; for the last one, whether it wins."""
    gain = toast_gain(table, state)
    return last_worth(state) if last_one(table, state) else gain


@compiled
def last_one(table, state):
    """Whether a toast now would be the last one."""
    return state.piles >= 2 + table.extra_piles or 0 < table.toast_limit <= state.toasts + 1


@compiled
def last_worth(state):
    """The weight of the last toast: whether its player wins; shares and dues are those of that toast."""
    for player in range(state.players):  # silver of each player afterwards
        money = state.money[player] + state.shares[player]
        state.shares[player] = money - min(state.dues[player], money)
    return 1.0 if rightful(state.shares, state.players) == 1 << state.to_act else -1.0


# ---- features for learning

KINDS_OF_STEPS = np.array([SWAP, SHUFFLE_ALL, PAY, BET, DUEL, SHOWER, CUP_YOU, CUP_CENTRE, CUP_CENTRE + 1], np.int32)
FEATURES = (
    "richest",  # gain of a card over the richest rival; greedy play counts all rivals
    "all with the cup free",  # greedy gain if a toast can follow at once
    "richest with the cup free",
    "all at the end",  # greedy gain if the next toast is the last one
    "richest at the end",
    "seats",  # from here on: the verbs of a card
    "swaps",
    "mixes",
    "pays",
    "bets",
    "duels",
    "showers",
    "takes the cup",
    "frees the cup",
    "held twice",
    "toast",
    "toast all",
    "toast richest",
    "toast won",  # 1 if the last toast wins the game, -1 if it does not
    "toast ahead",  # silver ahead of the richest rival
    "draws",
)
(
    RICHEST, ALL_FREE, RICHEST_FREE, ALL_END, RICHEST_END, SEATS, SWAPS, MIXES, PAYS, BETS, DUELS, SHOWERS,
    TAKES_CUP, FREES_CUP, TWICE, TOASTS, TOAST_ALL, TOAST_RICHEST, TOAST_WON, TOAST_AHEAD, DRAWS,
) = range(1, 1 + len(FEATURES))  # fmt: skip


@allocating
def features(table, state, options, numbers):
    """Writes the features of each option behind its greedy weight; `numbers` has zeros there."""
    if state.phase in (PLAY, CHOOSE):
        weights = np.empty(len(numbers), np.float64)
        against_richest(state)
        weigh_cards(table, state, options, weights)
        free, last = 1.0 * (state.cup == CENTRE), 1.0 * last_one(table, state)
        for option in range(len(numbers)):
            row = numbers[option]
            row[RICHEST] = weights[option]
            row[ALL_FREE], row[RICHEST_FREE] = free * row[0], free * row[RICHEST]
            row[ALL_END], row[RICHEST_END] = last * row[0], last * row[RICHEST]
        if state.phase == PLAY:
            for option in range(len(numbers)):
                kind = options[option] - KIND
                numbers[option, TWICE] = state.hands[state.active, kind] > 1
                for number in range(table.step_count[kind]):
                    what = 0
                    while table.steps[kind, number, VERB] >= KINDS_OF_STEPS[what]:
                        what += 1
                    numbers[option, SEATS + what] = 1.0
    elif state.phase == TOAST:
        row = numbers[1]
        row[TOASTS] = 1.0
        rival = against_richest(state)
        row[TOAST_RICHEST] = toast_gain(table, state)
        row[TOAST_AHEAD] = state.money[state.active] - state.money[rival]
        against_all(state)
        row[TOAST_ALL] = toast_gain(table, state)
        if last_one(table, state):
            row[TOAST_WON] = last_worth(state)
    else:
        numbers[1, DRAWS] = 1.0
