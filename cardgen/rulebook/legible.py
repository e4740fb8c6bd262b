"""Checks which texts are legible: on a face at the scale of a figure, and on finished pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from cardgen.foundations.units import POINT
from cardgen.graphics.drawing import Document, Face, Item, texts

MIN_LEGIBLE_SIZE = 6.5  # pt, in rulebooks and summaries


def legible(faces: Iterable[Face], scale: float) -> Face:
    """The first face whose texts are all legible at that scale; else the last one, without the illegible texts.

    The whole field of an illegible text is left out.
    """
    for face in faces:
        kept = tuple(item for item in face.items if _is_read(item, scale))
        if len(kept) == len(face.items):
            return face
    return replace(face, name=f"{face.name}/{len(kept)}", items=kept)


def least_scale(faces: Iterable[Face], scale: float) -> float:
    """The smallest scale at which all texts of faces that are legible at `scale` still are; 0 if there are none."""
    sizes = [size for face in faces for _, size in texts(face.items) if size * scale >= MIN_LEGIBLE_SIZE * POINT - 1e-6]
    return MIN_LEGIBLE_SIZE * POINT / min(sizes, default=float("inf"))


def _is_read(item: Item, scale: float) -> bool:
    return all(size * scale >= MIN_LEGIBLE_SIZE * POINT - 1e-6 for _, size in texts([item]))


def too_small(document: Document) -> Iterator[tuple[int, str, float]]:
    """The illegible texts: their page, counted from 1, their characters, and their size in points."""
    for number, page in enumerate(document.pages, 1):
        for text, size in texts(page.items, document.symbols):
            if size < MIN_LEGIBLE_SIZE * POINT - 1e-6:
                yield number, text.text, size / POINT
