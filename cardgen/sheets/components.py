"""Components to pages: cards in a grid, a mat on a page of its own, a tuck box as its net."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from cardgen.definitions.components import BACK, FRONT, Component
from cardgen.drawing import Face, Group, Page, Use, around, rectangle
from cardgen.errors import DOES_NOT_FIT, InputError, fail
from cardgen.sheets import die, standee, tuck_box
from cardgen.sheets.grid import MARGIN, Grid, grid
from cardgen.sheets.impose import Card, Duplex, impose
from cardgen.sheets.marks import furniture
from cardgen.sheets.net import draw_net
from cardgen.text.fonts import FontFace

TOKEN_GAP = 5.0  # mm between round tokens, so that each is cut out by itself
NET_GAP = 6.0  # mm between small nets


@dataclass(frozen=True, slots=True)
class Press:
    """What all pages of a build share: paper and lengths in mm, the labels' font, and the words for cut, fold, glue."""

    paper: tuple[float, float]
    gap: float
    bleed: float
    duplex: Duplex
    font: FontFace
    words: Mapping[str, str]


def component_pages(component: Component, faces: Mapping[str, Face], press: Press, label: str) -> tuple[Page, ...]:
    """The pages of a component; `label` may hold {page} and {pages}. Raises InputError where the paper is too small."""
    return _MAKERS[component.make](component, faces, press, label)


def _cards(component: Component, faces: Mapping[str, Face], press: Press, label: str) -> tuple[Page, ...]:
    return _both_sides(component, faces, press, label, _grid(component, "size", press, press.gap, press.bleed))


def _tokens(component: Component, faces: Mapping[str, Face], press: Press, label: str) -> tuple[Page, ...]:
    gap = max(press.gap, TOKEN_GAP)
    sheet = _grid(component, "diameter", press, gap, min(press.bleed, gap / 2))
    return _both_sides(component, faces, press, label, sheet, round_=True)


def _grid(
    component: Component, key: str, press: Press, gap: float, bleed: float, size: tuple[float, float] | None = None
) -> Grid:
    """The grid of a component's copies; a fault is that of its `key`."""
    try:
        return grid(press.paper, size or component.size, gap, bleed)
    except InputError as error:
        place, about = component.place_of(key), f"components.{component.id}.{key}"
        raise InputError(*(replace(f, message=f"{about}: {f.message}", place=place) for f in error.faults)) from None


def _both_sides(
    component: Component, faces: Mapping[str, Face], press: Press, label: str, sheet: Grid, round_: bool = False
) -> tuple[Page, ...]:
    front, back = faces[FRONT], faces.get(BACK)
    # An aid says something on both sides: printed apart, they are put into one sleeve, back to back.
    cards = [Card(front), Card(back)] if back and press.duplex == "none" else [Card(front, back)]
    return impose(cards * component.count, sheet, press.duplex, label, press.font, round_)


def _mat(component: Component, faces: Mapping[str, Face], press: Press, label: str) -> tuple[Page, ...]:
    face, paper = faces[FRONT], press.paper
    if component.size in (paper, paper[::-1]):
        return (_full_page(face),) * component.count
    sheet = _sheet(component.size, press)
    if not sheet:
        width, height = component.size
        message = f"components.{component.id}.size: a mat of {width:g} x {height:g} mm does not fit on {_paper(press)}"
        raise fail(message, component.place_of("size"), DOES_NOT_FIT)
    return impose([Card(face)] * component.count, sheet, "none", label, press.font)


def _full_page(face: Face) -> Page:
    """A mat as large as the paper: nothing is cut, so there are no marks; the printer leaves its edges white."""
    whole = (0.0, 0.0, face.width, face.height)
    return Page(face.width, face.height, (Group((Use(face.name),), clip=rectangle(*whole)),), whole, whole, face.label)


