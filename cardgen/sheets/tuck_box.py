"""The net of a one-piece tuck box: where to cut, fold and glue, in millimetres from the net's top left corner.

From left to right: a glue flap, a side, the front, a side, the back. The back carries the lid and the bottom, the
sides carry dust flaps; the glue flap goes inside the back's free edge. The bottom's flap is glued inside the front,
since a deck is too heavy for a bottom that is only tucked in; the lid's is tucked behind the thumb notch. Panels are
as large as the room inside: paper is thinner than the air that a box is given around its deck.
"""

from __future__ import annotations

from cardgen.foundations.dataclass import dataclass
from cardgen.graphics.geometry import Box, Segments

GLUE, SIDE, FRONT, BACK, TOP = "glue", "side", "front", "back", "top"
WHOLE_NET = ((SIDE, FRONT, SIDE, BACK),)
HALVES = ((SIDE, FRONT), (SIDE, BACK))  # halves, each with its own glue flap
MIN_DEPTH = 3.0  # mm; card stock breaks instead of folding twice so near
LEGEND = (4.0, 46.0)  # mm right of a net that has no place for its legend: the room before it, and its width
HEADROOM = 14.0  # mm above a front without a lid beside it, for the legend
_SLACK = 0.75  # mm by which a tuck flap is narrower than its lid, on each side
_QUARTER_CIRCLE = 0.5522847498  # control points of a quarter circle

Line = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class BoxPanel:
    """The place of a face on the net; `turned`: upside down, so it is upright on the closed box. `bleed` is whether its
    picture continues beyond its left, top, right and bottom edge, over a cut or onto a flap without a picture.
    """

    shows: str
    box: Box
    bleed: tuple[bool, bool, bool, bool]
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Flap:
    """A flap without a picture; `glued`: on its printed side; `upright`: its label is read along its height."""

    outline: Segments
    box: Box
    glued: bool
    upright: bool = False


@dataclass(frozen=True, slots=True)
class Net:
    """One piece of paper to cut along `cuts` and fold along `folds`; `legend` is a place outside of the piece."""

    width: float
    height: float
    panels: tuple[BoxPanel, ...]
    flaps: tuple[Flap, ...]
    cuts: tuple[Segments, ...]
    folds: tuple[Line, ...]
    legend: Box | None


@dataclass(frozen=True, slots=True)
class Measures:
    """All lengths of a box of an inner width, height and depth, in mm.

    The flaps follow the makers' usual proportions: a glue flap a fifth of the panel that it is glued to, dust flaps
    that do not meet, a tuck flap half as long as the lid; each within what fingers can glue and fold.
    """

    width: float
    height: float
    depth: float

    @property
    def glue(self) -> float:
        return _within(self.width / 5, 7.0, 12.0)

    @property
    def dust(self) -> float:
        return min(_within(0.7 * self.depth, 9.0, 20.0), self.width / 2 - 1.0)

    @property
    def tuck(self) -> float:
        return min(_within(0.5 * self.depth, 9.0, 16.0), self.height / 2)

    @property
    def notch(self) -> float:
        """The radius of the thumb notch."""
        return min(9.0, self.width / 5, self.height / 5)


def nets(width: float, height: float, depth: float, halves: bool = False) -> tuple[Net, ...]:
    """The net of a box of this inner size, whole or in two halves to glue together."""
    measures = Measures(width, height, depth)
    return tuple(_Net(measures, columns).net() for columns in (HALVES if halves else WHOLE_NET))


def _within(value: float, least: float, most: float) -> float:
    return max(least, min(most, value))


