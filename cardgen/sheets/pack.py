"""Packs things of several sizes on pages: in rows as high as their first thing, each filled in the given order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from cardgen.definitions.sheet_file import MARGIN
from cardgen.foundations.dataclass import dataclass
from cardgen.graphics.geometry import Box

Size = tuple[float, float]


@dataclass(frozen=True, slots=True)
class PageRoom:
    """A page, and its margins at the sides and at the ends, in mm."""

    page: Size
    beside: float = MARGIN
    above: float = MARGIN

    def holds(self, size: Size) -> bool:
        return self.has(size[0], 0) and self.has(size[1], 1)

    def has(self, length: float, axis: int) -> bool:
        return length + 2 * (self.beside, self.above)[axis] <= self.page[axis] + 1e-6


@dataclass(slots=True)
class Packed:
    """A packed block in the middle of a room: the position of each thing from the block's corner, by its index, and the
    size of the block."""

    room: PageRoom
    boxes: dict[int, Box] = field(default_factory=dict)
    width: float = 0.0
    height: float = 0.0
    shelves: list[tuple[float, float, float]] = field(default_factory=list)  # top, height and end

    def add(self, index: int, size: Size, gap: float) -> bool:
        """Places a thing on a shelf, or on a new one below. Returns whether there was room."""
        width, height = size
        for number, (top, high, end) in enumerate(self.shelves):
            if height <= high + 1e-6 and self.room.has(end + gap + width, 0):
                self._place(index, number, (top, high, end + gap), size)
                return True
        top = self.height + (gap if self.shelves else 0.0)
        if not (self.room.has(top + height, 1) and self.room.has(width, 0)):
            return False
        self.shelves.append((top, height, 0.0))
        self._place(index, len(self.shelves) - 1, (top, height, 0.0), size)
        return True

    def _place(self, index: int, number: int, shelf: tuple[float, float, float], size: Size) -> None:
        top, high, left = shelf
        width, height = size
        self.shelves[number] = top, high, left + width
        self.boxes[index] = left, top, left + width, top + height
        self.width, self.height = max(self.width, left + width), max(self.height, top + height)


def fits(size: Size, rooms: Sequence[PageRoom]) -> bool:
    return any(room.holds(size) for room in rooms)


def pack(sizes: Sequence[Size], rooms: Sequence[PageRoom], gap: float) -> list[Packed]:
    """The pages of things that each fit in one of the rooms: all in the first room without a loss, else in several."""
    things = dict(enumerate(sizes))
    ways = [way for room in rooms if (way := _first_fit(things, room, gap)) is not None]
    if ways:
        return min(ways, key=len)
    pages: list[Packed] = []
    for room in rooms:
        held = {index: size for index, size in things.items() if room.holds(size)}
        things = {index: size for index, size in things.items() if index not in held}
        pages += _first_fit(held, room, gap) or []
    return pages


def _first_fit(sizes: dict[int, Size], room: PageRoom, gap: float) -> list[Packed] | None:
    """Packs by first fit; None if something is too large for the room."""
    pages: list[Packed] = []
    for index, size in sizes.items():
        if any(made.add(index, size, gap) for made in pages):
            continue
        pages.append(Packed(room))
        if not pages[-1].add(index, size, gap):
            return None
    return pages
