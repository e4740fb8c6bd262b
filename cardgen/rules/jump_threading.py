"""Jump threading and dead-code elimination over the rows of the interpreter. For machine code, LLVM does both.

A condition writes a number into a register, and the next row tests it. If the outcome of the test is known, a jump
skips the test. A backward liveness analysis finds which registers are still read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardgen.rules import ops
from cardgen.rules.code import HOLDS, OPPOSITE
from cardgen.rules.instructions import JUMPS, ROW_OPCODES, TARGET, codes_of

Facts = dict[object, int]  # values of registers, and comparisons of registers that are true

TESTS = {JUMPS[sign]: JUMPS[OPPOSITE[sign]] for sign in OPPOSITE}
_COMPARED = {JUMPS[sign]: HOLDS[sign] for sign in OPPOSITE}
# the positions of jump targets in each row
TARGETS = {code: tuple(1 + place for place in opcode.places(TARGET)) for code, opcode in enumerate(ROW_OPCODES)}
_LEAVE = codes_of(lambda opcode: opcode.leaves)
_FORGET = codes_of(lambda opcode: opcode.is_barrier or opcode.writes_indexed)
_COPIES = (ops.SET, ops.LOAD_NUMBER)
_COMPUTE = codes_of(lambda opcode: opcode.defines_first)
_WRITES = [(opcode.writes_first, opcode.clobbers) for opcode in ROW_OPCODES]
_ROUNDS = 2


class JumpThreading:
    """Reduces rows, in place. Other code jumps to the rows `entries`; the rows `held` store a row number in a register.
    The registers `temps` hold no value across entries."""

    def __init__(
        self, rows: list[list[int]], entries: set[int], held: set[int], constants: Mapping[int, int], temps: range
    ) -> None:
        self.rows = rows
        self.entries = entries
        self.held = held
        self.constants = constants
        self.temps = temps
        self.left = [True] * len(rows)  # whether a row is kept; play falls through a dropped row
        self.fresh: set[int] = set()  # rows at which nothing is known: entries, and targets of backward jumps
        self.coming: dict[int, Facts] = {}  # what is known at forward jumps, by target
        self.live: list[int] = []  # for each row and the end, a bit mask of the live registers

    def threaded(self) -> list[int]:
        """Drops rows that have no effect; returns the new number of each row, or of the row that replaces it."""
        for _ in range(_ROUNDS):
            self._thread_jumps()
            self._drop_dead()
        places, done = [], 0
        for left in self.left:
            places.append(done)
            done += left
        for place, row in enumerate(self.rows):
            for at in (2,) if place in self.held else TARGETS[row[0]]:
                row[at] = places[row[at]]
        self.rows[:] = [row for row, left in zip(self.rows, self.left, strict=True) if left]
        return places

    def _successors(self, place: int) -> list[int]:
        """The successors of a row."""
        row = self.rows[place]
        if not self.left[place]:
            return [place + 1]
        successors = [row[at] for at in TARGETS[row[0]]]
        return successors if row[0] in _LEAVE else [*successors, place + 1]

    # ---- where jumps lead

    def _thread_jumps(self) -> None:
        back = {there for place in range(len(self.rows)) for there in self._successors(place) if there <= place}
        self.fresh, self.live, self.coming = self.entries | back, self._liveness(), {}
        known: Facts | None = None  # after the row before; None if that never falls through
        for place, row in enumerate(self.rows):
            ways = [each for each in (known, self.coming.pop(place, None)) if each is not None]
            if not ways and place not in self.fresh:
                self.left[place], known = False, None
                continue
            known = {} if place in self.fresh else dict(ways[0].items() & ways[-1].items())
            if not self.left[place]:
                continue
            for at in TARGETS[row[0]]:
                self._jump(place, at, self._known_after(place, known, True))
            known = self._known_after(place, known, False)
            if row[0] in _COPIES:
                self._replace_copy(place, known)
            if self.rows[place][0] in _LEAVE:
                known = None

    def _jump(self, place: int, at: int, known: Facts) -> None:
        row = self.rows[place]
        if row[0] != ops.CHOOSE:
            row[at] = self._final_target(place, row[at], known)
        there = self.coming.get(row[at], known)
        self.coming[row[at]] = dict(there.items() & known.items())

    def _replace_copy(self, place: int, known: Facts) -> None:
        """Replaces a copy with a jump, if only the rows that the jump skips read it."""
        there, register = self._final_target(place, place + 1, known), self.rows[place][1]
        if there != place + 1 and register in self.temps and not self.live[there] >> register & 1:
            self.rows[place] = [ops.JUMP, there, *[0] * (len(self.rows[place]) - 2)]
            self._jump(place, 1, known)

    def _final_target(self, begin: int, place: int, known: Facts) -> int:
        """The target at the end of a chain of jumps and of tests with known outcomes."""
        target, seen = place, {begin}
        while place not in seen and place < len(self.rows):
            if place > begin or place in self.fresh:
                target = place
            seen.add(place)
            row = self.rows[place]
            if not self.left[place]:
                place += 1
            elif row[0] == ops.JUMP:
                place = row[1]
            elif row[0] in TESTS and (holds := self._holds(row, known)) is not None:
                place = row[3] if holds else place + 1
        return target

    def _holds(self, row: Sequence[int], known: Facts) -> bool | None:
        sign, one, two = row[:3]
        if (sign, one, two) in known or (TESTS[sign], one, two) in known:
            return (sign, one, two) in known
        first, second = self._number(one, known), self._number(two, known)
        if first is None or second is None:
            return None
        return _COMPARED[sign](first, second)

    def _number(self, register: int, known: Facts) -> int | None:
        return self.constants.get(register, known.get(register))

    def _known_after(self, place: int, known: Facts, jumps: bool) -> Facts:
        """What is known after a row, on its jump or on its fall-through."""
        row = self.rows[place]
        op, one, two = row[:3]
        if op in _FORGET:
            return {}
        if op in TESTS:
            sign = op if jumps else TESTS[op]
            number = self._number(two, known) if sign == ops.JUMP_EQ else None
            return known | {(sign, one, two): 1} | ({} if number is None else {one: number})
        written = _registers_written(row)
        if not written:
            return known
        facts = {fact: number for fact, number in known.items() if not written & _registers(fact)}
        number = self._number(two, known) if op == ops.SET else two if op == ops.LOAD_NUMBER else None
        return facts if number is None or place in self.held else facts | {one: number}

    # ---- what is needed

    def _drop_dead(self) -> None:
        """Drops dead copies, and jumps to the next row."""
        self.live = self._liveness()
        met = self.entries | {row[at] for row in self.rows for at in TARGETS[row[0]]}
        for place, row in enumerate(self.rows):
            if row[0] in _COPIES:
                if row[1] in self.temps and not self.live[place + 1] >> row[1] & 1:
                    self.left[place] = False
            elif row[0] == ops.JUMP or row[0] in TESTS:
                behind = self._next(place)
                over = self.rows[behind] if behind < len(self.rows) and behind not in met else [ops.STOP]
                if row[0] in TESTS and over[0] == ops.JUMP and self._next(row[3] - 1) == self._next(behind):
                    row[0], row[3] = TESTS[row[0]], over[1]
                    self.left[behind] = False
                if self._next(row[TARGETS[row[0]][0]] - 1) == self._next(place):
                    self.left[place] = False

    def _next(self, place: int) -> int:
        place += 1
        while place < len(self.rows) and not self.left[place]:
            place += 1
        return place

    def _liveness(self) -> list[int]:
        live = [0] * (len(self.rows) + 1)
        rows = [(place, *self._reads(place)) for place in range(len(self.rows) - 1, -1, -1)]
        changes = True
        while changes:
            changes = False
            for place, after, kept, read in rows:
                live_after = 0
                for there in after:
                    live_after |= live[there]
                live_after = live_after & kept | read
                changes = changes or live_after != live[place]
                live[place] = live_after
        return live

    def _reads(self, place: int) -> tuple[list[int], int, int]:
        """The successors of a row, a mask of the registers that stay live across it, and a mask of those that it reads.
        Every operand counts as a register."""
        row, after = self.rows[place], self._successors(place)
        if not self.left[place]:
            return after, -1, 0
        if row[0] == ops.CHOOSE:
            return [], 0, 0
        works_out, targets, read = row[0] in _COMPUTE, TARGETS[row[0]], 0
        for at in range(2 if works_out else 1, len(row)):
            if row[at] in self.temps and at not in targets:
                read |= 1 << row[at]
        return after, ~(1 << row[1]) if works_out else -1, read


def _registers_written(row: Sequence[int]) -> set[int]:
    """The registers that a row writes."""
    many, also = _WRITES[row[0]]
    return {*range(row[1], row[1] + many), *also}


def _registers(fact: object) -> set[object]:
    """The registers that a known fact mentions."""
    return {*fact[1:]} if isinstance(fact, tuple) else {fact}
