"""How the computer's players of any game of clauses choose.

They know only what the clauses of any game provide: points, zones, cards and the player to act.
"""

from __future__ import annotations

from cardgen.play.clauses import traits
from cardgen.play.clauses.outlook import look
from cardgen.play.compiled import compiled

POLICIES = ("greedy",)  # each further policy always plays one action of the game if it is legal
WEIGHS = 60  # random decisions that take as long as one greedy decision
FEATURES, features = traits.FEATURES, traits.features


@compiled
def weigh(table, state, policy, options, weights):
    """Writes what each option is worth to a policy."""
    weights[:] = 0.0
    if policy == 0:
        look(table, state, options[: len(weights)], weights)  # the array can be longer
        return
    for option in range(len(weights)):
        weights[option] = table.action_places[options[option] & table.action_mask] == policy - 1
