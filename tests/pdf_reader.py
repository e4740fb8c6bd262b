"""Reads from PDF bytes what stands on the pages, in millimetres from the top left corner, y downwards.

It knows nothing of cardgen: only PDF's operators, so that what it finds is what a printer gets.
"""

from __future__ import annotations

import io
import re
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from pypdf import PdfReader
from pypdf.generic import ContentStream, DictionaryObject, StreamObject

MM = 25.4 / 72
Matrix = tuple[float, ...]
Box = tuple[float, float, float, float]  # left, top, right, bottom
Point = tuple[float, float]


@dataclass(frozen=True)
class Placement:
    """A form XObject on a page: `matrix` takes its coordinates to the page, `clip` is what is seen of it: in `parts`,
    where a clip has several."""

    form: str
    matrix: Matrix
    clip: Box
    text: str
    parts: tuple[Box, ...] = ()

    def at(self, x: float, y: float) -> Point:
        return at(self.matrix, x, y)

    def trim(self, width: float, height: float) -> Box:
        return around([self.at(0, 0), self.at(width, height)])


@dataclass(frozen=True)
class Words:
    """One string on a baseline from `start` to `end`; `size` is its em."""

    text: str
    start: Point
    end: Point
    size: float

    @property
    def box(self) -> Box:
        """Room for accents and descenders included."""
        (x0, y0), (x1, y1) = self.start, self.end
        length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
        down = (-(y1 - y0) / length * self.size, (x1 - x0) / length * self.size)  # a quarter turn to the right
        return around([(x + k * down[0], y + k * down[1]) for x, y in (self.start, self.end) for k in (-0.88, 0.25)])


@dataclass
class Sheet:
    """One page: its size, its TrimBox and BleedBox, and what it draws outside of forms."""

    width: float
    height: float
    trim: Box
    bleed: Box
    placements: list[Placement] = field(default_factory=list)
    strokes: list[list[Point]] = field(default_factory=list)  # the points of each stroked path
    pens: list[tuple[float, tuple[float, ...]]] = field(default_factory=list)  # their widths in mm and colours
    words: list[Words] = field(default_factory=list)


class Pdf:
    def __init__(self, data: bytes) -> None:
        self.reader = PdfReader(io.BytesIO(data))
        self._texts: dict[int, str] = {}

    @cached_property
    def sheets(self) -> list[Sheet]:
        return [self._sheet(page) for page in self.reader.pages]

    @cached_property
    def objects(self) -> list:
        """Every object of the file."""
        return [self.reader.get_object(number) for number in sorted(self.reader.xref[0])]

    @property
    def fonts(self) -> list[DictionaryObject]:
        return [found for found in self.objects if isinstance(found, dict) and found.get("/Subtype") == "/Type0"]

    @property
    def forms(self) -> list[StreamObject]:
        return [found for found in self.objects if isinstance(found, dict) and found.get("/Subtype") == "/Form"]

    def _sheet(self, page) -> Sheet:
        width, height = float(page.mediabox.width) * MM, float(page.mediabox.height) * MM
        to_page = (MM, 0, 0, -MM, 0, height)

        def box(found) -> Box:
            return around([at(to_page, *map(float, found.lower_left)), at(to_page, *map(float, found.upper_right))])

        sheet = Sheet(width, height, box(page.trimbox), box(page.bleedbox))
        self._walk(page.get_contents(), page["/Resources"], to_page, sheet)
        return sheet

    def _walk(self, stream, resources, matrix: Matrix, sheet: Sheet) -> None:
        clip: Box = (0, 0, sheet.width, sheet.height)
        parts: tuple[Box, ...] = (clip,)
        stack, path, starts = [], [], []
        line, ink, spacing = 1.0, (0.0, 0.0, 0.0), 0.0
        for operands, operator in ContentStream(stream, self.reader).operations:
            numbers = [float(value) for value in operands] if operator in _NUMERIC else []
            if operator == b"q":
                stack.append((matrix, clip, parts, line, ink))
            elif operator == b"Q":
                matrix, clip, parts, line, ink = stack.pop()
            elif operator == b"w":
                line = numbers[0]
            elif operator == b"RG":
                ink = tuple(numbers)
            elif operator == b"cm":
                matrix = times(numbers, matrix)
            elif operator in (b"m", b"l", b"c"):
                starts += [len(path)] if operator == b"m" else []
                path.append(at(matrix, *numbers[-2:]))
            elif operator == b"W":
                clip = around(path)
                parts = tuple(around(path[a:b]) for a, b in pairwise([*starts, len(path)]))
            elif operator == b"S":
                sheet.strokes.append(path)
                sheet.pens.append((line * (matrix[0] ** 2 + matrix[1] ** 2) ** 0.5, ink))
            elif operator == b"Do":
                form = resources["/XObject"][operands[0]]
                sheet.placements.append(Placement(operands[0], matrix, clip, self._text(form), parts))
            elif operator == b"Tm":
                place = times(numbers, matrix)
            elif operator == b"Tf":
                font, size = resources["/Font"][operands[0]].get_object(), float(operands[1])
            elif operator == b"Tc":
                spacing = numbers[0]
            elif operator == b"TJ":
                text, width, count = _shown(font, operands[0])
                scale = (place[2] ** 2 + place[3] ** 2) ** 0.5
                end = at(place, width * size + count * spacing, 0)
                sheet.words.append(Words(text, at(place, 0, 0), end, size * scale))
            if operator in _PAINTS:
                path, starts = [], []

    def _text(self, form) -> str:
        """All text of a form and of the forms in it."""
        if id(form) not in self._texts:
            found, font = [], None
            resources = form["/Resources"]
            for operands, operator in ContentStream(form, self.reader).operations:
                if operator == b"Tf":
                    font = resources["/Font"][operands[0]].get_object()
                elif operator == b"TJ":
                    found.append(_shown(font, operands[0])[0])
            self._texts[id(form)] = " ".join(found)
        return self._texts[id(form)]


