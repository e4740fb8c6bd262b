"""Plays whole games with an engine's verbs: policies, playouts, batches.

This source is loaded once for each engine, by `play.machine`, with its modules in `engine` and `policies`; so numba
compiles the very same lines for each and keeps each on disk. Records come as arrays of one element or more: `work` is
scratch for copies of a position.
"""

from __future__ import annotations

import numpy as np

from cardgen.play import chance
from cardgen.play.compiled import compiled, inlined
from cardgen.play.records import MOST_SEATS

engine = policies = None  # set by `play.machine`, which loads this source

RANDOM, LOOKAHEAD, SABOTEUR, OWN = 0, 1, 2, 8  # policy codes; OWN + i is the engine's own policy i
COPIES = 3  # positions that `work` holds
A_WIN = 1_000_000
TRIED = 4  # options that lookahead tries


@compiled
def legal(tables, states, options):
    """The engine's verb over arrays of one record, which Python hands to compiled code sooner than records."""
    return engine.legal(tables[0], states[0], options)


@compiled
def apply(tables, states, action):
    """As `legal`: carries out one action."""
    states[0].decisions += 1
    engine.apply(tables[0], states[0], action)


@compiled
def start(table, template, state, seed):
    """Deals a new game into state[0]; template[0] says players and options."""
    state[0] = template[0]
    chance.seed_streams(state[0].streams, seed)
    engine.deal(table, state[0])


@inlined
def choose(table, state, work, seats, playouts, options, count, bound):
    """The index in `options` of what the player to act chooses."""
    if count == 1:
        return 0
    position = state[0]
    seat = seat_of(position, position.to_act)
    policy = seats[seat]
    if policy == RANDOM:
        return chance.below(position.streams, 1 + position.to_act, count)
    return ponder(table, state, work, policy, playouts[seat], options, count, bound)


@inlined
def ponder(table, state, work, policy, playouts, options, count, bound):
    """What a policy chooses that looks at the position."""
    if policy >= OWN:
        return heaviest(table, state[0], policy - OWN, options, count)
    return best_playout(table, state, work, policy, playouts, options, count, bound)


@compiled
def heaviest(table, position, policy, options, count):
    """The option of the greatest weight; equals are drawn by lot."""
    weights = np.empty(count, np.float64)
    policies.weigh(table, position, policy, options, weights)
    best, equals, found = 0.0, 0, 0
    for option in range(count):
        weight = weights[option]
        if equals == 0 or weight > best:
            best, equals, found = weight, 1, option
        elif weight == best:
            equals += 1
            if chance.below(position.streams, 1 + position.to_act, equals) == 0:
                found = option
    return found


