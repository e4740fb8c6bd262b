"""Formats numbers in the same way on the terminal and on the page."""

from __future__ import annotations

import math

from cardgen.foundations.findings import Measurement
from cardgen.validation.sampling.confidence import Estimate


def percent(share: float) -> str:
    """Formats a share with enough digits to distinguish it from none and from all."""
    value = 100 * share
    if value == 0 or value == 100:
        return f"{value:.0f}%"
    if value >= 99.5:
        return f"{math.floor(value * 100) / 100:.2f}%"
    return f"{value:.0f}%" if value >= 9.95 else f"{value:.2g}%"


def quantity(number: int, thing: str) -> str:
    """`1 player`, `2 players`."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def short(table: tuple[str, ...]) -> str:
    """Writes a table of policies as `--policies` takes it: `greedy/random*` for one greedy player against random
    ones."""
    one, *rest = table
    if len(set(table)) == 1:
        return one
    return f"{one}/{rest[0]}*" if len(rest) > 1 and len(set(rest)) == 1 else "/".join(table)


def interval(estimate: Estimate, scale: float, unit: str) -> str:
    """Formats an interval, such as `11.9 to 13.1` or `0.1% to 2.3%`, with enough digits to distinguish its ends."""
    low, high = estimate.low * scale, estimate.high * scale
    digits = _digits(high - low)
    return f"{low:.{digits}f}{unit} to {high:.{digits}f}{unit}"


def figure(estimate: Estimate, share: bool) -> str:
    """Formats a mean or a share with as many digits as its interval allows: `12.9`, `21.3%`."""
    scale, unit = (100, "%") if share else (1, "")
    return f"{estimate.mean * scale:.{_digits((estimate.high - estimate.low) * scale)}f}{unit}"


def estimated(estimate: Estimate, share: bool) -> str:
    """A figure with its interval: `12.9 (12.3 to 13.5)`; without it if there are too few games for one."""
    value = figure(estimate, share)
    return (
        f"{value} ({interval(estimate, *((100, '%') if share else (1, '')))})" if math.isfinite(estimate.low) else value
    )


def rests(on: Measurement) -> str:
    """Says what a finding rests on, and what would overturn it."""
    rounded = Estimate(on.mean, on.low, on.high, on.games)
    of = {"games": "games", "wins": "games won", "players": "players"}.get(on.what)
    measured = (
        f"{estimated(rounded, on.share)} of {of}" if on.share and of else f"{on.what} {estimated(rounded, on.share)}"
    )
    return f"It rests on {quantity(on.games, 'game')}: {measured}. It would fall if the truth were {on.refuted_beyond}."


def _digits(width: float) -> int:
    return max(0, min(4, -math.floor(math.log10(max(width, 1e-9) / 3)))) if math.isfinite(width) else 1
