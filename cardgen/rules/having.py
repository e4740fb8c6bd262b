"""A peephole pass of `simplify.py`: fuses a loop over all cards that tests a field for one value into a look-up."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.rules.code import EQ, FIRST_TEMP, Instruction
from cardgen.rules.operands import block_from, replaced, writes


def having(instructions: Sequence[Instruction]) -> list[Instruction]:
    """Returns the instructions with `types_where` for each such loop, or `count_where` if the loop only counts."""
    return replaced(instructions, lambda all_, at: _match_field_loop(all_[at:]) if all_[at][0] == "types" else None)


def _match_field_loop(instructions: Sequence[Instruction]) -> tuple[list[Instruction], int] | None:
    """The replacement for `types` whose whole body is one `if` on a field of the card, and the number of instructions
    that it replaces."""
    if [instruction[0] for instruction in instructions[:3]] != ["types", "field", "if"]:
        return None
    (_, card, *where), (_, value, field, of), (_, sign, *compared) = instructions[:3]
    block = list(block_from(instructions))
    inner = list(block_from(instructions[2:]))[1:-1]
    if sign != EQ or of != card or value not in compared or len(block) != len(inner) + 5:
        return None
    other = compared[1 - compared.index(value)]
    changed = {register for instruction in (*instructions[:2], *inner) for register in writes(instruction)}
    if other in changed or not isinstance(value, int) or value < FIRST_TEMP:
        return None
    if [instruction[0] for instruction in inner] == ["count_card", "add"]:
        (_, there, *counted), (_, into, one, two) = inner
        if counted == [*where[:2], card] and one == into and two == there:
            return [("count_where", there, *where, field, other), inner[1]], len(block)
    return [("types_where", card, *where, field, other), ("set", value, other), *inner, ("end",)], len(block)
