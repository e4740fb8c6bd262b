"""Breaks running text into lines of one width: all breaks of a paragraph chosen together, the last line left free.

After Knuth and Plass, Breaking Paragraphs into Lines (1981). `breaking` evens out the few lines of a label instead;
here paragraphs are long, so that a line's width comes from running sums.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

from cardgen.dataclass import dataclass
from cardgen.text.breaking import BOX, BREAK, HYPHEN_COST, SPACE, Box, Break, Piece, Sign, Space, edges, signs

STRETCH, SHRINK = 0.6, 0.22  # of a space's width, what looks well
HYPHEN, LADDER = 2500.0, 6000.0  # demerits of a line that ends in a hyphen, and of a second one running
RUNT, RUNT_WIDTH = 1_000_000.0, 0.12  # demerits of a last line that is shorter than so much; of half a word, too


@dataclass(frozen=True, slots=True)
class Line:
    """The pieces of a line, and by how many ems each of its spaces is widened; `gap`: a word ends with it."""

    pieces: tuple[Piece, ...]
    stretch: float = 0.0
    gap: bool = False

    @property
    def width(self) -> float:
        return sum(piece.width + (self.stretch if isinstance(piece, Space) else 0.0) for piece in self.pieces)


def set_lines(pieces: Sequence[Piece], width: float, justify: bool) -> list[Line] | None:
    """The lines of a paragraph `width` ems wide, justified or ragged; None where a piece is wider than a line."""
    found = _lines(signs(pieces), width, justify)
    if found is None:
        return None
    return [Line(_drawn(pieces, start, stop), stretch, _gap(pieces, stop)) for start, stop, stretch in found]


def _gap(pieces: Sequence[Piece], stop: int) -> bool:
    """Whether a line that ends before `stop` ends at a space, or where an author ends it."""
    end = pieces[stop] if stop < len(pieces) else None
    return isinstance(end, Space) or (isinstance(end, Break) and (end.forced or isinstance(pieces[stop - 1], Space)))


def _drawn(pieces: Sequence[Piece], start: int, stop: int) -> tuple[Piece, ...]:
    """The pieces of a line that begins at `start`, with the hyphen that ends it at `stop`."""
    line = [piece for piece in pieces[start:stop] if not isinstance(piece, Break)]
    while line and isinstance(line[-1], Space):
        line.pop()
    at_end = pieces[stop] if stop < len(pieces) else None
    if isinstance(at_end, Break) and at_end.item is not None and line:
        line.append(Box(at_end.width, at_end.item))
    return tuple(line)


@lru_cache(maxsize=20_000)  # editions of a game say much the same
def _lines(signs: tuple[Sign, ...], width: float, justify: bool) -> tuple[tuple[int, int, float], ...] | None:
    return _Breaker(signs, width, justify).lines()


_Best = tuple[float, int, bool, float]  # demerits, the stop before, whether a hyphen stands here, the line's width


class _Breaker:
    """Finds for each line the piece that it begins with, the one that it ends before, and how its spaces stretch."""

    def __init__(self, signs: Sequence[Sign], width: float, justify: bool) -> None:
        self.signs, self.width, self.justify = signs, width, justify
        self.total = [0.0, *accumulate(0.0 if kind == BREAK else wide for kind, wide, *_ in signs)]
        self.spaces = [0.0, *accumulate(wide if kind == SPACE else 0.0 for kind, wide, *_ in signs)]
        self.first, self.last = edges(signs)

    def lines(self) -> tuple[tuple[int, int, float], ...] | None:
        signs, end = self.signs, len(self.signs)
        best: dict[int, _Best] = {-1: (0.0, -1, False, 0.0)}
        starts = [-1]
        for stop in (*(index for index, sign in enumerate(signs) if sign[0] != BOX), end):
            kind, wide, drawn, must, own = signs[stop] if stop < end else (BREAK, 0.0, False, True, 0.0)
            hyphen, after = kind == BREAK and drawn, self.last[stop] + 1
            more = wide if kind == BREAK else 0.0
            found: _Best | None = None
            for start in reversed(starts):
                begin = self.first[start + 1]
                natural = self.total[after] - self.total[begin] + more if after > begin else 0.0
                spaces = self.spaces[after] - self.spaces[begin] if after > begin else 0.0
                cost = self._cost(natural, spaces, must, HYPHEN * (hyphen + own / HYPHEN_COST))
                if cost is None:
                    break
                before, _, after_hyphen, _ = best[start]
                if must and start >= 0:
                    cost += RUNT * ((natural < RUNT_WIDTH * self.width) + (after_hyphen and not spaces))
                cost += before + (LADDER if hyphen and after_hyphen else 0.0)
                if found is None or cost < found[0]:
                    found = (cost, start, hyphen, natural)
            if found:
                best[stop] = found
                starts = [stop] if must else [*starts, stop]
            elif must:
                return None
        return self._collect(best, end)

    def _cost(self, natural: float, spaces: float, forced: bool, extra: float) -> float | None:
        """The demerits of a line of that width, that of its spaces told apart, and `extra` for its end; None if it is
        too wide."""
        slack = self.width - natural
        if slack < -1e-9 - (SHRINK * spaces if self.justify else 0.0):
            return None
        if forced and slack >= 0:
            return 0.0
        if self.justify:
            ratio = slack / spaces / (STRETCH if slack > 0 else SHRINK) if spaces else 9.0
            return (10 + 100 * min(abs(ratio), 9.0) ** 3) ** 2 + extra
        return (10 + 400 * (slack / self.width) ** 2 * 4) ** 2 + 2 * extra

    def _collect(self, best: dict[int, _Best], stop: int) -> tuple[tuple[int, int, float], ...]:
        found = []
        while stop != -1:
            _, start, _, natural = best[stop]
            found.append((self.first[start + 1], stop, self._stretch(start, stop, natural)))
            stop = start
        return tuple(found[::-1])

    def _stretch(self, start: int, stop: int, natural: float) -> float:
        if not self.justify:
            return 0.0
        slack = self.width - natural
        forced = stop == len(self.signs) or self.signs[stop][3]
        begin, end = self.first[start + 1], self.last[stop] + 1
        count = sum(kind == SPACE for kind, *_ in self.signs[begin:end])
        return slack / count if count and (slack < 0 or not forced) else 0.0
