"""Writes the figures of a variant as tables, with a row for each cell."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from cardgen.foundations.dataclass import dataclass
from cardgen.play.goals import IDLE, PLAYED
from cardgen.validation import titles
from cardgen.validation.questions.contests import contests
from cardgen.validation.questions.kinds import kinds, of_kinds
from cardgen.validation.questions.worth import gains, goals_met, grades_reached
from cardgen.validation.results import VariantResult
from cardgen.validation.sampling.cells import Cell
from cardgen.validation.sampling.confidence import Estimate
from cardgen.validation.sampling.metrics import SHOWN_ALPHA, metrics
from cardgen.validation.telling.charts import minus
from cardgen.validation.telling.figures import agreed, sensible_cells
from cardgen.validation.wording import figure, interval, percent, short


@dataclass(frozen=True, slots=True)
class FigureTable:
    """A table. Its first two columns name the row: players (with their options), policies."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def tables(part: VariantResult) -> list[FigureTable]:
    """Makes the tables: length and score; by seat; ends, silences, events, card by card; against the base game;
    sources."""
    cells = part.played_cells
    names = [(agreed(cell), short(cell.table)) for cell in cells]
    all_metrics = [metrics(cell.seen) for cell in cells]
    rows = list(zip(names, all_metrics, strict=True))
    apart = of_kinds(part.game)
    made = [
        _table("Length and choices", LENGTH, [(*name, *_length(figures)) for name, figures in rows]),
        _table("Points and ties", POINTS, [(*name, *_points(figures)) for name, figures in rows]),
        _table("Seat by seat", SEATS, [(*name, *seat) for name, figures in rows for seat in _seats(figures)]),
    ]
    for title, key, say, call in (
        ("How games end", "ends", percent, str),
        ("Where the rules are silent: shares of games", "silences", percent, str),
        ("How often what happens: times a game", "tallies", "{:.3g}".format, partial(titles.typed_tally, part.game)),
    ):
        if all_metrics and (columns := [column for column in all_metrics[0][key] if column not in apart]):
            head = [call(column) for column in columns]
            table_rows = [(*name, *(say(figures[key][column]) for column in columns)) for name, figures in rows]
            made.append(_table(title, head, table_rows))
    made += [
        _table("Card by card: times a game", KINDS, list(_kinds(part))),
        _table("Goal by goal: the share of players who meet it", GOALS, list(_goals(part))),
        _table("Alone, by the printed grades", GRADES, list(_grades(part))),
        _table("How well it is played: the first player among others, and an equal there", PLAY, list(_play(cells))),
        _table("What it gains: the first player's wins; points, alone", GAINS, list(_gains(cells))),
        _table("Against the base game, on the same seeds", AGAINST, list(_against(part))),
        _table("What this was made from", FROM, list(_sources(part))),
    ]
    return [table for table in made if table.rows]


LENGTH = ("turns", "rounds", "minutes", "decisions", "options a decision", "forced", "dead ends", "endless")
SEATS = ("seat", "wins", "95% interval", "points", "sd", "least", "most")
POINTS = ("points", "margin", "lead changes", "ties", "ties unbroken", "nobody wins")
KINDS = ("card", "played", "without effect", "share")
GOALS = ("goal", "points", "met by", "95% interval")
GRADES = ("grade", "games", "95% interval")
PLAY = ("wins or points", "interval", "an equal", "interval", "games", "is")
GAINS = ("forgone", "with it", "without")
AGAINST = ("measure", "base", "change", "interval", "differs")
FROM = ("games", "first seed", "last seed", "hash of the rules")


def _table(title: str, head: Sequence[str], rows: Sequence[tuple[str, ...]]) -> FigureTable:
    return FigureTable(title, ("players", "policies", *head), tuple(rows))


def _length(figures: Mapping[str, Any]) -> Iterator[str]:
    yield from (f"{figures[name]:.1f}" for name in ("turns", "rounds", "minutes", "decisions", "options"))
    yield from (percent(figures[name]) for name in ("forced", "dead_ends", "endless"))


