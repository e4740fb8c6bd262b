"""The backend for the interpreter: translates instructions into rows of integers, a code and its operands. Labels
become row numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardgen.foundations.dataclass import dataclass
from cardgen.rules import ops
from cardgen.rules.code import FIRST_TEMP, ONE, OPPOSITE, Instruction, Operand
from cardgen.rules.compile import Compiled
from cardgen.rules.instructions import CODES, JUMPS, OPCODES, ROW_OPCODES
from cardgen.rules.jump_threading import TARGETS, JumpThreading
from cardgen.rules.operands import BLOCKS
from cardgen.rules.simplify import simplified
from cardgen.store.remember import per_large_object

_CODES_OF = {
    name: tuple(CODES[row] for row in operands.rows or (name,) if row in CODES) for name, operands in OPCODES.items()
}
# loops whose end has its own row, which finds the next element, with the row at their start
ROTATED = {rows[1]: rows[0] for rows in _CODES_OF.values() if len(rows) == 2}
WIDTH = 1 + max(len(row.kinds) for row in ROW_OPCODES)  # numbers of a row: its code and its operands


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a game, with the row number of each label."""

    rows: tuple[tuple[int, ...], ...]
    places: Mapping[int, int]  # row numbers by label
    choices: Mapping[tuple[int, int], int]  # rows of choices, by section's label and number


@per_large_object
def rows_of(compiled: Compiled) -> Rows:
    """Returns a game's rows. In them, temporary registers follow the lasting ones."""
    return _Writer(compiled).assemble()


class _Writer:
    def __init__(self, compiled: Compiled) -> None:
        self.compiled = compiled
        self.source = simplified(compiled.code)
        self.temps = len(compiled.code.start)
        self.rows: list[list[int]] = []
        self.labels: dict[int, int] = {}
        self.choices: dict[tuple[int, int], int] = {}
        self.open: list[tuple[int, int, tuple[int, ...]]] = []  # blocks: row to repeat from, first row, code
        self.to_labels: list[tuple[int, int, int]] = []  # row, operand, label

    def assemble(self) -> Rows:
        for instruction in self.source:
            self._write(instruction)
        for number, place, label in self.to_labels:
            self.rows[number][place] = self.labels[label]
        rows = [row + [0] * (WIDTH - len(row)) for row in self.rows]
        code = self.compiled.code
        held = {number for number, place, _ in self.to_labels if rows[number][0] == ops.LOAD_NUMBER}
        entries = {*self.labels.values(), *self.choices.values()}
        temps = range(self.temps, self.temps + code.most_temps)
        places = JumpThreading(rows, entries, held, code.constants, temps).threaded()
        return Rows(
            tuple(map(tuple, rows)),
            {label: places[at] for label, at in self.labels.items()},
            {choice: places[at] for choice, at in self.choices.items()},
        )

    def _write(self, instruction: Instruction) -> None:
        name, *operands = instruction
        if name == "label":
            self.labels[_number(operands[0])] = len(self.rows)
        elif name in BLOCKS:
            self._open(str(name), operands)
        elif name == "end":
            self._close()
        elif name == "goto":
            self._jump_to(operands[0], ops.JUMP)
        elif name == "branch":
            sign, one, two, label = operands
            self._jump_to(label, JUMPS[str(sign)], self._slot(one), self._slot(two))
        elif name == "here":
            self._jump_to(operands[1], ops.LOAD_NUMBER, self._slot(operands[0]))
        elif name == "choose":
            label = self.compiled.choices[str(operands[0])]
            number = sum(known == label for known, _ in self.choices)
            self.choices[label, number] = len(self.rows)
            self._jump_to(label, ops.CHOOSE)
        else:
            self.rows.append([_CODES_OF[str(name)][0], *(self._slot(each) for each in operands)])

    def _jump_to(self, label: Operand, *row: int) -> None:
        self.to_labels.append((len(self.rows), len(row), _number(label)))
        self.rows.append([*row, 0])

    def _slot(self, operand: Operand) -> int:
        """The slot of a register; other numbers unchanged."""
        number = _number(operand)
        return number - FIRST_TEMP + self.temps if number >= FIRST_TEMP else number

    def _open(self, name: str, operands: Sequence[Operand]) -> None:
        if name == "if":
            sign, one, two = operands
            self._begin(-1, JUMPS[OPPOSITE[str(sign)]], self._slot(one), self._slot(two))
            return
        slots = [self._slot(each) for each in operands]
        if name == "range":
            count, low, high = slots
            self._begin(-1, ops.NEXT_NUMBER, count, high, first=(low,))
        elif name == "options":
            place, begin, kept = slots
            self.rows.append([ops.SUB, place, begin, ONE])
            self.rows.append([ops.SET, kept, begin])
            self._begin(len(self.rows), ops.NEXT_OPTION, place, begin, kept)
        else:
            if name == "combos":
                self.rows.append([ops.LOAD_NUMBER, slots[0], -2])
            self._begin(len(self.rows), _CODES_OF[name][-1], *slots)

    def _begin(self, again: int, *row: int, first: tuple[int, ...] = ()) -> None:
        """Opens a block with a row that jumps past its end. The end jumps back to `again`, or finds the next element
        itself."""
        self.open.append((again, len(self.rows), row))
        begin = [ROTATED[row[0]], *row[1:], len(self.rows) + 1, 0, *first] if row[0] in ROTATED else [*row, 0]
        self.rows.append(begin)

    def _close(self) -> None:
        again, begin, row = self.open.pop()
        if row[0] in ROTATED:
            self.rows.append([*row, begin + 1, len(self.rows) + 1])
        elif again >= 0:
            self.rows.append([ops.JUMP, again])
        self.rows[begin][TARGETS[self.rows[begin][0]][-1]] = len(self.rows)


def _number(operand: Operand) -> int:
    assert isinstance(operand, int), operand
    return operand
