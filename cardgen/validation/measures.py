"""What can be measured of played games: for each game a number, or whether something came about."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from cardgen.play.game import PlayedGame

Z = 1.96  # of 95% intervals
DECISION_SECONDS = 20  # at this pace the two games whose boxes tell last as long: 15 minutes, and 30 to 45
STRICT = 2.576  # of 99% intervals: where a verdict is looked at again and again while games are played

# What `expect:` may name. docs/reference prints this table.
ABOUT = {
    "turns": "turns of all players together",
    "rounds": "rounds, as the game counts them (courses, toasts, ...)",
    "decisions": "choices made, forced ones included",
    "minutes": "the time that it takes, at 20 seconds a decision (an engine may reckon with others)",
    "score": "points of a player, in the mean",
    "best_score": "points of the best player",
    "margin": "points between the best and the second",
    "lead_changes": "how often the lead changes hands",
    "options": "legal actions at a decision, in the mean",
    "forced": "part of the decisions with one legal action",
    "first_player": "%: the first player wins alone",
    "ties_before": "%: several have the most points",
    "ties": "%: several win, as no rule breaks their tie",
    "nobody_wins": "%: nobody wins",
    "dead_ends": "%: a player has no legal action",
    "endless": "%: the game does not end within the bound on decisions",
    "ends.NAME": "%: the game ends in that way",
    "silences.NAME": "%: play meets that case, on which the rules are silent",
    "tallies.NAME": "how often that happens (the names stand in the tables of `--report`)",
}


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean or a share over games, with its interval."""

    mean: float
    low: float
    high: float
    games: int


@dataclass(frozen=True, slots=True)
class Measure:
    """`of(results)` gives a value for each game; a share's values are 0 or 1."""

    of: Callable[[np.ndarray], np.ndarray]
    share: bool = False

    def estimate(self, results: np.ndarray, z: float = Z) -> Estimate:
        values = self.of(results).astype(float)
        return wilson(values.sum(), len(values), z) if self.share else normal(values, z)


def wilson(hits: float, games: int, z: float = Z) -> Estimate:
    """A share with Wilson's score interval (JASA 22, 1927)."""
    if games == 0:
        return Estimate(0.0, 0.0, 1.0, 0)
    share, square = hits / games, z * z
    centre = (share + square / (2 * games)) / (1 + square / games)
    half = z * math.sqrt(share * (1 - share) / games + square / (4 * games * games)) / (1 + square / games)
    return Estimate(share, max(0.0, centre - half), min(1.0, centre + half), games)


def normal(values: np.ndarray, z: float = Z) -> Estimate:
    """A mean with the interval of its standard error."""
    if len(values) < 2:
        return Estimate(float(values.sum()), -math.inf, math.inf, len(values))
    mean, half = float(values.mean()), z * float(values.std(ddof=1)) / math.sqrt(len(values))
    return Estimate(mean, mean - half, mean + half, len(values))


def bits(masks: np.ndarray) -> np.ndarray:
    """How many players each mask names."""
    return np.bitwise_count(masks.astype(np.uint32))


def sole(masks: np.ndarray, seat: int) -> np.ndarray:
    """Whether the seat is the only one."""
    return masks == (1 << seat)


def measures(game: PlayedGame, players: int) -> dict[str, Measure]:
    """Everything that `expect:` may name and a report tells, for so many players."""
    engine = game.machine.engine
    seconds = getattr(engine, "DECISION_SECONDS", DECISION_SECONDS)
    found = {
        "turns": Measure(lambda r: r["turns"]),
        "rounds": Measure(lambda r: r["rounds"]),
        "decisions": Measure(lambda r: r["decisions"]),
        "minutes": Measure(lambda r: r["decisions"] * (seconds / 60)),
        "score": Measure(lambda r: r["scores"][:, :players].mean(axis=1)),
        "best_score": Measure(lambda r: r["scores"][:, :players].max(axis=1)),
        "margin": Measure(_margin(players)),
        "lead_changes": Measure(lambda r: r["lead_changes"]),
        "options": Measure(lambda r: r["options"] / np.maximum(r["decisions"], 1)),
        "forced": Measure(lambda r: r["forced"] / np.maximum(r["decisions"], 1)),
        "first_player": Measure(lambda r: sole(r["winners"], 0), share=True),
        "ties_before": Measure(lambda r: bits(r["leaders"]) > 1, share=True),
        "ties": Measure(lambda r: bits(r["winners"]) > 1, share=True),
        "nobody_wins": Measure(lambda r: (r["winners"] == 0) & (r["finished"] == 1), share=True),
        "dead_ends": Measure(lambda r: r["dead_ends"] > 0, share=True),
        "endless": Measure(lambda r: r["finished"] == 0, share=True),
    }
    for code, name in enumerate(engine.ENDS):
        if name:
            found[f"ends.{name}"] = _ended(code)
    for case, name in enumerate(engine.SILENCES):
        found[f"silences.{name}"] = _met(case)
    for place, name in enumerate(game.tallies):
        found[f"tallies.{name}"] = _tallied(place)
    return found


def _ended(code: int) -> Measure:
    return Measure(lambda r: (r["ended"] == code) & (r["finished"] == 1), share=True)


def _met(case: int) -> Measure:
    return Measure(lambda r: r["silences"][:, case] > 0, share=True)


def _tallied(place: int) -> Measure:
    return Measure(lambda r: r["tallies"][:, place])


def _margin(players: int) -> Callable[[np.ndarray], np.ndarray]:
    """Points between the best and the second."""

    def margin(results: np.ndarray) -> np.ndarray:
        if players == 1:
            return np.zeros(len(results))
        ordered = np.sort(results["scores"][:, :players], axis=1)
        return ordered[:, -1] - ordered[:, -2]

    return margin
