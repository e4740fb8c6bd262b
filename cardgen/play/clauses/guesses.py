"""Guesses which cards may still reach the zones that scores count, for the players of games of clauses."""

from __future__ import annotations

import numpy as np

from cardgen.play import chance
from cardgen.play.clauses.pointers import VECTOR, add_to
from cardgen.play.compiled import allocating, compiled
from cardgen.rules.instructions import ZONE, codes_of

# parts of the coming cards: for all zones of the table; for a zone of a player, beside zones of the table or without
TABLE, BESIDE, OWN = 0.25, 0.075, 0.2
ZONES = 24  # zones with guesses
READS = codes_of(lambda row: row.kinds[1:2] == (ZONE,))  # rows that read a zone, by their second operand
# rows that take cards out of the first of two zones
TAKES = codes_of(lambda row: row.moves and row.places(ZONE) == (0, 2))


@compiled
def scored(table, state, zones, number, common):
    """Appends the unordered zones that scores read, of the table or of the players, to those found."""
    for row in range(table.score, table.winners):
        if np.int64(table.rows[row, 0]) not in READS:
            continue
        zone = np.int64(table.rows[row, 2])
        if table.listed[zone] >= 0 or (table.belongs[zone] < 0) != common:
            continue
        last = zone + (state.players if table.belongs[zone] == 0 else 1)
        for each in range(zone, last):
            if number < len(zones) and not _among(each, zones[:number]):
                zones[number] = each
                number += 1
    return number


@compiled
def _among(zone, zones):
    among = False
    for each in zones:
        among = among or each == zone
    return among


@allocating
def sources(table, scored, coming):
    """Writes the offsets of counts of cards that may still come: in zones that not all see, and in open ones from
    which clauses take cards."""
    taken = np.zeros(table.instances, np.int8)
    for row in range(table.winners):
        if np.int64(table.rows[row, 0]) in TAKES:
            taken[np.int64(table.rows[row, 1])] = 1
    number = 0
    for zone in range(1, table.instances):
        if (not table.open[zone] or (taken[zone] and table.belongs[zone] < 0)) and not _among(zone, scored):
            coming[number] = table.counts[zone]
            number += 1
    return number


@compiled
def pooled(table, position, coming, pool):
    """Writes all cards in some zones, in order; returns how many they are."""
    m, count = position.m, 0
    for card in range(np.uint64(table.cards)):  # an unsigned index needs no test for negative values
        for at in coming:
            for _ in range(m[at + card]):
                pool[count] = card
                count += 1
    return count


@compiled
def span(table, scored):
    """The offset of the memory of some zones, and its length in whole vectors."""
    if len(scored) == 0:
        return 0, 0
    low, high = table.counts[scored[0]], 0
    for zone in scored:
        low, high = min(low, table.counts[zone]), max(high, table.counts[zone] + table.cards)
    return low, (high - low + VECTOR - 1) // VECTOR * VECTOR


@compiled
def spread(table, position, scored, common, pool, low, guess, sizes):
    """Guesses the counts of coming cards in memory from `low` on: gives each zone some cards of the pool, evenly by its
    order; guess[0] has those of the table."""
    guess[:, :] = 0
    for place in range(len(scored)):
        zone = scored[place]
        part = TABLE / common if place < common else (BESIDE if common else OWN)
        wanted = int(part * len(pool) + 0.5)
        begin = chance.below(position.streams, 1 + position.to_act, 1_000) / 1_000
        at, into = table.counts[zone] - low, guess[0 if place < common else 1]
        for number in range(wanted):
            into[at + pool[int((begin + number) * len(pool) / wanted)]] += 1
        sizes[place] = wanted


@compiled
def add_guesses(position, scored, low, cards, sizes, sign):
    """Adds guessed cards to some zones, or removes them again."""
    add_to(position.m, low, cards, sign)
    for place in range(len(scored)):
        position.sizes[scored[place]] += sign * sizes[place]
