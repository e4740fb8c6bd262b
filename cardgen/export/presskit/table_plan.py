"""Lays out the zones of a position on a table: shared ones in the middle, each player's own before that player."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field

from cardgen.definitions.game import Game
from cardgen.export.presskit.bodies import MAT, RoomBody, flat, mat_skin
from cardgen.export.presskit.moments import GRID, HAND, PILE, RING, VIEWER, Moment, ShownZone, Story
from cardgen.foundations.dataclass import dataclass
from cardgen.graphics.drawing import Face

_GAP, _AREA_GAP = 10.0, 16.0  # mm between zones, and between areas
_WIDE = 330.0  # mm, the greatest width of a row of zones
_APART = 5.0  # mm between cards of a row
_MOST_WIDE, _MOST_SHARED = 250.0, 440.0  # mm: cards of a longer row overlap; of one that all share
_HAND_STEP, _HAND_SPREAD, _HAND_PIVOT = 8.0, 56.0, 1.6
_TURNS = {1: (180.0,), 2: (90.0, -90.0), 3: (90.0, 180.0, -90.0)}  # of the other players, clockwise


@dataclass(frozen=True, slots=True)
class CardSpot:
    """Where a card lies: its middle in mm, its turn in degrees clockwise, the height of what it lies on, and whether
    one sees its front."""

    x: float
    y: float
    turn: float
    over: float
    up: bool


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card of a zone at its spot; `order` is that of drawing."""

    id: str
    path: str
    spot: CardSpot


@dataclass(frozen=True, slots=True)
class LaidPile:
    """Cards face down on each other: the id of the top one, and their number."""

    id: str
    path: str
    count: int
    spot: CardSpot


@dataclass(frozen=True, slots=True)
class LaidTable:
    piles: tuple[LaidPile, ...]
    cards: tuple[LaidCard, ...]


@dataclass(frozen=True, slots=True)
class _Block:
    """A zone, or a mat without cards, with its size in mm."""

    path: str
    width: float
    height: float
    zone: ShownZone | None = None


@dataclass(frozen=True, slots=True)
class _Area:
    """Blocks with their places in an area whose origin is in the middle of its edge towards the table's middle."""

    blocks: tuple[tuple[_Block, float, float], ...]
    width: float
    depth: float


