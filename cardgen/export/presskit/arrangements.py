"""Places cards and components for a picture: a fan, a hand, a box with cards before it, all that is in the box."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from cardgen.definitions.components import BACK, FRONT, PIPS, Component
from cardgen.definitions.game import Deck
from cardgen.export.presskit.bodies import (
    BOARD,
    BOARD_EDGE,
    CARD,
    MAT,
    Blur,
    RoomBody,
    RoomPatch,
    card_skin,
    die,
    flat,
    mat_skin,
    tent,
    tuck_box,
)
from cardgen.export.presskit.camera import Camera, Corners3, Point3, fit_camera
from cardgen.foundations.dataclass import dataclass
from cardgen.graphics.drawing import Face

_STEP, _SPREAD = 11.0, 58.0  # degrees from card to card in a fan, and the most for all
_PIVOT = 1.55  # card heights from a fan's pivot to the middle of a card
_HELD_STEP, _HELD_SPREAD, _HELD_PIVOT = 8.5, 66.0, 1.2
_TILT = 68.0  # degrees by which a held hand stands up
_GAP = 9.0  # mm between things
_PILES, _HEAP = 5, 40  # the most piles of tokens of a kind, and tokens


def fan(faces: Sequence[Face], middle: tuple[float, float] = (0.0, 0.0), times: float = 1.0) -> list[RoomBody]:
    """Cards on the ground, from left to right, each over the one before."""
    height = max(face.height for face in faces)
    step = times * min(_STEP, _SPREAD / max(1, len(faces) - 1))
    bodies = []
    for index, face in enumerate(faces):
        turn = (index - (len(faces) - 1) / 2) * step
        x, y = _on_arc(turn, _PIVOT * height)
        bodies.append(flat(card_skin(face), (middle[0] + x, middle[1] + y), turn, over=0.12 * index))
    return bodies


def _on_arc(turn: float, radius: float) -> tuple[float, float]:
    angle = math.radians(turn)
    return radius * math.sin(angle), radius * (1 - math.cos(angle))


def hand(faces: Sequence[Face], wider: float = 1.0) -> list[RoomBody]:
    """Cards as a player holds them: upright, leaning back, close together."""
    height, width = max(face.height for face in faces), max(face.width for face in faces)
    step = min(wider * _HELD_STEP, _HELD_SPREAD / max(1, len(faces) - 1))
    sin, cos = math.sin(math.radians(_TILT)), math.cos(math.radians(_TILT))
    foot = 0.16 * height
    bodies: list[RoomBody] = []
    lowest = max(_on_arc((len(faces) - 1) / 2 * step, _HELD_PIVOT * height)[1] + height / 2, height / 2)

    def stand(x: float, y: float, out: float) -> Point3:
        """A point of the plane of the hand; y points down there, `out` towards the viewer."""
        up = lowest - y
        return x, -up * cos + out * sin, foot + up * sin + out * cos

    for index, face in enumerate(faces):
        turn = (index - (len(faces) - 1) / 2) * step
        x, y = _on_arc(turn, _HELD_PIVOT * height)
        out = 0.8 * index
        angle = math.radians(turn)
        corners = [
            stand(x + a * math.cos(angle) - b * math.sin(angle), y + a * math.sin(angle) + b * math.cos(angle), out)
            for a, b in _around(face)
        ]
        placed: Corners3 = (corners[0], corners[1], corners[2], corners[3])
        patch = RoomPatch(card_skin(face), placed, (1.0, 0.97), CARD, (0.0, -sin, -cos))
        rim = patch.rim
        near = tuple((a + 0.5, b - 0.8 * sin, c - 0.8 * cos - 0.3) for a, b, c in rim)
        blurs = [Blur(near, 0.7, 0.34), Blur(tuple((a + 1.4, b, c - 1.0) for a, b, c in rim), 2.6, 0.26)]
        bodies.append(RoomBody((patch,), tuple(blurs if index else [])))
    reach = [point for body in bodies for point in body.reach]
    left, right = min(x for x, _, _ in reach), max(x for x, _, _ in reach)
    below = [(left + 0.2 * width, -4.0), (right - 0.2 * width, -4.0), (right - 0.28 * width, 16.0),
             (left + 0.28 * width, 16.0)]  # fmt: skip
    shade = tuple((x + 6, y - 22, 0.0) for x, y in below)
    return [RoomBody((), (Blur(shade, 15.0, 0.42), Blur(shade, 34.0, 0.20)), points=tuple(reach)), *bodies]


def _around(face: Face) -> tuple[tuple[float, float], ...]:
    w, h = face.width / 2, face.height / 2
    return (-w, -h), (w, -h), (w, h), (-w, h)


@dataclass(frozen=True, slots=True)
class Parts:
    """What a game is made of: its boxes and other components with their panels, its decks with the faces to show of
    each: fronts that present it, and a back."""

    components: Sequence[tuple[Component, Mapping[str, Face]]]
    decks: Sequence[tuple[Deck, Sequence[Face], Face | None]]

    @property
    def boxes(self) -> list[tuple[Component, Mapping[str, Face]]]:
        return [(each, panels) for each, panels in self.components if each.make == "tuck-box"]

    def of(self, make: str) -> list[tuple[Component, Mapping[str, Face]]]:
        return [(each, panels) for each, panels in self.components if each.make == make]


def box_body(
    component: Component, panels: Mapping[str, Face], turn: float, at: tuple[float, float] = (0.0, 0.0)
) -> RoomBody:
    return tuck_box(dict(panels), (*component.size, component.depth), at, turn)


def product(parts: Parts, faces: Sequence[Face]) -> list[RoomBody]:
    """The box, with upright cards beside it and small things before it; without a box, its largest pile."""
    bodies: list[RoomBody] = []
    fanned = hand(faces[:5], 1.25) if len(faces) > 1 else []
    reach = [point[0] for body in fanned for point in body.reach]
    half = (max(reach) - min(reach)) / 2 if reach else 0.0
    if parts.boxes:
        component, panels = parts.boxes[0]
        width, depth = component.size[0], component.depth
        box = box_body(component, panels, 24.0, (0.0, 0.0))
        away = 0.5 * width + 0.25 * depth + 0.62 * half
        bodies += [body.moved((away, -14.0, 0.0)) for body in fanned] + [box]
        near = 0.5 * depth + 0.25 * width
    else:
        piles = [(deck, back) for deck, _, back in parts.decks if back]
        width, away, near = 70.0, 48.0 + 0.62 * half, 20.0
        bodies += [body.moved((away, -14.0, 0.0)) for body in fanned]
        for deck, back in piles[:1]:
            width = deck.size[0]
            thick = max(CARD, min(deck.count, 120) * CARD)
            bodies.append(flat(card_skin(back), (0.0, 10.0), -12.0, thick=thick, leaves=deck.count))
            near = 10.0 + deck.size[1] / 2
    places = ((0.60, 24.0), (0.98, 40.0), (0.30, 40.0), (0.72, 62.0), (1.42, 52.0))
    for make, (x, y) in zip(_small(parts), places, strict=False):
        bodies += make(x * width, near + y)
    return bodies


def _small(parts: Parts) -> Iterator[Callable[[float, float], list[RoomBody]]]:
    """A die, and tokens of each kind: functions that place them."""
    for component, panels in parts.of("die"):
        yield partial(_one_die, _die_faces(panels), component.size[0])
    for component, panels in parts.of("token"):
        yield partial(_some_coins, component, panels)


def _one_die(faces: Sequence[Face], edge: float, x: float, y: float) -> list[RoomBody]:
    return [die(faces, edge, (x, y), 24)]


def _some_coins(component: Component, panels: Mapping[str, Face], x: float, y: float) -> list[RoomBody]:
    return _coins(component, panels, (x, y), min(3, component.count), 8)


def _coins(
    component: Component, panels: Mapping[str, Face], at: tuple[float, float], count: int, turn: float
) -> list[RoomBody]:
    """Tokens on each other, not quite in line."""
    edge = _edge(component)
    skin = card_skin(panels[FRONT])
    shifts = ((0.0, 0.0), (0.7, -0.5), (-0.5, 0.6), (0.4, 0.5))
    return [
        flat(skin, (at[0] + shifts[n % 4][0], at[1] + shifts[n % 4][1]), turn + 17 * n, n * BOARD, BOARD, edge=edge)
        for n in range(count)
    ]


def _edge(component: Component) -> str:
    metal = component.fields.get("metal")
    if isinstance(metal, str) and len(metal) == 7 and metal.startswith("#"):
        return metal
    return BOARD_EDGE


def _die_faces(panels: Mapping[str, Face]) -> list[Face]:
    """Faces that can be seen together: opposite ones add up to seven."""
    return [panels[PIPS[number - 1]] for number in (2, 3, 4, 6)]


# All that is in the box


@dataclass(frozen=True, slots=True)
class _Lot:
    """Bodies to place, within a footprint of this size; `make` places them with their middle at a point. `tall` ones
    stand behind the others."""

    width: float
    depth: float
    make: Callable[[float, float], list[RoomBody]]
    tall: float = 0.0


def all_parts(parts: Parts, size: tuple[int, int]) -> tuple[list[RoomBody], Camera]:
    """Everything that is in the box, around it, in rows, and the camera that shows it largest."""
    lots = [*_lots(parts)]
    area = sum((lot.width + _GAP) * (lot.depth + _GAP) for lot in lots)
    ways = {tuple(map(len, rows)): rows for rows in (_rows(lots, math.sqrt(area) * (0.7 + 0.1 * n)) for n in range(20))}
    shots = [(bodies, fit_camera(_reach(bodies), size, 46, 18, 0.05)) for bodies in map(_in_rows, ways.values())]
    return max(shots, key=lambda shot: shot[1].scale((0.0, 0.0, 0.0)))


def _reach(bodies: Sequence[RoomBody]) -> list[Point3]:
    return [point for body in bodies for point in body.reach]


def _in_rows(rows: Sequence[Sequence[_Lot]]) -> list[RoomBody]:
    y = -_measure(rows)[1] / 2
    bodies: list[RoomBody] = []
    for row in rows:
        deep = max(lot.depth for lot in row)
        x = -(sum(lot.width for lot in row) + _GAP * (len(row) - 1)) / 2
        for lot in row:
            bodies += lot.make(x + lot.width / 2, y + deep - lot.depth / 2)
            x += lot.width + _GAP
        y += deep + _GAP
    return bodies


def _measure(rows: Sequence[Sequence[_Lot]]) -> tuple[float, float]:
    wide = max(sum(lot.width for lot in row) + _GAP * (len(row) - 1) for row in rows)
    return wide, sum(max(lot.depth for lot in row) for row in rows) + _GAP * (len(rows) - 1)


def _rows(lots: Sequence[_Lot], room: float) -> list[list[_Lot]]:
    """Lots in rows no wider than `room`, unless one alone is; the tallest first, then the deepest."""
    rows: list[list[_Lot]] = []
    for lot in sorted(lots, key=lambda lot: (-lot.tall, -lot.depth)):
        row = next((row for row in rows if sum(each.width + _GAP for each in row) + lot.width <= room), None)
        if row is None:
            rows.append([lot])
        else:
            row.append(lot)
    return [[*row[1::2][::-1], *row[0::2]] for row in rows]  # the largest in the middle


def _lots(parts: Parts) -> Iterator[_Lot]:
    for component, panels in parts.boxes:
        (width, height), depth = component.size, component.depth
        make = partial(_one_box, component, panels)
        yield _Lot(0.95 * width + 0.5 * depth, 0.95 * depth + 0.45 * width, make, height)
    for deck, fronts, back in parts.decks:
        yield from _deck(deck, fronts, back)
    for component, panels in parts.components:
        if component.make == "card":
            yield _cards(component, panels)
        elif component.make == "mat":
            yield _mats(component, panels)
        elif component.make == "token":
            yield _tokens(component, panels)
        elif component.make in ("die", "standee"):
            yield _standing(component, panels)


def _one_box(component: Component, panels: Mapping[str, Face], x: float, y: float) -> list[RoomBody]:
    return [box_body(component, panels, 24.0, (x, y))]


def _standing(component: Component, panels: Mapping[str, Face]) -> _Lot:
    """Dice or standees side by side."""
    count, (width, height), is_die = min(component.count, 6), component.size, component.make == "die"
    step = 1.8 * width if is_die else width + 8

    def make(x: float, y: float) -> list[RoomBody]:
        places = [(x + (index - (count - 1) / 2) * step, y) for index in range(count)]
        if is_die:
            return [die(_die_faces(panels), width, at, 20 + 23 * index) for index, at in enumerate(places)]
        return [tent(panels[FRONT], component.depth, at, -10) for at in places]

    return _Lot(count * step, 1.6 * width if is_die else component.depth + 6, make, 0.0 if is_die else 0.8 * height)


def _deck(deck: Deck, fronts: Sequence[Face], back: Face | None) -> Iterator[_Lot]:
    """A deck as a pile face down, and some of its cards beside it."""
    width, height = deck.size
    shown = list(fronts)[: 3 if back else 4]
    step = 0.56 * width
    across = (width + 7 if back else 0.0) + (width + step * (len(shown) - 1) if shown else 0.0)
    thick = max(CARD, min(deck.count, 120) * CARD)
    behind = thick if back else 0.0  # what a high pile hides

    def make(x: float, y: float) -> list[RoomBody]:
        left = x - across / 2
        y += behind / 2
        bodies: list[RoomBody] = []
        if back:
            bodies.append(flat(card_skin(back), (left + width / 2, y), 0.0, thick=thick, leaves=deck.count))
            left += width + 7
        for index, face in enumerate(shown):
            turn = (index - (len(shown) - 1) / 2) * 5
            bodies.append(
                flat(card_skin(face), (left + width / 2 + step * index, y + abs(turn) * 0.4), turn, 0.1 * index)
            )
        return bodies

    if back or shown:
        yield _Lot(across, height + 6 + behind, make)


def _cards(component: Component, panels: Mapping[str, Face]) -> _Lot:
    """Copies of a card, each a little over the one before; the last shows its back, if it has one."""
    front, back = panels[FRONT], panels.get(BACK)
    width, height = component.size
    wide = width > 1.6 * height
    count = min(component.count, 3 if wide else 4)
    step_x, step_y = (7.0, 9.0) if wide else (0.24 * width, 0.0)
    across, deep = width + step_x * (count - 1), height + step_y * (count - 1)

    def make(x: float, y: float) -> list[RoomBody]:
        bodies = []
        for index in range(count):
            face = back if back and index == 0 and count > 1 and not wide else front
            at = x - across / 2 + width / 2 + step_x * index, y - deep / 2 + height / 2 + step_y * index
            turn = 0.0 if wide else (index - (count - 1) / 2) * 3.0
            bodies.append(flat(card_skin(face), at, turn, 0.15 * index))
        return bodies

    return _Lot(across, deep, make)


def _mats(component: Component, panels: Mapping[str, Face]) -> _Lot:
    width, height = component.size
    count = min(component.count, 3)
    across, deep = width + 8 * (count - 1), height + 8 * (count - 1)

    def make(x: float, y: float) -> list[RoomBody]:
        skin, first = mat_skin(panels[FRONT]), -4 * (count - 1)
        return [flat(skin, (x + first + 8 * n, y + first + 8 * n), 0.0, MAT * n, MAT) for n in range(count)]

    return _Lot(across, deep, make)


def _tokens(component: Component, panels: Mapping[str, Face]) -> _Lot:
    """Tokens in piles, and one beside them that shows its back."""
    width, height = component.size
    count = min(component.count, _HEAP)
    piles = min(_PILES, count)
    columns = math.ceil(math.sqrt(piles)) if piles > 2 else piles
    rows = -(-piles // columns)

    def make(x: float, y: float) -> list[RoomBody]:
        bodies: list[RoomBody] = []
        for pile in range(piles):
            row, column = divmod(pile, columns)
            at = (
                x + (column - (columns - 1) / 2) * (width + 4) + (row % 2) * 3,
                y + (row - (rows - 1) / 2) * (height + 3),
            )
            bodies += _coins(component, panels, at, min(6, count // piles + (pile < count % piles)), 13.0 * pile)
        return bodies

    return _Lot(columns * (width + 4) + 3, rows * (height + 3), make)
