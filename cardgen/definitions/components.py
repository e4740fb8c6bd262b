"""Components as the other stages see them: their size, their count, and a layout for each of their printed panels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Mapping as AbcMapping
from dataclasses import dataclass
from typing import Any

from cardgen.definitions import nodes
from cardgen.definitions.component_file import PLAYERS, AnyComponent, CardComponent, MatComponent
from cardgen.errors import UNKNOWN_NAME, Fault, InputError, Place, nearest

FRONT, BACK, SIDE, TOP = "front", "back", "side", "top"
_WRITTEN = {FRONT: "layout"}  # the key that names a panel's layout, where that is not the panel's own name
GIVEN = {  # what layouts and texts may read without its being written
    "id": "a component's id is its own key",
    "cards": "it is the number of cards in its deck",
    "min_players": "it comes from players:",
    "max_players": "it comes from players:",
}


@dataclass(frozen=True, slots=True)
class Component:
    """A printable thing that is not a card of a deck. `size` is its front's width and height, `depth` a box's.

    `layouts` tells the layout of each panel that shows something; `deck` is the deck that a box holds.
    """

    id: str
    make: str
    size: tuple[float, float]
    depth: float
    count: int
    deck: str | None
    layouts: AbcMapping[str, str]
    fields: AbcMapping[str, Any]
    keys: tuple[str, ...]  # those that mean something to its kind
    node: nodes.Mapping

    @property
    def place(self) -> Place:
        return self.node.place

    def place_of(self, field: str) -> Place:
        return nodes.at(self.node, field)

    def key_place(self, field: str) -> Place:
        return nodes.key_at(self.node, field)

    def layout_place(self, panel: str) -> Place:
        """Where the layout of a panel is named."""
        return self.place_of(self.layout_key(panel))

    def layout_key(self, panel: str) -> str:
        key = _WRITTEN.get(panel, panel)
        return key if key in self.node.items else _WRITTEN[FRONT]

    def panel_size(self, panel: str) -> tuple[float, float]:
        """The width and height of a panel, in mm: sides are as wide, tops as high, as the box is deep."""
        width, height = self.size
        return {SIDE: (self.depth, height), TOP: (width, self.depth)}.get(panel, self.size)


def read_components(
    models: AbcMapping[str, AnyComponent], node: nodes.Mapping, players: tuple[int, int], decks: Iterable
) -> tuple[Component, ...]:
    """The components of a game. A box whose deck holds no card is left out; the check says so of the deck.

    Raises InputError with every box that holds a deck which does not exist.
    """
    known = {deck.name: deck for deck in decks}
    if faults := list(_faults(models, node, known)):
        raise InputError(*faults)
    found = (_component(id, model, nodes.mapping(node.items[id]), players, known) for id, model in models.items())
    return tuple(component for component in found if component.count)


def _faults(models: AbcMapping[str, AnyComponent], node: nodes.Mapping, decks: AbcMapping) -> Iterator[Fault]:
    for id, model in models.items():
        holds = getattr(model, "holds", None)
        if holds is not None and holds not in decks:
            message = f"components.{id}.holds: there is no deck '{holds}'{nearest(holds, decks)}"
            yield Fault(message, nodes.at(node, id, "holds"), UNKNOWN_NAME)
        for key in GIVEN.keys() & node.items[id].items.keys():
            message = f"components.{id}.{key}: unknown key; {GIVEN[key]}"
            yield Fault(message, nodes.key_at(node, id, key))


def _component(
    id: str, model: AnyComponent, node: nodes.Mapping, players: tuple[int, int], decks: AbcMapping
) -> Component:
    keys = tuple(type(model).model_fields)
    fields = {key: value.data for key, value in node.items.items() if key not in keys and value.data is not None}
    size, depth, count, deck = _measures(model, players, decks)
    named = {FRONT: model.layout, **{panel: getattr(model, panel, None) for panel in (BACK, SIDE, TOP)}}
    if deck and not model.back:
        named[BACK] = model.layout
    layouts = {panel: layout for panel, layout in named.items() if layout}
    return Component(id, model.make, size, depth, count, deck, layouts, fields, keys, node)


def _measures(
    model: AnyComponent, players: tuple[int, int], decks: AbcMapping
) -> tuple[tuple[float, float], float, int, str | None]:
    """The size and depth in mm, how many are printed, and the deck held."""
    if isinstance(model, CardComponent):
        return model.size, 0.0, players[1] if model.count == PLAYERS else model.count, None
    if isinstance(model, MatComponent):
        return model.size, 0.0, 1, None
    deck = decks[model.holds]
    width, height = deck.size
    inner = (width + model.play, height + model.play)
    return inner, deck.count * model.card_thickness + model.play, min(1, deck.count), deck.name
