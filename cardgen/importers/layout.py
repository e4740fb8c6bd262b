"""Writes a deck's boxes as fields of a layout, in YAML. Each field has its own line, so a fault names one field."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from cardgen.definitions.fields import MAX_POINTS, MIN_POINTS
from cardgen.definitions.strings_file import as_yaml
from cardgen.foundations.dataclass import dataclass
from cardgen.importers.looks import slug, unique
from cardgen.importers.model import Deck, DrawnBox, FontStyle, Plain, Value, each, on, one_if_equal
from cardgen.importers.table import DraftTable, cell, column_name, number

NEEDED = {"text": "text", "picture": "of", "path": "d"}  # keys that a box needs to show anything
PAINTS = ("fill", "stroke")
MIN_SIZE = 0.1  # mm, the least width that cardgen draws
MIN_OPEN = 5.0  # mm, the least width of a text that reaches to the edge of the card
MARGIN = 1.0  # mm between such a text and the edge
BLEED = 2.9  # mm, a little less than the bleed that is printed


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a layout in YAML, and the line of the other program's file that it comes from. `out` is the reason if
    it is left out."""

    name: str
    text: str
    line: int
    out: str = ""


class Fields:
    """Writes boxes as fields. `find_picture` returns the game's name for a picture of the other program, or None."""

    def __init__(self, deck: Deck, table: DraftTable, find_picture: Callable[[str], str | None]) -> None:
        self.deck, self.table, self.find_picture = deck, table, find_picture
        self.styles: dict[tuple[object, ...], tuple[str, str]] = {}
        self.taken: set[str] = set()
        self.named: set[str] = set()
        self.lost: list[tuple[int, str]] = []  # missing pictures, with the lines of their boxes

    def all(self) -> list[Field]:
        """The fields, the lowest first."""
        return [
            field
            for box in self.deck.boxes
            for part in _split_by_paint(box, self.deck.cards)
            for field in self._of(part)
        ]

    def _of(self, box: DrawnBox) -> Iterator[Field]:
        name = unique(slug(box.name or box.draw), self.taken)
        box = replace(box, keys={key: one_if_equal(value) for key, value in box.keys.items()})
        missing = ""
        if box.draw == "picture":
            box, missing = self._with_pictures(box)
        if missing:
            self.lost.append((box.line, missing))
        needed = box.keys.get(NEEDED.get(box.draw, ""), "there")
        if isinstance(needed, tuple):
            box = on(_whole(box, self.deck), (at for at, value in enumerate(needed) if cell(value)))
        elif not cell(needed):
            return
        if box.cards is not None and not box.cards:
            return
        pairs = [f"draw: {box.draw}", *self._keys(box, name), *self._place(box, name)]
        if box.cards is not None and len(box.cards) < self.deck.cards:
            pairs.append(f"when: {json.dumps(self.table.telling(box.cards, f'show {name}'), ensure_ascii=False)}")
        reason = missing if not isinstance(needed, tuple) else ""
        yield Field(name, f"{{{', '.join(pairs)}}}", box.line, reason)

    def _with_pictures(self, box: DrawnBox) -> tuple[DrawnBox, str]:
        """A box with the game's names for its pictures, and a message about those that are missing."""
        of = box.keys["of"]
        lost = [name for name in dict.fromkeys(self.deck.series(of)) if name and not self.find_picture(str(name))]
        message = f"no picture {', '.join(map(repr, map(str, lost[:3])))}" + (" and others" if len(lost) > 3 else "")
        if isinstance(of, tuple):
            value: Value = tuple(self.find_picture(str(name)) if name else None for name in self.deck.series(of))
        else:
            value = (self.find_picture(str(of)) or str(of)) if of else None
        return replace(box, keys={**box.keys, "of": value}), message if lost else ""

    def _keys(self, box: DrawnBox, name: str) -> Iterator[str]:
        if box.style:
            yield f"style: {self._style(box.style)}"
            if isinstance(box.style.size, tuple):
                yield f"size: {self._yaml_value(box.style.size, f'{name} size')}"
        for key, value in box.keys.items():
            if value not in (None, ""):
                yield f"{key}: {self._yaml_value(value, f'{name} {key}', key)}"

    def _yaml_value(self, value: Value, wish: str, key: str = "") -> str:
        """A value in YAML, or an expression that reads it from a column."""
        if isinstance(value, str) and {"{", "}"} & {*value}:
            value = (value,) * self.deck.cards  # braces have no meaning in a cell
        if not isinstance(value, tuple):
            return number(value) if isinstance(value, float) else as_yaml(str(value))
        reading = self.table.holding(self.deck.series(value), wish)
        braces = f"{{{column_name(reading.column)}}}"
        return json.dumps(f"{reading.before}{braces}{reading.after}", ensure_ascii=False)

    def _style(self, style: FontStyle) -> str:
        size = style.size if isinstance(style.size, float) else 12.0
        size = min(max(size, MIN_POINTS), MAX_POINTS)
        key = (style.font, size, style.bold, style.italic)
        if key not in self.styles:
            pairs = [f"size: {number(size)}", *(["bold: yes"] * style.bold), *(["italic: yes"] * style.italic)]
            remark = f"  # {style.font}" if style.font else ""
            name = unique(slug(f"{style.font or 'text'}-{number(size)}", "text"), self.named)
            self.styles[key] = name, f"{name}: {{{', '.join(pairs)}}}{' '.join(remark.splitlines())}"
        return self.styles[key][0]

    def _place(self, box: DrawnBox, name: str) -> Iterator[str]:
        across, down = self.deck.size
        yield from self._span(box, (box.left, box.width), across, ("left", "right", "width"), name)
        yield from self._span(box, (box.top, box.height), down, ("top", "bottom", "height"), name)

    def _span(
        self, box: DrawnBox, span: tuple[Value, Value], whole: float, keys: tuple[str, str, str], name: str
    ) -> Iterator[str]:
        """The position and the extent of a box along one axis; the card measures `whole` mm there."""
        start, extent = one_if_equal(_numbers(span[0])), one_if_equal(span[1])
        first, last, length = keys
        if extent is None:
            start = each(lambda at: min(max(_number(at), 0.0), whole - MIN_OPEN), start)
            yield f"{first}: {self._yaml_value(start, f'{name} {first}')}"
            yield f"{last}: {number(MARGIN)}"
            return
        extent = one_if_equal(_extents(extent))
        if isinstance(start, float) and isinstance(extent, float):
            end = whole - start - extent
            if box.draw == "text" and not box.keys.get("turn"):
                start, end = _within(start, end, whole, box.keys.get("align" if first == "left" else "valign"))
                extent = whole - start - end
            before, behind = self._reaches(box, start), self._reaches(box, end)
            if before or behind:
                yield f"{first}: {'-bleed' if before else number(start)}"
                yield f"{last}: {'-bleed' if behind else number(end)}"
                return
        yield f"{first}: {self._yaml_value(start, f'{name} {first}')}"
        yield f"{length}: {self._yaml_value(extent, f'{name} {length}')}"

    def _reaches(self, box: DrawnBox, edge: float) -> bool:
        """Whether a box reaches to the end of the bleed. If the other program knows no bleed, a box that fills the card
        up to its edge does."""
        if box.draw not in ("rectangle", "picture") or box.keys.get("turn"):
            return False
        bare = not self.deck.bleed and not box.keys.get("stroke")
        return edge <= (0.01 if bare else -min(self.deck.bleed - 0.3 if self.deck.bleed else BLEED, BLEED))


