"""A variant against the base game, on common seeds: game i of both is dealt from the same seed."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from cardgen.findings import Finding
from cardgen.validation.cells import Cell
from cardgen.validation.measures import STRICT, Estimate, Measure, measures, normal
from cardgen.validation.wording import percent

COMPARED = ("turns", "rounds", "score", "margin", "ties", "dead_ends", "first_player")
LEAST = 100  # games in common
NOTABLE = 0.02  # of what the base has: a change that is spoken of


@dataclass(frozen=True, slots=True)
class Difference:
    """How much more of a measure the variant has than its base, over the games of common seeds."""

    measure: str
    base: float
    change: Estimate
    share: bool = False

    @property
    def is_one(self) -> bool:
        return self.change.low > 0 or self.change.high < 0

    @property
    def matters(self) -> bool:
        """Of a small change nothing is said."""
        return self.is_one and abs(self.change.mean) > NOTABLE * max(abs(self.base), 0.05)

    @property
    def words(self) -> str:
        """`turns 48.6 -> 33.2`."""
        say = percent if self.share else "{:.3g}".format
        after = round(self.base + self.change.mean, 12)  # a share that is left at nothing is nothing
        return f"{self.measure} {say(self.base)} -> {say(after)}"


def differences(cell: Cell, base: Cell) -> list[Difference]:
    """Paired differences with 99% intervals; empty for too few games in common."""
    games = min(len(cell.results), len(base.results))
    if games < LEAST:
        return []
    mine, theirs = cell.results[:games], base.results[:games]
    known: Mapping[str, Measure] = measures(cell.game, cell.players)
    found = []
    for name in COMPARED:
        before, after = (known[name].of(results).astype(float) for results in (theirs, mine))
        found.append(Difference(name, float(before.mean()), _paired(after - before), known[name].share))
    return found


def _paired(change: np.ndarray) -> Estimate:
    found = normal(change, STRICT)
    return found if math.isfinite(found.low) else Estimate(found.mean, 0.0, 0.0, found.games)


def told(cell: Cell, found: list[Difference]) -> Iterator[Finding]:
    """A note on what is clearly otherwise than in the base."""
    words = [difference.words for difference in found if difference.matters]
    if words:
        definition = cell.definition
        message = f"with {cell.title}, otherwise than the base game: {', '.join(words)}"
        yield Finding("differs", message, None, definition.name, definition.variant, cell.players)
