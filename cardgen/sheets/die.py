"""The net of a die: a cross of six squares with seven glue flaps. In millimetres from the net's top left corner.

    flaps       3   flaps
    flap  1     2   6     5     a row of four, 3 above the second and 4 below it: opposite sides add up to seven
    flaps       4   flaps

A flap is glued behind the square that it meets. Flaps taper by their own depth, so the three which come to lie
behind one square leave one another room.
"""

from __future__ import annotations

from cardgen.graphics.geometry import Box, Segments
from cardgen.sheets.tuck_box import LEGEND, BoxPanel, Flap, Line, Net

ROW = ("1", "2", "6", "5")
ABOVE, BELOW = "3", "4"
_FLAP = 0.32  # of an edge, less than half, so flaps do not meet
_NO_BLEED = (False, False, False, False)

Point = tuple[float, float]


def net(edge: float) -> Net:
    """The net of a die with edges of this length, in mm."""
    flap = edge * _FLAP
    left, top = flap, edge
    bottom, width = top + edge, flap + 4 * edge
    columns = [left + index * edge for index in range(5)]
    squares = [(name, (columns[i], top, columns[i + 1], bottom)) for i, name in enumerate(ROW)]
    squares += [(ABOVE, (columns[1], 0.0, columns[2], top)), (BELOW, (columns[1], bottom, columns[2], bottom + edge))]
    # The outline, clockwise from the row's lower left corner
    first = _flap((left, bottom), (left, top), flap)
    upper = [_flap((x, top), (x + edge, top), flap) for x in (columns[0], columns[2], columns[3])]
    lower = [_flap((x + edge, bottom), (x, bottom), flap) for x in (columns[3], columns[2], columns[0])]
    path: list[Point] = [*first, *upper[0][1:], (columns[1], 0.0), (columns[2], 0.0), *upper[1], *upper[2][1:]]
    path += [*lower[0], *lower[1][1:], (columns[2], bottom + edge), (columns[1], bottom + edge), *lower[2]]
    flaps = tuple(_glue_flap(corners) for corners in (first, *upper, *lower))
    folds: list[Line] = [(x, top, x, bottom) for x in columns[:4]]
    folds += [(x, y, x + edge, y) for y in (top, bottom) for x in columns[:4]]
    panels = tuple(BoxPanel(name, box, _NO_BLEED) for name, box in squares)
    legend: Box = (width + LEGEND[0], 0.0, width + sum(LEGEND), 3 * edge)
    return Net(legend[2], bottom + edge, panels, flaps, (_close(path),), tuple(folds), legend)


def _flap(start: Point, end: Point, depth: float) -> tuple[Point, ...]:
    """A flap's corners along the outline walked clockwise: it lies at the left of the way from `start` to `end`."""
    (x0, y0), (x1, y1) = start, end
    length = abs(x1 - x0) + abs(y1 - y0)
    along = ((x1 - x0) / length, (y1 - y0) / length)
    out = (along[1], -along[0])
    inner = [(x0 + depth * (along[0] + out[0]), y0 + depth * (along[1] + out[1])),
             (x1 + depth * (out[0] - along[0]), y1 + depth * (out[1] - along[1]))]  # fmt: skip
    return (start, *inner, end)


def _glue_flap(corners: tuple[Point, ...]) -> Flap:
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    path = (("M", *corners[0]), *(("L", *point) for point in corners[1:]))
    upright = max(ys) - min(ys) > max(xs) - min(xs)
    return Flap(path, (min(xs), min(ys), max(xs), max(ys)), glued=True, upright=upright)


def _close(points: list[Point]) -> Segments:
    return (("M", *points[0]), *(("L", *point) for point in points[1:]), ("Z",))
