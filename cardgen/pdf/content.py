"""Writes items as the operators of a content stream. Every number is a millimetre."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import field, replace
from functools import lru_cache
from itertools import groupby
from typing import Any

from cardgen.foundations.dataclass import dataclass
from cardgen.graphics.drawing import (
    CURRENT,
    PLAIN,
    SOFT_HYPHEN,
    Gradient,
    Group,
    Halo,
    Item,
    Layer,
    Pen,
    Picture,
    Shape,
    Text,
    Use,
)
from cardgen.graphics.geometry import IDENTITY, Box, Segments, multiply, rectangle
from cardgen.graphics.needs import Sign, needs_of
from cardgen.pdf.blending import PREFIX, Content, FormXObject, Resource, alpha, blended_form, fade, shading, state
from cardgen.pdf.fonts import utf16
from cardgen.pdf.inks import INVISIBLE_TEXT, SCREEN, Inks
from cardgen.pdf.layered import SPACES, SpotInk, ink_of
from cardgen.pdf.numbers import matrix, number, numbers
from cardgen.store.remember import per_object

_WORDS = 0.07  # ems between letters beyond which readers may see separate words
_PATH_OPERATORS = {"M": "m", "L": "l", "C": "c", "Z": "h"}


@dataclass(frozen=True, slots=True)
class FontCodes:
    """A font's name in a document; for each character and glyph its code and its advance (ems)."""

    name: str
    codes: dict[Sign, tuple[str, float]]


@dataclass(frozen=True, slots=True)
class Encoding:
    """How the fonts of a document write its characters, and `inks` its colours; equal encodings have equal `key`s."""

    key: str
    fonts: dict[str, FontCodes] = field(compare=False)
    inks: Inks = field(default=SCREEN, compare=False)

    @property
    def wordless(self) -> Encoding:
        """The same for content without words."""
        return Encoding(self.inks.key, {}, self.inks)

    @property
    def of_masks(self) -> Encoding:
        return Encoding(self.key, self.fonts, self.inks.masks)


def content(items: tuple[Item, ...], encoding: Encoding) -> Content:
    """The operators that draw the items of a page, a symbol or a group."""
    return _Writer(encoding).content(items)


def form(items: tuple[Item, ...], box: Box, encoding: Encoding) -> FormXObject:
    """A symbol as a form XObject, memoised because documents share faces and art."""
    return _form(items, box, encoding if needs_of(items).signs else encoding.wordless)


@per_object
def _form(items: tuple[Item, ...], box: Box, encoding: Encoding) -> FormXObject:
    return content(items, encoding).form(box)


@lru_cache(maxsize=10_000)
def form_name(name: str) -> str:
    """A symbol's or picture's name in the characters that PDF names allow."""
    return re.sub(r"[^A-Za-z0-9_-]", lambda sign: f".{ord(sign[0]):x}.", name)


