"""The settings that all pages of a game's components share: paper, cutter, gaps, duplex, labels."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from cardgen.definitions.components import Component
from cardgen.definitions.sheet_file import CutterFile
from cardgen.foundations.dataclass import dataclass
from cardgen.graphics.drawing import Face
from cardgen.sheets.finish import Finish
from cardgen.sheets.grid import CardGrid
from cardgen.sheets.impose import Duplex
from cardgen.sheets.pack import Packed, PageRoom
from cardgen.sheets.stock import Stock
from cardgen.text.fonts import Font

Made = tuple[Component, Mapping[str, Face]]
"""A component, and the faces of its panels."""


@dataclass(frozen=True, slots=True)
class PageSetup:
    """The paper and its printing (lengths in mm), the font of labels, the words for cut, fold and glue, and the names
    of components. `label` makes a page's label from the names of its components; it may contain {page} and {pages}.
    """

    stock: Stock
    finish: Finish
    gap: float
    bleed: float
    duplex: Duplex
    font: Font
    words: Mapping[str, str]
    names: Mapping[str, str]
    label: Callable[[str], str]

    @property
    def paper(self) -> tuple[float, float]:
        return self.stock.paper

    @property
    def margin(self) -> float:
        return self.stock.margin

    @property
    def rooms(self) -> tuple[PageRoom, ...]:
        """The rooms for things of any size."""
        return self.stock.rooms(self.bleed)

    @property
    def cutter(self) -> CutterFile | None:
        return self.stock.cutter

    @property
    def by_hand(self) -> PageSetup:
        """The setup for things that a cutter cannot reach."""
        return replace(self, stock=replace(self.stock, cutter=None), finish=replace(self.finish, cutter=None))

    def label_for(self, *components: Made) -> str:
        """The label of pages with these components."""
        return self.label(", ".join(self.names[component.id] for component, _ in components))


def fill_page_numbers(label: str, page: int, pages: int) -> str:
    return label.replace("{page}", str(page)).replace("{pages}", str(pages))


def block(packed: Packed, bleed: float, margin: float) -> CardGrid:
    """Everything on a page as one cell in its middle."""
    return CardGrid(*packed.room.page, packed.width, packed.height, 0.0, 1, 1, bleed, margin)
