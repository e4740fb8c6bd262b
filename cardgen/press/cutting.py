"""Makes the files of a cutting machine: the lines to cut and to score, and pictures of the print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property, partial
from pathlib import Path

from cardgen.definitions.sheet_file import CutterFile
from cardgen.faces.compose import Composer
from cardgen.foundations.dataclass import dataclass
from cardgen.graphics.drawing import Face, Group, Page, Shape
from cardgen.graphics.geometry import translation
from cardgen.press.cut_formats import Paths, dxf, svg
from cardgen.press.display import PageImage, pngs
from cardgen.press.files import digest
from cardgen.press.options import Options
from cardgen.press.setup import Setup, setup
from cardgen.press.sheets import Sheets, cards_in, deck_sheet, impose_decks, lay_components, round_corners
from cardgen.sheets.cut_paths import from_corner, outlines, strokes
from cardgen.store.outputs import Output

DPI = 300  # dots per inch of pictures
PAPER = "#ffffff"


@dataclass(frozen=True)
class CutFiles:
    """The files of an edition in one language for its cutter, in a folder; none without a cutter. `key` changes with
    all that its faces show. The methods raise InputError if there is no room for a card.
    """

    composer: Composer
    language: str
    options: Options
    folder: Path
    key: str

    @cached_property
    def print_setup(self) -> Setup:
        return setup(self.composer.game.home, self.options)

    def decks(self) -> Iterator[Output]:
        """Makes the paths of a full sheet of each deck, which fit all its sheets."""
        for deck in self.composer.game.decks if self.print_setup.cutter else ():
            sheet = deck_sheet(deck, self.print_setup, self.options)
            cut = outlines(map(sheet.cell, range(sheet.cells)), round_corners(deck.outline, self.options))
            page = Page(sheet.page_width, sheet.page_height, (), sheet.block, sheet.block, cut=cut)
            yield from self._paths(f"cards-{deck.name}", page)

    def cards(self) -> Iterator[Output]:
        """Makes those paths and, if the machine prints, pictures of each deck's sheets."""
        yield from self.decks()
        for deck in self.composer.game.decks if self._prints else ():
            cards = cards_in(self.composer, self.language, self.options, deck)
            pages, faces = impose_decks(self.composer, self.language, self.options, [(deck, cards)])
            yield from self.pictures(f"cards-{deck.name}", pages, faces)

    def components(self) -> Iterator[Output]:
        """Makes paths and pictures of each sheet of components that the machine cuts, because each sheet is
        different."""
        if self.print_setup.cutter:
            pages, faces = lay_components(self.composer, self.language, self.options)
            for number, page in _fronts(pages):
                yield from self._paths(f"components-{number}", page)
            yield from self.pictures("components", pages, faces)

    def pictures(self, name: str, pages: Iterable[Page], faces: dict[str, Face]) -> Iterator[Output]:
        """Makes a picture of each sheet that the machine cuts, if it also prints."""
        for number, page in _fronts(pages) if self._prints else ():
            assert self.print_setup.cutter
            picture = cut_out(page, self.print_setup.cutter)
            make = partial(self._png_of, picture, faces)
            yield Output(self.folder / f"{name}-{number}.png", digest(self.key, picture), make)

    @property
    def _prints(self) -> bool:
        return bool(self.print_setup.cutter and "png" in self.print_setup.cutter.writes)

    def _paths(self, name: str, page: Page) -> Iterator[Output]:
        assert self.print_setup.cutter
        size = page.width, page.height
        ground = self.print_setup.cutter.ground(*size)
        cut, scored = (tuple(from_corner(paths, size, ground)) for paths in (strokes(page.cut), page.scored))
        paths = Paths(*ground, cut, scored)
        for kind, make in (("dxf", dxf), ("svg", svg)):
            if kind in self.print_setup.cutter.writes:
                yield Output(self.folder / f"{name}.{kind}", digest(kind, paths), partial(make, paths))

    def _png_of(self, picture: PageImage, faces: dict[str, Face]) -> bytes:
        return next(pngs([picture], faces, Sheets(self.composer, self.language, self.options).document))


def _fronts(pages: Iterable[Page]) -> Iterator[tuple[int, Page]]:
    """The sheets that a machine cuts, by their numbers among all pages."""
    fronts = (page for page in pages if not page.back)
    return ((number, page) for number, page in enumerate(fronts, 1) if page.cut)


def cut_out(page: Page, cutter: CutterFile) -> PageImage:
    """Returns the pieces of a page, cut out along their outlines, in the cutter's area; the rest is transparent."""
    width, height = cutter.ground(page.width, page.height)
    outline = tuple(segment for path in page.cut for segment in path)
    middle = translation((width - page.width) / 2, (height - page.height) / 2)
    shown, box = Group((Shape(outline, fill=PAPER), *page.items), middle, outline), (0.0, 0.0, width, height)
    return PageImage(Page(width, height, (shown,), box, box), DPI, clear=True)
