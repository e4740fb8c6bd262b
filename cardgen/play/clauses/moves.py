"""Cards on their way from zone to zone, and what everybody then knows of them.

A zone counts its cards; an ordered one lists them as well, the top last. A zone of a player that not all see also
counts those that came unseen: what leaves it openly was one that all knew of, if there was one, and what leaves it
unseen puts all that is left in doubt.
"""

from __future__ import annotations

import numpy as np

from cardgen.play import chance
from cardgen.play.clauses.record import VALUES
from cardgen.play.compiled import compiled
from cardgen.rules.code import MOST_PICKED
from cardgen.rules.moves import RANDOM

TAKES_RANDOM = RANDOM


@compiled
def count(table, state, zone, group):
    """How many cards of a class lie in a zone."""
    there = state.sizes[zone]
    if group == 0:
        return there
    found, at = 0, table.counts[zone]
    for place in range(table.class_sizes[group]):
        if found == there:
            break
        found += state.m[np.uint64(at + table.classes[group, np.uint64(place)])]
    return found


@compiled
def next_where(table, state, zone, group, field, value, card):
    """From a card on, the next of a class that lies in a zone and has a value; as many as there are if none has."""
    if not state.sizes[zone]:
        return table.cards
    at = table.counts[zone]
    while card < table.cards and not (
        state.m[np.uint64(at + card)]
        and table.fields[field, np.uint64(card)] == value
        and table.members[group, np.uint64(card)]
    ):
        card += 1
    return card


@compiled
def count_where(table, state, zone, group, field, value):
    """How many cards of a class that have a value lie in a zone."""
    found, at = 0, table.counts[zone]
    card = table.first_alike[field, np.uint64(value & (VALUES - 1))] if state.sizes[zone] else -1
    while card >= 0:
        if table.fields[field, np.uint64(card)] == value and table.members[group, np.uint64(card)]:
            found += state.m[np.uint64(at + card)]
        card = table.next_alike[field, np.uint64(card)]
    return found


@compiled
def sum_of(table, state, zone, group, field):
    """The sum of a field's values over the cards of a class in a zone."""
    found, left, at = 0, state.sizes[zone], table.counts[zone]
    for place in range(table.class_sizes[group]):
        if left == 0:
            break
        card = table.classes[group, np.uint64(place)]
        there = state.m[np.uint64(at + card)]
        left -= there
        found += there * table.fields[field, np.uint64(card)]
    return found


@compiled
def different(table, state, zone, group, field, many):
    """How many of a field's values the cards of a class in a zone have."""
    found, at = 0, table.counts[zone]
    for value in range(many):
        if found == state.sizes[zone]:
            break
        for place in range(table.class_sizes[group]):
            card = table.classes[group, np.uint64(place)]
            if state.m[np.uint64(at + card)] and table.fields[field, np.uint64(card)] == table.values[field, value]:
                found += 1
                break
    return found


@compiled
def count_all(table, state, zone, group, many):
    """How many cards of a class lie in so many zones from one on."""
    found = 0
    for each in range(many):
        found += count(table, state, zone + each, group)
    return found


@compiled
def count_card_all(table, state, zone, card, many):
    """How many copies of a card lie in so many zones from one on; 0 of no card, -1."""
    found = 0
    if card >= 0:
        for each in range(many):
            found += state.m[table.counts[zone + each] + card]
    return found


@compiled
def move_card(table, state, source, target, card, number):
    """So many copies of a card; returns how many there were."""
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
    """All cards of a class; returns one of them, or -1."""
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
    """All cards of a class from wherever they are; returns one of them, or -1."""
    last = -1
    for zone in range(table.instances):
        found = move_all(table, state, zone, target, group)
        if found >= 0:
            last = found
    return last


