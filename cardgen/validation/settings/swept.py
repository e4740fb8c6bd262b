"""Writes the table of a sweep: for a terminal, as CSV, as Parquet, as JSON."""

from __future__ import annotations

import csv
import io
import math
import textwrap
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from cardgen.foundations.errors import fail
from cardgen.validation.sampling.confidence import Estimate
from cardgen.validation.settings.space import Axis
from cardgen.validation.settings.sweep import Row, Sweep
from cardgen.validation.telling.tell import WIDTH, table_lines
from cardgen.validation.wording import estimated, quantity

Value = str | int | float | None
DIGITS = 6  # digits of the figures for programs


def column_title(column: str) -> str:
    """`seat 1` for the share of games that the first seat wins."""
    name, colon, seat = column.partition(":")
    return f"{name} {int(seat) + 1}" if colon else column.replace("_", " ")


def heading(asked: Sweep) -> str:
    """Returns the heading, such as `my_game / base: 32 points`, and of how many points they are a sample."""
    points, size = len(asked.trials), asked.space.size
    tried = quantity(points, "point") + (f" of {size:,}" if points < size else "")
    return f"{asked.definition.name} / {asked.definition.edition}: {tried}"


def how_sure(asked: Sweep) -> str:
    """Explains what the intervals mean."""
    played = [row for row in asked.rows if row.estimates]
    seeds = f"All points are dealt from the same seeds, from {asked.ground.seed} on. " if played else ""
    return (
        f"{seeds}Each interval is right with a chance of 95%, however often you look and whenever you stop. Of many "
        "intervals, some are wrong."
    )


def as_text(asked: Sweep) -> str:
    """Returns the table of all points as text, with what it rests on."""
    rows = rows_in_words(asked)
    first = len(asked.space.axes)
    alike = {first + place for place in (0, 1) if len({row[first + place] for row in rows[1:]}) == 1}
    shown = [[text for place, text in enumerate(row[:-1]) if place not in alike] for row in rows]
    figures = range(len(shown[0]) - len(asked.columns), len(shown[0]))
    table = table_lines(shown, figures)
    notes = (f"  {row[-1]}" if row[-1] else "" for row in rows)
    title = heading(asked)
    lines = [title, "=" * len(title), *(line + why for line, why in zip(table, notes, strict=True))]
    lines += ["", *textwrap.wrap(how_sure(asked), WIDTH), *idle(asked)]
    if asked.stopped:
        lines.append("You stopped the sweep before all games were played. The same command continues from here.")
    return "\n".join(lines)


def idle(asked: Sweep) -> list[str]:
    """Returns a sentence for each setting that made no difference."""
    return [f"{name} changed nothing in any of these games." for name in asked.idle]


def rows_in_words(asked: Sweep) -> list[list[str]]:
    """Returns a heading and the rows: settings, players, policies, games, measures, or why there are none."""
    head = [
        *(axis.name for axis in asked.space.axes),
        "players",
        "policies",
        "games",
        *map(column_title, asked.columns),
    ]
    made = [[*head, ""]]
    for row in asked.rows:
        figures = (_estimated(asked, row, column) for column in asked.columns)
        made.append([*row.point, str(row.players), row.policies, f"{row.games:,}", *figures, row.note])
    return made


def _estimated(asked: Sweep, row: Row, column: str) -> str:
    return estimated(row.estimates[column], asked.shares(column)) if column in row.estimates else ""


def columns(asked: Sweep) -> dict[str, list[Value]]:
    """Returns figures for programs, column by column: settings, as numbers if they are, and for each measure the mean
    and the ends of its interval (shares from 0 to 1), or None."""
    rows = asked.rows
    columns: dict[str, list[Value]] = {
        axis.name: [_typed(axis, row.point[place]) for row in rows] for place, axis in enumerate(asked.space.axes)
    }
    columns |= {"players": [row.players for row in rows], "policies": [row.policies for row in rows]}
    columns |= {"games": [row.games for row in rows]}
    for column in asked.columns:
        name = column_title(column).replace(" ", "_")
        for end, part in (("mean", ""), ("low", "_low"), ("high", "_high")):
            columns[name + part] = [_number(row.estimates.get(column), end) for row in rows]
    return columns | {"note": [row.note or None for row in rows]}


def _typed(axis: Axis, value: str) -> str | int:
    return int(value) if axis.numbers else value


def _number(estimate: Estimate | None, end: str) -> float | None:
    value = getattr(estimate, end) if estimate else math.inf
    return round(value, DIGITS) if math.isfinite(value) else None


def as_csv(asked: Sweep) -> bytes:
    made = io.StringIO()
    table = columns(asked)
    writer = csv.writer(made, lineterminator="\n")
    writer.writerow(table)
    writer.writerows(zip(*table.values(), strict=True))
    return made.getvalue().encode()


def require_parquet() -> None:
    """Raises InputError if the library that writes Parquet is not installed."""
    try:
        import_module("pyarrow")
    except ImportError:
        raise fail("--parquet needs pyarrow: pip install 'cardgen[parquet]'; --csv needs nothing") from None


def as_parquet(asked: Sweep) -> bytes:
    """Returns the figures as a Parquet file. Raises InputError if pyarrow is not installed."""
    require_parquet()
    arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    made = io.BytesIO()
    numbers = {axis.name for axis in asked.space.axes if axis.numbers} | {"players", "games"}
    words = {axis.name for axis in asked.space.axes} - numbers | {"policies", "note"}
    kinds = dict.fromkeys(numbers, arrow.int64()) | dict.fromkeys(words, arrow.string())
    table = {name: arrow.array(values, kinds.get(name, arrow.float64())) for name, values in columns(asked).items()}
    parquet.write_table(arrow.table(table), made)
    return made.getvalue()


def as_json(asked: Sweep) -> dict[str, Any]:
    table = columns(asked)
    return {
        "game": asked.definition.name,
        "variant": asked.definition.variant,
        "settings": dict(asked.ground.settings),
        "over": {axis.name: [_typed(axis, value) for value in axis.values] for axis in asked.space.axes},
        "seed": asked.ground.seed,
        "complete": not asked.stopped,
        "idle": list(asked.idle),
        "rows": [dict(zip(table, values, strict=True)) for values in zip(*table.values(), strict=True)],
    }


def groups_of(asked: Sweep) -> Iterator[tuple[str, list[Row]]]:
    """Groups the rows by number of players and policies, each group with its title."""
    groups: dict[tuple[int, str], list[Row]] = {}
    for row in asked.rows:
        groups.setdefault((row.players, row.policies), []).append(row)
    for (players, policies), rows in groups.items():
        yield f"{quantity(players, 'player')}, {policies}", rows
