"""Breaks a paragraph into lines. It chooses all breaks together, so the lines are as even as possible.

It follows Knuth and Plass, Breaking Paragraphs into Lines (1981), with what they call boxes, glue and penalties, for
ragged lines of natural width.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Any

from cardgen.foundations.dataclass import dataclass
from cardgen.text.pieces import Drawn


@dataclass(frozen=True, slots=True)
class Box:
    """An item to draw, `width` wide; no box of `geometry`. `level` is odd if it is read from the right (Unicode
    Standard Annex #9)."""

    width: float
    item: Drawn | None = None
    level: int = 0


@dataclass(frozen=True, slots=True)
class Space:
    """A space at which a line can end; it is not drawn there."""

    width: float
    item: Drawn | None = None
    level: int = 0


@dataclass(frozen=True, slots=True)
class Break:
    """A place inside a word at which a line can end, with `item` (a hyphen) drawn there, or must end if `forced`. A
    line that ends there costs as much as one that is short by the square root of `cost`, as a part of its width."""

    width: float = 0.0
    item: Drawn | None = None
    forced: bool = False
    cost: float = 0.0


Piece = Box | Space | Break
_ROUNDING = 1e-9  # tolerance of widths
HYPHEN_COST = 0.6  # cost of a hyphen: that of a line short by the square root of this, as a part of its width


BOX, SPACE, BREAK = range(3)
Metrics = tuple[int, float, bool, bool, float]
"""The properties of a piece that breaking needs: its kind, its width, whether it draws something, whether it must
break, and the cost of ending a line there."""


def metrics(pieces: Sequence[Piece]) -> tuple[Metrics, ...]:
    """The metrics of pieces. Texts with the same metrics break alike."""
    return tuple([
        _shared(BOX, piece.width, True, False, 0.0) if isinstance(piece, Box)
        else _shared(SPACE, piece.width, True, False, 0.0) if isinstance(piece, Space)
        else _shared(BREAK, piece.width, piece.item is not None, piece.forced, piece.cost)
        for piece in pieces
    ])  # fmt: skip


@lru_cache(maxsize=20_000)  # equal ones share an object: a large deck has hundreds of thousands
def _shared(*metrics: Any) -> Metrics:
    return metrics  # type: ignore[return-value]


def break_lines(
    pieces: Sequence[Piece], width: float, known: tuple[Metrics, ...] | None = None
) -> list[list[Piece]] | None:
    """The pieces of each line, or None if a single piece is wider than a line. Their metrics can be `known`.

    It chooses the most even lines among the breakings with the fewest lines. A drawn hyphen is a Box at the end of its
    line.
    """
    stops = _stops(metrics(pieces) if known is None else known, width)
    return [_line(pieces, start, stop) for start, stop in pairwise((-1, *stops))] if stops is not None else None


def fill_lines(
    pieces: Sequence[Piece], width: float, known: tuple[Metrics, ...] | None = None
) -> list[list[Piece]] | None:
    """As `break_lines`, but each line has as many pieces as it can hold."""
    own = metrics(pieces) if known is None else known
    lines: list[list[Piece]] = []
    at, total = 0, 0.0
    while (stop := _farthest(own, at, total, width + _ROUNDING)) is not None:
        lines.append(_line(pieces, at - 1, min(stop[0] - 1, len(pieces))))
        if stop[0] > len(own):
            return lines
        at, total = stop
    return None


def count_lines(metrics: tuple[Metrics, ...], width: float) -> int | None:
    """The number of lines of `break_lines` for pieces with these metrics: greedy lines are the fewest.

    No piece may have a negative width, by letters moved closer, that makes a longer line narrower.
    """
    room = width + _ROUNDING
    lines, at, total = 0, 0, 0.0  # `total` is the width of everything before `at`
    while (stop := _farthest(metrics, at, total, room)) is not None:
        lines += 1
        if stop[0] > len(metrics):
            return lines
        at, total = stop
    return None


def _farthest(metrics: tuple[Metrics, ...], at: int, total: float, room: float) -> tuple[int, float] | None:
    """The index after the longest line from a piece on, beyond the end if there is no further line, with the width of
    everything before it; None if a single piece is wider."""
    farthest: tuple[int, float] | None = None
    begin = -1.0  # width of everything before the line's first box
    end = 0.0
    for index in range(at, len(metrics)):
        kind, wide, visible, forced, _ = metrics[index]
        if kind == BOX:
            begin = total if begin < 0 else begin
            total = end = total + wide
            if end - begin > room:
                return farthest
            continue
        natural = end - begin if begin >= 0 else 0.0
        total += wide if kind == SPACE else 0.0
        if natural + (wide if kind == BREAK and visible else 0.0) <= room:
            farthest = index + 1, total
            if forced:
                return farthest
    return len(metrics) + 1, total


@lru_cache(maxsize=20_000)  # editions of a game share most texts
def _stops(metrics: tuple[Metrics, ...], width: float) -> tuple[int, ...] | None:
    """The index of the space or break that ends each line."""
    total = [0.0, *accumulate(0.0 if kind == BREAK else wide for kind, wide, *_ in metrics)]
    first, last = edges(metrics)
    before = {-1: -1}  # previous stop of each stop
    end = len(metrics)
    if total[last[end] + 1] - total[first[0]] <= width and not any(each[3] for each in metrics):
        return (end,)  # most texts have one line
    starts = [(-1, 0, 0.0, first[0], total[first[0]])]  # a stop, its lines, its cost, and the start of the next line
    for stop in (*(index for index, each in enumerate(metrics) if each[0] != BOX), end):
        kind, wide, visible, forced, own = metrics[stop] if stop < end else (SPACE, 0.0, False, False, 0.0)
        hyphen = kind == BREAK and visible
        after = last[stop] + 1
        reached, more = total[after], wide if hyphen else 0.0
        fewest, least, last_start = end + 1, 0.0, None
        for start, lines, cost, begin, left in reversed(starts):
            natural = (reached - left if after > begin else 0.0) + more
            if natural > width + _ROUNDING:
                break
            short = 0.0 if stop == end and not lines else ((width - natural) / width) ** 2
            cost += short + own + (HYPHEN_COST if hyphen and after > begin else 0.0)
            if lines < fewest or (lines == fewest and cost < least):
                fewest, least, last_start = lines, cost, start
        if last_start is not None:
            before[stop] = last_start
            begin = first[min(stop + 1, end)]
            starts = [] if forced else starts
            starts.append((stop, fewest + 1, least, begin, total[begin]))
    if end not in before:
        return None
    stops, stop = [], end
    while stop != -1:
        stops.append(stop)
        stop = before[stop]
    return tuple(stops[::-1])


def edges(metrics: Sequence[Metrics]) -> tuple[list[int], list[int]]:
    """For each index, the first box from it on and the last box before it, with which lines begin and end."""
    count = len(metrics)
    first, last = [count] * (count + 1), [-1] * (count + 1)
    for index in range(count - 1, -1, -1):
        first[index] = index if metrics[index][0] == BOX else first[index + 1]
    for index in range(count):
        last[index + 1] = index if metrics[index][0] == BOX else last[index]
    return first, last


def _line(pieces: Sequence[Piece], start: int, stop: int) -> list[Piece]:
    """The drawn pieces between two stops: no spaces at the ends, no breaks inside, perhaps a hyphen at the end."""
    line: list[Piece] = [piece for piece in pieces[start + 1 : stop] if not isinstance(piece, Break)]
    while line and isinstance(line[0], Space):
        line.pop(0)
    while line and isinstance(line[-1], Space):
        line.pop()
    if stop < len(pieces) and isinstance(pieces[stop], Break) and pieces[stop].item is not None:
        line.append(Box(pieces[stop].width, pieces[stop].item))
    return line
