"""Shows a print before it is printed: the pages of the very files that `cardgen build` writes, and which of them go to
the printer."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from threading import Lock
from typing import Any, get_args

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cardgen.desk.access import route
from cardgen.desk.answers import NOT_KEPT, Answer, Refused, tagged, view_handler
from cardgen.desk.edition import RequestedEdition, edition
from cardgen.desk.state import Desk
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import UNKNOWN_NAME, InputError, fail, nearest
from cardgen.foundations.units import INCH, length
from cardgen.ledger.ledger_file import read_ledger
from cardgen.pdf.raster import Rasteriser, png
from cardgen.press.books import source_of
from cardgen.press.edition import Common
from cardgen.press.options import PARTS, Options
from cardgen.press.preview import (
    BOOKLET,
    CARDS,
    SIDES,
    ChosenSheet,
    Preview,
    choose,
    edges,
    preview,
    print_file,
    share_of_cards,
    totals,
)
from cardgen.press.profiles import printer_names
from cardgen.sheets.finish import Guides
from cardgen.svg.write import path_data
from cardgen.text.card_names import kind_names

DPI = 96.0  # of the pages that are shown
MAX_KEPT = 3  # prints of one edition that are kept
MAX_NAMES = 200
FLIPS = ("", "long", "short", "none", "fold")
PDF_CSP = "frame-ancestors 'self'"  # a browser's own viewer needs its styles
_NAME = re.compile(r"[\w .×-]{0,60}")


@dataclass(frozen=True, slots=True)
class PrintRequest:
    """What a request asks to print: the options of a build, and which of its sheets."""

    options: Options
    whats: tuple[str, ...]
    sides: str
    first: int
    last: int | None
    kind: str  # the only kind of cards; empty: all


class Kept:
    """A print as it was last made, and its pages as they are drawn."""

    def __init__(self, made: Preview) -> None:
        self.made = made
        self._drawn: dict[int, Rasteriser] = {}
        self._lock = Lock()

    def picture(self, file: int, number: int) -> bytes:
        """Draws a page of a file from the file's own bytes."""
        with self._lock:
            if file not in self._drawn:
                self._drawn[file] = Rasteriser(self.made.files[file].pdf)
        page = self.made.files[file].pages[number].page
        width, height = (max(1, round(side * DPI / INCH)) for side in (page.width, page.height))
        return png(self._drawn[file].page(number, width, height), DPI)


