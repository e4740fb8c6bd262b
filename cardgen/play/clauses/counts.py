"""Counts the cards in zones: numbers, sums, tops and runs, and the combinations that can be picked."""

from __future__ import annotations

import numpy as np

from cardgen.play.clauses.record import VALUES
from cardgen.play.compiled import compiled
from cardgen.rules.code import MAX_PICKED


@compiled
def count(table, state, zone, group):
    """How many cards of a class lie in a zone."""
    there = state.sizes[zone]
    if group == 0:
        return there
    total, at = 0, table.counts[zone]
    for place in range(table.class_sizes[group]):
        if total == there:
            break
        total += state.m[np.uint64(at + table.classes[group, np.uint64(place)])]
    return total


@compiled
def count_all(table, state, zone, group, many):
    """How many cards of a class lie in `many` consecutive zones."""
    total = 0
    for each in range(many):
        total += count(table, state, zone + each, group)
    return total


@compiled
def count_card_all(table, state, zone, card, many):
    """How many copies of a card lie in `many` consecutive zones; 0 if `card` is -1."""
    total = 0
    if card >= 0:
        for each in range(many):
            total += state.m[table.counts[zone + each] + card]
    return total


@compiled
def count_where(table, state, zone, group, field, value):
    """How many cards of a class that have a value lie in a zone."""
    total, at = 0, table.counts[zone]
    card = table.first_alike[field, np.uint64(value & (VALUES - 1))] if state.sizes[zone] else -1
    while card >= 0:
        if table.fields[field, np.uint64(card)] == value and table.members[group, np.uint64(card)]:
            total += state.m[np.uint64(at + card)]
        card = table.next_alike[field, np.uint64(card)]
    return total


@compiled
def next_where(table, state, zone, group, field, value, card):
    """The next card of a class from `card` on that lies in a zone and has a value, else the number of cards."""
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
def sum_of(table, state, zone, group, field):
    """The sum of a field's values over the cards of a class in a zone."""
    total, left, at = 0, state.sizes[zone], table.counts[zone]
    for place in range(table.class_sizes[group]):
        if left == 0:
            break
        card = table.classes[group, np.uint64(place)]
        there = state.m[np.uint64(at + card)]
        left -= there
        total += there * table.fields[field, np.uint64(card)]
    return total


@compiled
def different(table, state, zone, group, field, many):
    """How many different values of a field the cards of a class in a zone have."""
    total, at = 0, table.counts[zone]
    for value in range(many):
        if total == state.sizes[zone]:
            break
        for place in range(table.class_sizes[group]):
            card = table.classes[group, np.uint64(place)]
            if state.m[np.uint64(at + card)] and table.fields[field, np.uint64(card)] == table.values[field, value]:
                total += 1
                break
    return total


@compiled
def value_index(table, field, value, many):
    """The place of a value among those of a field, or -1."""
    place = many - 1
    while place >= 0 and table.values[field, place] != value:
        place -= 1
    return place


@compiled
def top(table, state, zone, group):
    """The top card of a class in an ordered zone, or -1."""
    at = table.listed[zone]
    for place in range(state.sizes[zone] - 1, -1, -1):
        if table.members[group, state.m[at + place]]:
            return state.m[at + place]
    return -1


@compiled
def runs(table, state, zone, field):
    """The sum of the values in a zone whose predecessor is not there: the lowest of each run."""
    total, at = 0, table.counts[zone]
    for card in range(table.cards):
        if not state.m[at + card]:
            continue
        value, begins = table.fields[field, card], True
        for other in range(table.cards):
            if state.m[at + other]:
                apart = value - table.fields[field, other]
                begins = begins and apart != 1 and not (apart == 0 and other < card)
        if begins:
            total += value
    return total


@compiled
def next_combo(table, state, first, zone, group, wanted):
    """Writes the next combination of `wanted` cards into the registers from `first` on; unused ones are -1.

    Cards ascend, and each can occur as often as it lies there. Before the first combination, the first register is -2.
    """
    v, at = state.v, table.counts[zone]
    if wanted <= 0 or wanted > MAX_PICKED:
        return False
    place = wanted - 1
    if v[first] == -2:
        for digit in range(MAX_PICKED):
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
    """Appends every combination of `wanted` cards to the `count` options; returns the new number of options."""
    m, at, size = state.m, table.counts[zone], table.class_sizes[group]
    if wanted < 1 or wanted > MAX_PICKED:
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
