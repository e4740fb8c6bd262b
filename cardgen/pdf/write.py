"""A frozen document to PDF bytes, the same bytes on every run.

One matrix a page turns millimetres, y downwards, into points; every number in the streams is a millimetre. Symbols
and faces are form XObjects, written once.
"""

from __future__ import annotations

import io
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageOps
from reportlab import rl_config
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from cardgen.drawing import (
    CURRENT,
    IDENTITY,
    Box,
    Document,
    Group,
    Item,
    Matrix,
    Page,
    Picture,
    Segments,
    Shape,
    Text,
    Use,
)
from cardgen.remember import per_file
from cardgen.units import POINT

ORIENTATION = 0x0112  # EXIF: how the camera was held
_PER_MM = 1 / POINT
_FLIPS = {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge", "none": "Simplex"}
_LETTERS = {"M": "m", "L": "l", "C": "c", "Z": "h"}


def write_pdf(document: Document) -> bytes:
    """The document as a PDF file: fonts embedded as subsets, boxes, language and bookmarks set."""
    rl_config.useA85 = 0
    return _Writer(document).bytes()


class _Writer:
    def __init__(self, document: Document) -> None:
        self.document = document
        self.file = io.BytesIO()
        self.forms: dict[str, str] = {}
        self.fonts: dict[str, TTFont] = {}
        first = document.pages[0]
        self.canvas = Canvas(
            self.file,
            pagesize=_points(first.width, first.height),
            invariant=1,
            pageCompression=1,
            lang=document.language.replace("_", "-"),
            initialFontName=self._font(next(iter(document.fonts))).fontName,
        )
        self.canvas.setTitle(document.title)
        self.canvas.setAuthor(document.author)
        self.canvas.setCreator("cardgen")
        self.canvas.setProducer("cardgen")
        self.canvas.setViewerPreference("PrintScaling", "None")
        self.canvas.setViewerPreference("Duplex", _FLIPS[document.duplex])
        self.canvas.setViewerPreference("DisplayDocTitle", "true")

    def bytes(self) -> bytes:
        for number, page in enumerate(self.document.pages):
            self._page(number, page)
        self.canvas.save()
        return self.file.getvalue()

    def _page(self, number: int, page: Page) -> None:
        canvas = self.canvas
        canvas.setPageSize(_points(page.width, page.height))
        canvas.setTrimBox(self._box(page, page.trim))
        canvas.setBleedBox(self._box(page, page.bleed))
        self._uses(page.items)
        self._out(f"q {_matrix((_PER_MM, 0, 0, -_PER_MM, 0, page.height * _PER_MM))} cm")
        self._items(page.items)
        self._out("Q")
        if page.bookmark:
            canvas.bookmarkPage(f"page{number}", fit="Fit")
            canvas.addOutlineEntry(page.bookmark, f"page{number}", level=0)
        canvas.showPage()

    @staticmethod
    def _box(page: Page, box: Box) -> tuple[float, ...]:
        left, top, right, bottom = box
        return tuple(round(value * _PER_MM, 4) for value in (left, page.height - bottom, right, page.height - top))

    def _out(self, code: str) -> None:
        # The canvas's own list of operators: its drawing methods would turn each number into points again.
        self.canvas._code.append(code)

    # Symbols

    def _uses(self, items: tuple[Item, ...]) -> None:
        """Writes the symbols that the items use before the items themselves: forms cannot be nested in writing."""
        for item in items:
            if isinstance(item, Group):
                self._uses(item.items)
            elif isinstance(item, Use) and item.symbol not in self.forms:
                symbol = self.document.symbols[item.symbol]
                self._uses(symbol.items)
                self.forms[item.symbol] = name = f"s{len(self.forms)}"
                left, top, right, bottom = symbol.box
                self.canvas.beginForm(name, left, top, right, bottom)
                self._items(symbol.items)
                self.canvas.endForm()

    # Items

    def _items(self, items: tuple[Item, ...]) -> None:
        for item in items:
            _DRAW[type(item)](self, item)

    def _group(self, group: Group) -> None:
        self._out("q")
        if group.matrix != IDENTITY:
            self._out(f"{_matrix(group.matrix)} cm")
        if group.clip:
            self._out(_path(group.clip) + " W n")
        self._items(group.items)
        self._out("Q")

    def _use(self, use: Use) -> None:
        colour = f"{_colour(use.colour)} rg {_colour(use.colour)} RG " if use.colour else ""
        matrix = f"{_matrix(use.matrix)} cm " if use.matrix != IDENTITY else ""
        self._out(f"q {colour}{matrix}")
        self.canvas.doForm(self.forms[use.symbol])
        self._out("Q")

    def _shape(self, shape: Shape) -> None:
        code = []
        if shape.fill and shape.fill != CURRENT:
            code.append(f"{_colour(shape.fill)} rg")
        if shape.stroke:
            if shape.stroke != CURRENT:
                code.append(f"{_colour(shape.stroke)} RG")
            code.append(f"{_number(shape.line)} w 1 j")
        code.append(_path(shape.segments))
        code.append({(True, True): "B", (True, False): "f", (False, True): "S"}[bool(shape.fill), bool(shape.stroke)])
        self._out(" ".join(code))

    def _picture(self, picture: Picture) -> None:
        matrix = (picture.width, 0, 0, -picture.height, picture.x, picture.y + picture.height)
        self._out(f"q {_matrix(matrix)} cm")
        self.canvas.drawImage(_image(self.document.pictures[picture.file]), 0, 0, 1, 1, mask="auto")
        self._out("Q")

    # Text

    def _font(self, name: str) -> TTFont:
        if name not in self.fonts:
            font = _font_file(self.document.fonts[name], name)
            # Two files of one font: reportlab names what it embeds by the font's own name
            twins = sum(other.face.name == font.face.name for other in self.fonts.values())
            font.face.subfontNameX = b"-%d" % (twins + 1) if twins else b""
            self.fonts[name] = font
            pdfmetrics.registerFont(font)
        return self.fonts[name]

    def _text(self, text: Text) -> None:
        font, canvas = self._font(text.font), self.canvas
        self._out(f"BT {_colour(text.colour)} rg 1 0 0 -1 {_numbers((text.x, text.y))} Tm")
        subset, array = None, []

        def show() -> None:
            if array:
                self._out(
                    f"{font.getSubsetInternalName(subset, canvas._doc)} {_number(text.size)} Tf [{''.join(array)}] TJ"
                )
                array.clear()

        kerns = dict(text.kerns)
        start = 0
        for end in (*sorted(index + 1 for index in kerns), len(text.text)):
            for part, code in font.splitString(text.text[start:end], canvas._doc):
                if part != subset:
                    show()
                    subset = part
                array.append(f"({canvas._escape(code)})")
            if end - 1 in kerns and end > start:
                array.append(_number(-1000 * kerns[end - 1]))
            start = end
        show()
        self._out("ET")


_DRAW = {
    Group: _Writer._group,
    Use: _Writer._use,
    Shape: _Writer._shape,
    Picture: _Writer._picture,
    Text: _Writer._text,
}


@per_file
def _font_file(path: Path, name: str) -> TTFont:
    """A font; what a document uses of it, reportlab keeps with the document."""
    return TTFont(name, str(path), shapable=False)


def _image(path: Path) -> str | ImageReader:
    """What reportlab draws: the file itself, or its pixels where they are turned by the camera or 16 bits deep."""
    with Image.open(path) as image:
        deep = image.mode.startswith("I")
        if not deep and image.getexif().get(ORIENTATION, 1) == 1:
            return str(path)
        if deep:
            image = image.convert("I").point(lambda value: value * (1 / 257)).convert("L")
        return ImageReader(ImageOps.exif_transpose(image))


def _points(*lengths: float) -> tuple[float, ...]:
    return tuple(round(length * _PER_MM, 4) for length in lengths)


def _number(value: float, digits: int = 4) -> str:
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _numbers(values: tuple[float, ...]) -> str:
    return " ".join(map(_number, values))


def _matrix(matrix: Matrix) -> str:
    """Factors have more digits than lengths: they multiply lengths of up to a page or an icon's 512 units."""
    return " ".join([*(_number(factor, 8) for factor in matrix[:4]), *map(_number, matrix[4:])])


@lru_cache(maxsize=10_000)  # a build writes the same icons into several documents
def _path(segments: Segments) -> str:
    # One by one this is where a build spends its time: a few hundred numbers an icon.
    return " ".join(f"{_numbers(numbers)} {_LETTERS[letter]}" if numbers else "h" for letter, *numbers in segments)


@lru_cache(maxsize=1000)
def _colour(colour: str) -> str:
    return " ".join(_number(int(colour[i : i + 2], 16) / 255) for i in (1, 3, 5))