def _within(start: float, end: float, whole: float, align: Value) -> tuple[float, float]:
    """The part of a text's box that lies on the card, so that its lines stay where they are."""
    before, behind = max(-start, 0.0), max(-end, 0.0)
    if align in ("centre", "middle"):
        before = behind = max(before, behind)
    if start + before + end + behind > whole - MIN_OPEN:
        return start, end
    return start + before, end + behind


def _split_by_paint(box: DrawnBox, cards: int) -> Iterator[DrawnBox]:
    """The box, or several if only some cards have a fill or a stroke: no cell of a sheet can mean 'none'."""
    sorts: dict[tuple[bool, ...], list[int]] = {}
    for at in range(cards):
        painted = tuple(bool(_at(box.keys.get(key), at)) for key in PAINTS)
        sorts.setdefault(painted, []).append(at)
    if len(sorts) < 2:
        yield box
        return
    for painted, cards_alike in sorts.items():
        absent = {key for key, is_painted in zip(PAINTS, painted, strict=True) if not is_painted}
        if box.draw not in ("rectangle", "ellipse", "path") or len(absent) < len(PAINTS):
            yield on(replace(box, keys=_without(box.keys, absent)), cards_alike)


def _without(keys: Mapping[str, Value], gone: set[str]) -> dict[str, Value]:
    return {key: value for key, value in keys.items() if key not in gone}


def _at(value: Value, index: int) -> Plain:
    if not isinstance(value, tuple):
        return value
    return value[index] if index < len(value) else None


def _whole(box: DrawnBox, deck: Deck) -> DrawnBox:
    return box if box.cards is not None else replace(box, cards=frozenset(range(deck.cards)))


def _numbers(value: Value) -> Value:
    return tuple(map(_number, value)) if isinstance(value, tuple) else _number(value)


def _extents(value: Value) -> Value:
    if isinstance(value, tuple):
        return tuple(max(_number(extent), MIN_SIZE) for extent in value)
    return max(_number(value), MIN_SIZE)


def _number(value: Plain) -> float:
    return value if isinstance(value, float) else 0.0
