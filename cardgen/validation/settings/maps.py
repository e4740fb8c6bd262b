"""The charts of a sweep as frozen values: a map of tiles for two settings, a line with intervals for one."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, product

from cardgen.foundations.dataclass import dataclass
from cardgen.validation.sampling.confidence import Estimate
from cardgen.validation.settings.sweep import SEAT, Row, Sweep
from cardgen.validation.settings.swept import column_title, groups_of
from cardgen.validation.telling.charts import Axis, minus
from cardgen.validation.wording import estimated, percent

WIDTH = 380
TILE, NAMES, HEAD, FOOT = 30, 84, 18, 34  # heights of tiles, room for names at the left, above and below
PALE, FULL = (0xE9, 0xF1, 0xF9), (0x17, 0x4A, 0x7C)
WHITE_TEXT_FROM = 0.71  # part of the full colour from which white text is more legible than black
LEFT, RIGHT, TOP, LOW = 48, 330, 14, 170  # edges of the plot
SIZES = {
    "WIDTH": WIDTH, "TILE": TILE, "NAMES": NAMES, "HEAD": HEAD, "FOOT": FOOT, "LEFT": LEFT, "RIGHT": RIGHT, "LOW": LOW,
}  # sizes that the template reads  # fmt: skip
WHISKER_GAP = 3.0  # gap between the whiskers of several lines
NAME_GAP = 11.0  # gap between the names of lines
MAX_MAPS = 24  # maps of one measure; a table shows the rest


@dataclass(frozen=True, slots=True)
class MapTile:
    """A tile. `fill` is its colour, empty if it was not played: then `label` is a sign for that, and `said` has the
    reason."""

    x: float
    y: float
    width: float
    label: str
    said: str
    fill: str = ""
    light: bool = False


@dataclass(frozen=True, slots=True)
class Map:
    """A map of two settings as tiles: `across` from left to right, `down` from top to bottom, with the places of their
    values."""

    title: str
    about: str
    across: str
    down: str
    columns: tuple[tuple[float, str], ...]
    rows: tuple[tuple[float, str], ...]
    tiles: tuple[MapTile, ...]
    height: int


@dataclass(frozen=True, slots=True)
class SeriesLine:
    """A line: its points with their intervals (x, y, upper end, lower end), its `name` at the end, and the height
    of the name (`named`)."""

    name: str
    path: str
    points: tuple[tuple[float, float, float, float], ...]
    number: int
    named: tuple[float, float]


@dataclass(frozen=True, slots=True)
class LineChart:
    title: str
    about: str
    across: str
    columns: tuple[tuple[float, str], ...]
    ticks: tuple[tuple[float, str], ...]
    lines: tuple[SeriesLine, ...]
    height: int = LOW + FOOT


Chart = Map | LineChart


def charts(asked: Sweep) -> Iterator[tuple[str, str, list[Chart]]]:
    """Makes the series of charts, one for each measure: a title, how to read it, the charts."""
    for name in asked.measures:
        made = [chart for title, rows in groups_of(asked) for chart in _charts(asked, name, title, rows)]
        if made:
            title = "Who wins?" if name == SEAT else name.replace("_", " ")
            yield title, _reading(asked, name, len(made) > MAX_MAPS), made[:MAX_MAPS]


def _reading(asked: Sweep, name: str, more: bool) -> str:
    what = "Share of games that each seat wins. " if name == SEAT else ""
    if len(asked.space.axes) == 1:
        return f"{what}Vertical strokes are 95% intervals. Points that cardgen could not play have none."
    cut = f" The charts show the first {MAX_MAPS}; the table has the rest." if more else ""
    return (
        f"{what}Darker means more, on one scale for each number of players. Shades that hardly differ can be "
        f"chance. A dash marks a point that cannot be played, a dot one that was not tried.{cut}"
    )


def _charts(asked: Sweep, name: str, title: str, rows: Sequence[Row]) -> Iterator[Chart]:
    columns = [column for column in asked.columns if column == name or (name == SEAT and column.startswith(f"{SEAT}:"))]
    columns = [column for column in columns if any(column in row.estimates for row in rows)]
    if not columns:
        return
    if len(asked.space.axes) == 1:
        yield _lines(asked, title, rows, columns)
        return
    scale = _scale([row.estimates[column] for row in rows for column in columns if column in row.estimates])
    across, down, *rest = range(len(asked.space.axes))
    for values in product(*(asked.space.axes[place].values for place in rest)):
        here = [row for row in rows if tuple(row.point[place] for place in rest) == values]
        held = ", ".join(f"{asked.space.axes[place].name} {value}" for place, value in zip(rest, values, strict=True))
        for column in columns if any(row.estimates for row in here) else ():
            whose = column_title(column) if name == SEAT else ""
            shown = ": ".join(filter(None, (title, ", ".join(filter(None, (whose, held))))))
            yield _map(asked, shown, {(row.point[across], row.point[down]): row for row in here}, column, scale)


def _scale(estimates: Sequence[Estimate]) -> tuple[float, float]:
    """The values of the lightest and the darkest tile, at least as far apart as a common interval, so that chance does
    not look like an effect."""
    low, high = min(each.mean for each in estimates), max(each.mean for each in estimates)
    widths = sorted(each.high - each.low for each in estimates if math.isfinite(each.low))
    more = max(0.0, 2 * widths[len(widths) // 2] - (high - low)) if widths else 0.0
    return low - more / 2, high + more / 2


# ---- two settings


def _map(asked: Sweep, title: str, rows: Mapping[tuple[str, str], Row], column: str, scale: tuple[float, float]) -> Map:
    across, down = asked.space.axes[:2]
    share = asked.shares(column)
    low, high = scale
    width = round((WIDTH - NAMES) / len(across.values), 2)
    tiles, said = [], []
    for (j, vertical), (i, horizontal) in product(enumerate(down.values), enumerate(across.values)):
        row = rows.get((horizontal, vertical))
        where = f"{across.name} {horizontal}, {down.name} {vertical}"
        x, y = round(NAMES + i * width, 2), HEAD + j * TILE
        if row is None or column not in row.estimates:
            why = row.note if row else "not tried"
            tiles.append(MapTile(x, y, width, "–" if row else "·", f"{where}: {why}"))
        else:
            estimate = row.estimates[column]
            part = (estimate.mean - low) / (high - low) if high > low else 0.0
            whole = minus(f"{where}: {estimated(estimate, share)}")
            tiles.append(
                MapTile(x, y, width, _short(estimate, share, high), whole, _colour(part), part > WHITE_TEXT_FROM)
            )
            said.append(whole)
    return Map(
        title,
        "; ".join(said) + ".",
        across.name,
        down.name,
        tuple((round(NAMES + (i + 0.5) * width, 2), value) for i, value in enumerate(across.values)),
        tuple((HEAD + (j + 0.5) * TILE, value) for j, value in enumerate(down.values)),
        tuple(tiles),
        HEAD + TILE * len(down.values) + FOOT,
    )


def _short(estimate: Estimate, share: bool, high: float) -> str:
    """A figure that a tile has room for, with as many digits as its neighbours."""
    if share:
        return percent(estimate.mean)
    return f"{estimate.mean:.{max(0, min(2, 2 - math.floor(math.log10(max(abs(high), 0.01)))))}f}"


def _colour(part: float) -> str:
    mixed = (round(pale + (full - pale) * part) for pale, full in zip(PALE, FULL, strict=True))
    return "#" + "".join(f"{channel:02x}" for channel in mixed)


# ---- one setting


def _lines(asked: Sweep, title: str, rows: Sequence[Row], columns: Sequence[str]) -> LineChart:
    (across,) = asked.space.axes
    known = {row.point[0]: row for row in rows}
    share = asked.shares(columns[0])
    scale = 100 if share else 1
    all_estimates = [row.estimates[column] for row in rows for column in columns if column in row.estimates]
    ends = [
        end * scale
        for estimate in all_estimates
        for end in (estimate.low, estimate.high, estimate.mean)
        if math.isfinite(end)
    ]
    upright = Axis(min(ends), max(ends), "%" if share else "", LOW, TOP)
    step = (RIGHT - LEFT) / len(across.values)
    places = {value: round(LEFT + (index + 0.5) * step, 1) for index, value in enumerate(across.values)}
    series = {
        column: {
            value: row.estimates[column]
            for value in across.values
            if (row := known.get(value)) and column in row.estimates
        }
        for column in columns
    }
    made, heights = [], _spread([upright.at(scale * [*of.values()][-1].mean) for of in series.values()])
    for number, (column, of) in enumerate(series.items()):
        shift = WHISKER_GAP * (number - (len(columns) - 1) / 2)
        points = tuple(_point(places[value] + shift, each, upright, scale) for value, each in of.items())
        path = "M" + "L".join(f"{x} {y}" for x, y, *_ in points)
        name = column_title(column) if len(columns) > 1 else ""
        made.append(SeriesLine(name, path, points, number, (points[-1][0] + 8, heights[number])))
    said = [
        f"{column_title(column)}, {across.name} {value}: {minus(estimated(each, share))}"
        for column, of in series.items()
        for value, each in of.items()
    ]
    crowded = -(-len(across.values) // 12)  # one in so many values has a label
    named = [(place, value) for index, (value, place) in enumerate(places.items()) if index % crowded == 0]
    return LineChart(title, "; ".join(said) + ".", across.name, tuple(named), upright.ticks, tuple(made))


def _has(known: Mapping[str, Row], value: str, column: str) -> bool:
    return value in known and column in known[value].estimates


def _point(x: float, estimate: Estimate, upright: Axis, scale: float) -> tuple[float, float, float, float]:
    return (
        round(x, 1),
        upright.at(estimate.mean * scale),
        upright.at(estimate.high * scale),
        upright.at(estimate.low * scale),
    )


def _spread(heights: Sequence[float]) -> list[float]:
    """Places of names near these heights, none over another."""
    made = list(heights)
    order = sorted(range(len(made)), key=made.__getitem__)
    for above, place in pairwise(order):
        made[place] = max(made[place], made[above] + NAME_GAP)
    return [round(height, 1) for height in made]
