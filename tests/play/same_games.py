"""Plays a few games of each kind and tells all that came of them: the same, whether compiled or interpreted.

As a program: `python -m tests.play.same_games GAME` prints it.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys

import numpy as np

from cardgen.play.batches import BOUND
from cardgen.play.records import result_type
from cardgen.play.seating import codes
from cardgen.play.tiers import at_speed
from tests.play.games import played, walk

KINDS = {  # game -> variant, rules, table of policies, playouts a move, games
    "draco": [
        ("base", {}, "random/random/random/random", 0, 12),
        (
            "landlords_round",
            {"sarah_draw": "may", "finite_bank": True, "zork_tie": "all"},
            "greedy/random/always-toast",
            0,
            3,
        ),
        (
            "base",
            {"hand_limit": 4, "extra_piles": 1, "cup_starts": "left", "hand_size": 9},
            "random/never-toast/random/random/random/always-toast",
            0,
            6,
        ),
        ("base", {"toast_limit": 2}, "greedy/greedy/greedy/greedy/greedy", 0, 1),
        ("base", {"toast_limit": 1}, "lookahead/saboteur/always-toast", 2, 1),
        ("base", {"toast_limit": 1, "sarah_draw": "may"}, "learnt/search/learnt", 3, 1),
    ],
    "king_lui": [  # by clauses, whose rows are slow where nothing is compiled
        ("base", {}, "random/random/random", 0, 4),
        (
            "hungry_dragon",
            {"emerald_drawn": "keep", "hands": "open"},
            "random/random/random/always-take/always-draw",
            0,
            2,
        ),
        ("small_kitchen", {"portions_fed": 4, "king_portions": "ever"}, "random/random/random/random/random", 0, 2),
        ("base", {"empty_supply": "reshuffle", "emerald_when_no_dish": True}, "always-take/random/always-take", 0, 2),
        ("express", {"cards_per_player": 4}, "greedy/random/random/random", 0, 1),
    ],
    "party_at_louis": [
        ("base", {}, "random/random/random/random", 0, 2),
        ("base", {"mixed_sides": True, "equal_turns": True, "ghost_for_two": True}, "keep/greedy", 0, 1),
        ("base", {"mixed_sides": True, "validation": "at_end", "blocking": "last_resort"}, "random/keep/random", 0, 1),
        ("base", {"end_card_again": "bottom", "first_to_six": False, "solo_turns": 4}, "greedy", 0, 2),
        ("base", {"solo_turns": 2}, "lookahead", 3, 1),
        ("base", {"solo_turns": 2}, "search", 3, 1),
        ("late_guests", {}, "learnt/learnt", 0, 1),
        ("base", {"solo_turns": 1}, "saboteur", 2, 1),
    ],
}


def games(name: str) -> list[str]:
    """A digest of the results of each kind, bit for bit, and one of every step of a game through Python's verbs."""
    found = []
    for variant, rules, table, playouts, count in KINDS[name]:
        game, table = played(name, variant, **rules), table.split("/")
        game.precompile()
        template = game.template(len(table))
        seats, _ = codes(table, game)
        results = np.zeros(count, result_type(game.engine.verbs.STATE))
        work = np.concatenate([template] * game.engine.loops.COPIES)
        with at_speed(), np.errstate(over="ignore"):
            game.engine.loops.batch(
                game.engine.zones.ready(game.tables)[0], template, template.copy(), work, seats,
                np.full(len(table), playouts), 7, BOUND, True, results,
            )  # fmt: skip
        found.append(f"{results.tolist()}")
        steps = [
            (position.snapshot(), position.legal_actions(), position.returns())
            for position in walk(game.new_position(len(table), seed=5), random.Random(5))
        ]
        found.append(hashlib.sha256(repr(steps).encode()).hexdigest())
    return found


if __name__ == "__main__":
    print(json.dumps(games(sys.argv[1])))
