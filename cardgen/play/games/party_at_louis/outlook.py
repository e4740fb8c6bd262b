"""Estimates how likely a heap leads to a validated noble, for the greedy policy.

It uses only + - * and comparisons, in a fixed order, so every machine computes the same numbers.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from cardgen.play.games.party_at_louis.blocking import Blocking

OFFERED = 3  # dishes that a turn offers to one noble, beside those that the others need


@lru_cache(maxsize=256)
def outlook(table: Blocking, turns: int) -> np.ndarray:
    """The chance that the demand is met, by turns to go (0 to `turns`) and row.

    Each turn offers OFFERED dishes of the deck, and the player lays the best of them, or none.
    """
    chances = np.zeros((turns + 1, len(table.rows)))
    share = np.array(table.left) / sum(table.left)
    for turn in range(1, turns + 1):
        before = chances[turn - 1]
        worth = np.where(table.rows > 0, before[table.rows], np.where(table.rows < 0, 1.0, 0.0))
        worth = worth.reshape(len(worth), table.stacks, -1).max(axis=1)
        order = np.argsort(worth, axis=1, kind="stable")
        worth = np.take_along_axis(worth, order, axis=1)
        none_better = np.cumsum(share[order], axis=1)  # chance that an offered dish is no better, by dish
        chance = none_better
        for _ in range(OFFERED - 1):
            chance = chance * none_better
        chance = np.diff(chance, axis=1, prepend=0.0)  # chance that this is the best one offered
        for column in range(worth.shape[1]):
            chances[turn] += chance[:, column] * np.maximum(worth[:, column], before)
    chances.flags.writeable = False
    return chances
