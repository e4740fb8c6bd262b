"""Guesses the size of a card from the pixels of its picture, and from its dots to the inch if it has any.

It prefers usual sizes, with or without a usual bleed.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.units import CARDS, INCH, PAPERS

MIN_PIXELS = 50  # on the shortest side of a card
SHEET = (200.0, 270.0)  # mm, the least size of a sheet of cards
_INCHES = (
    (2.5, 3.5), (2.25, 3.5), (1.75, 2.5), (2.75, 4.75), (2.5, 2.5), (3.5, 3.5), (2, 3.5), (1.75, 3.5), (3.5, 5.5),
    (3, 5), (4, 6),
)  # fmt: skip
# mm: Euro and Asian formats, credit cards, large cards
_OTHERS = ((59, 92), (59, 86), (45, 68), (41, 63), (54, 86), (56, 87), (70, 110), (80, 120), (50, 75))
BLEEDS = (0.0, 3.0, INCH / 8)
_DOTS = (300, 600, 1200, 800, 400, 450, 200, 150, 250, 100)  # dots per inch, the likeliest first
_EXACT, _CLOSE = 0.15, 0.6  # mm, tolerances of a side
_ALIKE, _SIMILAR = 0.003, 0.015  # relative tolerances of a form
_DEFAULT = 300
_SAID = (100, 2400)  # dots per inch that no program has as default


@dataclass(frozen=True, slots=True)
class Size:
    """The trimmed width and height of a card, and the bleed of its picture on each side, in mm.

    `how` is the basis of the guess: dots per inch, or its form.
    """

    width: float
    height: float
    bleed: float = 0.0
    how: str = ""

    @property
    def trim(self) -> tuple[float, float]:
        return self.width, self.height

    @property
    def name(self) -> str:
        """The value for `size:` of a deck."""
        known = (name for name, size in (CARDS | PAPERS).items() if size == self.trim)
        return next(known, f"{self.width:g} x {self.height:g} mm")

    @property
    def label(self) -> str:
        return f"{self.width:g} x {self.height:g} mm"

    @property
    def is_sheet(self) -> bool:
        return min(self.trim) >= SHEET[0] and max(self.trim) >= SHEET[1]


def size_of(width: int, height: int, dots: float = 0.0) -> Size:
    """The likeliest size of a card whose picture has these pixels and these dots to the inch (0: unknown)."""
    said = _SAID[0] <= dots <= _SAID[1]
    for likely in (dots,) if said else _DOTS:
        near = _CLOSE if said or likely in (300, 600) else _EXACT
        if size := _of_length(width * INCH / likely, height * INCH / likely, near):
            return _with(size, f"{likely:.0f} dots to the inch")
    if not said and (size := _of_form(width / height)):
        return _with(size, "its form")
    per_inch = dots if said else _DEFAULT
    across, down = (min(1000.0, max(5.0, round(side * INCH / per_inch, 1))) for side in (width, height))
    return Size(across, down, 0.0, f"{per_inch:.0f} dots to the inch; no usual size")


def size_of_page(width: float, height: float, bleed: float = 0.0) -> Size:
    """The size of a card on a page of this trimmed size and this bleed, in mm."""
    if not bleed and (size := _of_length(width, height, _CLOSE)):
        return _with(size, "its page")
    return Size(round(width, 1), round(height, 1), round(bleed, 2), "its page")


def usual_size(width: float, height: float) -> Size | None:
    """The usual size of a card, with or without bleed, that a picture of this width and height in mm has."""
    return _of_length(width, height, _CLOSE)


def _of_length(width: float, height: float, near: float) -> Size | None:
    """The usual size nearest to a picture's, in mm; of two as near, the one without bleed."""
    missed = [(max(abs(size.width + 2 * size.bleed - width), abs(size.height + 2 * size.bleed - height)), size)
              for size in _usual_sizes(width > height)]  # fmt: skip
    miss, nearest = min(missed, key=lambda each: (round(each[0], 1), each[1].bleed))
    return nearest if miss <= near else None


def _of_form(form: float) -> Size | None:
    """The usual size with the nearest ratio of width to height; sizes with bleed must match more closely."""
    missed = []
    for rank, size in enumerate(_usual_sizes(form > 1)):
        miss = abs((size.width + 2 * size.bleed) / (size.height + 2 * size.bleed) / form - 1)
        if miss <= (_ALIKE if size.bleed else _SIMILAR):
            missed.append((round(miss / _ALIKE), bool(size.bleed), rank, size))
    return min(missed)[-1] if missed else None


def _usual_sizes(wide: bool) -> Iterator[Size]:
    inches = ((across * INCH, down * INCH) for across, down in _INCHES)
    small = (size for name, size in PAPERS.items() if name in ("a6", "a5"))
    for across, down in (*CARDS.values(), *inches, *_OTHERS, *small):
        across, down = round(float(across), 2), round(float(down), 2)
        for bleed in BLEEDS:
            yield Size(down, across, bleed) if wide else Size(across, down, bleed)


def _with(size: Size, how: str) -> Size:
    return Size(size.width, size.height, size.bleed, how)
