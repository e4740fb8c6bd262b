"""Makes the proof: a PDF file for the screen, with a page for each card in its real size and with its name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from cardgen.graphics.drawing import Document, Face, Item, Page, Shape
from cardgen.graphics.geometry import rectangle, translation
from cardgen.press.display import GROUND, LABEL, NamedFace, Paged, label, placed_face
from cardgen.text.fonts import Font

_EDGE, _BETWEEN = 8.0, 6.0  # mm around faces, and between the two faces of a card


def proof(named: Sequence[NamedFace], font: Font, paged: Paged) -> Document:
    """Makes a page for each card; both sides of a card with its own back share a page."""
    pages = [_page([*those], font) for _, those in groupby(named, key=_card)]
    return paged(pages, {one.face.name: one.face for one in named})


def _card(one: NamedFace) -> tuple[str, str]:
    """The part of its name that a face shares with the other sides of its card."""
    return one.file.rpartition(".")[0], one.called


def _page(those: Sequence[NamedFace], font: Font) -> Page:
    faces: list[Face] = [one.face for one in those]
    width = sum(face.width for face in faces) + _BETWEEN * (len(faces) - 1) + 2 * _EDGE
    high = max(face.height for face in faces)
    height = high + 2 * _EDGE + LABEL
    items: list[Item] = [Shape(rectangle(0, 0, width, height), fill=GROUND)]
    left = _EDGE
    for face in faces:
        items.append(placed_face(face, translation(left, _EDGE + (high - face.height) / 2)))
        left += face.width + _BETWEEN
    called = those[0].called
    items += label(called, font, width / 2, height - _EDGE / 2, width - 2)
    whole = (0.0, 0.0, width, height)
    return replace(Page(width, height, tuple(items), whole, whole), bookmark=called)
