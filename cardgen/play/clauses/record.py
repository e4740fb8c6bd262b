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
VALUES = 64  # a power of two: by the rest of their values, cards of one value of a field are found

TABLE = table_type(
    ("rows", np.uint32, (MAX_ROWS, WIDTH)),  # unsigned, as an index that cannot be negative needs no look
    ("start", np.int32, (MAX_REGISTERS,)),  # what registers hold before the game: rules and constants among it
    ("cards", np.int32),  # different ones
    ("copies", np.int32, (MAX_CARDS,)),
    ("fields", np.int32, (MAX_FIELDS, MAX_CARDS)),  # of each card
    ("values", np.int32, (MAX_FIELDS, MAX_CARDS)),  # every value of a field, each once
    ("first_alike", np.int16, (MAX_FIELDS, VALUES)),  # a card by the last bits of its value of a field, or -1,
    ("next_alike", np.int16, (MAX_FIELDS, MAX_CARDS)),  # and behind each the next one with such a value, or -1
    ("members", np.int8, (MAX_CLASSES, MAX_CARDS)),  # whether a card is in a class
    ("classes", np.int16, (MAX_CLASSES, MAX_CARDS)),  # the cards of a class
    ("class_sizes", np.int32, (MAX_CLASSES,)),
    ("instances", np.int32),  # of zones
    ("counts", np.int32, (MAX_INSTANCES,)),  # where in a position's memory each zone counts its cards,
    ("listed", np.int32, (MAX_INSTANCES,)),  # lists them, the top last, or -1,
    ("secret", np.int32, (MAX_INSTANCES,)),  # and counts those that came unseen, or -1
    ("open", np.int32, (MAX_INSTANCES,)),  # 1: all see it
    ("belongs", np.int32, (MAX_INSTANCES,)),  # whose it is; -1: the table's
    ("owners", np.int32, (MAX_INSTANCES,)),  # who sees it although others do not; -1: nobody
    ("blind", np.int32, (MAX_INSTANCES,)),  # who alone does not see it; -1: nobody is alone in that
    ("holds", np.int32, (MAX_INSTANCES,)),  # the class of cards that it may hold
    ("bodies", np.int32, (MAX_ACTIONS,)),  # where each action's steps begin
    ("action_places", np.int32, (MAX_ACTIONS,)),  # of each among those of its choice
    ("card_shifts", np.int32, (MAX_ACTIONS,)),  # where the card picked stands in each action's number, or -1
    ("card_mask", np.int32),
    ("action_mask", np.int32),
    ("worth_field", np.int32),  # the first field of numbers that a clause asks for, or -1
    ("most_worth", np.int32),  # its greatest
    ("stock", np.int32),  # the zone from which cards come, 0 if there is none
    ("deck", np.int32),  # how many cards there are
    ("game", np.int32),  # where rows of the game begin, of a player's points, of ties
    ("score", np.int32),
    ("winners", np.int32),
    ("foreseen", np.int16, (MAX_ROWS,)),  # by row of a choice: where rows begin that count what comes behind it, or 0
    ("repeat_rows", np.int16, (MAX_ROWS,)),  # likewise: from where simultaneous turns can be repeated, or 0
    ("stuck", np.int32),  # the ending of a game that goes on without a decision
    ("reports", np.int32),  # where the rows of what reports count begin
    ("tie", np.int32),  # the case of a tie that is left; -1 if a clause settles it
    ("notes_ties", np.int32),  # 1: a clause of ties notes whether it was needed
    ("code", np.uint64),  # what its machine code is known by: all of BAKED, and the constants
    ("kept", np.int64),  # bytes of a position, from its begin, that the game needs between decisions,
    ("used", np.int64),  # and those of its memory too, up to this one
    ("native", np.int64),  # the address of the same game as machine code, in this very process; 0: there is none
    ("shared", np.int32),  # 1: a clause of ties says that all who are left win
)

# what machine code takes from a table as it is; it reads the rest while it plays
BAKED = (
    "rows", "counts", "listed", "secret", "open", "members", "classes", "class_sizes", "cards", "fields", "values",
    "first_alike", "next_alike", "score", "winners", "reports",
)  # fmt: skip

SPARE_NUMBERS = 64  # numbers that machine code may read beyond those it asks for

STATE = position_type(
    MAX_TALLIES,
    ("sizes", np.int32, (MAX_INSTANCES,)),
    ("v", np.int32, (MAX_REGISTERS,)),
    ("m", np.int16, (MAX_MEMORY + SPARE_NUMBERS,)),  # stands last, as games need but the first part of it
    cases=MAX_CASES,
)


def bytes_to(field: str, many: int) -> int:
    """How many bytes of a position there are up to so many numbers of a field."""
    assert STATE.fields
    return int(STATE.fields[field][1]) + many * STATE[field].base.itemsize


MEMORY = bytes_to("m", 0)
