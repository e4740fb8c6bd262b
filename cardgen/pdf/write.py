"""Writes a frozen document as PDF bytes, the same bytes in every run.

One matrix for each page turns millimetres, with y downwards, into points. Every number in the streams is a millimetre.
Symbols and faces are form XObjects: the file holds each of them once. Whoever makes a page says where its page boxes
lie (trim and bleed box); the media box is the whole page.
"""

from __future__ import annotations

import hashlib

from reportlab import rl_config
from reportlab.pdfbase import pdfdoc

from cardgen.foundations import progress
from cardgen.foundations.units import POINT
from cardgen.graphics.drawing import Document, Page
from cardgen.graphics.geometry import Box
from cardgen.graphics.needs import signs as signs_of
from cardgen.pdf.blending import PREFIX, Content, FormXObject, resource_block
from cardgen.pdf.canvas import PageCanvas, picture_reader
from cardgen.pdf.content import Encoding, FontCodes, content, form, form_name
from cardgen.pdf.fonts import add_font, subset
from cardgen.pdf.inks import SCREEN, Inks
from cardgen.pdf.numbers import matrix, numbers
from cardgen.pdf.structure import Marks, add_marks_of_page, add_structure

_POINTS_PER_MM = 1 / POINT
_FLIPS = {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge", "none": "Simplex"}


def write_pdf(document: Document, inks: Inks = SCREEN, packed: bool = True) -> bytes:
    """The document as a PDF file in those inks: fonts embedded as subsets, boxes, language and bookmarks set.

    A document that is only drawn once need not be `packed`.
    """
    rl_config.useA85 = 0
    return _Writer(document, inks, packed).bytes()


class _Writer:
    def __init__(self, document: Document, inks: Inks, packed: bool) -> None:
        self.document = document
        self.packed = packed
        self.inks = inks
        self.forms: set[str] = set()
        first = document.pages[0]
        self.canvas = PageCanvas(
            None,
            pagesize=_points(first.width, first.height),
            invariant=1,
            pageCompression=int(packed),
            lang=document.language.replace("_", "-"),
            pdfVersion=(1, 7) if document.structured else None,
        )
        self.canvas.setTitle(document.title)
        self.canvas.setAuthor(document.author)
        self.canvas.setCreator("cardgen")
        self.canvas.setProducer("cardgen")
        self.canvas.setViewerPreference("PrintScaling", "None")
        self.canvas.setViewerPreference("Duplex", _FLIPS[document.duplex])
        self.canvas.setViewerPreference("DisplayDocTitle", "true")
        if document.backwards:
            self.canvas.setViewerPreference("Direction", "R2L")
        self.encoding = self._encoding()
        self.marks = Marks(self.encoding) if document.structured else None

    def bytes(self) -> bytes:
        for number, page in enumerate(progress.track_all(self.document.pages, "writing pages")):
            self._page(number, page)
        if self.marks:
            add_structure(self.canvas.document, self.marks, self.document)
        return self.canvas.getpdfdata()

    def _page(self, number: int, page: Page) -> None:
        canvas = self.canvas
        canvas.setPageSize(_points(page.width, page.height))
        canvas.setTrimBox(self._box(page, page.trim))
        canvas.setBleedBox(self._box(page, page.bleed))
        shown = self.marks.page(page.items) if self.marks else content(page.items, self.encoding)
        self._add_forms(shown)
        if shown.resources:  # reportlab gives these to forms only through us
            name = f"page-{number}"
            self._add_form(name, shown.form((0, 0, page.width, page.height)))
            shown = Content(f"/{PREFIX}{name} Do", (name,))
        # reportlab's drawing methods would convert each number into points again
        begin = f"q {matrix((_POINTS_PER_MM, 0, 0, -_POINTS_PER_MM, 0, page.height * _POINTS_PER_MM))} cm"
        canvas.add_operators(begin, shown.operators, "Q", forms=[form_name(name) for name in shown.uses])
        if page.bookmark:
            canvas.bookmarkPage(f"page{number}", fit="Fit")
            canvas.addOutlineEntry(page.bookmark, f"page{number}", level=0)
        canvas.showPage()
        if self.marks:
            add_marks_of_page(canvas.document, number)

    @staticmethod
    def _box(page: Page, box: Box) -> tuple[float, ...]:
        left, top, right, bottom = box
        return _points(left, page.height - bottom, right, page.height - top)

    def _encoding(self) -> Encoding:
        """The subsets of the fonts, for all that the document shows of them."""
        encoded, codes = [], {}
        for number, (name, signs) in enumerate(sorted(signs_of(self.document).items()), 1):
            source = self.document.fonts[name]
            font = subset(source, signs)
            add_font(self.canvas.document, f"F{number}", font)
            encoded.append((name, font.name, str(source), signs))
            codes[name] = FontCodes(f"/F{number}", font.codes)
        return Encoding(hashlib.sha256(repr(encoded).encode()).hexdigest() + self.inks.key, codes, self.inks)

    # Forms

    def _add_forms(self, shown: Content | FormXObject) -> None:
        """Writes the symbols and pictures that pages use, each once, and those that these use."""
        for name, part in shown.parts:
            if name not in self.forms:
                self.forms.add(name)
                self._add_forms(part)
                self._add_form(name, part)
        for name in shown.uses:
            if name in self.forms:
                continue
            self.forms.add(name)
            if name in self.document.symbols:
                symbol = self.document.symbols[name]
                drawn = form(symbol.items, symbol.box, self.encoding)
                self._add_forms(drawn)
                self._add_form(form_name(name), drawn)
            else:
                self._add_picture(name)

    def _add_form(self, name: str, shown: FormXObject) -> None:
        self.canvas.add_form(name, _Form(shown, self.packed))

    def _add_picture(self, name: str) -> None:
        self.canvas.beginForm(form_name(name), 0, 0, 1, 1)
        reader = picture_reader(*self.inks.image(self.document.pictures[name]))
        self.canvas.drawImage(reader, 0, 0, 1, 1, mask="auto")
        self.canvas.endForm()


class _Form(pdfdoc.PDFObject):
    """A form in the class that reportlab expects."""

    __RefOnly__ = 1  # reportlab's word for: not inside another object

    def __init__(self, shown: FormXObject, packed: bool) -> None:
        self.shown = shown
        self.code = shown.code.packed if packed else shown.code.plain
        self.filtered = "/Filter /FlateDecode " if packed else ""

    def format(self, document: pdfdoc.PDFDocument) -> bytes:
        def at(name: str) -> str:
            return "{} {} R".format(*document.idToObjectNumberAndVersion[name])

        shown = self.shown
        # Only graphics states refer to the forms of masks
        drawn = [*map(form_name, shown.uses), *(name for name, _ in shown.parts)]
        used = "".join(f" /{name} {at(name)}" for name in map(pdfdoc.xObjectName, drawn))
        more = resource_block(shown, lambda name: at(pdfdoc.xObjectName(name)))
        group = f"/Group << /S /Transparency /I true /CS /{shown.space} >>\n" if shown.space else ""
        head = (
            f"<< /Type /XObject /Subtype /Form /BBox [{numbers(shown.box)}] {self.filtered}/Length {len(self.code)}\n"
            f"{group}/Resources << /Font {at(pdfdoc.BasicFonts)} /XObject <<{used} >>{more} >> >>\nstream\n"
        )
        return head.encode() + self.code + b"\nendstream\n"


def _points(*lengths: float) -> tuple[float, ...]:
    return tuple(round(length * _POINTS_PER_MM, 4) for length in lengths)
