"""The code of a card: four hex digits in its margin, so that prints of different days are not mixed up."""

from __future__ import annotations

from dataclasses import replace

from cardgen.drawing import Face, Shape, Text, rectangle
from cardgen.text.fonts import FontFace
from cardgen.units import POINT

DIGITS = 4
SIZE = 5 * POINT
_AIR = 0.4  # mm between the digits and the end of their plate


def coded(face: Face, code: str, font: FontFace, safe: float, ink: str, paper: str) -> Face:
    """The face with a code's first digits on a small plate, as near to the lower trim edge as `safe` mm."""
    shaped = font.shape(code[:DIGITS])
    width, high = shaped.width * SIZE, font.cap_height * SIZE
    left, baseline = (face.width - width) / 2, face.height - safe - _AIR
    plate = rectangle(left - _AIR, baseline - high - _AIR, left + width + _AIR, baseline + _AIR, _AIR)
    digits = Text(
        left, baseline, shaped.text, font.name, SIZE, ink, width, high, 0.0, shaped.kerns
    )  # digits reach neither above capitals nor below the line
    return replace(face, items=(*face.items, Shape(plate, fill=paper), digits))
