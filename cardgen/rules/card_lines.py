"""Writes the instructions that read or move cards as Python source. `python.py` writes all others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardgen.rules.code import FIRST_TEMP, IT, MAX_PICKED, Instruction, Operand
from cardgen.rules.compile import Compiled
from cardgen.rules.layout import HELD_ALL
from cardgen.rules.operands import MOVES, block_from

MAX_APART = 16  # values tested one by one; for more, a helper counts them


class CardLines:
    """Writes the source of one function, an instruction at a time."""

    def __init__(self, compiled: Compiled) -> None:
        self.layout = compiled.layout
        self.constants: Mapping[int, int] = compiled.code.constants
        self.kept = len(compiled.code.start)
        self.in_memory: set[int] = set()  # temporary registers that helpers write
        self.lines: list[str] = []
        self.ahead: Sequence[Instruction] = ()  # the current instruction and those after it
        self.deep = 1

    def _say(self, *lines: str) -> None:
        self.lines += ["    " * self.deep + line for line in lines]

    def _open(self, line: str) -> None:
        self._say(line)
        self.deep += 1
        self._say("pass")  # in case the block stays empty

    def _register(self, operand: Operand) -> str:
        register = number_of(operand)
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
        if self.constants.get(number_of(owner)) == 0:
            return str(zone)
        return f"{zone} + {self._register(owner)}"

    def _counts(self, zone: Operand, owner: Operand) -> str:
        """The offset of a zone's card counts."""
        number = number_of(zone)
        at = self.layout.instances[number].counts
        if self.constants.get(number_of(owner)) == 0:
            return str(at)
        return f"{at} + {self._stride(number)} * {self._register(owner)}"

    def _stride(self, number: int) -> int:
        """The distance between the card counts of neighbouring zones."""
        zones = self.layout.instances
        behind = zones[number + 1].counts if number + 1 < len(zones) else self.layout.memory
        return behind - zones[number].counts

    def _cards(self, group: Operand) -> tuple[int, ...]:
        return self.layout.classes[number_of(group)]

    def _consecutive(self, group: int) -> str:
        """The bounds of a class as arguments of `range`, if its cards are consecutive; otherwise empty."""
        cards = self._cards(group)
        return f"{cards[0]}, {cards[-1] + 1}" if cards and len(cards) == cards[-1] - cards[0] + 1 else ""

    def _each_present(self, card: str, zone: int, owner: int, group: int, where: str = "") -> None:
        """Opens a loop over the cards of a class in a zone, whose body moves none of them."""
        cards = self._cards(group) or (0, -1)
        arguments = f"m, {self._counts(zone, owner)}, {cards[0]}, {cards[-1] + 1}" + (where and f", {where}")
        self._open(f"for {card} in intrinsics.present{'_where' if where else ''}({arguments}):")
        if len(cards) != cards[-1] - cards[0] + 1:
            self._say(f"if not table.members[{group}, {card}]:", "    continue")

    def _each_card(self, card: str, group: Operand) -> None:
        """Opens a loop over the cards of a class."""
        cards = self._cards(group) or (0, -1)
        self._open(f"for {card} in range({cards[0]}, {cards[-1] + 1}):")
        if len(cards) != cards[-1] - cards[0] + 1:
            self._say(f"if not table.members[{group}, {card}]:", "    continue")

    # Cards

    def _types(self, card: int, zone: int, owner: int, group: int) -> None:
        self._each_type(self._register(card), zone, owner, group)

    def _types_where(self, card: int, zone: int, owner: int, group: int, field: int, value: int) -> None:
        self._each_type(self._register(card), zone, owner, group, field, self._register(value))

    def _each_type(self, name: str, zone: int, owner: int, group: int, field: int = -1, value: str = "") -> None:
        """Opens a loop over the cards of a class in a zone, or those with a value. Its body may move cards."""
        if any(instruction[0] in MOVES for instruction in block_from(self.ahead)):
            self._each_card(name, group)
            other = f" or table.fields[{field}, {name}] != {value}" if value else ""
            self._say(f"if not m[{self._counts(zone, owner)} + {name}]{other}:", "    continue")
        else:
            self._each_present(name, zone, owner, group, f"table.fields[{field}], {value}" if value else "")

    def _ids(self, card: int, group: int) -> None:
        self._each_card(self._register(card), group)

    def _combos(self, first: int, zone: int, owner: int, group: int, wanted: int) -> None:
        self.in_memory |= set(range(first, first + MAX_PICKED))
        slot = self._slot(first)
        self._say(f"v[{slot}] = -2")
        zones = self._zone(zone, owner)
        self._open(f"while counts.next_combo(table, state, {slot}, {zones}, {group}, {self._register(wanted)}):")

    def _offer_types(self, zone: int, owner: int, group: int, option: int, shift: int) -> None:
        self._each_present("card", zone, owner, group)
        self._say("if asking:", "    return 1", "if count < len(options):")
        self._say(f"    options[count] = {self._register(option)} | card << {shift}", "    count += 1")
        self.deep -= 1

    def _offer_combos(self, zone: int, owner: int, group: int, wanted: int, option: int, shift: int, bits: int) -> None:
        zones, many = self._zone(zone, owner), self._register(wanted)
        self._say(f"if {many} > 0 and {many} <= {MAX_PICKED}:")
        self._say("    if asking:", f"        if counts.count(table, state, {zones}, {group}) >= {many}:")
        self._say("            return 1", "    else:")
        self._say(
            f"        count = counts.offer_combos(table, state, {zones}, {group}, {many}, "
            f"{self._register(option)}, {shift}, {bits}, options, count)"
        )

    def _is_in(self, into: int, card: int, group: int) -> None:
        name = self._register(card)
        self._say(f"{self._register(into)} = np.int64(table.members[{group}, {name}]) if {name} >= 0 else 0")

    def _count(self, into: int, zone: int, owner: int, group: int) -> None:
        name = self._register(into)
        if group == HELD_ALL:
            self._say(f"{name} = sizes[{self._zone(zone, owner)}]")
        elif known := self._consecutive(group):
            self._say(f"{name} = intrinsics.total(m, {self._counts(zone, owner)}, {known})")
        else:
            self._say(f"{name} = counts.count(table, state, {self._zone(zone, owner)}, {group})")

    def _count_where(self, into: int, zone: int, owner: int, group: int, field: int, value: int) -> None:
        name, number, counts = self._register(into), self._register(value), self._counts(zone, owner)
        if known := self._consecutive(group):
            self._say(f"{name} = intrinsics.total_where(m, {counts}, {known}, table.fields[{field}], {number})")
        else:
            arguments = f"table, state, {self._zone(zone, owner)}, {group}, {field}, {number}"
            self._say(f"{name} = counts.count_where({arguments})")

    def _sum_of(self, into: int, zone: int, owner: int, group: int, field: int) -> None:
        name = self._register(into)
        if known := self._consecutive(group):
            self._say(f"{name} = intrinsics.worth(m, {self._counts(zone, owner)}, {known}, table.fields[{field}])")
        else:
            self._say(f"{name} = counts.sum_of(table, state, {self._zone(zone, owner)}, {group}, {field})")

    def _different(self, into: int, zone: int, owner: int, group: int, field: int, many: int) -> None:
        name = self._register(into)
        known = self._consecutive(group)
        if not known or many > MAX_APART:
            arguments = f"table, state, {self._zone(zone, owner)}, {group}, {field}, {many}"
            self._say(f"{name} = counts.different({arguments})")
            return
        self._say("different = 0")
        for value in self.layout.values(list(self.layout.fields)[field]):
            arguments = f"m, {self._counts(zone, owner)}, {known}, table.fields[{field}], {value}"
            self._say(f"if intrinsics.some_where({arguments}):", "    different += 1")
        self._say(f"{name} = different")

    def _count_all(self, into: int, zone: int, owner: int, group: int, many: int) -> None:
        if (known := self._consecutive(group)) and group != HELD_ALL:
            counts = f"{self._counts(zone, owner)} + {self._stride(zone)} * each"
            self._say("total = 0", f"for each in range({self._register(many)}):")
            self._say(f"    total += intrinsics.total(m, {counts}, {known})", f"{self._register(into)} = total")
        else:
            arguments = f"table, state, {self._zone(zone, owner)}, {group}, {self._register(many)}"
            self._say(f"{self._register(into)} = counts.count_all({arguments})")

    def _count_card(self, into: int, zone: int, owner: int, card: int) -> None:
        name, known = self._register(card), self._counts(zone, owner)
        if number_of(card) in self.constants:
            self._say(f"{self._register(into)} = m[{known} + {name}]")
        else:
            self._say(f"{self._register(into)} = np.int64(m[{known} + {name}]) if {name} >= 0 else 0")

    def _card_at(self, into: int, zone: int, owner: int, place: int) -> None:
        listed = f"table.listed[{self._zone(zone, owner)}]"
        self._say(f"{self._register(into)} = m[{listed} + {self._register(place)} - 1]")

    def _begin_move(self) -> None:
        self._say("moved, last = 0, -1")

    def _end_move(self) -> None:
        self._say(f"v[{IT}] = last if moved == 1 else -1")

    def _move_card(self, zone: int, owner: int, into: int, whose: int, card: int, number: int) -> None:
        source, target, many = self._zone(zone, owner), self._zone(into, whose), self._register(number)
        self._say(
            f"kind = {self._register(card)}",
            f"result = moves.move_card(table, state, {source}, {target}, kind, {many})",
            "moved += result",
            "if result:",
            "    last = kind",
        )

    def _move_all(self, zone: int, owner: int, into: int, whose: int, group: int) -> None:
        source, target = self._zone(zone, owner), self._zone(into, whose)
        self._say(f"before = sizes[{target}]")
        if self.layout.instances[number_of(zone)].listed < 0:
            self._each_present("kind", zone, owner, group)
            many = f"m[{self._counts(zone, owner)} + kind]"
            self._say(f"if moves.move_card(table, state, {source}, {target}, kind, {many}):", "    last = kind")
            self.deep -= 1
            self._say(f"moved += sizes[{target}] - before")
        else:
            self._say(f"result = moves.move_all(table, state, {source}, {target}, {group})")
            self._note_moved(target)

    def _move_some(
        self, zone: int, owner: int, into: int, whose: int, wanted: int, group: int, how: int, case: int
    ) -> None:
        source, target, many = self._zone(zone, owner), self._zone(into, whose), self._register(wanted)
        self._say(f"before, many = sizes[{target}], {many}")
        self._say(f"result = moves.move_some(table, state, {source}, {target}, many, {group}, {how})")
        self._note_moved(target)
        if case >= 0:
            self._say(f"if sizes[{target}] - before < many:", f"    silent(state, {case})")

    def _note_moved(self, target: str) -> None:
        self._say(f"moved += sizes[{target}] - before", "if result >= 0:", "    last = result")

    def _gather(self, zone: int, owner: int, group: int) -> None:
        target = self._zone(zone, owner)
        self._say(f"before = sizes[{target}]", f"result = moves.gather(table, state, {target}, {group})")
        self._note_moved(target)


def number_of(operand: Operand) -> int:
    assert isinstance(operand, int), operand
    return operand
