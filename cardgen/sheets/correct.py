"""Corrects pages for the known errors of a printer: moves, turns and stretches the print, but never a cutter's
marks."""

from __future__ import annotations

from dataclasses import replace

from cardgen.definitions.sheet_file import PrinterFile
from cardgen.graphics.drawing import Document, Group, Page
from cardgen.graphics.geometry import Matrix, box_through, multiply, rotation, translation


def correct(document: Document, printer: PrinterFile) -> Document:
    """The corrected document for this printer. Its pages are upright, as the test sheets were."""
    return replace(document, pages=tuple(_correct_page(upright(page), printer) for page in document.pages))


def upright(page: Page) -> Page:
    """The page, turned to the right if it is landscape. Fronts and backs turn alike, so they still meet."""
    if page.width <= page.height:
        return page
    matrix: Matrix = (0, 1, -1, 0, page.height, 0)
    last = len(page.items) - page.fixed
    groups = [Group(items, matrix) for items in (page.items[:last], page.items[last:]) if items]
    trim, bleed = box_through(matrix, page.trim), box_through(matrix, page.bleed)
    fixed = 1 if page.fixed else 0
    return replace(page, width=page.height, height=page.width, items=tuple(groups), trim=trim, bleed=bleed, fixed=fixed)


def correction(printer: PrinterFile, width: float, height: float, back: bool) -> Matrix:
    """The matrix that undoes what the printer does to a page of that size, in mm.

    The printer moves a point p of the back to  c + R S (p - c) + d:  c is the page's middle, S the scale of that side,
    R its rotation and d its shift. It moves a point of the front to  c + S (p - c).
    """
    x, y = width / 2, height / 2
    across, down = printer.back if back and printer.back else printer.scale
    stretch: Matrix = (1 / across, 0, 0, 1 / down, x - x / across, y - y / down)
    if not back:
        return stretch
    return multiply(multiply(translation(-printer.dx, -printer.dy), rotation(-printer.rotation, x, y)), stretch)


def _correct_page(page: Page, printer: PrinterFile) -> Page:
    last = len(page.items) - page.fixed
    matrix = correction(printer, page.width, page.height, page.back)
    return replace(page, items=(Group(page.items[:last], matrix), *page.items[last:]))
