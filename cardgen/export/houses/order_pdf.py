"""Makes the PDF files of an order, as the house's standard asks: a page for each side, in the inks of its press, and a
page of die lines for each outline that is not cut straight.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cardgen.definitions.house_file import Standard
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
WITHOUT_TRANSPARENCY: Standard = "PDF/X-1a:2003"


def sides_document(shipment: Shipment, house: House, items: Sequence[OrderItem]) -> Document:
    """The pages of an order's items, with sides in the house's order, flattened if its standard asks for that."""
    pages: list[Page] = []
    for item in copies(items) if house.says.copies else items:
        assert item.cut
        sides = item.faces if house.says.first == "front" else item.faces[::-1]
        pages += (item.cut.page(face) for face in sides)
    return flattened_for(
        house, order_document(shipment, pages, [sent_face(house, face) for item in items for face in item.faces])
    )


def sent_face(house: House, face: Face) -> Face:
    """A face for a house's PDF files, with its print layers if the house prints these as inks."""
    return face if house.says.layers == "spots" else process_colours(face)


def die_outlines(items: Sequence[OrderItem]) -> dict[Outline, OrderItem]:
    """The outlines that need die lines because they are not straight: each once, with the first item that has it."""
    outlines: dict[Outline, OrderItem] = {}
    for item in items:
        if not item.outline.straight:
            outlines.setdefault(item.outline, item)
    return outlines


def die_file(shipment: Shipment, house: House, items: Sequence[OrderItem]) -> bytes:
    """A page for each of the `die_outlines`, as large as the pages of its items, seen from the front."""
    pages = []
    for outline, item in die_outlines(items).items():
        assert item.cut
        page = item.cut.page(item.front)
        line = Shape(outline.as_path, stroke="#000000", line=_LINE)
        pages.append(replace(page, items=(Group((line,), item.cut.matrix(item.front)),)))
    document = write_die_lines(order_document(shipment, pages, []), house.says.die or "")
    return to_pdfx(document, house.printing.standard, house.condition)


def flattened_for(house: House, document: Document) -> Document:
    """The document, flattened if the house's standard allows no transparency."""
    return flatten(document) if house.printing.standard == WITHOUT_TRANSPARENCY else document


def file_of(house: House, document: Document) -> bytes:
    """The document as a PDF file in the house's inks and standard."""
    return to_pdfx(write_pdf(document, house.press), house.printing.standard, house.condition)
