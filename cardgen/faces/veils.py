"""Composites a field with what is below: through a mask, with an opacity, and blended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from pathlib import Path, PurePosixPath

from cardgen.definitions.drawings import SUFFIXES
from cardgen.definitions.field_keys import Placed
from cardgen.definitions.layering import EXPECTED, Cut, Through
from cardgen.definitions.templates import Template
from cardgen.faces.context import Context
from cardgen.faces.draw.icon import fit_into
from cardgen.foundations.dataclass import dataclass
from cardgen.graphics.drawing import Group, Item, Mask, Picture, Use
from cardgen.graphics.geometry import IDENTITY, Box, Matrix, Segments, transform, translation
from cardgen.graphics.outline import read_shape
from cardgen.graphics.pixels import has_alpha, light_as_alpha


@dataclass(frozen=True, slots=True)
class Veil:
    """An opacity, a blend mode, a clip or a mask of a field, in its own coordinates; `through` is the field of its
    layout whose ink is the mask."""

    opacity: float = 1.0
    blend: str = "through"
    clip: Segments | None = None
    mask: Mask | None = None
    through: str | None = None

    def move(self, matrix: Matrix) -> Veil:
        """Returns the same veil, moved by a matrix."""
        clip = transform(self.clip, matrix) if self.clip else None
        mask = replace(self.mask, items=(Group(self.mask.items, matrix),)) if self.mask else None
        return replace(self, clip=clip, mask=mask)

    def over(self, items: Sequence[Item], matrix: Matrix = IDENTITY) -> list[Item]:
        """Puts items under the veil, moved by a matrix. Shadows stay outside a mask: they are those of the visible
        part."""
        shown = list(items)
        if self.clip or self.mask:
            below = list(takewhile(lambda item: isinstance(item, Picture) and item.is_shadow, shown))
            shown = [*below, Group(tuple(shown[len(below) :]), clip=self.clip, mask=self.mask)]
        if matrix == IDENTITY and self.opacity == 1 and self.blend == "through":
            return shown
        return [Group(tuple(shown), matrix, opacity=self.opacity, blend=self.blend)]


def veil(field: Placed, box: Box, context: Context) -> Veil | None:
    """Returns the veil of a field with computed numbers; None if the field just covers what is below. Raises
    InputError."""
    if field.mask is None and field.opacity == 1 and field.blend == "normal":  # most fields have no veil
        return None
    clip, mask, through = None, None, None
    if isinstance(field.mask, Cut):
        clip = transform(field.mask.path, fit_into(field.mask.view, box))
    elif isinstance(field.mask, Through):
        through = field.mask.field
    elif field.mask is not None:
        clip, mask = _mask_of(field.mask, box, context)
    blend = "through" if field.blend == "normal" else field.blend
    return Veil(field.opacity, blend, clip, mask, through)


def _mask_of(template: Template, box: Box, context: Context) -> tuple[Segments | None, Mask | None]:
    """The clip or the mask that a text names."""
    text = context.fill(template, "mask").strip()
    suffix = PurePosixPath(text.replace("\\", "/")).suffix.lower()
    if suffix and not text.startswith("rounded "):  # a corner radius may have a unit
        return None, (_drawing_mask if suffix in SUFFIXES else _pixels)(template, box, context)
    return context.read(lambda: _shape(text, box), template, "mask"), None


def _shape(text: str, box: Box) -> Segments:
    """A shape in the middle of a box, as large as it can be. Raises ValueError."""
    try:
        shape = read_shape(text)
    except ValueError:
        raise ValueError(f"{EXPECTED}, got {text!r}") from None
    left, top, right, bottom = box
    width, height = right - left, bottom - top
    if shape.proportion:
        width, height = min(width, height * shape.proportion), min(height, width / shape.proportion)
    corner = (left + right - width) / 2, (top + bottom - height) / 2
    return transform(shape.outline(width, height).path, translation(*corner))


def _pixels(template: Template, box: Box, context: Context) -> Mask:
    """The mask of a picture stretched over a box: its opaque parts or, if it is opaque all over, its bright parts."""
    key = context.supply(context.supplies.picture, template, "mask").key
    source = context.supplies.pictures[key]
    if isinstance(source, Path) and not has_alpha(source):
        key = f"{key}/light"
        context.supplies.pictures[key] = light_as_alpha(source)
    left, top, right, bottom = box
    return Mask((Picture(left, top, right - left, bottom - top, key),), alpha=True)


def _drawing_mask(template: Template, box: Box, context: Context) -> Mask:
    """The mask of an SVG picture over a box."""
    artwork = context.supply(context.supplies.artwork, template, "mask")
    left, top, right, bottom = box
    _, _, width, height = artwork.symbol.box
    symbol = context.supplies.drawing(artwork, right - left)
    stretched = ((right - left) / width, 0.0, 0.0, (bottom - top) / height, left, top)
    return Mask((Use(symbol.name, stretched),), alpha=True)
