"""How the computer's players of any game of clauses choose, before they have learnt anything of it."""

from __future__ import annotations

import numpy as np

from cardgen.play import chance
from cardgen.play.clauses import engine
from cardgen.play.compiled import compiled
from cardgen.play.records import MOST_SEATS

POLICIES = ("greedy",)
WEIGHS = 12  # random decisions that take as long as one of these


@compiled
def weigh(table, state, policy, options, weights):
    """What each option brings at once over the best of the others, on a deal that the player may believe in."""
    seat = state.to_act
    work = np.empty(2, engine.STATE)
    work[0] = state
    chance.branch(state.streams, 1 + seat, work[0].streams)
    engine.determinise(table, work[0], seat)
    scores = np.zeros(MOST_SEATS, np.int32)
    for option in range(len(weights)):
        work[1] = work[0]
        engine.apply(table, work[1], options[option])
        engine.score(table, work[1], scores)
        best = scores[seat] if state.players == 1 else -(1 << 30)
        for player in range(state.players):
            if player != seat and scores[player] > best:
                best = scores[player]
        weights[option] = scores[seat] - best if state.players > 1 else scores[seat]
