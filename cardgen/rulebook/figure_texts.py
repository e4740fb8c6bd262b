"""Describes figures in words, for readers who have a rulebook read aloud."""

from __future__ import annotations

from dataclasses import replace

from cardgen.graphics.drawing import Face, texts
from cardgen.rulebook.anatomy import Anatomy
from cardgen.rulebook.blocks import Figure
from cardgen.rulebook.book import Book
from cardgen.rulebook.fan import Fan, find_fan, find_fans


def figure_said(block: Figure, book: Book) -> str:
    """The faces of a figure in its order, those of a ring by their numbers, or the words of a picture.

    Raises InputError with every unknown name.
    """
    if isinstance(block.scene, Anatomy):
        (fan,) = find_fans(block, book)
        return "; ".join([face_said(fan.face), *(sign.text for sign in block.scene.signs)])
    if block.scene:
        lies = (replace(find_fan(each.face, book, each.place), copies=each.copies) for each in block.scene.lies)
        labels = (label.text for label in block.scene.labels)
        return "; ".join(filter(None, map(", ".join, (map(fan_said, lies), labels))))
    return ", ".join(map(seat_said if block.ring else fan_said, find_fans(block, book)))


def fan_said(fan: Fan) -> str:
    """A face with the count below it, or with its number of visible copies."""
    count = fan.count if fan.count is not None else fan.copies if fan.copies > 1 else None
    name = fan.name or face_said(fan.face)
    return name if count is None else f"{count} × {name}"


def seat_said(fan: Fan) -> str:
    """A face of a ring with its number."""
    name = face_said(fan.face)
    return name if fan.count is None else f"{fan.count}: {name}"


def face_said(face: Face) -> str:
    """The name of a face, with its largest number, because cards of one name can have different values."""
    words = [(size, text.text.strip()) for text, size in texts(face.items)]
    most = max((size for size, _ in words), default=0.0)
    largest = {text for size, text in words if size > most - 0.01}
    number = largest.pop() if len(largest) == 1 else ""
    return f"{face.label} {number}" if number.isdecimal() and number not in face.label.split() else face.label
