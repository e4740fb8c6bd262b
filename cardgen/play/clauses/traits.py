"""The features of an option in any game of clauses, from which players learn."""

from __future__ import annotations

import numpy as np

from cardgen.play.clauses import engine
from cardgen.play.clauses.outlook import best_other, sample_deal
from cardgen.play.clauses.pointers import copy_used
from cardgen.play.clauses.record import MEMORY
from cardgen.play.compiled import allocating, compiled
from cardgen.play.records import MAX_SEATS
from cardgen.rules.code import MAX_TERMS, TERMS

ACTIONS = 5  # actions of a game that have their own features
FEATURES = (
    "late",  # its greedy weight, times the part of the stock that is gone
    *(f"term {term + 1}" for term in range(MAX_TERMS)),  # immediate terms of the player's score
    "rival",  # immediate points of the best other player
    "points late",  # the player's immediate points, times the part of the stock that is gone
    "hidden",  # cards in the player's zones that others do not see
    "shown",  # cards in the player's other zones
    "table",  # cards that lie open on the table
    "value",  # the picked card's first field of numbers, as a part of its highest value
    "value late",
    "same",  # other cards of the same value in the player's zones
    *(f"action {action + 1}" for action in range(ACTIONS)),
    *(f"action {action + 1} late" for action in range(2)),
    "again",  # the same player chooses once more
)
LATE, TERM = 1, 2
RIVAL, POINTS_LATE, HIDDEN, SHOWN, TABLE, VALUE, VALUE_LATE, SAME, ACTION = range(TERM + MAX_TERMS, 11 + MAX_TERMS)
ACTION_LATE, AGAIN = ACTION + ACTIONS, ACTION + ACTIONS + 2


@allocating
def features(table, state, options, numbers):
    """Writes the features of each option behind its weight to greedy play; `numbers` has zeros there."""
    seat, players = state.to_act, state.players
    work = np.empty(2, engine.STATE)
    sample_deal(table, state, work)
    scores = np.zeros(MAX_SEATS, np.int32)
    terms = np.zeros(MAX_TERMS, np.int32)
    copy_used(work[1], work[0], table.kept, MEMORY, table.used)
    engine.foresee(table, work[1])
    _terms(table, work[1], seat, terms)
    engine.score(table, work[1], scores)
    mine, rival = scores[seat], best_other(scores, players, seat)
    hidden, shown, lying = _cards_held(table, work[0], seat)
    late = 1.0 - work[0].sizes[table.stock] / max(1, table.deck)
    sign = -1.0 if table.lowest else 1.0
    for option in range(len(numbers)):
        row, action = numbers[option], options[option]
        copy_used(work[1], work[0], table.kept, MEMORY, table.used)
        engine.apply(table, work[1], action)
        row[LATE] = late * row[0]
        row[AGAIN] = 1.0 if not work[1].terminal and work[1].to_act == seat else 0.0
        after = _cards_held(table, work[1], seat)
        row[HIDDEN], row[SHOWN], row[TABLE] = after[0] - hidden, after[1] - shown, after[2] - lying
        engine.foresee(table, work[1])
        engine.score(table, work[1], scores)
        row[RIVAL] = best_other(scores, players, seat) - rival
        row[POINTS_LATE] = late * (scores[seat] - mine)
        now = np.zeros(MAX_TERMS, np.int32)
        _terms(table, work[1], seat, now)
        for term in range(MAX_TERMS):
            row[TERM + term] = sign * (now[term] - terms[term])
        number = table.action_places[action & table.action_mask]
        if number < ACTIONS:
            row[ACTION + number] = 1.0
        if number < 2:
            row[ACTION_LATE + number] = late
        shift = table.card_shifts[action & table.action_mask]
        if shift >= 0 and table.worth_field >= 0:
            card = action >> shift & table.card_mask
            worth = table.fields[table.worth_field, card]
            row[VALUE] = worth / max(1, table.most_worth)
            row[VALUE_LATE] = late * row[VALUE]
            row[SAME] = _alike(table, state, seat, worth) - 1


@compiled
def _terms(table, position, seat, terms):
    """The first terms of a player's score."""
    engine.points_of(table, position, seat)
    for term in range(MAX_TERMS):
        terms[term] = position.v[TERMS + term]


@compiled
def _cards_held(table, position, seat):
    """How many cards lie hidden in a player's zones, openly in a player's zones, and openly on the table."""
    hidden, shown, lying = 0, 0, 0
    for zone in range(1, table.instances):
        if table.belongs[zone] == seat:
            if table.open[zone]:
                shown += position.sizes[zone]
            else:
                hidden += position.sizes[zone]
        elif table.belongs[zone] < 0 and table.open[zone]:
            lying += position.sizes[zone]
    return hidden, shown, lying


@compiled
def _alike(table, position, seat, worth):
    """How many cards of a value lie in a player's zones."""
    total = 0
    for zone in range(1, table.instances):
        if table.belongs[zone] == seat and position.sizes[zone]:
            at = table.counts[zone]
            for card in range(table.cards):
                if table.fields[table.worth_field, card] == worth:
                    total += position.m[at + card]
    return total
