"""The backend for machine code: writes instructions as Python source, which plays the same game as their rows.
`cardgen.play.lowering` compiles that source.

Labels have the numbers of their rows, so each backend can continue where the other stopped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from cardgen.rules.card_lines import CardLines, number_of
from cardgen.rules.code import (
    ACTION,
    EQ,
    GE,
    IDLE,
    LT,
    MAX_IDLE,
    NE,
    RESUME,
    YOU,
    Instruction,
    Operand,
)
from cardgen.rules.compile import Compiled
from cardgen.rules.instructions import OPCODES, REGISTERS, ZONE, Opcode, names_of
from cardgen.rules.layout import STUCK
from cardgen.rules.rows import rows_of
from cardgen.rules.simplify import simplified

SIGNS = {EQ: "==", NE: "!=", LT: "<", GE: ">="}
_LEAVE = names_of(lambda opcode: opcode.leaves)


def source_of(compiled: Compiled) -> str:
    """Returns the source of functions; `execute` does what the interpreter does with the same arguments. Their globals
    are those of `native.NAMES`."""
    lines = "\n".join(_Writer(compiled).source_lines()).split("\n")
    needed = [line for line, after in zip(lines, [*lines[1:], ""], strict=True) if not _is_needless(line, after)]
    return "\n".join(needed)


def _is_needless(line: str, after: str) -> bool:
    """Whether a line is a `pass` in a block with other lines."""
    indent = len(line) - len(line.lstrip())
    return line.strip() == "pass" and after.startswith(" " * indent) and bool(after.strip())


class _Writer(CardLines):
    def __init__(self, compiled: Compiled) -> None:
        super().__init__(compiled)
        self.compiled = compiled
        self.instructions = simplified(compiled.code)
        self.places = rows_of(compiled).places
        self.closing: dict[int, tuple[str, ...]] = {}  # lines to add at the end of blocks, by depth
        self.chosen: Counter[str] = Counter()  # choices written so far, by section

    def source_lines(self) -> Iterator[str]:
        compiled, instructions = self.compiled, self.instructions
        starts = {instruction[1]: place for place, instruction in enumerate(instructions) if instruction[0] == "label"}
        choices = sorted(compiled.choices.items(), key=lambda each: starts[each[1]])
        first = starts[choices[0][1]] if choices else starts[compiled.score_label]
        for section, label in choices:
            yield from self._offers(section, instructions[starts[label] + 1 :])
        ahead = sorted(set(compiled.foreseen) - {-1})
        straight = [(f"ahead_{number}", label) for number, label in enumerate(ahead)]
        straight += [
            ("score", compiled.score_label),
            ("winners", compiled.winners_label),
            ("reports", compiled.reports_label),
        ]
        for name, label in straight:
            yield from self._straight(name, instructions[starts[label] + 1 :])
        yield from self._play(instructions[:first])
        yield "\ndef execute(table, state, pc, options):"
        for section, label in choices:
            yield f"    if pc == {self.places[label]}:"
            yield f"        return offers_{_name(section)}(table, state, options, 0)"
        for name, label in straight:
            yield f"    if pc == {self.places[label]}:\n        {name}(table, state)\n        return 0"
        yield "    return play(table, state, pc, options)"

    # Functions

    def _offers(self, section: str, instructions: Sequence[Instruction]) -> Iterator[str]:
        yield f"\ndef offers_{_name(section)}(table, state, options, asking):"
        yield "    v, m, sizes = state.v, state.m, state.sizes\n    count = 0"
        yield from self._body(instructions, "return count")

    def _straight(self, name: str, instructions: Sequence[Instruction]) -> Iterator[str]:
        yield f"\ndef {name}(table, state):\n    v, m, sizes = state.v, state.m, state.sizes"
        yield from self._body(instructions, "return 0")

    def _body(self, instructions: Sequence[Instruction], stop: str) -> Iterator[str]:
        self.lines, self.deep = [], 1
        for number, instruction in enumerate(instructions):
            self.ahead = instructions[number:]
            if instruction[0] == "stop":
                self._say(stop)
                break
            self._write(instruction)
        yield from self.lines

    def _play(self, instructions: Sequence[Instruction]) -> Iterator[str]:
        """The function `play`, which runs from one decision to the next: a dispatch loop over the blocks between
        labels."""
        yield "\ndef play(table, state, pc, options):\n    v, m, sizes = state.v, state.m, state.sizes"
        yield "    moved, last = 0, -1\n    while True:"
        blocks: list[tuple[int, list[Instruction]]] = []
        for instruction in instructions:
            if instruction[0] == "label":
                place = self.places[number_of(instruction[1])]
                if blocks and blocks[-1][0] == place:
                    blocks[-1][1].clear()  # the pass over rows has left none between two labels at the same place
                    continue
                blocks.append((place, []))
            else:
                blocks[-1][1].append(instruction)
        for number, (place, inner) in enumerate(blocks):
            yield f"        if pc == {place}:"
            yield from self._block(inner, blocks[number + 1][0] if number + 1 < len(blocks) else place)

    def _block(self, instructions: Sequence[Instruction], after: int) -> Iterator[str]:
        self.lines, self.deep = [], 3
        ends = False
        for number, instruction in enumerate(instructions):
            self.ahead = instructions[number:]
            self._write(instruction)
            ends = instruction[0] in _LEAVE
            if ends:
                break
        if not ends:
            self._say(f"pc = {after}")
        yield from self.lines

    # Lines

    def _write(self, instruction: Instruction) -> None:
        name, *operands = instruction
        opcode = OPCODES[str(name)]
        if opcode.does:
            self._say(*opcode.does.format(*self._expressions(opcode, operands)).split("\n"))
        else:
            getattr(self, f"_{name}")(*operands)

    def _expressions(self, opcode: Opcode, operands: Sequence[Operand]) -> Iterator[str]:
        """The operands of an instruction as Python expressions."""
        for place, (kind, operand) in enumerate(zip(opcode.kinds, operands, strict=True)):
            if kind == ZONE:
                yield self._zone(operand, operands[place + 1])
            else:
                yield self._register(operand) if kind in REGISTERS else str(operand)

    def _end(self) -> None:
        self.deep -= 1
        self._say(*self.closing.pop(self.deep, ()))

    def _if(self, sign: str, one: int, two: int) -> None:
        self._open(f"if {self._register(one)} {SIGNS[sign]} {self._register(two)}:")

    def _range(self, number: int, low: int, high: int) -> None:
        self._open(f"for {self._register(number)} in range({self._register(low)}, {self._register(high)}):")

    def _options(self, place: int, begin: int, kept: int) -> None:
        start, keep = self._register(begin), self._register(kept)
        self._say(f"{keep} = {start}")
        self.closing[self.deep] = (f"if {keep} > {start}:", f"    count = {keep}")
        self._open(f"for {self._register(place)} in range({start}, count):")
        self._say(f"v[{ACTION}] = options[{self._register(place)}]")

    def _offered(self, into: int) -> None:
        self._say(f"{self._register(into)} = count")

    def _offer(self, option: int) -> None:
        self._say("if asking:", "    return 1", "if count < len(options):")
        self._say(f"    options[count] = {self._register(option)}", "    count += 1")

    def _unpack(self, into: int, value: int, shift: int, bits: int) -> None:
        self._say(f"{self._register(into)} = {self._register(value)} >> {shift} & {(1 << bits) - 1}")

    def _here(self, into: int, label: int) -> None:
        self._say(f"{self._register(into)} = {self.places[label]}")

    def _goto(self, label: int) -> None:
        self._say(f"pc = {self.places[label]}", "continue")

    def _branch(self, sign: str, one: int, two: int, label: int) -> None:
        self._say(f"if {self._register(one)} {SIGNS[sign]} {self._register(two)}:")
        self._say(f"    pc = {self.places[label]}", "    continue")

    def _return(self, register: int) -> None:
        self._say(f"pc = np.int64({self._register(register)})", "continue")

    def _choose(self, section: str) -> None:
        resume_at = rows_of(self.compiled).choices[self.compiled.choices[section], self.chosen[section]]
        self.chosen[section] += 1
        self._say(f"if offers_{_name(section)}(table, state, options, 1):")
        self._say(f"    v[{RESUME}] = {resume_at}", f"    state.to_act = v[{YOU}]", "    return 1")

    def _withheld(self, case: int) -> None:
        self._say(f"if not asking and not state.silences[{case}]:", f"    silent(state, {case})")

    def _idle(self) -> None:
        self._say(f"v[{IDLE}] += 1", f"if v[{IDLE}] > {MAX_IDLE}:", "    if not state.terminal:")
        self._say(f"        state.terminal, state.ended = 1, {self.layout.ending(STUCK)}")
        self._say(f"    state.searched += {MAX_IDLE}", "    return 0")


def _name(section: str) -> str:
    """A section as part of a function's name. The sections of inline choices contain dots."""
    return section.replace(".", "__").replace("-", "_")
