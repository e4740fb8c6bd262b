"""What instructions read, write and hold: which of their operands are registers, and where a block ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from cardgen.rules.code import MOST_PICKED, Operand, Row

# by instruction, which operands are registers that it reads; those not named read none
READS = {
    "set": (1,), "seat": (1, 2), "load": (2,), "store": (1, 2), "field": (2,), "is_in": (1,), "value_at": (2,),
    "value_index": (2,), "count": (2,), "count_card": (2, 3), "top": (2,), "card_at": (2, 3), "runs": (2,),
    "sum_of": (2,), "different": (2,), "bit": (1, 2), "set_bit": (0, 1), "several": (1,), "die": (1,), "offer": (0,),
    "keep": (0,), "pack": (0, 1), "unpack": (1,), "move_some": (1, 3, 4), "move_all": (1, 3), "move_card": (1, 3, 4, 5),
    "shuffle": (1,), "gather": (1,), "tally_by": (1,), "use": (0,), "return": (0,), "branch": (1, 2), "if": (1, 2),
    "types": (2,), "range": (1, 2), "combos": (2, 4), "options": (1,), "offer_types": (1, 3), "offer_combos": (1, 3, 4),
    "types_where": (2, 5), "count_where": (2, 5), "count_all": (2, 4), "count_card_all": (2, 3, 4),
    "add_product": (0, 1, 2),
} | dict.fromkeys(("add", "sub", "mul", "div", "min", "max"), (1, 2))  # fmt: skip
WRITES = frozenset(
    (
        "set", "seat", "load", "field", "is_in", "value_at", "value_index", "count", "count_card", "top", "card_at",
        "runs", "sum_of", "different", "bit", "set_bit", "several", "die", "offered", "keep", "pack", "unpack", "here",
        "types", "ids", "range", "combos", "options", "types_where", "count_where", "count_all", "count_card_all",
        "add", "sub", "mul", "div", "min", "max", "add_product",
    )
)  # fmt: skip
ARITHMETIC = ("add", "sub", "mul", "div", "min", "max")
MOVES = frozenset(("move_some", "move_all", "move_card", "shuffle", "pass", "gather"))
BLOCKS = frozenset(("if", "types", "types_where", "ids", "range", "combos", "options"))


def reads(row: Row) -> list[int]:
    """The registers that an instruction reads."""
    return [slot(row[1 + place]) for place in READS.get(str(row[0]), ())]


def writes(row: Row) -> Iterator[int]:
    """The registers that an instruction writes."""
    name = row[0]
    if name not in WRITES:
        return
    first = slot(row[1])
    yield from range(first, first + MOST_PICKED) if name == "combos" else (first,)
    if name == "options":
        yield slot(row[3])


def slot(operand: Operand) -> int:
    assert isinstance(operand, int), operand
    return operand


def replaced(rows: Sequence[Row], known: Callable[[Sequence[Row], int], tuple[list[Row], int] | None]) -> list[Row]:
    """The instructions, with others for those that are `known`: from a place on, what stands for so many of them."""
    found: list[Row] = []
    place = 0
    while place < len(rows):
        instead, many = known(rows, place) or ([rows[place]], 1)
        found += instead
        place += many
    return found


def block_from(rows: Iterable[Row]) -> Iterator[Row]:
    """The instructions of a block, the first of which opens it."""
    deep = 0
    for row in rows:
        yield row
        deep += row[0] in BLOCKS
        deep -= row[0] == "end"
        if not deep:
            return
