"""Learns how to play by policy iteration: fits linear weights of the features of options to what playouts find.

In each iteration, players follow the weights learnt so far. At each choice, playouts play some options to the end, on
the same deals. What an option gains, in shares of a win, is regressed on its features. The next iteration plays by the
new weights. All sums are made in a fixed order, so every machine learns the same, and so do many.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from cardgen.foundations.progress import track
from cardgen.play.batches import Batch, games_spec
from cardgen.play.course import Course, Studies, here, pieces
from cardgen.play.game import PlayedGame
from cardgen.play.learnt import Learnt, rounded, teach, write_learnt
from cardgen.play.position import agreements
from cardgen.play.strength import Strength, among, shares
from cardgen.play.thinking import OPENS_LEARNT, OPENS_OWN
from cardgen.rules.load import load_game
from cardgen.store.library import Home

GAMES = 200  # for each number of players, in each round
ROUNDS = 2
JUDGED_OPTIONS = 5  # options of a choice
DETERMINISATIONS = 2  # possible deals in which playouts evaluate each option
EXPLORATION_PERIOD = 8  # one choice in so many is made at random
MARGIN = 0.3  # value of a typical margin of points, in wins
ROUND_DECAY = 0.5  # weight of earlier rounds, and of other numbers of players
PRIOR_WEIGHT = 0.02  # weight of the engine's first policy, as a part of the data
MARGIN_GAMES = 200  # games whose margins are measured
OPENINGS = 600  # deals that compare openings
PROOF = 400  # deals that prove what was learnt


def learn_game(
    home: Home, players: Sequence[int] = (), games: int = GAMES, seed: int = 0, studies: Studies = here
) -> tuple[Path, list[str]]:
    """Learns a game, writes its file, and reports how the learnt policy fares against the engine's first policy.

    `studies` plays the games, here or elsewhere. Without `players`, it learns for all numbers.
    Raises InputError for a game without
    an engine, a number that it is not for, or a file that cannot be written.
    """
    game = PlayedGame(load_game(home), taught=False)
    for count in players:
        game.require_player_count(count)
    game.precompile()
    learnt = learn(game, players or game.player_counts, games, seed, studies)
    path = write_learnt(learnt, home, game.engine)
    teach(game.table, learnt)
    return path, [_proof(game, count, seed + ROUNDS * games) for count in learnt.weights]


def _proof(game: PlayedGame, players: int, seed: int) -> str:
    first = game.engine.policies.POLICIES[0]
    if players == 1:
        own, other = (among(game, policy, "", 1, PROOF, seed) for policy in ("learnt", first))
        return f"alone: {_range(own, 1)} points; {first} {_range(other, 1)}"
    strength = among(game, "learnt", first, players, PROOF, seed)
    result = f"one among {first} players wins {_range(strength, 100)}% of games; a fair share is {100 / players:.0f}%"
    return f"{players} players: {result}"


def _range(strength: Strength, unit: int) -> str:
    return f"{unit * strength.mean:.1f} ({unit * strength.low:.1f} to {unit * strength.high:.1f})"


def learn(
    game: PlayedGame, players: Iterable[int], games: int = GAMES, seed: int = 0, studies: Studies = here
) -> Learnt:
    """Learns from self-play for each number of players, from `games` games a round. The game stays as it was."""
    kept = game.tables.copy()
    points: dict[int, float] = {}
    weights: dict[int, list[float]] = {}
    plainly: set[int] = set()
    learnt = Learnt(game.rules_hash(), seed, games, points, weights, plainly)
    known = len(game.engine.features)
    squares, moments = np.zeros((known, known)), np.zeros(known)
    try:
        for count in players:
            points[count] = _point(game, count, seed)
            for first in range(seed, seed + ROUNDS * games, games):
                teach(game.table, learnt if weights else None)
                game.table.point[count] = points[count]
                squares *= ROUND_DECAY
                moments *= ROUND_DECAY
                for more in track(
                    studies(_course(game, count, first), pieces(games)), len(pieces(games)), f"lessons of {count}"
                ):
                    squares += more[0]
                    moments += more[1]
                weights[count] = [rounded(weight) for weight in _fitted(squares.tolist(), moments.tolist())]
            teach(game.table, learnt)
            if _plainly_better(game, count, seed + ROUNDS * games):
                plainly.add(count)
    finally:
        game.tables[:] = kept
    return learnt


def _point(game: PlayedGame, players: int, seed: int) -> float:
    """The value of a point, in wins: MARGIN, divided by the spread of the best player's lead."""
    batch = Batch(game, [game.engine.policies.POLICIES[0]] * players, seed)
    batch.play(MARGIN_GAMES, threads=1)
    ordered = np.sort(batch.results["scores"][:, :players].astype(np.int64), axis=1)
    margins = (ordered[:, -1] - (ordered[:, -2] if players > 1 else 0)).tolist()
    mean = sum(margins) / len(margins)
    return rounded(MARGIN / max(1.0, math.sqrt(sum((margin - mean) ** 2 for margin in margins) / len(margins))))


def _plainly_better(game: PlayedGame, players: int, seed: int) -> bool:
    """Whether players who search the end do better if they open by the engine's first policy."""
    gains = 0.0
    for seat in range(players):
        for one, others, sign in ((OPENS_OWN, OPENS_LEARNT, 1), (OPENS_LEARNT, OPENS_OWN, -1)):
            these = games_spec(game, ["endgame"] * players)
            these.seats[:] = others
            these.seats[seat] = one
            results = these.play(seed, OPENINGS)
            gains += sign * float((shares(results, seat) if players > 1 else results["scores"][:, 0]).sum())
    return gains > 0


def _course(game: PlayedGame, players: int, seed: int) -> Course:
    """The games to learn from, played with what was learnt so far."""
    templates = tuple(game.template(players, **options) for options in agreements(game.engine.zones.OPTIONS))
    return Course(
        game.engine.name, game.tables.copy(), templates, seed, JUDGED_OPTIONS, DETERMINISATIONS, EXPLORATION_PERIOD
    )


def _fitted(squares: list[list[float]], moments: list[float]) -> list[float]:
    """The weights that fit best; with few data, they stay near the engine's first policy."""
    first = (
        moments[0] / squares[0][0] if squares[0][0] else 0.0
    )  # value of the first policy's weight, in shares of a win
    for feature, row in enumerate(squares):
        firmness = PRIOR_WEIGHT * row[feature] or 1.0
        row[feature] += firmness
        moments[feature] += firmness * (first if feature == 0 else 0.0)
    return _solved(squares, moments)


def _solved(sums: list[list[float]], aims: list[float]) -> list[float]:
    """The solution of linear equations with a positive definite matrix, by elimination in order."""
    rows = [[*row, aim] for row, aim in zip(sums, aims, strict=True)]
    for column, pivot in enumerate(rows):
        for row in rows[column + 1 :]:
            share = row[column] / pivot[column]
            for place in range(column, len(row)):
                row[place] -= share * pivot[place]
    solution = [0.0] * len(rows)
    for column in reversed(range(len(rows))):
        known = sum(rows[column][place] * solution[place] for place in range(column + 1, len(rows)))
        solution[column] = (rows[column][-1] - known) / rows[column][column]
    return solution
