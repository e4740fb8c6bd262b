"""Print layers of fields: finds the layer of a field, what it prints there, and the colour that stands for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from cardgen.definitions.layout_fields import Part
from cardgen.definitions.layouts import Layout
from cardgen.foundations.errors import UNKNOWN_NAME, fail, nearest
from cardgen.graphics.drawing import (
    CURRENT,
    FREE,
    SOLID,
    Gradient,
    Group,
    Halo,
    Item,
    Layer,
    Mask,
    Paint,
    Picture,
    Shape,
    Symbol,
    Text,
    Use,
    extent,
)
from cardgen.graphics.geometry import rectangle
from cardgen.graphics.layers import layers_of


def find_layer(layout: Layout, key: str, known: Mapping[str, Layer]) -> Layer | None:
    """Returns the layer of a field that is drawn as 'price.coin#2'. Raises InputError for one that the game does not
    have."""
    if (said := _layer_of(layout, key)) is None:
        return None
    layout, where, wanted = said
    if wanted not in known:
        hint = nearest(wanted, known) if known else "; look.layers of the game declares them"
        message = f"fields.{where}.layer: there is no print layer '{wanted}'{hint}"
        raise fail(message, layout.place_of(where, "layer"), UNKNOWN_NAME)
    return known[wanted]


def require_hard(items: Iterable[Item], symbols: Mapping[str, Symbol], layout: Layout, key: str) -> None:
    """Raises InputError if the drawing of a layer's field has no hard edges, because such inks print fully or not at
    all."""
    if (said := _layer_of(layout, key)) and _soft(items, symbols):
        layout, where, wanted = said
        message = (
            f"{key.partition('#')[0]} draws pixels, a soft shadow or something that fades, but '{wanted}' has no shades"
        )
        expected = "expected shapes, texts, icons or vector pictures without a shadow"
        raise fail(f"fields.{where}.layer: {message}; {expected}", layout.place_of(where, "layer"))


def _layer_of(layout: Layout, key: str) -> tuple[Layout, str, str] | None:
    """The place and the name of a field's layer: that of the field, or of the innermost group or part around it with a
    layer."""
    innermost, name = None, ""
    for step in key.split("."):
        name += ("." if name else "") + step.partition("#")[0]
        field = layout.field(name)
        if own := getattr(field, "layer", None):
            innermost = layout, name, own
        if isinstance(field, Part):
            layout, name = layout.parts[field.of], ""
    return innermost


def _soft(items: Iterable[Item], symbols: Mapping[str, Symbol]) -> bool:
    """Whether items contain pixels, such as soft shadows, or fade by a mask."""
    return any(
        isinstance(item, Picture)
        or (isinstance(item, Group) and (item.mask is not None or _soft(item.items, symbols)))
        or (isinstance(item, Use) and _soft(symbols[item.symbol].items, symbols))
        for item in items
    )


def in_layer(items: Iterable[Item], layer: Layer, symbols: Mapping[str, Symbol]) -> Group:
    """Returns what a layer prints of items: everything that is not white, whatever its colour. It expands symbols."""
    return Group(tuple(_plate(items, symbols, SOLID)), layer=layer)


def _plate(items: Iterable[Item], symbols: Mapping[str, Symbol], current: str) -> Iterator[Item]:
    """Items in SOLID and FREE alone; `current` replaces CURRENT."""
    for item in items:
        if isinstance(item, Shape):
            stroke = item.stroke and _tone(item.stroke, current)
            yield replace(item, fill=item.fill and _tone(item.fill, current), stroke=stroke)
        elif isinstance(item, Text):
            yield replace(item, colour=_tone(item.colour, current))
        elif isinstance(item, Halo):
            if (tone := _tone(item.colour, current)) == SOLID:
                yield replace(item, colour=tone)
        elif isinstance(item, Group):
            yield Group(tuple(_plate(item.items, symbols, current)), item.matrix, item.clip, part=item.part)
        elif isinstance(item, Use):
            symbol = symbols[item.symbol]
            own = _tone(item.colour, current) if item.colour else current
            yield Group(tuple(_plate(symbol.items, symbols, own)), item.matrix, rectangle(*symbol.box))


def _tone(paint: Paint, current: str) -> str:
    if paint == CURRENT:
        return current
    return FREE if isinstance(paint, str) and paint[:7] == FREE else SOLID


def at_home(items: Iterable[Item], unshown: bool = False) -> tuple[Item, ...]:
    """Returns items as they look if only colours are printed: layers in their own colour; it leaves out layers without
    one, or keeps them with `unshown`."""
    shown: list[Item] = []
    for item in items:
        if not isinstance(item, Group) or not layers_of((item,)):
            shown.append(item)
        elif item.layer is None:
            shown.append(replace(item, items=at_home(item.items, unshown)))
        elif item.layer.shown:
            shown += _likeness(item, item.layer.shown)
        elif unshown:
            shown.append(item)
    return tuple(shown)


def _likeness(plate: Group, colour: str) -> tuple[Item, ...]:
    """A layer's items in a colour; its free parts are transparent."""
    if not _frees(plate.items):
        return tuple(_recolour(plate.items, colour, colour))
    seen, box = tuple(_recolour(plate.items, "#ffffff", "#000000")), extent(plate.items)
    return (Group((Shape(rectangle(*box), fill=colour),), mask=Mask(seen)),) if box else ()


def _frees(items: Iterable[Item]) -> bool:
    return any(
        _frees(item.items)
        if isinstance(item, Group)
        else FREE in ((item.fill, item.stroke) if isinstance(item, Shape) else (getattr(item, "colour", None),))
        for item in items
    )


def _recolour(items: Iterable[Item], solid: str, free: str) -> Iterator[Item]:
    """A layer's items in two other colours."""

    tones = {None: None, SOLID: solid, FREE: free}
    for item in items:
        if isinstance(item, Shape):
            assert not isinstance(item.fill, Gradient)
            yield replace(item, fill=tones[item.fill], stroke=tones[item.stroke])
        elif isinstance(item, (Text, Halo)):
            yield replace(item, colour=free if item.colour == FREE else solid)
        elif isinstance(item, Group):
            yield replace(item, items=tuple(_recolour(item.items, solid, free)))
