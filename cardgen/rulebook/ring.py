"""Arranges faces in a ring like people around a table: the first on top, the others clockwise, with numbers."""

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
MAX_RADIUS = 55.0  # mm from the middle of the ring to that of a face of MAX_FACE_HEIGHT
CHORDS = 720  # chords that approximate the ring
FLATNESS = 0.52  # height of the ring, as a part of 2 * MAX_RADIUS; its width uses all the room
GAP = 1.5  # mm between faces
LABEL = 2.9  # mm from a face to the middle of its number
STEP = 0.25


@dataclass(frozen=True, slots=True)
class Seat:
    """The upper left corner of a face, and the middle of its number, in mm."""

    x: float
    y: float
    label: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Ring:
    """The measures of a ring, in mm; `face` is the height of the faces."""

    width: float
    height: float
    face: float
    seats: tuple[Seat, ...]


def seat(count: int, ratio: float, width: float, scale: float = 1.0) -> Ring:
    """The seats of faces with an aspect `ratio`, as large as possible without touching."""
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
    """The middles of the faces, relative to that of the ring, at equal distances along it, clockwise from the top; and
    the half axes of the ring."""
    across = (width - wide) / 2
    down = FLATNESS * min(across, MAX_RADIUS * scale)
    around = [2 * math.pi * index / CHORDS for index in range(CHORDS + 1)]
    points = [(across * math.sin(turn), -down * math.cos(turn)) for turn in around]
    ways = [0.0, *accumulate(starmap(math.dist, pairwise(points)))]
    turns = [_at(ways[-1] * index / count, ways, around) for index in range(count)]
    return [(across * math.sin(turn), -down * math.cos(turn)) for turn in turns], across, down


def _at(way: float, ways: Sequence[float], turns: Sequence[float]) -> float:
    """The turn at a distance along the ring."""
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
    """A number centred at a point."""
    size = 1.15 * look.size
    type_ = replace(look.body, size=size, leading=size, colour=look.dark, bold=True, align="centre")
    (line,) = set_words((Run(str(number)),), type_, 12.0, look, place)
    return shifted(line.items, at[0] - 6.0, at[1] + 0.34 * size)
