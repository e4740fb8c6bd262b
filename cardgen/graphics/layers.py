"""Separates print layers from the other items of faces, and makes their masks.

A layer's items have two colours: SOLID is printed, FREE is left free. What is drawn later cuts out of a layer what it
covers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from cardgen.graphics.drawing import FREE, Face, Group, Item, Layer, Mask, Shape
from cardgen.graphics.geometry import EVERYWHERE, rectangle


def layers_of(items: Iterable[Item]) -> dict[str, Layer]:
    """The layers among items, by name."""
    layers: dict[str, Layer] = {}
    for item in items:
        if isinstance(item, Group):
            layers |= {item.layer.name: item.layer} if item.layer else layers_of(item.items)
    return layers


def without_layers(items: Iterable[Item]) -> tuple[Item, ...]:
    """Items without print layers."""
    others = (item for item in items if not (isinstance(item, Group) and item.layer))
    return tuple(
        replace(item, items=without_layers(item.items)) if isinstance(item, Group) and layers_of(item.items) else item
        for item in others
    )


def layers_alone(items: Iterable[Item]) -> tuple[Item, ...]:
    """Only the items of print layers."""
    return tuple(
        item if item.layer else replace(item, items=layers_alone(item.items))
        for item in items
        if isinstance(item, Group) and layers_of((item,))
    )


def for_press(face: Face) -> Face:
    """The face for a press, with its print layers instead of how they look."""
    return replace(face, items=face.layered, layered=()) if face.layered else face


def process_colours(face: Face) -> Face:
    """The part of such a face that a press prints in its own colours."""
    return replace(face, items=without_layers(face.items)) if layers_of(face.items) else face


def layer_mask(face: Face, layer: str) -> Face:
    """The mask of one layer of such a face: black where it is printed, white elsewhere."""
    return replace(face, name=f"{face.name}+{layer}", items=tuple(_mask(face.items, layer, False)))


def _mask(items: Iterable[Item], layer: str, begun: bool) -> Iterator[Item]:
    """Returns a mask's items; `begun`: items of the layer lie below."""
    for item in items:
        if isinstance(item, Group) and item.layer:
            if item.layer.name == layer:
                begun = True
                yield replace(item, layer=None)
        elif isinstance(item, Group) and layer in layers_of(item.items):
            yield replace(item, items=tuple(_mask(item.items, layer, begun)))
            begun = True
        elif begun and (above := without_layers((item,))):  # its visible part cuts the layer out
            yield Group((Shape(rectangle(*EVERYWHERE), fill=FREE),), mask=Mask(above, alpha=True))
