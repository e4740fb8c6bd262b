"""Reads the properties of strokes from a style: width, dashes, caps and joins."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from cardgen.graphics.drawing import Pen
from cardgen.svg.style import Style
from cardgen.svg.values import Size, length, numbers

_JOINS: dict[str, Literal["miter", "round", "bevel"]] = {
    "miter": "miter", "miter-clip": "miter", "arcs": "miter", "round": "round", "bevel": "bevel",
}  # fmt: skip
_CAPS: dict[str, Literal["butt", "round", "square"]] = {"butt": "butt", "round": "round", "square": "square"}


_DEFAULTS = {
    "stroke-width": "1", "stroke-linecap": "butt", "stroke-linejoin": "miter", "stroke-miterlimit": "4",
    "stroke-dasharray": "none", "stroke-dashoffset": "0",
}  # fmt: skip


def pen_of(style: Style, view: Size) -> tuple[Pen, float]:
    """The pen and the width of a style's strokes."""
    values = [style.get(name, usual) for name, usual in _DEFAULTS.items()]
    return _pen(*values, ((view[0] ** 2 + view[1] ** 2) / 2) ** 0.5, float(style["font-size"]))


@lru_cache(maxsize=5000)
def _pen(
    width: str, cap: str, join: str, miter: str, dashed: str, offset: str, whole: float, em: float
) -> tuple[Pen, float]:
    line, dashes, limit = length(width, whole, em), _dashes(dashed, whole, em), numbers(miter)
    pen = Pen(
        _CAPS.get(cap, "butt"),
        _JOINS.get(join, "miter"),
        limit[0] if limit else 4.0,
        dashes,
        _offset(length(offset, whole, em) or 0.0, dashes),
    )
    return pen, 1.0 if line is None else line


def _dashes(text: str, whole: float, em: float) -> tuple[float, ...]:
    if text == "none":
        return ()
    lengths = [length(word, whole, em) for word in text.replace(",", " ").split()]
    valid = [value for value in lengths if value is not None and value >= 0]
    if len(valid) < len(lengths) or sum(valid) <= 0:
        return ()
    return tuple(valid * 2 if len(valid) % 2 else valid)


def _offset(offset: float, dashes: tuple[float, ...]) -> float:
    """PDF files know no offsets below 0."""
    return offset % sum(dashes) if dashes and offset < 0 else offset
