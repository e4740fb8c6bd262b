"""Reads a page of a PDF file that shows a finished card, and draws it again without what became fields."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from cardgen.finished.sizes import size_of_page
from cardgen.likeness.model import CardRest, FinishedCard, SeenPicture, TypeStyle, WordRun, turned
from cardgen.likeness.typefaces import Typefaces
from cardgen.pdf.words import PdfLetter, draw_without, read_page

BELOW, ABOVE = "drawing/card.png", "drawing/card-above.png"
_NEAR, _APART = -0.35, 1.0  # ems: how far letters of one run overlap or stand apart
_SAME_LINE = 0.05  # ems


class PdfCard:
    """A card on the first page of a PDF file. Raises InputError if cardgen cannot read it."""

    def __init__(self, path: Path, typefaces: Typefaces, folder: Path) -> None:
        self.path, self.typefaces, self.folder = path, typefaces, folder
        page = read_page(path)
        size = size_of_page(page.width, page.height, page.bleed)
        off = size.bleed - page.bleed  # a bleed that only the size of the page tells of
        self.greys = {each.owner: each.grey for each in page.pictures}
        runs = tuple(self._runs(page.letters, off))
        pictures = tuple(SeenPicture(_moved(each.box, off), "", None, each.owner) for each in page.pictures)
        shapes = tuple(_moved(each.box, off) for each in page.shapes)
        notes = [f"the file has {page.pages} pages; cardgen looked at the first"] if page.pages > 1 else []
        self.card = FinishedCard(size.width, size.height, size.bleed, "", runs, pictures, shapes, tuple(notes))

    def _runs(self, letters: Sequence[PdfLetter], off: float) -> Iterator[WordRun]:
        """Letters of one object, one style and one line as runs."""
        group: list[PdfLetter] = []
        number = 0
        for letter in letters:
            if group and not _follows(group[-1], letter):
                yield self._run(group, number, off)
                group, number = [], number + 1
            group.append(letter)
        if group:
            yield self._run(group, number, off)

    def _run(self, group: Sequence[PdfLetter], number: int, off: float) -> WordRun:
        first, last = group[0], group[-1]
        face = self.typefaces.find((first.font,), first.bold, first.italic)
        style = TypeStyle(first.font, face.use, face.bold, face.italic, first.size, first.colour)
        width = ((last.x - first.x) ** 2 + (last.y - first.y) ** 2) ** 0.5 + last.width
        text = "".join(letter.text for letter in group)
        return WordRun(text, first.x - off, first.y - off, width, first.turn, style, "", number, first.owner)

    def rest(self, words: Collection[int], pictures: Collection[int], shades: Mapping[str, str]) -> CardRest:
        """The page without the objects of words and pictures that became fields, drawn as pixels: what lies below the
        pictures, and what lies above them."""
        gone, end = {*words, *pictures}, 1_000_000
        first = min(pictures, default=end)
        below = self.folder / "card.png"
        draw_without(self.path, gone, below, (0, first), clear=False)
        copies, over = {BELOW: below}, ""
        if pictures:
            above = self.folder / "card-above.png"
            if draw_without(self.path, gone, above, (first, end), clear=True):
                copies[ABOVE], over = above, ABOVE
        return CardRest(BELOW, over, {}, copies)


def _follows(before: PdfLetter, letter: PdfLetter) -> bool:
    """Whether a letter continues the run of the one before it."""
    same = (before.owner, before.font, before.colour, before.turn) == (
        letter.owner, letter.font, letter.colour, letter.turn
    )  # fmt: skip
    if not same or abs(before.size - letter.size) > 0.01:
        return False
    (x0, y0), (x1, y1) = (turned(each.x, each.y, each.turn) for each in (before, letter))
    gap = (x1 - x0 - before.width) / max(letter.size, 1e-6)
    return abs(y1 - y0) <= _SAME_LINE * letter.size and _NEAR <= gap <= 0.12


def _moved(box: tuple[float, float, float, float], off: float) -> tuple[float, float, float, float]:
    return box[0] - off, box[1] - off, box[2] - off, box[3] - off
