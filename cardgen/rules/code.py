"""The intermediate representation of clauses: instructions over registers, which both backends translate.

`types`, `ids`, `range`, `combos`, `options` and `if` open nested blocks, which `end` closes. Labels mark the places
where play can continue after a decision. Registers are numbers. Those below FIRST_TEMP keep their values between
decisions. Those from FIRST_TEMP on are temporary: they last until `end_temporaries`, usually for one sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field
from operator import eq, ge, lt, ne

from cardgen.foundations.dataclass import dataclass

FIRST_TEMP = 100_000
MAX_PICKED = 4  # cards of one pick
MAX_VALUE = 1_000_000_000  # a calculation that leads beyond it ends the game
MAX_IDLE = 2_000  # iterations of a loop without a decision
MAX_WRITTEN, MAX_AT_A_STRETCH = 12_000, 3_000  # instructions of a game, and of a stretch without labels

# registers of every game
RESUME, YOU, IT, PLAYERS, ACTION, IDLE, END_TURN, AGAIN, STEP, SKIPS, HOLDER, RESULT, MASK, ZERO, ONE = range(15)
# registers of the interpreter: how many cards a sentence has moved and the last one of them, whether it only asks if
# there is a legal action, and where to continue if not
MOVED, LAST, ASKING, AFTER = range(15, 19)
TERMS, MAX_TERMS = 19, 4  # the registers of the first terms of a score
UP_TO, RANDOM = 1, 2  # how a move takes cards
OF_TURNS = (YOU, END_TURN, AGAIN)  # registers that turns change, and restore at their end

EQ, NE, LT, GE = "eq", "ne", "lt", "ge"
OPPOSITE = {EQ: NE, NE: EQ, LT: GE, GE: LT}
HOLDS: Mapping[str, Callable[[int, int], bool]] = {EQ: eq, NE: ne, LT: lt, GE: ge}


@dataclass(frozen=True, slots=True)
class Test:
    """A comparison of two registers."""

    sign: str
    one: int
    two: int

    @property
    def opposite(self) -> Test:
        return Test(OPPOSITE[self.sign], self.one, self.two)


@dataclass(frozen=True, slots=True)
class Place:
    """A zone: the number of its first instance, and the register with the offset of the instance."""

    zone: int
    owner: int = ZERO


class TooMany(ValueError):
    """Raised if a game, or a sentence, needs too many instructions."""


Operand = int | str
Instruction = tuple[Operand, ...]  # the name of the instruction, then its operands: registers, numbers, labels


@dataclass(slots=True)
class Code:
    """The instructions of one game during compilation, with their registers and labels.

    Nobody uses them after a fault, so blocks may stay open.
    """

    instructions: list[Instruction] = field(default_factory=list)
    start: list[int] = field(  # initial values of the registers that last
        default_factory=lambda: [int(register == ONE) for register in range(TERMS + MAX_TERMS)]
    )
    temps: int = 0  # temporary registers in use
    most_temps: int = 0  # the most temporary registers in use at a time
    deep: int = 0  # nesting depth of `temporaries`
    begun: int = 0  # where the current stretch without labels begins; passes carry no fact across its ends
    labels: int = 0
    _constants: dict[int, int] = field(default_factory=lambda: {0: ZERO, 1: ONE})

    def add(self, *instruction: Operand) -> None:
        self.instructions.append(instruction)
        if len(self.instructions) > MAX_WRITTEN:
            raise TooMany(
                f"at this clause, the game needs more than {MAX_WRITTEN:,} instructions; use fewer or shorter clauses"
            )
        if len(self.instructions) - self.begun > MAX_AT_A_STRETCH:
            raise TooMany(
                f"this clause needs more than {MAX_AT_A_STRETCH:,} instructions in a row; split it into several"
            )

    def number(self, value: int) -> int:
        """Returns the register that holds a constant."""
        if value not in self._constants:
            self._constants[value] = self.allocate(value)
        return self._constants[value]

    @property
    def constants(self) -> dict[int, int]:
        """Returns the registers that hold constants, with their values."""
        return {register: value for value, register in self._constants.items()}

    @property
    def mutable_registers(self) -> list[int]:
        """Returns the lasting registers that can change, in the order of their allocation."""
        constants = set(self._constants.values()) - {ZERO, ONE}
        return [register for register in range(len(self.start)) if register not in constants]

    def allocate(self, start: int = 0) -> int:
        """Allocates a register that lasts."""
        self.start.append(start)
        return len(self.start) - 1

    def temp(self) -> int:
        """Allocates a temporary register."""
        self.temps += 1
        return FIRST_TEMP + self.temps - 1

    def emit_value(self, name: str, *operands: Operand) -> int:
        """Adds an instruction that computes a value, and returns the temporary register with the result."""
        result = self.temp()
        self.add(name, result, *operands)
        return result

    @contextmanager
    def temporaries(self) -> Iterator[None]:
        """Frees the temporary registers allocated inside, at the end of the outermost such block."""
        self.deep += 1
        yield
        self.deep -= 1
        if not self.deep:
            self.add("end_temporaries")
            self.begun = len(self.instructions)

    def label(self) -> int:
        self.labels += 1
        return self.labels - 1

    def place_label(self, label: int) -> None:
        self.add("label", label)
        self.begun = len(self.instructions)

    def jump(self, label: int, test: Test | None = None) -> None:
        """Adds a jump to a label, always or if a test is true."""
        if test:
            self.add("branch", test.sign, test.one, test.two, label)
        else:
            self.add("goto", label)

    @contextmanager
    def when(self, test: Test) -> Iterator[None]:
        self.add("if", test.sign, test.one, test.two)
        yield
        self.add("end")

    @contextmanager
    def loop(self, name: str, *operands: Operand) -> Iterator[None]:
        self.add(name, *operands)
        yield
        self.add("end")

    @contextmanager
    def each_player(self) -> Iterator[int]:
        """Loops over all players in seat order; yields the register with the player."""
        player = self.temp()
        with self.loop("range", player, ZERO, PLAYERS):
            yield player

    def copy(self, into: int, register: int) -> int:
        self.add("set", into, register)
        return into

    def save(self, registers: Sequence[int]) -> list[int]:
        """Saves registers, and returns where."""
        return [self.copy(self.allocate(), register) for register in registers]

    def restore(self, registers: Sequence[int], saved: Sequence[int]) -> None:
        for register, aside in zip(registers, saved, strict=True):
            self.copy(register, aside)

    def truth(self, result: int, test: Test) -> None:
        """Sets a register to 1 if a test is true, else to 0."""
        self.copy(result, ZERO)
        with self.when(test):
            self.copy(result, ONE)

    def signed(self, register: int, plus: bool) -> int:
        """Returns the register of a value, or of its negative."""
        return register if plus else self.emit_value("sub", ZERO, register)
