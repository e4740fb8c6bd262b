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
class Instruction:
    """The description of an instruction, or of a row.

    `operands` are their kinds. `does` is Python source for its effect, unless that depends on the arguments: `{0}` is
    the first operand, and a zone includes its offset. `also` are registers that it writes without an operand.
    """

    name: str
    operands: str = ""
    does: str = ""
    pure: bool = False  # it only computes a register, and always the same from the same registers
    moves: bool = False  # it moves cards
    opens: bool = False  # it opens a block that `end` closes
    leaves: bool = False  # play never continues with the next row
    forgets: bool = False  # all known register values become unknown
    anywhere: bool = False  # it writes a lasting register that only play determines
    also: tuple[int, ...] = ()
    rows: tuple[str, ...] = ()  # the rows that it becomes, if not one of its name; for a loop, the first row
    alone: bool = True  # it is an instruction, not only a row

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(self.operands.split())

    @property
    def read(self) -> tuple[int, ...]:
        """Returns the positions of the operands that it reads."""
        return self.places(OF, BOTH)

    @property
    def works_out(self) -> bool:
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


# rows in the order of their codes; those with `alone=False` are no instructions
ROWS = (
    Instruction("set", "to of", "{0} = {1}"),
    Instruction("load_number", "to number", "{0} = {1}", alone=False),
    Instruction("add", "to of of", "{0} = within(table, state, {1} + {2})", pure=True),
    Instruction("sub", "to of of", "{0} = within(table, state, {1} - {2})", pure=True),
    Instruction("mul", "to of of", "{0} = within(table, state, np.int64({1}) * {2})", pure=True),
    Instruction("div", "to of of", "{0} = ({1} // {2} if {2} else 0)", pure=True),
    Instruction("min", "to of of", "{0} = min({1}, {2})", pure=True),
    Instruction("max", "to of of", "{0} = max({1}, {2})", pure=True),
    Instruction("seat", "to of of", f"{{0}} = ({{1}} + {{2}}) % v[{PLAYERS}]", pure=True),
    Instruction("load", "to number of", "{0} = v[{1} + {2}]"),
    Instruction("store", "number of of", "v[{0} + {1}] = {2}", anywhere=True),
    Instruction("jump", "row", leaves=True, alone=False),
    Instruction("jump_eq", "of of row", alone=False),
    Instruction("jump_ne", "of of row", alone=False),
    Instruction("jump_lt", "of of row", alone=False),
    Instruction("jump_ge", "of of row", alone=False),
    Instruction("jump_to", "of", leaves=True, alone=False),
    Instruction("field", "to field of", "{0} = table.fields[{1}, {2}]", pure=True),
    Instruction("is_in", "to of class", pure=True),
    Instruction("value_at", "to field of", "{0} = table.values[{1}, {2}]", pure=True),
    Instruction("count", "to zone of class", pure=True),
    Instruction("count_card", "to zone of of", pure=True),
    Instruction("runs", "to zone of field", "{0} = counts.runs(table, state, {1}, {3})", pure=True),
    Instruction("bit", "to of of", "{0} = {1} >> {2} & 1", pure=True),
    Instruction("set_bit", "both of", "{0} |= 1 << {1}"),
    Instruction("several", "to of", "{0} = 1 if {1} & ({1} - 1) else 0", pure=True),
    Instruction("die", "to of", "{0} = 1 + chance.below(state.streams, chance.CHANCE, max({1}, 1))"),
    Instruction("next_type", "both zone of class row row", leaves=True, alone=False),
    Instruction("next_id", "both class row row", leaves=True, alone=False),
    Instruction("next_number", "both of row row", leaves=True, alone=False),
    Instruction("next_combo", "pick zone of class of row", alone=False),
    Instruction("next_option", "both of of row", also=(ACTION,), alone=False),
    Instruction("offered", "to", "{0} = count"),
    Instruction("offer", "of"),
    Instruction("keep", "both", f"options[{{0}}] = v[{ACTION}]\n{{0}} += 1"),
    Instruction("pack", "both of number", "{0} |= {1} << {2}"),
    Instruction("unpack", "to of number number"),
    Instruction("offer_types", "zone of class of number"),
    Instruction("offer_combos", "zone of class of of number number"),
    Instruction("begin_move", also=_MOVING),
    Instruction("end_move", also=(IT,)),
    Instruction("move_some", "zone of zone of of class number case", moves=True, also=_MOVING),
    Instruction("move_all", "zone of zone of class", moves=True, also=_MOVING),
    Instruction("move_card", "zone of zone of of of", moves=True, also=_MOVING),
    Instruction("shuffle", "zone of", "moves.shuffle(table, state, {0})", moves=True),
    Instruction("pass", "number number", "moves.hand_on(table, state, {0}, {1})", moves=True),
    Instruction("choose", "row", forgets=True, alone=False),
    Instruction(
        "over",
        "ending",
        "if not state.terminal:\n    state.terminal, state.ended = 1, {0}\nreturn 0",
        leaves=True,
        forgets=True,
    ),
    Instruction("stop", leaves=True, forgets=True),
    Instruction("turn", does="state.turns += 1"),
    Instruction("round", does="state.rounds += 1"),
    Instruction("tally", "note", "state.tallies[{0}] += 1"),
    Instruction("use", "of", f"use(state, v[{YOU}], {{0}})"),
    Instruction("silent", "case", "silent(state, {0})"),
    Instruction("dead_end", does="dead_end(state)"),
    Instruction("idle", also=(IDLE,)),
    Instruction("value_index", "to field of number", "{0} = counts.value_index(table, {1}, {2}, {3})", pure=True),
    Instruction("top", "to zone of class", "{0} = counts.top(table, state, {1}, {3})", pure=True),
    Instruction("gather", "zone of class", moves=True, also=_MOVING),
    Instruction("card_at", "to zone of of", pure=True),
    Instruction("tally_by", "note of", "state.tallies[{0}] = within(table, state, state.tallies[{0}] + {1})"),
    Instruction("next_where", "both zone of class field of row row", leaves=True, alone=False),
    Instruction("count_where", "to zone of class field of", pure=True),
    Instruction("count_all", "to zone of class of", pure=True),
    Instruction(
        "count_card_all", "to zone of of of", "{0} = counts.count_card_all(table, state, {1}, {3}, {4})", pure=True
    ),
    Instruction("add_product", "both of of", "{0} = within(table, state, {0} + np.int64({1}) * {2})"),
    Instruction("first_type", "to zone of class row row", leaves=True, alone=False),
    Instruction("first_where", "to zone of class field of row row", leaves=True, alone=False),
    Instruction("first_id", "to class row row", leaves=True, alone=False),
    Instruction("first_number", "to of row row of", leaves=True, alone=False),
    Instruction("sum_of", "to zone of class field", pure=True),
    Instruction("different", "to zone of class field number", pure=True),
    Instruction("withheld", "case"),
    Instruction("put_aside", "number number", "moves.put_aside(table, state, {0}, {1})"),
    Instruction("bring_back", "number number", "moves.bring_back(table, state, {0}, {1})", moves=True),
)
_OF_OTHER_ROWS = (
    Instruction("here", "to label", rows=("load_number",)),
    Instruction("goto", "label", leaves=True, forgets=True, rows=("jump",)),
    Instruction("return", "of", leaves=True, forgets=True, rows=("jump_to",)),
    Instruction("branch", "sign of of label"),
    Instruction("if", "sign of of", opens=True),
    Instruction("types", "to zone of class", opens=True, rows=("first_type", "next_type")),
    Instruction("types_where", "to zone of class field of", opens=True, rows=("first_where", "next_where")),
    Instruction("ids", "to class", opens=True, rows=("first_id", "next_id")),
    Instruction("range", "to of of", opens=True, rows=("first_number", "next_number")),
    Instruction("combos", "pick zone of class of", opens=True, rows=("next_combo",)),
    Instruction("options", "to of to", opens=True, also=(ACTION,), rows=("next_option",)),
    Instruction("end"),
    Instruction("choose", "section", forgets=True),
    Instruction("label", "label", forgets=True),
    Instruction("sentence", forgets=True),
)
INSTRUCTIONS = {each.name: each for each in (*(row for row in ROWS if row.alone), *_OF_OTHER_ROWS)}
CODES = {row.name: code for code, row in enumerate(ROWS)}
JUMPS = {sign: CODES[f"jump_{sign}"] for sign in (EQ, NE, LT, GE)}  # the row of each comparison


def names_of(has: Callable[[Instruction], bool]) -> frozenset[str]:
    """Returns the names of the instructions for which a predicate is true."""
    return frozenset(name for name, row in INSTRUCTIONS.items() if has(row))


def codes_of(has: Callable[[Instruction], bool]) -> tuple[int, ...]:
    """Returns the codes of the rows for which a predicate is true."""
    return tuple(code for code, row in enumerate(ROWS) if has(row))
