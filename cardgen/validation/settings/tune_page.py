"""Writes the page of `cardgen tune --report`: the best points and their trade-offs, in one HTML file that needs no
other."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path

from cardgen.foundations.dataclass import dataclass
from cardgen.validation.settings.trials import Trial
from cardgen.validation.settings.tune import REPORTED_POINTS, Tuning
from cardgen.validation.settings.tuned import (
    as_variant,
    column,
    how_sure,
    is_share,
    next_steps,
    outcome,
    rows_in_words,
    wished,
)
from cardgen.validation.telling.charts import Axis, minus
from cardgen.validation.telling.page import rendered
from cardgen.validation.wording import estimated

TEMPLATE = "tune.html.j2"
WIDTH, HEIGHT = 380, 250
LEFT, RIGHT, TOP, LOW = 52, 368, 24, 206  # edges of the plot
MAX_CHARTS = 12  # charts; the table has the rest
KINDS = {True: "met", None: "open", False: "missed"}


@dataclass(frozen=True, slots=True)
class Dot:
    """A point of the search: its place, whether it meets the goals, and whether no other point beats it."""

    x: float
    y: float
    kind: str
    said: str


@dataclass(frozen=True, slots=True)
class Trade:
    """A chart of two measures of all points. `wished` is the rectangle in which both bounds are met: x, y, width,
    height. `front` is a line through the points that no other beats."""

    title: str
    about: str
    across: str
    upright: str
    columns: tuple[tuple[float, str], ...]
    rows: tuple[tuple[float, str], ...]
    wished: tuple[float, float, float, float]
    dots: tuple[Dot, ...]
    front: str


def page(tuning: Tuning, out: Path | None = None) -> str:
    """Returns the page as text; the same games give the same page. Raises InputError for a faulty template."""
    definition = tuning.game.definition
    words = tuning.game.words(definition.languages[0])
    head, *rows = rows_in_words(tuning, tuning.ranked)
    return rendered(
        TEMPLATE,
        title=words.say("game.title"),
        heading=f"{definition.name} / {definition.edition}: {wished(tuning)}",
        outcome=outcome(tuning),
        within=[(axis.name, ", ".join(axis.values)) for axis in tuning.ground.space.axes],
        trades=list(trades(tuning)),
        front=rows_in_words(tuning, tuning.front[:REPORTED_POINTS]) if len(tuning.front) > 1 else [],
        head=head,
        rows=rows,
        names=2 + len(tuning.ground.space.axes),
        sure=how_sure(tuning),
        next=[line for line in next_steps(tuning, out) if line],
        variant=as_variant(tuning, out) if out and tuning.best else "",
        width=WIDTH,
        height=HEIGHT,
        field=(LEFT, RIGHT, TOP, LOW),
    )


def trades(tuning: Tuning) -> Iterator[Trade]:
    """Makes a chart for every two goals with the same number of players."""
    asked = tuning.answers(tuning.playable[0]) if tuning.playable else []
    pairs = [
        (one, other)
        for one, other in combinations(range(len(asked)), 2)
        if asked[one][0].players == asked[other][0].players
    ]
    for one, other in pairs[:MAX_CHARTS]:
        yield _trade(tuning, one, other)


def _trade(tuning: Tuning, one: int, other: int) -> Trade:
    across, upright = (_scale(tuning, place) for place in (one, other))
    ways = ((across, LEFT, RIGHT), (upright, LOW, TOP))
    axes = [Axis(min(scale.ends), max(scale.ends), scale.unit, begin, end) for scale, begin, end in ways]
    (left, right), (bottom, top) = (
        [axis.at(bound) if math.isfinite(bound) else end for bound, end in zip(scale.bounds, ends, strict=True)]
        for axis, scale, ends in zip(axes, (across, upright), ((LEFT, RIGHT), (LOW, TOP)), strict=True)
    )
    dots = tuple(
        Dot(axes[0].at(across.values[place]), axes[1].at(upright.values[place]), KINDS[tuning.met(trial)],
            minus(f"{_settings(tuning, trial)}: {across.said[place]}, {upright.said[place]}"))
        for place, trial in enumerate(tuning.ranked)
    )  # fmt: skip
    unbeaten = {trial.point for trial in tuning.front}
    front = sorted((dot.x, dot.y) for dot, trial in zip(dots, tuning.ranked, strict=True) if trial.point in unbeaten)
    return Trade(
        f"{across.name} and {upright.name}",
        "; ".join(dot.said for dot in dots) + ".",
        across.name,
        upright.name,
        axes[0].ticks,
        axes[1].ticks,
        (left, top, round(right - left, 1), round(bottom - top, 1)),
        dots,
        "M" + "L".join(f"{x} {y}" for x, y in front) if len(front) > 1 else "",
    )


@dataclass(frozen=True, slots=True)
class _Scale:
    """A measure of all points, with the bounds that it must keep; a bound is infinite if there is none."""

    name: str
    unit: str
    values: Sequence[float]
    said: Sequence[str]
    bounds: tuple[float, float]

    @property
    def ends(self) -> list[float]:
        return [*self.values, *filter(math.isfinite, self.bounds)]


def _scale(tuning: Tuning, place: int) -> _Scale:
    """The scale of the goal with an index."""
    answers = [tuning.answers(trial)[place] for trial in tuning.ranked]
    cell, asked, _ = answers[0]
    name, share = column(tuning, cell, asked), is_share(cell, asked)
    scale = 100 if share else 1
    return _Scale(
        name,
        "%" if share else "",
        [scale * measured.mean for *_, measured in answers],
        [f"{name} {estimated(measured, share)}" for *_, measured in answers],
        (scale * asked.low if asked.low else -math.inf, scale * asked.high),
    )


def _settings(tuning: Tuning, trial: Trial) -> str:
    names = (axis.name for axis in tuning.ground.space.axes)
    return ", ".join(f"{name} {value}" for name, value in zip(names, trial.point, strict=True))
