"""Plain information-set Monte Carlo tree search, to measure policies against; no part of the package.

Single-observer ISMCTS with UCB1 over what is legal in each deal, and random playouts (Cowling, Powley and Whitehouse,
IEEE Transactions on Computational Intelligence and AI in Games 4, 2012). A node is a sequence of actions from the
root, whatever was dealt.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from cardgen.play import chance
from cardgen.play.batches import BOUND
from cardgen.play.compiled import COMPILES
from cardgen.play.engines import Engine
from cardgen.play.game import PlayedGame
from cardgen.play.seating import codes

ITERATIONS = 2000
EXPLORE = 0.7
DEEPEST = 4000
FIRST, NEXT, ACTION, MOVER, COLUMNS = range(5)  # of a node: its first child, its next sister, what led to it, who did


def searcher(of: Engine) -> Callable:
    """The search over an engine's verbs, compiled where that can be."""
    engine, thinking = of.verbs.module, of.loops.thinking  # numba takes verbs from a module

    def search(table, state, work, iterations, bound):
        """The action that was tried most often."""
        nodes = np.full((iterations + 1, COLUMNS), -1, np.int64)
        met, seen, gained = np.zeros(iterations + 1), np.zeros(iterations + 1), np.zeros(iterations + 1)
        options, path = np.empty(engine.MAX_OPTIONS, np.int32), np.empty(DEEPEST, np.int64)
        size, seat, root = 1, state[0].to_act, 0
        for _ in range(iterations):
            work[0] = state[0]
            chance.branch(state[0].streams, 1 + seat, work[0].streams)
            engine.determinise(table, work[0], seat)
            work[1] = work[0]
            position = work[1]
            node, depth, grown = root, 0, False
            while not grown and not position.terminal and depth < DEEPEST:
                count = engine.legal(table, position, options)
                best, most, untried, tried = -1, -1.0, 0, 0
                for option in range(count):
                    child = nodes[node, FIRST]
                    while child >= 0 and nodes[child, ACTION] != options[option]:
                        child = nodes[child, NEXT]
                    if child < 0:
                        untried += 1
                        if chance.below(position.streams, 1 + position.to_act, untried) == 0:
                            tried = options[option]
                        continue
                    seen[child] += 1
                    bound_on_it = gained[child] / met[child] + EXPLORE * np.sqrt(np.log(seen[child]) / met[child])
                    if bound_on_it > most:
                        best, most = child, bound_on_it
                if untried:
                    nodes[size, NEXT], nodes[node, FIRST] = nodes[node, FIRST], size
                    nodes[size, ACTION], nodes[size, MOVER] = tried, position.to_act
                    seen[size] = 1
                    best, grown = size, True
                    size += 1
                node = best
                path[depth] = node
                depth += 1
                engine.apply(table, position, nodes[node, ACTION])
            thinking.playout(table, position, thinking.RANDOM, bound)
            won = engine.winners(table, position) if position.terminal else 0
            for step in range(depth):
                met[path[step]] += 1
                if won >> nodes[path[step], MOVER] & 1:
                    gained[path[step]] += 1.0 / thinking.bits(won)
        best, child = -1, nodes[root, FIRST]
        while child >= 0:
            if best < 0 or met[child] > met[best]:
                best = child
            child = nodes[child, NEXT]
        return nodes[best, ACTION]

    if not COMPILES:
        return search
    import numba

    return numba.njit(nogil=True)(search)


def played_against(
    game: PlayedGame, search: Callable, rivals: str, players: int, deals: int, iterations: int = ITERATIONS
) -> np.ndarray:
    """By deal: the search's part of the wins among players of one policy, the mean over all its seats."""
    loops, engine = game.engine.loops, game.engine.verbs
    template = game.template(players)
    state, work = template.copy(), np.concatenate([template] * loops.COPIES)
    options, found = np.empty(engine.MAX_OPTIONS, np.int32), np.zeros(deals)
    seats, playouts = codes([rivals] * players, game)
    for deal in range(deals):
        for seat in range(players):
            loops.start(game.table, template, state, deal)
            position = state[0]
            while not position.terminal and position.decisions < BOUND:
                count = loops.legal(game.tables, state, options)
                if count > 1 and (position.to_act - position.first) % players == seat:
                    action = search(game.table, state, work, iterations, BOUND)
                else:
                    action = options[loops.choose(game.table, state, work, seats, playouts, options, count, BOUND)]
                loops.apply(game.tables, state, action)
            winners = int(loops.by_seat(position, engine.winners(game.table, position))) if position.terminal else 0
            found[deal] += (winners >> seat & 1) / max(winners.bit_count(), 1) / players
    return found
