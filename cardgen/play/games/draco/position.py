"""A position of Draco & Co as flat records, and the basic operations of all verbs: places, money, dice, cards.

`table` has the variant's rules and cards; it never changes in play. `state` is a position. Characters are
numbers: player p's two are 2p and 2p + 1, then come Zork, Brother John and Aunt Sarah; Draco never moves and has none.
"""

from __future__ import annotations

import numpy as np

from cardgen.play import chance
from cardgen.play.compiled import compiled
from cardgen.play.records import position_type, silent, table_type

MIN_PLAYERS, MAX_PLAYERS = 2, 6  # cards speak of opponents, and of places up to the sixth
MAX_KINDS = 64
MAX_CARDS = 250
MAX_STEPS = 8
MAX_ASKS = 24  # three for each step
MAX_ROLLS = 48
MAX_PRESET = 48
CLASSES = 4

ZORK, JOHN, SARAH = 12, 13, 14
CHARACTERS = 15
NOBODY = -1  # owner of a special character
BANK = -1
CENTRE = -1  # position of the cup, if it is not before a player
RIGHT, LEFT = 0, 1  # hands of Draco, one of which holds the cup

# Phases: four in which somebody decides, and automatic ones.
PLAY, CHOOSE, TOAST, DRAW = range(4)
BEGIN, ASKING, CARD_DONE, SARAH_DRAWS, TURN_OVER = range(4, 9)

ENDS = ("", "final_toast", "forced_toast", "toast_limit")
FINAL, FORCED, LIMIT = 1, 2, 3
SILENCES = {
    "zork_tied": "DA4",
    "payer_short": "DA7",
    "john_beside_special": "DA10",
    "pile_out_in_toast": "DA3",
    "pile_out_again": "DA2",
    "nobody_wins": "DA23",
    "bank_empty": "DA24",
    "no_card": "DA58",
}
ZORK_TIED, PAYER_SHORT, JOHN_BESIDE, PILE_IN_TOAST, PILE_AGAIN, NOBODY_WINS, BANK_EMPTY, NO_CARD = range(8)
TALLIES = (
    "cards",
    "no_effect",
    "toasts",
    "toasts_declined",
    "toasts_forced",
    "zork_paid",
    "john_passed",
    "sarah_draws",
    "piles",
    "largest_hand",
    "last_toast_due",  # the turn from which on a toast is the last one
)
CARDS, NO_EFFECT, TOASTS, DECLINED, FORCED_TOASTS, ZORK_PAID, JOHN_PASSED, SARAH_DREW, PILES, LARGEST, DUE = range(11)
PLAYED, IDLE = len(TALLIES), len(TALLIES) + 1  # index of the first kind's tallies; each kind has two

# Options of the rules, in the order of rules.py
ZORK_NOBODY, ZORK_ALL = 0, 1
MUST, MAY = 0, 1

RULES = (
    "hand_size",
    "starting_gold",
    "cup_starts",
    "first_pays",
    "second_pays",
    "third_pays",
    "fourth_pays",
    "last_owes",
    "second_to_last_owes",
    "zork_tie",
    "sarah_draw",
    "hand_limit",
    "finite_bank",
    "extra_piles",
    "toast_limit",
)

# Columns of a card's program (`program.py` writes it): questions, then steps.
ASK_COLUMNS = 5
WHAT, OF, COUNT, ASK_DIE, ASK_FACES = range(ASK_COLUMNS)
STEP_COLUMNS = 8
VERB, WHO, WITH, NUMBER, NUMBER_DIE, SLOT, STEP_DIE, STEP_FACES = range(STEP_COLUMNS)
TIMES = WHO  # column of a shower: number of rolls

TABLE = table_type(
    *((name, np.int32) for name in RULES),
    ("pays", np.int32, (4,)),
    ("owes", np.int32, (2,)),  # silver that the last place owes, and the one before it
    ("silver", np.int32),  # value of all coins, in silver
    ("gold", np.int32),  # value of a gold coin, in silver
    ("kinds", np.int32),
    ("copies", np.int32, (MAX_KINDS,)),
    ("members", np.int32, (CLASSES,)),  # mask of the characters of each class
    ("asks", np.int32, (MAX_KINDS, MAX_ASKS, ASK_COLUMNS)),
    ("ask_count", np.int32, (MAX_KINDS,)),
    ("steps", np.int32, (MAX_KINDS, MAX_STEPS, STEP_COLUMNS)),
    ("step_count", np.int32, (MAX_KINDS,)),
)

