"""Parses the values of SVG attributes: lengths, transforms, view boxes, colours and references."""

from __future__ import annotations

import colorsys
import math
import re
from collections.abc import Callable
from functools import lru_cache
from xml.etree.ElementTree import Element

from cardgen.graphics.geometry import IDENTITY, Box, Matrix, multiply, rotation, translation
from cardgen.graphics.paths import MAX_COORDINATE, NUMBER

_LENGTH = re.compile(rf"\s*+({NUMBER})\s*+([a-zA-Z]*+|%)\s*+")
_CALL = re.compile(r"[\s,]*+(\w++)\s*+\(([^()]*+)\)")  # a function of a transform
_REFERENCE = re.compile(r"""\s*+(?:url\(\s*+["']?\s*+#([^"')]++)["']?\s*+\)|#(\S++)\s*+$)""")
_UNITS = {
    "": 1, "px": 1, "pt": 4 / 3, "pc": 16, "in": 96, "cm": 96 / 2.54, "mm": 96 / 25.4, "q": 96 / 101.6,
}  # fmt: skip
Size = tuple[float, float]


def finite(text: str) -> float | None:
    """A number within the bounds of coordinates, or None."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if abs(value) < MAX_COORDINATE else None


@lru_cache(maxsize=5000)
def length(text: str | None, whole: float, em: float = 16.0) -> float | None:
    """A length in units of the drawing, or None; percentages are parts of `whole`."""
    match = _LENGTH.fullmatch(text) if text else None
    if not match or (value := finite(match[1])) is None:
        return None
    unit = match[2].lower()
    if unit == "%":
        return value * whole / 100
    if unit in ("em", "ex", "rem", "ch"):
        return value * em * (0.5 if unit in ("ex", "ch") else 1)
    return value * _UNITS[unit] if unit in _UNITS else None


def numbers(text: str | None) -> list[float]:
    """The numbers of a list, up to the first mistake."""
    result = []
    for word in re.findall(rf"{NUMBER}|[^\s,]+", text or ""):
        if (value := finite(word)) is None:
            break
        result.append(value)
    return result


@lru_cache(maxsize=5000)
def part(text: str | None, missing: float = 1.0) -> float:
    """An opacity or an offset: a number or a percentage, from 0 to 1."""
    match = _LENGTH.fullmatch(text) if text else None
    if not match or match[2] not in ("", "%") or (value := finite(match[1])) is None:
        return missing
    return min(1.0, max(0.0, value / 100 if match[2] else value))


def view_box(text: str | None) -> Box | None:
    """The left, top, width and height of a view box; None if it is missing or wrong."""
    edges = numbers(text)
    return (edges[0], edges[1], edges[2], edges[3]) if len(edges) == 4 and min(edges[2:]) > 0 else None


def reference(text: str | None) -> str | None:
    """The id that `url(#id)` or `#id` names."""
    match = _REFERENCE.match(text or "")
    return (match[1] or match[2]).strip() or None if match else None


_ALIGN = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}


def fit_view_box(view: Box, into: Size, align: str | None) -> tuple[Matrix, bool]:
    """The matrix that fits a view box into a size (SVG 2, 8.6), and whether it can overflow it."""
    left, top, width, height = view
    across, down = into[0] / width, into[1] / height
    match = re.match(r"\s*(?:defer\s+)?(none|x(Min|Mid|Max)Y(Min|Mid|Max))(?:\s+(meet|slice))?", align or "")
    if match and match[1] == "none":
        return (across, 0, 0, down, -left * across, -top * down), False
    x, y = (_ALIGN[match[2]], _ALIGN[match[3]]) if match else (0.5, 0.5)
    slice_ = bool(match and match[4] == "slice")
    scale = max(across, down) if slice_ else min(across, down)
    return (
        scale, 0, 0, scale,
        x * (into[0] - scale * width) - left * scale, y * (into[1] - scale * height) - top * scale,
    ), slice_  # fmt: skip


@lru_cache(maxsize=2000)
def transform(text: str) -> Matrix | None:
    """The matrix of a transform (SVG 2, 8.5; the first function applies last); None if nothing is visible.

    Raises ValueError.
    """
    matrix, at = IDENTITY, 0
    while call := _CALL.match(text, at):
        verb, arguments = call.groups()
        at = call.end()
        try:
            # Numbers may follow one another without anything between them: 0-10
            n = [_angle(word) for word in re.findall(rf"{NUMBER}[a-zA-Z%]*|[^\s,]+", arguments)]
            matrix = multiply(_TRANSFORMS[verb](*n), matrix)
        except (KeyError, TypeError, ValueError):
            message = f"expected translate, scale, rotate, skewX, skewY or matrix, got {verb}({arguments[:40]})"
            raise ValueError(message) from None
    if text[at:].strip(" ,\t\r\n") not in ("", "none"):
        raise ValueError(f"expected a transform such as translate(2 3), got '{text[:40]}'")
    a, b, c, d, *_ = matrix
    if not all(abs(value) < MAX_COORDINATE for value in matrix):
        raise ValueError(f"expected a transform with numbers under {MAX_COORDINATE:,}, got '{text[:40]}'")
    return matrix if abs(a * d - b * c) > 1e-12 else None


def undone(matrix: Matrix) -> Matrix:
    """The inverse of a matrix, which must have one."""
    a, b, c, d, e, f = matrix
    inside = a * d - b * c
    return (d / inside, -b / inside, -c / inside, a / inside, (c * f - d * e) / inside, (b * e - a * f) / inside)


_ANGLES = {"": 1.0, "deg": 1.0, "rad": 180 / math.pi, "grad": 0.9, "turn": 360.0, "px": 1.0}


def angle(text: str) -> float:
    """An angle in degrees; 0 if there is none."""
    try:
        return _angle(text.strip())
    except (ValueError, KeyError):
        return 0.0


def _angle(word: str) -> float:
    match = re.fullmatch(rf"({NUMBER})([a-z]*)", word)
    if not match:
        raise ValueError
    return float(match[1]) * _ANGLES[match[2]]


def _skew(degrees: float) -> float:
    return math.tan(math.radians(degrees))


_TRANSFORMS: dict[str, Callable[..., Matrix]] = {
    "matrix": lambda a, b, c, d, e, f: (a, b, c, d, e, f),
    "translate": lambda x, y=0.0: translation(x, y),
    "scale": lambda x, y=None: (x, 0, 0, x if y is None else y, 0, 0),
    "rotate": lambda degrees, x=0.0, y=0.0: rotation(degrees, x, y),
    "skewX": lambda x: (1, 0, _skew(x), 1, 0, 0),
    "skewY": lambda y: (1, _skew(y), 0, 1, 0, 0),
}


@lru_cache(maxsize=5000)
def colour(text: str, current: str = "#000000") -> str | None:
    """A CSS colour as `#rrggbb` or `#rrggbbaa`; None if it is unknown."""
    text = text.strip()
    if re.fullmatch(r"#[0-9a-fA-F]{6}", text):
        return text.lower()
    if text.lower() == "currentcolor":
        return current
    if match := _FUNCTION.fullmatch(text):
        return _functional(match[1].lower(), re.split(r"[\s,/]+", match[2].strip()))
    from tinycss2 import color4

    try:
        parsed = color4.parse_color(text)
    except (ValueError, TypeError, ArithmeticError):
        return None
    if parsed is None or isinstance(parsed, str):
        return None
    try:
        red, green, blue = parsed.to("srgb").coordinates
    except (ValueError, NotImplementedError):
        return None
    solid = "#" + "".join(f"{round(255 * min(1, max(0, value or 0))):02x}" for value in (red, green, blue))
    return with_alpha(solid, min(1.0, max(0.0, parsed.alpha)))


_FUNCTION = re.compile(r"(rgba?|hsla?)\(([^)]*)\)", re.IGNORECASE)


def _functional(name: str, words: list[str]) -> str | None:
    """rgb() and hsl(), which drawing programs write more freely than CSS has them."""
    values = [length(word.removesuffix("deg"), 1.0) for word in words]
    if len(values) not in (3, 4) or None in values:
        return None
    a, b, c, *more = (value for value in values if value is not None)
    if name.startswith("rgb"):
        parts = [value if "%" in word else value / 255 for value, word in zip((a, b, c), words, strict=False)]
    else:
        parts = list(colorsys.hls_to_rgb(a / 360 % 1, min(1.0, max(0.0, c)), min(1.0, max(0.0, b))))
    solid = "#" + "".join(f"{round(255 * min(1.0, max(0.0, value))):02x}" for value in parts)
    return with_alpha(solid, min(1.0, max(0.0, more[0]))) if more else solid


@lru_cache(maxsize=5000)
def with_alpha(colour: str, opacity: float) -> str:
    """A colour with an opacity."""
    has = int(colour[7:9], 16) / 255 if len(colour) == 9 else 1.0
    alpha = round(255 * has * opacity)
    return colour[:7] if alpha == 255 else f"{colour[:7]}{alpha:02x}"


def origin(text: str, view: Size) -> tuple[float, float]:
    """The origin of a transform."""
    named = {"left": "0%", "top": "0%", "center": "50%", "right": "100%", "bottom": "100%"}
    parts = text.split()[:2]
    if parts and (parts[0] in ("top", "bottom") or parts[1:] in (["left"], ["right"])):
        parts = [*(parts[1:] or ["center"]), parts[0]]
    words = [named.get(word, word) for word in parts] or ["50%"]
    x = length(words[0], view[0]) or 0.0
    y = length(words[1] if len(words) > 1 else "50%", view[1]) or 0.0
    return x, y


def is_shown(node: Element[str]) -> bool:
    """Whether a <switch> shows an element: for English, and without extensions of SVG (SVG 2, 5.9)."""
    languages = node.get("systemLanguage")
    if languages is not None and not any(each.strip().lower().startswith("en") for each in languages.split(",")):
        return False
    return not node.get("requiredExtensions")
