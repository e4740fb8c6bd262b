"""Which registers an instruction reads and writes, and where a block ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from cardgen.rules.code import MAX_PICKED, Instruction, Operand
from cardgen.rules.instructions import BOTH, OF, OPCODES, PICK, TO, names_of

READS = {name: opcode.read for name, opcode in OPCODES.items()}  # positions of operands
BLOCKS = names_of(lambda opcode: opcode.opens)
MOVES = names_of(lambda opcode: opcode.moves)
_WRITES = {name: (opcode.places(TO, BOTH, PICK), opcode.clobbers) for name, opcode in OPCODES.items()}
_MANY = {name: MAX_PICKED for name in names_of(lambda opcode: bool(opcode.places(PICK)))}
_ONLY_READS = {name: opcode.places(OF) for name, opcode in OPCODES.items()}


def reads(instruction: Instruction) -> list[int]:
    """Returns the registers that an instruction reads."""
    return [slot(instruction[1 + place]) for place in READS[str(instruction[0])]]


def writes(instruction: Instruction) -> Iterator[int]:
    """Yields the registers that an instruction writes."""
    name = str(instruction[0])
    places, also = _WRITES[name]
    for place in places:
        first = slot(instruction[1 + place])
        yield from range(first, first + _MANY.get(name, 1))
    yield from also


def renamed(instruction: Instruction, instead: Mapping[int, int]) -> Instruction:
    """Returns the instruction with some of the registers that it only reads replaced."""
    new = list(instruction)
    for place in _ONLY_READS[str(instruction[0])]:
        new[1 + place] = instead.get(slot(instruction[1 + place]), instruction[1 + place])
    return tuple(new)


def slot(operand: Operand) -> int:
    assert isinstance(operand, int), operand
    return operand


def replaced(
    instructions: Sequence[Instruction],
    known: Callable[[Sequence[Instruction], int], tuple[list[Instruction], int] | None],
) -> list[Instruction]:
    """Returns the instructions with all matches replaced. At each place, `known` returns the replacement and the number
    of instructions that it replaces, or None."""
    result: list[Instruction] = []
    place = 0
    while place < len(instructions):
        instead, many = known(instructions, place) or ([instructions[place]], 1)
        result += instead
        place += many
    return result


def block_from(instructions: Iterable[Instruction]) -> Iterator[Instruction]:
    """Yields the instructions of a block, from the one that opens it to its `end`."""
    deep = 0
    for instruction in instructions:
        yield instruction
        deep += instruction[0] in BLOCKS
        deep -= instruction[0] == "end"
        if not deep:
            return
