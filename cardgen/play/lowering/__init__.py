"""Lowering: functions of whole numbers over a table, a position and its options, from Python source to LLVM IR.

They are those of `play.clauses.counts` and `moves`, `play.chance` and the like, and what `rules.python` makes of a
game. Every number is 64 bits wide: narrower ones of records are widened when read and cut when written. What the table
says at a place that is known is a constant, branches on what is known are not written, and a function is made anew for
each list of what is known of its arguments.
"""
