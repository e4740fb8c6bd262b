"""Draws a net: pictures on its panels, cut lines solid, folds dashed, glue hatched, a legend where paper falls away.

The lines differ by their shape, in black and white as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardgen.foundations.units import POINT
from cardgen.graphics.drawing import Face, Group, Item, Shape, Use
from cardgen.graphics.geometry import Box, Matrix, Segments, multiply, rectangle, rotation, translation
from cardgen.sheets.pens import CUT, FOLD, GREY, HALO, HATCH, INK, PAPER
from cardgen.sheets.tuck_box import TOP, BoxPanel, Flap, Line, Net
from cardgen.text.fonts import Font
from cardgen.text.setting import set_line

_DASH, _GAP = 2.5, 1.5
_EVERY = 2.5  # mm, the distance of hatching lines
SIZE = 7 * POINT
_DROP = 0.33 * SIZE  # the distance from the middle of a text line down to its baseline
_ROW = 4.0
_SAMPLE = 9.0


def draw_net(
    net: Net,
    faces: Mapping[str, Face],
    bleed: float,
    words: Mapping[str, str],
    dimensions: str,
    font: Font,
    at: tuple[float, float],
    clip: Box,
    by_machine: bool = False,
) -> tuple[Item, ...]:
    """The net with its top left corner `at` a place of the page, and its pictures inside `clip`, all in mm.

    `words` are cut, fold and glue in the page's language; `dimensions` are printed in the legend. A machine needs no
    printed cut lines; they would be visible on the piece.
    """
    x, y = at
    pictures: list[Item] = []
    # The pictures of lids continue over the dust flaps beside them; the flaps' white covers them again
    pictures += [_panel(panel, faces[panel.shows], bleed) for panel in net.panels if panel.shows == TOP in faces]
    pictures += [Shape(flap.outline, fill=PAPER) for flap in net.flaps]
    pictures += [
        _panel(panel, faces[panel.shows], bleed) for panel in net.panels if panel.shows != TOP and panel.shows in faces
    ]
    left, top, right, bottom = clip
    inside = Group(tuple(pictures), clip=rectangle(left - x, top - y, right - x, bottom - y))
    glue = [item for flap in net.flaps if flap.glued for item in _glue(flap, words["glue"], font)]
    folds = [shape for line in net.folds for shape in fold(line)]
    cuts = [] if by_machine else [Shape(path, stroke=INK, line=CUT) for path in net.cuts]
    legend = _legend(net.legend, words, dimensions, font, by_machine) if net.legend else []
    return (Group((inside, *glue, *folds, *cuts, *legend), translation(x, y)),)


def _panel(panel: BoxPanel, face: Face, bleed: float) -> Item:
    """A face on its panel, with bleed if the panel asks for it."""
    left, top, *_ = panel.box
    west, north, east, south = (bleed if beyond else 0.0 for beyond in panel.bleed)
    matrix: Matrix = translation(left, top)
    if panel.turned:
        west, north, east, south = east, south, west, north
        matrix = multiply(rotation(180, face.width / 2, face.height / 2), matrix)
    return Group((Use(face.name),), matrix, rectangle(-west, -north, face.width + east, face.height + south))


def fold(line: Line) -> list[Shape]:
    """A dashed line that starts and ends with a dash."""
    x0, y0, x1, y1 = line
    length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
    gaps = max(1, round((length - _DASH) / (_DASH + _GAP)))
    dash = (length - gaps * _GAP) / (gaps + 1)
    path: list[tuple] = []
    for index in range(gaps + 1):
        start = index * (dash + _GAP) / length
        end = start + dash / length
        path += [
            ("M", x0 + start * (x1 - x0), y0 + start * (y1 - y0)),
            ("L", x0 + end * (x1 - x0), y0 + end * (y1 - y0)),
        ]
    whole = (("M", x0, y0), ("L", x1, y1))
    return [Shape(whole, stroke=PAPER, line=HALO), Shape(tuple(path), stroke=INK, line=FOLD)]


def _glue(flap: Flap, word: str, font: Font) -> list[Item]:
    """The hatching of a flap, with the word in a gap in its middle."""
    left, top, right, bottom = flap.box
    x, y = (left + right) / 2, (top + bottom) / 2
    width = font.width(word) * SIZE
    room = (bottom - top if flap.upright else right - left) - 2.0
    half = width / 2 + 1.0
    label: list[Item] = []
    if 2 * half <= room:
        gap = Shape(rectangle(-half, -0.75 * SIZE, half, 0.75 * SIZE, 1.0), fill=PAPER)
        matrix = multiply(rotation(-90 if flap.upright else 0, 0, 0), translation(x, y))
        label = [Group((gap, *_word(word, -width / 2, font)), matrix)]
    return [Group((hatching(flap.outline),), clip=(*flap.outline, ("Z",))), *label]


def hatching(outline: Segments) -> Shape:
    """Slanting lines over a flap, clipped to its outline."""
    xs = [segment[-2] for segment in outline]
    ys = [segment[-1] for segment in outline]
    left, top, right, bottom = min(xs), min(ys), max(xs), max(ys)
    path: list[tuple] = []
    start = left - (bottom - top)
    for index in range(1, int((right - start) / _EVERY) + 1):
        x = start + index * _EVERY
        path += [("M", x, bottom), ("L", x + bottom - top, top)]
    return Shape(tuple(path), stroke=GREY, line=HATCH)


def _legend(box: Box, words: Mapping[str, str], dimensions: str, font: Font, by_machine: bool) -> list[Item]:
    """A legend of the lines, and the inner size of the box; rows that do not fit are left out."""
    left, top, right, bottom = box
    sample = (("M", 0.0, 0.0), ("L", _SAMPLE, 0.0))
    swatch = rectangle(0.0, -1.1, _SAMPLE, 1.1)
    rows: list[tuple[Item, str]] = [
        (Shape(sample, stroke=INK, line=CUT), words["cut"]),
        (fold((0.0, 0.0, _SAMPLE, 0.0))[1], words["fold"]),
        (Group((hatching(swatch[:-1]),), clip=swatch), words["glue"]),
    ]
    items: list[Item] = []
    for index, (mark, text) in enumerate(rows[by_machine:]):
        y = top + _ROW * (index + 0.5)
        items.append(Group((mark, *_word(text, _SAMPLE + 2.0, font)), translation(left + 2.0, y)))
    if top + _ROW * 4 <= bottom and font.width(dimensions) * SIZE <= right - left - 4:
        items.append(Group(tuple(_word(dimensions, 0.0, font)), translation(left + 2.0, top + _ROW * 3.6)))
    return items


def _word(text: str, x: float, font: Font) -> Sequence[Item]:
    return set_line(text, font, x, _DROP, SIZE, INK)
