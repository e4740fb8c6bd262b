"""Breaks a paragraph into lines: the breaks are chosen together, so that lines come out as even as they can.

After Knuth and Plass, Breaking Paragraphs into Lines (1981): boxes, spaces and breaks with a penalty; here for
ragged lines of natural width.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Any

from cardgen.foundations.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Box:
    """Something that is drawn, `width` wide; `item` is the caller's own. `level` is odd where it is read from the
    right (Unicode Standard Annex #9)."""

    width: float
    item: Any = None
    level: int = 0


@dataclass(frozen=True, slots=True)
class Space:
    """A gap at which a line may end; it is not drawn at a line's end."""

    width: float
    item: Any = None
    level: int = 0


@dataclass(frozen=True, slots=True)
class Break:
    """A place inside a word at which a line may end, with `item` (a hyphen) drawn there; `forced`: it must. Ending
    there costs as much as a line that is `cost` (squared) of its width short."""

    width: float = 0.0
    item: Any = None
    forced: bool = False
    cost: float = 0.0


Piece = Box | Space | Break
HYPHEN_COST = 0.6  # a hyphen is worth a line that is so much (squared) of its width short


BOX, SPACE, BREAK = range(3)
Sign = tuple[int, float, bool, bool, float]
"""What breaking needs of a piece: its kind, its width, whether something is drawn for it, whether it must break, and
what ending a line there costs."""


def signs(pieces: Sequence[Piece]) -> tuple[Sign, ...]:
    """Texts whose pieces have the same signs break alike, whatever they say."""
    return tuple([
        _sign(BOX, piece.width, True, False, 0.0) if isinstance(piece, Box)
        else _sign(SPACE, piece.width, True, False, 0.0) if isinstance(piece, Space)
        else _sign(BREAK, piece.width, piece.item is not None, piece.forced, piece.cost)
        for piece in pieces
    ])  # fmt: skip


@lru_cache(maxsize=20_000)  # one object for all that are the same: a large deck has hundreds of thousands
def _sign(*sign: Any) -> Sign:
    return sign  # type: ignore[return-value]


def break_lines(
    pieces: Sequence[Piece], width: float, known: tuple[Sign, ...] | None = None
) -> list[list[Piece]] | None:
    """The pieces of each line, or None where a single piece is wider than a line; their signs may be `known`.

    Among the breakings with the fewest lines, the one whose lines are the most even. A hyphen that is
    drawn stands at the end of its line as a Box.
    """
    stops = _stops(signs(pieces) if known is None else known, width)
    return [_line(pieces, start, stop) for start, stop in pairwise((-1, *stops))] if stops is not None else None


def count_lines(signs: tuple[Sign, ...], width: float) -> int | None:
    """How many lines `break_lines` makes of pieces with these signs."""
    stops = _stops(signs, width)
    return len(stops) if stops is not None else None


@lru_cache(maxsize=20_000)  # editions of a game say much the same, and sizes are tried again and again
def _stops(signs: tuple[Sign, ...], width: float) -> tuple[int, ...] | None:
    """The index after each line, that of its space or break."""
    total = [0.0, *accumulate(0.0 if kind == BREAK else wide for kind, wide, *_ in signs)]
    first, last = edges(signs)
    best: dict[int, tuple[int, float, int]] = {-1: (0, 0.0, -1)}  # lines, cost, the stop before
    starts = [-1]
    end = len(signs)
    for stop in (*(index for index, sign in enumerate(signs) if sign[0] != BOX), end):
        kind, wide, drawn, forced, own = signs[stop] if stop < end else (SPACE, 0.0, False, False, 0.0)
        hyphen = kind == BREAK and drawn
        found: tuple[int, float, int] | None = None
        after = last[stop] + 1
        for start in reversed(starts):
            begin = first[start + 1]
            natural = (total[after] - total[begin] if after > begin else 0.0) + (wide if hyphen else 0.0)
            if natural > width + 1e-9:
                break
            lines, cost, _ = best[start]
            short = 0.0 if stop == end and not lines else ((width - natural) / width) ** 2
            cost += short + own + (HYPHEN_COST if hyphen and after > begin else 0.0)
            if found is None or (lines + 1, cost) < found[:2]:
                found = lines + 1, cost, start
        if found:
            best[stop] = found
            starts.append(stop)
            if forced:
                starts = [stop]
    if end not in best:
        return None
    stops, stop = [], end
    while stop != -1:
        stops.append(stop)
        stop = best[stop][2]
    return tuple(stops[::-1])


def edges(signs: Sequence[Sign]) -> tuple[list[int], list[int]]:
    """For each index the first box from there on, and the last one before it: what a line begins or ends with."""
    count = len(signs)
    first, last = [count] * (count + 1), [-1] * (count + 1)
    for index in range(count - 1, -1, -1):
        first[index] = index if signs[index][0] == BOX else first[index + 1]
    for index in range(count):
        last[index + 1] = index if signs[index][0] == BOX else last[index]
    return first, last


def _line(pieces: Sequence[Piece], start: int, stop: int) -> list[Piece]:
    """What is drawn between two stops: no spaces at the ends, no breaks inside, a hyphen at the end."""
    line: list[Piece] = [piece for piece in pieces[start + 1 : stop] if not isinstance(piece, Break)]
    while line and isinstance(line[0], Space):
        line.pop(0)
    while line and isinstance(line[-1], Space):
        line.pop()
    if stop < len(pieces) and isinstance(pieces[stop], Break) and pieces[stop].item is not None:
        line.append(Box(pieces[stop].width, pieces[stop].item))
    return line
