"""The duplex vernier of test sheets: combs of lines on both sides, whose matching lines show the offset of the back.

If you hold the sheet against the light, the lines of front and back meet at the number that is the printer's offset.
The teeth of the back stand a tenth of a millimetre further apart, or closer, than those of the front.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Literal

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.units import POINT
from cardgen.graphics.drawing import Group, Item, Shape
from cardgen.graphics.geometry import Matrix
from cardgen.sheets.pens import HAIRLINE, INK
from cardgen.text.fonts import Font
from cardgen.text.setting import set_line

STEP = 0.1  # mm, the step between two numbers
PITCH = 1.5  # mm, the distance of the front's teeth
_EDGE = 22.0  # mm, the distance of combs from the paper's edges
_MIN_COMB_GAP = 6.0  # mm
_TEETH = 30  # the most teeth on each side of the middle one
_SHORT_TOOTH, _LONG_TOOTH = 4.5, 6.5
_SIZE = 5.5 * POINT

Axis = Literal["across", "down"]


@dataclass(frozen=True, slots=True)
class Comb:
    """The comb of a corner for one axis: the middle of its spine, in mm, seen from the front."""

    corner: str
    axis: Axis
    x: float
    y: float
    teeth: int  # the number of teeth on each side of the middle one


def combs(width: float, height: float) -> list[Comb]:
    """The two combs of each corner of a page, symmetric about its middle."""
    room = min(width / 2 - 10 - _MIN_COMB_GAP, height / 2 - _EDGE - 2 * _LONG_TOOTH - _MIN_COMB_GAP)
    teeth = min(_TEETH, int(room / (2 * (PITCH + STEP)))) // 5 * 5
    half = teeth * (PITCH + STEP)
    both_combs = []
    for below, right in ((False, False), (False, True), (True, False), (True, True)):
        corner = f"{'bottom' if below else 'top'}-{'right' if right else 'left'}"
        x, y = width / 2 - _MIN_COMB_GAP / 2 - half, _EDGE
        across = Comb(corner, "across", width - x if right else x, height - y if below else y, teeth)
        x, y = _EDGE, _EDGE + 2 * _LONG_TOOTH + _MIN_COMB_GAP + half
        both_combs += [across, Comb(corner, "down", width - x if right else x, height - y if below else y, teeth)]
    return both_combs


def comb_items(comb: Comb, back: Literal["", "long", "short"], font: Font) -> list[Item]:
    """The teeth of a comb, seen from the front; those of the back, if `back` is its flip."""
    # If the sheet turns over a long edge, the back's offset to the right is one to the left, seen from the front;
    # if it turns over a short edge, an offset downwards is one upwards.
    sign = {"long": {"across": 1, "down": -1}, "short": {"across": -1, "down": 1}}
    step = STEP * sign[back][comb.axis] if back else 0.0
    path: list[tuple] = []
    numbers: list[Item] = []
    for tooth in range(-comb.teeth, comb.teeth + 1):
        at, long = tooth * (PITCH + step), _LONG_TOOTH if tooth % 5 == 0 else _SHORT_TOOTH
        end = long if back else -long
        if comb.axis == "across":
            path += [("M", comb.x + at, comb.y), ("L", comb.x + at, comb.y + end)]
        else:
            path += [("M", comb.x, comb.y + at), ("L", comb.x + end, comb.y + at)]
        if tooth % 5 == 0:
            numbers += _number(comb, at, bool(back), f"{tooth * STEP:g}".replace("-", "\u2212"), font)
    return [Shape(tuple(path), stroke=INK, line=HAIRLINE), *numbers]


def _number(comb: Comb, at: float, back: bool, text: str, font: Font) -> list[Item]:
    wide, drop = font.width(text) * _SIZE, 0.35 * _SIZE
    beyond = _LONG_TOOTH + 1.5
    if comb.axis == "across":
        y = comb.y + (beyond if back else -beyond) + drop
        return [*set_line(text, font, comb.x + at - wide / 2, y, _SIZE, INK)]
    x = comb.x + (_LONG_TOOTH + 0.8 if back else -_LONG_TOOTH - 0.8 - wide)
    return [*set_line(text, font, x, comb.y + at + drop, _SIZE, INK)]


def onto_back(items: list[Item], flip: Literal["long", "short"], width: float, height: float) -> Group:
    """Items seen from the front, in the coordinates of the back of an upright page."""
    matrix: Matrix = (-1, 0, 0, 1, width, 0) if flip == "long" else (1, 0, 0, -1, 0, height)
    return Group(tuple(items), matrix)


@dataclass(frozen=True, slots=True)
class Registration:
    """The result of the readings of all combs: the shift in mm to the right and down, and the clockwise turn in
    degrees, seen from the back; the scale of the back against the front, across and down; the reading that agrees least
    with the others, and its difference in mm."""

    dx: float
    dy: float
    rotation: float
    scale: tuple[float, float]
    worst: Comb
    off: float


def fit_registration(
    readings: Mapping[tuple[str, Axis], float],
    flip: Literal["long", "short"],
    page: tuple[float, float],
    scale: tuple[float, float] = (1.0, 1.0),
) -> Registration:
    """The shift, turn and scale of the back that explain the readings best (least squares), `scale` being that of the
    front. A scale that can come from misreading counts as none.

    `readings` are in mm, by corner and axis, all of them.
    """
    places = []
    for comb in combs(*page):
        x, y = comb.x - page[0] / 2, comb.y - page[1] / 2
        x, y = (-x, y) if flip == "long" else (x, -y)
        places.append((comb, x * scale[0], y * scale[1], readings[comb.corner, comb.axis]))
    # The combs are symmetric about the middle, so shift, turn and scale are independent: each is a mean.
    across = [each for each in places if each[0].axis == "across"]
    down = [each for each in places if each[0].axis == "down"]
    dx, dy = (sum(read for *_, read in those) / len(those) for those in (across, down))
    turn = sum(x * read for _, x, _, read in down) - sum(y * read for _, _, y, read in across)
    turn /= sum(x * x for _, x, *_ in down) + sum(y * y for _, _, y, _ in across)
    wider = _stretch([(x, read) for _, x, _, read in across])
    longer = _stretch([(y, read) for _, _, y, read in down])
    off = {
        comb: read - (dx - turn * y + wider * x if comb.axis == "across" else dy + turn * x + longer * y)
        for comb, x, y, read in places
    }
    worst = max(off, key=lambda comb: abs(off[comb]))
    return Registration(dx, dy, math.degrees(math.atan(turn)), (1 + wider, 1 + longer), worst, abs(off[worst]))


def _stretch(read: Sequence[tuple[float, float]]) -> float:
    """The stretch of readings away from the middle, in parts of the distance of their places; 0 if it can come from
    rounding to a step."""
    spread = math.sqrt(sum(at * at for at, _ in read))
    slope = sum(at * off for at, off in read) / spread**2
    chance = STEP / math.sqrt(12) / spread  # the standard error of values rounded to a step
    return slope if abs(slope) > 3 * chance else 0.0
