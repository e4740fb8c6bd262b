"""The code of a card: four hex digits in its margin, which keep prints of different days apart."""

from __future__ import annotations

from dataclasses import replace

from cardgen.foundations.units import POINT
from cardgen.graphics.drawing import Face, Item, Shape
from cardgen.graphics.geometry import rectangle
from cardgen.text.fonts import Font
from cardgen.text.setting import set_line

DIGITS = 4
SIZE = 5 * POINT
_AIR = 0.4  # mm between the digits and the end of their plate


def add_code(face: Face, code: str, font: Font, safe: float, ink: str, paper: str) -> Face:
    """Returns the face with a code's first digits on a small plate, `safe` mm from the lower trim edge."""
    width, high = font.width(code[:DIGITS]) * SIZE, font.cap_height * SIZE  # digits have no descenders
    left, baseline = (face.width - width) / 2, face.height - safe - _AIR
    plate = rectangle(left - _AIR, baseline - high - _AIR, left + width + _AIR, baseline + _AIR, _AIR)
    digits = [
        replace(item, ascent=high, descent=0.0) for item in set_line(code[:DIGITS], font, left, baseline, SIZE, ink)
    ]
    added: tuple[Item, ...] = (Shape(plate, fill=paper), *digits)
    return replace(face, items=face.items + added, layered=face.layered and face.layered + added)
