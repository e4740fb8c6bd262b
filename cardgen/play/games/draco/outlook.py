"""Estimates the gain of a card for its player, in silver, for greedy play. It reads only what everybody can see.

The value of a position is what the next toast would pay for each place, as if every character stood for itself, plus a
little for each place nearer the first. The player's own characters count in full, those of the rivals in equal parts.
So the gain of a move is a difference of sums over the places, and needs no trial move.
"""

from __future__ import annotations

from cardgen.play.compiled import compiled
from cardgen.play.games.draco import effects
from cardgen.play.games.draco.asks import (
    ASK_DIE,
    ASK_FACES,
    NONE,
    ROLL,
    SPOT,
    WHAT,
    answers,
    condition_holds,
    meaning,
    whom,
)
from cardgen.play.games.draco.effects import group, many
from cardgen.play.games.draco.position import (
    CENTRE,
    CHARACTERS,
    NOBODY,
    NUMBER,
    SLOT,
    STEP_DIE,
    STEP_FACES,
    TIMES,
    VERB,
    WHO,
    WITH,
    at,
    owner,
    places,
)
from cardgen.play.games.draco.toast import reckon

NEARER = 0.2  # silver for each place nearer the first
LATER = 0.5  # factor of gains at a toast that cannot be made this turn
HIGHER = 5 / 12  # chance that one die beats another
PLACES = CHARACTERS + 2
SEEN = 4
VALUE, LOT, SHIFT, PLACE = range(SEEN)  # rows of `seen`: by place, and the place of each character


@compiled
def look(table, state, seen):
    """Writes for each place its value, its owner, and its value if all characters ahead of it move back by one."""
    last = places(state)
    seen[SHIFT, 1] = 0.0
    for place in range(1, last + 1):
        value = NEARER * (last - place)
        if place <= 4:
            value += table.pays[place - 1]
        if place > last - 2:
            value -= table.owes[last - place]
        character = at(state, place)
        seen[PLACE, character] = place
        seen[VALUE, place] = value
        who = owner(character)
        seen[LOT, place] = 0.0 if who == NOBODY else state.lots[who]
        if place > 1:
            slope = value - seen[VALUE, place - 1]
            seen[SHIFT, place] = seen[SHIFT, place - 1] + slope * seen[LOT, place - 1]


@compiled
def place_seen(state, seen, who):
    """The place of the character that a step means."""
    return int(seen[PLACE, whom(state, who)])


@compiled
def against_all(state):
    """Weighs the silver of all rivals equally, and together as much as the player's own."""
    for player in range(state.players):
        state.lots[player] = 1.0 if player == state.active else -1.0 / (state.players - 1)


@compiled
def against_richest(state):
    """Weighs only the silver of the richest rival; of equals, that of the next one to play."""
    best = (state.active + 1) % state.players
    for later in range(2, state.players):
        player = (state.active + later) % state.players
        if state.money[player] > state.money[best]:
            best = player
    for player in range(state.players):
        state.lots[player] = 1.0 if player == state.active else -1.0 if player == best else 0.0
    return best


@compiled
def moved(seen, start, stop):
    """The value if the player at place `start` takes place `stop`."""
    gain = (seen[VALUE, stop] - seen[VALUE, start]) * seen[LOT, start]
    if stop < start:
        return gain + seen[SHIFT, start] - seen[SHIFT, stop]
    for place in range(start + 1, stop + 1):
        gain += (seen[VALUE, place - 1] - seen[VALUE, place]) * seen[LOT, place]
    return gain


@compiled
def swapped(seen, one, other):
    return (seen[VALUE, other] - seen[VALUE, one]) * (seen[LOT, one] - seen[LOT, other])


@compiled
def toast_gain(table, state):
    """The payment of a toast now to the player whose turn it is, less the mean of the rivals."""
    reckon(table, state)
    gain = 0.0
    for player in range(state.players):
        dues = min(state.dues[player], state.money[player] + state.shares[player])
        gain += state.lots[player] * (state.shares[player] - dues)
    return gain


# ---- a card and its answers


@compiled
def card_gain(table, state, seen, kind, question, room):
    """The gain of a card from a question on; the slots have the earlier answers.

    A die that is rolled next counts as the mean of its faces. `room` is scratch for answers.
    """
    die = question < table.ask_count[kind] and table.asks[kind, question, WHAT] == ROLL
    faces, total = 6 if die else 1, 0.0
    for face in range(1, faces + 1):
        if die:
            state.slots[question] = face
        total += best_answers(table, state, seen, kind, question + die, room)
    return total / faces


@compiled
def best_answers(table, state, seen, kind, question, room):
    """The best of all answers to two questions in a row; any later ones get their first answer."""
    best = -1e9
    one, other, ones, others = 0, 0, 1, 1
    while one < ones:
        for asked in range(question, table.ask_count[kind]):
            row = min(asked - question, 2)
            if other == 0 or row == 2:
                count = spread(table, state, kind, asked, room[row])
                ones = count if row == 0 else ones
                others = count if row == 1 else others
            state.slots[asked] = meaning(room[row, one if row == 0 else other if row == 1 else 0])
        best = max(best, steps_gain(table, state, seen, kind))
        other += 1
        if other == others:
            one, other = one + 1, 0
    return best


