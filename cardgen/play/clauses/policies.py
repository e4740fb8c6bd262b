"""How the computer's players of any game of clauses choose, and by what they learn to choose better.

All that they know of a game is what its clauses tell of any: points, zones, cards, whose choice it is.
"""

from __future__ import annotations

import numpy as np

from cardgen.play import chance
from cardgen.play.clauses import engine
from cardgen.play.clauses.pointers import copy_first
from cardgen.play.compiled import compiled
from cardgen.play.records import MOST_SEATS
from cardgen.rules.code import MOST_TERMS, TERMS

POLICIES = ("greedy",)
WEIGHS = 40  # random decisions that take as long as one of these
DEALS = 2  # on which options are looked at
FURTHER = 3  # choices of others that are looked at, for each player


@compiled
def weigh(table, state, policy, options, weights):
    """What each option brings until one's next choice over the best of the others: the mean of some deals that the
    player may believe in, on which the others choose at random, alike after every option."""
    seat = state.to_act
    work, further = np.empty(2, engine.STATE), np.empty(engine.MOST_OPTIONS, np.int32)
    scores = np.zeros(MOST_SEATS, np.int32)
    weights[:] = 0.0
    for _ in range(DEALS):
        _believe(table, state, work)
        for option in range(len(weights)):
            copy_first(work, 1, 0, table.used)
            engine.apply(table, work[1], options[option])
            _play_on(table, work[1], seat, further)
            weights[option] += _ahead(table, work[1], seat, scores) / DEALS


@compiled
def _believe(table, state, work):
    """Makes work[0] a deal that the player to act may believe in."""
    seat = state.to_act
    work[0] = state
    chance.branch(state.streams, 1 + seat, work[0].streams)
    engine.determinise(table, work[0], seat)


@compiled
def _play_on(table, position, seat, options):
    """Until a player's next choice, or the end, if neither is too far away; `options` takes what others may choose."""
    left = FURTHER * position.players
    while not position.terminal and position.to_act != seat and left > 0:
        count = engine.legal(table, position, options)
        engine.apply(table, position, options[chance.below(position.streams, 1 + position.to_act, count)])
        left -= 1


@compiled
def _ahead(table, position, seat, scores):
    """A player's points less those of the best of the others, unless all win together; `scores` takes them all."""
    engine.score(table, position, scores)
    if table.together:
        return 1.0 * scores[seat]
    return 1.0 * (scores[seat] - _best_other(scores, position.players, seat))


@compiled
def _best_other(scores, players, seat):
    best = -(1 << 30)
    for player in range(players):
        if player != seat and scores[player] > best:
            best = scores[player]
    return best if players > 1 else 0


# ---- what is learnt of an option

ACTIONS = 5  # of a choice, that are told apart
FEATURES = (
    *(f"term {term + 1}" for term in range(MOST_TERMS)),  # of one's score, at once
    "rival",  # the best of the others, at once
    "later",  # one's points until one's next choice
    "rival later",
    "hidden",  # cards in one's zones that others do not see
    "shown",  # cards in one's other zones
    "table",  # cards that lie open on the table
    "value",  # the card picked: the first field of numbers, as a part of the greatest
    "value late",
    "same",  # other cards of the same value in one's zones
    "points late",
    *(f"action {action + 1}" for action in range(ACTIONS)),
    *(f"action {action + 1} late" for action in range(2)),
    "again",  # the same player chooses once more
)
TERM, RIVAL, LATER, RIVAL_LATER, HIDDEN, SHOWN, TABLE = 1, 1 + MOST_TERMS, 2 + MOST_TERMS, 3 + MOST_TERMS, 8, 9, 10
VALUE, VALUE_LATE, SAME, POINTS_LATE, ACTION, ACTION_LATE, AGAIN = 11, 12, 13, 14, 15, 15 + ACTIONS, 17 + ACTIONS


@compiled
def features(table, state, options, found):
    """Writes the features of each option behind its weight to greedy play; `found` comes with noughts there."""
    seat, players = state.to_act, state.players
    work, further = np.empty(2, engine.STATE), np.empty(engine.MOST_OPTIONS, np.int32)
    _believe(table, state, work)
    scores = np.zeros(MOST_SEATS, np.int32)
    terms = np.zeros(MOST_TERMS, np.int32)
    _terms(table, work[0], seat, terms)
    engine.score(table, work[0], scores)
    mine, rival = scores[seat], _best_other(scores, players, seat)
    hidden, shown, lying = _held(table, work[0], seat)
    late = 1.0 - work[0].sizes[table.stock] / max(1, table.deck)
    sign = -1.0 if table.lowest else 1.0
    for option in range(len(found)):
        row, action = found[option], options[option]
        copy_first(work, 1, 0, table.used)
        engine.apply(table, work[1], action)
        row[AGAIN] = 1.0 if not work[1].terminal and work[1].to_act == seat else 0.0
        after = _held(table, work[1], seat)
        row[HIDDEN], row[SHOWN], row[TABLE] = after[0] - hidden, after[1] - shown, after[2] - lying
        engine.score(table, work[1], scores)
        row[RIVAL] = _best_other(scores, players, seat) - rival
        row[POINTS_LATE] = late * (scores[seat] - mine)
        now = np.zeros(MOST_TERMS, np.int32)
        _terms(table, work[1], seat, now)
        for term in range(MOST_TERMS):
            row[TERM + term] = sign * (now[term] - terms[term])
        _play_on(table, work[1], seat, further)
        engine.score(table, work[1], scores)
        row[LATER] = scores[seat] - mine
        row[RIVAL_LATER] = _best_other(scores, players, seat) - rival
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
    engine.reckon(table, position, seat)
    for term in range(MOST_TERMS):
        terms[term] = position.v[TERMS + term]


@compiled
def _held(table, position, seat):
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
    found = 0
    for zone in range(1, table.instances):
        if table.belongs[zone] == seat and position.sizes[zone]:
            at = table.counts[zone]
            for card in range(table.cards):
                if table.fields[table.worth_field, card] == worth:
                    found += position.m[at + card]
    return found
