"""The verbs of play for games of clauses: each carries out some of their rows (`native.py`)."""

from __future__ import annotations

import numpy as np

from cardgen.play import chance
from cardgen.play.clauses import record
from cardgen.play.clauses.native import execute, run
from cardgen.play.compiled import allocating, compiled, inlined
from cardgen.play.records import fill, silent
from cardgen.rules.code import ACTION, IDLE, MASK, PLAYERS, RESULT, RESUME, YOU

MAX_OPTIONS, MAX_PLAYERS = record.MAX_OPTIONS, record.MAX_PLAYERS
STATE, TABLE = record.STATE, record.TABLE
BOX = 0  # the zone of all cards before the game


@compiled
def deal(table, state):
    """Puts all cards into the box, then plays until the first decision."""
    fill(state.v, table.start)
    state.v[PLAYERS] = state.players
    at = table.counts[BOX]
    for card in range(table.cards):
        state.m[at + card] = table.copies[card]
        state.sizes[BOX] += table.copies[card]
    _go_on(table, state, table.game)


@compiled
def resume(table, state):
    """Continues from a position of a snapshot; plays a handwritten one until somebody has to decide."""
    if state.v[IDLE] < 0:
        state.v[IDLE] = 0
        _go_on(table, state, state.v[RESUME])


@inlined
def legal(table, state, options):
    """Writes the legal actions into `options` and returns how many they are; none when the game is over."""
    if state.terminal:
        return 0
    return execute(table, state, table.rows[state.v[RESUME], 1], options)


@compiled
def apply(table, state, action):
    """Carries out one legal action, and all that follows until somebody has to decide."""
    state.v[ACTION] = action
    state.v[IDLE] = 0
    _go_on(table, state, table.bodies[action & table.action_mask])


@compiled
def _go_on(table, state, row):
    run(table, state, row)
    if state.terminal:
        won = winners(table, state)
        open_still = state.v[RESULT] if table.notes_ties else won & (won - 1)
        if open_still and table.tie >= 0 and not table.together:
            silent(state, table.tie)
        for player in range(state.players):
            add_reports(table, state, np.int32(player))


@compiled
def add_reports(table, state, player):
    """Adds the counts of reports for a player at the end of a game to the game's tallies."""
    _run_as(table, state, player, table.reports)


@compiled
def _run_as(table, state, player, row):
    """Runs instructions from a row with a player as `you`. A number out of range ends no game that still goes on."""
    you, goes_on, ended = state.v[YOU], not state.terminal, state.ended
    state.v[YOU] = player
    run(table, state, row)
    state.v[YOU] = you
    if goes_on:
        state.terminal, state.ended = 0, ended


@compiled
def score(table, state, scores):
    """Every player's points as they stand now."""
    for player in range(state.players):
        scores[player] = _points(table, state, player)


@compiled
def foresee(table, state):
    """Counts in advance what clauses will certainly count, as far as it is known. Play cannot continue from there."""
    if foresees(table, state):
        run(table, state, table.foreseen[state.v[RESUME]])


@inlined
def foresees(table, state):
    """Whether clauses will certainly count something that changes points after the current choice."""
    return not state.terminal and table.foreseen[state.v[RESUME]] != 0


@compiled
def _points(table, state, player):
    points = points_of(table, state, player)
    return -points if table.lowest else points


@compiled
def points_of(table, state, player):
    """Returns a player's points by the clauses; leaves the terms of the sum in registers."""
    _run_as(table, state, player, table.score)
    return state.v[RESULT]


@compiled
def winners(table, state):
    """The players who win, as a mask."""
    best, leaders = 0, 0
    for player in range(state.players):
        points = _points(table, state, player)
        if player == 0 or points > best:
            best, leaders = points, 0
        if points == best:
            leaders |= 1 << player
    you = state.v[YOU]
    state.v[MASK], state.v[RESULT] = leaders, 0  # tie-breaks note in RESULT that they were needed
    run(table, state, table.winners)
    state.v[YOU] = you
    return state.v[MASK]


