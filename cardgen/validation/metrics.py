"""The metrics of a cell as `check --json` hands them out."""

from __future__ import annotations

from typing import Any

import numpy as np

from cardgen.play.game import PlayedGame
from cardgen.validation.measures import Estimate, measures, sole, wilson


def metrics(game: PlayedGame, players: int, results: np.ndarray) -> dict[str, Any]:
    """Means over all games; scores and shares of the win by seat; shares of games as parts of 1."""
    known = measures(game, players)
    games = len(results)

    def mean(name: str) -> float:
        return round(known[name].estimate(results).mean, 5)

    def group(prefix: str) -> dict[str, float]:
        return {name.removeprefix(prefix): mean(name) for name in known if name.startswith(prefix)}

    return {
        **{name: mean(name) for name in ("turns", "decisions", "rounds", "minutes")},
        "scores": [_spread(results["scores"][:, seat]) for seat in range(players)],
        "win_share": [_share(wilson(sole(results["winners"], seat).sum(), games)) for seat in range(players)],
        "ties": {"before": mean("ties_before"), "after": mean("ties")},
        "nobody_wins": mean("nobody_wins"),
        "ends": group("ends."),
        "silences": group("silences."),
        "dead_ends": mean("dead_ends"),
        "endless": mean("endless"),
        **{name: mean(name) for name in ("margin", "lead_changes", "options", "forced")},
        "tallies": group("tallies."),
    }


def _spread(values: np.ndarray) -> dict[str, float]:
    return {
        "mean": round(float(values.mean()), 4),
        "sd": round(float(values.std(ddof=1)) if len(values) > 1 else 0.0, 4),
        "min": int(values.min()),
        "max": int(values.max()),
    }


def _share(found: Estimate) -> dict[str, float]:
    return {"share": round(found.mean, 5), "low": round(found.low, 5), "high": round(found.high, 5)}