_NUMERIC = {b"cm", b"m", b"l", b"c", b"Tm", b"Tc", b"w", b"RG"}
_PAINTS = {b"S", b"f", b"B", b"n"}


def read(data: bytes) -> list[Sheet]:
    return Pdf(data).sheets


def at(matrix: Matrix, x: float, y: float) -> Point:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def times(first: Matrix, then: Matrix) -> Matrix:
    a, b, c, d, e, f = first
    (e, f), (g, h) = at(then, e, f), at(then, 0, 0)
    (a, b), (c, d) = at(then, a, b), at(then, c, d)
    return a - g, b - h, c - g, d - h, e, f


def around(points: list[Point]) -> Box:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def overlap(one: Box, other: Box, by: float = 0.001) -> bool:
    """Whether two boxes share more than an edge."""
    return min(one[2], other[2]) - max(one[0], other[0]) > by and min(one[3], other[3]) - max(one[1], other[1]) > by


def _shown(font: DictionaryObject, array: list) -> tuple[str, float, int]:
    """What a TJ array says, its width in ems, and of how many codes it is."""
    characters, widths = _characters(font), _widths(font)
    text, width, count = "", 0.0, 0
    for part in array:
        if isinstance(part, (str, bytes)):
            said = part.original_bytes if isinstance(part, str) else part
            codes = [high * 256 + low for high, low in zip(said[::2], said[1::2], strict=True)]
            text += "".join(characters.get(code, "") for code in codes)
            width += sum(widths[code] for code in codes) / 1000
            count += len(codes)
        else:
            width -= float(part) / 1000
    return text, width, count


def _characters(font: DictionaryObject) -> dict[int, str]:
    """Code to character, by the font's ToUnicode map."""
    cmap = font["/ToUnicode"].get_data().decode("ascii")
    return {
        int(code, 16): bytes.fromhex(target).decode("utf-16-be")
        for pairs in re.findall(r"beginbfchar(.*?)endbfchar", cmap, re.DOTALL)
        for code, target in re.findall(r"<(\w+)>\s*<(\w+)>", pairs)
    }


def _widths(font: DictionaryObject) -> dict[int, float]:
    """Code to advance, in thousandths of an em."""
    told = font["/DescendantFonts"][0].get_object()["/W"]
    return {int(code): float(width) for code, (width,) in zip(told[::2], told[1::2], strict=True)}
