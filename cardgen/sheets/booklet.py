"""Imposes a booklet: two pages on each side of sheets that are folded once and nested."""

from __future__ import annotations

from dataclasses import replace

from cardgen.foundations.errors import DOES_NOT_FIT, fail
from cardgen.foundations.units import PAPERS
from cardgen.graphics.drawing import Document, Group, Item, Page, Shape
from cardgen.graphics.geometry import around, rectangle
from cardgen.sheets.pens import HAIRLINE, INK

FOLD = (5.0, 9.0)  # mm from the paper's edge: the ends of a fold mark, which home printers can print

A4 = PAPERS["a4"]
MIN_PAGE_SCALE = 0.9  # the least scale of pages on paper that is a little too small for two


def paper_for(paper: tuple[float, float], page: tuple[float, float] = PAPERS["a5"]) -> tuple[float, float]:
    """Returns the paper for a booklet with pages of that size: `paper`, on which the cards are; but A4 if `paper` is
    larger than A4, or too small for two pages."""
    smaller = min(paper, A4, key=lambda size: size[0] * size[1])
    return smaller if _scale(page, smaller) >= MIN_PAGE_SCALE else A4


def booklet(document: Document, paper: tuple[float, float] = A4, thickness: float = 0.0) -> Document:
    """The document's pages in the order of a saddle-stitched booklet, blank ones added up to a multiple of four.

    Pages become smaller, by a tenth at most, if two of them do not fit side by side. Sheets are landscape and turn over
    their short edge, like a page of the booklet. The free part of the paper's width lies along the fold. The
    `thickness` in mm of a sheet pushes the sheet inside it out of the fold (creep). So the pages of inner sheets lie
    nearer to the fold, and outer margins are equal once the booklet is trimmed. The booklet has no structure for screen
    readers; the document has. Raises InputError if two pages do not fit side by side.
    """
    width, height = max(paper), min(paper)
    first = document.pages[0]
    if (scale := _scale((first.width, first.height), paper)) < MIN_PAGE_SCALE:
        message = f"two pages of {first.width:g} x {first.height:g} mm do not fit on {width:g} x {height:g} mm"
        raise fail(message, code=DOES_NOT_FIT)
    pairs = order(len(document.pages))
    if document.backwards:
        pairs = [(right, left) for left, right in pairs]
    sides = [_side(document, pair, (width, height), scale, sheet // 2 * thickness) for sheet, pair in enumerate(pairs)]
    return replace(document, pages=tuple(sides), duplex="short", structured=False)


def _scale(page: tuple[float, float], paper: tuple[float, float]) -> float:
    """The scale at which two pages fit side by side, at most 1."""
    scale = min(max(paper) / (2 * page[0]), min(paper) / page[1])
    return 1.0 if scale > 1 - 1e-6 else scale


def order(count: int) -> list[tuple[int, int]]:
    """The left and right page of each side, counted from 1: front 1, back 1, front 2, ..."""
    total = -(-count // 4) * 4
    pairs = []
    for sheet in range(total // 4):
        first, last = 2 * sheet + 1, total - 2 * sheet
        pairs += [(last, first), (first + 1, last - 1)]
    return pairs


def _side(document: Document, pair: tuple[int, int], paper: tuple[float, float], scale: float, creep: float) -> Page:
    """Two pages side by side, `creep` mm nearer to the fold than those of the outermost sheet."""
    width, height = paper
    first = document.pages[0]
    wide, high = scale * first.width, scale * first.height
    top = (height - high) / 2
    spare = (width - 2 * wide) / 2
    outside = max(0.0, spare - 0.5) + creep  # the rest lies along the fold, in the paper's middle
    lefts = (outside, width - outside - wide)
    over = max(0.0, outside + wide - width / 2) / scale  # the part of a page beyond the fold, in the page's own mm
    items: list[Item] = []
    trims, shown = [], []
    for number, left, (start, end) in zip(pair, lefts, ((0.0, over), (over, 0.0)), strict=True):
        trims.append((left, top, left + wide, top + high))
        if number <= len(document.pages):
            page = document.pages[number - 1]
            clip = rectangle(start, 0, page.width - end, page.height)
            items.append(Group(page.items, (scale, 0, 0, scale, left, top), clip))
            shown.append(str(number))
    items += _fold(width / 2, height)
    trim = around(trims)
    return Page(width, height, tuple(items), trim, trim, " + ".join(shown) or None)


def _fold(x: float, height: float) -> list[Item]:
    """Two fold marks between the trims of the pages."""
    start, end = FOLD
    ends = ((start, end), (height - end, height - start))
    return [Shape((("M", x, y0), ("L", x, y1)), stroke=INK, line=HAIRLINE) for y0, y1 in ends]
