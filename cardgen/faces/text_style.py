"""The style of a text field on a card: that of the layout, with the keys of the field, in legible sizes."""

from __future__ import annotations

from cardgen.definitions import nodes
from cardgen.definitions.layout_fields import TextField
from cardgen.definitions.layout_file import Style
from cardgen.definitions.layouts import no_style
from cardgen.faces.computed import computes
from cardgen.faces.context import Context
from cardgen.faces.spots import Spot
from cardgen.foundations.errors import InputError, Place, fail
from cardgen.foundations.units import POINT

_OVERRIDES = ("size", "align", "lines", "spacing", "slant", "outline", "outline_width", "shadow")


def style_of(spot: Spot, field: TextField, context: Context, smallest: float) -> Style:
    """Returns the style of a field, with the keys that the field overrides.

    In a scaled frame, the style's sizes grow to `smallest`, in mm. Raises InputError for an unknown style, and for one
    that is too small by itself.
    """
    if field.style not in spot.layout.styles:
        raise InputError(no_style(spot.layout, spot.name, field.style))
    style = spot.layout.styles[field.style]
    if computes(style):
        style = style.model_copy(update={"font": context.fill(style.font, "style")})
    for key in sorted({"size", "at_least"} & style.model_fields_set):
        where = nodes.at(spot.layout.node, "styles", field.style, key)
        require_legible(f"styles.{field.style}.{key}", getattr(style, key), smallest, where)
    own = {key: value for key in _OVERRIDES if (value := getattr(field, key)) is not None}
    least = style.at_least if "at_least" in style.model_fields_set else smallest
    least = least if field.size is None else min(field.size, least)
    if (scale := spot.frame.scale) < 1:
        least = max(least, smallest / scale)
        own["size"] = max(own.get("size", style.size), least)
    own |= {"at_least": least} if least != style.at_least else {}
    own |= {"lines": 1} if field.along is not None else {}
    return style.model_copy(update=own) if own else style


def require_legible(about: str, size: float, smallest: float, place: Place) -> None:
    """Raises InputError for a text size below the smallest that a deck allows, both in mm."""
    if size < smallest - 1e-6:
        got, most = f"{size / POINT:.4g}", f"{smallest / POINT:.4g}"
        message = f"expected {most} pt or more, got {got} pt; a deck that says 'smallest: {got} pt' allows it"
        raise fail(f"{about}: {message}", place)
