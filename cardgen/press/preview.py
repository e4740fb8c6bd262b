"""Shows what a build prints before it is printed: the very files, with their sheets, cut lines and waste."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import fail
from cardgen.graphics.drawing import Document, Face, Group, Item, Page, Use
from cardgen.graphics.geometry import IDENTITY, Matrix, multiply, rectangle, transform
from cardgen.graphics.geometry import Segments as Path
from cardgen.graphics.polygon import area, polygon
from cardgen.press.edition import Common, Edition, open_edition
from cardgen.press.options import CHANGED, Options
from cardgen.press.setup import Setup, setup
from cardgen.press.tally import Tally, tally
from cardgen.store.library import Home

BOOKLET = "booklet"
CARDS, COMPONENTS = "cards", "components"
SIDES = ("both", "fronts", "backs")
_FILES = {"rulebook-booklet.pdf": BOOKLET}  # files that are not called as their part


@dataclass(frozen=True, slots=True)
class PreviewPage:
    """A page of a file, with the lines along which its cards are cut. `makes` are the kinds of components on it."""

    page: Page
    outlines: tuple[Path, ...]
    makes: frozenset[str]

    @property
    def card_area(self) -> float:
        """Returns the area in mm² of what is cut out of the page."""
        return sum(abs(area(polygon(outline))) / 2 for outline in self.outlines)

    @property
    def paper_area(self) -> float:
        return self.page.width * self.page.height


@dataclass(frozen=True)
class PrintedFile:
    """A file that a build writes, with what is seen of it before it is printed."""

    name: str
    what: str
    language: str
    document: Document
    pages: tuple[PreviewPage, ...]

    @cached_property
    def pdf(self) -> bytes:
        """Returns the file's bytes, the same as those that a build writes."""
        from cardgen.press.edition import as_pdf

        return as_pdf(self.document)

    @property
    def tally(self) -> Tally:
        return tally(self.document)

    @property
    def duplex(self) -> str:
        return self.document.duplex

    def sheets(self) -> Iterator[tuple[int, int | None]]:
        """Yields the numbers of the pages on each sheet of paper: the front, and the back if it is printed."""
        numbers = iter(range(len(self.pages)))
        for number in numbers:
            behind = number + 1
            if behind < len(self.pages) and (self.what == BOOKLET or self.pages[behind].page.back):
                next(numbers)
                yield number, behind
            else:
                yield number, None


@dataclass(frozen=True)
class Preview:
    """All files of a print, and the paper and printer for which they are made."""

    files: tuple[PrintedFile, ...]
    table: Setup
    title: str


@dataclass(frozen=True, slots=True)
class ChosenSheet:
    """A chosen sheet of paper, with its `number` among all those of a print. A side is None if it stays white, or is
    not chosen."""

    file: int
    number: int
    front: int | None
    back: int | None


def preview(home: Home, variant: str, options: Options, common: Common | None = None) -> Preview:
    """Makes the files that a build with these options would write, without writing them. Raises InputError with the
    faults with which a build would stop."""
    edition = open_edition(home, variant, options, lambda finding: None, common)
    files = []
    for language, part in edition.tasks():
        outlines = _Outlines(edition, language)
        for name, make in edition.documents(language, part).items():
            document = make()
            what = _FILES.get(name, part)
            pages = tuple(outlines.pages(document, part)) if what in (CARDS, COMPONENTS, CHANGED) else ()
            pages = pages or tuple(PreviewPage(page, (), frozenset()) for page in document.pages)
            files.append(PrintedFile(name, what, language, document, pages))
    return Preview(tuple(files), setup(home, options), edition.game.name)


