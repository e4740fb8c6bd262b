"""Which registers an instruction reads and writes, and where a block ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from cardgen.rules.code import MAX_PICKED, Operand, Row
from cardgen.rules.instructions import BOTH, INSTRUCTIONS, OF, PICK, TO, names_of

READS = {name: instruction.read for name, instruction in INSTRUCTIONS.items()}  # positions of operands
BLOCKS = names_of(lambda instruction: instruction.opens)
MOVES = names_of(lambda instruction: instruction.moves)
_WRITES = {name: (instruction.places(TO, BOTH, PICK), instruction.also) for name, instruction in INSTRUCTIONS.items()}
_MANY = {name: MAX_PICKED for name in names_of(lambda instruction: bool(instruction.places(PICK)))}
_ONLY_READS = {name: instruction.places(OF) for name, instruction in INSTRUCTIONS.items()}


def reads(row: Row) -> list[int]:
    """Returns the registers that an instruction reads."""
    return [slot(row[1 + place]) for place in READS[str(row[0])]]


def writes(row: Row) -> Iterator[int]:
    """Yields the registers that an instruction writes."""
    name = str(row[0])
    places, also = _WRITES[name]
    for place in places:
        first = slot(row[1 + place])
        yield from range(first, first + _MANY.get(name, 1))
    yield from also


def renamed(row: Row, instead: Mapping[int, int]) -> Row:
    """Returns the instruction with some of the registers that it only reads replaced."""
    new_row = list(row)
    for place in _ONLY_READS[str(row[0])]:
        new_row[1 + place] = instead.get(slot(row[1 + place]), row[1 + place])
    return tuple(new_row)


def slot(operand: Operand) -> int:
    assert isinstance(operand, int), operand
    return operand


def replaced(rows: Sequence[Row], known: Callable[[Sequence[Row], int], tuple[list[Row], int] | None]) -> list[Row]:
    """Returns the instructions with all matches replaced. At each place, `known` returns the replacement and the number
    of instructions that it replaces, or None."""
    result: list[Row] = []
    place = 0
    while place < len(rows):
        instead, many = known(rows, place) or ([rows[place]], 1)
        result += instead
        place += many
    return result


def block_from(rows: Iterable[Row]) -> Iterator[Row]:
    """Yields the instructions of a block, from the one that opens it to its `end`."""
    deep = 0
    for row in rows:
        yield row
        deep += row[0] in BLOCKS
        deep -= row[0] == "end"
        if not deep:
            return
