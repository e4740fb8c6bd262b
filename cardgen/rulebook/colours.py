"""Colours of a rulebook: tints for boxes, and colours dark or light enough to be read (WCAG 2.1, contrast)."""

from __future__ import annotations

MIN_CONTRAST, LARGE_CONTRAST = 4.5, 3.0
BLACK, WHITE = "#000000", "#ffffff"
WALL = 0.25  # tint of the accent behind the cover's scene


def mix(colour: str, ground: str, share: float) -> str:
    """`share` (0 to 1) of a colour on a ground, both #rrggbb."""
    pairs = zip(_channels(colour), _channels(ground), strict=True)
    return "#" + "".join(f"{round(255 * (share * a + (1 - share) * b)):02x}" for a, b in pairs)


def contrast(first: str, second: str) -> float:
    """The contrast ratio of two colours, from 1 to 21."""
    light, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def readable(colour: str, ground: str) -> str:
    """The colour, moved towards black or white until text in it can be read on the ground."""
    target = BLACK if contrast(ground, BLACK) > contrast(ground, WHITE) else WHITE
    for step in range(21):
        moved = mix(colour, target, 1 - step / 20)
        if contrast(moved, ground) >= MIN_CONTRAST:
            return moved
    return target


def roles(colours: dict[str, str]) -> tuple[str, str, str, str]:
    """Ink, paper, accent and second of a game's colours. If no colour is called accent, it is the first one
    that is visible on white; second is then the first other one."""
    ink, paper = colours.get("ink", BLACK), colours.get("paper", WHITE)
    others = [colour for name, colour in colours.items() if name not in ("ink", "paper")]
    seen = [colour for colour in others if contrast(colour, WHITE) >= LARGE_CONTRAST]
    accent = colours.get("accent") or next(iter(seen or others), ink)
    second = colours.get("second") or next((colour for colour in others if colour != accent), accent)
    return ink, paper, accent, second


def _channels(colour: str) -> tuple[float, ...]:
    return tuple(int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))


def _luminance(colour: str) -> float:
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in _channels(colour))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
