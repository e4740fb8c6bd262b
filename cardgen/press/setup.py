"""Finds the paper or sheet, the printer and the cutter of a build, each by its name or its file."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Literal, TypeVar

from pydantic import BaseModel

from cardgen.definitions.nodes import at
from cardgen.definitions.sheet_file import CutterFile, PrinterFile, SheetFile
from cardgen.definitions.validate import validate
from cardgen.definitions.yaml_source import read_yaml
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Place, fail
from cardgen.foundations.units import size
from cardgen.press.options import PAPER, Options
from cardgen.press.profiles import find_printer
from cardgen.sheets.finish import Finish
from cardgen.sheets.stock import Stock
from cardgen.store.library import Home

_LENGTHS = re.compile(r"[\d.]+\s*(mm|cm|in|pt)?\s*[x×]")  # the beginning of a size
M = TypeVar("M", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Setup:
    """The paper, the printer and the cutter of a build; `duplex` is the value asked for, or the printer's own."""

    sheet: SheetFile
    duplex: Literal["long", "short", "none", "fold"]
    printer: PrinterFile | None = None
    cutter: CutterFile | None = None

    @property
    def flip(self) -> Literal["long", "short", "none"]:
        """Returns how the paper is turned over; not at all if it is folded."""
        return "none" if self.duplex == "fold" else self.duplex

    @property
    def one_sided(self) -> bool:
        """Returns whether only one side of the paper is printed. A card with both sides in use then becomes two, which
        share a sleeve."""
        return self.duplex == "none"

    @property
    def stock(self) -> Stock:
        margin = self.printer.margin if self.printer else self.sheet.margin
        paper = self.sheet.paper if self.sheet.fixed else _upright(self.sheet.paper)
        return Stock(paper, margin, self.sheet, self.cutter, self.duplex == "fold")

    @property
    def stock_of_components(self) -> Stock:
        """Returns the same paper without places for cards, unless they are cut out of it."""
        stock = self.stock
        return stock if self.sheet.die_cut else replace(stock, sheet=None, paper=_upright(stock.paper))

    def finish(self, options: Options) -> Finish:
        return Finish(options.stack, options.guides, options.guide_sides, self.cutter)


def setup(home: Home, options: Options) -> Setup:
    """Finds what the options name. Raises InputError for unknown names, and for options that do not go together."""
    name, printer = options.paper or PAPER, None
    if options.printer:
        printer, node = find_printer(home, options.printer)
        known = read_sheet(home, printer.paper, at(node, "paper"))
        name = options.paper or printer.paper
    sheet = read_sheet(home, name)
    duplex = options.duplex or (printer.flip if printer else "long")
    if printer:
        if sorted(known.paper) != sorted(sheet.paper):
            papers = "{:g} x {:g} mm, not {:g} x {:g} mm".format(*known.paper, *sheet.paper)
            raise fail(f"the printer '{options.printer}' was measured with {papers}; calibrate it for this paper, too")
        if duplex in ("long", "short") and duplex != printer.flip:
            edges = f"the {printer.flip} edge, not the {duplex} one"
            raise fail(f"the printer '{options.printer}' was measured flipping over {edges}")
    cutter = _read(CutterFile, home.find("cutters", options.cutter)) if options.cutter else None
    if cutter and duplex == "fold":
        raise fail("a sheet that is folded is cut by hand: choose --duplex fold or --cutter")
    if sheet.fixed and duplex == "fold":
        raise fail(f"'{name}' has places of its own: choose it or --duplex fold")
    return Setup(sheet, duplex, printer, cutter)


def read_sheet(home: Home, name: str, place: Place | None = None) -> SheetFile:
    """A sheet by its name, or a paper as W x H. Raises InputError."""
    if not home.has("sheets", name) and _LENGTHS.match(name):
        try:
            size(name)
        except ValueError as error:
            raise fail(f"paper: {error}", place) from None
        return SheetFile.model_validate({"paper": name})
    return _read(SheetFile, home.find("sheets", name, place))


def _read(model: type[M], path: Path) -> M:
    return validate(model, read_yaml(path))


def _upright(paper: tuple[float, float]) -> tuple[float, float]:
    """The paper, upright: sheets without places of their own turn as needed."""
    return min(paper), max(paper)
