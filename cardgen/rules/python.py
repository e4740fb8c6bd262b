"""Instructions to Python source: the same game as their rows play, for machine code to be made of it.

Labels keep the numbers of their rows, so that either may go on where the other stopped.
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
    MOST_IDLE,
    NE,
    PLAYERS,
    RESUME,
    YOU,
    Row,
)
from cardgen.rules.compile import Compiled
from cardgen.rules.layout import STUCK
from cardgen.rules.rows import rows_of
from cardgen.rules.simplify import simplified

SIGNS = {EQ: "==", NE: "!=", LT: "<", GE: ">="}


def source_of(compiled: Compiled) -> str:
    """Functions, of which `execute` does what the interpreter does with the same arguments. They take from elsewhere
    `np`, `chance`, `counts`, `moves`, `together`, `silent`, `use` and `dead_end`."""
    lines = "\n".join(_Writer(compiled).source_lines()).split("\n")
    needed = [line for line, after in zip(lines, [*lines[1:], ""], strict=True) if not _needless(line, after)]
    return "\n".join(needed)


def _needless(line: str, after: str) -> bool:
    """Whether a `pass` stands in a block that has more."""
    indent = len(line) - len(line.lstrip())
    return line.strip() == "pass" and after.startswith(" " * indent) and bool(after.strip())


class _Writer(CardLines):
    def __init__(self, compiled: Compiled) -> None:
        super().__init__(compiled)
        self.compiled = compiled
        self.rows = simplified(compiled.code)
        self.places = rows_of(compiled).places
        self.closing: dict[int, tuple[str, ...]] = {}  # what stands behind blocks, by how deep they are
        self.chosen: Counter[str] = Counter()  # from how many places a section was chosen so far

    def source_lines(self) -> Iterator[str]:
        compiled, rows = self.compiled, self.rows
        starts = {row[1]: place for place, row in enumerate(rows) if row[0] == "label"}
        choices = sorted(compiled.choices.items(), key=lambda each: starts[each[1]])
        first = starts[choices[0][1]] if choices else starts[compiled.score]
        for section, label in choices:
            yield from self._offers(section, rows[starts[label] + 1 :])
        ahead = sorted(set(compiled.foreseen) - {-1})
        straight = [(f"ahead_{number}", label) for number, label in enumerate(ahead)]
        straight += [("score", compiled.score), ("winners", compiled.winners), ("told", compiled.told)]
        for name, label in straight:
            yield from self._straight(name, rows[starts[label] + 1 :])
        yield from self._play(rows[:first])
        yield "\ndef execute(table, state, pc, options):"
        for section, label in choices:
            yield f"    if pc == {self.places[label]}:"
            yield f"        return offers_{_name(section)}(table, state, options, 0)"
        for name, label in straight:
            yield f"    if pc == {self.places[label]}:\n        {name}(table, state)\n        return 0"
        yield "    return play(table, state, pc, options)"

    # Functions

    def _offers(self, section: str, rows: Sequence[Row]) -> Iterator[str]:
        yield f"\ndef offers_{_name(section)}(table, state, options, asking):"
        yield "    v, m, sizes = state.v, state.m, state.sizes\n    count = 0"
        yield from self._body(rows, "return count")

    def _straight(self, name: str, rows: Sequence[Row]) -> Iterator[str]:
        yield f"\ndef {name}(table, state):\n    v, m, sizes = state.v, state.m, state.sizes"
        yield from self._body(rows, "return 0")

    def _body(self, rows: Sequence[Row], stop: str) -> Iterator[str]:
        self.lines, self.deep = [], 1
        for number, row in enumerate(rows):
            self.ahead = rows[number:]
            if row[0] == "stop":
                self._say(stop)
                break
            self._write(row)
        yield from self.lines

    def _play(self, rows: Sequence[Row]) -> Iterator[str]:
        """Everything between decisions: blocks between labels, looked for by their numbers, each of which says which is
        the next."""
        yield "\ndef play(table, state, pc, options):\n    v, m, sizes = state.v, state.m, state.sizes"
        yield "    moved, last = 0, -1\n    while True:"
        blocks: list[tuple[int, list[Row]]] = []
        for row in rows:
            if row[0] == "label":
                place = self.places[number_of(row[1])]
                if blocks and blocks[-1][0] == place:
                    blocks[-1][1].clear()  # no row is left of what stands between two labels at one place
                    continue
                blocks.append((place, []))
            else:
                blocks[-1][1].append(row)
        for number, (place, inner) in enumerate(blocks):
            yield f"        if pc == {place}:"
            yield from self._block(inner, blocks[number + 1][0] if number + 1 < len(blocks) else place)

    def _block(self, rows: Sequence[Row], after: int) -> Iterator[str]:
        self.lines, self.deep = [], 3
        ends = False
        for number, row in enumerate(rows):
            self.ahead = rows[number:]
            self._write(row)
            ends = row[0] in ("goto", "return", "over")
            if ends:
                break
        if not ends:
            self._say(f"pc = {after}")
        yield from self.lines

    # Lines

    def _write(self, row: Row) -> None:
        name, *told = row
        write = getattr(self, f"_{name}", None)
        if write:
            write(*told)
        elif name in _PLAIN:
            into, *values = told
            said = _PLAIN[str(name)].format(*(self._register(each) for each in values))
            self._say(f"{self._register(into)} = {said}")
        else:
            raise AssertionError(row)

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

    def _keep(self, kept: int) -> None:
        name = self._register(kept)
        self._say(f"options[{name}] = v[{ACTION}]", f"{name} += 1")

    def _load(self, into: int, base: int, index: int) -> None:
        self._say(f"{self._register(into)} = v[{base} + {self._register(index)}]")

    def _store(self, base: int, index: int, value: int) -> None:
        self._say(f"v[{base} + {self._register(index)}] = {self._register(value)}")

    def _value_at(self, into: int, field: int, index: int) -> None:
        self._say(f"{self._register(into)} = table.values[{field}, {self._register(index)}]")

    def _value_index(self, into: int, field: int, value: int, many: int) -> None:
        self._say(f"{self._register(into)} = counts.value_index(table, {field}, {self._register(value)}, {many})")

    def _add_product(self, into: int, one: int, two: int) -> None:
        self._say(f"{self._register(into)} += {self._register(one)} * {self._register(two)}")

    def _set_bit(self, into: int, place: int) -> None:
        self._say(f"{self._register(into)} |= 1 << {self._register(place)}")

    def _pack(self, into: int, value: int, shift: int) -> None:
        self._say(f"{self._register(into)} |= {self._register(value)} << {shift}")

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
        row = rows_of(self.compiled).choices[self.compiled.choices[section], self.chosen[section]]
        self.chosen[section] += 1
        self._say(f"if offers_{_name(section)}(table, state, options, 1):")
        self._say(f"    v[{RESUME}] = {row}", f"    state.to_act = v[{YOU}]", "    return 1")

    def _over(self, ending: int) -> None:
        self._say("state.terminal = 1", f"state.ended = {ending}", "return 0")

    def _turn(self) -> None:
        self._say("state.turns += 1")

    def _round(self) -> None:
        self._say("state.rounds += 1")

    def _tally(self, note: int) -> None:
        self._say(f"state.tallies[{note}] += 1")

    def _tally_by(self, note: int, number: int) -> None:
        self._say(f"state.tallies[{note}] += {self._register(number)}")

    def _silent(self, case: int) -> None:
        self._say(f"silent(state, {case})")

    def _withheld(self, case: int) -> None:
        self._say(f"if not asking and not state.silences[{case}]:", f"    silent(state, {case})")

    def _dead_end(self) -> None:
        self._say("dead_end(state)")

    def _idle(self) -> None:
        self._say(f"v[{IDLE}] += 1", f"if v[{IDLE}] > {MOST_IDLE}:", "    state.terminal = 1")
        self._say(f"    state.ended = {self.layout.ending(STUCK)}", f"    state.searched += {MOST_IDLE}")
        self._say("    return 0")


_PLAIN = {
    "set": "{0}", "add": "{0} + {1}", "sub": "{0} - {1}", "mul": "{0} * {1}",
    "div": "({0} // {1} if {1} else 0)", "min": "min({0}, {1})", "max": "max({0}, {1})",
    "seat": f"({{0}} + {{1}}) % v[{PLAYERS}]", "bit": "{0} >> {1} & 1", "several": "1 if {0} & ({0} - 1) else 0",
    "die": "1 + chance.below(state.streams, chance.CHANCE, max({0}, 1))",
}  # fmt: skip


def _name(section: str) -> str:
    """A section as part of a function's name; those of choices where they stand have dots in theirs."""
    return section.replace(".", "__").replace("-", "_")
