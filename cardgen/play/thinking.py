"""The policies of the computer's players: they choose by weights of options, or by playouts from possible positions.

The engine draws such positions (determinisation): what a player cannot see is dealt again at random.

This source is loaded once for each engine, as `loops` is: `engine` and `policies` are the engine's modules, `features`
computes the features of options, one for each weight in `table.learnt`.
"""

from __future__ import annotations

import numpy as np

from cardgen.play import chance
from cardgen.play.compiled import allocating, compiled, inlined
from cardgen.play.records import MAX_SEATS, fill

engine = policies = features = None  # set by `play.engines`, which loads this source
FEATURE_COUNT = 0  # of an option; set by play.engines

# the codes of policies. `tables.GENERAL` has their names, and the functions below say what sets them apart
RANDOM, LOOKAHEAD, SABOTEUR, ROLLOUT, LEARNT, SEARCH, ENDGAME = range(7)
OPENS_LEARNT, OPENS_OWN = 7, 8  # policies like ENDGAME, with a given opening
OWN = 9  # OWN + i is the engine's policy i, so all codes from OWN on are the engine's
SEARCHES = (SEARCH, ENDGAME, OPENS_LEARNT, OPENS_OWN)
USE_LEARNT = (LEARNT, *SEARCHES)  # policies that read what was learnt; kept games of others do not depend on it
WIN, POINT = 10_000.0, 1_000.0  # values of playouts to lookahead
UNENDED, DEAD_END, SILENCE = 1_000_000, 1_000.0, 100.0  # values of playouts to a saboteur
MAX_PLAYOUT_FACTOR = 1_000  # a game is given up once its playouts have more decisions than its own bound, times this
MAX_UNENDED = 16  # endless playouts after which a saboteur's game is given up
MAX_TRIED = 4  # options with playouts, except for the saboteur
DROPS_EVERY = 4  # after each so many determinisations, a search drops worse options
MAX_DOUBT = 1.0  # standard errors by which an option may seem worse


@inlined
def only_weighs(policy):
    """Whether a policy takes the option with the greatest weight, without playouts."""
    return policy >= OWN or policy == LEARNT


@inlined
def searches(policy):
    """Whether a policy searches the end of the game (`search`). All policies with playouts that do not are those of
    `best_playout`."""
    return policy in SEARCHES


@allocating
def weigh(table, position, policy, options, weights):
    """Writes the weight of each option for a policy; learnt weights are shares of a win."""
    if policy != LEARNT or not table.taught[position.players]:
        policies.weigh(table, position, policy - OWN if policy >= OWN else 0, options, weights)
        return
    numbers = np.zeros((len(weights), FEATURE_COUNT), np.float64)
    describe(table, position, options, weights, numbers)
    for option in range(len(weights)):
        weight = 0.0
        for feature in range(FEATURE_COUNT):
            weight += table.learnt[position.players, feature] * numbers[option, feature]
        weights[option] = weight


@inlined
def describe(table, position, options, weights, numbers):
    """Writes the features of each option; the first is its weight for the engine's first policy."""
    policies.weigh(table, position, np.int64(0), options, weights)
    fill(numbers[:, 0], weights)
    features(table, position, options, numbers)


@allocating
def heaviest(table, position, policy, options, count):
    """The index of the option with the greatest weight; a random one of equals."""
    weights = np.empty(count, np.float64)
    weigh(table, position, policy, options, weights)
    return greatest(position, weights)


@compiled
def greatest(position, weights):
    best, equals, greatest_option = 0.0, 0, 0
    for option in range(len(weights)):
        weight = weights[option]
        if equals == 0 or weight > best:
            best, equals, greatest_option = weight, 1, option
        elif weight == best:
            equals += 1
            if chance.below(position.streams, 1 + position.to_act, equals) == 0:
                greatest_option = option
    return greatest_option


