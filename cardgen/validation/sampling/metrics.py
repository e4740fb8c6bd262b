"""The metrics of a cell, as `check --json` writes them."""

from __future__ import annotations

from typing import Any

from cardgen.validation.sampling.game_sums import GameSums
from cardgen.validation.sampling.measures import all_measures

SHOWN_ALPHA = 0.05  # the shown intervals are 95 % intervals, at any number of looks


def metrics(seen: GameSums) -> dict[str, Any]:
    """Returns means over all games, scores and shares of the win by seat, and shares of games from 0 to 1."""

    def mean(name: str) -> float:
        return round(seen.mean(name), 5)

    def group(prefix: str) -> dict[str, float]:
        return {name.removeprefix(prefix): mean(name) for name in all_measures(seen.what) if name.startswith(prefix)}

    seats = range(seen.what.players)
    return {
        **{name: mean(name) for name in ("turns", "decisions", "rounds", "minutes")},
        "scores": [_summary(seen, f"points:{seat}") for seat in seats],
        "win_share": [_share(seen, f"seat:{seat}") for seat in seats],
        "ties": {"before": mean("ties_before"), "after": mean("ties")},
        "nobody_wins": mean("nobody_wins"),
        "ends": group("ends."),
        "silences": group("silences."),
        "dead_ends": mean("dead_ends"),
        "endless": mean("endless"),
        **{name: mean(name) for name in ("margin", "lead_changes", "options", "forced")},
        "tallies": group("tallies."),
    }


def _summary(seen: GameSums, name: str) -> dict[str, float]:
    low, high = seen.range(name)
    return {
        "mean": round(seen.mean(name), 4), "sd": round(seen.deviation(name), 4), "min": int(low), "max": int(high)
    }  # fmt: skip


def _share(seen: GameSums, name: str) -> dict[str, float]:
    estimate = seen.estimate(name, SHOWN_ALPHA)
    return {"share": round(estimate.mean, 5), "low": round(estimate.low, 5), "high": round(estimate.high, 5)}
