"""Optimization passes over instructions, for both backends: copy propagation, common-subexpression elimination,
dead-code elimination, the peephole passes of `families.py`, `having.py` and `offers.py`, and renumbering of registers.

`_simplified` has their order. The compilers use a new temporary register for each value. Each sentence numbers them
from the first on, so that sentences share them. Within a sentence none is used twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from cardgen.rules.code import FIRST_TEMP, ZERO, Code, Instruction
from cardgen.rules.families import families
from cardgen.rules.having import having
from cardgen.rules.instructions import names_of
from cardgen.rules.offers import fused
from cardgen.rules.operands import BLOCKS, MOVES, READS, block_from, reads, renamed, slot, writes

END_TEMPORARIES = "end_temporaries"
_OF_CARDS = names_of(lambda opcode: opcode.of_cards)
_PURE = names_of(lambda opcode: opcode.pure)
_COMPUTE = names_of(lambda opcode: opcode.defines_first)
_FORGET = names_of(lambda opcode: opcode.is_barrier)


def simplified(code: Code) -> list[Instruction]:
    """Simplifies the instructions of a program, and sets its number of temporary registers."""
    instructions, code.most_temps = _simplified(tuple(code.instructions), frozenset(code.constants))
    return [*instructions]


@lru_cache(maxsize=60)  # games that differ only in the numbers of copies share their instructions
def _simplified(code: tuple[Instruction, ...], constants: frozenset[int]) -> tuple[tuple[Instruction, ...], int]:
    instructions: Sequence[Instruction] = code
    for _ in range(2):
        instructions = _eliminate_common(instructions)
        instructions = _drop_dead(_coalesce_copies(_propagate_copies(instructions, constants)))
        instructions = _fuse_additions(families(having(instructions)))
    return _renumber_temporaries(fused(instructions))


def _propagate_copies(instructions: Sequence[Instruction], constants: frozenset[int]) -> list[Instruction]:
    """Propagates copies: reads the source of a copy instead, if neither changes afterwards.

    All reads of the copy must be within the block of the copy. The source must be set before it in that block, or in a
    block around it: elsewhere it could hold the value of an earlier iteration.
    """
    written = Counter(register for instruction in instructions for register in writes(instruction))
    blocks = _blocks_around(instructions)
    made = {register: place for place, instruction in enumerate(instructions) for register in writes(instruction)}
    read: dict[int, list[tuple[int, ...]]] = {}
    for place, instruction in enumerate(instructions):
        for register in reads(instruction):
            read.setdefault(register, []).append(blocks[place])
    instead: dict[int, int] = {}
    result: list[Instruction] = []

    def still(source: int, place: int) -> bool:
        """Whether a register keeps its value while the block of an instruction runs."""
        if source < FIRST_TEMP or written[source] != 1:
            return source in constants
        around = blocks[made[source]]
        return made[source] < place and blocks[place][: len(around)] == around

    for place, instruction in enumerate(instructions):
        if instruction[0] == "set" and (copy := slot(instruction[1])) >= FIRST_TEMP and written[copy] == 1:
            source, here = instead.get(slot(instruction[2]), slot(instruction[2])), blocks[place]
            if still(source, place) and all(block[: len(here)] == here for block in read.get(copy, ())):
                instead[copy] = source
                continue
        result.append(renamed(instruction, instead))
    return result


def _blocks_around(instructions: Sequence[Instruction]) -> list[tuple[int, ...]]:
    """The open blocks around each instruction, by the place of their first instruction. A block's loop register belongs
    to the block."""
    blocks: list[tuple[int, ...]] = []
    open_: tuple[int, ...] = ()
    for place, instruction in enumerate(instructions):
        if instruction[0] == "end":
            open_ = open_[:-1]
        if instruction[0] in BLOCKS:
            open_ = (*open_, place)
        blocks.append(open_)
    return blocks


def _fuse_additions(instructions: Sequence[Instruction]) -> list[Instruction]:
    """Fuses an addition with the instruction before it: replaces `0 + x` with `x`, and fuses multiply and add."""
    read = Counter(register for instruction in instructions for register in reads(instruction))
    result: list[Instruction] = []
    for instruction in instructions:
        last, before = result[-1] if result else ("",), result[-2:-1]
        if not _adds_result(instruction, last, read):
            result.append(instruction)
        elif before == [("set", instruction[1], ZERO)]:
            result[-2:] = [(last[0], instruction[1], *last[2:])]
        elif last[0] == "mul":
            result[-1] = ("add_product", instruction[1], *last[2:])
        else:
            result.append(instruction)
    return result


def _adds_result(instruction: Instruction, before: Instruction, read: Counter[int]) -> bool:
    """Whether an instruction adds the result of the one before, which nothing else reads."""
    if (
        instruction[0] != "add"
        or before[0] not in _PURE
        or instruction[1:] != (instruction[1], instruction[1], before[1])
    ):
        return False
    there = slot(before[1])
    return there >= FIRST_TEMP and read[there] == 1 and instruction[1] not in reads(before)


def _coalesce_copies(instructions: Sequence[Instruction]) -> list[Instruction]:
    """Coalesces a computation with the copy of its result."""
    written = Counter(register for instruction in instructions for register in writes(instruction))
    read = Counter(register for instruction in instructions for register in reads(instruction))
    result: list[Instruction] = []
    for instruction in instructions:
        before = result[-1] if result else ("",)
        if instruction[0] == "set" and before[0] in _COMPUTE:
            there = slot(before[1])
            if instruction[2] == there >= FIRST_TEMP and written[there] == read[there] == 1:
                result[-1] = (before[0], instruction[1], *before[2:])
                continue
        result.append(instruction)
    return result


def _drop_dead(instructions: Sequence[Instruction]) -> list[Instruction]:
    """Drops computations and copies whose result nothing reads."""
    read = Counter(register for instruction in instructions for register in reads(instruction))
    return [
        instruction
        for instruction in instructions
        if not (
            (instruction[0] in _PURE or instruction[0] == "set")
            and slot(instruction[1]) >= FIRST_TEMP
            and not read[slot(instruction[1])]
        )
    ]


def _eliminate_common(instructions: Sequence[Instruction]) -> list[Instruction]:
    """Eliminates common subexpressions."""
    result: list[Instruction] = []
    known: dict[tuple, int] = {}
    outer: list[dict[tuple, int]] = []
    for place, instruction in enumerate(instructions):
        name = instruction[0]
        if name in _FORGET:
            known = {}
        elif name == "end":
            known = _still_available(outer.pop(), _block_back_from(instructions, place))
        elif name in BLOCKS:
            if name != "if":
                known = _still_available(known, block_from(instructions[place:]))
            outer.append(known)
            known = dict(known)
        if name in _PURE:
            expression = (name, *instruction[2:])
            if expression in known:
                result.append(("set", instruction[1], known[expression]))
                known = _still_available(known, [("set", instruction[1], 0)])
                continue
        known = _still_available(known, [instruction])
        if name in _PURE and instruction[1] not in instruction[2:] and slot(instruction[1]) >= FIRST_TEMP:
            known[name, *instruction[2:]] = slot(instruction[1])
        result.append(instruction)
    return result


def _still_available(known: dict[tuple, int], instructions: Iterable[Instruction]) -> dict[tuple, int]:
    """The available expressions that these instructions do not invalidate."""
    instructions = list(instructions)
    changed = {register for instruction in instructions for register in writes(instruction)}
    moved = any(instruction[0] in MOVES for instruction in instructions)
    left = {}
    for expression, register in known.items():
        used = {register, *(expression[place] for place in READS[expression[0]])}
        if not used & changed and not (moved and expression[0] in _OF_CARDS):
            left[expression] = register
    return left


def _block_back_from(instructions: Sequence[Instruction], end: int) -> Iterator[Instruction]:
    """The instructions of a block, backwards from its end."""
    deep = 0
    for place in range(end, -1, -1):
        instruction = instructions[place]
        deep += instruction[0] == "end"
        deep -= instruction[0] in BLOCKS
        yield instruction
        if not deep:
            return


def _renumber_temporaries(instructions: Sequence[Instruction]) -> tuple[tuple[Instruction, ...], int]:
    """Numbers the temporary registers of each sentence from the first on, and drops the marks of its end.

    Returns the instructions and the number of registers.
    """
    places: dict[int, int] = {}
    most = 0
    result: list[Instruction] = []
    for instruction in instructions:
        if instruction[0] == END_TEMPORARIES:
            places = {}
            continue
        written = list(writes(instruction))
        temporaries = {each for each in (*reads(instruction), *written) if each >= FIRST_TEMP}
        for register in (
            written if instruction[0] == "combos" else sorted(temporaries)
        ):  # `combos` needs consecutive registers
            places.setdefault(register, FIRST_TEMP + len(places))
        most = max(most, len(places))
        result.append(
            tuple(
                places.get(each, each) if isinstance(each, int) and each in temporaries else each
                for each in instruction
            )
        )
    return tuple(result), most
