"""A card with words on either side of it, each with a line to the sign that it explains."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import IntEnum

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import UNKNOWN_NAME, Fault, InputError, nearest
from cardgen.foundations.units import POINT
from cardgen.graphics.drawing import Face, Item, Shape, texts
from cardgen.graphics.geometry import Box, ellipse
from cardgen.rulebook.anatomy import Anatomy, Sign
from cardgen.rulebook.colours import WHITE
from cardgen.rulebook.fan import find_fan, framed_face
from cardgen.rulebook.legible import MIN_LEGIBLE_SIZE
from cardgen.rulebook.lines import SetLine, baseline, set_words, shifted
from cardgen.rulebook.look import Look, Type
from cardgen.text.inline import Run
from cardgen.text.typography import typeset

CARD_HEIGHT = 52.0  # mm
MAX_CARD_HEIGHT = 78.0  # mm, if its texts would not be legible otherwise
MAX_CARD_WIDTH = 56.0  # mm
ASIDE = 4.0  # mm between the card and the words
LABEL_GAP = 2.0  # mm between labels
DOT, LINE = 0.7, 0.3  # radius of a dot and width of a line, in mm
CLEAR = DOT + 0.8  # mm between a sign and the middle of its dot
EDGE = 1.0  # mm; a sign that is nearer to both sides of the card counts as wide as the card
INSIDE = 5.0  # mm on paper between the side of the card and the dot of such a sign
MAX_ON_ONE_SIDE = 4  # signs
MIN_PER_SIDE = 2  # signs, if there are more than MAX_ON_ONE_SIDE
MIDDLE = 0.1  # part of the card's width; a sign so near to its middle goes to the side with fewer signs


class _Side(IntEnum):
    LEFT = 0
    RIGHT = 1


@dataclass(frozen=True, slots=True)
class _Label:
    """A sign's words and its position, in mm on paper from the card's upper left corner."""

    lines: list[SetLine]
    height: float
    x: float
    y: float


def set_pointing(anatomy: Anatomy, width: float, look: Look) -> tuple[float, float, tuple[Item, ...]]:
    """Returns the width and height of the figure, in mm, and its items. Raises InputError with every unknown name."""
    fan = replace(find_fan(anatomy.face, look.book, anatomy.place), smaller=None)  # signs name fields of the whole face
    face = fan.face
    scale = _scale(face, look)
    wide, high = scale * face.width, scale * face.height
    column, left = (width - wide) / 2 - ASIDE, (width - wide) / 2
    sides = [
        _spread([_set_label(sign, box, face.width, side, scale, column, look) for sign, box in signs], high)
        for side, signs in zip(_Side, _shared_out(_boxes(face, anatomy.signs), face.width), strict=True)
    ]
    above = max(0.0, *(-top for labels in sides for top, _ in labels))
    below = max(high, *(top + label.height for labels in sides for top, label in labels))
    items: list[Item] = [framed_face(fan, (scale, 0, 0, scale, left, above), look.ink)]
    for side, labels in zip(_Side, sides, strict=True):
        start = left + wide + ASIDE if side is _Side.RIGHT else left - ASIDE
        type_ = _type(look, side)
        for top, label in labels:
            y = above + top + label.height / 2
            items += _line(start + (-1 if side is _Side.RIGHT else 1), y, left + label.x, above + label.y, look)
            for index, line in enumerate(label.lines):
                drop = above + top + baseline(type_, look) + index * type_.leading
                items += shifted(line.items, start if side is _Side.RIGHT else start - column, drop)
    return width, above + below, tuple(items)


def _scale(face: Face, look: Look) -> float:
    """The scale at which all texts are legible, within MAX_CARD_HEIGHT, and no smaller than that of other figures."""
    smallest = min((size for _, size in texts(face.items)), default=float("inf"))
    high = max(CARD_HEIGHT * look.figures, min(MAX_CARD_HEIGHT, face.height * MIN_LEGIBLE_SIZE * POINT / smallest))
    return min(MAX_CARD_WIDTH / face.width, high / face.height)


def _boxes(face: Face, signs: Sequence[Sign]) -> list[tuple[Sign, Box]]:
    """The fields that signs name, each with the box around what it draws, in mm on the card. Raises InputError with all
    unknown fields."""
    fields = [(sign, face.fields.get(sign.name)) for sign in signs]
    faults = [
        Fault(f"'{face.label}' shows no field '{sign.name}'{nearest(sign.name, face.fields)}", sign.place, UNKNOWN_NAME)
        for sign, box in fields
        if box is None
    ]
    if faults:
        raise InputError(*faults)
    return [(sign, box) for sign, box in fields if box is not None]


def _shared_out(boxes: Sequence[tuple[Sign, Box]], width: float) -> tuple[list[tuple[Sign, Box]], ...]:
    """The signs to explain on the left and on the right of a card, from above; those near its middle go to the side
    with fewer."""
    sides: tuple[list[tuple[Sign, Box]], ...] = ([], [])
    for sign, box in sorted(boxes, key=lambda one: -abs(_off(one[1], width))):
        near = abs(_off(box, width)) < MIDDLE * width
        is_right = len(sides[_Side.RIGHT]) < len(sides[_Side.LEFT]) if near else _off(box, width) > 0
        sides[_Side.RIGHT if is_right else _Side.LEFT].append((sign, box))
    few, many = sorted(sides, key=len)
    while len(boxes) > MAX_ON_ONE_SIDE and len(few) < MIN_PER_SIDE:  # avoids one long column, far from its signs
        nearest_one = min(many, key=lambda one: abs(_off(one[1], width)))
        many.remove(nearest_one)
        few.append(nearest_one)
    for side in sides:
        side.sort(key=lambda one: one[1][1] + one[1][3])
    return sides


def _off(box: Box, width: float) -> float:
    """How far the middle of a box is right of the card's middle, in mm."""
    return (box[0] + box[2] - width) / 2


