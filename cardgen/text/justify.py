"""Breaks running text into lines of one width. It chooses all breaks of a paragraph together; the last line is free.

It follows Knuth and Plass, Breaking Paragraphs into Lines (1981). `breaking` evens out the few lines of a label
instead; here paragraphs are long, so a line's width comes from running sums.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

from cardgen.foundations.dataclass import dataclass
from cardgen.text.breaking import BOX, BREAK, HYPHEN_COST, SPACE, Box, Break, Metrics, Piece, Space, edges, metrics
from cardgen.text.fitting import NATURAL, Fit, fitted, flex, width_of
from cardgen.text.optical import out_left, out_right

STRETCH, SHRINK = 0.4, 0.3  # parts of a space's width by which it can change and still look good
TIGHT = 0.24  # part of a space's width by which it can shrink at most, so that words stay apart
HYPHEN, LADDER = 2500.0, 6000.0  # demerits of a ragged line that ends in a hyphen, and of a second such line in a row
DIVIDED = 5000.0  # demerits of a justified line that ends in a hyphen: expansion makes most hyphens unnecessary
RUNT = 1_000_000.0  # demerits of a last line that is too short or half a word
RUNT_WIDTH, JUSTIFIED_RUNT = 0.12, 0.11  # parts of the measure; justified text needs more freedom to come out even

Flex = tuple[float, float, float, float]
"""The further properties of a piece for justified lines, in ems: its spaces, the largest change of its letters, and its
protrusion at the left and at the right end of a line."""


@dataclass(frozen=True, slots=True)
class Line:
    """The pieces of a line and their fit, from `left` ems outside of the text's left edge to at most `right` ems beyond
    its measure. With `gap`, a word ends with the line."""

    pieces: tuple[Piece, ...]
    fit: Fit = NATURAL
    gap: bool = False
    left: float = 0.0
    right: float = 0.0

    @property
    def width(self) -> float:
        return width_of(self.pieces, self.fit)


def set_lines(pieces: Sequence[Piece], width: float, justify: bool, hang: bool = False) -> list[Line] | None:
    """The lines of a paragraph `width` ems wide, justified or ragged; None if a piece is wider than a line. With
    `hang`, signs with little ink at the ends of lines protrude."""
    flexes = tuple([_flex(piece, hang) for piece in pieces]) if justify else ()
    broken = _lines(metrics(pieces), flexes, width)
    if broken is None:
        return None
    return [_set_line(pieces, start, stop, width, justify, hang) for start, stop in broken]


def _flex(piece: Piece, hang: bool) -> Flex:
    own = (0.0, 0.0) if isinstance(piece, Break) else flex(piece)  # a break is drawn only at the end of a line
    return (*own, *((out_left(piece), out_right(piece)) if hang else (0.0, 0.0)))


def _set_line(pieces: Sequence[Piece], start: int, stop: int, width: float, justify: bool, hang: bool) -> Line:
    drawn_pieces = _pieces_of_line(pieces, start, stop)
    left, right = (out_left(drawn_pieces[0]), out_right(drawn_pieces[-1])) if hang and drawn_pieces else (0.0, 0.0)
    gap = _gap(pieces, stop)
    if not justify:
        return Line(drawn_pieces, NATURAL, gap, left)
    full = width + left + right
    free = stop == len(pieces) or (isinstance(end := pieces[stop], Break) and end.forced)
    fit = NATURAL if free and width_of(drawn_pieces, NATURAL) <= full else fitted(drawn_pieces, full)
    return Line(drawn_pieces, fit, gap, left, right)


def _gap(pieces: Sequence[Piece], stop: int) -> bool:
    """Whether a line that ends before `stop` ends at a space or at an author's break."""
    end = pieces[stop] if stop < len(pieces) else None
    return isinstance(end, Space) or (isinstance(end, Break) and (end.forced or isinstance(pieces[stop - 1], Space)))


def _pieces_of_line(pieces: Sequence[Piece], start: int, stop: int) -> tuple[Piece, ...]:
    """The pieces of a line that begins at `start`, with the hyphen that ends it at `stop`."""
    line = [piece for piece in pieces[start:stop] if not isinstance(piece, Break)]
    while line and isinstance(line[-1], Space):
        line.pop()
    at_end = pieces[stop] if stop < len(pieces) else None
    if isinstance(at_end, Break) and at_end.item is not None and line:
        line.append(Box(at_end.width, at_end.item))
    return tuple(line)


