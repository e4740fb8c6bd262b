"""Folds the net of a tuck box in thought: where each of its panels is on the closed box."""

from __future__ import annotations

import math
from collections.abc import Iterator

from cardgen.export.presskit.camera import Corners3, Point3
from cardgen.foundations.dataclass import dataclass
from cardgen.sheets.tuck_box import BACK, FRONT, SIDE, TOP, Measures, Net, nets


@dataclass(frozen=True, slots=True)
class FoldedPanel:
    """A panel of a standing box: the face that it `shows`, the `way` it looks out (front, right, back, left, top or
    bottom), and the corners of its face as that is read: top left, top right, bottom right, bottom left."""

    shows: str
    way: str
    corners: Corners3


def fold_box(width: float, height: float, depth: float) -> list[FoldedPanel]:
    """The panels of a box of this inner size, in mm: it stands on the ground, its middle over (0, 0), its front towards
    the viewer."""
    (net,) = nets(width, height, depth)
    return list(_folded(net, Measures(width, height, depth)))


def _folded(net: Net, measures: Measures) -> Iterator[FoldedPanel]:
    w, h, d = measures.width / 2, measures.height, measures.depth / 2
    # The walls in the order of the net, seen from outside: each begins where the one before it ends
    walls = iter((("left", (-w, -d)), ("front", (-w, d)), ("right", (w, d)), ("back", (w, -d))))
    ends = {"left": (-w, d), "front": (w, d), "right": (w, -d), "back": (-w, -d)}
    lids = 0
    for panel in net.panels:
        if panel.shows in (SIDE, FRONT, BACK):
            way, (x, y) = next(walls)
            end = ends[way]
            yield FoldedPanel(panel.shows, way, ((x, y, h), (*end, h), (*end, 0.0), (x, y, 0.0)))
        elif panel.shows == TOP:
            # The back's upper and lower edge, from its left to its right as seen from behind; the fold turns the lids
            # to the front
            z = 0.0 if lids else h
            corners: Corners3 = ((w, d, z), (-w, d, z), (-w, -d, z), (w, -d, z))  # as the net has it
            if lids:
                corners = ((w, -d, z), (-w, -d, z), (-w, d, z), (w, d, z))
            yield FoldedPanel(TOP, "bottom" if lids else "top", _turned(corners) if panel.turned else corners)
            lids += 1


def _turned(corners: Corners3) -> Corners3:
    a, b, c, d = corners
    return c, d, a, b


def place_corners(corners: Corners3, turn: float, at: Point3) -> Corners3:
    """Corners turned by degrees about the z axis (a positive turn shows more of the right side), then moved."""
    sin, cos = math.sin(math.radians(turn)), math.cos(math.radians(turn))
    x0, y0, z0 = at
    moved = [(x0 + x * cos - y * sin, y0 + x * sin + y * cos, z0 + z) for x, y, z in corners]
    return moved[0], moved[1], moved[2], moved[3]
