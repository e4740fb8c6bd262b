"""Runs the steps of a card after all choices: rows of a table, each with one verb (DR1).

A card of known steps needs no code: `program.py` turns its definition into such rows.
"""

from __future__ import annotations

from cardgen.play import chance
from cardgen.play.compiled import compiled
from cardgen.play.games.draco.asks import NONE, condition_holds, special_left, whom
from cardgen.play.games.draco.position import (
    BANK,
    CENTRE,
    NOBODY,
    NUMBER,
    NUMBER_DIE,
    SLOT,
    STEP_DIE,
    STEP_FACES,
    TIMES,
    VERB,
    WHO,
    WITH,
    ZORK,
    at,
    exchange,
    index,
    move,
    owner,
    pay,
    place_of,
    places,
    poorest,
    richest,
    throw,
)

# Verbs
ADVANCE, RETREAT, ADVANCE_ALL, RETREAT_ALL, SEAT, SEAT_AHEAD, SEAT_BEHIND = range(7)
SWAP, SWAP_AHEAD, SWAP_BEHIND, SHUFFLE_ALL, SHUFFLE_ROW, REARRANGE, TURN = range(7, 14)
PAY, BET, DUEL, DUEL_AHEAD, DUEL_BEHIND, SHOWER, CUP_YOU, CUP_CENTRE = range(14, 22)

FIRST, LAST, ASKED = range(3)  # targets of SEAT
BOTH = -1  # group of ADVANCE_ALL and RETREAT_ALL, beside the classes
YOU, RIVAL, RIVALS, RICHEST, POOREST, THE_BANK = range(6)  # payers and payees


@compiled
def carry_out(table, state):
    """Runs the steps of the card in play."""
    for number in range(table.step_count[state.card]):
        step = table.steps[state.card, number]
        if condition_holds(state, step[STEP_DIE], step[STEP_FACES]):
            verb = step[VERB]
            if verb < SWAP:
                seat(table, state, step, verb)
            elif verb < PAY:
                rearrange(state, step, verb)
            elif verb < DUEL:
                money(table, state, step, verb)
            else:
                dice_and_cup(table, state, step, verb)


@compiled
def many(state, step):
    """A step's number, or the die that stands for it."""
    return step[NUMBER] if step[NUMBER_DIE] == NONE else state.slots[step[NUMBER_DIE]]


# ---- characters


@compiled
def seat(table, state, step, verb):
    """Moves one character, or all of a group, to another place. DA26: nobody passes Draco."""
    if verb in (ADVANCE_ALL, RETREAT_ALL):
        group = 3 << 2 * state.active if step[WHO] == BOTH else table.members[step[WHO]]
        move_all(state, group, verb == ADVANCE_ALL, many(state, step))
        return
    character = whom(state, step[WHO])
    other = place_of(state, whom(state, step[WITH])) if verb in (SEAT_AHEAD, SEAT_BEHIND) else 0
    move(state, character, goal(state, step, verb, place_of(state, character), other))


@compiled
def goal(state, step, verb, place, other):
    """The place to which a step moves a character; `other` is the place of the character beside whom it sits down."""
    if verb == ADVANCE:
        return max(1, place - many(state, step))
    if verb == RETREAT:
        return min(places(state), place + many(state, step))
    if verb == SEAT:
        return 1 if step[WITH] == FIRST else places(state) if step[WITH] == LAST else state.slots[step[SLOT]]
    if other == place:  # a character cannot sit down beside itself
        return place
    other -= place < other  # the other character moves up if the first leaves a place ahead of it
    return other + 1 if verb == SEAT_BEHIND else other


@compiled
def move_all(state, group, forward, many):
    """DA43: moves a group in seat order, beginning at the side to which it moves."""
    last = places(state)
    for nth in range(1, last + 1):
        place = nth if forward else last + 1 - nth
        character = at(state, place)
        if group >> character & 1:
            move(state, character, max(1, place - many) if forward else min(last, place + many))


