"""Writes die lines: the lines that cutters and dies follow, in a named spot colour that nobody prints.

The spot colours of print layers, which a press does print, are in `layered.py`.
"""

from __future__ import annotations

import io

import pikepdf
from pikepdf import Array, Dictionary, Name

from cardgen.graphics.drawing import Document
from cardgen.pdf.inks import Inks
from cardgen.pdf.write import write_pdf

_SPACE, _OVER = "/Spot", "/Over"
_SHOWN = (0, 1, 0, 0)  # the alternate inks, for devices without this colour


class _DieInk(Inks):
    """The ink of lines in that spot colour, which overprint; only for documents without anything else."""

    key = "spot"

    def stroke(self, colour: str) -> str:
        return f"{_OVER} gs {_SPACE} CS 1 SCN"


def write_die_lines(document: Document, ink: str) -> bytes:
    """A document of lines alone as a PDF file, all of them in a spot colour of that name (PDF 1.7, 8.6.6.4)."""
    with pikepdf.open(io.BytesIO(write_pdf(document, _DieInk()))) as pdf:
        tint = Dictionary(FunctionType=2, Domain=[0, 1], N=1, C0=[0, 0, 0, 0], C1=[*_SHOWN])
        space = pdf.make_indirect(Array([Name.Separation, Name("/" + ink), Name.DeviceCMYK, tint]))
        over = pdf.make_indirect(Dictionary(OP=True, op=True, OPM=1))
        for page in pdf.pages:
            page.Resources[Name.ColorSpace] = Dictionary({_SPACE: space})
            page.Resources[Name.ExtGState] = Dictionary({_OVER: over})
        made = io.BytesIO()
        pdf.save(made, deterministic_id=True)
    return made.getvalue()
