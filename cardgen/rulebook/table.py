"""Tables: columns as wide as they need, a tinted header, hairlines between rows, cells in the middle of their rows."""

from __future__ import annotations

from dataclasses import replace

from cardgen.foundations.errors import DOES_NOT_FIT, fail
from cardgen.foundations.units import POINT
from cardgen.graphics.drawing import Item, Shape
from cardgen.graphics.geometry import rectangle
from cardgen.rulebook.atoms import Atom, Keep, in_part, keep_together, part, spaced
from cardgen.rulebook.blocks import Table, Words
from cardgen.rulebook.legible import MIN_LEGIBLE_SIZE
from cardgen.rulebook.lines import SetLine, baseline, pieces, set_words, shifted
from cardgen.rulebook.look import Look, Type
from cardgen.text.breaking import Box, Break
from cardgen.text.inline import InlineIcon, Run
from cardgen.text.setting import ICON_DROP, ICON_HEIGHT

PADDING, ABOVE = 0.55, 0.18  # ems at each side of a cell, and at least above and below it
# From so many rows on, cells stand closer: so much of their padding, and heights in quarter units
LONG_TABLE_ROWS, LONG_TABLE_PADDING = 12, 0.75
HAIRLINE, RULE = 0.15, 0.4  # mm
NEEDS = (0.7, 1.0, 1.4, 2.0)  # exponents to try for the shares of longer cells; the fewest lines win
LONE_ICON_SCALE = 1.2  # size of an icon without words, in sizes of the text
ICON_COLUMN_PADDING = 0.5  # part of the padding beside a column of such icons, because words need the room
SCALES = (1.0, 0.92, 0.84, 0.76, 0.68)  # scales of the type; the first at which a table fits counts


def set_table(block: Table, width: float, look: Look) -> list[Atom]:
    """An atom for each row; the header is drawn again on each page."""
    long = len(block.rows) >= LONG_TABLE_ROWS
    for scale in SCALES:
        size = max(scale * look.cell.size, MIN_LEGIBLE_SIZE * POINT)
        cell = replace(look.cell, size=size, leading=look.cell.leading * size / look.cell.size)
        types = [replace(cell, align=align) for align in block.align]
        side = PADDING * (LONG_TABLE_PADDING if long else 1.0) * look.size * size / look.cell.size
        sides = [side * (ICON_COLUMN_PADDING if _pictured(block, column) else 1.0) for column in range(len(types))]
        columns, whole = _columns(block, types, width - 2 * sum(sides), look)
        if columns:
            break
    else:
        reason = "even with its words divided, it is wider than the page"
        raise fail(f"a table of {len(types)} columns does not fit: {reason}", block.place, DOES_NOT_FIT)
    heads = [replace(type_, bold=True, colour=look.dark) for type_ in types]
    types, heads = ([replace(type_, hyphenate=not whole) for type_ in row] for row in (types, heads))
    taken = sum(columns) + 2 * sum(sides)
    left = 0.0
    lefts = []
    for column, side in zip(columns, sides, strict=True):
        lefts.append(left + side)
        left += column + 2 * side

    def row(cells: tuple[Words, ...], cell_types: list[Type], head: bool, last: bool) -> Atom:
        set_cells = [
            _set_cell(cell, type_, column, look, block)
            for cell, type_, column in zip(cells, cell_types, columns, strict=True)
        ]
        return _row(set_cells, lefts, cell_types[0], taken, look, head, last, 4 if long else 1)

    header = replace(row(block.header, heads, True, False), keep=Keep.MUST)
    rows = [row(cells, types, False, index == len(block.rows) - 1) for index, cells in enumerate(block.rows)]
    header, *rows = (in_part(atom, "TR", index) for index, atom in enumerate([header, *rows]))
    rows = [replace(atom, header=in_part(header, "Artifact")) for atom in rows]
    if len(rows) > 2:
        rows[0] = replace(rows[0], keep=Keep.MUST)
        rows[-2] = replace(rows[-2], keep=Keep.MUST)
    return spaced(keep_together([header, *rows], Keep.WISH), 2 * look.unit, 2 * look.unit)


def _set_cell(words: Words, type_: Type, width: float, look: Look, block: Table) -> list[SetLine]:
    """The lines of a cell; larger icons have their middle at that of smaller ones."""
    sized = _sized(words, type_)
    drop = (ICON_HEIGHT / 2 - ICON_DROP) * (sized.size - type_.size)
    return [
        replace(line, items=shifted(line.items, 0, drop)) if drop else line
        for line in set_words(words, sized, width, look, block.place)
    ]


def _sized(words: Words, type_: Type) -> Type:
    """The type of a cell; icons without words are larger, to be distinct."""
    alone = _wordless(words) and any(isinstance(item, InlineIcon) for item in words)
    return replace(type_, size=LONE_ICON_SCALE * type_.size) if alone else type_


