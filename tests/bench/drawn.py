"""Paragraphs as they are drawn: read from the items of a book's pages, not from what broke them into lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from cardgen.graphics.drawing import Document, FontSource, Group, Item, Text, Use
from cardgen.graphics.geometry import IDENTITY, Matrix, apply, box_through, multiply
from cardgen.text.fonts import font_face

SPACES = " \u00a0"


@dataclass(frozen=True, slots=True)
class Measured:
    """A line: how many times as wide as normal each of its spaces is, and whether it ends with a hyphen; `full`: it is
    not a paragraph's last one; `letters`: the least and most times as wide that its letters are."""

    spaces: tuple[float, ...]
    hyphen: bool
    full: bool
    letters: tuple[float, float] = (1.0, 1.0)


@dataclass(frozen=True, slots=True)
class Word:
    """Characters of one font file, or (no characters) something as wide as that, in mm."""

    said: str
    font: Path | None
    width: float


@dataclass(slots=True)
class Drawn:
    """A justified paragraph: its words from the first line to the last, and its lines; mm."""

    language: str
    size: float
    width: float
    words: list[Word] = field(default_factory=list)
    lines: list[Measured] = field(default_factory=list)


_Placed = tuple[int, int, float, float, float, Text | Use]  # page, paragraph, y, left, right, what is drawn there


def paragraphs(document: Document, width: float) -> Iterator[Drawn]:
    """The paragraphs of running text in a book whose text is `width` mm wide."""
    pages = [*enumerate(document.pages)][1:]  # no running text stands on a cover
    placed = [(page, *each) for page, of in pages for each in _running(of.items, IDENTITY, (), document)]
    for _, found in groupby(placed, lambda each: each[1]):
        lines = [list(line) for _, line in groupby(found, lambda each: (each[0], round(each[2], 3)))]
        yield from _paragraph(lines, document, width)


def _running(
    items: tuple[Item, ...], matrix: Matrix, within: tuple[str, ...], document: Document, number: int = 0
) -> Iterator[tuple[int, float, float, float, Text | Use]]:
    """What is drawn in paragraphs that stand in no list, box or table, in its order."""
    for item in items:
        if isinstance(item, Group):
            part = item.part
            path = (*within, part.kind) if part else within
            own = part.number if part and part.kind == "P" else number
            yield from _running(item.items, multiply(item.matrix, matrix), path, document, own)
        elif isinstance(item, Text) and within == ("P",):
            x, y = apply(matrix, item.x, item.y)
            yield number, y, x, x + item.width, item
        elif isinstance(item, Use) and within == ("P", "Word"):
            box = box_through(multiply(item.matrix, matrix), document.symbols[item.symbol].box)
            _, y = apply(matrix, 0.0, 0.0)
            yield number, y, box[0], box[2], item


def _paragraph(lines: list[list[_Placed]], document: Document, width: float) -> Iterator[Drawn]:
    texts = [each[-1] for line in lines for each in line if isinstance(each[-1], Text)]
    if not texts:
        return
    found = Drawn(document.language, texts[0].size, width)
    for index, line in enumerate(lines):
        full = index < len(lines) - 1
        found.words += _words(line, document.fonts)
        found.lines.append(_measured(line, full, document.fonts))
    yield found


def _words(line: list[_Placed], fonts: Mapping[str, FontSource]) -> Iterator[Word]:
    for *_, left, right, item in line:
        if isinstance(item, Text):
            yield Word(_said(item, fonts), fonts[item.font].path, right - left)
        else:
            yield Word("", None, right - left)
    if isinstance(item, Use):
        yield Word(" ", None, 0.0)


def _said(text: Text, fonts: Mapping[str, FontSource]) -> str:
    """Its characters without the hyphen of a divided word, narrow spaces as such."""
    narrow = _narrow(text, fonts)
    said = "".join("\u202f" if index in narrow else sign for index, sign in enumerate(text.text))
    return said[:-1] if text.divided else said


def _measured(line: list[_Placed], full: bool, fonts: Mapping[str, FontSource]) -> Measured:
    spaces: list[float] = []
    hyphen = False
    letters = [1.0]
    for *_, item in line:
        if not isinstance(item, Text):
            hyphen = False
            continue
        kerns, face = dict(item.kerns), font_face(item.font, fonts[item.font])
        letters.append(item.scale)
        normal, narrow = face.shape(" ").width, _narrow(item, fonts)
        spaces += [
            (normal + kerns.get(index, 0.0) + item.spacing) * item.scale / normal
            for index, sign in enumerate(item.text.rstrip(" ") if item is line[-1][-1] else item.text)
            if sign in SPACES and index not in narrow
        ]
        hyphen = item.text.rstrip().endswith("-")
    return Measured(tuple(spaces), hyphen, full, (min(letters), max(letters)))


def _narrow(text: Text, fonts: Mapping[str, FontSource]) -> set[int]:
    """Where no-break spaces stand in for narrow ones that the font lacks: they are kerned to less than a space."""
    least = -0.29 * font_face(text.font, fonts[text.font]).shape(" ").width
    return {index for index, kern in text.kerns if text.text[index] == "\u00a0" and kern < least}