@allocating
def best_playout(table, state, work, policy, playouts, options, count, bound):
    """Flat Monte Carlo: playouts from possible deals, the same ones for each option.

    The saboteur and ROLLOUT try every option and play on at random. Lookahead plays on as the engine's first policy
    does, tries its best options, and prefers another of these to the first only if it gains more than its standard
    error. The playouts end if the game is given up, by MAX_PLAYOUT_FACTOR and MAX_UNENDED.
    """
    plays = RANDOM if policy in (SABOTEUR, ROLLOUT) else OWN
    tried = np.arange(count)
    if plays != RANDOM:
        weights = np.zeros(count, np.float64)
        weigh(table, state[0], plays, options, weights)
        count = sort_best_first(weights, tried, MAX_TRIED)
    gains = np.zeros(count, np.float64)
    squares = np.zeros(count, np.float64)
    determinisations = max(1, playouts // count) if count > 1 else 0
    done = 0
    while done < determinisations and state[0].searched < bound * MAX_PLAYOUT_FACTOR:
        try_options(table, state, work, policy, plays, options, tried, gains, squares, count, bound, 0)
        done += 1
    return tried[best_by_lower_bound(gains, squares, done, count, 0.0 if plays == RANDOM else 1.0)]


@inlined
def try_options(table, state, work, policy, plays, options, tried, gains, squares, count, bound, soon):
    """Deals once, tries options on that deal, and adds what each gains over the first one.

    With `soon`, the first playout must end within so many decisions, else it stops. Returns whether it went on to the
    end.
    """
    seat = state[0].to_act
    sample_deal(table, state, work, seat)
    first = 0.0
    for place in range(count):
        work[1] = work[0]
        engine.apply(table, work[1], options[tried[place]])
        most = soon if soon and place == 0 else bound
        state[0].searched += 1 + playout(table, work[1], np.int64(plays), most)
        if soon and place == 0 and not work[1].terminal:
            return False
        if policy == SABOTEUR and not work[1].terminal:
            state[0].searched += bound * MAX_PLAYOUT_FACTOR // MAX_UNENDED
        gain = payoff(table, work[1], policy, seat)
        if place == 0:
            first = gain
        gains[place] += gain - first
        squares[place] += (gain - first) * (gain - first)
    return True


@allocating
def search(table, state, work, policy, playouts, options, count, bound):
    """Does the same as lookahead, but only near the end: if a playout ends within as many actions as it makes
    determinisations.

    Before that, it plays by its opening policy, which also selects the options to try. Worse options drop out.
    """
    tried = np.arange(count)
    weights = np.zeros(count, np.float64)
    weigh(table, state[0], opening(table, state[0].players, policy), options, weights)
    left = sort_best_first(weights, tried, MAX_TRIED)
    gains = np.zeros(left, np.float64)
    squares = np.zeros(left, np.float64)
    determinisations = max(1, playouts // MAX_TRIED)
    done = 0
    while done < determinisations and left > 1:
        soon = 0 if done else determinisations
        if not try_options(table, state, work, policy, OWN, options, tried, gains, squares, left, bound, soon):
            return tried[0]
        done += 1
        if done % DROPS_EVERY == 0:
            left = drop_worse(tried, gains, squares, done, left)
    return tried[best_by_lower_bound(gains, squares, done, left, 1.0)]


@inlined
def opening(table, players, policy):
    """The opening policy of a search: the one that did better with so many players."""
    if policy == OPENS_LEARNT:
        return LEARNT
    return OWN if policy == OPENS_OWN else table.opens[players]


@inlined
def sample_deal(table, state, work, seat):
    """Makes work[0] a deal that is possible for all that the player knows."""
    work[0] = state[0]
    chance.branch(state[0].streams, 1 + seat, work[0].streams)
    engine.determinise(table, work[0], seat)


@inlined
def best_by_lower_bound(gains, squares, done, count, errors):
    """The index of the option that gains most over the first one, less so many standard errors."""
    best, most = 0, 0.0
    for place in range(1, count if done else 1):
        gain = gains[place] / done
        gain -= errors * np.sqrt(max(0.0, squares[place] / done - gain * gain) / done)
        if gain > most:
            best, most = place, gain
    return best


@inlined
def drop_worse(tried, gains, squares, done, left):
    """Drops the options that seem worse than the first one; returns how many are left."""
    kept = 1
    for place in range(1, left):
        gain = gains[place] / done
        error = np.sqrt(max(0.0, squares[place] / done - gain * gain) / done)
        if gain + MAX_DOUBT * error >= 0.0:
            tried[kept], gains[kept], squares[kept] = tried[place], gains[place], squares[place]
            kept += 1
    return kept


@inlined
def sort_best_first(weights, places, most):
    """Sorts the indices of the greatest weights to the front, best first; returns how many, at most `most`."""
    kept = min(len(places), most)
    for place in range(kept):
        best = place
        for other in range(place + 1, len(places)):
            if weights[places[other]] > weights[places[best]]:
                best = other
        places[place], places[best] = places[best], places[place]
    return kept


@allocating
def playout(table, position, policy, bound):
    """Plays by a policy without playouts until the game is over, or for `bound` decisions.

    Returns the number of decisions.
    """
    return played_on(table, position, policy, bound, np.empty(engine.MAX_OPTIONS, np.int32))


@compiled
def played_on(table, position, policy, bound, options):
    decisions = 0
    while not position.terminal and decisions < bound:
        count = engine.legal(table, position, options)
        if policy == RANDOM:
            chosen = chance.below(position.streams, 1 + position.to_act, count)
        else:
            chosen = heaviest(table, position, policy, options, count)
        engine.apply(table, position, options[chosen])
        decisions += 1
    return decisions


@allocating
def payoff(table, position, policy, seat):
    """The value of a finished game: to the saboteur its trouble, to others the share of the win, then points.

    Playout policies value a point over the best rival at a tenth of a win; a search values it at `table.point`.
    Players who win together have no rivals.
    """
    if policy == SABOTEUR:
        trouble = 0
        for case in range(len(position.silences)):
            trouble += position.silences[case]
        return (
            DEAD_END * position.dead_ends + SILENCE * trouble + position.turns + (0 if position.terminal else UNENDED)
        )
    scores = np.zeros(MAX_SEATS, np.int32)
    engine.score(table, position, scores)
    rival = 0
    for player in range(position.players):
        if player != seat and scores[player] > rival and not table.together:
            rival = scores[player]
    share = 0.0
    if position.terminal and (table.together or position.players > 1):
        won = engine.winners(table, position)
        if won >> seat & 1:
            share = WIN / bits(won)
    if searches(policy):
        return share / WIN + table.point[position.players] * (scores[seat] - rival)
    return share + POINT * (scores[seat] - rival)


@compiled
def bits(mask):
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@allocating
def study(table, template, state, work, seed, judged, determinisations, exploration_period, bound, squares, moments):
    """Plays the game of a seed by what was learnt so far, and evaluates the best options of each choice in some
    determinisations.

    Adds to the sums of a linear regression of the gain of an option, in shares of a win, on its features, each less the
    mean of its choice. One choice in `exploration_period` is random, to reach rare positions, too. Returns the number
    of choices evaluated.
    """
    state[0] = template[0]
    chance.seed_streams(state[0].streams, seed)
    engine.deal(table, state[0])
    position = state[0]
    options = np.empty(engine.MAX_OPTIONS, np.int32)
    choices = 0
    while not position.terminal and position.decisions < bound:
        count = engine.legal(table, position, options)
        chosen = 0
        if count > 1:
            seat = position.to_act
            weights = np.empty(count, np.float64)
            weigh(table, position, LEARNT, options, weights)
            tried = np.arange(count)
            kept = sort_best_first(weights, tried, judged)
            evaluate_options(
                table, state, work, options, tried[:kept], count, determinisations, bound, squares, moments
            )
            choices += 1
            chosen = tried[0]
            if chance.below(position.streams, 1 + seat, exploration_period) == 0:
                chosen = tried[chance.below(position.streams, 1 + seat, kept)]
        position.decisions += 1
        engine.apply(table, position, options[chosen])
    return choices


@inlined
def evaluate_options(table, state, work, options, tried, count, determinisations, bound, squares, moments):
    """Adds the results of playouts for some options of one choice."""
    seat = state[0].to_act
    numbers = np.zeros((count, FEATURE_COUNT), np.float64)
    describe(table, state[0], options, np.empty(count, np.float64), numbers)
    gains = np.zeros(count, np.float64)
    for _ in range(determinisations):
        sample_deal(table, state, work, seat)
        for option in tried:
            work[1] = work[0]
            engine.apply(table, work[1], options[option])
            playout(table, work[1], np.int64(LEARNT), bound)
            gains[option] += payoff(table, work[1], SEARCH, seat) / determinisations
    means, gained = np.zeros(FEATURE_COUNT, np.float64), 0.0
    for option in tried:
        gained += gains[option] / len(tried)
        for feature in range(FEATURE_COUNT):
            means[feature] += numbers[option, feature] / len(tried)
    for option in tried:
        for one in range(FEATURE_COUNT):
            apart = numbers[option, one] - means[one]
            moments[one] += apart * (gains[option] - gained)
            for other in range(FEATURE_COUNT):
                squares[one, other] += apart * (numbers[option, other] - means[other])
