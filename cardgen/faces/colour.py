"""Colours: `#rrggbb`, `#rgb`, either with alpha, a name of the game's look or of CSS, each thinned with white or
deepened with black by a percentage.

`cheese 30 %` is 30 parts of cheese on white paper, `cheese 140 %` cheese with 40 parts of black, `cheese alpha 50 %`
lets half of what is below be seen. Colours joined by `to` are a gradient: see `parse_paint`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from cardgen.definitions.fields import css_colour, long_colour
from cardgen.foundations.errors import nearest
from cardgen.graphics.drawing import Gradient, Paint
from cardgen.graphics.geometry import Box

_HEX = r"#(?:[0-9a-fA-F]{3,4}|(?:[0-9a-fA-F]{2}){3,4})"
_COLOUR = re.compile(rf"\s*({_HEX}|[a-z][a-z0-9_-]*)\s*(?:(\d{{1,3}})\s*%)?\s*(?:alpha\s+(\d{{1,3}})\s*%)?\s*")
_WAYS = {"down": 90.0, "up": 270.0, "right": 0.0, "left": 180.0, "round": None}
_DEGREES = re.compile(r"([-+]?\d{1,3}(?:\.\d+)?)\s*(?:°|deg|degrees)")
_AT = re.compile(r"(.*?)\s+at\s+(\d{1,3})\s*%\s*")
_MAX_CHARACTERS = 400  # of a colour or a gradient
Rgb = tuple[float, float, float]


def parse(text: str, named: Mapping[str, str]) -> str:
    """Reads a colour as a layout or card writes it, as `#rrggbb` or `#rrggbbaa`. Raises ValueError."""
    match = _COLOUR.fullmatch(text) if len(text) <= _MAX_CHARACTERS else None
    if not match:
        if re.search(r"\sto\s", text):
            raise ValueError(f"expected one colour here, not a gradient, got {text[:_MAX_CHARACTERS]!r}")
        raise ValueError(
            f"expected a colour such as '#c9a27a' (in quotes), ink or 'ink 30 %', got {text[:_MAX_CHARACTERS]!r}"
        )
    base = match[1]
    if not base.startswith("#"):
        own = named.get(base) or css_colour(base)
        if own is None:
            raise ValueError(f"there is no colour '{base}'{nearest(base, named)}")
        base = own
        if not re.fullmatch(_HEX, base):
            raise ValueError(f"expected look.colours.{match[1]} to be a colour such as '#c9a27a', got {base!r}")
    base = long_colour(base)
    strength, alpha = (int(part) if part else 100 for part in match.groups()[1:])
    if strength > 200:
        raise ValueError(f"expected a strength from 0 to 200 %, got {strength} %")
    if alpha > 100:
        raise ValueError(f"expected an alpha from 0 to 100 %, got {alpha} %")
    solid = mix(base, "#ffffff" if strength <= 100 else "#000000", 1 - abs(strength - 100) / 100)
    seen = round((int(base[7:9], 16) if len(base) == 9 else 255) * alpha / 100)
    return solid if seen == 255 else f"{solid}{seen:02x}"


def parse_paint(text: str, named: Mapping[str, str], box: Box) -> Paint:
    """Reads a colour, or a gradient over a box: `gold to ink`, `gold to red at 20 % to ink, right`. Raises ValueError.

    A gradient goes down by default, or `up`, `left`, `right`, in a direction in degrees clockwise from the right
    (`45°`), or `round`: from the middle outwards.
    """
    colours, _, way = text.partition(",")
    parts = re.split(r"\s+to\s+", colours) if len(text) <= _MAX_CHARACTERS else [text]
    if len(parts) == 1:
        return parse(text, named)
    stops: list[tuple[float, str]] = []
    for index, part in enumerate(parts):
        match = _AT.fullmatch(part)
        at = int(match[2]) / 100 if match else index / (len(parts) - 1)
        if at > 1 or (stops and at < stops[-1][0]):
            raise ValueError(f"expected places of colours that rise from 0 to 100 %, got {text!r}")
        stops.append((at, parse(match[1] if match else part, named)))
    way = way.strip() or "down"
    degrees = _DEGREES.fullmatch(way)
    if not degrees and way not in _WAYS:
        raise ValueError(f"expected down, up, left, right, round or degrees such as 45°, got {way!r}")
    return _across(tuple(stops), float(degrees[1]) if degrees else _WAYS[way], box)


def _across(stops: tuple[tuple[float, str], ...], degrees: float | None, box: Box) -> Gradient:
    """A gradient that reaches from corner to corner of a box, or, without `degrees`, from its middle to the corners."""
    left, top, right, bottom = box
    x, y, width, height = (left + right) / 2, (top + bottom) / 2, right - left, bottom - top
    if degrees is None:
        # An ellipse through the corners: drawn as a circle of radius 1
        return Gradient((0, 0, 0, 0, 0, 1), stops, (width / math.sqrt(2), 0, 0, height / math.sqrt(2), x, y))
    cos, sin = (round(turn(math.radians(degrees)), 12) for turn in (math.cos, math.sin))
    half = (abs(width * cos) + abs(height * sin)) / 2
    return Gradient((x - half * cos, y - half * sin, x + half * cos, y + half * sin), stops)


def colours_of(paint: Paint) -> tuple[str, ...]:
    """Returns the colours of a paint: one, or those of a gradient."""
    return (paint,) if isinstance(paint, str) else tuple(colour for _, colour in paint.stops)


def rgb(colour: str) -> Rgb:
    """Returns red, green and blue from 0 to 1."""
    return int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255


def as_hex(values: Iterable[float]) -> str:
    return "#" + "".join(f"{round(255 * min(1, max(0, value))):02x}" for value in values)


@lru_cache(maxsize=2000)
def mix(colour: str, other: str, part: float) -> str:
    """Mixes `part` of `colour` with the rest of `other`."""
    return as_hex(part * a + (1 - part) * b for a, b in zip(rgb(colour), rgb(other), strict=True))


def over(colour: str, below: str) -> str:
    """Lays a colour, perhaps with alpha, over an opaque one; returns `#rrggbb`."""
    return mix(colour, below, int(colour[7:9], 16) / 255) if len(colour) == 9 else colour


def linear(colour: str) -> Rgb:
    """Converts a channel to linear-light sRGB (IEC 61966-2-1)."""
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in rgb(colour))
    return red, green, blue


def luminance(colour: str) -> float:
    """Returns the relative luminance (WCAG 2)."""
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(colour: str, other: str) -> float:
    """Returns the WCAG 2 contrast ratio, from 1 to 21."""
    low, high = sorted((luminance(colour), luminance(other)))
    return (high + 0.05) / (low + 0.05)


# Machado, Oliveira and Fernandes, A Physiologically-based Model for Simulation of Color Vision Deficiency (2009),
# table for severity 1.0, applied to linear light.
VISIONS: dict[str, tuple[Rgb, Rgb, Rgb]] = {
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    "greyscale": ((0.2126, 0.7152, 0.0722),) * 3,
}


def simulate_vision(colour: str, vision: str) -> Rgb:
    """Returns the linear light that a person with `vision` sees."""
    light = linear(colour)
    red, green, blue = (sum(k * v for k, v in zip(row, light, strict=True)) for row in VISIONS[vision])
    return red, green, blue


def distance(colour: str, other: str, vision: str | None = None) -> float:
    """Returns how different two colours look: CIE 1976 Delta E (about 2 is just visible, below 10 is easy to
    confuse)."""
    first, second = (_lab(simulate_vision(c, vision) if vision else linear(c)) for c in (colour, other))
    return sum((a - b) ** 2 for a, b in zip(first, second, strict=True)) ** 0.5


def _lab(light: Rgb) -> Rgb:
    red, green, blue = (min(1.0, max(0.0, value)) for value in light)
    white = (0.95047, 1.0, 1.08883)
    xyz = (
        0.4124564 * red + 0.3575761 * green + 0.1804375 * blue,
        0.2126729 * red + 0.7151522 * green + 0.0721750 * blue,
        0.0193339 * red + 0.1191920 * green + 0.9503041 * blue,
    )
    x, y, z = (
        (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116)
        for t in (value / full for value, full in zip(xyz, white, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)
