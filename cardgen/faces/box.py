"""Places fields: finds their edges in millimetres from the left and the top of the trim, or of the box that holds
them."""

from __future__ import annotations

import math

from cardgen.definitions.field_keys import Placed
from cardgen.definitions.fields import Offset
from cardgen.foundations.dataclass import dataclass
from cardgen.graphics.geometry import IDENTITY, Box, Matrix, box_through, multiply, rotation
from cardgen.store.remember import per_object

ACROSS, DOWN = ("left", "right", "width"), ("top", "bottom", "height")
USUAL_BLEED, EIGHTH = 3.0, 25.4 / 8  # mm: a layout may reach 1/8 inch out, whatever bleed is printed


@dataclass(frozen=True, slots=True)
class Frame:
    """The box from which a field's place counts: its size in mm, and the matrix that brings it onto the face."""

    width: float
    height: float
    matrix: Matrix = IDENTITY

    @property
    def scale(self) -> float:
        """Returns the scale of the box on the face."""
        return math.hypot(*self.matrix[:2])


@per_object  # all cards of a layout
def place(field: Placed, frame: Frame, size: tuple[float, float], bleed: float, mirrored: bool = False) -> Box:
    """Returns the box of a field in its frame, on a face of that size; if `mirrored`, seen in a mirror. Raises
    ValueError if the field has no room, if one of its lengths is given twice, or if it would be cut off."""
    out = 0.0 if getattr(field, "bleed", "none") != "none" else bleed  # a picture with made bleed ends at the trim
    left, right = axis(field.left, field.right, field.width, frame.width, out, ACROSS)
    top, bottom = axis(field.top, field.bottom, field.height, frame.height, out, DOWN)
    if mirrored:
        left, right = frame.width - right, frame.width - left
    turn = multiply(
        rotation(-field.turn if mirrored else field.turn, (left + right) / 2, (top + bottom) / 2), frame.matrix
    )
    seen = box_through(turn, (left, top, right, bottom))
    reach = max(-seen[0], -seen[1], seen[2] - size[0], seen[3] - size[1])
    if reach > max(bleed, EIGHTH) + 1e-6:
        raise ValueError(f"reaches {reach - max(bleed, USUAL_BLEED):.2f} mm beyond the bleed and would be cut off")
    return left, top, right, bottom


def axis(
    near: Offset | None,
    far: Offset | None,
    length: float | None,
    extent: float,
    bleed: float,
    keys: tuple[str, str, str],
) -> tuple[float, float]:
    """Returns where a field begins and ends along an axis that has `extent` mm. Raises ValueError if it has no room, or
    if one of its lengths is given twice."""
    start = near.resolve(bleed) if near else None
    end = extent - far.resolve(bleed) if far else None
    if start is not None and end is not None and length is not None:
        raise ValueError(f"expected two of {keys[0]}, {keys[1]} and {keys[2]}, got all three")
    if length is None:
        start, end = start or 0.0, extent if end is None else end
    elif start is not None:
        end = start + length
    elif end is not None:
        start = end - length
    else:
        start, end = (extent - length) / 2, (extent + length) / 2
    if end - start <= 1e-6:
        raise ValueError(f"has no room between its {keys[0]} and {keys[1]} edges: {end - start:.2f} mm")
    return start, end
