"""Lays out components on pages. Components that are cut alike share pages; a large mat has its own, with tokens if they
fit."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace

from cardgen.definitions.components import BACK, FRONT, Component
from cardgen.foundations.errors import DOES_NOT_FIT, Fault, InputError, fail
from cardgen.graphics.drawing import Face, Group, Page, Use
from cardgen.graphics.geometry import rectangle
from cardgen.graphics.outline import Outline
from cardgen.sheets.finish import Finish
from cardgen.sheets.grid import CardGrid
from cardgen.sheets.impose import SheetCard, impose
from cardgen.sheets.nets import net_pages
from cardgen.sheets.page_setup import Made, PageSetup
from cardgen.sheets.stock import lay_out
from cardgen.sheets.tokens import TOKEN_GAP, size_key, token_pages


def component_pages(components: Sequence[Made], setup: PageSetup) -> tuple[Page, ...]:
    """The pages of a game's components, in the order of the first of each kind.

    Raises InputError with each for which the paper is too small.
    """
    together: dict[Hashable, list[Made]] = {}
    for component, faces in components:
        together.setdefault(_kind(component, setup), []).append((component, faces))
    pages: list[Page] = []
    faults: list[Fault] = []
    for group in _beside_mats([*together.values()], setup):
        try:
            _refuse_die_cut(group, setup)
            pages += _laid_out(group, setup)
        except InputError as error:
            faults += error.faults
    if faults:
        raise InputError(*faults)
    return tuple(pages)


def _laid_out(group: Sequence[Made], setup: PageSetup) -> list[Page]:
    return [page for those, how in _split_by_reach(group, setup) for page in _pages_of(those, how)]


def _beside_mats(groups: Sequence[list[Made]], setup: PageSetup) -> list[list[Made]]:
    """The groups, with the tokens beside a mat if that takes a sheet less."""
    tokens = next((group for group in groups if group[0][0].make == "token"), None)
    for mats in groups:
        if tokens and mats[0][0].make == "mat":
            sheets = [_sheets(group, setup) for group in (mats + tokens, mats, tokens)]
            if all(sheets) and sheets[0] < sheets[1] + sheets[2]:
                shared = [mats + tokens if group is mats else group for group in groups]
                return [group for group in shared if group is not tokens]
    return [*groups]


def _sheets(group: Sequence[Made], setup: PageSetup) -> int:
    """The number of sheets that components need; 0 if they do not fit."""
    try:
        return sum(not page.back for page in _laid_out(group, setup))
    except InputError:
        return 0


def _split_by_reach(group: Sequence[Made], setup: PageSetup) -> Iterator[tuple[Sequence[Made], PageSetup]]:
    """The components that a cutter can cut, then those that are too large for it."""
    if not setup.cutter:
        yield group, setup
        return
    tried = [(one, _is_reached(one, setup)) for one in group]
    for how, reached in ((setup, True), (setup.by_hand, False)):
        if those := [one for one, reach in tried if reach == reached]:
            yield those, how


def _is_reached(one: Made, setup: PageSetup) -> bool:
    try:
        return bool(_pages_of([one], setup))
    except InputError:
        return False


def _pages_of(group: Sequence[Made], setup: PageSetup) -> tuple[Page, ...]:
    mixed = {component.make for component, _ in group} == {"mat", "token"}
    return token_pages(group, setup) if mixed else _MAKERS[group[0][0].make](group, setup)


def _refuse_die_cut(group: Sequence[Made], setup: PageSetup) -> None:
    """Raises InputError for components other than cards on a die-cut sheet."""
    component = group[0][0]
    if setup.stock.sheet and setup.stock.sheet.die_cut and component.make != "card":
        message = "this paper is die-cut for cards only; use --only cards or another paper"
        raise fail(f"components.{component.id}: {message}", component.place, DOES_NOT_FIT)


def _kind(component: Component, setup: PageSetup) -> Hashable:
    """A key that is equal for components that can share a page: cards of one outline, all tokens, all nets, and all
    mats small enough for two on a page."""
    if component.make == "card":
        return component.make, component.outline
    if component.make == "token":
        return component.make
    if component.make == "mat":
        return component.make if _is_small(component.size, setup) else component.id
    return NETS


def _is_small(size: tuple[float, float], setup: PageSetup) -> bool:
    """Whether two things of this size fit on a page."""
    width, height = size
    twice = (2 * width + TOKEN_GAP, height), (width, 2 * height + TOKEN_GAP)
    return any(room.holds(each) for room in setup.rooms for each in twice)


def _tokens(tokens: Sequence[Made], setup: PageSetup) -> tuple[Page, ...]:
    """The pages of all tokens; hexagons of one size have their own in a honeycomb, unless that needs more pages."""
    together = token_pages(tokens, setup)
    apart: dict[Outline | None, list[Made]] = {}
    for component, faces in tokens:
        outline = component.outline if component.outline.kind == "hexagon" else None
        apart.setdefault(outline, []).append((component, faces))
    spaced = replace(setup, gap=max(setup.gap, TOKEN_GAP))
    pages = [
        page
        for outline, group in apart.items()
        for page in (_cards(group, spaced) if outline else token_pages(group, setup))
    ]
    return together if len(together) < len(pages) else tuple(pages)


def _cards(made: Sequence[Made], setup: PageSetup) -> tuple[Page, ...]:
    component = made[0][0]
    try:
        sheet = lay_out(setup.stock, component.outline, setup.gap, setup.bleed)
    except InputError as error:
        key = size_key(component)
        place, about = component.place_of(key), f"components.{component.id}.{key}"
        raise InputError(*(replace(f, message=f"{about}: {f.message}", place=place) for f in error.faults)) from None
    cards: list[SheetCard] = []
    for each, faces in made:
        front, back = faces[FRONT], faces.get(BACK)
        # An aid has both sides in use: printed separately, they go into one sleeve, back to back
        apart = setup.duplex == "none" and not setup.stock.fold
        both = [SheetCard(front), SheetCard(back)] if back and apart else [SheetCard(front, back)]
        cards += both * each.count
    printed = setup.label_for(*made), setup.font, component.outline, setup.finish
    return impose(cards, sheet, setup.duplex, *printed)


def _mats(mats: Sequence[Made], setup: PageSetup) -> tuple[Page, ...]:
    if sum(component.count for component, _ in mats) > 1 and _is_small(mats[0][0].size, setup):
        return token_pages(mats, setup)
    ((component, faces),) = mats
    face, paper = faces[FRONT], setup.paper
    if component.size in (paper, paper[::-1]):
        return (_full_page(face),) * component.count
    sheet = _sheet(component.size, setup)
    if not sheet:
        (width, height), (wide, high) = component.size, paper
        message = f"components.{component.id}.size: a mat of {width:g} x {height:g} mm does not fit on the paper"
        message += f", {wide:g} x {high:g} mm with margins of {setup.margin:g} mm"
        raise fail(message, component.place_of("size"), DOES_NOT_FIT)
    return impose(
        [SheetCard(face)] * component.count,
        sheet,
        "none",
        setup.label_for(*mats),
        setup.font,
        finish=Finish(cutter=setup.cutter),
    )


def _full_page(face: Face) -> Page:
    """A mat as large as the paper: nothing is cut, so there are no marks; the printer leaves its edges white."""
    whole = (0.0, 0.0, face.width, face.height)
    return Page(face.width, face.height, (Group((Use(face.name),), clip=rectangle(*whole)),), whole, whole, face.label)


def _sheet(size: tuple[float, float], setup: PageSetup) -> CardGrid | None:
    """A grid for one thing in the middle of a page, upright if possible; None if the paper is too small."""
    room = next((room for room in setup.rooms if room.holds(size)), None)
    return CardGrid(*room.page, *size, 0.0, 1, 1, setup.bleed, setup.margin) if room else None


NETS = ("die", "standee", "tuck-box")
_MAKERS: dict[str, Callable[[Sequence[Made], PageSetup], tuple[Page, ...]]] = {
    "card": _cards,
    "mat": _mats,
    "token": _tokens,
    **dict.fromkeys(NETS, net_pages),
}
