"""Makes the charts of a variant's played games, one for each number of players and option."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.foundations.dataclass import dataclass
from cardgen.play.seating import RANDOM
from cardgen.validation import titles
from cardgen.validation.questions.kinds import of_kinds
from cardgen.validation.results import CellResult, VariantResult
from cardgen.validation.sampling.cells import Cell
from cardgen.validation.sampling.game_sums import COMPARED
from cardgen.validation.sampling.metrics import SHOWN_ALPHA
from cardgen.validation.telling.answers import compared
from cardgen.validation.telling.charts import Chart, bar_chart, change_chart, share_chart, spread_chart
from cardgen.validation.wording import quantity, short

MIN_BASE_SHARE = 0.005  # value of the base below which a change in per cent means nothing


@dataclass(frozen=True, slots=True)
class Series:
    """Charts of one kind, and how to read them."""

    title: str
    reading: str
    charts: tuple[Chart, ...]


def series(part: VariantResult) -> list[Series]:
    """Makes all charts of a variant, without kinds that have nothing to show."""
    groups = _by_players(part.played_cells)
    alikes = list(_alike(groups))
    sensible = part.game.engine.policies.POLICIES[0]
    apart = of_kinds(part.game)  # a table shows these tallies
    tallies = [name for name in part.game.tallies if name not in apart and part.game.provides(name)]
    box = "Line: 90% of the values; box: the middle half; stroke: the median. The mean is on the right."
    charts = [
        Series(
            "Who wins?",
            f"Share of games that a seat wins, with its 95% interval: circle {sensible}, diamond random. The "
            "dashed line is the mean of the seats. The first of the two is on the right.",
            tuple(chart for title, cells in groups for chart in _wins(title, cells, sensible)),
        ),
        Series(
            "How many points?",
            f"Points of a player at the end, by policy. {box}",
            tuple(
                spread_chart(title, [(short(cell.table), cell.seen.points) for cell in alike])
                for title, alike in alikes
            ),
        ),
        Series(
            "How long?",
            f"Turns of a game, all players' together, by policy. {box}",
            tuple(
                spread_chart(title, [(short(cell.table), cell.seen.lengths) for cell in alike])
                for title, alike in alikes
            ),
        ),
        Series(
            "How often does what happen?",
            f"Times per game if all play {sensible} (or the first policy played).",
            tuple(
                bar_chart(f"{agreed(cell)}, {cell.uniform}", _means(cell, tallies))
                for cell in sensible_cells(part)
                if tallies
            ),
        ),
        Series(
            "What differs from the base game?",
            "The change from the base game on the same seeds, with its interval. The dashed line is no change. "
            "If the interval does not touch it, there is a change. Shares of games change by percentage points.",
            tuple(chart for judged in compared(part) for chart in _changes(judged)),
        ),
    ]
    return [one for one in charts if one.charts]


def agreed(cell: Cell) -> str:
    """Says the number of players, such as `3 players`, and what they agreed on before the game."""
    return ", ".join([quantity(cell.players, "player"), *(f"{name} {value}" for name, value in cell.options.items())])


def _by_players(cells: Sequence[Cell]) -> list[tuple[str, list[Cell]]]:
    groups: dict[str, list[Cell]] = {}
    for cell in cells:
        groups.setdefault(agreed(cell), []).append(cell)
    return list(groups.items())


def _alike(groups: Sequence[tuple[str, list[Cell]]]) -> Iterator[tuple[str, list[Cell]]]:
    """The cells in which all play the same policy."""
    for title, cells in groups:
        if alike := [cell for cell in cells if cell.uniform]:
            yield title, alike


def sensible_cells(part: VariantResult) -> list[Cell]:
    """Returns, for each number of players and option, the cell in which all play sensibly, or the first policy
    played."""
    sensible = part.game.engine.policies.POLICIES[0]
    alikes = [alike for _, alike in _alike(_by_players(part.played_cells))]
    return [next((cell for cell in alike if cell.uniform == sensible), alike[0]) for alike in alikes]


def _wins(title: str, cells: Sequence[Cell], sensible: str) -> Iterator[Chart]:
    shown = [cell for name in (sensible, RANDOM) for cell in cells if cell.uniform == name]
    if not shown or shown[0].players < 2:
        return
    rows = []
    for seat in range(shown[0].players):
        estimates = [cell.seen.estimate(f"seat:{seat}", SHOWN_ALPHA) for cell in shown]
        shares = [(short(cell.table), one.mean, one.low, one.high) for cell, one in zip(shown, estimates, strict=True)]
        rows.append((f"seat {seat + 1}" + (" (starts)" if seat == 0 else ""), shares))
    yield share_chart(title, rows, sum(shares[0][1] for _, shares in rows) / len(rows))


def _means(cell: Cell, tallies: Sequence[str]) -> list[tuple[str, float]]:
    return [(titles.tally(cell.game, name), cell.seen.mean(f"tallies.{name}")) for name in tallies]


def _changes(judged: CellResult) -> Iterator[Chart]:
    cell = judged.cell
    title = f"{agreed(cell)}, {cell.uniform or cell.title}"
    numbers, shares = [], []
    for difference in judged.differences[: len(COMPARED)]:
        name, change = difference.measure.replace("_", " "), difference.change
        if difference.share:
            shares.append((name, 100 * change.mean, 100 * change.low, 100 * change.high))
        elif abs(difference.base) > MIN_BASE_SHARE:
            scale = 100 / abs(difference.base)
            numbers.append((name, scale * change.mean, scale * change.low, scale * change.high))
    if numbers:
        yield change_chart(f"{title}: in %", numbers, "%")
    if shares:
        yield change_chart(f"{title}: in percentage points", shares, "")
