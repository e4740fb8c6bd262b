"""The table of instructions: their operands and effects. All passes and both backends use it.

Most instructions become one row with the same operands. Some rows correspond to no instruction.

Registers hold whole numbers. `add`, `sub`, `mul`, `add_product` and `tally_by` are the only ones whose results could be
large. Beyond MAX_VALUE in either direction, `within` ends the game and the result is MAX_VALUE. So it makes no
difference that the registers of the interpreter have 32 bits and temporary ones in machine code 64. `div` rounds down,
and division by 0 is 0.
"""

from __future__ import annotations

from collections.abc import Callable

from cardgen.foundations.dataclass import dataclass
from cardgen.rules.code import ACTION, EQ, GE, IDLE, IT, LAST, LT, MAX_PICKED, MOVED, NE, PLAYERS, YOU

# kinds of register operands: written, read, both, and the first of several registers that a pick writes
TO, OF, BOTH, PICK = "to", "of", "both", "pick"
REGISTERS = (TO, OF, BOTH, PICK)
ZONE = "zone"  # the number of a zone's first instance; the next operand is the register with the offset
TARGET = "row"  # the number of a row to jump to
# operands that become numbers in rows (labels, signs, names), and those that are numbers already
OTHERS = ("label", "sign", "section", "class", "field", "number", "case", "note", "ending")
_MOVING = (MOVED, LAST)


@dataclass(frozen=True, slots=True)
class Opcode:
    """The description of an instruction, or of a row.

    `operands` are their kinds. `does` is Python source for its effect, unless that depends on the arguments: `{0}` is
    the first operand, and a zone includes its offset. `clobbers` are registers that it writes without an operand.
    """

    name: str
    operands: str = ""
    does: str = ""
    pure: bool = False  # it only computes a register, and always the same from the same registers
    moves: bool = False  # it moves cards
    opens: bool = False  # it opens a block that `end` closes
    leaves: bool = False  # play never continues with the next row
    is_barrier: bool = False  # all known register values become unknown
    writes_indexed: bool = False  # it writes v[number + register], a lasting register that only play determines
    clobbers: tuple[int, ...] = ()
    rows: tuple[str, ...] = ()  # the rows that it becomes, if not one of its name; for a loop, the first row
    in_source: bool = True  # compilers emit it; False: only the backend for rows does

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(self.operands.split())

    @property
    def read(self) -> tuple[int, ...]:
        """Returns the positions of the operands that it reads."""
        return self.places(OF, BOTH)

    @property
    def defines_first(self) -> bool:
        """Returns whether its first operand is a register that it writes without reading it."""
        return self.kinds[:1] == (TO,) and not self.opens

    @property
    def writes_first(self) -> int:
        """Returns how many consecutive registers it writes, starting with its first operand."""
        return {TO: 1, BOTH: 1, PICK: MAX_PICKED}.get(self.kinds[0], 0) if self.kinds else 0

    @property
    def of_cards(self) -> bool:
        """Returns whether its result depends on where cards are."""
        return self.pure and ZONE in self.kinds

    def places(self, *kinds: str) -> tuple[int, ...]:
        return tuple(place for place, kind in enumerate(self.kinds) if kind in kinds)


