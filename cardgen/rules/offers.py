"""A peephole pass of `simplify.py`: fuses a loop that only offers cards into one instruction, and drops jumps to the
next instruction.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.rules.code import MAX_PICKED, Instruction
from cardgen.rules.operands import replaced


def fused(instructions: Sequence[Instruction]) -> list[Instruction]:
    """Returns the instructions, with one instruction for each loop that only offers cards, and without idle jumps."""
    result = replaced(
        instructions,
        lambda all_, at: _match_types(all_[at : at + 5]) or _match_combos(all_[at : at + 2 * MAX_PICKED + 4]),
    )
    return [
        instruction
        for number, instruction in enumerate(result)
        if not _is_idle(instruction, result[number + 1 : number + 2])
    ]


def _is_idle(instruction: Instruction, after: Sequence[Instruction]) -> bool:
    """Whether it is a jump to the next instruction."""
    return instruction[0] == "goto" and bool(after) and after[0] == ("label", instruction[1])


def _names(instructions: Sequence[Instruction]) -> list[object]:
    return [instruction[0] for instruction in instructions]


def _match_types(instructions: Sequence[Instruction]) -> tuple[list[Instruction], int] | None:
    """Matches `types` whose body only offers the card."""
    if _names(instructions) != ["types", "set", "pack", "offer", "end"]:
        return None
    (_, card, *where), (_, more, option), (_, packed, picked, shift), (_, offered), _ = instructions
    if packed == more == offered and picked == card:
        return [("offer_types", *where, option, shift)], len(instructions)
    return None


def _match_combos(instructions: Sequence[Instruction]) -> tuple[list[Instruction], int] | None:
    """Matches `combos` whose body only offers the cards."""
    if _names(instructions) != ["combos", *["add"] * MAX_PICKED, "set", *["pack"] * MAX_PICKED, "offer", "end"]:
        return None
    (_, _, *where), option, packs = (
        instructions[0],
        instructions[1 + MAX_PICKED][2],
        instructions[2 + MAX_PICKED : 2 + 2 * MAX_PICKED],
    )
    shift, second = packs[0][3], packs[1][3]
    assert isinstance(shift, int) and isinstance(second, int)
    return [("offer_combos", *where, option, shift, second - shift)], len(instructions)
