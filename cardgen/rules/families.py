"""A peephole pass of `simplify.py`: fuses a loop that only counts cards in neighbouring zones into one instruction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cardgen.rules.code import FIRST_TEMP, ZERO, Instruction
from cardgen.rules.operands import reads, replaced, slot

_OVER_ZONES = {"count": "count_all", "count_card": "count_card_all"}


def families(instructions: Sequence[Instruction]) -> list[Instruction]:
    """Returns the instructions, with `count_all` and `count_card_all` for sums of `count` and `count_card` over
    neighbouring zones."""
    read = Counter(register for instruction in instructions for register in reads(instruction))
    return replaced(instructions, lambda all_, at: _match_count_loop(all_[at : at + 5], read))


def _match_count_loop(instructions: Sequence[Instruction], read: Counter[int]) -> tuple[list[Instruction], int] | None:
    """The replacement for such a loop, and the number of instructions that it replaces. The loop runs from the first
    zone of a family, or from an offset."""
    names = [instruction[0] for instruction in instructions]
    further = names[1:2] == ["add"]
    counted = instructions[2:5] if further else instructions[1:4]
    if (
        names[:1] != ["range"]
        or [instruction[0] for instruction in counted[1:]] != ["add", "end"]
        or counted[0][0] not in _OVER_ZONES
    ):
        return None
    (_, index, low, many), (name, there, zone, owner, what), (_, total, one, more) = instructions[0], *counted[:2]
    place, first = instructions[1][1:3] if further else (index, ZERO)
    own = {slot(index), slot(place), slot(there)}
    alone = all(read[each] == 1 for each in own) and min(own) >= FIRST_TEMP and not own & {total, first, many}
    if not alone or (further and instructions[1][3] != index) or (name == "count_card" and what in own):
        return None
    if (low, owner, one, more) != (ZERO, place, total, there):
        return None
    return [(_OVER_ZONES[str(name)], there, zone, first, what, many), counted[1]], 5 if further else 4
