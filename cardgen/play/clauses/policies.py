"""How the computer's players of any game of clauses choose.

All that they know of a game is what the clauses of any game provide: points, zones, cards, whose choice it is.
"""

from __future__ import annotations

from cardgen.play.clauses import traits
from cardgen.play.clauses.outlook import look
from cardgen.play.compiled import compiled

POLICIES = ("greedy",)  # those behind it play one action of the game each whenever they may
WEIGHS = 60  # random decisions that take as long as one of these
FEATURES, features = traits.FEATURES, traits.features


@compiled
def weigh(table, state, policy, options, weights):
    """Writes what each option is worth to a policy."""
    weights[:] = 0.0
    if policy == 0:
        look(table, state, options[: len(weights)], weights)  # there is room for more options
        return
    for option in range(len(weights)):
        weights[option] = table.action_places[options[option] & table.action_mask] == policy - 1
