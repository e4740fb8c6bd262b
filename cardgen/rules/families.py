"""Cards in several zones: loops that only count them there are one instruction each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cardgen.rules.code import FIRST_TEMP, ZERO, Row
from cardgen.rules.operands import reads, slot

_WHOLE = {"count": "count_all", "count_card": "count_card_all"}


def families(rows: Sequence[Row]) -> list[Row]:
    """The instructions; `count` and `count_card` in a row of zones, added up, are `count_all` and `count_card_all`."""
    read = Counter(register for row in rows for register in reads(row))
    found: list[Row] = []
    place = 0
    while place < len(rows):
        told = _counted(rows[place : place + 5], read)
        if told:
            found += told[0]
            place += told[1]
        else:
            found.append(rows[place])
            place += 1
    return found


def _counted(rows: Sequence[Row], read: Counter[int]) -> tuple[list[Row], int] | None:
    """What stands for a loop, and its length: from the first zone, or from one further on, to the last."""
    names = [row[0] for row in rows]
    further = names[1:2] == ["add"] and len(rows) == 5
    inner = rows[2:4] if further else rows[1:3]
    if names[:1] != ["range"] or names[4 if further else 3 :][:1] != ["end"] or inner[0][0] not in _WHOLE:
        return None
    (_, index, low, many), (name, there, zone, owner, what), (adds, total, one, more) = rows[0], inner[0], inner[1]
    place, first = (rows[1][1], rows[1][2]) if further else (index, ZERO)
    if further and (rows[1][3] != index or read[slot(index)] != 1):
        return None
    own = {slot(index), slot(place), slot(there)}
    if adds != "add" or low != ZERO or owner != place or one != total or more != there or min(own) < FIRST_TEMP:
        return None
    if (
        read[slot(place)] != 1
        or read[slot(there)] != 1
        or own & {total, first, many}
        or (name == "count_card" and what in own)
    ):
        return None
    return [(_WHOLE[str(name)], there, zone, first, what, many), inner[1]], 5 if further else 4
