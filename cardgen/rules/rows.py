"""Instructions to rows of whole numbers, which one interpreter plays: a code, then operands. Labels become places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cardgen.rules.code import EQ, FIRST_TEMP, GE, LT, NE, ONE, OPPOSITE, Operand, Row
from cardgen.rules.compile import Compiled
from cardgen.rules.offers import fused

WIDTH = 9  # of a row: its code and at most eight operands

# what rows do; the interpreter names them, and tests that it knows each
SET, LOAD_NUMBER, ADD, SUB, MUL, DIV, MIN, MAX, SEAT, LOAD, STORE = range(11)
JUMP, JUMP_EQ, JUMP_NE, JUMP_LT, JUMP_GE, JUMP_TO = range(11, 17)
FIELD, IS_IN, VALUE_AT, COUNT, COUNT_CARD, RUNS, BIT, SET_BIT, SEVERAL, DIE = range(17, 27)
NEXT_TYPE, NEXT_ID, NEXT_NUMBER, NEXT_COMBO, NEXT_OPTION = range(27, 32)
OFFERED, OFFER, KEEP, PACK, UNPACK, OFFER_TYPES, OFFER_COMBOS = range(32, 39)
BEGIN_MOVE, END_MOVE, MOVE_SOME, MOVE_ALL, MOVE_CARD, SHUFFLE, PASS = range(39, 46)
CHOOSE, OVER, STOP, TURN, ROUND, TALLY, USE, SILENT, DEAD_END, IDLE = range(46, 56)

_PLAIN = {
    "set": SET, "add": ADD, "sub": SUB, "mul": MUL, "div": DIV, "min": MIN, "max": MAX, "seat": SEAT, "load": LOAD,
    "store": STORE, "field": FIELD, "is_in": IS_IN, "value_at": VALUE_AT, "count": COUNT, "count_card": COUNT_CARD,
    "runs": RUNS, "bit": BIT, "set_bit": SET_BIT, "several": SEVERAL, "die": DIE, "offered": OFFERED, "offer": OFFER,
    "keep": KEEP, "pack": PACK, "unpack": UNPACK, "offer_types": OFFER_TYPES, "offer_combos": OFFER_COMBOS,
    "begin_move": BEGIN_MOVE, "end_move": END_MOVE, "move_some": MOVE_SOME, "move_all": MOVE_ALL,
    "move_card": MOVE_CARD, "shuffle": SHUFFLE, "pass": PASS, "over": OVER, "stop": STOP, "turn": TURN,
    "round": ROUND, "tally": TALLY, "use": USE, "silent": SILENT, "dead_end": DEAD_END, "idle": IDLE,
    "return": JUMP_TO,
}  # fmt: skip
_JUMPS = {EQ: JUMP_EQ, NE: JUMP_NE, LT: JUMP_LT, GE: JUMP_GE}


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows, and where to begin: at each label."""

    rows: tuple[tuple[int, ...], ...]
    places: Mapping[int, int]  # of labels


def rows_of(compiled: Compiled) -> Rows:
    """A game's rows. Registers of sentences follow those that keep their values."""
    return _Writer(compiled).written()


class _Writer:
    def __init__(self, compiled: Compiled) -> None:
        self.compiled = compiled
        self.source = fused(compiled.code.rows)
        self.temps = len(compiled.code.start)
        self.rows: list[list[int]] = []
        self.labels: dict[int, int] = {}
        self.open: list[list[int]] = []  # the rows that each open block jumps out of, and where it begins again
        self.to_labels: list[tuple[int, int, int]] = []  # row, operand, label

    def written(self) -> Rows:
        for row in self.source:
            self._write(row)
        for number, place, label in self.to_labels:
            self.rows[number][place] = self.labels[label]
        return Rows(tuple(tuple(row + [0] * (WIDTH - len(row))) for row in self.rows), self.labels)

    def _write(self, row: Row) -> None:
        name, *told = row
        if name == "label":
            self.labels[_number(told[0])] = len(self.rows)
        elif name in ("if", "types", "ids", "range", "combos", "options"):
            self._open(str(name), told)
        elif name == "end":
            self._close()
        elif name == "goto":
            self._to(told[0], JUMP)
        elif name == "branch":
            sign, one, two, label = told
            self._to(label, _JUMPS[str(sign)], self._slot(one), self._slot(two))
        elif name == "here":
            self._to(told[1], LOAD_NUMBER, self._slot(told[0]))
        elif name == "choose":
            section = str(told[0])
            self._to(self.compiled.choices[section], CHOOSE)
        else:
            self.rows.append([_PLAIN[str(name)], *(self._slot(each) for each in told)])

    def _to(self, label: Operand, *row: int) -> None:
        self.to_labels.append((len(self.rows), len(row), _number(label)))
        self.rows.append([*row, 0])

    def _slot(self, operand: Operand) -> int:
        """A register's place among all; other numbers as they are."""
        number = _number(operand)
        return number - FIRST_TEMP + self.temps if number >= FIRST_TEMP else number

    def _open(self, name: str, told: Sequence[Operand]) -> None:
        if name == "if":
            sign, one, two = told
            self._begin(-1, _JUMPS[OPPOSITE[str(sign)]], self._slot(one), self._slot(two))
            return
        slots = [self._slot(each) for each in told]
        if name == "range":
            count, low, high = slots
            self.rows.append([SUB, count, low, ONE])
            self._begin(len(self.rows), NEXT_NUMBER, count, high)
        elif name == "options":
            place, begin, kept = slots
            self.rows.append([SUB, place, begin, ONE])
            self.rows.append([SET, kept, begin])
            self._begin(len(self.rows), NEXT_OPTION, place, begin, kept)
        else:
            self.rows.append([LOAD_NUMBER, slots[0], -2 if name == "combos" else -1])
            code = {"types": NEXT_TYPE, "ids": NEXT_ID, "combos": NEXT_COMBO}[name]
            self._begin(len(self.rows), code, *slots)

    def _begin(self, again: int, *row: int) -> None:
        self.open.append([again, len(self.rows), len(row)])
        self.rows.append([*row, 0])

    def _close(self) -> None:
        again, row, place = self.open.pop()
        if again >= 0:
            self.rows.append([JUMP, again])
        self.rows[row][place] = len(self.rows)


def _number(operand: Operand) -> int:
    assert isinstance(operand, int), operand
    return operand