@compiled
def best_playout(table, state, work, policy, playouts, options, count, bound):
    """Flat Monte Carlo: playouts from deals that the player may believe in, the same ones for each option.

    Lookahead tries what the engine's first policy likes best, and prefers another of these to the very best only where
    it gains more than its standard error; the saboteur tries every option.
    """
    seat = state[0].to_act
    guided = policy == LOOKAHEAD
    tried = np.arange(count)
    if guided:
        likeliest(table, state[0], options, count, tried)
        count = min(count, TRIED)
    gains = np.zeros(count, np.float64)
    squares = np.zeros(count, np.float64)
    rounds = max(1, playouts // count)
    for _ in range(rounds):
        work[0] = state[0]
        chance.branch(state[0].streams, 1 + seat, work[0].streams)
        engine.determinise(table, work[0], seat)
        first = 0.0
        for place in range(count):
            work[1] = work[0]
            engine.apply(table, work[1], options[tried[place]])
            state[0].searched += 1 + playout(table, work[1], guided, bound)
            gain = payoff(table, work[1], policy, seat)
            if place == 0:
                first = gain
            gains[place] += gain - first
            squares[place] += (gain - first) * (gain - first)
    best, most = 0, 0.0
    for place in range(1, count):
        gain = gains[place] / rounds
        if guided:
            gain -= np.sqrt(max(0.0, squares[place] / rounds - gain * gain) / rounds)
        if gain > most:
            best, most = place, gain
    return tried[best]


@compiled
def likeliest(table, position, options, count, found):
    """Writes the places of the TRIED options that the engine's first policy likes best, the best one first."""
    weights = np.empty(count, np.float64)
    policies.weigh(table, position, 0, options, weights)
    for place in range(min(count, TRIED)):
        best = place
        for other in range(place + 1, count):
            if weights[found[other]] > weights[found[best]]:
                best = other
        found[place], found[best] = found[best], found[place]


@compiled
def playout(table, position, guided, bound):
    """Plays on until the game is over, or for `bound` decisions: at random, or as the engine's first policy does.

    Returns how many decisions it took.
    """
    options = np.empty(engine.MOST_OPTIONS, np.int32)
    decisions = 0
    while not position.terminal and decisions < bound:
        count = engine.legal(table, position, options)
        if guided:
            chosen = heaviest(table, position, 0, options, count)
        else:
            chosen = chance.below(position.streams, 1 + position.to_act, count)
        engine.apply(table, position, options[chosen])
        decisions += 1
    return decisions


@compiled
def payoff(table, position, policy, seat):
    """What a finished game is worth: to lookahead its share of the win, then points; to the saboteur its trouble."""
    if policy == SABOTEUR:
        trouble = 0
        for case in range(len(position.silences)):
            trouble += position.silences[case]
        return 1_000.0 * position.dead_ends + 100.0 * trouble + position.turns + (0 if position.terminal else A_WIN)
    scores = np.zeros(MOST_SEATS, np.int32)
    engine.score(table, position, scores)
    rival = 0
    for player in range(position.players):
        if player != seat and scores[player] > rival:
            rival = scores[player]
    share = 0.0
    if position.terminal and position.players > 1:
        won = engine.winners(table, position)
        if won >> seat & 1:
            share = 10_000.0 / bits(won)
    return share + 1_000.0 * (scores[seat] - rival)


@inlined
def seat_of(position, player):
    """Seats are counted from the player who has the first turn."""
    seat = player - position.first
    return seat if seat >= 0 else seat + position.players


@compiled
def by_seat(position, mask):
    """A mask of players as one of seats."""
    found = 0
    for player in range(position.players):
        if mask >> player & 1:
            found |= 1 << seat_of(position, player)
    return found


@compiled
def bits(mask):
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@inlined
def play(table, template, state, work, seats, playouts, seed, bound, measured, result):
    """Plays the game of a seed and writes what came of it into result[0].

    `seats` and `playouts` say each seat's policy and how many playouts it may have for a move.
    """
    options = np.empty(engine.MOST_OPTIONS, np.int32)
    scores = np.zeros(MOST_SEATS, np.int32)
    start(table, template, state, seed)
    position = state[0]
    wide, forced, lead_changes, leader, round_seen = 0, 0, 0, -1, 0
    while not position.terminal and position.decisions < bound:
        count = engine.legal(table, position, options)
        chosen = choose(table, state, work, seats, playouts, options, count, bound)
        wide += count
        forced += count == 1
        position.decisions += 1
        engine.apply(table, position, options[chosen])
        if measured and position.rounds != round_seen:
            round_seen = position.rounds
            now = sole_leader(table, position, scores)
            if now >= 0:
                lead_changes += leader >= 0 and now != leader
                leader = now
    engine.score(table, position, scores)
    found = result[0]
    found.seed = seed
    found.turns = position.turns
    found.rounds = position.rounds
    found.decisions = position.decisions
    found.work = position.decisions + position.searched
    found.options = wide
    found.forced = forced
    found.lead_changes = lead_changes
    found.ended = position.ended
    found.finished = position.terminal
    found.first = position.first
    found.leaders = by_seat(position, leaders(scores, position.players))
    found.winners = by_seat(position, engine.winners(table, position)) if position.terminal else 0
    found.dead_ends = position.dead_ends
    found.dead_end_turn = position.dead_end_turn
    found.silences[:] = position.silences
    found.silent_turn[:] = position.silent_turn
    for player in range(position.players):
        found.scores[seat_of(position, player)] = scores[player]
    found.tallies[:] = position.tallies


@compiled
def leaders(scores, players):
    """Who has the most points, a bit for each player."""
    best, found = scores[0], 0
    for player in range(players):
        if scores[player] > best:
            best, found = scores[player], 0
        if scores[player] == best:
            found |= 1 << player
    return found


@compiled
def sole_leader(table, position, scores):
    """The one player with the most points now, or -1."""
    engine.score(table, position, scores)
    best, found = scores[0], 0
    for player in range(1, position.players):
        if scores[player] > best:
            best, found = scores[player], player
        elif scores[player] == best:
            found = -1
    return found


@compiled
def batch(table, template, state, work, seats, playouts, first, bound, measured, results):
    """Plays game after game, the first one with seed `first`, until `results` is full."""
    for game in range(len(results)):
        play(table, template, state, work, seats, playouts, first + game, bound, measured, results[game : game + 1])
