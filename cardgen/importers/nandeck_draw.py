"""Translates nanDECK's drawing directives to boxes, whose parameters are filled in for each card."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from cardgen.importers.looks import escape_markup, hex_colour, mirror_value, to_markup
from cardgen.importers.model import DrawnBox, FontStyle, Plain, Value
from cardgen.importers.nandeck_lines import Directive, evaluate, length, unquote
from cardgen.importers.table import number

Row = list[str]
DRAWN = {
    *("TEXT", "TEXTFONT", "HTMLTEXT", "IMAGE", "RECTANGLE", "ROUNDRECT", "ELLIPSE", "CIRCLE", "LINE", "TRIANGLE"),
    *("PATTERN", "FILL", "BACKGROUND"),
}
_ALIGN = {"center": "centre", "right": "right"}
_MAX_PICTURES = 20  # in a pattern


class Pens:
    """The current font for texts, and the fonts of HTML texts by their tags."""

    def __init__(self) -> None:
        self.style, self.colour = FontStyle("Arial", 12.0), "#000000"
        self.named: dict[str, tuple[FontStyle, str, str]] = {}

    def take(self, word: str, parts: Sequence[str]) -> None:
        """`FONT = name, size, style, colour`, or `HTMLFONT = tag, name, size, style, colour, align`."""
        own = list(parts) + [""] * 8
        if word == "HTMLFONT":
            style, colour = _font(own[1:5])
            self.named[own[0].lower()] = style, colour, _ALIGN.get(own[5].lower(), "left")
        else:
            self.style, self.colour = _font(own)


def _font(parts: Sequence[str]) -> tuple[FontStyle, str]:
    flags = parts[2].upper()
    size = evaluate(parts[1]) or 12.0
    return FontStyle(parts[0], size, "B" in flags, "I" in flags), hex_colour(parts[3]) or "#000000"


def boxes(
    each: Directive, rows: Mapping[int, Row], measures: tuple[tuple[float, float], float], pens: Pens, cards: int
) -> list[DrawnBox] | None:
    """The boxes that a line draws, or None if cardgen does not understand it.

    `rows` has its parameters for each card on which it draws. `measures` are the size of a card and the script's unit,
    in mm; there are `cards` cards.
    """
    try:
        return _Line(each, rows, measures, pens, cards).boxes()
    except _NotUnderstood:
        return None


class _NotUnderstood(Exception):
    pass


class _Line:
    def __init__(
        self,
        each: Directive,
        rows: Mapping[int, Row],
        measures: tuple[tuple[float, float], float],
        pens: Pens,
        cards: int,
    ) -> None:
        self.each, self.rows, self.pens, self.cards = each, rows, pens, cards
        self.size, self.unit = measures
        self.line, self.row = each.line, next(iter(rows.values()))

    def boxes(self) -> list[DrawnBox]:
        word = self.each.word
        if word in ("TEXT", "TEXTFONT", "HTMLTEXT"):
            return [self._text(word)]
        if word == "PATTERN":
            return self._pattern()
        if word == "IMAGE":
            return [self._image()]
        if word == "LINE":
            return [self._path(2, 4, closed=False)]
        if word == "TRIANGLE":
            return [self._path(3, 6, closed=True)]
        if word in ("FILL", "BACKGROUND"):
            return [self._box_at("rectangle", 0, {"fill": self._each(lambda row: hex_colour(_at(row, 4)))})]
        draw = "ellipse" if word in ("ELLIPSE", "CIRCLE") else "rectangle"
        keys = self._ink_keys(4)
        if word == "ROUNDRECT":
            keys["corners"] = min(self.size) / 20
        return [self._box_at(draw, 0, keys)]

    def _each(self, read: Callable[[Row], Plain]) -> Value:
        values: dict[tuple[str, ...], Plain] = {}
        for row in self.rows.values():
            if (key := (*row,)) not in values:
                values[key] = read(row)
        if len(set(values.values())) == 1:
            return next(iter(values.values()))
        return tuple(values[(*self.rows[card],)] if card in self.rows else None for card in range(self.cards))

    def _words_at(self, at: int) -> Value:
        return self._each(lambda row: unquote(_at(row, at)))

    def _length(self, at: int, down: bool, row: Row) -> float | None:
        return length(_at(row, at), self.size[down], self.unit)

    def _span(self, at: int, down: bool) -> tuple[Value, Value]:
        """The start and the extent of a box; a negative extent goes backwards."""

        def read(row: Row) -> tuple[float, float]:
            start, extent = self._length(at, down, row), self._length(at + 2, down, row)
            if start is None or extent is None:
                raise _NotUnderstood
            return (start, extent) if extent >= 0 else (start + extent, -extent)

        return self._each(lambda row: read(row)[0]), self._each(lambda row: read(row)[1])

    def _box_at(self, draw: str, at: int, keys: dict[str, Value], name: str = "") -> DrawnBox:
        (left, width), (top, height) = self._span(at, False), self._span(at + 1, True)
        return DrawnBox(draw, self.line, left, top, width, height, keys, name)

    def _ink_keys(self, at: int) -> dict[str, Value]:
        """The fill, the stroke and its width. A single colour fills the shape."""

        def paint(text: str) -> str:
            return _gradient(text) or hex_colour(text) or ""

        def fill(row: Row) -> Plain:
            return paint(_at(row, at + 1) or _at(row, at))

        def wide(row: Row) -> Plain:
            width = self._length(at + 2, False, row)
            return min(max(width if width is not None else 0.2, 0.0), 20.0)

        keys: dict[str, Value] = {"fill": self._each(fill)}
        keys["stroke"] = self._each(lambda row: hex_colour(_at(row, at)) if _at(row, at + 1) else "")
        line = self._each(wide)
        return keys | ({"line": line} if keys["stroke"] else {})

    def _path(self, points: int, ink: int, closed: bool) -> DrawnBox:
        def data(row: Row) -> Plain:
            corners = [(self._length(2 * at, False, row), self._length(2 * at + 1, True, row)) for at in range(points)]
            if any(x is None or y is None for x, y in corners):
                raise _NotUnderstood
            return (
                "M "
                + " L ".join(f"{number(x or 0.0)} {number(y or 0.0)}" for x, y in corners)
                + (" Z" if closed else "")
            )

        keys = self._ink_keys(ink)
        if not closed:
            keys = {"stroke": self._each(lambda row: hex_colour(_at(row, ink)) or "#000000")}
            keys["line"] = self._each(lambda row: min(self._length(ink + 1, False, row) or 0.2, 20.0))
        width, height = self.size
        view = f"0 0 {number(width)} {number(height)}"
        return DrawnBox("path", self.line, 0.0, 0.0, width, height, {"d": self._each(data), "view": view, **keys})

    def _turn(self, at: int) -> dict[str, Value]:
        def read(row: Row) -> Plain:
            angle = evaluate(_at(row, at))
            return (-angle) % 360 if angle else 0.0

        turn = self._each(read)
        return {"turn": turn} if turn else {}

    def _text(self, word: str) -> DrawnBox:
        style, colour, align = self.pens.style, self.pens.colour, "left"
        rich = word == "HTMLTEXT"
        row = self.row
        if word == "TEXTFONT":
            style, colour = _font([unquote(part) for part in [*row[9:13], "", "", "", ""][:4]])
            paints = self._each(lambda row: hex_colour(_at(row, 12)) or "#000000")
        else:
            paints = colour
        if rich:
            style, paints, align = self.pens.named.get(unquote(_at(row, 9)).lower(), (style, colour, "left"))
        else:
            align = _ALIGN.get(unquote(_at(row, 5)).lower(), "left")
        across = unquote(_at(row, 6)).lower()
        down = "top" if across in ("top", "wwtop", "wordwrap") else "bottom" if "bottom" in across else "middle"
        words = self._each(lambda row: (to_markup if rich else escape_markup)(unquote(_at(row, 0))))
        keys: dict[str, Value] = {"text": words, "colour": paints, "align": align, "valign": "top" if rich else down}
        box = self._box_at("text", 1, keys | self._turn(6 if rich else 7), _name(self.each.parts[1:2]))
        return replace(box, style=style)

    def _image(self) -> DrawnBox:
        flags = unquote(_at(self.row, 6)).upper()
        fit: dict[str, Value] = {} if "P" in flags else {"fit": "cover"}
        keys = {"of": self._words_at(0), **fit, **self._mirror(6), **self._turn(5)}
        return self._box_at("picture", 1, keys, _name(self.each.parts[1:2]))

    def _mirror(self, at: int) -> dict[str, Value]:
        """The direction in which the flags mirror a picture."""

        def read(row: Row) -> Plain:
            flags = unquote(_at(row, at)).upper()
            return mirror_value("H" in flags, "V" in flags)

        mirror = self._each(read)
        return {"mirror": mirror} if mirror != "none" else {}

    def _pattern(self) -> list[DrawnBox]:
        """Equal pictures in rows, one box for each, on the cards that have as many."""
        whole = self._box_at(
            "picture", 2, {"of": self._words_at(0), **self._mirror(9), **self._turn(8)}, _name(self.each.parts[1:2])
        )
        counts = {card: min(int(evaluate(_at(row, 1)) or 0), _MAX_PICTURES) for card, row in self.rows.items()}
        width, height = (
            length(_at(self.row, at), side, self.unit) for at, side in ((6, self.size[0]), (7, self.size[1]))
        )
        if not width or not height or not isinstance(whole.left, float) or not isinstance(whole.width, float):
            raise _NotUnderstood
        a_row = max(int(whole.width / width), 1)
        top = whole.top if isinstance(whole.top, float) else 0.0
        return [
            replace(
                whole,
                left=whole.left + (at % a_row) * width,
                top=top + (at // a_row) * height,
                width=width,
                height=height,
                cards=frozenset(card for card, count in counts.items() if count > at),
            )
            for at in range(max(counts.values(), default=0))
        ]


def _at(row: Row, at: int) -> str:
    return row[at] if at < len(row) else ""


def _name(parts: Sequence[str]) -> str:
    """The name of a box: that of the label which it shows."""
    match = re.fullmatch(r"\"?\s*\[([\w -]{1,40})\]\s*\"?", parts[0]) if parts else None
    return match[1] if match else ""


def _gradient(text: str) -> str:
    """`#FF0000#0000FF@90` as our gradient; empty for a single colour."""
    match = re.fullmatch(r"\s*(#[0-9a-fA-F]{6})(#[0-9a-fA-F]{6})(?:@(\d+))?.*", text)
    if not match:
        return ""
    angle = int(match[3] or 0) % 360
    way = (
        "round"
        if match[3] == "361"
        else "right"
        if angle < 45 or angle > 315
        else "down"
        if angle < 135
        else "left"
        if angle < 225
        else "up"
    )
    return f"{match[1].lower()} to {match[2].lower()}, {way}"