STATE = position_type(
    len(TALLIES) + 2 * MAX_KINDS,
    ("ring", np.int32, (CHARACTERS,)),  # clockwise: at Draco's left first, at his right last
    ("hand", np.int32),  # Draco's hand that holds the cup
    ("cup", np.int32),
    ("cup_taken", np.int32),  # 1 when this turn's card put the cup before its player
    ("money", np.int32, (MAX_PLAYERS,)),
    ("bank", np.int32),
    ("hands", np.int32, (MAX_PLAYERS, MAX_KINDS)),
    ("hand_sizes", np.int32, (MAX_PLAYERS,)),
    ("draw", np.int8, (MAX_CARDS,)),  # the draw pile, face down, the top last
    ("draw_size", np.int32),
    ("discard", np.int32, (MAX_KINDS,)),
    ("discard_size", np.int32),
    ("piles", np.int32),  # number of piles so far, including the first
    ("toasts", np.int32),
    ("active", np.int32),  # the player whose turn it is
    ("phase", np.int32),
    ("card", np.int32),  # the last card played, -1 before the first
    ("ask", np.int32),  # index of its next question
    ("asked", np.int32),  # bit i: question i was put to the player
    ("slots", np.int32, (MAX_ASKS,)),  # answers, and rolled dice among them
    ("rolls", np.int8, (MAX_ROLLS,)),  # rolled dice of the card, in their order
    ("rolled", np.int32),
    ("drawing", np.int32),  # Sarah's neighbours who have had their draw in this toast
    ("dice", np.int8, (MAX_PRESET,)),  # preset dice, the next one last
    ("dice_left", np.int32),
    ("options", np.int32, (CHARACTERS,)),  # scratch: the answers to a question
    ("shares", np.int32, (MAX_PLAYERS,)),  # scratch: payments of a toast to each player; below: debts
    ("dues", np.int32, (MAX_PLAYERS,)),
    ("lots", np.float64, (MAX_PLAYERS,)),  # scratch: weight of each player's silver for the player whose turn it is
)


# ---- places


@compiled
def places(state):
    """The number of seated characters; place 1 is at the hand with the cup (D7, D15)."""
    return 2 * state.players + 3


@compiled
def index(state, place):
    """The index of a place in the ring."""
    return places(state) - place if state.hand == RIGHT else place - 1


@compiled
def at(state, place):
    return state.ring[index(state, place)]


@compiled
def place_of(state, character):
    place = 0
    while state.ring[place] != character:
        place += 1
    return places(state) - place if state.hand == RIGHT else place + 1


@compiled
def owner(character):
    return character >> 1 if character < ZORK else NOBODY


@compiled
def move(state, character, place):
    """Moves a character to a place; those between close up (DA47)."""
    here, there = index(state, place_of(state, character)), index(state, place)
    step = 1 if there > here else -1
    while here != there:
        state.ring[here] = state.ring[here + step]
        here += step
    state.ring[there] = character


@compiled
def exchange(state, one, other):
    here, there = index(state, place_of(state, one)), index(state, place_of(state, other))
    state.ring[here] = other
    state.ring[there] = one


# ---- money


@compiled
def richest(state):
    """The mask of the richest players."""
    most, leaders = -1, 0
    for player in range(state.players):
        if state.money[player] > most:
            most, leaders = state.money[player], 0
        if state.money[player] == most:
            leaders |= 1 << player
    return leaders


@compiled
def poorest(state):
    """The mask of the poorest players."""
    least, players = 1 << 30, 0
    for player in range(state.players):
        if state.money[player] < least:
            least, players = state.money[player], 0
        if state.money[player] == least:
            players |= 1 << player
    return players


@compiled
def pay(table, state, payer, payee, amount):
    """Pays silver; payer or payee can be the bank. Nobody pays more than they have (DA7)."""
    if payer == payee:
        return
    if payer == BANK:  # DA24, DA60: it pays all the same, unless it is finite
        if amount > state.bank:
            silent(state, BANK_EMPTY)
            if table.finite_bank:
                amount = max(state.bank, 0)
        state.bank -= amount
    else:
        amount = min(amount, state.money[payer])
        state.money[payer] -= amount
    if payee == BANK:
        state.bank += amount
    else:
        state.money[payee] += amount


# ---- dice


@compiled
def throw(state):
    """Rolls one die: preset dice first, then by chance."""
    if state.dice_left > 0:
        state.dice_left -= 1
        face = int(state.dice[state.dice_left])
    else:
        face = 1 + chance.below(state.streams, chance.CHANCE, 6)
    state.rolls[state.rolled] = face
    state.rolled += 1
    return face


# ---- cards


@compiled
def draw(table, state, player):
    """D24: draws the top card, unless the hand is full (DA16). The draw that empties the pile forms the next one."""
    if table.hand_limit > 0 and state.hand_sizes[player] >= table.hand_limit:
        return
    if state.draw_size == 0:
        form_pile(table, state)
    if state.draw_size == 0:  # DA58
        silent(state, NO_CARD)
        return
    take_top(state, player)
    if state.draw_size == 0:
        form_pile(table, state)


@compiled
def take_top(state, player):
    state.draw_size -= 1
    state.hands[player, state.draw[state.draw_size]] += 1
    state.hand_sizes[player] += 1
    state.tallies[LARGEST] = max(state.tallies[LARGEST], state.hand_sizes[player])


@compiled
def form_pile(table, state):
    """D26, DA27, DA34: all discards, the card just played too, are the next pile at once."""
    if state.discard_size == 0:
        return
    for kind in range(table.kinds):
        for _ in range(state.discard[kind]):
            state.draw[state.draw_size] = kind
            state.draw_size += 1
        state.discard[kind] = 0
    state.discard_size = 0
    chance.shuffle(state.streams, chance.CHANCE, state.draw, 0, state.draw_size)
    state.piles += 1
    state.tallies[PILES] = state.piles
    if state.phase == SARAH_DRAWS:
        silent(state, PILE_IN_TOAST)
    if state.piles == 2 + table.extra_piles:
        state.tallies[DUE] = state.turns
    elif state.piles == 3 + table.extra_piles:
        silent(state, PILE_AGAIN)
