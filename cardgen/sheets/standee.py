"""The net of a standee that folds into a tent: back, front, foot and a glue flap, one below another.

The back stands on its head, so it reads upright once folded over. You glue the flap behind the back's lower edge, which
then meets the foot. In millimetres from the net's top left corner.
"""

from __future__ import annotations

from cardgen.definitions.components import BACK, FRONT
from cardgen.graphics.geometry import Box, Segments, rectangle
from cardgen.sheets.tuck_box import LEGEND, BoxPanel, Flap, Net

_FLAP = (8.0, 14.0)  # mm, the least and the greatest depth of a glue flap
_TAPER = 3.0


def net(width: float, height: float, depth: float) -> Net:
    """The net of a standee with a front of that width and height, standing `depth` deep, all in mm."""
    flap = max(_FLAP[0], min(_FLAP[1], height / 4))
    middle, foot, end = height, 2 * height, 2 * height + depth
    bottom = end + flap
    panels = (
        BoxPanel(BACK, (0.0, 0.0, width, middle), (True, True, True, False), turned=True),
        BoxPanel(FRONT, (0.0, middle, width, foot), (True, False, True, False)),
    )
    base: Box = (0.0, foot, width, end)
    taper = min(_TAPER, width / 6)
    corners = ((width, end), (width - taper, bottom), (taper, bottom), (0.0, end))
    flaps = (
        Flap(rectangle(*base)[:-1], base, glued=False),
        Flap(_lines(*corners), (taper, end, width - taper, bottom), glued=True),
    )
    cut = (*_lines((0.0, 0.0), (width, 0.0), *corners), ("Z",))
    folds = tuple((0.0, y, width, y) for y in (middle, foot, end))
    legend: Box = (width + LEGEND[0], middle, width + sum(LEGEND), foot)
    return Net(legend[2], bottom, panels, flaps, (cut,), folds, legend)


def _lines(start: tuple[float, float], *points: tuple[float, float]) -> Segments:
    return (("M", *start), *(("L", *point) for point in points))
