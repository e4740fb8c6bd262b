"""Lays out nets on pages: dice, standees and tuck boxes, as many on a page as it holds. A net is never split."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from cardgen.definitions.components import Component
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import DOES_NOT_FIT, Fault, InputError
from cardgen.graphics.drawing import Face, Item, Page
from cardgen.graphics.geometry import Box, Segments, transform, translation
from cardgen.sheets import die, standee, tuck_box
from cardgen.sheets.grid import CardGrid
from cardgen.sheets.marks import furniture
from cardgen.sheets.net import draw_net
from cardgen.sheets.pack import Packed, fits, pack
from cardgen.sheets.page_setup import Made, PageSetup, block, fill_page_numbers
from cardgen.sheets.registration import beside_marks, for_cutter
from cardgen.sheets.tuck_box import Net

NET_GAP = 6.0  # mm, the least distance of nets


@dataclass(frozen=True, slots=True)
class _Piece:
    """One net to print; its legend shows the `dimensions`."""

    net: Net
    name: str
    dimensions: str
    faces: Mapping[str, Face]


def net_pages(components: Sequence[Made], setup: PageSetup) -> tuple[Page, ...]:
    """The pages of all nets of a game, in their order. Raises InputError with each that is too large or too thin."""
    pieces: list[_Piece] = []
    faults: list[Fault] = []
    for component, faces in components:
        nets = [way for way in _ways(component) if all(fits((net.width, net.height), setup.rooms) for net in way)]
        if fault := _fault(component, bool(nets), setup):
            faults.append(fault)
        else:
            name, dimensions = setup.names[component.id], _dimensions(component, setup)
            pieces += [_Piece(net, name, dimensions, faces) for net in nets[0]] * component.count
    if faults:
        raise InputError(*faults)
    sizes = [(piece.net.width, piece.net.height) for piece in pieces]
    pages = [_roomy(page, setup) for page in pack(sizes, setup.rooms, max(NET_GAP, 2 * setup.bleed))]
    laid = [
        ([(pieces[index], box) for index, box in page.boxes.items()], block(page, setup.bleed, setup.margin))
        for page in pages
    ]
    return tuple(_page(on, sheet, setup, number, len(pages)) for number, (on, sheet) in enumerate(laid, 1))


def _roomy(packed: Packed, setup: PageSetup) -> Packed:
    """The net, turned if that leaves more room for bleed."""

    def least(way: Packed) -> float:
        sheet = block(way, setup.bleed, setup.margin)
        return round(min(rim.bleed for rim in sheet.rims(sheet.cell(0))), 6)

    size = packed.width, packed.height
    return max([packed, *(replace(packed, room=room) for room in setup.rooms if room.holds(size))], key=least)


def _ways(component: Component) -> Iterator[tuple[Net, ...]]:
    """A component's nets, and another way to fold it, if there is one."""
    width, height = component.size
    if component.make == "die":
        yield (die.net(width),)
    elif component.make == "standee":
        yield (standee.net(width, height, component.depth),)
    else:
        for halves in (False, True):
            yield tuck_box.nets(width, height, component.depth, halves)


def _lengths(component: Component) -> tuple[float, ...]:
    return component.size[:1] if component.make == "die" else (*component.size, component.depth)


def _dimensions(component: Component, setup: PageSetup) -> str:
    """The component and its lengths in mm, in the page's language."""
    figures = (f"{length:.4g}".replace(".", setup.words["point"]) for length in _lengths(component))
    return f"{setup.names[component.id]} {' × '.join(figures)} mm"


def _fault(component: Component, has_room: bool, setup: PageSetup) -> Fault | None:
    size = f"{' x '.join(f'{length:.4g}' for length in _lengths(component))} mm"
    what = f"components.{component.id}: a {component.make.removeprefix('tuck-')} of {size}"
    if component.make == "tuck-box" and component.depth < tuck_box.MIN_DEPTH:
        message = f"{what} is too thin to be folded; expected a depth of {tuck_box.MIN_DEPTH:g} mm or more"
        return Fault(message, component.place, DOES_NOT_FIT)
    if has_room:
        return None
    *_, nets = _ways(component)
    least = " and ".join(f"{net.width:.1f} x {net.height:.1f} mm" for net in nets)
    width, height = setup.paper
    halves = f", even in two halves of {least}" if len(nets) > 1 else f"; its net is {least}"
    paper = f"{width:g} x {height:g} mm with margins of {setup.margin:g} mm"
    message = f"{what} does not fit on the paper, {paper}{halves}"
    key = {"die": "edge", "standee": "size"}.get(component.make, "holds")
    return Fault(message, component.place_of(key), DOES_NOT_FIT)


def _page(laid: Sequence[tuple[_Piece, Box]], sheet: CardGrid, setup: PageSetup, number: int, pages: int) -> Page:
    """A page with nets at their positions, which are relative to the sheet's block."""
    left, top, right, bottom = trim = sheet.cell(0)
    west, north, east, south = (rim.bleed for rim in sheet.rims(trim))
    bleed = (left - west, top - north, right + east, bottom + south)
    items: list[Item] = []
    cut: list[Segments] = []
    scored: list[Segments] = []
    for piece, (x, y, *_) in laid:
        net, at = piece.net, (left + x, top + y)
        label = setup.words, piece.dimensions, setup.font, at, bleed
        items += draw_net(net, piece.faces, setup.bleed, *label, by_machine=setup.cutter is not None)
        cut += [transform(path, translation(*at)) for path in net.cuts]
        scored += [transform((("M", *fold[:2]), ("L", *fold[2:])), translation(*at)) for fold in net.folds]
    names = ", ".join(dict.fromkeys(piece.name for piece, _ in laid))
    dimensions = ", ".join(dict.fromkeys(piece.dimensions for piece, _ in laid))
    marks = furniture(
        sheet, fill_page_numbers(setup.label(names), number, pages), setup.font, beside_marks(setup.cutter)
    )
    size = sheet.page_width, sheet.page_height
    page = Page(*size, (*items, *marks), trim, bleed, dimensions, cards=len(laid), cuts=len(cut))
    return for_cutter(page, setup.cutter, cut, scored)
