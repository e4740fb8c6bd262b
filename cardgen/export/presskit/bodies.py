"""Things in a room, made of flat patches: each shows a face, or paper, within its outline."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import field, replace

from cardgen.export.presskit.camera import Corners3, Point3
from cardgen.export.presskit.closed_box import fold_box, place_corners
from cardgen.foundations.dataclass import dataclass
from cardgen.graphics.drawing import Face
from cardgen.graphics.geometry import Segments, rectangle
from cardgen.graphics.outline import CORNERS
from cardgen.graphics.polygon import polygon
from cardgen.sheets.tuck_box import FRONT, Measures, notch_path

CARD = 0.32  # mm, the thickness of a card
BOARD = 2.0  # mm, that of tokens
MAT = 0.4
LIGHT = (0.42, -0.22)  # where shadows fall: mm on the ground for each mm of height
PAPER_EDGE, BOARD_EDGE, WHITE = "#dcd8d0", "#b9b0a2", "#fbfaf7"
_SQUARE = 0.05  # mm, corners of box panels


@dataclass(frozen=True, slots=True)
class Skin:
    """What a patch shows: a face within an `outline` (in mm from its upper left corner), or a plain colour; `rim` is
    the colour of a thin line along the outline."""

    width: float
    height: float
    outline: Segments
    face: Face | None = None
    colour: str = WHITE
    rim: str = ""

    @property
    def key(self) -> tuple[object, ...]:
        """What distinguishes its pixels from those of others of one game and language."""
        return self.face.name if self.face else "", self.colour, self.width, self.height, self.outline, self.rim


@dataclass(frozen=True, slots=True)
class Blur:
    """A shadow: the polygon of the room from which it comes, its softness in mm, and its depth from 0 to 1."""

    points: tuple[Point3, ...]
    soft: float
    depth: float


@dataclass(frozen=True, slots=True)
class RoomPatch:
    """A flat piece: its corners, `lit` times as bright at its top and at its foot. Below it, up to `thick` mm along
    `down`, it has edges in the colour `edge`, with a line for each of its `leaves`."""

    skin: Skin
    corners: Corners3
    lit: tuple[float, float] = (1.0, 1.0)
    thick: float = 0.0
    down: Point3 = (0.0, 0.0, -1.0)
    edge: str = PAPER_EDGE
    leaves: int = 1

    def at(self, x: float, y: float) -> Point3:
        """A point of the face, in mm from its upper left corner, in the room."""
        (left, right, _, foot), skin = self.corners, self.skin
        x, y = x / skin.width, y / skin.height
        a, b, c = (o + x * (r - o) + y * (f - o) for o, r, f in zip(left, right, foot, strict=True))
        return a, b, c

    @property
    def rim(self) -> tuple[Point3, ...]:
        """The outline in the room."""
        return tuple(self.at(x, y) for x, y in polygon(self.skin.outline))

    def moved(self, by: Point3) -> RoomPatch:
        a, b, c, d = (_sum(corner, by) for corner in self.corners)
        return replace(self, corners=(a, b, c, d))


@dataclass(frozen=True, slots=True)
class RoomBody:
    """Patches in the order in which they are drawn, after the shadows of them all."""

    patches: tuple[RoomPatch, ...]
    blurs: tuple[Blur, ...] = ()
    points: tuple[Point3, ...] = field(default=())

    @property
    def reach(self) -> tuple[Point3, ...]:
        """Points between which it lies."""
        return self.points or tuple(corner for patch in self.patches for corner in patch.corners)

    def moved(self, by: Point3) -> RoomBody:
        blurs = (Blur(tuple(_sum(point, by) for point in each.points), each.soft, each.depth) for each in self.blurs)
        patches = tuple(patch.moved(by) for patch in self.patches)
        return RoomBody(patches, tuple(blurs), tuple(_sum(point, by) for point in self.points))


def card_skin(face: Face, corners: float = CORNERS) -> Skin:
    """A face as it is cut: along its outline, or with rounded corners."""
    outline = face.outline or rectangle(0, 0, face.width, face.height, min(corners, face.width / 4, face.height / 4))
    return Skin(face.width, face.height, outline, face, rim="#00000038")


def mat_skin(face: Face) -> Skin:
    """A face with straight corners."""
    return card_skin(face, 0.6)


def flat(
    skin: Skin,
    at: tuple[float, float],
    turn: float = 0.0,
    over: float = 0.0,
    thick: float = CARD,
    lift: float = 0.0,
    edge: str = PAPER_EDGE,
    leaves: int = 1,
) -> RoomBody:
    """A piece or a pile that lies with its middle at a point, turned by degrees clockwise as seen from above, on
    something `over` mm high, or held `lift` mm above it."""
    w, h, z = skin.width / 2, skin.height / 2, over + lift + thick
    corners = place_corners(((-w, -h, 0.0), (w, -h, 0.0), (w, h, 0.0), (-w, h, 0.0)), turn, (*at, z))
    patch = RoomPatch(skin, corners, thick=thick, edge=edge, leaves=leaves)
    return RoomBody((patch,), tuple(_lying_shadow(patch, over, lift)))


def _lying_shadow(patch: RoomPatch, over: float, lift: float) -> Iterator[Blur]:
    """A narrow shadow where it touches what it lies on, and a wide one around it."""
    height = lift + patch.thick
    rim = [(x, y, over) for x, y, _ in patch.rim]
    near = 1.0 / (1.0 + lift / 6)
    x, y = LIGHT[0] * height, LIGHT[1] * height
    cast = [(a + x, b + y, over) for a, b, _ in rim]
    soft = 0.55 + 0.14 * height
    yield Blur(tuple(rim), 0.7 + 0.1 * lift, 0.42 * near)
    yield Blur(tuple(hull([*rim, *cast] if lift < 1 else cast)), 1.6 + soft, 0.30)
    if patch.thick > 3:
        yield Blur(tuple(rim), 5.0 + soft, 0.16)


def tuck_box(
    faces: dict[str, Face], size: tuple[float, float, float], at: tuple[float, float], turn: float
) -> RoomBody:
    """A box of this width, height and depth that stands on the ground; `faces` by the names of panels."""
    width, height, depth = size
    notch = Measures(*size).notch
    patches: list[RoomPatch] = []
    for panel in fold_box(*size):
        corners = place_corners(panel.corners, turn, (*at, 0.0))
        brightness = _facing(corners, panel.way)
        if brightness is None:
            continue
        across, along = (width if panel.way in ("front", "back", "top", "bottom") else depth,
                         depth if panel.way in ("top", "bottom") else height)  # fmt: skip
        outline = rectangle(0, 0, across, along, _SQUARE)
        if panel.shows == FRONT:
            paper = Skin(across, along, rectangle(2, 0.2, across - 2, 0.6 * along), colour="#e7e3da")
            patches.append(RoomPatch(paper, corners, (0.74, 1.0)))
            outline = (("M", 0.0, 0.0), *notch_path(across / 2, 0.0, notch), ("L", across, 0.0), ("L", across, along),
                       ("L", 0.0, along), ("Z",))  # fmt: skip
        face = faces.get(panel.shows)
        skin = Skin(across, along, outline, face, rim="#00000030" if face else "#00000018")
        patches.append(RoomPatch(skin, corners, brightness))
    base = [corner[:2] for corner in place_corners(
        ((-width / 2, -depth / 2, 0.0), (width / 2, -depth / 2, 0.0), (width / 2, depth / 2, 0.0),
         (-width / 2, depth / 2, 0.0)), turn, (*at, 0.0))]  # fmt: skip
    return RoomBody(tuple(patches), tuple(_standing_shadow(base, height)))


def _facing(corners: Corners3, way: str) -> tuple[float, float] | None:
    """How bright a panel is, at its top and foot; None if it looks away from the viewer."""
    if way == "bottom":
        return None
    if way == "top":
        return 1.06, 1.02
    (x0, y0, _), (x1, y1, _) = corners[0], corners[1]
    length = math.hypot(x1 - x0, y1 - y0)
    normal = -(y1 - y0) / length, (x1 - x0) / length  # outwards
    if normal[1] <= 0.01:
        return None
    bright = 0.97 - 0.36 * max(0.0, normal[0]) + 0.03 * max(0.0, -normal[0])
    return bright + 0.02, bright - 0.07


def _standing_shadow(base: Sequence[tuple[float, float]], height: float) -> Iterator[Blur]:
    """The shadows of a thing that stands on a convex base: a long soft one, and a dark one at its foot."""
    ground = [(x, y, 0.0) for x, y in base]
    for part, depth in ((1.0, 0.10), (0.62, 0.10), (0.3, 0.12)):
        x, y = LIGHT[0] * height * part * 1.5, LIGHT[1] * height * part * 1.5
        yield Blur(
            tuple(hull([*ground, *((a + x, b + y, 0.0) for a, b, _ in ground)])), 2 + 0.11 * height * part, depth
        )
    yield Blur(tuple(ground), 5.0, 0.30)
    yield Blur(tuple(ground), 1.3, 0.55)


def die(faces: Sequence[Face], edge: float, at: tuple[float, float], turn: float) -> RoomBody:
    """A die; `faces` are the ones on its front, right, left and top."""
    h, corners = edge / 2, 0.07 * edge
    sides: dict[str, Corners3] = {
        "front": ((-h, h, edge), (h, h, edge), (h, h, 0.0), (-h, h, 0.0)),
        "right": ((h, h, edge), (h, -h, edge), (h, -h, 0.0), (h, h, 0.0)),
        "left": ((-h, -h, edge), (-h, h, edge), (-h, h, 0.0), (-h, -h, 0.0)),
        "top": ((-h, -h, edge), (h, -h, edge), (h, h, edge), (-h, h, edge)),
    }
    patches = []
    for (way, own), face in zip(sides.items(), faces, strict=True):
        turned = place_corners(own, turn, (*at, 0.0))
        if bright := _facing(turned, way):
            skin = Skin(edge, edge, rectangle(0, 0, edge, edge, corners / 3), face, rim="#00000030")
            patches.append(RoomPatch(skin, turned, bright))
    base = [corner[:2] for corner in place_corners(((-h, -h, 0.0), (h, -h, 0.0), (h, h, 0.0), (-h, h, 0.0)), turn,
                                                  (*at, 0.0))]  # fmt: skip
    return RoomBody(tuple(patches), tuple(_standing_shadow(base, edge)))


def tent(front: Face, depth: float, at: tuple[float, float], turn: float) -> RoomBody:
    """A standee, folded into a tent that is `depth` mm deep at its foot."""
    w, d = front.width / 2, depth / 2
    top = math.sqrt(max(1.0, front.height**2 - d**2))
    shown: Corners3 = ((-w, 0.0, top), (w, 0.0, top), (w, d, 0.0), (-w, d, 0.0))
    behind: Corners3 = ((-w, 0.0, top), (w, 0.0, top), (w, -d, 0.0), (-w, -d, 0.0))
    skins = (
        Skin(front.width, front.height, rectangle(0, 0, front.width, front.height, 0.4), None, "#cfcac0"),
        Skin(front.width, front.height, rectangle(0, 0, front.width, front.height, 0.4), front, rim="#00000030"),
    )
    patches = [
        RoomPatch(skin, place_corners(corners, turn, (*at, 0.0)), bright)
        for skin, corners, bright in zip(skins, (behind, shown), ((0.8, 0.7), (0.99, 0.95)), strict=True)
    ]
    base = [corner[:2] for corner in place_corners(((-w, -d, 0.0), (w, -d, 0.0), (w, d, 0.0), (-w, d, 0.0)), turn,
                                                  (*at, 0.0))]  # fmt: skip
    return RoomBody(tuple(patches), tuple(_standing_shadow(base, 0.7 * top)))


def hull(points: Sequence[Point3]) -> list[Point3]:
    """The convex hull of points of one height."""
    ordered = sorted({(x, y) for x, y, _ in points})
    z = points[0][2]

    def half(those: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
        kept: list[tuple[float, float]] = []
        for point in those:
            while len(kept) > 1 and _turns_right(kept[-2], kept[-1], point):
                kept.pop()
            kept.append(point)
        return kept[:-1]

    return [(x, y, z) for x, y in (*half(ordered), *half(ordered[::-1]))]


def _turns_right(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) <= 0


def _sum(one: Point3, other: Point3) -> Point3:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]
