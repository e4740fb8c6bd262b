"""Parses lengths and sizes into millimetres."""

from __future__ import annotations

import re

MM = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72}
POINT, INCH = MM["pt"], MM["in"]

# Names of trimmed sizes, width by height in portrait. Cards have the makers' usual names; papers are ISO 216, ANSI, and
# PA4, the largest sheet that fits both A4 and Letter (279.4 high instead of 280, so it fits Letter exactly).
CARDS = {
    "poker": (63.0, 88.0),
    "bridge": (57.0, 89.0),
    "mini": (44.0, 68.0),
    "square": (70.0, 70.0),
    "tarot": (70.0, 120.0),
    "business": (55.0, 85.0),
    "domino": (44.5, 89.0),
}
PAPERS = {
    "a3": (297.0, 420.0),
    "a4": (210.0, 297.0),
    "a5": (148.0, 210.0),
    "a6": (105.0, 148.0),
    "letter": (215.9, 279.4),
    "pa4": (210.0, 279.4),
}
SIZES = CARDS | PAPERS

_LENGTH = re.compile(r"\s*+([+-]?(?:\d{1,9}(?:\.\d*+)?|\.\d++))\s*+(mm|cm|in|pt)?\s*+", re.IGNORECASE)


def length(text: str, unit: str = "mm") -> float:
    """Returns the millimetres of `63`, `63 mm`, `2.5in` or `180pt`; a bare number is in `unit`.

    Raises ValueError with what was expected.
    """
    match = _LENGTH.fullmatch(text)
    if not match:
        raise ValueError(f"expected a length such as 63, 63 mm, 2.5in or 180pt, got {text[:40]!r}")
    return float(match[1]) * MM[(match[2] or unit).lower()]


def size(text: str) -> tuple[float, float]:
    """Returns the width and height in millimetres of `poker`, `a5` or `63 x 88 mm`. Raises ValueError."""
    name = text.strip().lower()
    if name in SIZES:
        return SIZES[name]
    parts = [part.strip() for part in re.split("[x×]", name)]
    if len(parts) != 2:
        raise ValueError(f"expected a size such as 63 x 88 mm, or one of {', '.join(SIZES)}, got {text[:40]!r}")
    unit = re.search(r"(?<![a-z])[a-z]+$", parts[1])
    width, height = length(parts[0], unit[0] if unit and unit[0] in MM else "mm"), length(parts[1])
    if not (5 <= width <= 1000 and 5 <= height <= 1000):
        raise ValueError(f"expected sides from 5 to 1000 mm, got {text[:40]!r}")
    return width, height
