"""How likely a heap leads to a validated noble: the estimate of the greedy policy.

Only + - * and comparisons, in a fixed order: every machine finds the same numbers.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from cardgen.play.games.party_at_louis.blocking import Blocking

OFFERED = 3  # dishes that a turn has to offer to one noble, beside what the others need


@lru_cache(maxsize=256)
def outlook(table: Blocking, turns: int) -> np.ndarray:
    """By turns to go (0 to `turns`) and row: the chance that the demand is met, if each turn brings one good dish.

    Each turn OFFERED dishes of the deck come by, and the best of them is laid, or none.
    """
    chances = np.zeros((turns + 1, len(table.rows)))
    share = np.array(table.left) / sum(table.left)
    for turn in range(1, turns + 1):
        before = chances[turn - 1]
        worth = np.where(table.rows > 0, before[table.rows], np.where(table.rows < 0, 1.0, 0.0))
        worth = worth.reshape(len(worth), table.stacks, -1).max(axis=1)
        order = np.argsort(worth, axis=1, kind="stable")
        worth = np.take_along_axis(worth, order, axis=1)
        none_better = np.cumsum(share[order], axis=1)  # by dish: the chance that one offered is no better
        chance = none_better
        for _ in range(OFFERED - 1):
            chance = chance * none_better
        chance = np.diff(chance, axis=1, prepend=0.0)  # that the best one offered is this one
        for column in range(worth.shape[1]):
            chances[turn] += chance[:, column] * np.maximum(worth[:, column], before)
    chances.flags.writeable = False
    return chances
