"""Things of several sizes on pages: in rows as high as their first thing, each filled in the given order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cardgen.definitions.sheet_file import MARGIN
from cardgen.geometry import Box

Size = tuple[float, float]


@dataclass(slots=True)
class Packed:
    """A page, what lies on it by its index, counted from the block's corner, and how large that block is. In mm."""

    page: Size
    margin: float = MARGIN
    boxes: dict[int, Box] = field(default_factory=dict)
    width: float = 0.0
    height: float = 0.0
    shelves: list[tuple[float, float, float]] = field(default_factory=list)  # top, height, and where it ends

    def add(self, index: int, size: Size, gap: float) -> bool:
        """Whether there was room for it: on a shelf, else on a new one below."""
        width, height = size
        for number, (top, high, end) in enumerate(self.shelves):
            if height <= high + 1e-6 and self._within(end + gap + width, 0):
                self._put(index, number, (top, high, end + gap), size)
                return True
        top = self.height + (gap if self.shelves else 0.0)
        if not (self._within(top + height, 1) and self._within(width, 0)):
            return False
        self.shelves.append((top, height, 0.0))
        self._put(index, len(self.shelves) - 1, (top, height, 0.0), size)
        return True

    def _within(self, length: float, axis: int) -> bool:
        return _within(length, self.page[axis], self.margin)

    def _put(self, index: int, number: int, shelf: tuple[float, float, float], size: Size) -> None:
        top, high, left = shelf
        width, height = size
        self.shelves[number] = top, high, left + width
        self.boxes[index] = left, top, left + width, top + height
        self.width, self.height = max(self.width, left + width), max(self.height, top + height)


def fits(size: Size, paper: Size, margin: float = MARGIN) -> bool:
    """Whether one such thing fits on the paper, upright or on its side."""
    return any(_fits(size, page, margin) for page in (paper, paper[::-1]))


def pack(sizes: Sequence[Size], paper: Size, gap: float, margin: float = MARGIN) -> list[Packed]:
    """The pages of things that each fit on the paper; it stands upright if that is no loss."""
    ways = [
        way for page in (paper, paper[::-1]) if (way := _packed(dict(enumerate(sizes)), page, gap, margin)) is not None
    ]
    if ways:
        return min(ways, key=len)
    upright = {index: size for index, size in enumerate(sizes) if _fits(size, paper, margin)}
    rest = {index: size for index, size in enumerate(sizes) if index not in upright}
    return [*(_packed(upright, paper, gap, margin) or []), *(_packed(rest, paper[::-1], gap, margin) or [])]


def _packed(sizes: dict[int, Size], page: Size, gap: float, margin: float) -> list[Packed] | None:
    """First fit; None where something is too large for such a page."""
    pages: list[Packed] = []
    for index, size in sizes.items():
        if any(made.add(index, size, gap) for made in pages):
            continue
        pages.append(Packed(page, margin))
        if not pages[-1].add(index, size, gap):
            return None
    return pages


def _fits(size: Size, page: Size, margin: float) -> bool:
    return all(_within(length, side, margin) for length, side in zip(size, page, strict=True))


def _within(length: float, side: float, margin: float) -> bool:
    return length + 2 * margin <= side + 1e-6
