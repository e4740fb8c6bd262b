"""Packs an action and its picks into one number, and unpacks it."""

from __future__ import annotations

from cardgen.foundations.errors import fail
from cardgen.rules import grammar
from cardgen.rules.clauses import Action
from cardgen.rules.code import ACTION, MAX_PICKED, ONE
from cardgen.rules.compiling.expressions import Expressions
from cardgen.rules.options import WIDTH, Coded, Picked, values_of

NUMBERS = 10  # bits of a picked number
SEATS = 3


class ActionPacker:
    """The numbered actions of a program, with the bit positions of each pick."""

    def __init__(self, expressions: Expressions) -> None:
        scope = expressions.scope
        self.code, self.program = scope.code, scope.program
        self.zones = expressions.zones
        self.action_bits = max(1, sum(map(len, scope.program.actions.values())).bit_length())
        self.card_bits = scope.layout.card_bits
        self.coded: list[Coded] = []
        self.numbers: dict[tuple[str, str], int] = {}

    def add(self, section: str, action: Action) -> None:
        """Gives an action the next number."""
        self.numbers[section, action.name] = len(self.coded)
        self.coded.append(self._code_of(section, action))

    def _code_of(self, section: str, action: Action) -> Coded:
        """Allocates the bits of an action's picks."""
        picks, shift = [], self.action_bits
        for name, said in action.picks.items():
            pick = said.tree
            of = values_of(pick)
            values = self.program.values(of) if of else ()
            bits = self._bits(pick) or len(values).bit_length()
            registers = tuple(
                self.code.allocate() for _ in range(MAX_PICKED if isinstance(pick, grammar.PickCards) else 1)
            )
            picks.append(Picked(name, pick, shift, bits, registers, of, values))
            shift += bits
            if shift > WIDTH:
                message = f"with this pick, the picks of one action need {shift} bits; expected at most {WIDTH}"
                raise fail(f"{said.path}: {message}; split the action into two, one after the other", said.place)
        return Coded(section, action.name, action.path, tuple(picks))

    def _bits(self, pick: grammar.Pick) -> int:
        """How many bits a pick takes; 0 if it is one of a list of values."""
        match pick:
            case grammar.PickCard() | grammar.PickKind():
                return self.card_bits
            case grammar.PickCards():
                return MAX_PICKED * self.card_bits
            case grammar.PickOfPlayers():
                return SEATS
            case grammar.PickNumber():
                return NUMBERS
        return 0

    def bound_by(self, coded: Coded) -> dict[str, int | tuple[int, ...]]:
        return {picked.name: picked.registers if picked.is_several else picked.registers[0] for picked in coded.picks}

    def unpack(self, coded: Coded) -> None:
        """Unpacks the picks from the number of an action."""
        code = self.code
        for picked in coded.picks:
            if picked.is_several:
                for digit, register in enumerate(picked.registers):
                    code.add("unpack", register, ACTION, picked.shift + digit * self.card_bits, self.card_bits)
                    code.add("sub", register, register, ONE)
                continue
            (register,) = picked.registers
            code.add("unpack", register, ACTION, picked.shift, picked.bits)
            if picked.values:
                self.zones.value_at(register, picked.field, register)
