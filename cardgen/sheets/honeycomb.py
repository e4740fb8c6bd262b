"""The grid of hexagons: every other row (with a corner on top) or column (with a side on top) moved by half a step."""

from __future__ import annotations

import math

from cardgen.foundations.dataclass import dataclass
from cardgen.graphics.geometry import Box, Segments
from cardgen.graphics.outline import SIDE, Outline
from cardgen.sheets.grid import BleedReach, CardGrid

_CELL_TOLERANCE = 0.5  # mm, the tolerance of a cell's position


@dataclass(frozen=True, slots=True)
class Honeycomb(CardGrid):
    """Hexagons of `width` x `height`, their sides `gap` apart. Every other row or column may have one fewer."""

    @property
    def flat(self) -> bool:
        return self.width > self.height

    @property
    def step(self) -> float:
        """The distance between the middles of neighbours."""
        return (self.height if self.flat else self.width) + self.gap

    @property
    def lines(self) -> tuple[int, int, int]:
        """The number of rows or columns, and of hexagons in the first and in the second."""
        page, across = (self.page_height, self.page_width) if self.flat else (self.page_width, self.page_height)
        room, deep = page - 2 * self.margin + self.gap + 1e-6, across - 2 * self.margin + 1e-6
        corners = max(self.width, self.height)
        count = int((deep - corners) // (SIDE * self.step)) + 1 if deep >= corners else 0
        return count, max(0, int(room // self.step)), max(0, int((room - self.step / 2) // self.step))

    @property
    def places(self) -> int:
        count, first, second = self.lines
        return (count + 1) // 2 * first + count // 2 * second

    @property
    def _extent(self) -> tuple[float, float]:
        """The width and height of all cells together."""
        count, first, second = self.lines
        along = max(first * self.step, (second + 0.5) * self.step if count > 1 else 0.0) - self.gap
        across = max(self.width, self.height) + (count - 1) * SIDE * self.step
        return (across, along) if self.flat else (along, across)

    def place(self, index: int) -> Box:
        """The box around the hexagon at `index`, counted along the rows or columns."""
        _, first, second = self.lines
        pair, place = divmod(index, first + second)
        odd = place >= first
        along, across = (place - first + 0.5 if odd else place) * self.step, (2 * pair + odd) * SIDE * self.step
        x, y = (across, along) if self.flat else (along, across)
        x, y = self.left + x, self.top + y
        return x, y, x + self.width, y + self.height

    def position(self, box: Box) -> tuple[float, float]:
        """The middle of the cell with this box."""
        return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2

    def bleed_reach(self, box: Box, occupied: frozenset[tuple[float, float]]) -> BleedReach:
        """How far the print of a cell may reach out of its box: as far as the paper allows; see `grown`."""
        west, north, east, south = (rim.bleed for rim in self.rims(box))
        return west, north, east, south

    def grown(
        self, outline: Outline, box: Box, occupied: frozenset[tuple[float, float]], over: bool
    ) -> Segments | None:
        """The hexagon, each of its sides moved out: to a neighbour by half the gap at most, else by the bleed."""
        x, y = self.position(box)
        angles = [math.radians(60 * number + (30 if self.flat else 0)) for number in range(6)]
        beside = ((x + self.step * math.cos(angle), y + self.step * math.sin(angle)) for angle in angles)
        inner, apothem = min(self.bleed, self.gap / 2), (self.step - self.gap) / 2
        reach = [
            apothem + (inner if any(math.dist(place, other) < _CELL_TOLERANCE for other in occupied) else self.bleed)
            for place in beside
        ]
        reach = reach[3:] + reach[:3] if over else reach  # in the face's coordinates: it is upside down
        corners = []
        for number in range(6):
            near, far = reach[number], reach[(number + 1) % 6]
            # where two sides meet: their normals are 60 degrees apart
            along = (far - near / 2) / SIDE
            cos, sin = math.cos(angles[number]), math.sin(angles[number])
            corners.append((self.width / 2 + near * cos - along * sin, self.height / 2 + near * sin + along * cos))
        return (("M", *corners[0]), *(("L", *corner) for corner in corners[1:]), ("Z",))