class _Outlines:
    """The lines along which the faces of an edition are cut, and which components they belong to."""

    def __init__(self, edition: Edition, language: str) -> None:
        composer, game = edition.composer, edition.game
        self.paths: dict[str, Path] = {}
        self.makes: dict[str, str] = {}
        for deck in game.decks:
            for card in composer.cards(deck, language, game.codes):
                self._add([card.front, *([card.back] if card.back else [])])
        for component in game.components:
            faces = composer.panels(component, language).values()
            self._add([*faces])
            self.makes |= {face.name: component.make for face in faces}

    def _add(self, faces: Sequence[Face]) -> None:
        for face in faces:
            self.paths[face.name] = face.outline or rectangle(0, 0, face.width, face.height)

    def pages(self, document: Document, part: str) -> Iterator[PreviewPage]:
        cut = True
        for page in document.pages:
            cut = cut if page.back else part != CHANGED or page.cards > 0  # a list of changes is not cut
            uses = [*_uses(page.items, IDENTITY)] if cut else []
            placed = [(name, transform(self.paths[name], matrix)) for name, matrix in uses if name in self.paths]
            makes = frozenset(self.makes[name] for name, _ in placed if name in self.makes)
            yield PreviewPage(page, tuple(path for _, path in placed), makes)


def _uses(items: Sequence[Item], matrix: Matrix) -> Iterator[tuple[str, Matrix]]:
    """The faces on a page, with the matrix of each."""
    for item in items:
        if isinstance(item, Use):
            yield item.symbol, multiply(item.matrix, matrix)
        elif isinstance(item, Group):
            yield from _uses(item.items, multiply(item.matrix, matrix))


def choose(
    made: Preview, whats: Sequence[str] = (), sides: str = SIDES[0], first: int = 1, last: int | None = None
) -> list[ChosenSheet]:
    """Returns the sheets of a print that are chosen: those with these things (kinds of components, or parts), all
    without a choice; of these the numbers from `first` to `last`; and of each the chosen sides."""
    sheets: list[ChosenSheet] = []
    number = 0
    for place, file in enumerate(made.files):
        for front, back in file.sheets():
            if whats and not {file.what, *file.pages[front].makes} & {*whats}:
                continue
            number += 1
            if number < first or (last is not None and number > last):
                continue
            shown = (None if sides == "backs" else front), (None if sides == "fronts" else back)
            if shown != (None, None):
                sheets.append(ChosenSheet(place, number, *shown))
    return sheets


def edges(made: Preview, sheets: Sequence[ChosenSheet]) -> set[str]:
    """Returns the edges over which the files of these sheets are turned; one, if they can be printed together."""
    return {made.files[sheet.file].duplex for sheet in sheets}


def print_file(made: Preview, sheets: Sequence[ChosenSheet]) -> bytes:
    """Returns a PDF file of chosen sheets, to print at once. Raises InputError if there are none, or if they are
    turned over different edges."""
    from cardgen.pdf.selection import BLANK, select_pages

    flips = edges(made, sheets)
    if not sheets:
        raise fail("there is nothing to print: no sheet is chosen")
    if len(flips) > 1:
        raise fail("these sheets are turned over different edges; print them one file at a time")
    chosen: dict[int, list[int]] = {}
    both = any(sheet.front is not None and sheet.back is not None for sheet in sheets)
    for sheet in sheets:
        pages = chosen.setdefault(sheet.file, [])
        pages += [page for page in (sheet.front, sheet.back) if page is not None]
        if both and flips != {"none"} and sheet.back is None and sheet is not sheets[-1]:
            pages.append(BLANK)  # so that the next front begins a sheet
    files = [(made.files[place].pdf, pages) for place, pages in chosen.items()]
    return select_pages(files, next(iter(flips)), made.title)


def share_of_cards(made: Preview, sheets: Sequence[ChosenSheet]) -> float | None:
    """Returns the part of the paper that is cut out as cards and components; None if nothing is cut."""
    pages = [
        made.files[sheet.file].pages[number]
        for sheet in sheets
        if (number := sheet.front if sheet.front is not None else sheet.back) is not None
    ]
    pages = [page for page in pages if page.outlines]
    paper = sum(page.paper_area for page in pages)
    return min(1.0, sum(page.card_area for page in pages) / paper) if paper else None


def totals(made: Preview, sheets: Sequence[ChosenSheet]) -> Mapping[str, int]:
    """Counts the sheets, cards and cuts of what is chosen."""
    fronts = [made.files[sheet.file].pages[sheet.front].page for sheet in sheets if sheet.front is not None]
    return {
        "sheets": len(sheets),
        "sides": sum(side is not None for sheet in sheets for side in (sheet.front, sheet.back)),
        "cards": sum(page.cards for page in fronts),
        "cuts": sum(page.cuts for page in fronts),
    }
