"""Where a machine cuts a sheet: a path around each card, or lines along edges that cards share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.definitions.sheet_file import CutterFile
from cardgen.geometry import Box, Segments, moved, transform
from cardgen.outline import Outline
from cardgen.sheets.grid import Grid

_TOUCH = 1e-6  # mm


def cut_paths(sheet: Grid, outline: Outline, cutter: CutterFile) -> tuple[list[Segments], tuple[float, float]]:
    """The paths for all cells of a sheet, in mm from where the cutter begins to count, y downwards; and how wide and
    high its ground is: the page, or the cutter's area in the middle of it."""
    cells = [sheet.cell(index) for index in range(sheet.cells)]
    page = width, height = sheet.page_width, sheet.page_height
    ground = page
    if cutter.area:
        ground = cutter.area if (cutter.area[0] > cutter.area[1]) == (width > height) else cutter.area[::-1]
    shift = moved((ground[0] - width) / 2, (ground[1] - height) / 2)
    shared = outline.kind == "rectangle" and (_touch(cells, 0, 2) or _touch(cells, 1, 3))
    paths = _lines(cells) if shared else _around(cells, outline)
    return [transform(path, shift) for path in paths], ground


def _around(cells: Sequence[Box], outline: Outline) -> list[Segments]:
    """The outline in the middle of each cell."""
    found = []
    for left, top, right, bottom in cells:
        x, y = (left + right - outline.width) / 2, (top + bottom - outline.height) / 2
        found.append(transform(outline.path, moved(x, y)))
    return found


def _touch(cells: Sequence[Box], low: int, high: int) -> bool:
    """Whether an edge of a cell is that of another."""
    edges = {round(cell[low], 6) for cell in cells}
    return any(round(cell[high], 6) in edges for cell in cells)


def _lines(cells: Sequence[Box]) -> list[Segments]:
    """Each edge once, as long as it runs on."""
    found: list[Segments] = []
    for x, parts in _edges(cells, (0, 2), (1, 3)):
        found += [(("M", x, start), ("L", x, end)) for start, end in parts]
    for y, parts in _edges(cells, (1, 3), (0, 2)):
        found += [(("M", start, y), ("L", end, y)) for start, end in parts]
    return found


def _edges(
    cells: Sequence[Box], at: tuple[int, int], along: tuple[int, int]
) -> Iterator[tuple[float, list[tuple[float, float]]]]:
    """The places of edges in rising order, with the parts in which cells have them there."""
    parts: dict[float, set[tuple[float, float]]] = {}
    for cell in cells:
        for side in at:
            parts.setdefault(round(cell[side], 6), set()).add((cell[along[0]], cell[along[1]]))
    for place in sorted(parts):
        joined: list[tuple[float, float]] = []
        for start, end in sorted(parts[place]):
            if joined and start <= joined[-1][1] + _TOUCH:
                joined[-1] = joined[-1][0], max(end, joined[-1][1])
            else:
                joined.append((start, end))
        yield place, joined