# ---- what a player knows


@inlined
def sees(table, zone, player):
    """Whether a player sees the cards of a zone."""
    blind = table.blind[zone]
    return table.open[zone] or table.owners[zone] == player or (blind >= 0 and blind != player)


@allocating
def determinise(table, state, player):
    """Redraws at random everything that `player` cannot know: hidden cards of others and of the table, and choices that
    others who choose at the same time have already made.

    It begins from the unseen cards in their order, so the redrawn cards do not depend on what was there.
    """
    m, turns, rounds = state.m, state.turns, state.rounds
    repeat_row = 0 if state.terminal or player != state.to_act else table.repeat_rows[state.v[RESUME]]
    if repeat_row:
        run(table, state, repeat_row)
    pool = np.empty(table.deck, np.int32)
    unseen = np.zeros(table.cards, np.int32)
    owed = np.zeros(table.instances, np.int32)
    for zone in range(1, table.instances):
        if not state.sizes[zone] or sees(table, zone, player):
            continue
        at, secret = table.counts[zone], table.secret[zone]
        for card in range(table.cards):
            hidden = m[secret + card] if secret >= 0 else m[at + card]
            if hidden:
                unseen[card] += hidden
                owed[zone] += hidden
                m[at + card] -= hidden
                if secret >= 0:
                    m[secret + card] = 0
    size = 0
    for card in range(table.cards):
        for _ in range(unseen[card]):
            pool[size] = card
            size += 1
    for group in range(table.instances):  # zones that hold the same class of cards share the number of the first one
        if table.holds[group] >= 0 and table.secret[group] >= 0 and _first_of_its_class(table, group):
            size = _give_out(table, state, group, player, pool, size, owed)
    chance.shuffle(state.streams, chance.CHANCE, pool, 0, size)
    for zone in range(1, table.instances):
        if owed[zone] and table.secret[zone] < 0:
            at, listed = table.counts[zone], table.listed[zone]
            for place in range(owed[zone]):
                size -= 1
                m[at + pool[size]] += 1
                if listed >= 0:
                    m[listed + owed[zone] - 1 - place] = pool[size]
    if repeat_row:
        _resample_choices(table, state, player, np.empty(MAX_OPTIONS, np.int32))
        state.turns, state.rounds = turns, rounds


@compiled
def _resample_choices(table, state, player, options):
    """Samples again the choices of the players who are asked before `player`. Stops if the redrawn cards leave one of
    them no choice."""
    for _ in range(state.players):
        count = 0 if state.terminal or state.to_act == player else legal(table, state, options)
        if count == 0:
            return
        apply(table, state, options[chance.below(state.streams, chance.CHANCE, count)])


@compiled
def _first_of_its_class(table, zone):
    """Whether no earlier zone with unseen cards holds the same class."""
    first = True
    for other in range(zone):
        first = first and not (table.secret[other] >= 0 and table.holds[other] == table.holds[zone])
    return first


@compiled
def _give_out(table, state, group, player, pool, size, owed):
    """Deals cards of one class from the pool to all zones that lack some; returns how many are left in the pool."""
    held, holds = 0, table.holds[group]
    for place in range(size):  # cards of the class come first, in their order
        card = pool[place]
        if table.members[holds, card]:
            for back in range(place, held, -1):
                pool[back] = pool[back - 1]
            pool[held] = card
            held += 1
    chance.shuffle(state.streams, chance.CHANCE, pool, 0, held)
    for zone in range(group, table.instances):
        if table.secret[zone] < 0 or table.holds[zone] != holds:
            continue
        for _ in range(owed[zone]):
            held -= 1
            size -= 1
            card = pool[held]
            pool[held] = pool[size]
            state.m[table.counts[zone] + card] += 1
            state.m[table.secret[zone] + card] += 1
    return size
