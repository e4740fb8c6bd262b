"""Finds the paths that a machine cuts on a sheet: one around each thing, or lines along edges that cards share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cardgen.graphics.geometry import Box, Segments, rectangle, segments_box, transform, translation
from cardgen.graphics.outline import Outline

Size = tuple[float, float]
_TOUCH = 1e-6  # mm, the tolerance of shared edges


def outlines(cells: Iterable[Box], outline: Outline) -> tuple[Segments, ...]:
    """The outline in the middle of each cell, its holes before it."""
    corners = (((left + right - outline.width) / 2, (top + bottom - outline.height) / 2)
               for left, top, right, bottom in cells)  # fmt: skip
    return tuple(transform(line, translation(*corner)) for corner in corners for line in outline.lines)


def strokes(cut: Sequence[Segments]) -> list[Segments]:
    """The lines to cut: outlines; of rectangles, if some share edges, each edge once, after all other outlines."""
    boxes = [segments_box(path) for path in cut if _is_rectangle(path)]
    if not (_touch(boxes, 0, 2) or _touch(boxes, 1, 3)):
        return list(cut)
    return [*(path for path in cut if not _is_rectangle(path)), *_lines(boxes)]


def from_corner(paths: Iterable[Segments], page: Size, ground: Size) -> list[Segments]:
    """Paths of a page in coordinates from the corner of the cutter's area, the `ground`, in the middle of the page."""
    shift = translation((ground[0] - page[0]) / 2, (ground[1] - page[1]) / 2)
    return [transform(path, shift) for path in paths]


def _is_rectangle(path: Segments) -> bool:
    return path == rectangle(*segments_box(path))


def _touch(cells: Sequence[Box], low: int, high: int) -> bool:
    """Whether two cells share an edge."""
    edges = {round(cell[low], 6) for cell in cells}
    return any(round(cell[high], 6) in edges for cell in cells)


def _lines(cells: Sequence[Box]) -> list[Segments]:
    """Each edge once, joined with those that continue it."""
    lines: list[Segments] = []
    for x, parts in _edges(cells, (0, 2), (1, 3)):
        lines += [(("M", x, start), ("L", x, end)) for start, end in parts]
    for y, parts in _edges(cells, (1, 3), (0, 2)):
        lines += [(("M", start, y), ("L", end, y)) for start, end in parts]
    return lines


def _edges(
    cells: Sequence[Box], at: tuple[int, int], along: tuple[int, int]
) -> Iterator[tuple[float, list[tuple[float, float]]]]:
    """The positions of edges in rising order, with the spans in which cells have them."""
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