class _Writer:
    def __init__(self, encoding: Encoding) -> None:
        self.encoding = encoding
        self.inks = encoding.inks
        self.operators: list[str] = []
        self.uses: dict[str, None] = {}
        self.resources: dict[Resource, None] = {}
        self.parts: dict[str, FormXObject] = {}

    def content(self, items: tuple[Item, ...]) -> Content:
        self._items(items)
        return Content("\n".join(self.operators), tuple(self.uses), tuple(self.resources), tuple(self.parts.items()))

    def _items(self, items: Iterable[Item]) -> None:
        for item in items:
            _DRAW[type(item)](self, item)

    def _group(self, group: Group) -> None:
        if group.bare:
            self._items(group.items)
            return
        if group.layer:
            self._layer(group, group.layer)
            return
        shown = content(group.items, self.encoding)
        if not group.plain:
            mask = content(group.mask.items, self.encoding.of_masks) if group.mask else None
            shown = blended_form(group, shown, mask, self.inks)
        self.operators += [*open_group(group), shown.operators, "Q"]
        self._take(shown)

    def _layer(self, group: Group, layer: Layer) -> None:
        """A print layer: in its spot colour for a press, left out of plates, and for screens among the other items."""
        ink, items = ink_of(layer, self.inks), (replace(group, layer=None),)
        if isinstance(ink, SpotInk):
            shown = content(items, Encoding(ink.key, self.encoding.fonts, ink))
            self.operators += [f"q {ink.begin}", shown.operators, "Q"]
            self._take(shown)
            self._take(Content("", resources=ink.resources))
        elif ink:
            self._items(items)

    def _take(self, shown: Content) -> None:
        """Adds the resources that drawn content needs."""
        self.uses |= dict.fromkeys(shown.uses)
        self.resources |= dict.fromkeys(shown.resources)
        self.parts |= dict(shown.parts)
        if any(resource.kind == SPACES for resource in shown.resources):
            self.inks = self.inks.above_layers
            self.encoding = replace(self.encoding, inks=self.inks)

    def _state(self, resource: Resource | None) -> str:
        """The operator that sets a state, if there is one to set."""
        if resource is None:
            return ""
        self.resources[resource] = None
        return f"/{resource.name} gs "

    def _use(self, use: Use) -> None:
        colour = f"{self.inks.fill(use.colour)} {self.inks.stroke(use.colour)} " if use.colour else ""
        colour += self._state(alpha(use.colour))
        placed = f"{matrix(use.matrix)} cm " if use.matrix != IDENTITY else ""
        self._form(f"{colour}{placed}", use.symbol)

    def _picture(self, picture: Picture) -> None:
        placed = (picture.width, 0, 0, -picture.height, picture.x, picture.y + picture.height)
        self._form(f"{matrix(placed)} cm ", picture.file)

    def _form(self, state: str, name: str) -> None:
        self.uses[name] = None
        self.operators.append(f"q {state}/{PREFIX}{form_name(name)} Do Q")

    def _shape(self, shape: Shape) -> None:
        if not (shape.fill or shape.stroke):
            return
        path, fill, stroke = _path(shape.segments), shape.fill, shape.stroke
        clear = alpha(fill), alpha(stroke)
        if isinstance(fill, Gradient):
            self._gradient(path + (" W* n" if shape.evenodd else " W n"), shape.segments, fill)
        if fill and stroke and (isinstance(fill, Gradient) or any(clear)):
            # `B` would composite both as one
            if not isinstance(fill, Gradient):
                self._ink(Shape(shape.segments, fill, evenodd=shape.evenodd), path, clear[0])
            self._ink(Shape(shape.segments, None, stroke, shape.line, pen=shape.pen), path, clear[1])
        elif not isinstance(fill, Gradient):
            self._ink(shape, path, clear[0] or clear[1])

    def _ink(self, shape: Shape, path: str, state: Resource | None) -> None:
        """A shape of one colour, or with an opaque fill and stroke."""
        code = []
        apart = bool(state or shape.pen != PLAIN)
        if apart:
            code.append(f"q {self._state(state)}".rstrip())
        if isinstance(shape.fill, str) and shape.fill != CURRENT:
            code.append(self.inks.fill(shape.fill))
        if shape.stroke:
            if shape.stroke != CURRENT:
                code.append(self.inks.stroke(shape.stroke))
            code.append(f"{number(shape.line)} w {_pen(shape.pen)}")
        code.append(path)
        verb = {(True, True): "B", (True, False): "f", (False, True): "S"}[bool(shape.fill), bool(shape.stroke)]
        code.append(verb + "*" if shape.evenodd and shape.fill else verb)
        if apart:
            code.append("Q")
        self.operators.append(" ".join(code))

    def _gradient(self, clip: str, around: Segments, fill: Gradient) -> None:
        """A shading inside a clip that lies within a path: unlike a pattern it keeps to the coordinates in force."""
        veiled = ""
        if veil := fade(fill, around):
            self._take(veil)
            veiled = f"{veil.operators} "
        drawn = shading(fill, self.inks)
        self.resources[drawn] = None
        placed = f"{matrix(fill.matrix)} cm " if fill.matrix != IDENTITY else ""
        self.operators.append(f"q {clip} {veiled}{placed}/{drawn.name} sh Q")

    def _halo(self, halo: Halo) -> None:
        """The text's letters, stroked alone: rounded, so no corner sticks out."""
        stroked = f"{self.inks.stroke(halo.colour)} {number(2 * halo.line)} w 1 j 1 Tr"
        self.operators.append(f"q {self._state(alpha(halo.colour))}{stroked}")
        self._text(halo.text)
        self.operators.append("Q")

    def _text(self, text: Text) -> None:
        font = self.encoding.fonts[text.font]
        colour = text.colour
        # Letters that clip or fill
        ink, asked = ("7 Tr", None) if isinstance(colour, Gradient) else self.inks.words(colour)
        drawn = _bent(text, font) if text.places else _on_a_line(text, font)
        shown = f"BT {ink} {drawn} ET"
        # Readers reverse right-to-left text themselves, glyph by glyph
        if (text.glyphs or text.places) and not text.backwards:
            shown = _actual_text(text.plain_text, shown)
        if text.language:  # natural language (14.9.2)
            shown = f"/Span <</Lang ({text.language.replace('_', '-')})>> BDC {shown} EMC"
        if isinstance(colour, Gradient):
            air = text.size  # letters may reach out of their line
            box = (text.x - air, text.y - text.ascent - air, text.x + text.width + air, text.y + text.descent + air)
            self._gradient(shown, rectangle(*box), colour)
            return
        if clear := alpha(colour) or state(asked):
            shown = f"q {self._state(clear)}{shown} Q"
        elif ink == INVISIBLE_TEXT:
            shown = f"q {shown} Q"
        self.operators.append(shown)


