"""Colours: `#rrggbb`, `#rgb` or a name of the game's look, thinned with white or deepened with black by a percentage.

`cheese 30 %` is 30 parts of cheese on white paper, `cheese 140 %` cheese with 40 parts of black.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from cardgen.definitions.fields import long_colour
from cardgen.errors import nearest

_COLOUR = re.compile(r"\s*(#(?:[0-9a-fA-F]{3}){1,2}|[a-z][a-z0-9_-]*)\s*(?:(\d{1,3})\s*%)?\s*")
_HEX = re.compile(r"#([0-9a-fA-F]{3}){1,2}")
Rgb = tuple[float, float, float]


def parse(text: str, named: Mapping[str, str]) -> str:
    """`#rrggbb` of a colour as a layout or card writes it. Raises ValueError."""
    match = _COLOUR.fullmatch(text)
    if not match:
        raise ValueError(f"expected a colour such as '#c9a27a' (in quotes), ink or 'ink 30 %', got {text!r}")
    base = match[1]
    if not base.startswith("#"):
        if base not in named:
            raise ValueError(f"there is no colour '{base}'{nearest(base, named)}")
        base = named[base]
        if not _HEX.fullmatch(base):
            raise ValueError(f"expected look.colours.{match[1]} to be a colour such as '#c9a27a', got {base!r}")
    strength = int(match[2]) if match[2] else 100
    if strength > 200:
        raise ValueError(f"expected a strength from 0 to 200 %, got {strength} %")
    return mix(long_colour(base), "#ffffff" if strength <= 100 else "#000000", 1 - abs(strength - 100) / 100)


def rgb(colour: str) -> Rgb:
    """Red, green and blue from 0 to 1."""
    return int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255


def as_hex(values: Iterable[float]) -> str:
    return "#" + "".join(f"{round(255 * min(1, max(0, value))):02x}" for value in values)


@lru_cache(maxsize=2000)
def mix(colour: str, other: str, part: float) -> str:
    """`part` of `colour` and the rest of `other`."""
    return as_hex(part * a + (1 - part) * b for a, b in zip(rgb(colour), rgb(other), strict=True))


def over(colour: str, below: str) -> str:
    """`#rrggbb` of a colour that may have alpha, laid over one that covers."""
    return mix(colour, below, int(colour[7:9], 16) / 255) if len(colour) == 9 else colour


def linear(colour: str) -> Rgb:
    """Linear-light sRGB (IEC 61966-2-1)."""
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in rgb(colour))
    return red, green, blue


def luminance(colour: str) -> float:
    """Relative luminance (WCAG 2)."""
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(colour: str, other: str) -> float:
    """The WCAG 2 contrast ratio, from 1 to 21."""
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


def seen(colour: str, vision: str) -> Rgb:
    """The linear light that someone with `vision` sees."""
    light = linear(colour)
    red, green, blue = (sum(k * v for k, v in zip(row, light, strict=True)) for row in VISIONS[vision])
    return red, green, blue


def distance(colour: str, other: str, vision: str | None = None) -> float:
    """How different two colours look: CIE 1976 Delta E (about 2 is just seen, under 10 is easily mistaken)."""
    first, second = (_lab(seen(c, vision) if vision else linear(c)) for c in (colour, other))
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
