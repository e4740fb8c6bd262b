"""Things of several sizes on pages: in rows as high as their first thing, each filled in the given order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cardgen.geometry import Box
from cardgen.sheets.grid import MARGIN

Size = tuple[float, float]


@dataclass(slots=True)
class Packed:
    """A page, what lies on it by its index, counted from the block's corner, and how large that block is. In mm."""

    page: Size
    boxes: dict[int, Box] = field(default_factory=dict)
    width: float = 0.0
    height: float = 0.0
    shelves: list[tuple[float, float, float]] = field(default_factory=list)  # top, height, and where it ends

    def add(self, index: int, size: Size, gap: float) -> bool:
        """Whether there was room for it: on a shelf, else on a new one below."""
        width, height = size
        for number, (top, high, end) in enumerate(self.shelves):
            if height <= high + 1e-6 and _within(end + gap + width, self.page[0]):
                self._put(index, number, (top, high, end + gap), size)
                return True
        top = self.height + (gap if self.shelves else 0.0)
        if not _within(top + height, self.page[1]) or not _within(width, self.page[0]):
            return False
        self.shelves.append((top, height, 0.0))
        self._put(index, len(self.shelves) - 1, (top, height, 0.0), size)
        return True

    def _put(self, index: int, number: int, shelf: tuple[float, float, float], size: Size) -> None:
        top, high, left = shelf
        width, height = size
        self.shelves[number] = top, high, left + width
        self.boxes[index] = left, top, left + width, top + height
        self.width, self.height = max(self.width, left + width), max(self.height, top + height)


def fits(size: Size, paper: Size) -> bool:
    """Whether one such thing fits on the paper, upright or on its side."""
    return any(all(map(_within, size, page)) for page in (paper, paper[::-1]))


def pack(sizes: Sequence[Size], paper: Size, gap: float) -> list[Packed]:
    """The pages of things that each fit on the paper; it stands upright if that is no loss."""
    ways = [way for page in (paper, paper[::-1]) if (way := _packed(dict(enumerate(sizes)), page, gap)) is not None]
    if ways:
        return min(ways, key=len)
    upright = {index: size for index, size in enumerate(sizes) if all(map(_within, size, paper))}
    rest = {index: size for index, size in enumerate(sizes) if index not in upright}
    return [*(_packed(upright, paper, gap) or []), *(_packed(rest, paper[::-1], gap) or [])]


def _packed(sizes: dict[int, Size], page: Size, gap: float) -> list[Packed] | None:
    """First fit; None where something is too large for such a page."""
    pages: list[Packed] = []
    for index, size in sizes.items():
        if any(made.add(index, size, gap) for made in pages):
            continue
        pages.append(Packed(page))
        if not pages[-1].add(index, size, gap):
            return None
    return pages


def _within(length: float, side: float) -> bool:
    return length + 2 * MARGIN <= side + 1e-6
