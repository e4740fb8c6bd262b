"""A QR code (ISO/IEC 18004): one path of the dark modules' outlines, so no seams show between them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import lru_cache

from cardgen.definitions.layout_fields import Qr
from cardgen.faces.colour import contrast, luminance, mix
from cardgen.faces.context import Context
from cardgen.faces.draw.icon import fit_into
from cardgen.graphics.drawing import CURRENT, Item, Shape, Symbol, Use
from cardgen.graphics.geometry import Box, Segments, rectangle

MIN_MODULE = 0.33  # mm: a telephone reads these from paper at arm's length
PAPER = "#ffffff"
MIN_CONTRAST = 3.0  # between dark and light modules
MAX_DIGITS = 7_089  # digits take the least room; in the largest code of the lowest level (ISO/IEC 18004, table 7)


def draw_qr(field: Qr, box: Box, context: Context) -> list[Item]:
    text = context.fill(field.of, "of")
    if not text.strip():
        context.fail("expected a text to encode, got none", field.of, "of")
    code = context.read(lambda: qr_code(text, field.error), field.of, "of")
    modules = code.box[2] + 2 * field.quiet
    left, top, right, bottom = box
    side = min(right - left, bottom - top)
    if side / modules < MIN_MODULE - 1e-6:
        message = f"modules of {side / modules:.2f} mm cannot be scanned; expected {MIN_MODULE:g} mm or more"
        context.fail(f"{message}: a field of {modules * MIN_MODULE:.1f} mm, or a shorter text", field.of, "of")
    colour, ground = context.colour(field.colour, "colour"), context.colour(field.ground, "ground")
    if ground and (luminance(colour) > luminance(ground) or contrast(colour, ground) < MIN_CONTRAST):
        message = f"expected a dark colour on a light ground ({MIN_CONTRAST:g}:1 or more), got {colour} on {ground}"
        context.fail(f"{message}, which cannot be scanned", field.colour, "colour")
    if ground and contrast(*(mix(each, PAPER, field.opacity) for each in (colour, ground))) < MIN_CONTRAST:
        message = f"expected {colour} on {ground} to be told apart on paper ({MIN_CONTRAST:g}:1 or more)"
        context.fail(
            f"{message}, got an opacity of {field.opacity:.0%}, which cannot be scanned", field.colour, "opacity"
        )
    context.supplies.symbols[code.name] = code
    x, y = (left + right - side) / 2, (top + bottom - side) / 2
    inner = side * field.quiet / modules
    shown = (x + inner, y + inner, x + side - inner, y + side - inner)
    plate = [Shape(rectangle(x, y, x + side, y + side), fill=ground)] if ground else []
    return [*plate, Use(code.name, fit_into(code.box, shown), colour)]


@lru_cache(maxsize=1000)
def qr_code(text: str, error: str) -> Symbol:
    """Makes the QR code of a text, one unit for each module, with at least that error level. Raises ValueError if the
    text is too long."""
    import segno

    too_long = f"a text of {len(text.encode()):,} bytes is too long for a QR code of error level {error}"
    if len(text) > MAX_DIGITS:
        raise ValueError(too_long)
    try:
        matrix = segno.make_qr(text, error=error[0]).matrix
    except segno.DataOverflowError:
        raise ValueError(too_long) from None
    name = hashlib.blake2b(f"{error} {text}".encode(), digest_size=8).hexdigest()
    side = len(matrix)
    return Symbol(f"qr/{name}", (0, 0, side, side), (Shape(tuple(_outlines(matrix)), fill=CURRENT),))


def _outlines(matrix: Sequence[Sequence[int]]) -> Iterator[tuple]:
    """The lines around dark modules, darkness at their right: holes run the other way, and stay light."""
    ways: dict[tuple[int, int], list[tuple[int, int]]] = {}  # the corners to which lines lead, by corner
    rows = [list(row) for row in matrix]
    side = len(rows)

    def dark(x: int, y: int) -> bool:
        return 0 <= x < side and 0 <= y < side and bool(rows[y][x])

    for y in range(side):
        for x in range(side):
            if dark(x, y):
                corners = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
                beside = (dark(x, y - 1), dark(x + 1, y), dark(x, y + 1), dark(x - 1, y))
                for number in range(4):
                    if not beside[number]:
                        ways.setdefault(corners[number], []).append(corners[(number + 1) % 4])
    while ways:
        yield from _contour(ways)


def _contour(ways: dict[tuple[int, int], list[tuple[int, int]]]) -> Segments:
    """One closed line, as its corners alone; it removes the line from `ways`."""
    start = at = next(iter(ways))
    points = [start]
    while True:
        ends = ways[at]
        end = ends.pop()
        if not ends:
            del ways[at]
        if len(points) > 1 and (points[-1][0] == points[-2][0] == end[0] or points[-1][1] == points[-2][1] == end[1]):
            points.pop()
        points.append(end)
        at = end
        if at == start:
            break
    return (("M", *points[0]), *(("L", *point) for point in points[1:-1]), ("Z",))