def _actual_text(text: str, shown: str) -> str:
    """Operators that a reader reads as this text (14.9.4)."""
    return f"/Span <</ActualText <feff{utf16(text)}>>> BDC {shown} EMC"


def _on_a_line(text: Text, font: FontCodes) -> str:
    array = _glyphs(text, font) if text.glyphs else _characters(text, font)
    if text.spacing:  # the spacing would stay in force after the text (9.3.2)
        array = f"{number(text.spacing * text.size, 6)} Tc {array} 0 Tc"
    place = f"{number(text.scale)} 0 0 -1 {numbers((text.x, text.y))} Tm"
    return f"{place} {font.name} {number(text.size)} Tf {array}"


def _bent(text: Text, font: FontCodes) -> str:
    """Each character or glyph at its own place along a curve."""
    signs: Iterable[Sign] = [(glyph.number, glyph.text) for glyph in text.glyphs] or text.plain_text
    shown = (
        f"{matrix(multiply((1, 0, 0, -1, 0, 0), place))} Tm <{font.codes[sign][0]}> Tj"
        for sign, place in zip(signs, text.places, strict=True)
    )
    return f"{font.name} {number(text.size)} Tf {' '.join(shown)}"


def _characters(text: Text, font: FontCodes) -> str:
    """The characters of a text as codes of the font's glyphs."""
    array: list[str] = []
    kerns = dict(text.kerns)
    run: list[str] = []
    for index, sign in enumerate(text.plain_text):
        run.append(font.codes[sign][0])
        if index in kerns:
            array.append(f"<{''.join(run)}>{number(-1000 * kerns[index])}")
            run.clear()
    if run:
        array.append(f"<{''.join(run)}>")
    shown = f"[{''.join(array)}] TJ"
    # If a font's codes are those of its glyphs, the code of a hyphen means one that stays
    distinct = not text.divided or font.codes[SOFT_HYPHEN] != font.codes.get("-")
    return shown if distinct and text.spacing < _WORDS else _actual_text(text.plain_text, shown)


def _glyphs(text: Text, font: FontCodes) -> str:
    """Glyphs at places of their own; those higher or lower become separate texts."""
    shown: list[str] = []
    for height, level in groupby(text.glyphs, key=lambda glyph: glyph.y):
        array: list[str] = []
        for glyph in level:
            code, width = font.codes[glyph.number, glyph.text]
            before, after = -1000 * glyph.x, -1000 * (glyph.advance - width - glyph.x)
            array += [number(before)] * (abs(before) > 0.05)
            array.append(f"<{code}>")
            array += [number(after)] * (abs(after) > 0.05)
        rise = f"{number(height * text.size)} Ts " if height or shown else ""
        shown.append(f"{rise}[{' '.join(array)}] TJ")
    return " ".join([*shown, "0 Ts"] if len(shown) > 1 or text.glyphs[0].y else shown)


@per_object
def open_group(group: Group) -> list[str]:
    """The operators that begin a group: its matrix and its clip."""
    operators = ["q"]
    if group.matrix != IDENTITY:
        operators.append(f"{matrix(group.matrix)} cm")
    if group.clip:
        operators.append(_path(group.clip) + " W n")
    return operators


_CAPS, _JOINS = ("butt", "round", "square"), ("miter", "round", "bevel")


@lru_cache(maxsize=1000)
def _pen(pen: Pen) -> str:
    join = f"{_JOINS.index(pen.join)} j"
    if pen == PLAIN:
        return join
    dashes = f"[{numbers(pen.dashes)}] {number(pen.offset)} d"
    return f"{_CAPS.index(pen.cap)} J {join} {number(max(1.0, pen.miter))} M {dashes}"


_DRAW: dict[type, Callable[[_Writer, Any], None]] = {  # each draws items of its own kind
    Group: _Writer._group,
    Use: _Writer._use,
    Shape: _Writer._shape,
    Picture: _Writer._picture,
    Text: _Writer._text,
    Halo: _Writer._halo,
}


@lru_cache(maxsize=10_000)  # all pages have the same clips and frames
def _path(segments: Segments) -> str:
    return " ".join(f"{numbers(values)} {_PATH_OPERATORS[letter]}" if values else "h" for letter, *values in segments)
