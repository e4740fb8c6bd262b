"""Plays whole games with an engine's verbs: policies, playouts, batches.

This source is loaded once for each engine, by `play.engines`, with its modules in `engine` and `thinking`; so numba
compiles the very same lines for each and keeps each on disk. Records come as arrays of one element or more: `work` is
scratch for copies of a position.
"""

from __future__ import annotations

import numpy as np

from cardgen.play import chance
from cardgen.play.compiled import allocating, compiled, inlined
from cardgen.play.records import MAX_SEATS, fill
from cardgen.play.thinking import MAX_PLAYOUT_FACTOR, RANDOM

engine = thinking = None  # set by `play.engines`, which loads this source

COPIES = 2  # positions that `work` holds
MAX_TRACKED_ROUNDS = 400  # rounds whose leader is recorded


@compiled
def legal(tables, states, options):
    """The engine's verb over arrays of one record, which Python passes to compiled code faster than records."""
    return engine.legal(tables[0], states[0], options)


@compiled
def apply(tables, states, action):
    """Carries out one action, by the engine's verb."""
    states[0].decisions += 1
    engine.apply(tables[0], states[0], np.int32(action))


@compiled
def start(table, template, state, seed):
    """Deals a new game into state[0]; template[0] has the players and options."""
    state[0] = template[0]
    chance.seed_streams(state[0].streams, seed)
    engine.deal(table, state[0])


@inlined
def choose(table, state, work, seats, playouts, options, count, bound):
    """The index in `options` of the action that the player to act chooses."""
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
    """The index of the action that a policy chooses from the position."""
    if thinking.only_weighs(policy):
        return thinking.heaviest(table, state[0], policy, options, count)
    if thinking.searches(policy):
        return thinking.search(table, state, work, policy, playouts, options, count, bound)
    return thinking.best_playout(table, state, work, policy, playouts, options, count, bound)


@inlined
def seat_of(position, player):
    """The seat of a player, counted from the player who has the first turn."""
    seat = player - position.first
    return seat if seat >= 0 else seat + position.players


@compiled
def by_seat(position, mask):
    """Converts a mask of players to one of seats."""
    seats = 0
    for player in range(position.players):
        if mask >> player & 1:
            seats |= 1 << seat_of(position, player)
    return seats


@inlined
def play_out(table, state, work, seats, playouts, bound, measured, options, scores, leader_by_round):
    """Plays a game that is dealt; returns how many options there were, how many decisions had only one, and how often
    the sole leader changed.

    Writes into `leader_by_round` who alone had the most points when each round began, or -1; `options` and `scores` are
    scratch. `seats` and `playouts` say each seat's policy and how many playouts it may have for a move. A game that has
    not ended after `bound` decisions, or MAX_PLAYOUT_FACTOR times as many in playouts, is given up.
    """
    for each in range(MAX_TRACKED_ROUNDS):
        leader_by_round[each] = -1
    position = state[0]
    option_count, forced, lead_changes, leader, round_seen = 0, 0, 0, -1, 0
    while not position.terminal and position.decisions < bound and position.searched < bound * MAX_PLAYOUT_FACTOR:
        count = engine.legal(table, position, options)
        chosen = choose(table, state, work, seats, playouts, options, count, bound)
        option_count += count
        forced += count == 1
        position.decisions += 1
        engine.apply(table, position, options[chosen])
        if measured and position.rounds != round_seen:
            round_seen = position.rounds
            now = sole_leader(table, position, scores)
            if round_seen < MAX_TRACKED_ROUNDS:
                leader_by_round[round_seen] = now
            if now >= 0:
                lead_changes += leader >= 0 and now != leader
                leader = now
    return option_count, forced, lead_changes


@inlined
def write_result(table, position, seed, option_count, forced, lead_changes, scores, leader_by_round, record):
    """Writes the result of a game into its record; `scores` is scratch."""
    engine.score(table, position, scores)
    record.seed = seed
    record.turns = position.turns
    record.rounds = position.rounds
    record.decisions = position.decisions
    record.work = position.decisions + position.searched
    record.options = option_count
    record.forced = forced
    record.lead_changes = lead_changes
    record.ended = position.ended
    record.finished = position.terminal
    record.first = position.first
    record.leaders = by_seat(position, leaders(scores, position.players))
    record.winners = by_seat(position, engine.winners(table, position)) if position.terminal else 0
    record.dead_ends = position.dead_ends
    record.dead_end_turn = position.dead_end_turn
    fill(record.silences, position.silences)
    fill(record.silent_turn, position.silent_turn)
    for player in range(position.players):
        record.scores[seat_of(position, player)] = -scores[player] if table.lowest else scores[player]
        record.used[seat_of(position, player)] = position.used[player]
    fill(record.tallies, position.tallies)
    leader = leader_by_round[min(1 + position.rounds // 2, MAX_TRACKED_ROUNDS - 1)]
    record.halfway = seat_of(position, leader) if leader >= 0 else -1


@compiled
def leaders(scores, players):
    """The players with the most points, as a mask."""
    best, mask = scores[0], 0
    for player in range(players):
        if scores[player] > best:
            best, mask = scores[player], 0
        if scores[player] == best:
            mask |= 1 << player
    return mask


@compiled
def sole_leader(table, position, scores):
    """The one player with the most points now, or -1."""
    engine.score(table, position, scores)
    best, leader = scores[0], 0
    for player in range(1, position.players):
        if scores[player] > best:
            best, leader = scores[player], player
        elif scores[player] == best:
            leader = -1
    return leader


@allocating
def batch(table, template, state, work, seats, playouts, first, bound, measured, results):
    """Plays game after game, the first one with seed `first`, until `results` is full."""
    options = np.empty(engine.MAX_OPTIONS, np.int32)
    scores, leader_by_round = np.empty(MAX_SEATS, np.int32), np.empty(MAX_TRACKED_ROUNDS, np.int32)
    games(
        table, template, state, work, seats, playouts, first, bound, measured, results, options, scores, leader_by_round
    )


@compiled
def games(
    table, template, state, work, seats, playouts, first, bound, measured, results, options, scores, leader_by_round
):
    for game in range(len(results)):
        seed = first + game
        start(table, template, state, seed)
        option_count, forced, lead_changes = play_out(
            table, state, work, seats, playouts, bound, measured, options, scores, leader_by_round
        )
        write_result(table, state[0], seed, option_count, forced, lead_changes, scores, leader_by_round, results[game])
