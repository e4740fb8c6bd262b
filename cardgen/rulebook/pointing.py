"""A card with words on either side of it, each with a line to the sign that it explains."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

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

TALLEST, LARGEST = 52.0, 78.0  # mm of the card at full size; of one whose texts could not be read otherwise
MAX_CARD_WIDTH = 56.0  # mm of it
ASIDE = 4.0  # mm from the card to the words
LABEL_GAP = 2.0  # mm between what stands above one another
DOT, LINE = 0.7, 0.3  # mm
CLEAR = DOT + 0.8  # mm from what a sign draws to the middle of its dot
EDGE, INSIDE = 1.0, 5.0  # mm of the card that what is as wide leaves free; mm on paper from its side
BESIDE, MIN_BESIDE = 4, 2  # signs that one side holds; with more, how many the other has at least
MIDDLE = 0.1  # of the card's width: how near its middle a sign goes to whichever side has fewer


@dataclass(frozen=True, slots=True)
class _Label:
    """A sign's words, and where it is, in mm on paper from the card's left upper corner."""

    lines: list[SetLine]
    height: float
    x: float
    y: float


def set_pointing(anatomy: Anatomy, width: float, look: Look) -> tuple[float, float, tuple[Item, ...]]:
    """How wide and high it is, in mm, and what is drawn. Raises InputError with every unknown name."""
    fan = replace(find_fan(anatomy.face, look.book, anatomy.place), smaller=None)  # whose fields these are
    face = fan.face
    scale = _scale(face, look)
    wide, high = scale * face.width, scale * face.height
    column, left = (width - wide) / 2 - ASIDE, (width - wide) / 2
    sides = [
        _spread([_set_label(sign, box, face.width, right, scale, column, look) for sign, box in side], high)
        for right, side in enumerate(_shared_out(_boxes(face, anatomy.signs), face.width))
    ]
    above = max(0.0, *(-top for side in sides for top, _ in side))
    below = max(high, *(top + label.height for side in sides for top, label in side))
    items: list[Item] = [framed_face(fan, (scale, 0, 0, scale, left, above), look.ink)]
    for right, side in enumerate(sides):
        start = left + wide + ASIDE if right else left - ASIDE
        type_ = _type(look, right)
        for top, label in side:
            y = above + top + label.height / 2
            items += _line(start + (-1 if right else 1), y, left + label.x, above + label.y, look)
            for index, line in enumerate(label.lines):
                drop = above + top + baseline(type_, look) + index * type_.leading
                items += shifted(line.items, start if right else start - column, drop)
    return width, above + below, tuple(items)


def _scale(face: Face, look: Look) -> float:
    """So large that all its texts can be read, if it can be, but no smaller than other figures are."""
    smallest = min((size for _, size in texts(face.items)), default=float("inf"))
    high = max(TALLEST * look.figures, min(LARGEST, face.height * MIN_LEGIBLE_SIZE * POINT / smallest))
    return min(MAX_CARD_WIDTH / face.width, high / face.height)


def _boxes(face: Face, signs: Sequence[Sign]) -> list[tuple[Sign, Box]]:
    """The fields that signs name, each with the box around what it draws, in mm on the card. Raises InputError with all
    that are not there."""
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
        right = len(sides[1]) < len(sides[0]) if near else _off(box, width) > 0
        sides[right].append((sign, box))
    few, many = sorted(sides, key=len)
    while len(boxes) > BESIDE and len(few) < MIN_BESIDE:  # else they are far from their signs, in one long column
        nearest_one = min(many, key=lambda one: abs(_off(one[1], width)))
        many.remove(nearest_one)
        few.append(nearest_one)
    for side in sides:
        side.sort(key=lambda one: one[1][1] + one[1][3])
    return sides


def _off(box: Box, width: float) -> float:
    """How far right of a card's middle its own is, in mm."""
    return (box[0] + box[2] - width) / 2


def _set_label(sign: Sign, box: Box, width: float, right: int, scale: float, column: float, look: Look) -> _Label:
    first, top, last, bottom = box
    type_ = _type(look, right)
    lines = set_words((Run(typeset(sign.text, look.book.language)),), type_, column, look, sign.place)
    return _Label(
        lines, len(lines) * type_.leading, _beside(first, last, width, right, scale), scale * (top + bottom) / 2
    )


def _beside(first: float, last: float, width: float, right: int, scale: float) -> float:
    """Where a dot is, in mm on paper: clear of a sign, but within what is as wide as the card."""
    if first < EDGE and last > width - EDGE:
        return scale * width - INSIDE if right else INSIDE
    return min(scale * last + CLEAR, scale * width) if right else max(scale * first - CLEAR, 0.0)


def _type(look: Look, right: int) -> Type:
    """Of words on the left or right of a card, which stand towards it."""
    return replace(look.caption, italic=False, colour=look.ink, align="left" if right else "right")


def _spread(side: Sequence[_Label], height: float) -> list[tuple[float, _Label]]:
    """The tops of words, from above: each beside its sign, as far as those above and below leave it room."""
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
    """From words to a sign, with a dot at its edge."""
    dot = ellipse(to_x - DOT, to_y - DOT, to_x + DOT, to_y + DOT)
    line = (("M", x, y), ("L", to_x, to_y))
    return [
        Shape(line, stroke=WHITE, line=3 * LINE),
        Shape(line, stroke=look.dark, line=LINE),
        Shape(dot, fill=look.dark, stroke=WHITE, line=LINE),
    ]
