"""Where a field lies: its edges in millimetres from the left and the top of the trim."""

from __future__ import annotations

from cardgen.definitions.fields import Offset
from cardgen.definitions.layout_fields import Placed
from cardgen.geometry import Box, box_through, turned
from cardgen.remember import per_object

LEAST_BLEED = 3.0  # a layout may reach so far out, whatever bleed is printed


@per_object  # all cards of a layout
def place(field: Placed, width: float, height: float, bleed: float) -> Box:
    """The box of a field on a face of that trim. Raises ValueError where it has no room or is told twice."""
    left, right = _axis(field.left, field.right, field.width, width, bleed, ("left", "right", "width"))
    top, bottom = _axis(field.top, field.bottom, field.height, height, bleed, ("top", "bottom", "height"))
    seen = box_through(turned(field.turn, (left + right) / 2, (top + bottom) / 2), (left, top, right, bottom))
    beyond = max(-seen[0], -seen[1], seen[2] - width, seen[3] - height) - max(bleed, LEAST_BLEED)
    if beyond > 1e-6:
        raise ValueError(f"reaches {beyond:.2f} mm beyond the bleed and would be cut off")
    return left, top, right, bottom


def _axis(
    near: Offset | None,
    far: Offset | None,
    length: float | None,
    trim: float,
    bleed: float,
    words: tuple[str, str, str],
) -> tuple[float, float]:
    start = near.resolve(bleed) if near else None
    end = trim - far.resolve(bleed) if far else None
    if start is not None and end is not None and length is not None:
        raise ValueError(f"expected two of {words[0]}, {words[1]} and {words[2]}, got all three")
    if length is None:
        start, end = start or 0.0, trim if end is None else end
    elif start is not None:
        end = start + length
    elif end is not None:
        start = end - length
    else:
        start, end = (trim - length) / 2, (trim + length) / 2
    if end - start <= 1e-6:
        raise ValueError(f"has no room between its {words[0]} and {words[1]} edges: {end - start:.2f} mm")
    return start, end