@compiled
def rearrange(state, step, verb):
    """Characters change places with one another, or Draco turns over (D15: places are counted from the other end)."""
    if verb == SWAP:
        exchange(state, whom(state, step[WHO]), whom(state, step[WITH]))
    elif verb in (SWAP_AHEAD, SWAP_BEHIND):
        for _ in range(2 if step[SLOT] != NONE and state.slots[step[SLOT]] else 1):
            character = whom(state, step[WHO])
            other = next_to(state, character, -1 if verb == SWAP_AHEAD else 1)
            if other != NOBODY:
                exchange(state, character, other)
    elif verb == SHUFFLE_ALL:
        chance.shuffle(state.streams, chance.CHANCE, state.ring, 0, places(state))
    elif verb == SHUFFLE_ROW:
        place = state.slots[step[SLOT]]
        start = min(index(state, place), index(state, place + step[NUMBER] - 1))
        chance.shuffle(state.streams, chance.CHANCE, state.ring, start, start + step[NUMBER])
    elif verb == REARRANGE:
        seat_specials(state, state.slots[step[SLOT]], state.slots[step[SLOT] + 1])
    else:
        state.hand = 1 - state.hand


@compiled
def next_to(state, character, step):
    """The character next to another on one side; NOBODY beside Draco."""
    place = place_of(state, character) + step
    return at(state, place) if 1 <= place <= places(state) else NOBODY


@compiled
def seat_specials(state, one, other):
    """DA46: rearranges the three special characters among their places, the first choice nearest the first place."""
    comes = 0
    for place in range(1, places(state) + 1):
        if at(state, place) >= ZORK:
            character = one if comes == 0 else other if comes == 1 else special_left(one, other)
            state.ring[index(state, place)] = character
            comes += 1


# ---- money


@compiled
def money(table, state, step, verb):
    """Transfers silver."""
    if verb == PAY:
        transfer(table, state, step[WHO], step[WITH], step[SLOT], many(state, step))
        return
    rival = state.slots[step[SLOT]]  # BET, DA51: a tie is a tie
    mine = throw(state)
    theirs = throw(state)
    if mine < theirs:
        pay(table, state, state.active, rival, step[NUMBER])
    elif theirs < mine:
        pay(table, state, rival, state.active, step[NUMBER])


@compiled
def transfer(table, state, payer, payee, slot, amount):
    """Transfers silver from all payers to all payees, in turn order from the player (DA65)."""
    payers, payees = group(state, payer, slot), group(state, payee, slot)
    if payer == THE_BANK:
        for n in range(state.players):
            player = (state.active + n) % state.players
            if payees >> player & 1:
                pay(table, state, BANK, player, amount)
        return
    for n in range(state.players):
        player = (state.active + n) % state.players
        if payers >> player & 1:
            if payee == THE_BANK:
                pay(table, state, player, BANK, amount)
            for m in range(state.players):
                other = (state.active + m) % state.players
                if payees >> other & 1:
                    pay(table, state, player, other, amount)


@compiled
def group(state, who, slot):
    """The mask of a group of players; 0 for the bank."""
    if who == YOU:
        return 1 << state.active
    if who == RIVAL:
        return 1 << state.slots[slot]
    if who == RIVALS:
        return (1 << state.players) - 1 & ~(1 << state.active)
    if who == RICHEST:  # DA52: all of the richest
        return richest(state)
    return poorest(state) if who == POOREST else 0


# ---- duels, showers, the cup


@compiled
def dice_and_cup(table, state, step, verb):
    if verb == SHOWER:
        for _ in range(step[TIMES]):
            who = owner(at(state, throw(state)))
            if who != NOBODY:
                pay(table, state, BANK, who, step[NUMBER])
    elif verb == CUP_YOU:  # DA20, DA37
        state.cup = state.active
        state.cup_taken = 1
    elif verb == CUP_CENTRE:  # DA36, DA38
        state.cup = CENTRE
        state.cup_taken = 0
    else:
        character = whom(state, step[WHO])
        other = opponent(state, step, verb, character)
        if other != NOBODY:
            duel(state, character, other)


@compiled
def opponent(state, step, verb, character):
    """The opponent in a duel: the chosen neighbour, or the one on a side; NOBODY beside Draco."""
    return state.slots[step[SLOT]] if verb == DUEL else next_to(state, character, -1 if verb == DUEL_AHEAD else 1)


@compiled
def duel(state, mine, theirs):
    """DA42: the higher takes the place nearer the first."""
    my_die = throw(state)
    their_die = throw(state)
    if my_die != their_die and (my_die > their_die) != (place_of(state, mine) < place_of(state, theirs)):
        exchange(state, mine, theirs)


# ---- whether a card changed anything


@compiled
def seating(state):
    """The ring as one number, four bits for each seat."""
    code = 0
    for place in range(places(state)):
        code |= int(state.ring[place]) << 4 * place
    return code


@compiled
def purses(state):
    """The silver of all players as one number, ten bits for each."""
    code = 0
    for player in range(state.players):
        code |= (int(state.money[player]) & 1023) << 10 * player
    return code