@lru_cache(maxsize=20_000)  # editions of a game share most texts
def _lines(metrics: tuple[Metrics, ...], flexes: tuple[Flex, ...], width: float) -> tuple[tuple[int, int], ...] | None:
    return (_Justified(metrics, flexes, width) if flexes else _Ragged(metrics, width)).lines()


_Best = tuple[float, int, bool]  # demerits, the previous stop, whether the line ends in a hyphen


class _Ragged:
    """Finds the cheapest ragged lines: the first piece of each, and the piece at which it ends."""

    hyphen, runt = 2 * HYPHEN, RUNT_WIDTH

    def __init__(self, metrics: Sequence[Metrics], width: float) -> None:
        self.metrics, self.width = metrics, width
        self.total = [0.0, *accumulate(0.0 if kind == BREAK else wide for kind, wide, *_ in metrics)]
        self.first, self.last = edges(metrics)

    def lines(self) -> tuple[tuple[int, int], ...] | None:
        metrics, end = self.metrics, len(self.metrics)
        best: dict[int, _Best] = {-1: (0.0, -1, False)}
        starts = [-1]
        for stop in (*(index for index, each in enumerate(metrics) if each[0] != BOX), end):
            kind, wide, visible, must, own = metrics[stop] if stop < end else (BREAK, 0.0, False, True, 0.0)
            hyphen, after = kind == BREAK and visible, self.last[stop] + 1
            more = wide if kind == BREAK else 0.0
            extra = self.hyphen * (hyphen + own / HYPHEN_COST)
            cheapest: _Best | None = None
            for start in reversed(starts):
                begin = self.first[start + 1]
                natural = self.total[after] - self.total[begin] + more if after > begin else 0.0
                cost = self._cost(begin, after, natural, stop if hyphen else after - 1, must, extra)
                if cost is None:
                    break
                before, _, after_hyphen = best[start]
                if must and start >= 0:
                    cost += RUNT * ((natural < self.runt * self.width) + (after_hyphen and self._is_word(begin, after)))
                cost += before + (LADDER if hyphen and after_hyphen else 0.0)
                if cheapest is None or cost < cheapest[0]:
                    cheapest = (cost, start, hyphen)
            if cheapest:
                best[stop] = cheapest
                starts = [stop] if must else [*starts, stop]
            elif must:
                return None
        return self._collect(best, end)

    def _is_word(self, begin: int, after: int) -> bool:
        return all(each[0] != SPACE for each in self.metrics[begin:after])

    def _cost(self, begin: int, after: int, natural: float, ink: int, free: bool, extra: float) -> float | None:
        """The demerits of a line with the pieces from `begin` to before `after`, its `natural` width, and its last
        drawn piece at `ink`; `extra` are those of its end. None if it is too wide. A `free` line can be short."""
        slack = self.width - natural
        if slack < -1e-9:
            return None
        return 0.0 if free else (10 + 1600 * (slack / self.width) ** 2) ** 2 + extra

    def _collect(self, best: dict[int, _Best], stop: int) -> tuple[tuple[int, int], ...]:
        breaks = []
        while stop != -1:
            start = best[stop][1]
            breaks.append((self.first[start + 1], stop))
            stop = start
        return tuple(breaks[::-1])


class _Justified(_Ragged):
    """Finds the same for lines with flexible letters and spaces."""

    hyphen, runt = DIVIDED, JUSTIFIED_RUNT

    def __init__(self, metrics: Sequence[Metrics], flexes: Sequence[Flex], width: float) -> None:
        super().__init__(metrics, width)
        spaces, gives, self.left, self.right = map(list, zip(*flexes, strict=True))
        self.spaces, self.gives = [0.0, *accumulate(spaces)], [0.0, *accumulate(gives)]

    def _cost(self, begin: int, after: int, natural: float, ink: int, free: bool, extra: float) -> float | None:
        if after <= begin:
            slack, spaces, give = self.width - natural, 0.0, 0.0
        else:
            slack = self.width + self.left[begin] + self.right[ink] - natural
            spaces = self.spaces[after] - self.spaces[begin]
            give = self.gives[after] - self.gives[begin]
        if slack < 0 and slack < -1e-9 - TIGHT * spaces - (give if spaces else 0.0):
            return None
        if free and slack >= 0:
            return 0.0
        ratio = abs(slack) / (spaces * (STRETCH if slack > 0 else SHRINK) + give) if spaces else 9.0
        return (10 + 100 * (ratio if ratio < 9.0 else 9.0) ** 3) ** 2 + extra
