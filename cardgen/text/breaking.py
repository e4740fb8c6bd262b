"""Breaks a paragraph into lines: the breaks are chosen together, so that lines come out as even as they can.

After Knuth and Plass, Breaking Paragraphs into Lines (1981): boxes, spaces and breaks with a penalty; here for
ragged lines of natural width.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Box:
    """Something that is drawn, `width` wide; `item` is the caller's own."""

    width: float
    item: Any = None


@dataclass(frozen=True, slots=True)
class Space:
    """A gap at which a line may end; it is not drawn at a line's end."""

    width: float
    item: Any = None


@dataclass(frozen=True, slots=True)
class Break:
    """A place inside a word at which a line may end, with `item` (a hyphen) drawn there; `forced`: it must."""

    width: float = 0.0
    item: Any = None
    forced: bool = False


Piece = Box | Space | Break
HYPHEN_COST = 0.6  # a hyphen is worth a line that is so much (squared) of its width short


def break_lines(pieces: Sequence[Piece], width: float) -> list[list[Piece]] | None:
    """The pieces of each line, or None where a single piece is wider than a line.

    Among the breakings with the fewest lines, the one whose lines are the most even. A hyphen that is
    drawn stands at the end of its line as a Box.
    """
    stops = [i for i, piece in enumerate(pieces) if not isinstance(piece, Box)] + [len(pieces)]
    best: dict[int, tuple[int, float, int | None]] = {-1: (0, 0.0, None)}
    starts = [-1]
    for stop in stops:
        candidates = []
        for start in reversed(starts):
            line = _line(pieces, start, stop)
            natural = sum(piece.width for piece in line)
            if natural > width + 1e-9:
                break
            lines, cost, _ = best[start]
            short = 0.0 if stop == len(pieces) and not lines else ((width - natural) / width) ** 2
            hyphen = (
                HYPHEN_COST
                if stop < len(pieces) and isinstance(pieces[stop], Break) and line and pieces[stop].item
                else 0.0
            )
            candidates.append((lines + 1, cost + short + hyphen, start))
        if candidates:
            best[stop] = min(candidates, key=lambda found: (found[0], found[1]))
            starts.append(stop)
            if stop < len(pieces) and isinstance(pieces[stop], Break) and pieces[stop].forced:
                starts = [stop]
    if len(pieces) not in best:
        return None
    lines, stop = [], len(pieces)
    while stop != -1:
        start = best[stop][2]
        lines.append(_line(pieces, start, stop))
        stop = start
    return lines[::-1]


def _line(pieces: Sequence[Piece], start: int, stop: int) -> list[Piece]:
    """What is drawn between two stops: no spaces at the ends, no breaks inside, a hyphen at the end."""
    line = [piece for piece in pieces[start + 1 : stop] if not isinstance(piece, Break)]
    while line and isinstance(line[0], Space):
        line.pop(0)
    while line and isinstance(line[-1], Space):
        line.pop()
    if stop < len(pieces) and isinstance(pieces[stop], Break) and pieces[stop].item is not None:
        line.append(Box(pieces[stop].width, pieces[stop].item))
    return line
