"""Points, boxes, matrices and paths, in millimetres, y downwards."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache

# ("M", x, y), ("L", x, y), ("C", x1, y1, x2, y2, x, y) or ("Z",)
Segment = tuple
Segments = tuple[Segment, ...]
Matrix = tuple[float, float, float, float, float, float]  # PDF order: x' = a x + c y + e, y' = b x + d y + f
Box = tuple[float, float, float, float]  # left, top, right, bottom

EVERYWHERE: Box = (-20_000, -20_000, 20_000, 20_000)  # more than any page shows
IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)
_QUARTERS = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}  # exact cosines and sines
_ARC = 0.5522847498  # control points of a quarter circle, 4/3 (sqrt 2 - 1)


def multiply(first: Matrix, then: Matrix) -> Matrix:
    """The matrix that applies `first`, then `then`."""
    a, b, c, d, e, f = first
    g, h, i, j, k, m = then
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)


def inverse(matrix: Matrix) -> Matrix:
    """The inverse of a matrix that flattens nothing."""
    a, b, c, d, e, f = matrix
    whole = a * d - b * c
    a, b, c, d = d / whole, -b / whole, -c / whole, a / whole
    return (a, b, c, d, -(a * e + c * f), -(b * e + d * f))


def apply(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def translation(x: float, y: float) -> Matrix:
    return (1, 0, 0, 1, x, y)


def rotation(degrees: float, x: float, y: float) -> Matrix:
    """The matrix of a clockwise rotation about (x, y); y points down."""
    angle = math.radians(degrees)
    cos, sin = _QUARTERS.get(degrees % 360) or (math.cos(angle), math.sin(angle))
    return (cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y)


def box_through(matrix: Matrix, box: Box) -> Box:
    """The bounding box of `box` transformed by `matrix`."""
    left, top, right, bottom = box
    a, b, c, d, e, f = matrix
    if not (b or c):  # the usual case: no rotation
        x0, y0, x1, y1 = a * left + e, d * top + f, a * right + e, d * bottom + f
        return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)
    points = [apply(matrix, x, y) for x in (left, right) for y in (top, bottom)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def around(boxes: Iterable[Box]) -> Box:
    """The bounding box of all boxes."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


@lru_cache(maxsize=5000)  # all cards of a layout share their rectangles, and so do all pages
def rectangle(left: float, top: float, right: float, bottom: float, corners: float = 0.0) -> Segments:
    """A rectangle with corners of this radius, at most half its shorter side."""
    radius = min(corners, (right - left) / 2, (bottom - top) / 2)
    if radius <= 0:
        return (("M", left, top), ("L", right, top), ("L", right, bottom), ("L", left, bottom), ("Z",))
    k = radius * (1 - _ARC)
    return (
        ("M", left + radius, top),
        ("L", right - radius, top),
        ("C", right - k, top, right, top + k, right, top + radius),
        ("L", right, bottom - radius),
        ("C", right, bottom - k, right - k, bottom, right - radius, bottom),
        ("L", left + radius, bottom),
        ("C", left + k, bottom, left, bottom - k, left, bottom - radius),
        ("L", left, top + radius),
        ("C", left, top + k, left + k, top, left + radius, top),
        ("Z",),
    )


def ellipse(left: float, top: float, right: float, bottom: float) -> Segments:
    x, y, a, b = (left + right) / 2, (top + bottom) / 2, (right - left) / 2, (bottom - top) / 2
    p, q = a * _ARC, b * _ARC
    return (
        ("M", x, top),
        ("C", x + p, top, right, y - q, right, y),
        ("C", right, y + q, x + p, bottom, x, bottom),
        ("C", x - p, bottom, left, y + q, left, y),
        ("C", left, y - q, x - p, top, x, top),
        ("Z",),
    )


def segments_box(segments: Segments) -> Box:
    """The box around all points of a path, with its control points."""
    xs = [value for _, *numbers in segments for value in numbers[0::2]]
    ys = [value for _, *numbers in segments for value in numbers[1::2]]
    return min(xs), min(ys), max(xs), max(ys)


def tight_box(segments: Segments) -> Box:
    """The smallest box around the path itself."""
    xs: list[float] = []
    ys: list[float] = []
    x = y = 0.0
    for letter, *numbers in segments:
        if letter == "C":
            xs += _turns(x, *numbers[0::2])
            ys += _turns(y, *numbers[1::2])
        if numbers:
            x, y = numbers[-2:]
            xs.append(x)
            ys.append(y)
    return min(xs), min(ys), max(xs), max(ys)


def _turns(p: float, q: float, r: float, s: float) -> list[float]:
    """The parameters at which a curve has an extreme along one axis."""
    a, b, c = s - 3 * r + 3 * q - p, 2 * (r - 2 * q + p), q - p
    if abs(a) < 1e-12:
        roots = [-c / b] if abs(b) > 1e-12 else []
    elif (inside := b * b - 4 * a * c) >= 0:
        roots = [(-b + sign * math.sqrt(inside)) / (2 * a) for sign in (1, -1)]
    else:
        roots = []
    return [
        (1 - t) ** 3 * p + 3 * t * (1 - t) ** 2 * q + 3 * t * t * (1 - t) * r + t**3 * s for t in roots if 0 < t < 1
    ]


def backwards(segments: Segments) -> Segments:
    """A closed path of one part in the other direction."""
    points = [tuple(numbers[-2:]) for _, *numbers in segments if numbers]
    reversed_path: list[Segment] = [("M", *points[-1])]
    for (letter, *numbers), before in zip(segments[len(points) - 1 : 0 : -1], points[-2::-1], strict=True):
        reversed_path.append(("C", *numbers[2:4], *numbers[0:2], *before) if letter == "C" else ("L", *before))
    return (*reversed_path, ("Z",))


def transform(segments: Segments, matrix: Matrix) -> Segments:
    if matrix == IDENTITY:
        return segments
    result = []
    for letter, *numbers in segments:
        points = (apply(matrix, x, y) for x, y in zip(numbers[0::2], numbers[1::2], strict=True))
        result.append((letter, *(value for point in points for value in point)))
    return tuple(result)
