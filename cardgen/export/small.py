"""Draws faces as pictures for screens: cards large enough to read under the mouse, and mats no larger than a screen."""

from __future__ import annotations

from collections.abc import Mapping

from cardgen.export.drawing import portrait
from cardgen.export.target import Shipment
from cardgen.foundations.units import INCH
from cardgen.graphics.drawing import Face

DPI = 200
_MAX_PIXELS = 1400  # pixels on a side


def pictures(shipment: Shipment, faces: Mapping[str, Face]) -> dict[str, bytes]:
    """PNG files of faces, by their names."""
    dpi = shipment.options.dpi or DPI
    drawings = [portrait(face, min(dpi, _MAX_PIXELS * INCH / max(face.width, face.height))) for face in faces.values()]
    return dict(zip(faces, shipment.draw(drawings), strict=True))
