"""Writes a PDF file of chosen pages of others, each page as it is there."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pikepdf
from pikepdf import Dictionary, Name, Pdf

BLANK = -1  # an empty page, as large as the one before
_FLIPS = {"long": Name.DuplexFlipLongEdge, "short": Name.DuplexFlipShortEdge, "none": Name.Simplex}


def select_pages(files: Sequence[tuple[bytes, Sequence[int]]], duplex: str, title: str) -> bytes:
    """Returns these pages of these files, in order. A file whose pages are all chosen, and that is alone, stays as it
    is. Printers get the values that all our files have: no scaling, and the edge over which sheets are turned."""
    if len(files) == 1 and _is_whole(*files[0]):
        return files[0][0]
    made = pikepdf.new()
    for data, numbers in files:
        with pikepdf.open(io.BytesIO(data)) as pdf:
            _add(made, pdf, numbers)
    preferences = Dictionary(PrintScaling=Name("/None"), Duplex=_FLIPS[duplex], DisplayDocTitle=True)
    made.Root.ViewerPreferences = preferences
    made.docinfo["/Title"] = title
    made.docinfo["/Creator"] = made.docinfo["/Producer"] = "cardgen"
    result = io.BytesIO()
    made.save(result, deterministic_id=True)
    return result.getvalue()


def _is_whole(data: bytes, numbers: Sequence[int]) -> bool:
    with pikepdf.open(io.BytesIO(data)) as pdf:
        return list(numbers) == list(range(len(pdf.pages)))


def _add(made: Pdf, pdf: Pdf, numbers: Sequence[int]) -> None:
    for number in numbers:
        if number == BLANK:
            _, _, width, height = (float(side) for side in made.pages[-1].mediabox)
            made.add_blank_page(page_size=(width, height))
        else:
            made.pages.append(pdf.pages[number])
