"""Wraps the canvas of reportlab. Only this module uses private parts of reportlab.

There are few of them, each for a reason. The public methods write numbers in points, but ours are millimetres under one
matrix. They also set fonts and count forms by themselves. `tests/pdf/test_canvas.py` fails if a release of reportlab
moves one of these parts.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

if TYPE_CHECKING:
    from PIL.Image import Image


class PageCanvas(Canvas):
    """A canvas whose pages begin without a font of its own."""

    def _make_preamble(self) -> None:
        self._preamble = ""

    @property
    def document(self) -> pdfdoc.PDFDocument:
        """The document that its pages go into."""
        return self._doc

    def add_operators(self, *operators: str, forms: list[str]) -> None:
        """Operators as they are, at the end of the page, and the names of the forms that they draw."""
        self._code += operators
        self._formsinuse += forms

    def add_form(self, name: str, form: pdfdoc.PDFObject) -> None:
        self._doc.addForm(name, form)


def picture_reader(image: Path | Image, alpha: Image | None) -> str | ImageReader:
    """A picture for the canvas: the file itself, or its pixels with their alpha."""
    if isinstance(image, Path):
        return str(image)
    reader = ImageReader(image)
    if alpha:
        reader.getRGBData()
        reader._dataA = ImageReader(alpha)  # reportlab looks for alpha here: a picture in inks has no alpha of its own
    return reader
