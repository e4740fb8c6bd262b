"""Estimates the effects of options in any game of clauses, on deals that are possible for all that the player knows.

After an option, the player goes on with the other choices of the same round, because these bring points at once. Others
choose at random, and are examined only if options show no difference before. Future scores are estimated: cards that
may still come are spread over the zones that scores read. If scores read no zone, the best next choice of the player
counts, so saving for a better choice does not count as idle.

Points include what clauses will certainly count.
"""

from __future__ import annotations

import numpy as np

from cardgen.play import chance
from cardgen.play.clauses import engine, guesses
from cardgen.play.clauses.pointers import copy_used
from cardgen.play.clauses.record import MEMORY
from cardgen.play.compiled import allocating, compiled
from cardgen.play.records import MAX_SEATS
from cardgen.rules.code import RESUME

TRIES = 16  # deals of all options together
MIN_DEALS, MAX_DEALS = 2, 8
GUESSES = 2  # guesses of future scores, for each deal
MAX_CHOICES = 3  # choices that are examined, for each player
ACTIONS_PER_OPTION = 2 + 2 * GUESSES  # cost of examining an option with all guesses, in actions
OPEN_CHOICE_POINTS = 0.3  # value of each choice that players who win together may still have
_LOW = 0xFFFFFFFF


@allocating
def look(table, state, options, gains):
    """Adds up the gains of each option for the player to act, in points over the others."""
    work = np.empty(4, engine.STATE)
    buffer = np.empty(engine.MAX_OPTIONS, np.int32)
    now, later = np.zeros(MAX_SEATS, np.int32), np.zeros(MAX_SEATS, np.int32)
    zones, coming = np.empty(guesses.ZONES, np.int64), np.empty(table.instances, np.uint64)
    common, scored, sources = 0, 0, 0
    if not table.together:
        common = guesses.scored(table, state, zones, 0, True)
        scored = guesses.scored(table, state, zones, common, False)
        sources = guesses.sources(table, zones[:scored], coming)
    zones, coming = zones[:scored], coming[:sources]
    low, numbers = guesses.span(table, zones)
    guessed = np.empty((GUESSES, 2, numbers), np.int16)
    sizes = np.zeros((GUESSES, scored), np.int32)
    pool = np.empty(table.deck, np.int32)
    _look(table, state, options, gains, work, buffer, now, later, zones, common, coming, low, guessed, sizes, pool)


