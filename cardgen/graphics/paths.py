"""Parses path data and view boxes of SVG (SVG 2, 8.6 and 9.3)."""

from __future__ import annotations

import cmath
import re
from collections.abc import Iterator
from functools import lru_cache

from cardgen.graphics.arcs import arc_curves
from cardgen.graphics.geometry import Box, Segments

MAX_COORDINATE = 1_000_000
NUMBER = r"[-+]?(?:\d++\.?\d*+|\.\d++)(?:[eE][-+]?\d++)?"  # possessive, so that it never backtracks
_COMMAND = re.compile(r"[\s,]*([MmZzLlHhVvCcSsQqTtAa])")
_NUMBER = re.compile(rf"[\s,]*({NUMBER})")
_FLAG = re.compile(r"[\s,]*([01])")
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


def parse_path(data: str) -> Segments:
    """The segments of path data. Raises ValueError."""
    segments, whole = read_path(data)
    if not whole:
        raise ValueError(f"expected SVG path data with coordinates under {MAX_COORDINATE:,}, got {data[:40]!r}")
    return segments


def parse_view(text: str) -> Box:
    """Left, top, width and height of a view box. Raises ValueError."""
    numbers = [float(number) for number in re.findall(NUMBER, text)]
    if len(numbers) != 4 or re.sub(NUMBER, "", text).strip(" ,\t\n"):
        raise ValueError(f"expected a view box such as 0 0 512 512, got {text[:40]!r}")
    left, top, width, height = numbers
    if not (0 < width < MAX_COORDINATE and 0 < height < MAX_COORDINATE and max(abs(left), abs(top)) < MAX_COORDINATE):
        raise ValueError(f"expected a view box with a width and a height, got {text[:40]!r}")
    return left, top, width, height


@lru_cache(maxsize=500)  # every card draws its layout's paths
def read_path(data: str) -> tuple[Segments, bool]:
    """The segments of path data up to the first fault, as SVG demands, and whether there is none."""
    pen = _Path()
    if data.strip() in ("", "none"):
        return (), True
    try:
        for letter, values in _commands(data):
            pen.add(letter, values)
    except (ValueError, ArithmeticError):
        return tuple(pen.segments), False
    return tuple(pen.segments), True


def _commands(data: str) -> Iterator[tuple[str, list[float]]]:
    """Each command with its numbers. Raises ValueError for faulty data."""
    at = 0
    while match := _COMMAND.match(data, at):
        letter, at = match[1], match.end()
        count = _TAKES[letter.upper()]
        first = True
        while first or (count and _NUMBER.match(data, at)):
            values = []
            for index in range(count):
                form = _FLAG if letter in "Aa" and index in (3, 4) else _NUMBER
                if not (number := form.match(data, at)):
                    raise ValueError(data[at : at + 20])
                values.append(float(number[1]))
                at = number.end()
            if values and (max(values) >= MAX_COORDINATE or min(values) <= -MAX_COORDINATE):
                raise ValueError(f"a coordinate of {MAX_COORDINATE:,} or more")
            yield letter, values
            # further numbers after a move are lines
            letter, first = {"M": "L", "m": "l"}.get(letter, letter), False
    if data[at:].strip():
        raise ValueError(data[at : at + 20])


class _Path:
    """The current point of a path, and its segments so far."""

    def __init__(self) -> None:
        self.segments: list[tuple] = []
        self.at = self.start = 0j
        self.control: tuple[str, complex] = "", 0j  # the kind of the last curve and its control point
        self.open = False

    def add(self, letter: str, n: list[float]) -> None:
        verb = letter.upper()
        if not self.segments and verb != "M":
            raise ValueError("a path begins with a move")
        if verb not in "MZ" and not self.open:
            self.segments.append(("M", self.start.real, self.start.imag))
            self.open = True
        base = self.at if letter.islower() else 0j
        points = [complex(x, y) + base for x, y in zip(n[0::2], n[1::2], strict=False)] if verb in "MLCSQT" else []
        kind = ""
        if verb == "M":
            self.at = self.start = points[0]
            self.segments.append(("M", self.at.real, self.at.imag))
            self.open = True
        elif verb == "Z":
            self._close()
        elif verb == "L":
            self._line(points[0])
        elif verb == "H":
            self._line(complex(n[0] + base.real, self.at.imag))
        elif verb == "V":
            self._line(complex(self.at.real, n[0] + base.imag))
        elif verb in "CS":
            if verb == "S":
                points.insert(0, self._mirrored_control("C"))
            kind = "C"
            self._curve(*points)
        elif verb in "QT":
            if verb == "T":
                points.insert(0, self._mirrored_control("Q"))
            kind = "Q"
            start, control, end = self.at, *points
            self._curve(start + 2 * (control - start) / 3, end + 2 * (control - end) / 3, end)
        else:
            self._arc(n, complex(n[5], n[6]) + base)
        self.control = kind, points[-2] if kind else 0j

    def _mirrored_control(self, kind: str) -> complex:
        return 2 * self.at - self.control[1] if self.control[0] == kind else self.at

    def _line(self, end: complex) -> None:
        self.segments.append(("L", end.real, end.imag))
        self.at = end

    def _curve(self, first: complex, second: complex, end: complex) -> None:
        self.segments.append(("C", first.real, first.imag, second.real, second.imag, end.real, end.imag))
        self.at = end

    def _close(self) -> None:
        if self.open:
            if not cmath.isclose(self.at, self.start, rel_tol=1e-15, abs_tol=1e-15):
                self._line(self.start)
            self.segments.append(("Z",))
        self.at, self.open = self.start, False

    def _arc(self, n: list[float], end: complex) -> None:
        if end == self.at:
            return
        if not n[0] or not n[1]:
            self._line(end)
            return
        rx, ry, rotation, large, sweep = n[:5]
        for curve in arc_curves(self.at, rx, ry, rotation, bool(large), bool(sweep), end):
            self._curve(*curve)
        self.at = end
