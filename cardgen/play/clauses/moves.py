"""Moves cards from zone to zone, and tracks what everybody knows of them.

A zone counts its cards; an ordered one lists them as well, the top last. A player's zone that not everybody sees also
counts the cards that came unseen. A card that leaves it openly counts as one that all knew, if there was one. If a card
leaves it unseen, all remaining cards count as unseen.
"""

from __future__ import annotations

import numpy as np

from cardgen.play import chance
from cardgen.play.clauses import counts
from cardgen.play.compiled import allocating, compiled
from cardgen.rules.code import RANDOM

TAKES_RANDOM = RANDOM


@compiled
def move_card(table, state, source, target, card, number):
    """Moves `number` copies of a card, or all if there are fewer; returns how many it moved."""
    there = state.m[table.counts[source] + card]
    if number > there:
        number = there
    if source == target or number <= 0:
        return 0
    if table.listed[source] >= 0:
        _unlist(table, state, source, card, number)
    _shift(table, state, source, target, card, number)
    return number


@compiled
def move_all(table, state, source, target, group):
    """Moves all cards of a class; returns one of them, or -1."""
    last = -1
    if source == target:
        return last
    if table.listed[source] >= 0:
        at, kept = table.listed[source], 0
        there = state.sizes[source]
        for place in range(there):
            card = state.m[at + place]
            if table.members[group, card]:
                last = card
                _shift(table, state, source, target, card, 1)
            else:
                state.m[at + kept] = card
                kept += 1
        return last
    at = table.counts[source]
    for place in range(table.class_sizes[group]):
        if not state.sizes[source]:
            break
        card = table.classes[group, place]
        if state.m[at + card]:
            last = card
            _shift(table, state, source, target, card, state.m[at + card])
    return last


@compiled
def gather(table, state, target, group):
    """Moves all cards of a class from every zone; returns one of them, or -1."""
    last = -1
    for zone in range(table.instances):
        card = move_all(table, state, zone, target, group)
        if card >= 0:
            last = card
    return last


@compiled
def move_some(table, state, source, target, wanted, group, how):
    """Moves `wanted` cards of a class, or all if there are fewer: the top ones of a list, else random ones. Returns the
    last one."""
    last = -1
    if source == target:
        return last
    left = counts.count(table, state, source, group)
    while wanted > 0 and left > 0:
        if table.listed[source] >= 0 and how != TAKES_RANDOM:
            place = table.listed[source] + state.sizes[source] - 1
            while not table.members[group, state.m[place]]:
                place -= 1
            last = state.m[place]
            for after in range(place, table.listed[source] + state.sizes[source] - 1):
                state.m[after] = state.m[after + 1]
        else:
            drawn, place = chance.below(state.streams, chance.CHANCE, left), -1
            while drawn >= 0:
                place += 1
                last = table.classes[group, place]
                drawn -= state.m[table.counts[source] + last]
            if table.listed[source] >= 0:
                _unlist(table, state, source, last, 1)
        _shift(table, state, source, target, last, 1)
        left -= 1
        wanted -= 1
    return last


@compiled
def _unlist(table, state, zone, card, number):
    """Removes copies of a card from a list, the top ones first."""
    at, top = table.listed[zone], state.sizes[zone]
    while number > 0:
        place = top - 1
        while state.m[at + place] != card:
            place -= 1
        for after in range(place, top - 1):
            state.m[at + after] = state.m[at + after + 1]
        top -= 1
        number -= 1


@compiled
def _shift(table, state, source, target, card, number):
    """Moves counts of cards from one zone to another; cards of a list have already left it."""
    m, out, into = state.m, table.counts[source], table.counts[target]
    m[out + card] -= number
    state.sizes[source] -= number
    if table.listed[target] >= 0:
        for place in range(number):
            m[table.listed[target] + state.sizes[target] + place] = card
    m[into + card] += number
    state.sizes[target] += number
    if table.open[source]:
        return
    secret = table.secret[source]
    if table.open[target]:
        if secret >= 0 and m[secret + card] > m[out + card]:
            m[secret + card] = m[out + card]
        return
    if secret >= 0:
        for each in range(table.cards):
            m[secret + each] = m[out + each]
    if table.secret[target] >= 0:
        m[table.secret[target] + card] += number


@compiled
def shuffle(table, state, zone):
    if table.listed[zone] >= 0:
        at = table.listed[zone]
        chance.shuffle(state.streams, chance.CHANCE, state.m, at, at + state.sizes[zone])


@compiled
def put_aside(table, state, zone, at):
    """Saves a zone's cards, with what is known of them, from an offset in memory on."""
    state.m[at] = state.sizes[zone]
    _copy_parts(table, state, zone, at + 1, False)


@compiled
def bring_back(table, state, zone, at):
    """Restores a saved zone."""
    state.sizes[zone] = state.m[at]
    _copy_parts(table, state, zone, at + 1, True)


@compiled
def _copy_parts(table, state, zone, at, back):
    """Copies all memory of a zone to an offset, or back from it."""
    m = state.m
    for part in range(3):
        there = _part(table, zone, part)
        many = 0 if there < 0 else table.deck if part == 2 else table.cards
        for place in range(many):
            if back:
                m[there + place] = m[at + place]
            else:
                m[at + place] = m[there + place]
        at += many


@allocating
def hand_on(table, state, first, by):
    """Passes each player's cards of a zone to the left (1) or right (-1) neighbour, with what is known of them."""
    players = state.players
    kept, most = np.empty(players, np.int32), 0
    for player in range(players):
        kept[player] = state.sizes[first + player]
        most = max(most, kept[player])
    for player in range(players):
        state.sizes[first + (player + by) % players] = kept[player]
    for part in range(3):
        for place in range(table.cards if part < 2 else most):
            for player in range(players):
                at = _part(table, first + player, part)
                kept[player] = state.m[at + place] if at >= 0 else 0
            for player in range(players):
                at = _part(table, first + (player + by) % players, part)
                if at >= 0:
                    state.m[at + place] = kept[player]


@compiled
def _part(table, zone, part):
    """The offset of a zone's counts, of its counts of unseen cards, or of its list."""
    if part == 0:
        return table.counts[zone]
    return table.secret[zone] if part == 1 else table.listed[zone]