@compiled
def move_some(table, state, source, target, wanted, group, how):
    """So many cards of a class, or all that there are: the top ones of a list, else at random. Returns the last one."""
    last = -1
    if source == target:
        return last
    left = count(table, state, source, group)
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
    """Takes copies of a card out of a list, the top ones first."""
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
    """Counts cards out of one zone and into another; those of a list were taken out of it before."""
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
def value_index(table, field, value, many):
    """The place of a value among those of a field, or -1."""
    place = many - 1
    while place >= 0 and table.values[field, place] != value:
        place -= 1
    return place


@compiled
def top(table, state, zone, group):
    """The uppermost card of a class in a list, or -1."""
    at = table.listed[zone]
    for place in range(state.sizes[zone] - 1, -1, -1):
        if table.members[group, state.m[at + place]]:
            return state.m[at + place]
    return -1


@compiled
def shuffle(table, state, zone):
    if table.listed[zone] >= 0:
        at = table.listed[zone]
        chance.shuffle(state.streams, chance.CHANCE, state.m, at, at + state.sizes[zone])


@compiled
def hand_on(table, state, first, by):
    """Everybody's cards of a zone go to the left (1) or right (-1) neighbour, with what is known of them."""
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
    """Where a zone's counts, its counts of what came unseen, and its list are."""
    if part == 0:
        return table.counts[zone]
    return table.secret[zone] if part == 1 else table.listed[zone]


@compiled
def runs(table, state, zone, field):
    """The sum of the values in a zone that are one more than none there."""
    found, at = 0, table.counts[zone]
    for card in range(table.cards):
        if not state.m[at + card]:
            continue
        value, begins = table.fields[field, card], True
        for other in range(table.cards):
            if state.m[at + other]:
                apart = value - table.fields[field, other]
                begins = begins and apart != 1 and not (apart == 0 and other < card)
        if begins:
            found += value
    return found


@compiled
def next_combo(table, state, first, zone, group, wanted):
    """The next of all ways to take so many cards, in registers from `first` on; those not needed are -1.

    Cards ascend; the same ones may be taken as often as they lie there. The first register is -2 before the first way.
    """
    v, at = state.v, table.counts[zone]
    if wanted <= 0 or wanted > MOST_PICKED:
        return False
    place = wanted - 1
    if v[first] == -2:
        for digit in range(MOST_PICKED):
            v[first + digit] = -1
        place = 0
    while place >= 0:
        card = v[first + place] + 1 if v[first + place] >= 0 else (v[first + place - 1] if place else 0)
        while card < table.cards:
            taken = 0
            for digit in range(place):
                taken += v[first + digit] == card
            if table.members[group, card] and state.m[at + card] > taken:
                break
            card += 1
        if card == table.cards:
            v[first + place] = -1
            place -= 1
        else:
            v[first + place] = card
            if place == wanted - 1:
                return True
            place += 1
    return False


@compiled
def offer_combos(table, state, zone, group, wanted, option, shift, bits, options, count):
    """Writes every way to take so many cards behind the `count` options there are; returns how many there then are."""
    m, at, size = state.m, table.counts[zone], table.class_sizes[group]
    if wanted < 1 or wanted > MOST_PICKED:
        return count
    cards = table.classes[group]
    for first in range(size):
        a = cards[first]
        if not m[at + a]:
            continue
        one = option | (a + 1) << shift
        if wanted == 1:
            if count < len(options):
                options[count] = one
                count += 1
            continue
        for second in range(first, size):
            b = cards[second]
            if m[at + b] < (2 if b == a else 1):
                continue
            two = one | (b + 1) << shift + bits
            if wanted == 2:
                if count < len(options):
                    options[count] = two
                    count += 1
                continue
            for third in range(second, size):
                c = cards[third]
                if m[at + c] < 1 + (c == b) + (c == a):
                    continue
                three = two | (c + 1) << shift + 2 * bits
                if wanted == 3:
                    if count < len(options):
                        options[count] = three
                        count += 1
                    continue
                for fourth in range(third, size):
                    d = cards[fourth]
                    if m[at + d] >= 1 + (d == c) + (d == b) + (d == a) and count < len(options):
                        options[count] = three | (d + 1) << shift + 3 * bits
                        count += 1
    return count
