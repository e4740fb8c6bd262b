"""The questions that a card asks its player, one after another. All answers are known before anything moves.

Each row of a card's `asks` is a question; its answer, or the die that it rolls, is kept in the slot of the same number.
"""

from __future__ import annotations

from cardgen.play.compiled import compiled
from cardgen.play.games.draco.position import (
    ASK_DIE,
    ASK_FACES,
    COUNT,
    JOHN,
    OF,
    SARAH,
    WHAT,
    ZORK,
    at,
    place_of,
    places,
    throw,
)

# Kinds of questions
ROLL, OWN, OPPONENT, OTHER, ANYONE, SPECIAL, NEIGHBOUR, RIVAL, PLACE, ROW, AGAIN_AHEAD, AGAIN_BEHIND = range(12)

# Characters of a step: the answer to a question, the other character of an answer's owner, or one by name
ANSWER, PARTNER, NAMED = 0, 32, 64
NONE = -1

# Actions
KIND = 0  # + kind: play such a card
CHARACTER = 64  # + character
PLAYER = 80  # + player
SPOT = 96  # + place
STOP, AGAIN = 112, 113
NO_TOAST, CHEERS = 114, 115
DECLINE, TAKE = 116, 117


@compiled
def whom(state, who):
    """The character that a step means."""
    if who >= NAMED:
        return who - NAMED
    return state.slots[who - PARTNER] ^ 1 if who >= PARTNER else state.slots[who]


@compiled
def condition_holds(state, die, faces):
    """Whether a step's condition holds: one of `faces` (a bit each) lies on top of the die; without a die it does."""
    return die == NONE or faces >> state.slots[die] & 1 == 1


@compiled
def next_question(table, state):
    """Goes to the next question with a choice, and returns whether there is one.

    Rolls the dice before it, and answers questions that have only one answer.
    """
    while state.ask < table.ask_count[state.card]:
        ask = table.asks[state.card, state.ask]
        if condition_holds(state, ask[ASK_DIE], ask[ASK_FACES]):
            if ask[WHAT] == ROLL:
                state.slots[state.ask] = throw(state)
            else:
                if answers(state, ask, state.options) > 1:
                    return True
                state.slots[state.ask] = meaning(state.options[0])
        state.ask += 1
    return False


@compiled
def answer(state, action):
    """Keeps the player's answer to the question that was asked."""
    state.slots[state.ask] = meaning(action)
    state.asked |= 1 << state.ask
    state.ask += 1


@compiled
def meaning(action):
    """The meaning of an action: a character, a player, a place, or no and yes."""
    if action < PLAYER:
        return action - CHARACTER
    if action < SPOT:
        return action - PLAYER
    return action - (SPOT if action < STOP else STOP)


@compiled
def answers(state, ask, options):
    """Writes the answers to a question and returns how many. They never depend on their effects (DA39)."""
    what = ask[WHAT]
    if what in (PLACE, ROW):
        return spots(options, places(state) - (ask[COUNT] - 1 if what == ROW else 0))
    if what == RIVAL:
        return rivals(state, options)
    if what == NEIGHBOUR:
        return neighbours(state, whom(state, ask[OF]), options)
    if what >= AGAIN_AHEAD:
        return once_more(state, what, place_of(state, whom(state, ask[OF])), options)
    return characters(state, what, whom(state, ask[OF]) if ask[OF] != NONE else NONE, options)


@compiled
def characters(state, what, but, options):
    """DA45: the player's own two, a rival's, all others, any, or the special ones; except one already chosen."""
    count = 0
    mine = state.active
    if what != SPECIAL:
        for character in range(2 * state.players):
            own = character >> 1 == mine
            if (what == ANYONE or own == (what == OWN)) and character != but:
                options[count] = CHARACTER + character
                count += 1
    if what not in (OWN, OPPONENT):
        for character in range(ZORK, SARAH + 1):
            if character != but:
                options[count] = CHARACTER + character
                count += 1
    return count


@compiled
def neighbours(state, character, options):
    """DA42: who sits just ahead, and who just behind; Draco cannot be chosen."""
    count, place = 0, place_of(state, character)
    if place > 1:
        options[count] = CHARACTER + at(state, place - 1)
        count += 1
    if place < places(state):
        options[count] = CHARACTER + at(state, place + 1)
        count += 1
    return count


@compiled
def rivals(state, options):
    count = 0
    for player in range(state.players):
        if player != state.active:
            options[count] = PLAYER + player
            count += 1
    return count


@compiled
def spots(options, count):
    for place in range(count):
        options[place] = SPOT + place + 1
    return count


@compiled
def once_more(state, what, place, options):
    """DA41: asked only if there is room for a second exchange."""
    room = place - 1 if what == AGAIN_AHEAD else places(state) - place
    options[0] = STOP
    options[1] = AGAIN
    return 2 if room >= 2 else 1


@compiled
def special_left(one, other):
    """The third of Zork, Brother John and Aunt Sarah."""
    return ZORK + JOHN + SARAH - one - other