def _set_label(sign: Sign, box: Box, width: float, side: _Side, scale: float, column: float, look: Look) -> _Label:
    first, top, last, bottom = box
    type_ = _type(look, side)
    lines = set_words((Run(typeset(sign.text, look.book.language)),), type_, column, look, sign.place)
    return _Label(
        lines, len(lines) * type_.leading, _beside(first, last, width, side, scale), scale * (top + bottom) / 2
    )


def _beside(first: float, last: float, width: float, side: _Side, scale: float) -> float:
    """The x of a dot, in mm on paper: clear of its sign, or inside a sign that is as wide as the card."""
    if first < EDGE and last > width - EDGE:
        return scale * width - INSIDE if side is _Side.RIGHT else INSIDE
    return min(scale * last + CLEAR, scale * width) if side is _Side.RIGHT else max(scale * first - CLEAR, 0.0)


def _type(look: Look, side: _Side) -> Type:
    """The type of words beside a card, aligned towards it."""
    return replace(look.caption, italic=False, colour=look.ink, align="left" if side is _Side.RIGHT else "right")


def _spread(side: Sequence[_Label], height: float) -> list[tuple[float, _Label]]:
    """The tops of words, from above: each beside its sign, as far as its neighbours leave room."""
    tops: list[float] = []
    free = 0.0
    for label in side:
        tops.append(max(free, label.y - label.height / 2))
        free = tops[-1] + label.height + LABEL_GAP
    most = max(height, free - LABEL_GAP)
    for index in reversed(range(len(side))):
        tops[index] = min(tops[index], most - side[index].height)
        most = tops[index] - LABEL_GAP
    return list(zip(tops, side, strict=True))


def _line(x: float, y: float, to_x: float, to_y: float, look: Look) -> list[Item]:
    """The line from words to a sign, with a dot at its edge."""
    dot = ellipse(to_x - DOT, to_y - DOT, to_x + DOT, to_y + DOT)
    line = (("M", x, y), ("L", to_x, to_y))
    return [
        Shape(line, stroke=WHITE, line=3 * LINE),
        Shape(line, stroke=look.dark, line=LINE),
        Shape(dot, fill=look.dark, stroke=WHITE, line=LINE),
    ]
