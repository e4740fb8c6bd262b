"""Breaks running text into lines of one width: all breaks of a paragraph chosen together, the last line left free.

After Knuth and Plass, Breaking Paragraphs into Lines (1981). `breaking` evens out the few lines of a label instead;
here paragraphs are long, so that a line's width comes from running sums.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from cardgen.text.breaking import Box, Break, Piece, Space

STRETCH, SHRINK = 0.6, 0.22  # of a space's width, what looks well
HYPHEN, LADDER = 2500.0, 6000.0  # demerits of a line that ends in a hyphen, and of a second one running
RUNT, RUNT_WIDTH = 1500.0, 0.12  # demerits of a last line that is shorter than so much of the width


@dataclass(frozen=True, slots=True)
class Line:
    """The pieces of a line, and by how many ems each of its spaces is widened."""

    pieces: tuple[Piece, ...]
    stretch: float = 0.0

    @property
    def width(self) -> float:
        return sum(piece.width + (self.stretch if isinstance(piece, Space) else 0.0) for piece in self.pieces)


def set_lines(pieces: Sequence[Piece], width: float, justify: bool) -> list[Line] | None:
    """The lines of a paragraph `width` ems wide, justified or ragged; None where a piece is wider than a line."""
    return _Breaker(pieces, width, justify).lines()


class _Breaker:
    def __init__(self, pieces: Sequence[Piece], width: float, justify: bool) -> None:
        self.pieces, self.width, self.justify = pieces, width, justify
        self.total = [0.0, *accumulate(0.0 if isinstance(piece, Break) else piece.width for piece in pieces)]
        self.spaces = [0.0, *accumulate(piece.width if isinstance(piece, Space) else 0.0 for piece in pieces)]
        self.first, self.last = self._edges()

    def _edges(self) -> tuple[list[int], list[int]]:
        """For each index the first piece from there on, and the last before it, that a line may begin or end with."""
        count = len(self.pieces)
        drawn = [isinstance(piece, Box) for piece in self.pieces]
        first, last = [count] * (count + 1), [-1] * (count + 1)
        for index in range(count - 1, -1, -1):
            first[index] = index if drawn[index] else first[index + 1]
        for index in range(count):
            last[index + 1] = index if drawn[index] else last[index]
        return first, last

    def lines(self) -> list[Line] | None:
        pieces, end = self.pieces, len(self.pieces)
        best: dict[int, tuple[float, int, bool]] = {-1: (0.0, -1, False)}  # demerits, the stop before, a hyphen here
        starts = [-1]
        for stop in (*(index for index, piece in enumerate(pieces) if not isinstance(piece, Box)), end):
            forced = stop == end or (isinstance(pieces[stop], Break) and pieces[stop].forced)
            hyphen = stop < end and isinstance(pieces[stop], Break) and pieces[stop].item is not None
            found: tuple[float, int, bool] | None = None
            for start in reversed(starts):
                cost = self._cost(start, stop, forced, hyphen)
                if cost is None:
                    break
                before, _, after_hyphen = best[start]
                cost += before + (LADDER if hyphen and after_hyphen else 0.0)
                if found is None or cost < found[0]:
                    found = (cost, start, hyphen)
            if found:
                best[stop] = found
                starts = [stop] if forced else [*starts, stop]
            elif forced:
                return None
        return self._collect(best, end)

    def _natural(self, start: int, stop: int) -> tuple[float, float]:
        """The width of what stands between two stops, and that of its spaces."""
        begin, end = self.first[start + 1], self.last[stop] + 1
        if end <= begin:
            return 0.0, 0.0
        hyphen = self.pieces[stop].width if stop < len(self.pieces) and isinstance(self.pieces[stop], Break) else 0.0
        return self.total[end] - self.total[begin] + hyphen, self.spaces[end] - self.spaces[begin]

    def _cost(self, start: int, stop: int, forced: bool, hyphen: bool) -> float | None:
        """The demerits of a line; None if it is too wide."""
        natural, spaces = self._natural(start, stop)
        slack = self.width - natural
        if slack < -1e-9 - (SHRINK * spaces if self.justify else 0.0):
            return None
        extra = HYPHEN if hyphen else 0.0
        if forced and slack >= 0:
            return RUNT if start >= 0 and natural < RUNT_WIDTH * self.width else 0.0
        if self.justify:
            ratio = slack / spaces / (STRETCH if slack > 0 else SHRINK) if spaces else 9.0
            return (10 + 100 * min(abs(ratio), 9.0) ** 3) ** 2 + extra
        return (10 + 400 * (slack / self.width) ** 2 * 4) ** 2 + 2 * extra

    def _collect(self, best: dict[int, tuple[float, int, bool]], stop: int) -> list[Line]:
        found = []
        while stop != -1:
            start = best[stop][1]
            found.append(self._line(start, stop))
            stop = start
        return found[::-1]

    def _line(self, start: int, stop: int) -> Line:
        begin, end = self.first[start + 1], self.last[stop] + 1
        line = [piece for piece in self.pieces[begin:end] if not isinstance(piece, Break)]
        at_end = self.pieces[stop] if stop < len(self.pieces) else None
        if isinstance(at_end, Break) and at_end.item is not None and line:
            line.append(Box(at_end.width, at_end.item))
        if not self.justify:
            return Line(tuple(line))
        slack = self.width - self._natural(start, stop)[0]
        forced = at_end is None or (isinstance(at_end, Break) and at_end.forced)
        count = sum(isinstance(piece, Space) for piece in line)
        return Line(tuple(line), slack / count if count and (slack < 0 or not forced) else 0.0)
