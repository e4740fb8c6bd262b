"""Composites an element with what is below it: its transform, clip, mask, opacity and blend mode."""

from __future__ import annotations

from cardgen.graphics.drawing import Group, Item, extent
from cardgen.graphics.geometry import IDENTITY, Box, Matrix
from cardgen.svg.clip import clip_of, mask_of
from cardgen.svg.reading import Reader
from cardgen.svg.style import Style
from cardgen.svg.tree import Element
from cardgen.svg.values import Size, part

_COMPOSITING = ("transform", "clip-path", "mask", "opacity", "mix-blend-mode", "isolation")
_BLENDS = frozenset([
    "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light", "soft-light",
    "difference", "exclusion", "hue", "saturation", "color", "luminosity",
])  # fmt: skip


def composite_items(
    reader: Reader, items: tuple[Item, ...], matrix: Matrix | None, node: Element, style: Style, view: Size
) -> tuple[Item, ...]:
    """Items as their element's style asks for, through its matrix (None: nothing of it is visible)."""
    if not items or matrix is None:
        return ()
    if style.keys().isdisjoint(_COMPOSITING):
        return items
    box: list[Box | None] = []

    def bounds() -> Box | None:
        if not box:
            box.append(extent(items, inked=False))
        return box[0]

    clip = clip_of(reader, style, bounds, view)
    if clip == ():
        return ()
    mask = mask_of(reader, style, bounds, view)
    if mask == "hidden":
        return ()
    opacity, blend = part(style.get("opacity")), blend_of(reader, node, style)
    if matrix == IDENTITY and clip is None and mask is None and opacity == 1 and blend == "through":
        return items
    return (Group(items, matrix, clip, opacity, blend, mask),)


def blend_of(reader: Reader, node: Element, style: Style) -> str:
    """The blend mode of a style."""
    blend = style.get("mix-blend-mode", "normal")
    if blend in ("color-dodge", "color-burn"):  # PDF defines these differently
        reader.depends(f"the blend mode {blend}", node)
    return blend if blend in _BLENDS else "normal" if style.get("isolation") == "isolate" else "through"
