"""A frozen document to PDF bytes, the same bytes on every run.

One matrix a page turns millimetres, y downwards, into points; every number in the streams is a millimetre. Symbols
and faces are form XObjects, written once.
"""

from __future__ import annotations

import io
import zlib
from functools import lru_cache
from pathlib import Path

from reportlab import rl_config
from reportlab.lib.rl_accel import escapePDF, fp_str
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfdoc, pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from cardgen import pixels
from cardgen.drawing import Box, Document, Page
from cardgen.needs import characters
from cardgen.pdf.blending import PREFIX, Content, resource_block
from cardgen.pdf.content import Encoding, content, form_name
from cardgen.pdf.numbers import matrix, numbers
from cardgen.remember import per_file
from cardgen.units import POINT

_PER_MM = 1 / POINT
_FLIPS = {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge", "none": "Simplex"}


def write_pdf(document: Document) -> bytes:
    """The document as a PDF file: fonts embedded as subsets, boxes, language and bookmarks set."""
    rl_config.useA85 = 0
    return _Writer(document).bytes()


class _Writer:
    def __init__(self, document: Document) -> None:
        self.document = document
        self.file = io.BytesIO()
        self.forms: set[str] = set()
        self.fonts: dict[str, TTFont] = {}
        for name in document.fonts:
            self._add_font(name)
        first = document.pages[0]
        self.canvas = Canvas(
            self.file,
            pagesize=_points(first.width, first.height),
            invariant=1,
            pageCompression=1,
            lang=document.language.replace("_", "-"),
            initialFontName=next(iter(self.fonts)),
        )
        self.canvas.setTitle(document.title)
        self.canvas.setAuthor(document.author)
        self.canvas.setCreator("cardgen")
        self.canvas.setProducer("cardgen")
        self.canvas.setViewerPreference("PrintScaling", "None")
        self.canvas.setViewerPreference("Duplex", _FLIPS[document.duplex])
        self.canvas.setViewerPreference("DisplayDocTitle", "true")
        self.encoding = self._encoding()

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
        shown = content(page.items, self.encoding)
        self._add_forms(shown)
        if shown.resources:  # reportlab gives these to forms only through us
            name = f"page-{number}"
            canvas._doc.addForm(name, _Form((0, 0, page.width, page.height), shown))
            shown = Content(f"/{PREFIX}{name} Do", (name,))
        # The canvas's own lists: its drawing methods would turn each number into points again.
        canvas._code += [f"q {matrix((_PER_MM, 0, 0, -_PER_MM, 0, page.height * _PER_MM))} cm", shown.operators, "Q"]
        canvas._formsinuse += [form_name(name) for name in shown.uses]
        if page.bookmark:
            canvas.bookmarkPage(f"page{number}", fit="Fit")
            canvas.addOutlineEntry(page.bookmark, f"page{number}", level=0)
        canvas.showPage()

    @staticmethod
    def _box(page: Page, box: Box) -> tuple[float, ...]:
        left, top, right, bottom = box
        return tuple(round(value * _PER_MM, 4) for value in (left, page.height - bottom, right, page.height - top))

    # Fonts

    def _add_font(self, name: str) -> None:
        font = _font_file(self.document.fonts[name], name)
        # Two files of one font: reportlab names what it embeds by the font's own name
        twins = sum(other.face.name == font.face.name for other in self.fonts.values())
        font.face.subfontNameX = b"-%d" % (twins + 1) if twins else b""
        self.fonts[name] = font
        pdfmetrics.registerFont(font)

    def _encoding(self) -> Encoding:
        """The subsets of the fonts: their characters in the order of their codes, whatever comes first on a page."""
        used, doc = characters(self.document), self.canvas._doc
        told, codes = [], {}
        for name, font in self.fonts.items():
            found = used.get(name, "")
            font.splitString(found, doc)  # gives them their codes
            # ASCII is written as it is: reportlab gives codes of its own to all other characters
            told.append((name, font.face.filename, "".join(sign for sign in found if not sign.isascii())))
            internal = font.getSubsetInternalName(0, doc).removesuffix("+0")
            codes[name] = font.codes(found, internal)
        return Encoding(tuple(told), codes)

    # Forms

    def _add_forms(self, shown: Content) -> None:
        """Writes the symbols and pictures that a content uses, each once, and what they use in turn."""
        for name, part in shown.parts:
            if name not in self.forms:
                self.forms.add(name)
                self._add_forms(part)
                assert part.box
                self.canvas._doc.addForm(name, _Form(part.box, part))
        for name in shown.uses:
            if name in self.forms:
                continue
            self.forms.add(name)
            if name in self.document.symbols:
                symbol = self.document.symbols[name]
                drawn = content(symbol.items, self.encoding)
                self._add_forms(drawn)
                self.canvas._doc.addForm(form_name(name), _Form(symbol.box, drawn))
            else:
                self._add_picture(name)

    def _add_picture(self, name: str) -> None:
        self.canvas.beginForm(form_name(name), 0, 0, 1, 1)
        self.canvas.drawImage(_image(self.document.pictures[name]), 0, 0, 1, 1, mask="auto")
        self.canvas.endForm()


class _Form(pdfdoc.PDFObject):
    """A form whose content is compressed already."""

    __RefOnly__ = 1  # reportlab's word for: not inside another object

    def __init__(self, box: Box, shown: Content) -> None:
        self.box = box
        self.shown = shown

    def format(self, document: pdfdoc.PDFDocument) -> bytes:
        def at(name: str) -> str:
            return "{} {} R".format(*document.idToObjectNumberAndVersion[name])

        shown = self.shown
        # Those of masks are only named by states
        drawn = [*map(form_name, shown.uses), *(name for name, _ in shown.parts)]
        used = "".join(f" /{name} {at(name)}" for name in map(pdfdoc.xObjectName, drawn))
        packed = shown.packed
        more = resource_block(shown, lambda name: at(pdfdoc.xObjectName(name)))
        group = f"/Group << /S /Transparency /I true /CS /{shown.space} >>\n" if shown.box else ""
        head = (
            f"<< /Type /XObject /Subtype /Form /BBox [{numbers(self.box)}] /Filter /FlateDecode /Length {len(packed)}\n"
            f"{group}/Resources << /Font {at(pdfdoc.BasicFonts)} /XObject <<{used} >>{more} >> >>\nstream\n"
        )
        return head.encode() + packed + b"\nendstream\n"


class _Scratch:
    """Stands for a document while a font tells its codes."""


class _Font(TTFont):
    """A font whose subsets are made and packed once, for all documents that use the same characters of it."""

    def __init__(self, name: str, path: Path) -> None:
        super().__init__(name, str(path), shapable=False)
        made = lru_cache(maxsize=50)(self.face.makeSubset)
        self.face.makeSubset = lambda characters: made(tuple(characters))
        self.codes = lru_cache(maxsize=50)(self._codes)

    def _codes(self, characters: str, internal: str) -> dict[str, tuple[str, str]]:
        """For each of a document's characters the name of the subset that holds it, and how a string writes it."""
        scratch = _Scratch()
        self.splitString(characters, scratch)
        found = {sign: self.splitString(sign, scratch) for sign in characters}
        return {sign: (f"{internal}+{subset}", escapePDF(code)) for sign, ((subset, code),) in found.items()}

    def addObjects(self, doc: pdfdoc.PDFDocument) -> None:
        before = set(doc.idToObject)
        super().addObjects(doc)
        for name in doc.idToObject.keys() - before:
            thing = doc.idToObject[name]
            if name.startswith("fontFile:"):
                thing.content, thing.dictionary["Filter"] = _packed(thing.content), "/FlateDecode"
            elif isinstance(thing, pdfdoc.PDFTrueTypeFont):
                thing.Widths = _array(tuple(thing.Widths.sequence))


_packed = lru_cache(maxsize=50)(zlib.compress)


@lru_cache(maxsize=50)
def _array(values: tuple[float, ...]) -> str:
    """As reportlab writes an array."""
    return f"[ {' '.join(map(fp_str, values))} ]"


@per_file
def _font_file(path: Path, name: str) -> _Font:
    """A font; what a document uses of it, reportlab keeps with the document."""
    return _Font(name, path)


def _image(source: Path | bytes) -> str | ImageReader:
    """What reportlab draws: the file itself where it takes that as it is, or its pixels as they are to be seen."""
    told = pixels.measure(source)
    if isinstance(source, Path) and told.plain and told.format in ("PNG", "JPEG"):
        return str(source)
    return ImageReader(pixels.opened(source))


def _points(*lengths: float) -> tuple[float, ...]:
    return tuple(round(length * _PER_MM, 4) for length in lengths)