class _Net:
    def __init__(self, measures: Measures, columns: tuple[str, ...]) -> None:
        self.m = measures
        self.lidded = BACK in columns
        ends = measures.depth + measures.tuck if self.lidded else 0.0
        self.top = max(ends, measures.dust, 0.0 if self.lidded else HEADROOM)
        self.bottom = self.top + measures.height
        self.height = self.bottom + max(ends, measures.dust)
        self.columns: list[tuple[str, float, float]] = []
        x = measures.glue
        for name in columns:
            wide = measures.depth if name == SIDE else measures.width
            self.columns.append((name, x, x + wide))
            x += wide
        self.width = x

    def net(self) -> Net:
        panels, folds, flaps = [], [], [self._glue_flap()]
        for index, (name, left, right) in enumerate(self.columns):
            last = index == len(self.columns) - 1
            folds.append((left, self.top, left, self.bottom))
            lids = name == BACK
            panels.append(BoxPanel(name, (left, self.top, right, self.bottom), (not index, not lids, last, not lids)))
            if name == SIDE:
                flaps += [self._dust(left, right, self.top, -1), self._dust(left, right, self.bottom, 1)]
                folds += [(left, self.top, right, self.top), (left, self.bottom, right, self.bottom)]
            if lids:
                for edge, way in ((self.top, -1), (self.bottom, 1)):
                    end = edge + way * self.m.depth
                    box = (left, min(edge, end), right, max(edge, end))
                    panels.append(BoxPanel(TOP, box, (True, way < 0, True, way > 0), turned=True))
                    flaps.append(self._tuck(left, right, end, way))
                    folds += [(left, edge, right, edge), (left + _SLACK, end, right - _SLACK, end)]
        return Net(
            self.width, self.height, tuple(panels), tuple(flaps), (self._outline(),), tuple(folds), self._legend()
        )

    def _legend(self) -> Box | None:
        """The place above the front, clear of its notch and bleed."""
        return next(
            ((left + 1, 0.0, right - 1, self.top - 4.0) for name, left, right in self.columns if name == FRONT), None
        )

    # Flaps: their outlines run from one end of the fold to the other; the fold closes them

    def _glue_flap(self) -> Flap:
        x, g = self.m.glue, self.m.glue
        slope = min(g, self.m.height / 4) * 0.6
        path = (
            ("M", x, self.bottom), ("L", x - g, self.bottom - slope), ("L", x - g, self.top + slope), ("L", x, self.top)
        )  # fmt: skip
        return Flap(path, (0.0, self.top + slope, g, self.bottom - slope), glued=True, upright=True)

    def _dust(self, left: float, right: float, edge: float, way: int) -> Flap:
        """A dust flap: tapered, so it slips under the lid, with rounded corners."""
        end = edge + way * self.m.dust
        taper = min(4.0, (right - left) / 5)
        radius = min(3.0, (right - left) / 4, self.m.dust / 3)
        path = _round_corners((left, edge), (left + taper, end), (right - taper, end), (right, edge), radius)
        return Flap(path, (left + taper, min(edge, end), right - taper, max(edge, end)), glued=False)

    def _tuck(self, left: float, right: float, edge: float, way: int) -> Flap:
        """A tuck flap: narrower than its lid, with rounded corners."""
        end, left, right = edge + way * self.m.tuck, left + _SLACK, right - _SLACK
        radius = min(0.75 * self.m.tuck, (right - left) / 3)
        path = _round_corners((left, edge), (left, end), (right, end), (right, edge), radius)
        return Flap(path, (left, min(edge, end), right, max(edge, end)), glued=way > 0)

    # The outline, clockwise from the glue flap's lower corner

    def _outline(self) -> Segments:
        path = list(self._glue_flap().outline)
        for name, left, right in self.columns:
            path += self._end(name, left, right, self.top, -1)
        path.append(("L", self.width, self.bottom))
        for name, left, right in reversed(self.columns):
            path += reverse((("M", left, self.bottom), *self._end(name, left, right, self.bottom, 1)))[1:]
        return (*path, ("Z",))

    def _end(self, name: str, left: float, right: float, edge: float, way: int) -> list:
        """The cut along a panel's upper (way -1) or lower end, from its left corner to its right one."""
        if name == SIDE:
            return list(self._dust(left, right, edge, way).outline[1:])
        if name == BACK:
            end = edge + way * self.m.depth
            return [("L", left, end), ("L", left + _SLACK, end), *self._tuck(left, right, end, way).outline[1:],
                    ("L", right, end), ("L", right, edge)]  # fmt: skip
        notch = notch_path((left + right) / 2, edge, self.m.notch) if way < 0 else []
        return [*notch, ("L", right, edge)]


def notch_path(x: float, y: float, r: float) -> list:
    """Half a circle, cut down into the front's upper edge."""
    k = r * _QUARTER_CIRCLE
    return [
        ("L", x - r, y), ("C", x - r, y + k, x - k, y + r, x, y + r), ("C", x + k, y + r, x + r, y + k, x + r, y)
    ]  # fmt: skip


def _round_corners(start: tuple, corner: tuple, other: tuple, end: tuple, radius: float) -> Segments:
    """A path of three lines with two rounded corners."""
    return (("M", *start), *_round(start, corner, other, radius), *_round(corner, other, end, radius), ("L", *end))


def _round(before: tuple, corner: tuple, after: tuple, radius: float) -> list:
    def towards(point: tuple, far: float) -> tuple[float, float]:
        dx, dy = point[0] - corner[0], point[1] - corner[1]
        length = (dx * dx + dy * dy) ** 0.5
        return corner[0] + far * dx / length, corner[1] + far * dy / length

    near = radius * (1 - _QUARTER_CIRCLE)
    return [("L", *towards(before, radius)),
            ("C", *towards(before, near), *towards(after, near), *towards(after, radius))]  # fmt: skip


def reverse(path: Segments) -> Segments:
    """The path in the other direction."""
    ends = [segment[-2:] for segment in path]
    reversed_path: list = [("M", *ends[-1])]
    for index in range(len(path) - 1, 0, -1):
        letter, *numbers = path[index]
        if letter == "C":
            x1, y1, x2, y2, *_ = numbers
            reversed_path.append(("C", x2, y2, x1, y1, *ends[index - 1]))
        else:
            reversed_path.append(("L", *ends[index - 1]))
    return tuple(reversed_path)