class Prints:
    """The last prints of an edition in its present state."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Kept] = OrderedDict()
        self._lock = Lock()

    def keep(self, key: str, make: Callable[[], Kept]) -> Kept:
        """Returns a print under a key, and makes it if it is not there."""
        with self._lock:
            if key not in self._kept:
                self._kept[key] = make()
            self._kept.move_to_end(key)
            while len(self._kept) > MAX_KEPT:
                self._kept.popitem(last=False)
            return self._kept[key]


def routes(desk: Desk) -> list[Route]:
    def keep(request: Request, asked: PrintRequest) -> Kept:
        wanted = edition(request, desk)
        shown = desk.current(wanted)
        key = (
            f"{wanted.language} {asked.kind} {asked.options} {shown.faults}"  # with faults, what was made before stays
        )
        return shown.memoised(("prints",), Prints).keep(key, lambda: Kept(_make(desk, wanted, asked)))

    def choices(request: Request) -> Answer:
        """Returns what can be chosen for a print."""
        wanted = edition(request, desk)
        composer = desk.composer(wanted)
        game = composer.game
        kinds = kind_names(game.designs, composer.names(wanted.language), composer.strings[wanted.language])
        boxes: Mapping[str, object] = {}
        with suppress(InputError):  # of a ledger with mistakes nothing is known
            boxes = read_ledger(wanted.home).boxes.get(game.edition, {})
        return {
            "papers": wanted.home.names("sheets"),
            "printers": printer_names(wanted.home),
            "guides": get_args(Guides),
            "languages": game.languages,
            "whats": _whats(desk, wanted),
            "kinds": [{"name": kind, "title": title} for kind, title in kinds.items()],
            "recorded": sorted(boxes),
        }

    def sheets_json(request: Request) -> Answer:
        asked = _read_request(request)
        made = keep(request, asked).made
        sheets = choose(made, asked.whats, asked.sides, asked.first, asked.last)
        share = share_of_cards(made, sheets)
        return {
            "margin": made.table.stock.margin,
            "printer": _printer(made),
            "edges": sorted(edges(made, sheets)),
            "of": len(choose(made, asked.whats)),
            **totals(made, sheets),
            "share": None if share is None else round(share, 4),
            "files": [
                {
                    "name": file.name,
                    "what": file.what,
                    "language": file.language,
                    "duplex": file.duplex,
                    **totals(made, own),
                    "share": share_of_cards(made, own),
                    "pages": [_sheet_json(made, sheet) for sheet in own],
                }
                for place, file in enumerate(made.files)
                if (own := [sheet for sheet in sheets if sheet.file == place])
            ],
        }

    def page(request: Request) -> Response:
        given = keep(request, _read_request(request))
        file, number = request.path_params["file"], request.path_params["number"]
        if not (file < len(given.made.files) and number < len(given.made.files[file].pages)):
            raise fail(f"there is no page {number}", code=UNKNOWN_NAME)
        return tagged(request, given.picture(file, number), "image/png")

    def pdf(request: Request) -> Response:
        """The chosen pages as one file, which the browser opens to print it."""
        asked, wanted = _read_request(request), edition(request, desk)
        made = keep(request, asked).made
        sheets = choose(made, asked.whats, asked.sides, asked.first, asked.last)
        name = request.query_params.get("file", "")
        if name:
            sheets = [sheet for sheet in sheets if _key(made, sheet) == name]
        if not sheets:
            raise Refused("print.nothing")
        if len(edges(made, sheets)) > 1:
            raise Refused("print.edges")
        title = "-".join((made.title, wanted.variant, wanted.language, "print"))
        headers = {"Content-Disposition": f'inline; filename="{title}.pdf"', **NOT_KEPT}
        headers["Content-Security-Policy"] = PDF_CSP
        return Response(print_file(made, sheets), media_type="application/pdf", headers=headers)

    return [
        route("GET", "print", view_handler(sheets_json)),
        route("GET", "print/choices", view_handler(choices)),
        route("GET", "print/{file:int}/{number:int}.png", view_handler(page)),
        route("GET", "print/print.pdf", view_handler(pdf)),
    ]


def _make(desk: Desk, wanted: RequestedEdition, asked: PrintRequest) -> Preview:
    options, common = asked.options, Common()
    common.readings = desk.readings(wanted.home)
    cards = options.cards
    if asked.kind:
        game = desk.composer(wanted).game
        cards = tuple(design.id for design in game.designs if design.kind == asked.kind)
        if not cards:
            known = {design.kind for design in game.designs}
            raise fail(f"there is no kind '{asked.kind}'{nearest(asked.kind, known)}", code=UNKNOWN_NAME)
    languages = options.languages or (wanted.language,)
    settled = replace(options, languages=languages, cards=cards, settings=dict(wanted.settings))
    return preview(wanted.home, wanted.variant, settled, common)


def _read_request(request: Request) -> PrintRequest:
    """Reads the choices of a print. Raises InputError for a value that no build takes."""
    given = request.query_params
    changed = given.get("which") == "changed"
    whats = tuple(_names(given.get("what", "")))
    options = Options(
        languages=tuple(_names(given.get("lang", ""))),
        paper=_name(given.get("paper", "")),
        printer=_name(given.get("printer", "")),
        duplex=_one_of(given.get("duplex", ""), FLIPS, "duplex"),
        guides=_one_of(given.get("guides", ""), ("", *get_args(Guides)), "guides") or None,
        gap=_length(given.get("gap", "0"), 20, "gap"),
        bleed=_length(given.get("bleed", "3"), 10, "bleed"),
        ink=_one_of(given.get("ink", "full"), ("full", "low"), "ink"),
        codes=given.get("codes") == "1",
        changed=changed,
        only=() if changed else _parts(whats),
    )
    sides = _one_of(given.get("sides", SIDES[0]), SIDES, "sides")
    first, last = _whole(given.get("first", "")), _whole(given.get("last", ""))
    kind = _name(given.get("kind", "")) if given.get("which") == "kind" else ""
    return PrintRequest(options, () if changed else whats, sides, first or 1, last, kind)


def _parts(whats: tuple[str, ...]) -> tuple[str, ...]:
    """The parts of a build that have these things: whatever is no other part is a kind of component."""
    parts = {"rulebook" if what == BOOKLET else what if what in PARTS else "components" for what in whats}
    return tuple(part for part in PARTS if part in parts)


def _whats(desk: Desk, wanted: RequestedEdition) -> list[str]:
    """What there is to print: cards, each kind of component, and books."""
    game = desk.composer(wanted).game
    makes = dict.fromkeys(component.make for component in game.components)
    books = [
        what
        for name, those in ((".md.j2", ("rulebook", BOOKLET)), (".summary.md.j2", ("summary",)))
        if source_of(game, f"{wanted.language}{name}")
        for what in those
    ]
    return [*([CARDS] if any(deck.count for deck in game.decks) else []), *makes, *books]


def _sheet_json(made: Preview, sheet: ChosenSheet) -> Mapping[str, object]:
    file = made.files[sheet.file]

    def side(number: int | None) -> Mapping[str, object] | None:
        if number is None:
            return None
        seen = file.pages[number]
        page = seen.page
        return {
            "picture": f"{sheet.file}/{number}",
            "width": page.width,
            "height": page.height,
            "bleed": page.bleed if seen.outlines else None,
            "cut": " ".join(path_data(outline) for outline in seen.outlines),
        }

    return {"number": sheet.number, "front": side(sheet.front), "back": side(sheet.back)}


def _printer(made: Preview) -> Mapping[str, object] | None:
    """What a printer's profile corrects: millimetres, degrees, and factors of length."""
    printer = made.table.printer
    if printer is None:
        return None
    return {
        "dx": printer.dx,
        "dy": printer.dy,
        "rotation": printer.rotation,
        "scale": printer.scale,
        "flip": printer.flip,
    }


def _key(made: Preview, sheet: ChosenSheet) -> str:
    file = made.files[sheet.file]
    return f"{file.language}/{file.name}"


def _names(text: str) -> list[str]:
    return [name for each in text.split(",")[:MAX_NAMES] if (name := _name(each))]


def _name(text: str) -> str:
    name = text.strip()
    if not _NAME.fullmatch(name):
        raise fail(f"expected a name, got {name[:60]!r}", code=UNKNOWN_NAME)
    return name


def _one_of(value: str, known: tuple[str, ...], what: str) -> Any:
    if value not in known:
        raise fail(f"{what}: expected {', '.join(filter(None, known))}, got {value[:60]!r}", code=UNKNOWN_NAME)
    return value


def _length(text: str, most: float, what: str) -> float:
    try:
        value = length(text)
    except ValueError as error:
        raise fail(f"{what}: {error}") from None
    if not 0 <= value <= most:
        raise fail(f"{what}: expected from 0 to {most:g} mm, got {text[:60]}")
    return value


def _whole(text: str) -> int | None:
    """A number of a sheet; None without one."""
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text)):
        raise fail(f"expected the number of a sheet, got {text[:60]!r}")
    return int(text)
