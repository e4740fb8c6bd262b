"""Measures fields once the sizes of texts are known, for fields placed by them."""

from __future__ import annotations

from collections.abc import Mapping

from cardgen.definitions.measures import MEASURES
from cardgen.graphics.geometry import Box


def measures(box: Box) -> Mapping[str, float]:
    """Returns the measures of a field that other fields can read, in mm."""
    left, top, right, bottom = box
    edges = {"left": left, "right": right, "top": top, "bottom": bottom, "width": right - left, "height": bottom - top}
    return {name: round(edges[name], 6) for name in MEASURES}