@compiled
def spread(table, state, kind, question, options):
    """The answers to a question; one arbitrary answer if it is not asked or is a die that is not rolled yet."""
    ask = table.asks[kind, question]
    if ask[WHAT] == ROLL or not condition_holds(state, ask[ASK_DIE], ask[ASK_FACES]):
        options[0] = SPOT + 3
        return 1
    return answers(state, ask, options)


@compiled
def steps_gain(table, state, seen, kind):
    """The sum of the gains of a card's steps, each by itself."""
    gain = 0.0
    for number in range(table.step_count[kind]):
        step = table.steps[kind, number]
        if condition_holds(state, step[STEP_DIE], step[STEP_FACES]):
            verb = step[VERB]
            if verb < effects.SWAP:
                gain += seat_gain(table, state, seen, step, verb)
            elif verb < effects.PAY:
                gain += swap_gain(state, seen, step, verb)
            elif verb < effects.DUEL:
                gain += money_gain(state, step, verb)
            else:
                gain += other_gain(table, state, seen, step, verb)
    return gain


@compiled
def soon(state):
    """The part of a toast's gain that a better place is worth now."""
    return 1.0 if state.cup == CENTRE else LATER


@compiled
def seat_gain(table, state, seen, step, verb):
    last = places(state)
    if verb in (effects.ADVANCE_ALL, effects.RETREAT_ALL):
        mask = 3 << 2 * state.active if step[WHO] == effects.BOTH else table.members[step[WHO]]
        gain, steps = 0.0, many(state, step) if verb == effects.RETREAT_ALL else -many(state, step)
        for place in range(1, last + 1):
            if mask >> at(state, place) & 1:
                gain += moved(seen, place, min(max(place + steps, 1), last))
        return soon(state) * gain
    place = place_seen(state, seen, step[WHO])
    other = place_seen(state, seen, step[WITH]) if verb in (effects.SEAT_AHEAD, effects.SEAT_BEHIND) else 0
    return soon(state) * moved(seen, place, effects.goal(state, step, verb, place, other))


@compiled
def swap_gain(state, seen, step, verb):
    last = places(state)
    gain = 0.0
    if verb == effects.SWAP:
        gain = swapped(seen, place_seen(state, seen, step[WHO]), place_seen(state, seen, step[WITH]))
    elif verb in (effects.SWAP_AHEAD, effects.SWAP_BEHIND):
        place = place_seen(state, seen, step[WHO])
        many = 2 if step[SLOT] != NONE and state.slots[step[SLOT]] else 1
        gain = moved(seen, place, max(1, place - many) if verb == effects.SWAP_AHEAD else min(last, place + many))
    elif verb == effects.SHUFFLE_ALL:
        gain = shuffled(seen, 1, last)
    elif verb == effects.SHUFFLE_ROW:
        gain = shuffled(seen, state.slots[step[SLOT]], state.slots[step[SLOT]] + step[NUMBER] - 1)
    elif verb == effects.TURN:
        for place in range(1, last + 1):
            gain += (seen[VALUE, last + 1 - place] - seen[VALUE, place]) * seen[LOT, place]
    return soon(state) * gain


@compiled
def shuffled(seen, start, stop):
    """The gain if everybody in a row has the mean of its places."""
    value, lots, now = 0.0, 0.0, 0.0
    for place in range(start, stop + 1):
        value += seen[VALUE, place]
        lots += seen[LOT, place]
        now += seen[VALUE, place] * seen[LOT, place]
    return value * lots / (stop - start + 1) - now


@compiled
def money_gain(state, step, verb):
    """Silver won and lost; from a richer rival rather than from a poorer one."""
    mine = state.money[state.active]
    if verb == effects.BET:
        theirs = state.money[state.slots[step[SLOT]]]
        both = 1.0 + 1.0 / (state.players - 1)
        return HIGHER * both * (min(step[NUMBER], theirs) - min(step[NUMBER], mine)) + 0.01 * theirs
    amount = many(state, step)
    payers, payees = group(state, step[WHO], step[SLOT]), group(state, step[WITH], step[SLOT])
    gain, from_whom, to_whom = 0.0, 0, 0
    for player in range(state.players):
        from_whom += payers >> player & 1
        to_whom += payees >> player & 1
    for player in range(state.players):
        if payers >> player & 1:
            gain -= state.lots[player] * min(amount * max(to_whom, 1), state.money[player])
            gain += 0.01 * state.money[player] if player != state.active else 0.0
        if payees >> player & 1:
            gain += state.lots[player] * amount * max(from_whom, 1)
    return gain


@compiled
def other_gain(table, state, seen, step, verb):
    if verb == effects.SHOWER:
        lots = 0.0
        for place in range(1, 7):
            lots += seen[LOT, place]
        return step[TIMES] * step[NUMBER] * lots / 6
    if verb == effects.CUP_YOU:  # the toast comes later, which is bad or good for the player
        return -soon(state) * toast_gain(table, state)
    if verb == effects.CUP_CENTRE:
        return max(toast_gain(table, state), 0.0) if state.cup != CENTRE else 0.0
    character = whom(state, step[WHO])
    other = effects.opponent(state, step, verb, character)
    if other == NOBODY:
        return 0.0
    return soon(state) * HIGHER * swapped(seen, int(seen[PLACE, character]), int(seen[PLACE, other]))