def _points(figures: Mapping[str, Any]) -> Iterator[str]:
    yield f"{sum(seat['mean'] for seat in figures['scores']) / len(figures['scores']):.1f}"
    yield from (f"{figures[name]:.1f}" for name in ("margin", "lead_changes"))
    yield from map(percent, (*figures["ties"].values(), figures["nobody_wins"]))


def _seats(figures: Mapping[str, Any]) -> Iterator[Sequence[str]]:
    for seat, (wins, points) in enumerate(zip(figures["win_share"], figures["scores"], strict=True), start=1):
        interval = f"{100 * wins['low']:.1f} to {100 * wins['high']:.1f}%"
        spread = (f"{points['mean']:.1f}", f"{points['sd']:.1f}", str(points["min"]), str(points["max"]))
        yield (str(seat), f"{100 * wins['share']:.1f}%", interval, *spread)


def _kinds(part: VariantResult) -> Iterator[tuple[str, ...]]:
    """How often each kind of card is played, and in vain."""
    for cell in sensible_cells(part):
        for kind in kinds(part.game):
            played, idle = (cell.seen.mean(f"tallies.{what}{kind.name}") for what in (PLAYED, IDLE))
            share = percent(idle / played) if played else "–"
            yield agreed(cell), short(cell.table), kind.title, f"{played:.3g}", f"{idle:.3g}", share


def _goals(part: VariantResult) -> Iterator[tuple[str, ...]]:
    for cell in sensible_cells(part):
        for met in goals_met(cell, SHOWN_ALPHA):
            yield agreed(cell), short(cell.table), met.title, str(met.goal.points), *_share(met.share)


def _grades(part: VariantResult) -> Iterator[tuple[str, ...]]:
    for cell in part.played_cells:
        for grade, share in grades_reached(cell, SHOWN_ALPHA):
            yield agreed(cell), short(cell.table), grade.printed, *_share(share)


def _play(cells: Sequence[Cell]) -> Iterator[tuple[str, ...]]:
    """The rows of play. Both intervals hold together at the shown alpha."""
    for contest in contests(cells):
        share = contest.cell.by_wins
        scale = (100, "%") if share else (1, "")
        who = short(contest.cell.table) if contest.cell.rivals else f"{contest.one}, to {contest.others}"
        figures = [
            text
            for each in (contest.mine, contest.theirs)
            for text in (figure(each, share), interval(each, *scale) if math.isfinite(each.low) else "–")
        ]
        yield agreed(contest.cell), who, *figures, f"{contest.mine.games:,}", contest.outcome


def _gains(cells: Sequence[Cell]) -> Iterator[tuple[str, ...]]:
    for gain in gains(cells, SHOWN_ALPHA):
        say = percent if gain.cell.by_wins else "{:.2f}".format
        yield agreed(gain.cell), short(gain.cell.table), gain.what, say(gain.with_it.mean), say(gain.without.mean)


def _share(share: Estimate) -> tuple[str, str]:
    return percent(share.mean), f"{100 * share.low:.1f} to {100 * share.high:.1f}%"


def _against(part: VariantResult) -> Iterator[tuple[str, ...]]:
    for judged in part.cells:
        for difference in judged.differences:
            scale, unit = (100, "%") if difference.share else (1, "")
            low, high = difference.change.low * scale, difference.change.high * scale
            name = (
                agreed(judged.cell),
                short(judged.cell.table),
                difference.title or difference.measure.replace("_", " "),
            )
            change = minus(f"{difference.change.mean * scale:+.2f}"), minus(f"{low:+.2f} to {high:+.2f}")
            yield (*name, f"{difference.base * scale:.2f}{unit}", *change, "yes" if difference.is_one else "no")


def _sources(part: VariantResult) -> Iterator[tuple[str, ...]]:
    for cell in part.played_cells:
        seeds = (cell.seed, cell.seed + cell.seen.games - 1)
        hashed = part.game.rules_hash(**cell.options)
        yield agreed(cell), short(cell.table), f"{cell.seen.games:,}", *map(str, seeds), hashed
