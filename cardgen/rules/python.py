"""Instructions to Python source: the same game as their rows play, for machine code to be made of it.

Labels keep the numbers of their rows, so that either may go on where the other stopped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from cardgen.rules.code import (
    ACTION,
    EQ,
    FIRST_TEMP,
    GE,
    IDLE,
    IT,
    LT,
    MOST_IDLE,
    NE,
    PLAYERS,
    RESUME,
    YOU,
    Operand,
    Row,
)
from cardgen.rules.compile import Compiled
from cardgen.rules.layout import HELD_ALL, STUCK
from cardgen.rules.operands import MOVES, block_from
from cardgen.rules.rows import rows_of
from cardgen.rules.simplify import simplified

MOST_APART = 16  # values that are looked for one by one
SIGNS = {EQ: "==", NE: "!=", LT: "<", GE: ">="}


def source_of(compiled: Compiled) -> str:
    """Functions, of which `execute` does what the interpreter does with the same arguments. They take from elsewhere
    `np`, `chance`, `moves`, `together`, `silent`, `use` and `dead_end`."""
    lines = "\n".join(_Writer(compiled).written()).split("\n")
    needed = [line for line, after in zip(lines, [*lines[1:], ""], strict=True) if not _needless(line, after)]
    return "\n".join(needed)


def _needless(line: str, after: str) -> bool:
    """Whether a `pass` stands in a block that has more."""
    indent = len(line) - len(line.lstrip())
    return line.strip() == "pass" and after.startswith(" " * indent) and bool(after.strip())


class _Writer:
    def __init__(self, compiled: Compiled) -> None:
        self.compiled, self.layout = compiled, compiled.layout
        self.constants: Mapping[int, int] = compiled.code.constants
        self.kept = len(compiled.code.start)
        self.rows = simplified(compiled.code)
        self.places = rows_of(compiled).places
        self.in_memory: set[int] = set()  # registers of sentences that helpers write
        self.closing: dict[int, tuple[str, ...]] = {}  # what stands behind blocks, by how deep they are
        self.chosen: Counter[str] = Counter()  # from how many places a section was chosen so far
        self.lines: list[str] = []
        self.ahead: Sequence[Row] = ()  # the instruction that is written, and those after it
        self.deep = 1

    def written(self) -> Iterator[str]:
        compiled, rows = self.compiled, self.rows
        starts = {row[1]: place for place, row in enumerate(rows) if row[0] == "label"}
        choices = sorted(compiled.choices.items(), key=lambda each: starts[each[1]])
        first = starts[choices[0][1]] if choices else starts[compiled.score]
        for section, label in choices:
            yield from self._offers(section, rows[starts[label] + 1 :])
        straight = (("score", compiled.score), ("winners", compiled.winners), ("told", compiled.told))
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
                place = self.places[_int(row[1])]
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

    def _say(self, *lines: str) -> None:
        self.lines += ["    " * self.deep + line for line in lines]

    def _open(self, line: str) -> None:
        self._say(line)
        self.deep += 1
        self._say("pass")  # for blocks in which nothing is left

    def _register(self, operand: Operand) -> str:
        register = _int(operand)
        if register in self.constants:
            return str(self.constants[register])
        if register >= FIRST_TEMP:
            if register in self.in_memory:
                return f"v[{self._slot(register)}]"
            return f"t{register - FIRST_TEMP}"
        return f"v[{register}]"

    def _slot(self, register: int) -> int:
        return register - FIRST_TEMP + self.kept

    def _zone(self, zone: Operand, owner: Operand) -> str:
        if self.constants.get(_int(owner)) == 0:
            return str(zone)
        return f"{zone} + {self._register(owner)}"

    def _counts(self, zone: Operand, owner: Operand) -> str:
        """Where a zone counts its cards."""
        number = _int(zone)
        at = self.layout.instances[number].counts
        if self.constants.get(_int(owner)) == 0:
            return str(at)
        return f"{at} + {self._apart(number)} * {self._register(owner)}"

    def _apart(self, number: int) -> int:
        """How far the counts of the zones that stand beside one another are apart."""
        zones = self.layout.instances
        behind = zones[number + 1].counts if number + 1 < len(zones) else self.layout.memory
        return behind - zones[number].counts

    def _cards(self, group: Operand) -> tuple[int, ...]:
        return self.layout.classes[_int(group)]

    def _each_present(self, card: str, zone: int, owner: int, group: int, where: str = "") -> None:
        """Opens a loop over the cards of a class that a zone has, from which none are moved meanwhile."""
        cards = self._cards(group) or (0, -1)
        told = f"m, {self._counts(zone, owner)}, {cards[0]}, {cards[-1] + 1}" + (where and f", {where}")
        self._open(f"for {card} in together.present{'_where' if where else ''}({told}):")
        if len(cards) != cards[-1] - cards[0] + 1:
            self._say(f"if not table.members[{group}, {card}]:", "    continue")

    def _each_card(self, card: str, group: Operand) -> None:
        """Opens a loop over the cards of a class."""
        cards = self._cards(group)
        if not cards:
            self._open(f"for {card} in range(0):")
        elif len(cards) == cards[-1] - cards[0] + 1:
            self._open(f"for {card} in range({cards[0]}, {cards[-1] + 1}):")
        else:
            self._open(f"for {card} in range({cards[0]}, {cards[-1] + 1}):")
            self._say(f"if not table.members[{group}, {card}]:", "    continue")

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

    def _types(self, card: int, zone: int, owner: int, group: int) -> None:
        name = self._register(card)
        if any(row[0] in MOVES for row in block_from(self.ahead)):
            self._each_card(name, group)
            self._say(f"if not m[{self._counts(zone, owner)} + {name}]:", "    continue")
        else:
            self._each_present(name, zone, owner, group)

    def _types_where(self, card: int, zone: int, owner: int, group: int, field: int, value: int) -> None:
        name, number = self._register(card), self._register(value)
        if any(row[0] in MOVES for row in block_from(self.ahead)):
            self._each_card(name, group)
            self._say(f"if not m[{self._counts(zone, owner)} + {name}] or table.fields[{field}, {name}] != {number}:")
            self._say("    continue")
        else:
            self._each_present(name, zone, owner, group, f"table.fields[{field}], {number}")

    def _ids(self, card: int, group: int) -> None:
        self._each_card(self._register(card), group)

    def _range(self, number: int, low: int, high: int) -> None:
        self._open(f"for {self._register(number)} in range({self._register(low)}, {self._register(high)}):")

    def _combos(self, first: int, zone: int, owner: int, group: int, wanted: int) -> None:
        self.in_memory |= set(range(first, first + 4))
        slot = self._slot(first)
        self._say(f"v[{slot}] = -2")
        zones = self._zone(zone, owner)
        self._open(f"while moves.next_combo(table, state, {slot}, {zones}, {group}, {self._register(wanted)}):")

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

    def _offer_types(self, zone: int, owner: int, group: int, option: int, shift: int) -> None:
        self._each_present("card", zone, owner, group)
        self._say("if asking:", "    return 1", "if count < len(options):")
        self._say(f"    options[count] = {self._register(option)} | card << {shift}", "    count += 1")
        self.deep -= 1

    def _offer_combos(self, zone: int, owner: int, group: int, wanted: int, option: int, shift: int, bits: int) -> None:
        zones, many = self._zone(zone, owner), self._register(wanted)
        self._say(f"if {many} > 0:")
        self._say("    if asking:", f"        if moves.count(table, state, {zones}, {group}) >= {many}:")
        self._say("            return 1", "    else:")
        self._say(
            f"        count = moves.offer_combos(table, state, {zones}, {group}, {many}, "
            f"{self._register(option)}, {shift}, {bits}, options, count)"
        )

    def _load(self, into: int, base: int, index: int) -> None:
        self._say(f"{self._register(into)} = v[{base} + {self._register(index)}]")

    def _store(self, base: int, index: int, value: int) -> None:
        self._say(f"v[{base} + {self._register(index)}] = {self._register(value)}")

    def _field(self, into: int, field: int, card: int) -> None:
        self._say(f"{self._register(into)} = table.fields[{field}, {self._register(card)}]")

    def _is_in(self, into: int, card: int, group: int) -> None:
        name = self._register(card)
        self._say(f"{self._register(into)} = np.int64(table.members[{group}, {name}]) if {name} >= 0 else 0")

    def _value_at(self, into: int, field: int, index: int) -> None:
        self._say(f"{self._register(into)} = table.values[{field}, {self._register(index)}]")

    def _value_index(self, into: int, field: int, value: int, many: int) -> None:
        self._say(f"{self._register(into)} = moves.value_index(table, {field}, {self._register(value)}, {many})")

    def _count(self, into: int, zone: int, owner: int, group: int) -> None:
        name = self._register(into)
        if group == HELD_ALL:
            self._say(f"{name} = sizes[{self._zone(zone, owner)}]")
        elif known := self._beside(group):
            self._say(f"{name} = together.total(m, {self._counts(zone, owner)}, {known})")
        else:
            self._say(f"{name} = moves.count(table, state, {self._zone(zone, owner)}, {group})")

    def _beside(self, group: int) -> str:
        """The first card of a class and the one behind its last, where it has all between; else nothing."""
        cards = self._cards(group)
        return f"{cards[0]}, {cards[-1] + 1}" if cards and len(cards) == cards[-1] - cards[0] + 1 else ""

    def _count_where(self, into: int, zone: int, owner: int, group: int, field: int, value: int) -> None:
        name, number, counts = self._register(into), self._register(value), self._counts(zone, owner)
        if known := self._beside(group):
            self._say(f"{name} = together.total_where(m, {counts}, {known}, table.fields[{field}], {number})")
        else:
            told = f"table, state, {self._zone(zone, owner)}, {group}, {field}, {number}"
            self._say(f"{name} = moves.count_where({told})")

    def _sum_of(self, into: int, zone: int, owner: int, group: int, field: int) -> None:
        name = self._register(into)
        if known := self._beside(group):
            self._say(f"{name} = together.worth(m, {self._counts(zone, owner)}, {known}, table.fields[{field}])")
        else:
            self._say(f"{name} = moves.sum_of(table, state, {self._zone(zone, owner)}, {group}, {field})")

    def _different(self, into: int, zone: int, owner: int, group: int, field: int, many: int) -> None:
        name = self._register(into)
        known = self._beside(group)
        if not known or many > MOST_APART:
            told = f"table, state, {self._zone(zone, owner)}, {group}, {field}, {many}"
            self._say(f"{name} = moves.different({told})")
            return
        self._say("different = 0")
        for value in self.layout.values(list(self.layout.fields)[field]):
            told = f"m, {self._counts(zone, owner)}, {known}, table.fields[{field}], {value}"
            self._say(f"if together.some_where({told}):", "    different += 1")
        self._say(f"{name} = different")

    def _add_product(self, into: int, one: int, two: int) -> None:
        self._say(f"{self._register(into)} += {self._register(one)} * {self._register(two)}")

    def _count_all(self, into: int, zone: int, owner: int, group: int, many: int) -> None:
        if (known := self._beside(group)) and group != HELD_ALL:
            counts = f"{self._counts(zone, owner)} + {self._apart(zone)} * each"
            self._say("total = 0", f"for each in range({self._register(many)}):")
            self._say(f"    total += together.total(m, {counts}, {known})", f"{self._register(into)} = total")
        else:
            told = f"table, state, {self._zone(zone, owner)}, {group}, {self._register(many)}"
            self._say(f"{self._register(into)} = moves.count_all({told})")

    def _count_card_all(self, into: int, zone: int, owner: int, card: int, many: int) -> None:
        told = f"table, state, {self._zone(zone, owner)}, {self._register(card)}, {self._register(many)}"
        self._say(f"{self._register(into)} = moves.count_card_all({told})")

    def _count_card(self, into: int, zone: int, owner: int, card: int) -> None:
        name, known = self._register(card), self._counts(zone, owner)
        if _int(card) in self.constants:
            self._say(f"{self._register(into)} = m[{known} + {name}]")
        else:
            self._say(f"{self._register(into)} = np.int64(m[{known} + {name}]) if {name} >= 0 else 0")

    def _card_at(self, into: int, zone: int, owner: int, place: int) -> None:
        listed = f"table.listed[{self._zone(zone, owner)}]"
        self._say(f"{self._register(into)} = m[{listed} + {self._register(place)} - 1]")

    def _top(self, into: int, zone: int, owner: int, group: int) -> None:
        self._say(f"{self._register(into)} = moves.top(table, state, {self._zone(zone, owner)}, {group})")

    def _runs(self, into: int, zone: int, owner: int, field: int) -> None:
        self._say(f"{self._register(into)} = moves.runs(table, state, {self._zone(zone, owner)}, {field})")

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

    def _begin_move(self) -> None:
        self._say("moved, last = 0, -1")

    def _end_move(self) -> None:
        self._say(f"v[{IT}] = last if moved == 1 else -1")

    def _move_card(self, zone: int, owner: int, into: int, whose: int, card: int, number: int) -> None:
        source, target, many = self._zone(zone, owner), self._zone(into, whose), self._register(number)
        self._say(
            f"kind = {self._register(card)}",
            f"found = moves.move_card(table, state, {source}, {target}, kind, {many})",
            "moved += found",
            "if found:",
            "    last = kind",
        )

    def _move_all(self, zone: int, owner: int, into: int, whose: int, group: int) -> None:
        source, target = self._zone(zone, owner), self._zone(into, whose)
        self._say(f"before = sizes[{target}]")
        if self.layout.instances[_int(zone)].listed < 0:
            self._each_present("kind", zone, owner, group)
            many = f"m[{self._counts(zone, owner)} + kind]"
            self._say(f"if moves.move_card(table, state, {source}, {target}, kind, {many}):", "    last = kind")
            self.deep -= 1
            self._say(f"moved += sizes[{target}] - before")
        else:
            self._say(f"found = moves.move_all(table, state, {source}, {target}, {group})")
            self._say(f"moved += sizes[{target}] - before", "if found >= 0:", "    last = found")

    def _move_some(
        self, zone: int, owner: int, into: int, whose: int, wanted: int, group: int, how: int, case: int
    ) -> None:
        source, target, many = self._zone(zone, owner), self._zone(into, whose), self._register(wanted)
        self._say(f"before, many = sizes[{target}], {many}")
        self._say(f"found = moves.move_some(table, state, {source}, {target}, many, {group}, {how})")
        self._say(f"moved += sizes[{target}] - before", "if found >= 0:", "    last = found")
        if case >= 0:
            self._say(f"if sizes[{target}] - before < many:", f"    silent(state, {case})")

    def _gather(self, zone: int, owner: int, group: int) -> None:
        target = self._zone(zone, owner)
        self._say(f"before = sizes[{target}]", f"found = moves.gather(table, state, {target}, {group})")
        self._say(f"moved += sizes[{target}] - before", "if found >= 0:", "    last = found")

    def _shuffle(self, zone: int, owner: int) -> None:
        self._say(f"moves.shuffle(table, state, {self._zone(zone, owner)})")

    def _pass(self, zone: int, by: int) -> None:
        self._say(f"moves.hand_on(table, state, {zone}, {by})")

    def _turn(self) -> None:
        self._say("state.turns += 1")

    def _round(self) -> None:
        self._say("state.rounds += 1")

    def _tally(self, note: int) -> None:
        self._say(f"state.tallies[{note}] += 1")

    def _tally_by(self, note: int, number: int) -> None:
        self._say(f"state.tallies[{note}] += {self._register(number)}")

    def _use(self, card: int) -> None:
        self._say(f"use(state, v[{YOU}], {self._register(card)})")

    def _silent(self, case: int) -> None:
        self._say(f"silent(state, {case})")

    def _dead_end(self) -> None:
        self._say("dead_end(state)")

    def _idle(self) -> None:
        self._say(f"v[{IDLE}] += 1", f"if v[{IDLE}] > {MOST_IDLE}:", "    state.terminal = 1")
        self._say(f"    state.ended = {self.layout.ending(STUCK)}", "    return 0")


_PLAIN = {
    "set": "{0}", "add": "{0} + {1}", "sub": "{0} - {1}", "mul": "{0} * {1}",
    "div": "({0} // {1} if {1} else 0)", "min": "min({0}, {1})", "max": "max({0}, {1})",
    "seat": f"({{0}} + {{1}}) % v[{PLAYERS}]", "bit": "{0} >> {1} & 1", "several": "1 if {0} & ({0} - 1) else 0",
    "die": "1 + chance.below(state.streams, chance.CHANCE, max({0}, 1))",
}  # fmt: skip


def _int(operand: Operand) -> int:
    assert isinstance(operand, int), operand
    return operand


def _name(section: str) -> str:
    """A section as part of a function's name; those of choices where they stand have dots in theirs."""
    return section.replace(".", "__").replace("-", "_")
