"""Plays examples by their rows and by the Python made of them, and prints whether these are the same games.

`python -m tests.rules.both_ways NAME...`, with the compiler switched off.
"""

from __future__ import annotations

import json
import sys

import numpy as np

from cardgen.play.clauses import engine, native
from cardgen.play.clauses.tables import table_of
from cardgen.rules.code import AFTER, ASKING, IDLE, LAST, MASK, MOVED, RESULT, RESUME
from cardgen.rules.compile import compile_program
from cardgen.rules.python import source_of
from tests.rules.rowed import Rowed
from tests.rules.test_plain import program
from tests.rules.test_read import KITCHEN

SEEDS = range(1)


def both_ways(name: str) -> tuple[int, bool]:
    """How many decisions there were, and whether both ways led to the same position."""
    compiled = compile_program(program(name, KITCHEN if name == "king_lui" else None), 4)
    table = table_of(compiled, {})
    made = dict(native.NAMES)
    exec(compile(source_of(compiled), f"{name} as Python", "exec"), made)
    decisions, alike = 0, True
    for seed in SEEDS:
        ends = []
        for execute in (native.execute, made["execute"]):
            engine.execute = execute
            engine.run = lambda table, state, pc, own=execute: own(table, state, pc, state.v[:0])
            game = Rowed(compiled, table, 2 if name == "war" else 4, seed).play()
            left = len(compiled.code.start)
            state = game.state
            kept = np.array(state.v[:left])
            kept[[RESUME, IDLE, RESULT, MASK, MOVED, LAST, ASKING, AFTER]] = 0  # what only tells where play is
            ends.append((kept.tolist(), state.m.tolist(), state.sizes.tolist(), state.tallies.tolist(), game.scores()))
            ends[-1] += (state.silences.tolist(), state.silent_turn.tolist())
            decisions += sum(game.taken.values())
        alike = alike and ends[0] == ends[1]
    return decisions, alike


if __name__ == "__main__":
    with np.errstate(over="ignore"):
        print(json.dumps({name: both_ways(name) for name in sys.argv[1:]}))