def _tuck_box(component: Component, faces: Mapping[str, Face], press: Press, label: str) -> tuple[Page, ...]:
    width, height = component.size
    size = f"components.{component.id}: a box of {width:g} x {height:g} x {component.depth:.4g} mm"
    if component.depth < tuck_box.LEAST_DEPTH:
        least = f"expected a depth of {tuck_box.LEAST_DEPTH:g} mm or more"
        raise fail(f"{size} is too thin to be folded; {least}", component.place, DOES_NOT_FIT)
    for halves in (False, True):
        nets = tuck_box.nets(width, height, component.depth, halves)
        sheets = [sheet for net in nets if (sheet := _sheet((net.width, net.height), press))]
        if len(sheets) == len(nets):
            break
    else:
        least = " and ".join(f"{net.width:.1f} x {net.height:.1f} mm" for net in nets)
        message = f"{size} does not fit on {_paper(press)}, even in two halves of {least}"
        raise fail(message, component.place_of("holds"), DOES_NOT_FIT)
    told = _measured(component, (width, height, component.depth), press)
    return tuple(
        _net_page(
            net, sheet, faces, press, told, label.replace("{page}", str(number)).replace("{pages}", str(len(nets)))
        )
        for number, (net, sheet) in enumerate(zip(nets, sheets, strict=True), 1)
    )


def _net_page(net: tuck_box.Net, sheet: Grid, faces: Mapping[str, Face], press: Press, told: str, label: str) -> Page:
    left, top, right, bottom = trim = sheet.cell(0)
    west, north, east, south = (rim.bleed for rim in sheet.rims(trim))
    bleed = (left - west, top - north, right + east, bottom + south)
    drawn = draw_net(net, faces, press.bleed, press.words, told, press.font, (left, top), bleed)
    items = (*drawn, *furniture(sheet, label, press.font))
    return Page(sheet.page_width, sheet.page_height, items, trim, bleed, told)


def _die(component: Component, faces: Mapping[str, Face], press: Press, label: str) -> tuple[Page, ...]:
    edge = component.size[0]
    return _folded(component, "edge", die.net(edge), _measured(component, (edge,), press), faces, press, label)


def _standee(component: Component, faces: Mapping[str, Face], press: Press, label: str) -> tuple[Page, ...]:
    width, height = component.size
    told = _measured(component, (width, height, component.depth), press)
    return _folded(component, "size", standee.net(width, height, component.depth), told, faces, press, label)


def _measured(component: Component, lengths: Iterable[float], press: Press) -> str:
    """What is folded and its lengths in mm, as the page's language writes them."""
    figures = (f"{length:.4g}".replace(".", press.words["point"]) for length in lengths)
    return f"{component.id} {' × '.join(figures)} mm"


def _folded(
    component: Component,
    key: str,
    net: tuck_box.Net,
    told: str,
    faces: Mapping[str, Face],
    press: Press,
    label: str,
) -> tuple[Page, ...]:
    """Copies of a small net, as many on a page as it holds."""
    sheet = _grid(component, key, press, NET_GAP, min(press.bleed, NET_GAP / 2), (net.width, net.height))
    numbers = range(0, component.count, sheet.cells)
    pages = []
    for page, start in enumerate(numbers, 1):
        cells = [sheet.cell(index) for index in range(min(sheet.cells, component.count - start))]
        trim = around(cells)
        bleed = (trim[0] - sheet.bleed, trim[1] - sheet.bleed, trim[2] + sheet.bleed, trim[3] + sheet.bleed)
        drawn = [
            item
            for left, top, *_ in cells
            for item in draw_net(net, faces, sheet.bleed, press.words, told, press.font, (left, top), bleed)
        ]
        text = label.replace("{page}", str(page)).replace("{pages}", str(len(numbers)))
        items = (*drawn, *furniture(sheet, text, press.font))
        pages.append(Page(sheet.page_width, sheet.page_height, items, trim, bleed, told))
    return tuple(pages)


def _sheet(size: tuple[float, float], press: Press) -> Grid | None:
    """One thing in the middle of a page, upright if it can; None where the paper is too small."""
    for page in (press.paper, press.paper[::-1]):
        if all(length + 2 * MARGIN <= side + 1e-6 for length, side in zip(size, page, strict=True)):
            return Grid(*page, *size, 0.0, 1, 1, press.bleed)
    return None


def _paper(press: Press) -> str:
    width, height = press.paper
    return f"the paper, {width:g} x {height:g} mm with margins of {MARGIN:g} mm"


_MAKERS = {
    "card": _cards,
    "mat": _mat,
    "token": _tokens,
    "die": _die,
    "standee": _standee,
    "tuck-box": _tuck_box,
}