def _wordless(words: Words) -> bool:
    return all(isinstance(item, InlineIcon) or (isinstance(item, Run) and not item.text.strip()) for item in words)


def _pictured(block: Table, column: int) -> bool:
    """Whether a column, including its head, has only icons."""
    cells = [block.header[column], *(row[column] for row in block.rows)]
    return all(map(_wordless, cells)) and any(isinstance(item, InlineIcon) for cell in cells for item in cell)


def _row(
    cells: list[list[SetLine]],
    lefts: list[float],
    type_: Type,
    width: float,
    look: Look,
    head: bool,
    last: bool,
    close: int = 1,
) -> Atom:
    lines = max(len(cell) for cell in cells)
    room = max(lines, 1) * type_.leading
    height = look.units((room + 2 * ABOVE * look.size) * close) / close
    top = (height - room) / 2 + baseline(type_, look)
    items: list[Item] = []
    if head:
        items.append(Shape(rectangle(0, 0, width, height), fill=look.head()))
    rule, colour = (RULE, look.accent) if head or last else (HAIRLINE, look.hairline)
    items.append(Shape((("M", 0, height), ("L", width, height)), stroke=colour, line=rule))
    for column, (left, cell) in enumerate(zip(lefts, cells, strict=True)):
        first = top + (max(lines, 1) - max(len(cell), 1)) / 2 * type_.leading
        drawn = (shifted(line.items, left, first + index * type_.leading) for index, line in enumerate(cell))
        items += part([item for line in drawn for item in line], "TH" if head else "TD", column)
    return Atom(height, tuple(items), changed=any(line.changed for cell in cells for line in cell))


def _columns(block: Table, types: list[Type], width: float, look: Look) -> tuple[list[float], bool]:
    """Widths in mm: each column's longest cell if all fit, else no less than its longest word and a share by need.

    Returns False without room for undivided words, and no widths without room for divided ones.
    """
    divided, least, natural = [], [], []
    for index, type_ in enumerate(types):
        words = [(block.header[index], replace(type_, bold=True)), *((row[index], type_) for row in block.rows)]
        measured = [_measure(cell, kind, look, block) for cell, kind in words]
        divided.append(max(part for part, _, _ in measured) + 0.01)
        least.append(max(word for _, word, _ in measured) + 0.01)
        natural.append(max(line for _, _, line in measured) + 0.01)
    if sum(natural) <= width:
        spare = width - sum(natural)
        if sum(natural) > 0.6 * width:
            return [column + spare * column / sum(natural) for column in natural], True
        return natural, True
    if sum(divided) > width:
        return [], False
    if sum(least) > width:
        share = (width - sum(divided)) / (sum(least) - sum(divided))
        return [part + share * (word - part) for part, word in zip(divided, least, strict=True)], False
    undivided_names = [natural[0], *least[1:]]
    widths = [
        _shared(width, lower, natural, power)
        for lower in (undivided_names, least)
        if sum(lower) <= width
        for power in NEEDS
    ]
    return min(widths, key=lambda columns: _lines(block, types, columns, look)), True


def _shared(width: float, least: list[float], natural: list[float], power: float) -> list[float]:
    """Widths of columns: the least of each, and of the rest of the room a share by need."""
    room = width - sum(least)
    wants = [0.01 + (whole - word) ** power for whole, word in zip(natural, least, strict=True)]
    return [word + room * want / sum(wants) for word, want in zip(least, wants, strict=True)]


def _lines(block: Table, types: list[Type], columns: list[float], look: Look) -> int:
    """The number of lines of all rows with these widths of columns, in mm."""
    types = [replace(type_, hyphenate=False) for type_ in types]
    return sum(
        max(
            len(set_words(cell, _sized(cell, type_), column, look, block.place))
            for cell, type_, column in zip(row, types, columns, strict=True)
        )
        for row in block.rows
    )


def _measure(words: Words, type_: Type, look: Look, block: Table) -> tuple[float, float, float]:
    """The widest part of a word of a cell, with its hyphen, the widest word, undivided, and the widest line, in mm."""
    type_ = _sized(words, type_)
    part = word = line = widest_part = widest_word = widest_line = 0.0
    for piece in pieces(words, type_, look, block.place):
        if isinstance(piece, Break) and not piece.forced:
            widest_part, part = max(widest_part, part + piece.width), 0.0
            continue
        if isinstance(piece, Box):
            part, word = part + piece.width, word + piece.width
        else:
            part = word = 0.0
        line = 0.0 if isinstance(piece, Break) else line + piece.width
        widest_part, widest_word, widest_line = max(widest_part, part), max(widest_word, word), max(widest_line, line)
    return widest_part * type_.size, widest_word * type_.size, widest_line * type_.size
