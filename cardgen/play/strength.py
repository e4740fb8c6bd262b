"""Measures the strength of policies: one player follows one policy, all others another, at every seat in turn."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from cardgen.foundations.dataclass import dataclass
from cardgen.play.batches import Batch
from cardgen.play.game import PlayedGame

Z = 1.96  # 95% intervals


@dataclass(frozen=True, slots=True)
class Strength:
    """One `policy` among `rivals`: its share of the wins, with its interval; an equal player has the share `fair`.

    In games for one player, points replace the share, and there are no rivals.
    """

    policy: str
    rivals: str
    players: int
    mean: float
    low: float
    high: float
    deals: int

    @property
    def fair(self) -> float:
        return 1 / self.players


def strength(
    game: PlayedGame,
    policies: Sequence[str],
    players: int,
    deals: int,
    seed: int = 0,
    options: Mapping[str, str] | None = None,
) -> Iterator[Strength]:
    """Plays every policy among every other one. It plays each deal once for each seat, to favour none.

    Raises InputError for a policy that the game does not have.
    """
    for policy in policies:
        for rivals in policies if players > 1 else (policy,):
            if policy != rivals or players == 1:
                yield among(game, policy, rivals, players, deals, seed, options)


def among(
    game: PlayedGame,
    policy: str,
    rivals: str,
    players: int,
    deals: int,
    seed: int = 0,
    options: Mapping[str, str] | None = None,
) -> Strength:
    """The strength of one policy among players of another, on so many deals from a seed on."""
    gains = np.zeros(deals)
    for seat in range(players):
        table = [rivals] * players
        table[seat] = policy
        batch = Batch(game, table, seed, options=options)
        batch.play(deals, threads=1)
        gains += (shares(batch.results, seat) if players > 1 else batch.results["scores"][:, 0]) / players
    mean = float(gains.mean())
    half = Z * float(gains.std(ddof=1)) / math.sqrt(deals) if deals > 1 else math.inf
    return Strength(policy, rivals if players > 1 else "", players, mean, mean - half, mean + half, deals)


def shares(results: np.ndarray, seat: int) -> np.ndarray:
    """A seat's share of the win in each game; tied winners share it equally."""
    winners = results["winners"]
    return (winners >> seat & 1) / np.maximum(np.bitwise_count(winners.astype(np.uint32)), 1)


def moves_a_second(game: PlayedGame, policy: str, players: int, deals: int, seed: int = 0) -> float:
    """Choices per second of one thread if all follow one policy, without forced ones; depends on this machine."""
    batch = Batch(game, [policy] * players, seed)
    batch.play(1, threads=1)  # compiles
    start = time.perf_counter()
    batch = Batch(game, [policy] * players, seed)
    batch.play(deals, threads=1)
    return float((batch.results["decisions"] - batch.results["forced"]).sum()) / (time.perf_counter() - start)