@compiled
def _look(table, state, options, gains, work, buffer, now, later, zones, common, coming, low, guessed, sizes, pool):
    seat, deals, scored = state.to_act, min(MAX_DEALS, max(MIN_DEALS, TRIES // len(options))), len(zones)
    others = False
    for deal in range(deals):
        sample_deal(table, state, work)
        if deal == 0:
            others = not _changes_scores(table, work, options, zones)
        lot = chance.next_bits(work[0].streams, 1 + seat)
        count = guesses.pooled(table, work[0], coming, pool)
        for guess in range(GUESSES):
            guesses.spread(table, work[0], zones, common, pool[:count], low, guessed[guess], sizes[guess])
        for option in range(len(options)):
            copy_used(work[1], work[0], table.kept, MEMORY, table.used)
            engine.apply(table, work[1], options[option])
            _go_on(table, state, work, others, lot, buffer, now)
            state.searched += ACTIONS_PER_OPTION + work[1].searched - work[0].searched
            if scored == 0 and not table.together:
                gains[option] += _next(table, work, seat, buffer, now)
            else:
                gains[option] += _guessed(table, work, seat, zones, common, low, guessed, sizes, now, later, buffer)
    for option in range(len(options)):
        gains[option] /= deals


@compiled
def sample_deal(table, state, work):
    """Makes work[0] a deal that is possible for all that the player to act knows."""
    seat = state.to_act
    copy_used(work[0], state, table.kept, MEMORY, table.used)
    chance.branch(state.streams, 1 + seat, work[0].streams)
    engine.determinise(table, work[0], seat)


# ---- how play goes on


@compiled
def _changes_scores(table, work, options, scored):
    """Whether an option changes at once how many cards lie where scores read them."""
    for option in range(len(options)):
        copy_used(work[1], work[0], table.kept, MEMORY, table.used)
        engine.apply(table, work[1], options[option])
        for zone in scored:
            if work[1].sizes[zone] != work[0].sizes[zone]:
                return True
    return False


@compiled
def _go_on(table, state, work, others, lot, options, scores):
    """Plays until the player's next choice of the kind, or any choice in another round. Players who win together are
    one."""
    position, seat, left = work[1], state.to_act, MAX_CHOICES * state.players
    while not position.terminal and left > 0:
        own = table.together or position.to_act == seat
        alike = position.turns != state.turns and position.v[RESUME] == state.v[RESUME]
        if alike if table.together else own and (alike or position.rounds != state.rounds):
            return
        if not (own or others):
            return
        count = engine.legal(table, position, options)
        chosen = 0
        if count > 1 and own:
            chosen = _likeliest(table, work, seat, options, count, scores)[0]
        elif count > 1:
            chosen = _option_by_lot(position, lot, options, count)
        engine.apply(table, position, options[chosen])
        position.searched += 1
        left -= 1


@compiled
def _likeliest(table, work, seat, options, count, scores):
    """The option with the highest immediate gain, and the gain."""
    best, most = 0, 0.0
    for option in range(count):
        copy_used(work[2], work[1], table.kept, MEMORY, table.used)
        engine.apply(table, work[2], options[option])
        lead = _lead(table, work[2], seat, scores)
        if option == 0 or lead > most:
            best, most = option, lead
    work[1].searched += count
    return best, most


@compiled
def _option_by_lot(position, lot, options, count):
    """A random option: for equal `lot`, the same one after any other actions, if it is still legal."""
    best, most = 0, -1
    for option in range(count):
        x = (np.int64(options[option]) * 0x21F0AAAD + position.turns * 40_503 + position.to_act * 7_919 + lot) & _LOW
        x = ((x ^ (x >> 16)) * 0x21F0AAAD) & _LOW
        x ^= x >> 15
        if x > most:
            best, most = option, x
    return best


# ---- what a position is worth


@compiled
def _guessed(table, work, seat, scored, common, low, guessed, sizes, now, later, options):
    """The value of work[1]: the mean over the guesses."""
    position = work[1]
    if position.terminal or len(scored) == 0:
        open_still = _left_open(table, position, options)
        return _lead(table, position, seat, now) + open_still
    worth = 0.0
    tables, own = scored[:common], scored[common:]
    for guess in range(len(guessed)):
        for_all, for_one = guessed[guess, 0], guessed[guess, 1]
        guesses.add_guesses(position, tables, low, for_all, sizes[guess, :common], 1)
        if guess == 0 or common:
            _outlook(table, position, work[3], now)
        guesses.add_guesses(position, own, low, for_one, sizes[guess, common:], 1)
        _outlook(table, position, work[3], later)
        for player in range(position.players):  # players need not take cards that lower their scores
            later[player] = max(later[player], now[player])
        guesses.add_guesses(position, tables, low, for_all, sizes[guess, :common], -1)
        guesses.add_guesses(position, own, low, for_one, sizes[guess, common:], -1)
        worth += _over(table, later, position.players, seat) / len(guessed)
    return worth


@compiled
def _outlook(table, position, spare, scores):
    """Writes every player's points, including what clauses will certainly count; leaves the position as it was."""
    ahead = engine.foresees(table, position)
    if ahead:
        copy_used(spare, position, table.kept, MEMORY, MEMORY)
        engine.foresee(table, position)
    engine.score(table, position, scores)
    if ahead:
        copy_used(position, spare, table.kept, MEMORY, MEMORY)


@compiled
def _next(table, work, seat, options, scores):
    """The value of a position if scores read no zone: the best that the player's next choice can achieve."""
    position = work[1]
    if position.terminal or position.to_act != seat:
        return _lead(table, position, seat, scores)
    return _likeliest(table, work, seat, options, engine.legal(table, position, options), scores)[1]


@compiled
def _lead(table, position, seat, scores):
    """A player's points, including what clauses will certainly count, over the others': the lead.

    At the end of the game, a win adds 1 and the lead once more, and a loss subtracts them. Play cannot
    continue from the position.
    """
    engine.foresee(table, position)
    engine.score(table, position, scores)
    lead = _over(table, scores, position.players, seat)
    if position.terminal and (table.together or position.players > 1):
        won = engine.winners(table, position) >> seat & 1
        lead += (1 + abs(lead)) * (1 if won else -1)
    return lead


@compiled
def _over(table, scores, players, seat):
    """A player's points, less half the mean and half the maximum of the others', unless all win together."""
    if table.together or players == 1:
        return 1.0 * scores[seat]
    total = 0
    for player in range(players):
        total += scores[player]
    mean = (total - scores[seat]) / (players - 1)
    return scores[seat] - 0.5 * (mean + best_other(scores, players, seat))


@compiled
def best_other(scores, players, seat):
    """The most points that another player has; 0 if there is no other player."""
    best = -(1 << 30)
    for player in range(players):
        if player != seat and scores[player] > best:
            best = scores[player]
    return best if players > 1 else 0


@compiled
def _left_open(table, position, options):
    """For players who win together: the number of choices left if the next player had all cards that may come."""
    if not table.together or position.terminal:
        return 0.0
    hand = 0
    for zone in range(table.instances - 1, 0, -1):
        if table.belongs[zone] == position.to_act and not table.open[zone]:
            hand = zone
    for zone in range(1, table.instances if hand else 0):
        if zone != hand and not table.open[zone] and position.sizes[zone]:
            for card in range(table.cards):
                position.m[table.counts[hand] + card] += position.m[table.counts[zone] + card]
            position.sizes[hand] += position.sizes[zone]
    return OPEN_CHOICE_POINTS * engine.legal(table, position, options)
