"""Charts as frozen values: rows of marks on one axis, with a text that says the same. The page's template draws them.

Lengths are the drawing's own units; a drawing is WIDTH of them wide and is scaled to the page.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import numpy as np

from cardgen.foundations.dataclass import dataclass

WIDTH, LEFT, RIGHT = 380, 128, 64  # widths: the chart, names at its left, figures at its right
ROW, TOP, FOOT = 24, 6, 22
SIZES = {"WIDTH": WIDTH, "LEFT": LEFT, "ROW": ROW, "TOP": TOP, "FOOT": FOOT}  # sizes that the template reads


@dataclass(frozen=True, slots=True)
class ChartMark:
    """A mark in a chart. `kind` is whisker, box or bar (from `x` to `to`), or dot, diamond or median (at `x`); `shift`
    moves it down the row."""

    kind: str
    x: float
    to: float = 0.0
    shift: float = 0.0


@dataclass(frozen=True, slots=True)
class Row:
    name: str
    marks: tuple[ChartMark, ...]
    figure: str
    said: str  # words of the text alternative


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart. The middle of a row is `TOP + ROW * (index + 0.5)`; `line` is the place of an upright line, such as no
    change."""

    title: str
    about: str
    rows: tuple[Row, ...]
    ticks: tuple[tuple[float, str], ...]
    line: float | None = None

    @property
    def height(self) -> int:
        return TOP + ROW * len(self.rows) + FOOT


class Axis:
    """Maps numbers to places, from `begin` to `end`; its ends are round numbers."""

    def __init__(
        self, low: float, high: float, unit: str = "", begin: float = LEFT, end: float = WIDTH - RIGHT
    ) -> None:
        self._begin, self._end = begin, end
        if not high > low:
            high = low + 1
        step = _round_step((high - low) / 3)
        self._low, self._high = math.floor(low / step + 1e-9) * step, math.ceil(high / step - 1e-9) * step
        steps = range(round((self._high - self._low) / step) + 1)
        self.ticks = tuple(
            (self.at(self._low + index * step), minus(f"{self._low + index * step:,.10g}{unit}")) for index in steps
        )

    def at(self, value: float) -> float:
        inside = min(max(value, self._low), self._high)
        part = (inside - self._low) / (self._high - self._low)
        return round(self._begin + (self._end - self._begin) * part, 1)


def _round_step(step: float) -> float:
    size = 10.0 ** math.floor(math.log10(step))
    return next(round(size * nice, 12) for nice in (1, 2, 2.5, 5, 10) if step <= size * nice * (1 + 1e-9))


def spread_chart(title: str, rows: Sequence[tuple[str, np.ndarray]]) -> Chart:
    """Draws the distribution of each row's values, each with its frequency: 5 to 95% as a line, the middle half as a
    box, the median as a stroke."""
    marks = [(name, _quantiles(times), (times[:, 0] * times[:, 1]).sum() / times[:, 1].sum()) for name, times in rows]
    axis = Axis(min(values[0] for _, values, _ in marks), max(values[-1] for _, values, _ in marks))
    made = []
    for name, (least, low, middle, high, most), mean in marks:
        drawn = (
            ChartMark("whisker", axis.at(least), axis.at(most)),
            ChartMark("box", axis.at(low), axis.at(high)),
            ChartMark("median", axis.at(middle)),
        )
        said = f"{name}: median {middle:.4g}, half from {low:.4g} to {high:.4g}, 90% from {least:.4g} to {most:.4g}"
        made.append(Row(name, drawn, f"{mean:.1f}", said))
    return _chart(title, made, axis)


def _quantiles(times: np.ndarray) -> list[float]:
    """The quantiles of 5, 25, 50, 75 and 95%."""
    upto = times[:, 1].cumsum()
    return [float(times[np.searchsorted(upto, share * upto[-1]), 0]) for share in (0.05, 0.25, 0.5, 0.75, 0.95)]


Share = tuple[str, float, float, float]  # label, share from 0 to 1, its interval


def share_chart(title: str, rows: Sequence[tuple[str, Sequence[Share]]], fair: float) -> Chart:
    """Draws one or two shares for each row, with their intervals; the upright line is at `fair`."""
    axis = Axis(0.0, 100 * max(fair, *(high for _, shares in rows for *_, high in shares)), "%")
    made = []
    for name, shares in rows:
        drawn, said = [], []
        for place, (who, share, low, high) in enumerate(shares):
            shift = 0.0 if len(shares) == 1 else (-5.0, 5.0)[place]
            drawn += [
                ChartMark("whisker", axis.at(100 * low), axis.at(100 * high), shift),
                ChartMark(("dot", "diamond")[place], axis.at(100 * share), shift=shift),
            ]
            said.append(f"{who} {100 * share:.1f}% ({100 * low:.1f} to {100 * high:.1f})")
        made.append(Row(name, tuple(drawn), f"{100 * shares[0][1]:.0f}%", f"{name}: {', '.join(said)}"))
    return _chart(title, made, axis, axis.at(100 * fair))


def bar_chart(title: str, rows: Sequence[tuple[str, float]]) -> Chart:
    """Draws a bar from 0 for each row."""
    axis = Axis(0.0, max(value for _, value in rows))
    made = [
        Row(name, (ChartMark("bar", axis.at(0), axis.at(value)),), f"{value:.3g}", f"{name}: {value:.3g}")
        for name, value in rows
    ]
    return _chart(title, made, axis)


def change_chart(title: str, rows: Sequence[tuple[str, float, float, float]], unit: str) -> Chart:
    """Draws a change for each row, with its interval (change, low, high); the upright line is no change."""
    axis = Axis(min(0.0, *(low for *_, low, _ in rows)), max(0.0, *(high for *_, high in rows)), unit)
    made = []
    for name, change, low, high in rows:
        drawn = (ChartMark("whisker", axis.at(low), axis.at(high)), ChartMark("dot", axis.at(change)))
        said = f"{name}: {change:+.1f}{unit} ({low:+.1f} to {high:+.1f})"
        label = f"{change:+.0f}{unit}" if abs(change) >= 9.5 else f"{change:+.1f}{unit}"
        made.append(Row(name, drawn, minus(label), minus(said)))
    return _chart(title, made, axis, axis.at(0))


def minus(number: str) -> str:
    """Returns text in which numbers have a true minus sign."""
    return re.sub(r"(?<![\w-])-(?=\d)", "−", number)


def _chart(title: str, rows: Sequence[Row], axis: Axis, line: float | None = None) -> Chart:
    return Chart(title, "; ".join(row.said for row in rows) + ".", tuple(rows), axis.ticks, line)
