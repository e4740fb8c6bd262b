"""Optimization passes over instructions, for both backends: copy propagation, common-subexpression elimination, the
peephole passes of `families.py`, `having.py` and `offers.py`, and register allocation.

`_simplified` has their order. The compilers use a new temporary register for each value. Register allocation lets
sentences share them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from cardgen.rules.code import FIRST_TEMP, ZERO, Code, Row
from cardgen.rules.families import families
from cardgen.rules.having import having
from cardgen.rules.instructions import names_of
from cardgen.rules.offers import fused
from cardgen.rules.operands import BLOCKS, MOVES, READS, block_from, reads, renamed, slot, writes

END_OF_SENTENCE = "sentence"
_OF_CARDS = names_of(lambda instruction: instruction.of_cards)
_PURE = names_of(lambda instruction: instruction.pure)
_COMPUTE = names_of(lambda instruction: instruction.works_out)
_FORGET = names_of(lambda instruction: instruction.forgets)


def simplified(code: Code) -> list[Row]:
    """Simplifies the instructions of a program, and sets its number of temporary registers."""
    rows, code.most_temps = _simplified(tuple(code.rows), frozenset(code.constants))
    return [*rows]


@lru_cache(maxsize=60)  # games that differ only in the numbers of copies share their instructions
def _simplified(code: tuple[Row, ...], constants: frozenset[int]) -> tuple[tuple[Row, ...], int]:
    rows: Sequence[Row] = code
    for _ in range(2):
        rows = _eliminate_common(rows)
        rows = _drop_dead(_coalesce_copies(_propagate_copies(rows, constants)))
        rows = _fuse_additions(families(having(rows)))
    return _allocate_registers(fused(rows))


def _propagate_copies(rows: Sequence[Row], constants: frozenset[int]) -> list[Row]:
    """Propagates copies: reads the source of a copy instead, if neither changes afterwards.

    All reads of the copy must be within the block of the copy. The source must be set before it in that block, or in a
    block around it: elsewhere it could hold the value of an earlier iteration.
    """
    written = Counter(register for row in rows for register in writes(row))
    blocks = _blocks_around(rows)
    made = {register: place for place, row in enumerate(rows) for register in writes(row)}
    read: dict[int, list[tuple[int, ...]]] = {}
    for place, row in enumerate(rows):
        for register in reads(row):
            read.setdefault(register, []).append(blocks[place])
    instead: dict[int, int] = {}
    rows_out: list[Row] = []

    def still(source: int, place: int) -> bool:
        """Whether a register keeps its value while the block of an instruction runs."""
        if source < FIRST_TEMP or written[source] != 1:
            return source in constants
        around = blocks[made[source]]
        return made[source] < place and blocks[place][: len(around)] == around

    for place, row in enumerate(rows):
        if row[0] == "set" and (copy := slot(row[1])) >= FIRST_TEMP and written[copy] == 1:
            source, here = instead.get(slot(row[2]), slot(row[2])), blocks[place]
            if still(source, place) and all(block[: len(here)] == here for block in read.get(copy, ())):
                instead[copy] = source
                continue
        rows_out.append(renamed(row, instead))
    return rows_out


def _blocks_around(rows: Sequence[Row]) -> list[tuple[int, ...]]:
    """The open blocks around each instruction, by the place of their first instruction. A block's loop register belongs
    to the block."""
    blocks: list[tuple[int, ...]] = []
    open_: tuple[int, ...] = ()
    for place, row in enumerate(rows):
        if row[0] == "end":
            open_ = open_[:-1]
        if row[0] in BLOCKS:
            open_ = (*open_, place)
        blocks.append(open_)
    return blocks


def _fuse_additions(rows: Sequence[Row]) -> list[Row]:
    """Fuses an addition with the instruction before it: replaces `0 + x` with `x`, and fuses multiply and add."""
    read = Counter(register for row in rows for register in reads(row))
    rows_out: list[Row] = []
    for row in rows:
        last, before = rows_out[-1] if rows_out else ("",), rows_out[-2:-1]
        if not _adds_result(row, last, read):
            rows_out.append(row)
        elif before == [("set", row[1], ZERO)]:
            rows_out[-2:] = [(last[0], row[1], *last[2:])]
        elif last[0] == "mul":
            rows_out[-1] = ("add_product", row[1], *last[2:])
        else:
            rows_out.append(row)
    return rows_out


def _adds_result(row: Row, before: Row, read: Counter[int]) -> bool:
    """Whether an instruction adds the result of the one before, which nothing else reads."""
    if row[0] != "add" or before[0] not in _PURE or row[1:] != (row[1], row[1], before[1]):
        return False
    there = slot(before[1])
    return there >= FIRST_TEMP and read[there] == 1 and row[1] not in reads(before)


def _coalesce_copies(rows: Sequence[Row]) -> list[Row]:
    """Coalesces a computation with the copy of its result."""
    written = Counter(register for row in rows for register in writes(row))
    read = Counter(register for row in rows for register in reads(row))
    rows_out: list[Row] = []
    for row in rows:
        before = rows_out[-1] if rows_out else ("",)
        if row[0] == "set" and before[0] in _COMPUTE:
            there = slot(before[1])
            if row[2] == there >= FIRST_TEMP and written[there] == read[there] == 1:
                rows_out[-1] = (before[0], row[1], *before[2:])
                continue
        rows_out.append(row)
    return rows_out


def _drop_dead(rows: Sequence[Row]) -> list[Row]:
    """Drops computations and copies whose result nothing reads."""
    read = Counter(register for row in rows for register in reads(row))
    return [
        row
        for row in rows
        if not ((row[0] in _PURE or row[0] == "set") and slot(row[1]) >= FIRST_TEMP and not read[slot(row[1])])
    ]


def _eliminate_common(rows: Sequence[Row]) -> list[Row]:
    """Eliminates common subexpressions."""
    rows_out: list[Row] = []
    known: dict[tuple, int] = {}
    outer: list[dict[tuple, int]] = []
    for place, row in enumerate(rows):
        name = row[0]
        if name in _FORGET:
            known = {}
        elif name == "end":
            known = _still_available(outer.pop(), _block_back_from(rows, place))
        elif name in BLOCKS:
            if name != "if":
                known = _still_available(known, block_from(rows[place:]))
            outer.append(known)
            known = dict(known)
        if name in _PURE:
            expression = (name, *row[2:])
            if expression in known:
                rows_out.append(("set", row[1], known[expression]))
                known = _still_available(known, [("set", row[1], 0)])
                continue
        known = _still_available(known, [row])
        if name in _PURE and row[1] not in row[2:] and slot(row[1]) >= FIRST_TEMP:
            known[name, *row[2:]] = slot(row[1])
        rows_out.append(row)
    return rows_out


def _still_available(known: dict[tuple, int], rows: Iterable[Row]) -> dict[tuple, int]:
    """The available expressions that these instructions do not invalidate."""
    rows = list(rows)
    changed = {register for row in rows for register in writes(row)}
    moved = any(row[0] in MOVES for row in rows)
    left = {}
    for expression, register in known.items():
        used = {register, *(expression[place] for place in READS[expression[0]])}
        if not used & changed and not (moved and expression[0] in _OF_CARDS):
            left[expression] = register
    return left


def _block_back_from(rows: Sequence[Row], end: int) -> Iterator[Row]:
    """The instructions of a block, backwards from its end."""
    deep = 0
    for place in range(end, -1, -1):
        row = rows[place]
        deep += row[0] == "end"
        deep -= row[0] in BLOCKS
        yield row
        if not deep:
            return


def _allocate_registers(rows: Sequence[Row]) -> tuple[tuple[Row, ...], int]:
    """Allocates temporary registers, and drops the marks of sentence ends. Returns the instructions and the number of
    registers."""
    places: dict[int, int] = {}
    most = 0
    rows_out: list[Row] = []
    for row in rows:
        if row[0] == END_OF_SENTENCE:
            places = {}
            continue
        written = list(writes(row))
        temporaries = {each for each in (*reads(row), *written) if each >= FIRST_TEMP}
        for register in written if row[0] == "combos" else sorted(temporaries):  # `combos` needs consecutive registers
            places.setdefault(register, FIRST_TEMP + len(places))
        most = max(most, len(places))
        rows_out.append(
            tuple(places.get(each, each) if isinstance(each, int) and each in temporaries else each for each in row)
        )
    return tuple(rows_out), most
