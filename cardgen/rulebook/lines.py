"""Sets words in lines, in millimetres, and makes atoms of lines, without widows and orphans."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import DOES_NOT_FIT, Place, fail
from cardgen.graphics.drawing import Group, Item, Shape, Symbol, Text, Use, mirror
from cardgen.graphics.geometry import box_through, rectangle, translation
from cardgen.rulebook.atoms import Atom, Keep, part
from cardgen.rulebook.blocks import Words
from cardgen.rulebook.colours import WHITE, mix
from cardgen.rulebook.inline import CHANGED
from cardgen.rulebook.look import Look, Type
from cardgen.text.breaking import Box, Piece
from cardgen.text.inline import Run
from cardgen.text.justify import set_lines
from cardgen.text.pieces import Tinted
from cardgen.text.setting import line_items, pieces_of

LOOSE = 0.6  # part of a space's width by which it can grow; a paragraph that needs more is ragged
MIN_LINES = 2  # lines of a paragraph that are kept together
TILE = 0.4  # tint of an icon's colour on its tile
BEYOND, CORNERS = 0.12, 0.2  # ems by which a tile exceeds its icon, and radius of its corners


@dataclass(frozen=True, slots=True)
class SetLine:
    """One line, its items on a baseline at 0; `width` in mm includes protrusion into the margins. `changed` if any of
    its words is."""

    items: tuple[Item, ...]
    width: float
    changed: bool = False


class _Changed(str):
    """The colour of words that are shown as changed, which marks them after lines are broken."""

    __slots__ = ()


def pieces(
    words: Words,
    type_: Type,
    look: Look,
    place: Place,
    called: dict[str, str] | None = None,
    tiles: dict[str, str] | None = None,
) -> tuple[Piece, ...]:
    """The words in ems. It fills `called` with the names of their icons, by symbol, and `tiles` with the colours of the
    tiles behind coloured icons, by the readable version of the icon's colour.

    Raises InputError for an unknown icon and for characters that a font lacks.
    """
    book = look.book

    def icon(name: str) -> Symbol:
        symbol = book.icons(name, place)
        if called is not None:
            called[symbol.name] = book.called(name)
        return symbol

    def colour(name: str) -> str:
        plain = name.removeprefix(CHANGED)
        ink = book.ink(plain, look.tint(0.14), place) if plain else type_.colour
        if plain and tiles is not None:
            tiles[ink] = mix(book.colour(plain)[:7], WHITE, TILE)
        return ink if plain == name else _Changed(ink)

    def as_changed(run: Run) -> Run:
        return replace(run, colour=CHANGED + run.colour) if run.changed else run

    return pieces_of(
        [as_changed(each) if isinstance(each, Run) else each for each in words],
        lambda bold, italic: look.font(type_, bold, italic),
        icon,
        book.language,
        type_.hyphenate,
        place,
        colour,
    )


def set_words(words: Words, type_: Type, width: float, look: Look, place: Place) -> list[SetLine]:
    """The lines of words in a width in mm, aligned by their type. Raises InputError for a word that is wider."""
    key = (words, type_, width)
    if key not in look.lines:
        look.lines[key] = _set(words, type_, width, look, place)
    return look.lines[key]


def _set(words: Words, type_: Type, width: float, look: Look, place: Place) -> list[SetLine]:
    called: dict[str, str] = {}
    tiles: dict[str, str] = {}
    set_pieces = pieces(words, type_, look, place, called, tiles)
    justify = type_.align == "justify"
    hang = type_.hang and not look.book.backwards
    lines = set_lines(set_pieces, width / type_.size, justify, hang)
    if lines and any(line.fit.stretch > LOOSE for line in lines):
        lines = set_lines(set_pieces, width / type_.size, False, hang)
    if lines is None:
        widest = max(piece.width for piece in set_pieces if isinstance(piece, Box)) * type_.size
        message = f"a word is {widest:.1f} mm wide, but its line only {width:.1f} mm"
        raise fail(message, place, DOES_NOT_FIT)
    done = []
    for line in lines:
        natural = line.width * type_.size
        x = {"centre": (width - natural) / 2, "right": width - natural}.get(type_.align, -line.left * type_.size)
        items = line_items(line.pieces, x, 0.0, type_.size, type_.colour, line.fit)
        drawn = (piece.item.item if isinstance(piece.item, Tinted) else piece.item for piece in line.pieces)
        icons = {item.name: item for item in drawn if isinstance(item, Symbol)}
        if look.book.backwards:  # the page is mirrored later, but not the order of its words
            items = list(mirror(items, 2 * x + natural, icons))
        items = [
            part([item], "Word", index, _apart(called[item.symbol], items, index))[0] if isinstance(item, Use) else item
            for index, item in enumerate(items)
        ]
        if line.gap and not look.book.backwards:
            items = list(with_space(items))
        items = [*_tiles(items, icons, tiles, type_.size), *items]
        changed = any(isinstance(p.item, Tinted) and isinstance(p.item.colour, _Changed) for p in line.pieces)
        done.append(SetLine(tuple(items), natural, changed))
    return done


def _tiles(items: Sequence[Item], icons: dict[str, Symbol], tiles: dict[str, str], size: float) -> Iterator[Shape]:
    """The tiles behind those icons of a line that have a colour."""
    for item in items:
        inner = item.items[0] if isinstance(item, Group) and len(item.items) == 1 else item
        if isinstance(inner, Use) and inner.colour in tiles:
            left, top, right, bottom = box_through(inner.matrix, icons[inner.symbol].box)
            x, y, half = (left + right) / 2, (top + bottom) / 2, max(right - left, bottom - top) / 2 + BEYOND * size
            yield Shape(rectangle(x - half, y - half, x + half, y + half, CORNERS * size), fill=tiles[inner.colour])


def _apart(name: str, items: Sequence[Item], index: int) -> str:
    """The name of an icon in a line, with spaces between it and neighbouring letters and icons."""
    before, after = items[index - 1] if index else None, items[index + 1] if index + 1 < len(items) else None
    close_before = isinstance(before, Use) or (isinstance(before, Text) and before.text[-1:].isalnum())
    close_after = isinstance(after, Text) and after.text[:1].isalnum()
    return f"{' ' * close_before}{name}{' ' * close_after}"


def with_space(items: Sequence[Item]) -> tuple[Item, ...]:
    """The items of a line with an invisible space at their end, so that copied words stay apart."""
    last = items[-1] if items else None
    if isinstance(last, Text):
        return (*items[:-1], replace(last, text=f"{last.text} "))
    if isinstance(last, Group) and last.part:
        return (*items[:-1], replace(last, part=replace(last.part, said=f"{last.part.said} ")))
    return tuple(items)


def baseline(type_: Type, look: Look) -> float:
    """The distance of a line's baseline from its top, with letters in the middle of the leading."""
    face = look.font(type_, False, False)
    return (type_.leading + (face.ascent - face.descent) * type_.size) / 2


def line_atoms(lines: list[SetLine], type_: Type, look: Look) -> list[Atom]:
    """An atom for each line, kept together so that at least two are on a page."""
    drop = baseline(type_, look)
    count = len(lines)
    return [
        Atom(
            type_.leading,
            shifted(line.items, 0, drop),
            keep=Keep.MUST
            if index < count - 1 and (index < MIN_LINES - 1 or index >= count - MIN_LINES)
            else Keep.FREE,
            line=(index + 1, count),
            changed=line.changed,
        )
        for index, line in enumerate(lines)
    ]


def shifted(items: tuple[Item, ...], x: float, y: float) -> tuple[Item, ...]:
    """Items of a line, moved right and down, in mm."""
    return tuple(item.move(x, y) if isinstance(item, Text) else Group((item,), translation(x, y)) for item in items)
