"""Faces in a ring, as people sit around a table: the first one on top, the others clockwise, each with its number."""

from __future__ import annotations

import math
from bisect import bisect
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate, pairwise, starmap

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Place
from cardgen.graphics.drawing import Item
from cardgen.rulebook.lines import set_words, shifted
from cardgen.rulebook.look import Look
from cardgen.text.inline import Run

MAX_FACE_HEIGHT = 24.0  # mm of a face's height at 10 pt
MAX_RADIUS = 55.0  # mm from the middle of the ring to that of a face, which its height is in proportion to
CHORDS = 720  # that the way around the ring is measured by
FLATNESS = 0.52  # how tall the ring is against a width of twice WIDEST; where there is more room, it is wider
GAP = 1.5  # mm between faces
LABEL = 2.9  # mm from a face to the middle of its number
STEP = 0.25


@dataclass(frozen=True, slots=True)
class Seat:
    """Where a face's left upper corner lies, and the middle of its number, in mm."""

    x: float
    y: float
    label: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Ring:
    """Measures in mm; `face` is the height of the faces."""

    width: float
    height: float
    face: float
    seats: tuple[Seat, ...]


def seat(count: int, ratio: float, width: float, scale: float = 1.0) -> Ring:
    """Seats for faces `ratio` as wide as tall, as large as they go without touching."""
    face = MAX_FACE_HEIGHT * scale
    while True:
        middles, across, down = _middles(count, ratio * face, width, scale)
        if face <= STEP or _apart(middles, ratio * face, face):
            break
        face -= STEP
    tall, wide = 2 * down + face, 2 * across + ratio * face
    left = (width - wide) / 2 + across + ratio * face / 2
    seats = [_seat(x, y, ratio * face, face, left, tall / 2) for x, y in middles]
    return Ring(width, tall, face, tuple(seats))


def _middles(count: int, wide: float, width: float, scale: float) -> tuple[list[tuple[float, float]], float, float]:
    """The middles of the faces about that of the ring, as far from one another on the way around it, clockwise from the
    top, and its half axes."""
    across = (width - wide) / 2
    down = FLATNESS * min(across, MAX_RADIUS * scale)
    around = [2 * math.pi * index / CHORDS for index in range(CHORDS + 1)]
    points = [(across * math.sin(turn), -down * math.cos(turn)) for turn in around]
    ways = [0.0, *accumulate(starmap(math.dist, pairwise(points)))]
    turns = [_at(ways[-1] * index / count, ways, around) for index in range(count)]
    return [(across * math.sin(turn), -down * math.cos(turn)) for turn in turns], across, down


def _at(way: float, ways: Sequence[float], turns: Sequence[float]) -> float:
    """The turn at which one has gone so far."""
    index = bisect(ways, way, hi=len(ways) - 1)
    share = (way - ways[index - 1]) / (ways[index] - ways[index - 1])
    return turns[index - 1] + share * (turns[index] - turns[index - 1])


def _apart(middles: Sequence[tuple[float, float]], wide: float, tall: float) -> bool:
    pairs = zip(middles, [*middles[1:], middles[0]], strict=True)
    return all(abs(a - c) >= wide + GAP or abs(b - d) >= tall + GAP for (a, b), (c, d) in pairs)


def _seat(x: float, y: float, wide: float, tall: float, left: float, top: float) -> Seat:
    far = math.hypot(x, y) or 1.0
    edge = min(wide / 2 / (abs(x) / far or 1e-9), tall / 2 / (abs(y) / far or 1e-9)) + LABEL
    label = (left + x * (1 - edge / far), top + y * (1 - edge / far))
    return Seat(left + x - wide / 2, top + y - tall / 2, label)


def label_items(number: int, at: tuple[float, float], look: Look, place: Place) -> tuple[Item, ...]:
    """A number, its middle at a point."""
    size = 1.15 * look.size
    type_ = replace(look.body, size=size, leading=size, colour=look.dark, bold=True, align="centre")
    (line,) = set_words((Run(str(number)),), type_, 12.0, look, place)
    return shifted(line.items, at[0] - 6.0, at[1] + 0.34 * size)
