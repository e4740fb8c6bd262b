"""The range of the numbers of clauses: no register ever holds one beyond MAX_VALUE, so 32 bits are as good as 64."""

from __future__ import annotations

from cardgen.play.compiled import compiled
from cardgen.rules.code import MAX_VALUE


@compiled
def within(table, state, number):
    """The result of a calculation. One out of range ends the game, and the nearest number within takes its place."""
    if number <= MAX_VALUE and number >= -MAX_VALUE:
        return number
    state.terminal, state.ended = 1, table.too_large
    return MAX_VALUE if number > 0 else -MAX_VALUE
