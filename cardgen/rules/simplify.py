"""Passes over instructions, for both backends: copy propagation, common-subexpression elimination, the peephole passes
of `families.py`, `having.py` and `offers.py`, and register allocation.

`_simplified` has their order. The compilers write sentences as if there were any number of registers. Allocation gives
a sentence those that nothing reads any more.
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
_OF_CARDS = names_of(lambda told: told.of_cards)
_PURE = names_of(lambda told: told.pure)
_WORK_OUT = names_of(lambda told: told.works_out)
_FORGET = names_of(lambda told: told.forgets)


def simplified(code: Code) -> list[Row]:
    """Simplifies the instructions of a program, and sets how many registers its sentences need."""
    rows, code.most_temps = _simplified(tuple(code.rows), frozenset(code.constants))
    return [*rows]


@lru_cache(maxsize=60)  # games that differ in their counts of cards alone have the same instructions
def _simplified(code: tuple[Row, ...], constants: frozenset[int]) -> tuple[tuple[Row, ...], int]:
    rows: Sequence[Row] = code
    for _ in range(2):
        rows = _once(rows)
        rows = _added(families(having(_folded(_passed_on(rows, constants)))))
    return _allocate_registers(fused(rows))


def _passed_on(rows: Sequence[Row], constants: frozenset[int]) -> list[Row]:
    """Without copies of registers that do not change after it: what is copied is read instead.

    A copy is read only within the block that makes it, and its source is made before it there, or around that block:
    elsewhere it might be of an earlier time round.
    """
    written = Counter(register for row in rows for register in writes(row))
    blocks = _blocks(rows)
    made = {register: place for place, row in enumerate(rows) for register in writes(row)}
    read: dict[int, list[tuple[int, ...]]] = {}
    for place, row in enumerate(rows):
        for register in reads(row):
            read.setdefault(register, []).append(blocks[place])
    instead: dict[int, int] = {}
    found: list[Row] = []

    def still(source: int, place: int) -> bool:
        """Whether a register is the same as long as the block of an instruction lasts."""
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
        found.append(renamed(row, instead))
    return found


def _blocks(rows: Sequence[Row]) -> list[tuple[int, ...]]:
    """The blocks that each instruction stands in, by where they open; a block's first register is made within it."""
    found: list[tuple[int, ...]] = []
    open_: tuple[int, ...] = ()
    for place, row in enumerate(rows):
        if row[0] == "end":
            open_ = open_[:-1]
        if row[0] in BLOCKS:
            open_ = (*open_, place)
        found.append(open_)
    return found


def _added(rows: Sequence[Row]) -> list[Row]:
    """What is added to nothing is that itself, and a product that is only added is added at once."""
    read = Counter(register for row in rows for register in reads(row))
    found: list[Row] = []
    for row in rows:
        last, before = found[-1] if found else ("",), found[-2:-1]
        if not _only_adds(row, last, read):
            found.append(row)
        elif before == [("set", row[1], ZERO)]:
            found[-2:] = [(last[0], row[1], *last[2:])]
        elif last[0] == "mul":
            found[-1] = ("add_product", row[1], *last[2:])
        else:
            found.append(row)
    return found


def _only_adds(row: Row, before: Row, read: Counter[int]) -> bool:
    """Whether an instruction adds to a register what the one before works out for it alone, without reading that."""
    if row[0] != "add" or before[0] not in _PURE or row[1:] != (row[1], row[1], before[1]):
        return False
    there = slot(before[1])
    return there >= FIRST_TEMP and read[there] == 1 and row[1] not in reads(before)


def _folded(rows: Sequence[Row]) -> list[Row]:
    """What is worked out only to be copied is worked out where it is copied to."""
    written = Counter(register for row in rows for register in writes(row))
    read = Counter(register for row in rows for register in reads(row))
    found: list[Row] = []
    for row in rows:
        before = found[-1] if found else ("",)
        if row[0] == "set" and before[0] in _WORK_OUT:
            there = slot(before[1])
            if row[2] == there >= FIRST_TEMP and written[there] == read[there] == 1:
                found[-1] = (before[0], row[1], *before[2:])
                continue
        found.append(row)
    return [row for row in found if not _idle(row, read)]


def _idle(row: Row, read: Counter[int]) -> bool:
    """Whether it works out what nothing reads."""
    return (row[0] in _PURE or row[0] == "set") and slot(row[1]) >= FIRST_TEMP and not read[slot(row[1])]


def _once(rows: Sequence[Row]) -> list[Row]:
    """What is still known is not worked out again."""
    found: list[Row] = []
    known: dict[tuple, int] = {}
    outer: list[dict[tuple, int]] = []
    for place, row in enumerate(rows):
        name = row[0]
        if name in _FORGET:
            known = {}
        elif name == "end":
            known = _without(outer.pop(), _changed_within(rows, place))
        elif name in BLOCKS:
            if name != "if":
                known = _without(known, block_from(rows[place:]))
            outer.append(known)
            known = dict(known)
        if name in _PURE:
            told = (name, *row[2:])
            if told in known:
                found.append(("set", row[1], known[told]))
                known = _without(known, [("set", row[1], 0)])
                continue
        known = _without(known, [row])
        if name in _PURE and row[1] not in row[2:] and slot(row[1]) >= FIRST_TEMP:
            known[name, *row[2:]] = slot(row[1])
        found.append(row)
    return found


def _without(known: dict[tuple, int], rows: Iterable[Row]) -> dict[tuple, int]:
    """What is still known when these instructions are done."""
    rows = list(rows)
    changed = {register for row in rows for register in writes(row)}
    moved = any(row[0] in MOVES for row in rows)
    left = {}
    for told, register in known.items():
        used = {register, *(told[place] for place in READS[told[0]])}
        if not used & changed and not (moved and told[0] in _OF_CARDS):
            left[told] = register
    return left


def _changed_within(rows: Sequence[Row], end: int) -> Iterator[Row]:
    """The instructions of a block up to its end."""
    deep = 0
    for place in range(end, -1, -1):
        row = rows[place]
        deep += row[0] == "end"
        deep -= row[0] in BLOCKS
        yield row
        if not deep:
            return


def _allocate_registers(rows: Sequence[Row]) -> tuple[tuple[Row, ...], int]:
    """The instructions with as few registers of sentences as they need, and without the marks of their ends; and how
    many these are."""
    places: dict[int, int] = {}
    most = 0
    found: list[Row] = []
    for row in rows:
        if row[0] == END_OF_SENTENCE:
            places = {}
            continue
        written = list(writes(row))
        told = {each for each in (*reads(row), *written) if each >= FIRST_TEMP}
        for register in written if row[0] == "combos" else sorted(told):  # those of a loop over ways stand together
            places.setdefault(register, FIRST_TEMP + len(places))
        most = max(most, len(places))
        found.append(tuple(places.get(each, each) if isinstance(each, int) and each in told else each for each in row))
    return tuple(found), most
