"""A peephole pass of `simplify.py`: fuses a loop that only counts cards in neighbouring zones into one instruction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cardgen.rules.code import FIRST_TEMP, ZERO, Row
from cardgen.rules.operands import reads, replaced, slot

_OVER_ZONES = {"count": "count_all", "count_card": "count_card_all"}


def families(rows: Sequence[Row]) -> list[Row]:
    """Returns the instructions, with `count_all` and `count_card_all` for sums of `count` and `count_card` over
    neighbouring zones."""
    read = Counter(register for row in rows for register in reads(row))
    return replaced(rows, lambda all_, at: _match_count_loop(all_[at : at + 5], read))


def _match_count_loop(rows: Sequence[Row], read: Counter[int]) -> tuple[list[Row], int] | None:
    """The replacement for such a loop, and the number of instructions that it replaces. The loop runs from the first
    zone of a family, or from an offset."""
    names = [row[0] for row in rows]
    further = names[1:2] == ["add"]
    counted = rows[2:5] if further else rows[1:4]
    if names[:1] != ["range"] or [row[0] for row in counted[1:]] != ["add", "end"] or counted[0][0] not in _OVER_ZONES:
        return None
    (_, index, low, many), (name, there, zone, owner, what), (_, total, one, more) = rows[0], *counted[:2]
    place, first = rows[1][1:3] if further else (index, ZERO)
    own = {slot(index), slot(place), slot(there)}
    alone = all(read[each] == 1 for each in own) and min(own) >= FIRST_TEMP and not own & {total, first, many}
    if not alone or (further and rows[1][3] != index) or (name == "count_card" and what in own):
        return None
    if (low, owner, one, more) != (ZERO, place, total, there):
        return None
    return [(_OVER_ZONES[str(name)], there, zone, first, what, many), counted[1]], 5 if further else 4
