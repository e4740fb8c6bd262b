"""Polygons: closed paths with straight sides, what they contain, and their surroundings, in any unit of length."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from cardgen.graphics.geometry import Segments

Point = tuple[float, float]
Points = tuple[Point, ...]

_STEP = math.radians(15)  # of round joins
_CURVE = 12  # straight parts that replace a curve


@lru_cache(maxsize=500)
def polygon(path: Segments, loose: float = 0.0) -> Points:
    """The corners of a closed path without repeated points. A curve becomes a dozen straight parts, or as many as keep
    within `loose` of it."""
    points: list[Point] = []
    for letter, *numbers in path:
        ends = list(zip(numbers[0::2], numbers[1::2], strict=True))
        if letter == "C":
            curve = (points[-1], *ends)
            parts = _parts(curve, loose) if loose else _CURVE
            ends = [_on_curve(curve, step / parts) for step in range(1, parts + 1)]
        points += [end for end in ends if not points or math.dist(end, points[-1]) > 1e-6]
    if len(points) > 1 and math.dist(points[0], points[-1]) <= 1e-6:
        points.pop()
    return tuple(points)


def _parts(ends: Points, loose: float) -> int:
    """The number of straight parts that stay within a distance of a curve, from its greatest second derivative."""
    triples = zip(ends[:-2], ends[1:-1], ends[2:], strict=True)
    turns = (math.hypot(*(a[i] - 2 * b[i] + c[i] for i in (0, 1))) for a, b, c in triples)
    return max(1, math.ceil(math.sqrt(0.75 * max(turns) / loose)))


def _on_curve(ends: Points, t: float) -> Point:
    parts = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
    x, y = (sum(part * end[axis] for part, end in zip(parts, ends, strict=True)) for axis in (0, 1))
    return x, y


def area(points: Sequence[Point]) -> float:
    """Twice the signed area, positive if the points run clockwise on the page."""
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in _sides(points))


def _sides(points: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    return zip(points, (*points[1:], points[0]), strict=True)


def around(points: Points, by: float) -> Iterator[tuple]:
    """The area within `by` outside of a polygon: a strip along each side, a fan at each corner.

    All of them turn the way that the polygon does, so that together they fill by the nonzero rule.
    """
    way = 1 if area(points) > 0 else -1
    out = [math.atan2(way * (x0 - x1), way * (y1 - y0)) for (x0, y0), (x1, y1) in _sides(points)]
    for index, ((x0, y0), (x1, y1)) in enumerate(_sides(points)):
        x, y = by * math.cos(out[index]), by * math.sin(out[index])
        yield from _piece([(x0, y0), (x0 + x, y0 + y), (x1 + x, y1 + y), (x1, y1)], way)
        turn = (out[(index + 1) % len(out)] - out[index] + math.pi) % (2 * math.pi) - math.pi
        if turn * way > 1e-6:  # a corner that points outwards
            steps = math.ceil(abs(turn) / _STEP)
            angles = [out[index] + turn * step / steps for step in range(steps + 1)]
            yield from _piece([(x1, y1), *((x1 + by * math.cos(a), y1 + by * math.sin(a)) for a in angles)], way)


def _piece(points: list[Point], way: int) -> Iterator[tuple]:
    first, *rest = points if area(points) * way > 0 else reversed(points)
    yield ("M", *first)
    yield from (("L", *point) for point in rest)
    yield ("Z",)


def holds(points: Points, point: Point) -> bool:
    """Whether a polygon contains a point."""
    x, y = point
    crossed = (
        (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0) for (x0, y0), (x1, y1) in _sides(points)
    )
    return sum(crossed) % 2 == 1


def depth(points: Points, point: Point) -> float:
    """How far a point lies inside a polygon; negative if it lies outside."""
    return distance(points, point) if holds(points, point) else -distance(points, point)


def distance(points: Points, point: Point) -> float:
    """The distance of a point from the nearest side of a polygon."""
    return min(_to_side(point, *side) for side in _sides(points))


def _to_side(point: Point, start: Point, end: Point) -> float:
    (x, y), (x0, y0), (x1, y1) = point, start, end
    length = (x1 - x0) ** 2 + (y1 - y0) ** 2
    t = max(0.0, min(1.0, ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length)) if length else 0.0
    return math.hypot(x - x0 - t * (x1 - x0), y - y0 - t * (y1 - y0))


def hull(points: Iterable[Point]) -> Points:
    """The convex hull of points, the smallest convex polygon around them: its corners, clockwise as seen."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)
    return (*_half(ordered), *_half(ordered[::-1]))


def _half(ordered: Sequence[Point]) -> list[Point]:
    """The corners of a hull on one side, without the last."""
    corners: list[Point] = []
    for point in ordered:
        while len(corners) > 1 and _left(corners[-2], corners[-1], point) <= 0:
            corners.pop()
        corners.append(point)
    return corners[:-1]


def crosses(points: Points) -> bool:
    """Whether two sides of a polygon that are not adjacent meet."""
    sides = list(_sides(points))
    boxes = [(min(a, c), min(b, d), max(a, c), max(b, d)) for (a, b), (c, d) in sides]
    order = sorted(range(len(sides)), key=lambda index: boxes[index][0])
    for at, one in enumerate(order):
        for other in order[at + 1 :]:
            if boxes[other][0] > boxes[one][2]:
                break
            if boxes[other][1] > boxes[one][3] or boxes[one][1] > boxes[other][3]:
                continue
            if abs(one - other) not in (1, len(sides) - 1) and _meet(*sides[one], *sides[other]):
                return True
    return False


def _meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    return _left(a, b, c) * _left(a, b, d) < 0 and _left(c, d, a) * _left(c, d, b) < 0


def _left(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
