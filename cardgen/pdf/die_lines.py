"""Writes die lines: the lines that cutters and dies follow, in a named spot colour that nobody prints.

`layered.py` makes all spot colours; a press does print those of print layers.
"""

from __future__ import annotations

import io

import pikepdf
from pikepdf import Dictionary, Name, Object

from cardgen.graphics.drawing import Document
from cardgen.pdf.inks import OVERPRINT
from cardgen.pdf.layered import SpotInk
from cardgen.pdf.write import write_pdf

_SPACE, _OVER = "Spot", "Over"


class _DieInk(SpotInk):
    """A spot colour whose lines each set the overprint, in documents without anything else: their pages get its
    resources once they are written."""

    def __init__(self, ink: str) -> None:
        super().__init__(ink, _SPACE)

    def stroke(self, colour: str) -> str:
        return f"/{_OVER} gs {super().stroke(colour)}"


def write_die_lines(document: Document, ink: str) -> bytes:
    """A document of lines alone as a PDF file, all of them in a spot colour of that name (PDF 1.7, 8.6.6.4)."""
    inks = _DieInk(ink)
    with pikepdf.open(io.BytesIO(write_pdf(document, inks))) as pdf:
        space, over = (pdf.make_indirect(Object.parse(body.encode())) for body in (inks.colours.body, OVERPRINT))
        for page in pdf.pages:
            page.Resources[Name.ColorSpace] = Dictionary({f"/{_SPACE}": space})
            page.Resources[Name.ExtGState] = Dictionary({f"/{_OVER}": over})
        made = io.BytesIO()
        pdf.save(made, deterministic_id=True)
    return made.getvalue()
