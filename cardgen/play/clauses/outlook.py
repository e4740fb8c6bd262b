"""What options bring, as far as any game's clauses tell: looked at on deals that the player may believe in.

After an option a player goes on with what else is to be chosen in the same round, as it brings points at once. Others
choose by lot, and are looked at only where options show no difference before. What is then scored is guessed on: cards
that may still come are spread over the zones that scores read.
"""

from __future__ import annotations

import numpy as np

from cardgen.play import chance
from cardgen.play.clauses import engine
from cardgen.play.clauses.pointers import copy_used
from cardgen.play.clauses.record import MEMORY
from cardgen.play.compiled import compiled
from cardgen.play.records import MOST_SEATS
from cardgen.rules import ops
from cardgen.rules.code import RESUME

TRIES = 16  # of all options together
LEAST_DEALS, MOST_DEALS = 2, 8
GUESSES = 2  # of what will be scored, for each deal
FURTHER = 3  # choices that are looked at, for each player
TABLE, BESIDE, OWN = 0.25, 0.075, 0.2  # of what is to come: into the table's zones, a player's beside these, or alone
ZONES = 24  # that are guessed for
OPEN = 0.3  # points that players who win together give for each choice that they may still have
READS = (
    ops.COUNT,
    ops.COUNT_CARD,
    ops.COUNT_ALL,
    ops.COUNT_CARD_ALL,
    ops.COUNT_WHERE,
    ops.FIRST_TYPE,
    ops.NEXT_TYPE,
    ops.FIRST_WHERE,
    ops.NEXT_WHERE,
    ops.RUNS,
    ops.SUM_OF,
    ops.DIFFERENT,
)  # into a zone
_LOW = 0xFFFFFFFF


