"""Makes the PDF files of an order, as the house's standard asks: a page for each side, in the inks of its press, and a
page of die lines for each outline that is not cut straight.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cardgen.export.houses.order import OrderItem, copies, order_document
from cardgen.export.houses.profile import House
from cardgen.export.target import Shipment
from cardgen.foundations.units import POINT
from cardgen.graphics.drawing import Document, Face, Group, Page, Shape
from cardgen.graphics.layers import process_colours
from cardgen.graphics.outline import Outline
from cardgen.pdf.die_lines import write_die_lines
from cardgen.pdf.exchange import to_pdfx
from cardgen.pdf.flat import flatten
from cardgen.pdf.write import write_pdf

_LINE = 0.5 * POINT
WITHOUT_TRANSPARENCY = "PDF/X-1a:2003"  # the standard without transparency


def book(shipment: Shipment, house: House, of: Sequence[OrderItem]) -> Document:
    """The pages of an order's items, with sides in the house's order, flattened if its standard asks for that."""
    pages: list[Page] = []
    for piece in copies(of) if house.says.copies else of:
        assert piece.cut
        sides = piece.faces if house.says.first == "front" else piece.faces[::-1]
        pages += (piece.cut.page(face) for face in sides)
    return flattened_for(
        house, order_document(shipment, pages, [sent_face(house, face) for piece in of for face in piece.faces])
    )


def sent_face(house: House, face: Face) -> Face:
    """A face for a house's PDF files, with its print layers if the house prints these as inks."""
    return face if house.says.layers == "spots" else process_colours(face)


def lines(of: Sequence[OrderItem]) -> dict[Outline, OrderItem]:
    """The outlines that need die lines because they are not straight: each once, with the first item that has it."""
    outlines: dict[Outline, OrderItem] = {}
    for piece in of:
        if not piece.outline.straight:
            outlines.setdefault(piece.outline, piece)
    return outlines


def die_file(shipment: Shipment, house: House, of: Sequence[OrderItem]) -> bytes:
    """A page for each of the `lines`, as large as the pages of its items, seen from the front."""
    pages = []
    for outline, piece in lines(of).items():
        assert piece.cut
        page = piece.cut.page(piece.front)
        line = Shape(outline.as_path, stroke="#000000", line=_LINE)
        pages.append(replace(page, items=(Group((line,), piece.cut.matrix(piece.front)),)))
    document = write_die_lines(order_document(shipment, pages, []), house.says.die or "")
    return to_pdfx(document, house.printing.standard, house.condition)


def flattened_for(house: House, document: Document) -> Document:
    """The document, flattened if the house's standard allows no transparency."""
    return flatten(document) if house.printing.standard == WITHOUT_TRANSPARENCY else document


def file_of(house: House, document: Document) -> bytes:
    """The document as a PDF file in the house's inks and standard."""
    return to_pdfx(write_pdf(document, house.press), house.printing.standard, house.condition)
