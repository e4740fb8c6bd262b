"""A peephole pass of `simplify.py`: fuses a loop that only offers cards into one instruction, and drops jumps to the
next instruction.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.rules.code import MAX_PICKED, Row
from cardgen.rules.operands import replaced


def fused(rows: Sequence[Row]) -> list[Row]:
    """Returns the instructions, with one instruction for each loop that only offers cards, and without idle jumps."""
    result = replaced(
        rows, lambda all_, at: _match_types(all_[at : at + 5]) or _match_combos(all_[at : at + 2 * MAX_PICKED + 4])
    )
    return [row for number, row in enumerate(result) if not _is_idle(row, result[number + 1 : number + 2])]


def _is_idle(row: Row, after: Sequence[Row]) -> bool:
    """Whether it is a jump to the next instruction."""
    return row[0] == "goto" and bool(after) and after[0] == ("label", row[1])


def _names(rows: Sequence[Row]) -> list[object]:
    return [row[0] for row in rows]


def _match_types(rows: Sequence[Row]) -> tuple[list[Row], int] | None:
    """Matches `types` whose body only offers the card."""
    if _names(rows) != ["types", "set", "pack", "offer", "end"]:
        return None
    (_, card, *where), (_, more, option), (_, packed, picked, shift), (_, offered), _ = rows
    if packed == more == offered and picked == card:
        return [("offer_types", *where, option, shift)], len(rows)
    return None


def _match_combos(rows: Sequence[Row]) -> tuple[list[Row], int] | None:
    """Matches `combos` whose body only offers the cards."""
    if _names(rows) != ["combos", *["add"] * MAX_PICKED, "set", *["pack"] * MAX_PICKED, "offer", "end"]:
        return None
    (_, _, *where), option, packs = rows[0], rows[1 + MAX_PICKED][2], rows[2 + MAX_PICKED : 2 + 2 * MAX_PICKED]
    shift, second = packs[0][3], packs[1][3]
    assert isinstance(shift, int) and isinstance(second, int)
    return [("offer_combos", *where, option, shift, second - shift)], len(rows)
