"""The PDF file that a house is sent: a page for each side, in the inks of its press, as its standard asks."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.drawing import Document, Page
from cardgen.export.houses.order import Piece, copies, paged
from cardgen.export.houses.profile import House
from cardgen.export.target import Shipment
from cardgen.pdf.exchange import exchanged
from cardgen.pdf.flat import flattened
from cardgen.pdf.write import write_pdf

FLAT = "PDF/X-1a:2003"


def book(shipment: Shipment, house: House, of: Sequence[Piece]) -> Document:
    """The pages of pieces in the house's order; laid flat where its standard asks for that."""
    pages: list[Page] = []
    for piece in copies(of) if house.says.copies else of:
        assert piece.cut
        sides = piece.faces if house.says.first == "front" else piece.faces[::-1]
        pages += (piece.cut.page(face) for face in sides)
    return laid(house, paged(shipment, pages, [face for piece in of for face in piece.faces]))


def laid(house: House, document: Document) -> Document:
    return flattened(document) if house.printing.standard == FLAT else document


def file_of(house: House, document: Document) -> bytes:
    return exchanged(write_pdf(document, house.press), house.printing.standard, house.condition)
