"""Lays out tokens of all sizes together on pages, with outlines to cut along, and each back behind its front."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.definitions.components import BACK, FRONT, Component
from cardgen.foundations.errors import DOES_NOT_FIT, Fault, InputError
from cardgen.graphics.drawing import Face, Group, Item, Page, Use
from cardgen.graphics.geometry import Box, multiply, rotation, translation
from cardgen.graphics.outline import Outline
from cardgen.sheets.cut_paths import outlines
from cardgen.sheets.grid import CardGrid
from cardgen.sheets.impose import place_behind
from cardgen.sheets.marks import cut_circles, cut_lines, furniture
from cardgen.sheets.pack import Packed, Size, fits, pack
from cardgen.sheets.page_setup import Made, PageSetup, block, fill_page_numbers
from cardgen.sheets.registration import beside_marks, for_cutter

TOKEN_GAP = 5.0  # mm between tokens, for separate cuts
CLEAR = 4.0  # mm of white paper between the bleed of a mat and that of tokens beside it, if there is room


def token_pages(made: Sequence[Made], setup: PageSetup) -> tuple[Page, ...]:
    """The pages of a game's tokens: front 1, back 1, front 2, ...; tokens without backs, and a mat among them, have
    fronts alone. Raises InputError with the tokens that are too large."""
    if faults := [_fault(component, setup) for component, _ in made if not fits(component.size, setup.rooms)]:
        raise InputError(*faults)
    plain = not any(BACK in faces for _, faces in made)
    apart = plain or setup.duplex == "none"
    tokens: list[tuple[Face, Face | None, Outline]] = []
    for component, faces in made:
        front, back, outline = faces[FRONT], faces.get(BACK), component.outline
        ways = [(front, back, outline)]
        if apart and back:
            ways = [(front, None, outline), (back, None, outline.mirrored)]
        tokens += ways * component.count
    gap, sheets = _packed(made, [(outline.width, outline.height) for *_, outline in tokens], setup)
    total = len(sheets) * (1 if apart else 2)
    label, beside = setup.label_for(*made), beside_marks(setup.cutter)
    pages: list[Page] = []
    for packed in sheets:
        sheet = block(packed, min(setup.bleed, gap / 2), setup.margin)
        left, top, *_ = sheet.cell(0)
        cells = {i: (left + x0, top + y0, left + x1, top + y1) for i, (x0, y0, x1, y1) in packed.boxes.items()}
        fronts = [(tokens[index][0], tokens[index][2], cell, False) for index, cell in cells.items()]
        names = ", ".join(dict.fromkeys(face.label for face, *_ in fronts))
        lines = [] if setup.cutter else [*_cuts([(outline, cell) for _, outline, cell, _ in fronts])]
        text = fill_page_numbers(label, len(pages) + 1, total)
        page = _page(sheet, fronts, lines + furniture(sheet, text, setup.font, beside), names, len(fronts))
        cut = [path for _, outline, cell, _ in fronts for path in outlines([cell], outline)]
        pages.append(for_cutter(page, setup.cutter, cut))
        if not apart:
            backs = [
                (back, tokens[index][2].mirrored, *place_behind(sheet, cell, setup.duplex))
                for index, cell in cells.items()
                if (back := tokens[index][1])
            ]
            text = fill_page_numbers(label, len(pages) + 1, total)
            pages.append(_page(sheet, backs, furniture(sheet, text, setup.font, beside), None, 0))
    return tuple(pages)


def _packed(made: Sequence[Made], sizes: Sequence[Size], setup: PageSetup) -> tuple[float, list[Packed]]:
    """The gap between things in mm, and their pages: mats and tokens stand further apart if that takes no page more."""
    gap = max(setup.gap, TOKEN_GAP)
    sheets = pack(sizes, setup.rooms, gap)
    if len({component.make for component, _ in made}) > 1:
        wide = max(gap, 2 * setup.bleed + CLEAR)
        apart = pack(sizes, setup.rooms, wide)
        return (wide, apart) if len(apart) == len(sheets) else (gap, sheets)
    return gap, sheets


def _fault(component: Component, setup: PageSetup) -> Fault:
    (width, height), (wide, high), key = component.size, setup.paper, size_key(component)
    size = f"{width:g} mm" if component.outline.kind == "circle" else f"{width:g} x {height:g} mm"
    message = f"components.{component.id}.{key}: a token of {size} is larger than the page: {wide:g} x {high:g} mm"
    return Fault(message, component.place_of(key), DOES_NOT_FIT)


def size_key(component: Component) -> str:
    """The key that sets the size of a card or token."""
    return "diameter" if component.make == "token" and "size" not in component.node.items else "size"


def _cuts(placed: list[tuple[Outline, Box]]) -> Iterator[Item]:
    yield from cut_circles([cell for outline, cell in placed if outline.kind == "circle" and not outline.holes])
    for outline, cell in placed:
        if outline.kind != "circle" or outline.holes:
            yield from cut_lines(outline, [cell], whole=True)


def _page(
    sheet: CardGrid, placed: list[tuple[Face, Outline, Box, bool]], extra: list[Item], bookmark: str | None, count: int
) -> Page:
    trim = sheet.cell(0)
    bleed = (trim[0] - sheet.bleed, trim[1] - sheet.bleed, trim[2] + sheet.bleed, trim[3] + sheet.bleed)
    items = [_face_in_outline(*each, sheet.bleed) for each in placed]
    back = bookmark is None
    cuts = sum(len(outline.lines) for _, outline, *_ in placed[:count])
    return Page(
        sheet.page_width, sheet.page_height, (*items, *extra), trim, bleed, bookmark, back, cards=count, cuts=cuts
    )


def _face_in_outline(face: Face, outline: Outline, cell: Box, over: bool, bleed: float) -> Group:
    """A face in its outline, with its bleed."""
    matrix = translation(cell[0], cell[1])
    if over:
        matrix = multiply(rotation(180, face.width / 2, face.height / 2), matrix)
    return Group((Use(face.name),), matrix, outline.grown(bleed))
