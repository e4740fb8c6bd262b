"""Compiles clauses into instructions: each part of a sentence has its compiler, and `rules/compile.py` joins them.

`expressions.py` joins those that only compute: zones, groups, players, values, aggregates and conditions.
`control_flow.py` joins those that change the game: statements, moves, choices, turns and phases. `rules/compile.py`
adds legal actions, the packing of actions, scores, and counts that it computes ahead.
"""
