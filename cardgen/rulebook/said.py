"""What figures show, in words: for who has a rulebook read aloud."""

from __future__ import annotations

from dataclasses import replace

from cardgen.rulebook.blocks import Figure
from cardgen.rulebook.book import Book
from cardgen.rulebook.fan import Fan, find_fan, find_fans


def figure_said(block: Figure, book: Book) -> str:
    """The faces of a figure in its order, those of a ring by their numbers, and the labels of a scene.

    Raises InputError with every unknown name.
    """
    if block.scene:
        lies = (replace(find_fan(each.face, book, each.place), copies=each.copies) for each in block.scene.lies)
        labels = (label.text for label in block.scene.labels)
        return "; ".join(filter(None, map(", ".join, (map(fan_said, lies), labels))))
    return ", ".join(map(seat_said if block.ring else fan_said, find_fans(block, book)))


def fan_said(fan: Fan) -> str:
    """A face with the count below it, or with how many copies of it are seen."""
    number = fan.count if fan.count is not None else fan.copies if fan.copies > 1 else None
    return fan.face.label if number is None else f"{number} × {fan.face.label}"


def seat_said(fan: Fan) -> str:
    """A face of a ring with its number."""
    return fan.face.label if fan.count is None else f"{fan.count}: {fan.face.label}"
