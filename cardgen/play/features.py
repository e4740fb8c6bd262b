"""The features of any game's options, if its engine names none of its own. It is loaded as `loops.py` is."""

from __future__ import annotations

import numpy as np

from cardgen.play import chance
from cardgen.play.compiled import allocating, compiled
from cardgen.play.records import MAX_SEATS, fill

engine = policies = None  # set by `play.engines`, which loads this source


@allocating
def features(table, position, options, numbers):
    """Writes an option's weights to all policies but the first, then its immediate points.

    It computes the points on one possible deal, the same for all options.
    """
    weights = np.empty(len(numbers), np.float64)
    own = numbers.shape[1] - 3
    for policy in range(1, 1 + own):
        policies.weigh(table, position, policy, options, weights)
        fill(numbers[:, policy], weights)
    seat = position.to_act
    work = np.empty(2, engine.STATE)
    work[0] = position
    chance.branch(position.streams, 1 + seat, work[0].streams)
    engine.determinise(table, work[0], seat)
    before, after = np.zeros(MAX_SEATS, np.int32), np.zeros(MAX_SEATS, np.int32)
    engine.score(table, position, before)
    for option in range(len(numbers)):
        work[1] = work[0]
        engine.apply(table, work[1], options[option])
        engine.score(table, work[1], after)
        numbers[option, 1 + own] = after[seat] - before[seat]
        numbers[option, 2 + own] = best_other(after, position.players, seat) - best_other(
            before, position.players, seat
        )


@compiled
def best_other(scores, players, seat):
    """The most points that another player has."""
    best = 0
    for player in range(players):
        if player != seat and scores[player] > best:
            best = scores[player]
    return best