# rows in the order of their codes; those with `in_source=False` are no instructions
ROW_OPCODES = (
    Opcode("set", "to of", "{0} = {1}"),
    Opcode("load_number", "to number", "{0} = {1}", in_source=False),
    Opcode("add", "to of of", "{0} = within(table, state, {1} + {2})", pure=True),
    Opcode("sub", "to of of", "{0} = within(table, state, {1} - {2})", pure=True),
    Opcode("mul", "to of of", "{0} = within(table, state, np.int64({1}) * {2})", pure=True),
    Opcode("div", "to of of", "{0} = ({1} // {2} if {2} else 0)", pure=True),
    Opcode("min", "to of of", "{0} = min({1}, {2})", pure=True),
    Opcode("max", "to of of", "{0} = max({1}, {2})", pure=True),
    Opcode("seat", "to of of", f"{{0}} = ({{1}} + {{2}}) % v[{PLAYERS}]", pure=True),
    Opcode("load", "to number of", "{0} = v[{1} + {2}]"),
    Opcode("store", "number of of", "v[{0} + {1}] = {2}", writes_indexed=True),
    Opcode("jump", "row", leaves=True, in_source=False),
    Opcode("jump_eq", "of of row", in_source=False),
    Opcode("jump_ne", "of of row", in_source=False),
    Opcode("jump_lt", "of of row", in_source=False),
    Opcode("jump_ge", "of of row", in_source=False),
    Opcode("jump_to", "of", leaves=True, in_source=False),
    Opcode("field", "to field of", "{0} = table.fields[{1}, {2}]", pure=True),
    Opcode("is_in", "to of class", pure=True),
    Opcode("value_at", "to field of", "{0} = table.values[{1}, {2}]", pure=True),
    Opcode("count", "to zone of class", pure=True),
    Opcode("count_card", "to zone of of", pure=True),
    Opcode("runs", "to zone of field", "{0} = counts.runs(table, state, {1}, {3})", pure=True),
    Opcode("bit", "to of of", "{0} = {1} >> {2} & 1", pure=True),
    Opcode("set_bit", "both of", "{0} |= 1 << {1}"),
    Opcode("several", "to of", "{0} = 1 if {1} & ({1} - 1) else 0", pure=True),
    Opcode("die", "to of", "{0} = 1 + chance.below(state.streams, chance.CHANCE, max({1}, 1))"),
    Opcode("next_type", "both zone of class row row", leaves=True, in_source=False),
    Opcode("next_id", "both class row row", leaves=True, in_source=False),
    Opcode("next_number", "both of row row", leaves=True, in_source=False),
    Opcode("next_combo", "pick zone of class of row", in_source=False),
    Opcode("next_option", "both of of row", clobbers=(ACTION,), in_source=False),
    Opcode("offered", "to", "{0} = count"),
    Opcode("offer", "of"),
    Opcode("keep", "both", f"options[{{0}}] = v[{ACTION}]\n{{0}} += 1"),
    Opcode("pack", "both of number", "{0} |= {1} << {2}"),
    Opcode("unpack", "to of number number"),
    Opcode("offer_types", "zone of class of number"),
    Opcode("offer_combos", "zone of class of of number number"),
    Opcode("begin_move", clobbers=_MOVING),
    Opcode("end_move", clobbers=(IT,)),
    Opcode("move_some", "zone of zone of of class number case", moves=True, clobbers=_MOVING),
    Opcode("move_all", "zone of zone of class", moves=True, clobbers=_MOVING),
    Opcode("move_card", "zone of zone of of of", moves=True, clobbers=_MOVING),
    Opcode("shuffle", "zone of", "moves.shuffle(table, state, {0})", moves=True),
    Opcode("pass", "number number", "moves.hand_on(table, state, {0}, {1})", moves=True),
    Opcode("choose", "row", is_barrier=True, in_source=False),
    Opcode(
        "over",
        "ending",
        "if not state.terminal:\n    state.terminal, state.ended = 1, {0}\nreturn 0",
        leaves=True,
        is_barrier=True,
    ),
    Opcode("stop", leaves=True, is_barrier=True),
    Opcode("turn", does="state.turns += 1"),
    Opcode("round", does="state.rounds += 1"),
    Opcode("tally", "note", "state.tallies[{0}] += 1"),
    Opcode("use", "of", f"use(state, v[{YOU}], {{0}})"),
    Opcode("silent", "case", "silent(state, {0})"),
    Opcode("dead_end", does="dead_end(state)"),
    Opcode("idle", clobbers=(IDLE,)),
    Opcode("value_index", "to field of number", "{0} = counts.value_index(table, {1}, {2}, {3})", pure=True),
    Opcode("top", "to zone of class", "{0} = counts.top(table, state, {1}, {3})", pure=True),
    Opcode("gather", "zone of class", moves=True, clobbers=_MOVING),
    Opcode("card_at", "to zone of of", pure=True),
    Opcode("tally_by", "note of", "state.tallies[{0}] = within(table, state, state.tallies[{0}] + {1})"),
    Opcode("next_where", "both zone of class field of row row", leaves=True, in_source=False),
    Opcode("count_where", "to zone of class field of", pure=True),
    Opcode("count_all", "to zone of class of", pure=True),
    Opcode("count_card_all", "to zone of of of", "{0} = counts.count_card_all(table, state, {1}, {3}, {4})", pure=True),
    Opcode("add_product", "both of of", "{0} = within(table, state, {0} + np.int64({1}) * {2})"),
    Opcode("first_type", "to zone of class row row", leaves=True, in_source=False),
    Opcode("first_where", "to zone of class field of row row", leaves=True, in_source=False),
    Opcode("first_id", "to class row row", leaves=True, in_source=False),
    Opcode("first_number", "to of row row of", leaves=True, in_source=False),
    Opcode("sum_of", "to zone of class field", pure=True),
    Opcode("different", "to zone of class field number", pure=True),
    Opcode("withheld", "case"),
    Opcode("put_aside", "number number", "moves.put_aside(table, state, {0}, {1})"),
    Opcode("bring_back", "number number", "moves.bring_back(table, state, {0}, {1})", moves=True),
)
_OF_OTHER_ROWS = (
    Opcode("here", "to label", rows=("load_number",)),
    Opcode("goto", "label", leaves=True, is_barrier=True, rows=("jump",)),
    Opcode("return", "of", leaves=True, is_barrier=True, rows=("jump_to",)),
    Opcode("branch", "sign of of label"),
    Opcode("if", "sign of of", opens=True),
    Opcode("types", "to zone of class", opens=True, rows=("first_type", "next_type")),
    Opcode("types_where", "to zone of class field of", opens=True, rows=("first_where", "next_where")),
    Opcode("ids", "to class", opens=True, rows=("first_id", "next_id")),
    Opcode("range", "to of of", opens=True, rows=("first_number", "next_number")),
    Opcode("combos", "pick zone of class of", opens=True, rows=("next_combo",)),
    Opcode("options", "to of to", opens=True, clobbers=(ACTION,), rows=("next_option",)),
    Opcode("end"),
    Opcode("choose", "section", is_barrier=True),
    Opcode("label", "label", is_barrier=True),
    Opcode("end_temporaries", is_barrier=True),
)
OPCODES = {each.name: each for each in (*(row for row in ROW_OPCODES if row.in_source), *_OF_OTHER_ROWS)}
CODES = {row.name: code for code, row in enumerate(ROW_OPCODES)}
JUMPS = {sign: CODES[f"jump_{sign}"] for sign in (EQ, NE, LT, GE)}  # the row of each comparison


def names_of(has: Callable[[Opcode], bool]) -> frozenset[str]:
    """Returns the names of the instructions for which a predicate is true."""
    return frozenset(name for name, row in OPCODES.items() if has(row))


def codes_of(has: Callable[[Opcode], bool]) -> tuple[int, ...]:
    """Returns the codes of the rows for which a predicate is true."""
    return tuple(code for code, row in enumerate(ROW_OPCODES) if has(row))
