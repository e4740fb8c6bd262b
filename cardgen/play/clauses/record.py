"""The interpreter state of games whose rules are clauses: records of one type, because one interpreter serves all
games."""

from __future__ import annotations

import numpy as np

from cardgen.play.records import position_type, table_type
from cardgen.rules import layout
from cardgen.rules.layout import MAX_CARDS, MAX_CASES, MAX_CLASSES, MAX_FIELDS, MAX_INSTANCES, MAX_MEMORY
from cardgen.rules.layout import MAX_NOTED as MAX_TALLIES
from cardgen.rules.rows import WIDTH

MAX_PLAYERS = layout.MAX_PLAYERS
MAX_ROWS = 4_000
MAX_REGISTERS = 500
MAX_ACTIONS = 120
MAX_OPTIONS = 4_000
VALUES = 64  # hash buckets for the values of a field; a power of two

TABLE = table_type(
    ("rows", np.uint32, (MAX_ROWS, WIDTH)),  # unsigned, because an unsigned index needs no test for negative values
    ("start", np.int32, (MAX_REGISTERS,)),  # initial values of registers, including rules and constants
    ("cards", np.int32),  # number of different cards
    ("copies", np.int32, (MAX_CARDS,)),
    ("fields", np.int32, (MAX_FIELDS, MAX_CARDS)),  # value of each field for each card
    ("values", np.int32, (MAX_FIELDS, MAX_CARDS)),  # distinct values of each field
    ("first_alike", np.int16, (MAX_FIELDS, VALUES)),  # a card by the last bits of its value, or -1
    ("next_alike", np.int16, (MAX_FIELDS, MAX_CARDS)),  # the next card with such a value, or -1
    ("members", np.int8, (MAX_CLASSES, MAX_CARDS)),  # whether a card is in a class
    ("classes", np.int16, (MAX_CLASSES, MAX_CARDS)),  # the cards of a class
    ("class_sizes", np.int32, (MAX_CLASSES,)),
    ("instances", np.int32),  # number of zones
    ("counts", np.int32, (MAX_INSTANCES,)),  # offset of each zone's card counts in a position's memory
    ("listed", np.int32, (MAX_INSTANCES,)),  # offset of its list of cards, the top last, or -1
    ("secret", np.int32, (MAX_INSTANCES,)),  # offset of its counts of unseen cards, or -1
    ("open", np.int32, (MAX_INSTANCES,)),  # 1: all players see the zone
    ("belongs", np.int32, (MAX_INSTANCES,)),  # owner of the zone; -1: the table
    ("owners", np.int32, (MAX_INSTANCES,)),  # the only player who sees the zone; -1: nobody
    ("blind", np.int32, (MAX_INSTANCES,)),  # the only player who does not see the zone; -1: nobody
    ("holds", np.int32, (MAX_INSTANCES,)),  # class of the cards that the zone can hold
    ("bodies", np.int32, (MAX_ACTIONS,)),  # row where each action's steps begin
    ("action_places", np.int32, (MAX_ACTIONS,)),  # index of each action's name
    ("card_shifts", np.int32, (MAX_ACTIONS,)),  # bit position of the picked card in each action's number, or -1
    ("card_mask", np.int32),
    ("action_mask", np.int32),
    ("worth_field", np.int32),  # the first field of numbers that a clause reads, or -1
    ("most_worth", np.int32),  # its highest value
    ("stock", np.int32),  # the zone from which cards come, 0 if there is none
    ("deck", np.int32),  # number of cards
    ("game", np.int32),  # rows where the game, a player's points and the tie-breaks begin: these three
    ("score", np.int32),
    ("winners", np.int32),
    ("foreseen", np.int16, (MAX_ROWS,)),  # by row of a choice: row where the counts after it begin, or 0
    ("repeat_rows", np.int16, (MAX_ROWS,)),  # by row of a choice: row that repeats its simultaneous turns, or 0
    ("stuck", np.int32),  # the ending of a game that goes on without a decision
    ("too_large", np.int32),  # the ending of a game with a number beyond MAX_VALUE
    ("reports", np.int32),  # row where the counts of reports begin
    ("tie", np.int32),  # case of an unsettled tie; -1 if a clause settles all ties
    ("notes_ties", np.int32),  # 1: tie-breaks note whether they were needed
    ("code", np.uint64),  # key of the machine code: a hash of BAKED and the constants
    ("kept", np.int64),  # bytes at the start of a position that the game needs between decisions
    ("used", np.int64),  # end of the bytes of its memory that the game needs
    ("native", np.int64),  # address of the game's machine code in this process; 0: there is none
    ("shared", np.int32),  # 1: a tie-break lets all tied players win
)

# fields of a table that machine code contains as constants; it reads the others during play
BAKED = (
    "rows", "counts", "listed", "secret", "open", "members", "classes", "class_sizes", "cards", "fields", "values",
    "first_alike", "next_alike", "score", "winners", "reports", "too_large",
)  # fmt: skip

SPARE_NUMBERS = 64  # numbers behind an array that machine code may read

STATE = position_type(
    MAX_TALLIES,
    ("sizes", np.int32, (MAX_INSTANCES,)),
    ("v", np.int32, (MAX_REGISTERS,)),
    ("m", np.int16, (MAX_MEMORY + SPARE_NUMBERS,)),  # the last field, because games need only its first part
    cases=MAX_CASES,
)


def bytes_to(field: str, many: int) -> int:
    """The number of bytes of a position up to the first `many` numbers of a field."""
    assert STATE.fields
    return int(STATE.fields[field][1]) + many * STATE[field].base.itemsize


MEMORY = bytes_to("m", 0)