@compiled
def look(table, state, options, gains):
    """Adds up what each option brings the player to act, in points over the others."""
    seat, deals = state.to_act, min(MOST_DEALS, max(LEAST_DEALS, TRIES // len(options)))
    work = np.empty(3, engine.STATE)
    buffer = np.empty(engine.MOST_OPTIONS, np.int32)
    now, later = np.zeros(MOST_SEATS, np.int32), np.zeros(MOST_SEATS, np.int32)
    zones, coming = np.empty(ZONES, np.int64), np.empty(table.instances, np.uint64)
    common, scored, sources = 0, 0, 0
    if not table.together:
        common = _scored(table, state, zones, 0, True)
        scored = _scored(table, state, zones, common, False)
        sources = _sources(table, zones[:scored], coming)
    zones, coming = zones[:scored], coming[:sources]
    guesses = np.empty((GUESSES, scored, table.deck), np.uint64)
    sizes = np.zeros((GUESSES, scored), np.int32)
    pool = np.empty(table.deck, np.int32)
    others = False
    for deal in range(deals):
        believe(table, state, work)
        if deal == 0:
            others = not _shown(table, work, options, zones)
        lot = chance.next_bits(work[0].streams, 1 + seat)
        count = _pooled(table, work[0], coming, pool)
        for guess in range(GUESSES):
            _spread(table, work[0], zones, common, pool[:count], guesses[guess], sizes[guess])
        for option in range(len(options)):
            copy_used(work, 1, 0, table.kept, MEMORY, table.used)
            engine.apply(table, work[1], options[option])
            _go_on(table, state, work, others, lot, buffer, now)
            gains[option] += _guessed(table, work[1], seat, zones, common, guesses, sizes, now, later, buffer)
    for option in range(len(options)):
        gains[option] /= deals


@compiled
def believe(table, state, work):
    """Makes work[0] a deal that the player to act may believe in."""
    seat = state.to_act
    work[0] = state
    chance.branch(state.streams, 1 + seat, work[0].streams)
    engine.determinise(table, work[0], seat)


# ---- what scores read, and what may come there


@compiled
def _scored(table, state, zones, found, common):
    """Writes the zones without an order that scores read, the table's or the players', behind those found."""
    for row in range(table.score, table.winners):
        if np.int64(table.rows[row, 0]) not in READS:
            continue
        zone = np.int64(table.rows[row, 2])
        if table.listed[zone] >= 0 or (table.belongs[zone] < 0) != common:
            continue
        last = zone + (state.players if table.belongs[zone] == 0 else 1)
        for each in range(zone, last):
            if found < len(zones) and not _among(each, zones[:found]):
                zones[found] = each
                found += 1
    return found


@compiled
def _among(zone, zones):
    found = False
    for each in zones:
        found = found or each == zone
    return found


@compiled
def _sources(table, scored, coming):
    """Writes where cards are counted that may still come: in zones that not all see, and open ones that clauses take
    from."""
    taken = np.zeros(table.instances, np.int8)
    for row in range(table.winners):
        op = table.rows[row, 0]
        if op == ops.MOVE_CARD or op == ops.MOVE_ALL or op == ops.MOVE_SOME:
            taken[np.int64(table.rows[row, 1])] = 1
    found = 0
    for zone in range(1, table.instances):
        if (not table.open[zone] or (taken[zone] and table.belongs[zone] < 0)) and not _among(zone, scored):
            coming[found] = table.counts[zone]
            found += 1
    return found


@compiled
def _pooled(table, position, coming, pool):
    """Writes all cards that are counted in some places in order; returns how many they are."""
    m, count = position.m, 0
    for card in range(np.uint64(table.cards)):  # an index that cannot be negative needs no look
        for at in coming:
            for _ in range(m[at + card]):
                pool[count] = card
                count += 1
    return count


@compiled
def _spread(table, position, scored, common, pool, guess, sizes):
    """Guesses where cards that may come are counted in memory: for each zone some of the pool, evenly by its order."""
    for place in range(len(scored)):
        zone = scored[place]
        part = TABLE / common if place < common else (BESIDE if common else OWN)
        wanted = int(part * len(pool) + 0.5)
        begin = chance.below(position.streams, 1 + position.to_act, 1_000) / 1_000
        for number in range(wanted):
            guess[place, number] = table.counts[zone] + pool[int((begin + number) * len(pool) / wanted)]
        sizes[place] = wanted


# ---- how play goes on


@compiled
def _shown(table, work, options, scored):
    """Whether an option changes at once how many cards lie where scores read them."""
    for option in range(len(options)):
        copy_used(work, 1, 0, table.kept, MEMORY, table.used)
        engine.apply(table, work[1], options[option])
        for zone in scored:
            if work[1].sizes[zone] != work[0].sizes[zone]:
                return True
    return False


@compiled
def _go_on(table, state, work, others, lot, options, scores):
    """Until the player's next choice of the kind, or any in another round; those who win together go on as one."""
    position, seat, left = work[1], state.to_act, FURTHER * state.players
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
            chosen = _likeliest(table, work, seat, options, count, scores)
        elif count > 1:
            chosen = _drawn(position, lot, options, count)
        engine.apply(table, position, options[chosen])
        left -= 1


@compiled
def _likeliest(table, work, seat, options, count, scores):
    """The option that brings most at once."""
    best, most = 0, 0.0
    for option in range(count):
        copy_used(work, 2, 1, table.kept, MEMORY, table.used)
        engine.apply(table, work[2], options[option])
        lead = _lead(table, work[2], seat, scores)
        if option == 0 or lead > most:
            best, most = option, lead
    return best


@compiled
def _drawn(position, lot, options, count):
    """An option by lot: the same one after whatever else was done, if it is still there."""
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
def _guessed(table, position, seat, scored, common, guesses, sizes, now, later, options):
    """What a position is worth, the mean of what it may become."""
    if position.terminal or len(scored) == 0:
        return _lead(table, position, seat, now) + _left_open(table, position, options)
    found = 0.0
    for guess in range(len(guesses)):
        if guess == 0 or common:
            _add(position, scored, guesses, sizes, guess, 0, common, 1)
            engine.score(table, position, now)
        _add(position, scored, guesses, sizes, guess, common, len(scored), 1)
        engine.score(table, position, later)
        for player in range(position.players):  # who does not like what comes need not take it
            later[player] = max(later[player], now[player])
        _add(position, scored, guesses, sizes, guess, 0, len(scored), -1)
        found += _over(table, later, position.players, seat) / len(guesses)
    return found


@compiled
def _add(position, scored, guesses, sizes, guess, first, last, sign):
    """Puts guessed cards into some zones, or takes them out again."""
    m = position.m
    for place in range(first, last):
        many = sizes[guess, place]
        for number in range(many):
            m[guesses[guess, place, number]] += sign
        position.sizes[scored[place]] += sign * many


@compiled
def _lead(table, position, seat, scores):
    """The points as they stand over those of others; when all is over, a win counts as much again."""
    engine.score(table, position, scores)
    found = _over(table, scores, position.players, seat)
    if position.terminal and (table.together or position.players > 1):
        won = engine.winners(table, position) >> seat & 1
        found += (1 + abs(found)) * (1 if won else -1)
    return found


@compiled
def _over(table, scores, players, seat):
    """A player's points, less the mean of the others' and their best in equal parts, unless all win together."""
    if table.together or players == 1:
        return 1.0 * scores[seat]
    total = 0
    for player in range(players):
        total += scores[player]
    mean = (total - scores[seat]) / (players - 1)
    return scores[seat] - 0.5 * (mean + best_other(scores, players, seat))


@compiled
def best_other(scores, players, seat):
    """The most points that another player has; 0 where there is none."""
    best = -(1 << 30)
    for player in range(players):
        if player != seat and scores[player] > best:
            best = scores[player]
    return best if players > 1 else 0


@compiled
def _left_open(table, position, options):
    """To players who win together: how much may still be chosen, had the next one all cards that may come."""
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
    return OPEN * engine.legal(table, position, options)
