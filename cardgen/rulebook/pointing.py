"""A card with words on either side of it, each with a line to the sign that it explains."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cardgen.dataclass import dataclass
from cardgen.drawing import Face, Item, Shape
from cardgen.errors import UNKNOWN_NAME, Fault, InputError, fail, nearest
from cardgen.geometry import Box, ellipse
from cardgen.rulebook.anatomy import Anatomy, Sign
from cardgen.rulebook.colours import WHITE
from cardgen.rulebook.fan import find_fan, placed
from cardgen.rulebook.lines import SetLine, baseline, set_words, shifted
from cardgen.rulebook.look import Look, Type
from cardgen.text.inline import Run
from cardgen.text.typography import typeset

WIDEST, TALLEST = 56.0, 78.0  # mm of the card
ASIDE = 4.0  # mm from the card to the words
APART = 2.0  # mm between what stands above one another
DOT, LINE = 0.7, 0.3  # mm
MIDDLE = 0.1  # of the card's width: how near its middle a sign goes to whichever side has fewer


@dataclass(frozen=True, slots=True)
class _Told:
    """A sign's words, and where it is, in mm on paper from the card's left upper corner."""

    lines: list[SetLine]
    height: float
    x: float
    y: float


def set_pointing(anatomy: Anatomy, width: float, look: Look) -> tuple[float, float, tuple[Item, ...]]:
    """How wide and high it is, in mm, and what is drawn. Raises InputError with every unknown name."""
    fan = replace(find_fan(anatomy.face, look.book, anatomy.place), smaller=None)  # whose fields these are
    face = fan.face
    scale = min(WIDEST / face.width, TALLEST / face.height) * min(1.0, look.figures)
    wide, high = scale * face.width, scale * face.height
    column = (width - wide) / 2 - ASIDE
    found, faults = dict[Sign, Box](), list[Fault]()
    for sign in anatomy.signs:
        try:
            found[sign] = _box(face, sign)
        except InputError as error:
            faults += error.faults
    if faults:
        raise InputError(*faults)
    sides: tuple[list[_Told], list[_Told]] = ([], [])
    off = {sign: (box[0] + box[2] - face.width) / 2 for sign, box in found.items()}
    for sign in sorted(found, key=lambda sign: -abs(off[sign])):
        first, top, last, bottom = found[sign]
        near = abs(off[sign]) < MIDDLE * face.width
        right = len(sides[1]) < len(sides[0]) if near else off[sign] > 0
        x, y = (last + DOT if right else first - DOT), (top + bottom) / 2
        type_ = _type(look, "left" if right else "right")
        lines = set_words((Run(typeset(sign.text, look.book.language)),), type_, column, look, sign.place)
        sides[right].append(_Told(lines, len(lines) * type_.leading, scale * x, scale * y))
    tops = [_spread(sorted(side, key=lambda told: told.y), high) for side in sides]
    above = max(0.0, *(-top for each in tops for top, _ in each))
    below = max(high, *(top + told.height for each in tops for top, told in each))
    left = (width - wide) / 2
    items: list[Item] = [placed(fan, (scale, 0, 0, scale, left, above), look.ink)]
    for right, side in zip((False, True), tops, strict=True):
        start = left + wide + ASIDE if right else left - ASIDE
        for top, told in side:
            y = above + top + told.height / 2
            items += _line(start + (-1 if right else 1), y, left + told.x, above + told.y, look)
            type_ = _type(look, "left" if right else "right")
            for index, line in enumerate(told.lines):
                drop = above + top + baseline(type_, look) + index * type_.leading
                items += shifted(line.items, start if right else start - column, drop)
    return width, above + below, tuple(items)


def _type(look: Look, align: str) -> Type:
    return replace(look.caption, italic=False, colour=look.ink, align=align)


def _box(face: Face, sign: Sign) -> Box:
    """Around a field, in mm on the card. Raises InputError where the card has none that draws anything."""
    if (box := face.fields.get(sign.name)) is None:
        message = f"'{face.label}' shows no field '{sign.name}'{nearest(sign.name, face.fields)}"
        raise fail(message, sign.place, UNKNOWN_NAME)
    return box


def _spread(side: Sequence[_Told], height: float) -> list[tuple[float, _Told]]:
    """The tops of words, from above: each beside its sign, as far as those above and below leave it room."""
    tops: list[float] = []
    free = 0.0
    for told in side:
        tops.append(max(free, told.y - told.height / 2))
        free = tops[-1] + told.height + APART
    most = max(height, free - APART)
    for index in reversed(range(len(side))):
        tops[index] = min(tops[index], most - side[index].height)
        most = tops[index] - APART
    return list(zip(tops, side, strict=True))


def _line(x: float, y: float, to_x: float, to_y: float, look: Look) -> list[Item]:
    """From words to a sign, with a dot at its edge."""
    dot = ellipse(to_x - DOT, to_y - DOT, to_x + DOT, to_y + DOT)
    line = (("M", x, y), ("L", to_x, to_y))
    return [
        Shape(line, stroke=WHITE, line=3 * LINE),
        Shape(line, stroke=look.dark, line=LINE),
        Shape(dot, fill=look.dark, stroke=WHITE, line=LINE),
    ]
