"""The two flat records of Party at Louis, and the meaning of their numbers.

`table` has the variant's rules and cards; it never changes. `state` is a position.
"""

from __future__ import annotations

import numpy as np

from cardgen.play.compiled import compiled
from cardgen.play.records import position_type, table_type

MAX_PLAYERS = 4
MAX_NOBLES = 6  # nobles of one player
EVERY_NOBLE = (1 << MAX_NOBLES) - 1
MAX_CARDS = 120  # dishes; more would not fit into 8 bits
MAX_SOLO = 16
MAX_STEPS = 1 << 18  # cells of the tables of all demands
MAX_ROWS = 1 << 14  # heaps of all demands
HORIZON = 12  # turns that the outlook looks ahead
CELLS = 9
EVERY_CELL = (1 << CELLS) - 1
NONE = -1
END_CARD = MAX_CARDS
MAX_OPTIONS = 40  # 3 dishes under 6 nobles of two stacks each

# Actions. Cells of the sideboard are bits, row by row.
IMPOSTOR = 1 << 9  # | cells that are taken
PLACE = 1 << 12  # + dish << 4 | noble << 1 | stack
CLEAR = 1 << 13  # + noble
DONE = CLEAR + MAX_NOBLES

LINES = np.array([0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100], np.int32)

# Options of the rules, in the order of rules.py
AT_ONCE, AT_END = 0, 1
ALLOWED, LAST_RESORT = 0, 1
MIDDLE, BOTTOM = 0, 1
SHARED, LAST_PLAYER, NOBODY = 0, 1, 2

PHASES = ("take", "place", "clear")
TAKING, PLACING, CLEARING = range(3)
ENDS = ("", "all_validated", "end_card", "nine_turns")
ALL_VALIDATED, BANQUET_OVER, TURNS_OVER = 1, 2, 3
SILENCES = {
    "unequal_piles": "PA14",
    "no_dish_left": "PA16",
    "tie_remains": "PA19",
    "six_alone": "PA24",
    "end_card_twice": "PA33",
    "win_with_dishes_held": "PA35",
    "no_noble_left": "P40",
}
UNEQUAL_PILES, NO_DISH_LEFT, TIE_REMAINS, SIX_ALONE, END_CARD_TWICE, WIN_WITH_DISHES_HELD, NO_NOBLE_LEFT = range(7)
TALLIES = (
    *(f"{side}_{noble}" for side in ("unmasked", "masked") for noble in range(1, MAX_NOBLES + 1)),  # validated
    "forced.clearing",
    "chosen.clearing",
    "impostor",
    "dish_cleared",
    "dish_validated",
    "first_end_turn",
)
FORCED, VOLUNTARY, IMPOSTOR_USED, DISH_CLEARED, DISH_VALIDATED, FIRST_END_TURN = range(2 * MAX_NOBLES, len(TALLIES))

RULES = (
    "validation",
    "blocking",
    "end_card_again",
    "first_to_six",
    "equal_turns",
    "last_tie",
    "solo_turns",
    "mixed_sides",
    "ghost_for_two",
)

NOBLES = 2 * MAX_NOBLES * MAX_PLAYERS  # faces of nobles: see `face`

TABLE = table_type(
    *((name, np.int32) for name in RULES),
    ("dishes", np.int32),  # number of dishes in the deck
    ("alike", np.int32, (MAX_CARDS,)),  # the first card of the same type and value
    ("nobles", np.int32),  # number of nobles of each player
    ("points", np.int32, (NOBLES,)),
    ("start", np.int32, (NOBLES,)),  # index in `steps` of the row of the empty heap
    ("second", np.int32, (NOBLES,)),  # columns of the first stack, if a second one follows; else 0
    ("column", np.int32, (NOBLES, MAX_CARDS)),
    ("steps", np.int32, (MAX_STEPS,)),  # rows: own number, then entries: a row, BLOCKED, or negative if met
    ("outlook", np.float64, (HORIZON + 1, MAX_ROWS)),  # chance of validation, by turns to go and row
    ("placements", np.int32, (MAX_PLAYERS,)),
    ("placement", np.int32, (MAX_PLAYERS, 4)),  # turns of the impostor's pattern, as masks of cells
    ("solo_cards", np.int32),
    ("solo", np.int32, (MAX_SOLO,)),
)
BLOCKED = 0

STATE = position_type(
    len(TALLIES),
    ("draw", np.int8, (MAX_CARDS + 1,)),  # the draw pile, face down, the top last
    ("draw_size", np.int32),
    ("end_low", np.int32),  # lowest and highest index of the End card in the draw pile, for all that players know
    ("end_high", np.int32),
    ("discard", np.int8, (MAX_CARDS,)),
    ("discard_size", np.int32),
    ("sideboard", np.int32, (CELLS,)),
    ("held", np.int32, (3,)),
    ("held_size", np.int32),
    ("heap", np.int32, (MAX_PLAYERS, MAX_NOBLES)),  # index in `steps` of the row of a noble's heap; negative: met
    ("top", np.int8, (MAX_PLAYERS, MAX_NOBLES, 2)),  # top dish of each stack
    ("below", np.int8, (MAX_CARDS,)),  # the dish on which a dish lies
    ("lying", np.int32, (MAX_PLAYERS,)),  # bit n: dishes lie under noble n
    ("dishes", np.int32, (MAX_PLAYERS,)),  # number of dishes under nobles
    ("validated", np.int32, (MAX_PLAYERS,)),  # bit n: noble n is validated
    ("points", np.int32, (MAX_PLAYERS,)),
    ("impostors", np.int32),  # bit p: player p's is used
    ("masked", np.int32),  # bit n: nobles n are played masked
    ("end_seen", np.int32),
    ("last_round", np.int32),
    ("solo", np.int8, (MAX_SOLO,)),
    ("solo_size", np.int32),
    ("phase", np.int32),
)


@compiled
def face(state, player, noble):
    """The index of the current side of a noble among the faces of all nobles."""
    return ((player * MAX_NOBLES + noble) << 1) | (state.masked >> noble & 1)


@compiled
def ghost_plays(table, state):
    """P44: whether the ghost plays: in solo, and with `ghost_for_two` beside two players."""
    return state.players == 1 or (state.players == 2 and table.ghost_for_two)


@compiled
def laid_out(state):
    """The cells of the sideboard where a dish lies, as bits."""
    cells = 0
    for cell in range(CELLS):
        if state.sideboard[cell] != NONE:
            cells |= 1 << cell
    return cells
