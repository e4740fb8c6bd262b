"""Makes pages of pictures: a contact sheet of all faces, and a fan or a row of some cards with soft shadows."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.units import INCH
from cardgen.graphics.drawing import Document, Face, Group, Item, Page, Shape, Use
from cardgen.graphics.geometry import IDENTITY, Matrix, around, box_through, multiply, rectangle, rotation, translation
from cardgen.text.fonts import Font
from cardgen.text.setting import set_line

GROUND, EDGE, INK = "#ebe5da", "#cfc6b6", "#2b2320"

# The contact sheet, in mm
_CELL = 88.0  # the greatest length of a side on the sheet
_GAP, LABEL, _SIZE = 6.0, 7.0, 4.4
_FORM = 4 / 3  # the sheet's width divided by its height
_SHEET_DPI, _SHEET_PIXELS = 110.0, 12_000_000

# Fan and row
WIDTH = 1600  # pixels
_TURN, _SPREAD = 11.0, 52.0  # degrees: from card to card, and the most for all
_PIVOT = 1.7  # the pivot of a card: card heights below its upper edge
_MARGIN = 0.1  # the margin around the cards, in parts of a card's width: room for the shadow
_BLUR, _DOWN, _DEPTH = 0.022, 0.016, 0.5  # the shadow's blur and offset, in parts of a card's width, and its opacity


@dataclass(frozen=True, slots=True)
class NamedFace:
    """A face, with the name of its file without the ending, its title, and the card whose front it is."""

    file: str
    face: Face
    called: str
    card: str | None = None


@dataclass(frozen=True, slots=True)
class PageImage:
    """A page to turn into pixels; if `clear`, its empty parts are transparent."""

    page: Page
    dpi: float
    clear: bool = False

    @property
    def size(self) -> tuple[int, int]:
        """Returns the size in pixels."""
        width, height = (max(1, round(side * self.dpi / INCH)) for side in (self.page.width, self.page.height))
        return width, height


Paged = Callable[[list[Page], dict[str, Face]], Document]  # makes a document of pages and the faces on them


def pngs(pictures: Sequence[PageImage], faces: dict[str, Face], paged: Paged) -> Iterator[bytes]:
    """Yields the pictures as PNG files, one after another."""
    from cardgen.pdf.raster import Rasteriser, png

    drawn = Rasteriser.of(paged([picture.page for picture in pictures], faces))
    for number, picture in enumerate(pictures):
        yield png(drawn.page(number, *picture.size, picture.clear), picture.dpi)


def placed_face(face: Face, matrix: Matrix = IDENTITY) -> Group:
    """Returns a face on white paper, cut out along its outline."""
    outline = face.outline or rectangle(0, 0, face.width, face.height)
    return Group((Shape(outline, fill="#ffffff"), Use(face.name)), matrix, outline)


# The contact sheet


def contact_sheet(named: Sequence[NamedFace], font: Font) -> PageImage:
    """Makes a page of all faces side by side, each with its title; large ones are smaller."""
    scales = [min(1.0, _CELL / max(one.face.width, one.face.height)) for one in named]
    wide = max(scale * one.face.width for scale, one in zip(scales, named, strict=True)) + _GAP
    high = max(scale * one.face.height for scale, one in zip(scales, named, strict=True)) + LABEL + _GAP
    columns = min(len(named), max(1, round(math.sqrt(len(named) * _FORM * high / wide))))
    width, height = columns * wide + _GAP, -(-len(named) // columns) * high + _GAP
    items: list[Item] = [Shape(rectangle(0, 0, width, height), fill=GROUND)]
    for index, (one, scale) in enumerate(zip(named, scales, strict=True)):
        row, column = divmod(index, columns)
        x = column * wide + _GAP / 2 + (wide - scale * one.face.width) / 2
        y = row * high + _GAP + (high - LABEL - _GAP - scale * one.face.height)
        cut = placed_face(one.face, (scale, 0, 0, scale, x, y))
        items += [Group((Shape(cut.clip or (), fill=EDGE, stroke=EDGE, line=0.8 / scale),), cut.matrix), cut]
        items += label(one.called, font, column * wide + _GAP / 2 + wide / 2, (row + 1) * high, wide - 2)
    box = (0.0, 0.0, width, height)
    dpi = min(_SHEET_DPI, INCH * math.sqrt(_SHEET_PIXELS / (width * height)))
    return PageImage(Page(width, height, tuple(items), box, box), dpi)


def label(text: str, font: Font, middle: float, bottom: float, room: float) -> list[Item]:
    """Returns the label of a face, shortened if it must be, without characters that the font lacks."""
    missing = set(font.missing(text))
    text = "".join(sign for sign in text if sign not in missing)
    while font.width(text) * _SIZE > room and len(text) > 2:
        text = text.removesuffix("…")[:-1].rstrip() + "…"
    left, baseline = middle - font.width(text) * _SIZE / 2, bottom - font.descent * _SIZE
    return list(set_line(text, font, left, baseline, _SIZE, INK))


# Fan and row


def fan(named: Sequence[NamedFace], paged: Paged) -> bytes:
    """Makes a PNG file of cards in a fan, each over the one before."""
    height = max(one.face.height for one in named)
    step = min(_TURN, _SPREAD / max(1, len(named) - 1))
    matrices = []
    for index, one in enumerate(named):
        middle = translation(-one.face.width / 2, -one.face.height / 2)
        matrices.append(multiply(middle, rotation((index - (len(named) - 1) / 2) * step, 0, (_PIVOT - 0.5) * height)))
    return _draw_with_shadows(named, matrices, paged)


def row(named: Sequence[NamedFace], paged: Paged) -> bytes:
    """Makes a PNG file of cards side by side."""
    matrices: list[Matrix] = []
    left = 0.0
    for one in named:
        matrices.append(translation(left, -one.face.height / 2))
        left += one.face.width * 1.09
    return _draw_with_shadows(named, matrices, paged)


def _draw_with_shadows(named: Sequence[NamedFace], matrices: Sequence[Matrix], paged: Paged) -> bytes:
    """Faces through matrices, each with its shadow on those beneath, on a transparent ground."""
    from PIL import Image, ImageChops, ImageFilter

    from cardgen.pdf.raster import Pixels, Rasteriser, png

    across = max(one.face.width for one in named)
    boxes = [
        box_through(matrix, (0, 0, one.face.width, one.face.height))
        for one, matrix in zip(named, matrices, strict=True)
    ]
    left, top, right, bottom = around(boxes)
    margin = _MARGIN * across
    width, height = right - left + 2 * margin, bottom - top + 2 * margin
    dpi = INCH * WIDTH / max(width, height)
    box = (0.0, 0.0, width, height)
    moves = [multiply(matrix, translation(margin - left, margin - top)) for matrix in matrices]
    pages = [
        Page(width, height, (placed_face(one.face, matrix),), box, box)
        for one, matrix in zip(named, moves, strict=True)
    ]
    drawn = Rasteriser.of(paged(pages, {one.face.name: one.face for one in named}))
    size, unit = PageImage(pages[0], dpi).size, across * dpi / INCH
    canvas = Image.new("RGBA", size)
    for number in range(len(pages)):
        card = Image.frombytes("RGBA", size, drawn.page(number, *size, clear=True).data)
        alpha = card.getchannel("A")
        soft = ImageChops.offset(alpha, 0, round(_DOWN * unit)).filter(ImageFilter.GaussianBlur(_BLUR * unit))
        shadow = Image.new("RGBA", size, (30, 20, 10, 0))
        shadow.putalpha(soft.point(lambda value: round(_DEPTH * value)))
        canvas = Image.alpha_composite(Image.alpha_composite(canvas, shadow), card)
    return png(Pixels(*size, True, canvas.tobytes()), dpi)
