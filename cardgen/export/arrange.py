"""Arranges a game on a flat table of 1600 x 1000 units, for virtualtabletop and playingcards.io."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardgen.export.table import TablePlace, VirtualTable
from cardgen.foundations.dataclass import dataclass

WIDTH, HEIGHT = 1600, 1000
HAND = (50, 820, 1500, 180)  # x, y, width, height
LABEL, BUTTON = 26, 30
LABEL_SIZE, BUTTON_SIZE = 14, 12  # px of letters
COUNTER = (140, 44)
RESET, RESET_SIZE = "new-game", (160, 40)  # the button that sets up the whole table again
DIE = 60
_MAX_SCALE, _MIN_SCALE, _SCALE_STEP = 1.8, 0.5, 0.05  # units per mm
_AIR, _EDGE = 14, 10
_OVERLAP = 0.4  # the step from card to card, in parts of a card's width
_MAX_BESIDE = 12
_MIN_WIDTH, _MIN_WIDTH_WITH_BUTTONS = 90, 160  # units: a place is as wide as its name above it
_LETTER = 0.54  # ems, a generous mean width of letters in the sans serifs of browsers


@dataclass(frozen=True, slots=True)
class TableSpot:
    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Arranged:
    """`scale` is the number of units per mm; `spots` are those of places, mats, dice, counters and seats, by name, and
    that of the button `RESET`."""

    scale: float
    apart: int | None
    spots: dict[str, TableSpot]

    def card(self, size: tuple[float, float]) -> tuple[int, int]:
        return round(size[0] * self.scale), round(size[1] * self.scale)

    def step(self, place: TablePlace) -> int:
        """The distance from card to card."""
        if place.room < 2:
            return 0
        return self.apart or round(place.size[0] * self.scale * _OVERLAP)


def arrange(
    table: VirtualTable, buttons: Mapping[str, Sequence[str]], seat: tuple[int, int], apart: int | None = None
) -> Arranged:
    """Arranges a table as large as there is room for. `buttons` are the labels of buttons below each place, `seat` is
    the size of a seat, `apart` the distance between cards (None: they overlap)."""
    steps = int((_MAX_SCALE - _MIN_SCALE) / _SCALE_STEP + 1.5)
    scales = [round(_MAX_SCALE - step * _SCALE_STEP, 2) for step in range(steps)]
    tried = (_pack(table, buttons, seat, apart, scale) for scale in scales)
    return next(
        (arrangement for arrangement in tried if _fits(arrangement)), _pack(table, buttons, seat, apart, _MIN_SCALE)
    )


def _text_width(text: str, size: float) -> float:
    """The approximate width of a line in units; the browser chooses the font."""
    return len(text) * size * _LETTER + 8


def _fits(arrangement: Arranged) -> bool:
    return all(
        spot.y + spot.height <= HAND[1] - _AIR and spot.x + spot.width <= WIDTH for spot in arrangement.spots.values()
    )


def _pack(
    table: VirtualTable, buttons: Mapping[str, Sequence[str]], seat: tuple[int, int], apart: int | None, scale: float
) -> Arranged:
    """Packs places in rows; a row is as high as its highest place."""
    arrangement = Arranged(scale, apart, {})
    boxes: list[tuple[str, float, float, float, float]] = []  # name, width, height, room above, room below
    for place in table.places:
        width, height = place.size
        labels = buttons.get(place.name, ())
        least = max(
            _MIN_WIDTH_WITH_BUTTONS if labels else _MIN_WIDTH,
            _text_width(place.called, LABEL_SIZE),
            *(_text_width(each, BUTTON_SIZE) for each in labels),
        )
        wide = max(least, width * scale + arrangement.step(place) * (min(place.room, _MAX_BESIDE) - 1) + 8)
        boxes.append((place.name, wide, height * scale + 8, LABEL, BUTTON * len(labels)))
    boxes += [(name, face.width * scale, face.height * scale, 0, 0) for name, face in table.mats]
    boxes += [(name, DIE, DIE, 0, 0) for name, *_ in table.dice]
    for count in table.counts:
        boxes.append((count.name, max(COUNTER[0], _text_width(count.called, LABEL_SIZE)), COUNTER[1], LABEL, 0))
    boxes += [(f"seat-{player}", *seat, 0, 0) for player in range(1, table.players[1] + 1)]
    boxes.append((RESET, max(RESET_SIZE[0], _text_width(table.words["gather"], BUTTON_SIZE)), RESET_SIZE[1], 0, 0))
    x, y, row = float(_EDGE), float(_EDGE), 0.0
    for name, width, height, above, below in boxes:
        if x > _EDGE and x + width > WIDTH - _EDGE:
            x, y, row = float(_EDGE), y + row + _AIR, 0.0
        arrangement.spots[name] = TableSpot(round(x), round(y + above), round(width), round(height))
        x += width + _AIR
        row = max(row, above + height + below)
    return arrangement