@dataclass
class TablePlan:
    """The places of all zones that some moments of a game show. `mats` are the faces of mats by the ids of
    components."""

    game: Game
    story: Story
    moments: Sequence[Moment]
    mats: Mapping[str, Face]
    others: Sequence[tuple[str, float, float]] = ()  # further things in the middle, with their sizes
    places: dict[str, tuple[float, float, float]] = field(default_factory=dict)  # x, y and turn of the middle of each
    _shown: dict[str, ShownZone] = field(default_factory=dict)

    def __post_init__(self) -> None:
        decks = {deck.name: deck.size for deck in self.game.decks}
        self.sizes = {design.id: decks[design.deck] for design in self.game.designs}
        for moment in self.moments:
            for zone in moment:
                known = self._shown.get(zone.path)
                if zone.cards and (known is None or self._count(zone) > self._count(known)):
                    self._shown[zone.path] = zone
        self._place()

    def _place(self) -> None:
        shared = [self._block(zone) for zone in self._shown.values() if zone.owner is None]
        used = {block.zone.mat for block in shared if block.zone}
        shared += [_Block(f"mat {id}", face.width, face.height) for id, face in self.mats.items() if id not in used]
        shared += [_Block(*other) for other in self.others]
        middle = _pack(_middle_order(shared), _WIDE + 90)
        areas = {
            player: _pack_player([self._block(zone) for zone in self._shown.values() if zone.owner == player])
            for player in range(self.story.players)
        }
        self._put(middle, 0.0, -middle.depth / 2, 0.0)
        near = areas[VIEWER]
        below = middle.depth / 2 + (_AREA_GAP if near.blocks else 0.0)
        self._put(near, 0.0, below, 0.0)
        others = [areas[player] for player in areas if player != VIEWER]
        turns = _TURNS.get(len(others)) or _spread(len(others))
        for area, turn in zip(others, turns, strict=True):
            self._put_other(area, turn, middle, below)

    def _put_other(self, area: _Area, turn: float, middle: _Area, below: float) -> None:
        if turn == 180.0:
            self._put(area, 0.0, -middle.depth / 2 - _AREA_GAP, turn)
            return
        side = 1 if turn < 0 else -1
        x = side * (middle.width / 2 + _AREA_GAP)
        y = min(0.0, below - area.width / 2 - 4.0)
        self._put(area, x, y, turn)

    def _put(self, area: _Area, x: float, y: float, turn: float) -> None:
        sin, cos = math.sin(math.radians(turn)), math.cos(math.radians(turn))
        for block, a, b in area.blocks:
            self.places[block.path] = x + a * cos - b * sin, y + a * sin + b * cos, turn

    def _size(self, zone: ShownZone) -> tuple[float, float]:
        return max((self.sizes[card.id] for card in zone.cards), default=(63.0, 88.0))

    def _block(self, zone: ShownZone) -> _Block:
        width, height = self._size(zone)
        count = self._count(zone)
        if zone.form == PILE or not count:
            return _Block(zone.path, width, height, zone)
        if zone.form == RING and zone.mat in self.mats:
            radius = self._radius(zone)
            return _Block(zone.path, 2 * radius + height, 2 * radius + height, zone)
        if zone.form == GRID and zone.mat in self.mats:
            mat = self.mats[zone.mat]
            return _Block(zone.path, mat.width, mat.height, zone)
        if zone.form == HAND:
            return _Block(zone.path, *_hand_size(count, width, height), zone)
        step = _step(count, width, zone.owner is None)
        return _Block(zone.path, width + step * (count - 1), height, zone)

    @staticmethod
    def _count(zone: ShownZone) -> int:
        """The number of its spots."""
        return max((card.at + 1 for card in zone.cards), default=0)

    def _radius(self, zone: ShownZone) -> float:
        width, height = self._size(zone)
        mat = self.mats[zone.mat]
        apart = (width + 4) / (2 * math.sin(math.pi / max(3, self._count(self._shown.get(zone.path, zone)))))
        return max(min(mat.width, mat.height) / 2 + 3 + height / 2, apart)

    # ---- a moment

    def lay(self, moment: Moment) -> LaidTable:
        piles: list[LaidPile] = []
        cards: list[LaidCard] = []
        for zone in moment:
            if zone.path not in self.places or not zone.cards:
                continue
            if zone.form == PILE:
                x, y, turn = self.places[zone.path]
                piles.append(LaidPile(zone.cards[-1].id, zone.path, len(zone.cards), CardSpot(x, y, turn, 0.0, False)))
            else:
                cards += self._zone_cards(zone)
        return LaidTable(tuple(piles), tuple(cards))

    def _zone_cards(self, zone: ShownZone) -> Iterator[LaidCard]:
        x0, y0, turn = self.places[zone.path]
        sin, cos = math.sin(math.radians(turn)), math.cos(math.radians(turn))
        places = [*self._within(zone)]
        for card in zone.cards:
            x, y, own, over = places[card.at]
            yield LaidCard(
                card.id,
                zone.path,
                CardSpot(x0 + x * cos - y * sin, y0 + x * sin + y * cos, turn + own, over, card.up),
            )

    def _within(self, zone: ShownZone) -> Iterator[tuple[float, float, float, float]]:
        """The spots of a zone, from its middle: x, y, turn and height. A hand stays in the middle; in a row, a card
        keeps its spot, however many there are."""
        width, height = self._size(zone)
        count = self._count(zone) if zone.form == HAND else self._count(self._shown[zone.path])
        if zone.form == RING and zone.mat in self.mats:
            radius = self._radius(zone)
            for index in range(count):
                turn = 360.0 * index / count
                angle = math.radians(turn)
                yield radius * math.sin(angle), -radius * math.cos(angle), turn, 0.0
        elif zone.form == GRID and zone.mat in self.mats:
            mat, columns = self.mats[zone.mat], max(1, zone.columns)
            rows = max(1, -(-count // columns))
            for index in range(count):
                row, column = divmod(index, columns)
                x = (column - (columns - 1) / 2) * mat.width / columns
                yield x, (row - (rows - 1) / 2) * mat.height / rows, 0.0, MAT
        elif zone.form == HAND:
            step, radius = _hand_arc(count, height)
            rise = (_hand_size(count, width, height)[1] - height) / 2
            for index in range(count):
                turn = (index - (count - 1) / 2) * step
                angle = math.radians(turn)
                yield radius * math.sin(angle), radius * (1 - math.cos(angle)) - rise, turn, 0.12 * index
        else:
            step = _step(count, width, zone.owner is None)
            for index in range(count):
                yield (index - (count - 1) / 2) * step, 0.0, 0.0, 0.12 * index if step < width else 0.0

    def mat_bodies(self) -> Iterator[RoomBody]:
        """The mats, those under zones and the others."""
        for path, (x, y, turn) in self.places.items():
            zone = self._shown.get(path)
            id = zone.mat if zone else path.removeprefix("mat ")
            if id in self.mats:
                yield flat(mat_skin(self.mats[id]), (x, y), turn, thick=MAT)


def _middle_order(blocks: Sequence[_Block]) -> list[_Block]:
    """The largest blocks first: they are the middle of the table."""
    return sorted(blocks, key=lambda block: -round(block.height))


def _pack(blocks: Sequence[_Block], wide: float) -> _Area:
    """Blocks in rows, each row in the middle; the first of a row in its middle, so large ones are."""
    rows: list[list[_Block]] = []
    for block in blocks:
        row = next((row for row in rows if sum(b.width + _GAP for b in row) + block.width <= wide), None)
        if row is None:
            rows.append([block])
        else:
            row.append(block)
    return _rows_area([[*row[2::2][::-1], row[0], *row[1::2]] for row in rows if row])


def _pack_player(blocks: Sequence[_Block]) -> _Area:
    """A player's own zones: the hand outermost."""
    hands = [block for block in blocks if block.zone and block.zone.form == HAND]
    others = [block for block in blocks if block not in hands]
    inner = _pack(others, _WIDE) if others else _Area((), 0.0, 0.0)
    if not hands:
        return inner
    outer = _rows_area([hands])
    shift = inner.depth + (_GAP if others else 0.0)
    moved = tuple((block, x, y + shift) for block, x, y in outer.blocks)
    return _Area((*inner.blocks, *moved), max(inner.width, outer.width), shift + outer.depth)


def _rows_area(rows: Sequence[Sequence[_Block]]) -> _Area:
    laid: list[tuple[_Block, float, float]] = []
    y = width = 0.0
    for row in rows:
        high = max(block.height for block in row)
        wide = sum(block.width for block in row) + _GAP * (len(row) - 1)
        x = -wide / 2
        for block in row:
            laid.append((block, x + block.width / 2, y + high / 2))
            x += block.width + _GAP
        y += high + _GAP
        width = max(width, wide)
    return _Area(tuple(laid), width, max(0.0, y - _GAP))


def _step(count: int, width: float, shared: bool) -> float:
    """The distance of cards in a row. A row that would be long, even for all, is as narrow as a player's."""
    natural = width + _APART
    most = _MOST_SHARED if shared and width + natural * (count - 1) <= _MOST_SHARED else _MOST_WIDE
    return min(natural, (most - width) / max(1, count - 1)) if count > 1 else 0.0


def _hand_arc(count: int, height: float) -> tuple[float, float]:
    """The degrees between the cards of a hand, and its radius."""
    return min(_HAND_STEP, _HAND_SPREAD / max(1, count - 1)), _HAND_PIVOT * height


def _hand_size(count: int, width: float, height: float) -> tuple[float, float]:
    """The width and height of a hand."""
    step, radius = _hand_arc(count, height)
    half = math.radians(step * max(0, count - 1) / 2)
    sin, cos = math.sin(half), math.cos(half)
    foot = radius * (1 - cos) + (height * cos + width * sin) / 2
    return 2 * radius * sin + width * cos + height * sin, height / 2 + foot


def _spread(count: int) -> tuple[float, ...]:
    """The turns of many other players: one at each side, the others opposite."""
    return (90.0, *(180.0,) * max(0, count - 2), -90.0)[:count]


def is_same_place(one: CardSpot, other: CardSpot) -> bool:
    """Whether a card lies as it did."""
    return one.up == other.up and all(
        abs(a - b) < 0.05 for a, b in zip((one.x, one.y, one.turn), (other.x, other.y, other.turn), strict=True)
    )
