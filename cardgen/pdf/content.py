"""Items to the operators of a content stream, every number a millimetre."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from cardgen.drawing import CURRENT, IDENTITY, Group, Item, Matrix, Picture, Segments, Shape, Text, Use
from cardgen.remember import per_object

_LETTERS = {"M": "m", "L": "l", "C": "c", "Z": "h"}
_PREFIX = "FormXob."  # what reportlab puts before the names of forms


@dataclass(frozen=True, slots=True)
class Encoding:
    """How the fonts of a document write its characters: those of the same `fonts` are always written the same.

    `fonts` are a document's fonts, each with its file and the characters that get codes of their own. `codes` give for
    each font and character the resource name of the subset that holds it, and how it stands in a string.
    """

    fonts: tuple[tuple[str, str, str], ...]
    codes: dict[str, dict[str, tuple[str, str]]] = field(compare=False)


@dataclass(frozen=True)
class Content:
    """The operators that draw items, and the names of the symbols and pictures that they use: forms of the file."""

    operators: str
    uses: tuple[str, ...]

    @cached_property
    def packed(self) -> bytes:
        return zlib.compress(self.operators.encode())


@per_object
def content(items: tuple[Item, ...], encoding: Encoding) -> Content:
    """What draws the items of a page, a symbol or a group. Those of faces and texts come up in many documents."""
    return _Writer(encoding).content(items)


@lru_cache(maxsize=10_000)
def form_name(name: str) -> str:
    """A symbol's or picture's name in the signs that a name in a PDF file may have."""
    return re.sub(r"[^A-Za-z0-9_-]", lambda sign: f".{ord(sign[0]):x}.", name)


class _Writer:
    def __init__(self, encoding: Encoding) -> None:
        self.encoding = encoding
        self.operators: list[str] = []
        self.uses: dict[str, None] = {}

    def content(self, items: tuple[Item, ...]) -> Content:
        self._items(items)
        return Content("\n".join(self.operators), tuple(self.uses))

    def _items(self, items: Iterable[Item]) -> None:
        for item in items:
            _DRAW[type(item)](self, item)

    def _group(self, group: Group) -> None:
        shown = content(group.items, self.encoding)
        self.operators += [*_opened(group), shown.operators, "Q"]
        self.uses |= dict.fromkeys(shown.uses)

    def _use(self, use: Use) -> None:
        colour = f"{_colour(use.colour)} rg {_colour(use.colour)} RG " if use.colour else ""
        placed = f"{matrix(use.matrix)} cm " if use.matrix != IDENTITY else ""
        self._form(f"{colour}{placed}", use.symbol)

    def _picture(self, picture: Picture) -> None:
        placed = (picture.width, 0, 0, -picture.height, picture.x, picture.y + picture.height)
        self._form(f"{matrix(placed)} cm ", picture.file)

    def _form(self, state: str, name: str) -> None:
        self.uses[name] = None
        self.operators.append(f"q {state}/{_PREFIX}{form_name(name)} Do Q")

    def _shape(self, shape: Shape) -> None:
        code = []
        if shape.fill and shape.fill != CURRENT:
            code.append(f"{_colour(shape.fill)} rg")
        if shape.stroke:
            if shape.stroke != CURRENT:
                code.append(f"{_colour(shape.stroke)} RG")
            code.append(f"{number(shape.line)} w 1 j")
        code.append(_path(shape.segments))
        code.append({(True, True): "B", (True, False): "f", (False, True): "S"}[bool(shape.fill), bool(shape.stroke)])
        self.operators.append(" ".join(code))

    def _text(self, text: Text) -> None:
        codes = self.encoding.codes[text.font]
        subset = ""
        array: list[str] = []
        run: list[str] = []
        shown = [f"BT {_colour(text.colour)} rg 1 0 0 -1 {numbers((text.x, text.y))} Tm"]

        def show() -> None:
            if run:
                array.append(f"({''.join(run)})")
                run.clear()

        def change(other: str) -> None:
            show()
            if array:
                shown.append(f"{subset} {number(text.size)} Tf [{''.join(array)}] TJ")
                array.clear()

        kerns = dict(text.kerns)
        for index, sign in enumerate(text.text):
            of, code = codes[sign]
            if of != subset:
                change(of)
                subset = of
            run.append(code)
            if index in kerns:
                show()
                array.append(number(-1000 * kerns[index]))
        change("")
        shown.append("ET")
        self.operators.append("\n".join(shown))


@per_object
def _opened(group: Group) -> list[str]:
    """What begins a group: its matrix and its clip."""
    operators = ["q"]
    if group.matrix != IDENTITY:
        operators.append(f"{matrix(group.matrix)} cm")
    if group.clip:
        operators.append(_path(group.clip) + " W n")
    return operators


_DRAW: dict[type, Callable[[_Writer, Any], None]] = {  # each draws items of its own kind
    Group: _Writer._group,
    Use: _Writer._use,
    Shape: _Writer._shape,
    Picture: _Writer._picture,
    Text: _Writer._text,
}


def number(value: float, digits: int = 4) -> str:
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@lru_cache(maxsize=50_000)  # patterns repeat their motif, and pages their faces
def matrix(factors: Matrix) -> str:
    """Factors have more digits than lengths: they multiply lengths of up to a page or an icon's 512 units."""
    return " ".join([*(number(factor, 8) for factor in factors[:4]), *map(number, factors[4:])])


def numbers(values: Iterable[float]) -> str:
    return " ".join(map(number, values))


@lru_cache(maxsize=10_000)  # the same clips and frames come up on all pages
def _path(segments: Segments) -> str:
    return " ".join(f"{numbers(values)} {_LETTERS[letter]}" if values else "h" for letter, *values in segments)


@lru_cache(maxsize=1000)
def _colour(colour: str) -> str:
    return " ".join(number(int(colour[i : i + 2], 16) / 255) for i in (1, 3, 5))
