"""Finds which of a house's sizes fits an outline, and places a face in it."""

from __future__ import annotations

from cardgen.definitions.house_file import HouseBox, HouseFile, HouseSize
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.units import INCH
from cardgen.graphics.drawing import Face, Group, Item, Page, Use
from cardgen.graphics.geometry import Box, Matrix, multiply, rotation, translation
from cardgen.graphics.outline import Outline

EXACT = 0.05  # mm, the tolerance of an exact size, because makers round inches
SIZE_TOLERANCE = 5.0  # mm, the tolerance within which sizes for anything flat come before sizes for one kind
FLAT = ("card", "token", "mat")  # components that a house prints like cards
_ALIKE = {"rounded": "rectangle"}  # the house decides on corners
_TURNED = 90.0


@dataclass(frozen=True, slots=True)
class CutSize:
    """A size that a house cuts: that of a card, and that of the print with its bleed, in mm and in pixels. A face is
    `turned` if the house has its size in landscape.
    """

    name: str
    width: float
    height: float
    area: tuple[float, float]
    pixels: tuple[int, int]
    turned: bool = False

    @property
    def trim(self) -> Box:
        """The cut on the page, measured from its upper left corner."""
        x, y = (self.area[0] - self.width) / 2, (self.area[1] - self.height) / 2
        return x, y, x + self.width, y + self.height

    def matrix(self, face: Face) -> Matrix:
        """The matrix that places a face in the middle of the page."""
        middle = translation(-face.width / 2, -face.height / 2)
        if self.turned:
            middle = multiply(middle, rotation(_TURNED, 0, 0))
        return multiply(middle, translation(self.area[0] / 2, self.area[1] / 2))

    def page(self, face: Face) -> Page:
        """The page of a face as a house gets it: the print with its bleed, and no marks, because the house lays the
        pages on its own sheets. The trim box says where to cut."""
        whole = (0.0, 0.0, *self.area)
        items: tuple[Item, ...] = (Group((Use(face.name),), self.matrix(face)),)
        return Page(*self.area, items, self.trim, whole)

    def slack(self, outline: Outline) -> tuple[float, float]:
        """How much wider and higher the house's cut is than a face, on each side."""
        width, height = (self.height, self.width) if self.turned else (self.width, self.height)
        return (width - outline.width) / 2, (height - outline.height) / 2


def prints(says: HouseFile, make: str) -> bool:
    """Whether a house prints components of this kind."""
    return make in FLAT or any(size.make == make for size in says.sizes.values())


def cut_of(says: HouseFile, outline: Outline, make: str = "card") -> CutSize | None:
    """The house's size for a face; None if it has none."""
    if not says.sizes:
        return _cut_of(says, f"{outline.width:g}x{outline.height:g}mm", (outline.width, outline.height), None, False)
    candidates = [
        (round(miss, 3), size.make != make, on_side, order, name)
        for order, (name, size) in enumerate(says.sizes.items())
        if _alike(size, outline) and _meant(size, make)
        for on_side in ((False, True) if make in FLAT else (False,))
        if (miss := _miss(size, outline, on_side)) <= says.near + 1e-6
    ]
    if not candidates:
        return None
    _, _, on_side, _, name = min(candidates)  # sizes for its kind come before sizes for anything flat
    return _cut_of(says, name, says.sizes[name].size, says.sizes[name].pixels, on_side)


def nearest_size(says: HouseFile, outline: Outline, make: str = "card") -> str:
    """The house's size of that shape that is nearest to a face, in words, or that of another shape if it is nearer.
    Sizes for its kind alone come before others, unless these are close.
    """

    def miss(name: str) -> float:
        return min(_miss(says.sizes[name], outline, on_side) for on_side in (False, True))

    def far(name: str) -> tuple[bool, float]:
        return says.sizes[name].make != make and miss(name) > SIZE_TOLERANCE, miss(name)

    names = [name for name, size in says.sizes.items() if _meant(size, make)]
    alike = [name for name in names if _alike(says.sizes[name], outline)]
    if not alike:
        return f"it does not cut that shape; its sizes are {', '.join(names)}"
    own, other = min(alike, key=far), min(names, key=far)
    message = f"the nearest is {own}, {size_text(*says.sizes[own].size)}"
    if miss(other) < miss(own):
        message += f", or, in another shape, {other}, {size_text(*says.sizes[other].size)}"
    return message


def nearest_box(says: HouseFile, size: tuple[float, float], cards: int) -> tuple[str, HouseBox] | None:
    """The house's smallest box for a number of cards of that size, else its largest; None if it has no box for that
    size."""
    boxes = [
        (name, box)
        for name, box in says.boxes.items()
        if max(abs(a - b) for a, b in zip(box.size, size, strict=True)) <= says.near
    ]
    return min(boxes, key=lambda each: (each[1].cards < cards, abs(each[1].cards - cards)), default=None)


def size_text(width: float, height: float) -> str:
    """A size in words."""
    return f"{round(width, 2):g} x {round(height, 2):g} mm"


def reach(says: HouseFile) -> float:
    """How far around a face the house prints at most, in mm."""
    around = [says.bleed]
    for size in says.sizes.values():
        area = _cut_of(says, "", size.size, size.pixels, False).area
        around += [(each - cut) / 2 for each, cut in zip(area, size.size, strict=True)]
    return max(around) + (says.near / 2 if says.sizes else 0.0)


def _alike(size: HouseSize, outline: Outline) -> bool:
    kinds = [_ALIKE.get(kind, kind) for kind in (size.shape.kind, outline.kind)]
    return kinds[0] == kinds[1]


def _meant(size: HouseSize, make: str) -> bool:
    return size.make == make or (size.make is None and make in FLAT)


def _miss(size: HouseSize, outline: Outline, on_side: bool) -> float:
    """The difference between a face and a size, in mm."""
    width, height = reversed(size.size) if on_side else size.size
    return max(abs(outline.width - width), abs(outline.height - height))


def _cut_of(
    says: HouseFile, name: str, size: tuple[float, float], dots: tuple[int, int] | None, on_side: bool
) -> CutSize:
    area = (size[0] + 2 * says.bleed, size[1] + 2 * says.bleed)
    if dots:
        area = (dots[0] / says.dpi * INCH, dots[1] / says.dpi * INCH)
    pixels = dots or (round(area[0] / INCH * says.dpi), round(area[1] / INCH * says.dpi))
    return CutSize(name, *size, area, pixels, on_side)
