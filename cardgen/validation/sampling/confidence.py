"""Confidence sequences: confidence intervals that hold at every look, for sequential tests that may stop at any time.

With chance 1 - `alpha` the true value lies in the interval after every number of games at once. So play may go on
until a question is answered, and the answer does not become a matter of luck.

Shares: the mixture of binomial likelihoods over Jeffreys' prior, a martingale under each true share (Robbins, Annals of
Mathematical Statistics 41, 1970; Howard, Ramdas, McAuliffe and Sekhon, Annals of Statistics 49, 2021): it exceeds
1 / alpha with chance `alpha` at most, by Ville's inequality, with any number of games.
Means: values of games have no bounds that would help (a game may last 10,000 decisions), so the normal mixture uses the
sample variance, which is valid asymptotically (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, Annals of Statistics
52, 2024). Below MIN_GAMES games there is no interval. The variance includes one extra game, as far from the mean as the
range of the values, to allow for outliers not seen yet.
Paired differences: the same interval for Y - factor * X, where X and Y are the values of two games from one seed. Its
variance comes from blocks of games, because single games are not kept. The extra game is as far from the mean as two
single games can lie apart, so it does not depend on the width of blocks.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from cardgen.foundations.dataclass import dataclass

if TYPE_CHECKING:
    import numpy as np

FALSE_DISCOVERY_RATE = 0.01  # the expected share of false ones among the findings that rest on a sample
MIN_GAMES = 64  # games below which a mean has no interval
MIN_BLOCKS = 16  # blocks below which their variance is too uncertain
TIGHTEST_AT = 1_000  # games at which intervals of means are made the tightest
BISECTIONS = 50  # steps of bisection


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean or a share over games, with its interval."""

    mean: float
    low: float
    high: float
    games: int

    def excludes(self, value: float) -> bool:
        return not self.low <= value <= self.high

    @property
    def opposite(self) -> Estimate:
        return Estimate(-self.mean, -self.high, -self.low, self.games)

    def scaled(self, by: float) -> Estimate:
        return Estimate(self.mean * by, self.low * by, self.high * by, self.games)

    def within(self, low: float, high: float) -> bool | None:
        """Returns whether the value lies within bounds; None if its interval contains one of them."""
        if low <= self.low and self.high <= high:
            return True
        return False if self.high < low or self.low > high else None


@lru_cache(maxsize=200_000)  # questions are answered again after each round
def share(hits: int, games: int, alpha: float) -> Estimate:
    """Estimates the share of games in which something happened."""
    if games == 0:
        return Estimate(0.0, 0.0, 1.0, 0)
    mean = hits / games
    least = -math.log(alpha) - _log_beta(hits + 0.5, games - hits + 0.5) + _log_beta(0.5, 0.5)

    def is_excluded(value: float) -> bool:
        """Whether the mixture outweighs the likelihood of a share, which excludes it."""
        weight = (hits * math.log(value) if hits else 0.0) + (games - hits) * (math.log1p(-value) if value < 1 else 0.0)
        return -weight > least

    low = 0.0 if hits == 0 else _boundary(is_excluded, mean, 0.0)
    high = 1.0 if hits == games else _boundary(is_excluded, mean, 1.0)
    return Estimate(mean, low, high, games)


def mean(games: int, total: float, squares: float, value_range: float, alpha: float) -> Estimate:
    """Estimates the mean of values from their sum, their sum of squares and their range, from least to most."""
    if games < MIN_GAMES:
        return Estimate(total / games if games else 0.0, -math.inf, math.inf, games)
    middle = total / games
    variance = max(0.0, squares / games - middle * middle) + max(1.0, value_range) ** 2 / games
    half = reach(games, alpha) * math.sqrt(variance)
    return Estimate(middle, middle - half, middle + half, games)


@dataclass(frozen=True, slots=True)
class Paired:
    """The values of one measure in games of two kinds, paired by seeds: sums by blocks of games, with the number of
    games of each block, and the range of the values of single games, from least to most."""

    widths: np.ndarray
    after: np.ndarray
    before: np.ndarray
    range_after: float
    range_before: float


def paired(pairs: Paired, alpha: float, factor: float = 1.0) -> Estimate:
    """Estimates the mean of (after - `factor` * before). Where this lies above 0, the mean of the games after is surely
    more than `factor` times that of the games before: both means are uncertain, and the pairs tell how much together.
    """
    games, blocks = int(pairs.widths.sum()), len(pairs.widths)
    contrast = pairs.after - factor * pairs.before
    middle = float(contrast.sum()) / games if games else 0.0
    if games < MIN_GAMES or blocks < MIN_BLOCKS:
        return Estimate(middle, -math.inf, math.inf, games)
    apart = contrast / pairs.widths - middle
    variance = float((pairs.widths * apart * apart).sum()) / (blocks - 1)  # of one pair
    extra = max(1.0, pairs.range_after + abs(factor) * pairs.range_before) ** 2 / games
    half = reach(games, alpha) * math.sqrt(variance + extra)
    return Estimate(middle, middle - half, middle + half, games)


def reach(samples: float, alpha: float) -> float:
    """Returns half the width of an interval of a mean, in standard deviations."""
    rho = (-2 * math.log(alpha) + math.log(-2 * math.log(alpha) + 1)) / TIGHTEST_AT
    mixed = 1 + samples * rho
    return math.sqrt(2 * mixed / (samples * samples * rho) * (0.5 * math.log(mixed) - math.log(alpha)))


def _boundary(is_excluded: Callable[[float], bool], inside: float, end: float) -> float:
    """Bisects for the point between `inside` and `end` from which values are excluded."""
    for _ in range(BISECTIONS):
        middle = (inside + end) / 2
        if middle in (0.0, 1.0) or is_excluded(middle):
            end = middle
        else:
            inside = middle
    return end


def _log_beta(a: float, b: float) -> float:
    return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)
