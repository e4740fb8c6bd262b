"""Components as the other stages see them: their size, their count, and a layout for each printed panel."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Mapping as AbcMapping
from dataclasses import field

from cardgen.definitions import nodes
from cardgen.definitions.component_file import (
    PLAYERS,
    AnyComponent,
    CardComponent,
    DieComponent,
    StandeeComponent,
    TokenComponent,
    TuckBoxComponent,
)
from cardgen.definitions.holes import cut_holes
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import UNKNOWN_NAME, Fault, InputError, Place, fail, nearest
from cardgen.graphics.outline import RECTANGLE, Outline

FRONT, BACK, SIDE, TOP = "front", "back", "side", "top"
MAX_PIECES = 5_000  # of all components of a game
PIPS = ("1", "2", "3", "4", "5", "6")  # the panels of a die
_WRITTEN = {FRONT: "layout"}  # the key for a panel's layout, if that is not the panel's name
GIVEN = {  # values that layouts and texts can read although no file has them
    "id": "the id of a component is the name that you list it under",
    "cards": "cardgen counts the cards that it holds",
    "contents": "cardgen lists what the box holds",
    "panel": "cardgen sets it to the side that it draws",
    "min_players": "cardgen takes it from players:",
    "max_players": "cardgen takes it from players:",
    "age": "cardgen takes it from age: of the game",
    "minutes": "cardgen takes it from minutes: of the game",
    "min_minutes": "cardgen takes it from minutes: of the game",
    "max_minutes": "cardgen takes it from minutes: of the game",
}


@dataclass(frozen=True, slots=True)
class Component:
    """A printable thing that is not a card of a deck. `outline` is the line along which its front is cut, `depth` the
    depth of a box. `layouts` has the layout of each panel that shows something, `figure` the layout of its front in
    figures. `deck` is the first deck that a box holds, `holds` are all of them, `cards` is the number of their cards.
    """

    id: str
    make: str
    outline: Outline
    depth: float
    count: int
    deck: str | None
    cards: int | None
    layouts: AbcMapping[str, str]
    figure: str | None
    fields: AbcMapping[str, nodes.Data]
    keys: tuple[str, ...]  # the keys with a meaning for its kind
    node: nodes.Mapping
    lays: AbcMapping[str, str] = field(default_factory=dict)  # the layouts of zones on a mat
    quiet: AbcMapping[str, str] = field(default_factory=dict)  # findings that the author intends
    holds: tuple[str, ...] = ()

    @property
    def size(self) -> tuple[float, float]:
        """The width and height of its front."""
        return self.outline.width, self.outline.height

    @property
    def place(self) -> Place:
        return self.node.place

    def place_of(self, field: str) -> Place:
        return nodes.at(self.node, field)

    def key_place(self, field: str) -> Place:
        return nodes.key_at(self.node, field)

    def layout_place(self, panel: str) -> Place:
        """Returns the place where a panel's layout is named."""
        return self.place_of(self.layout_key(panel))

    def layout_key(self, panel: str) -> str:
        key = _WRITTEN.get(panel, panel)
        return key if key in self.node.items else _WRITTEN[FRONT]

    def panel_size(self, panel: str) -> tuple[float, float]:
        """Returns the width and height of a panel, in mm: the depth of the box is the width of sides and the height of
        tops."""
        width, height = self.size
        return {SIDE: (self.depth, height), TOP: (width, self.depth)}.get(panel, self.size)

    def panel_outline(self, panel: str) -> Outline:
        """Returns the outline of a panel, as people see it: that of a back is its front's, mirrored."""
        if panel in (FRONT, BACK):
            return self.outline.mirrored if panel == BACK else self.outline
        return RECTANGLE.outline(*self.panel_size(panel))


def read_components(
    models: AbcMapping[str, AnyComponent], node: nodes.Mapping, players: tuple[int, int], decks: Iterable
) -> tuple[Component, ...]:
    """Returns the components of a game. It leaves out a box whose deck has no cards; the check reports that deck.
    Raises InputError with every box for a deck that does not exist, and every shape that does not suit its size.
    """
    known = {deck.name: deck for deck in decks}
    if faults := [*_faults(models, node, known), *_misshapen(models, node)]:
        raise InputError(*faults)
    components = [_component(id, model, node.below(id), players, known) for id, model in models.items()]
    if (count := sum(component.count for component in components)) > MAX_PIECES:
        raise fail(f"components: expected at most {MAX_PIECES:,} pieces in all, got {count:,}", node.place)
    return tuple(component for component in components if component.count)


def _faults(models: AbcMapping[str, AnyComponent], node: nodes.Mapping, decks: AbcMapping) -> Iterator[Fault]:
    for id, model in models.items():
        for index, holds in enumerate(getattr(model, "holds", ())):
            if holds not in decks:
                message = f"components.{id}.holds: there is no deck '{holds}'{nearest(holds, decks)}"
                yield Fault(message, nodes.at(node, id, "holds", index), UNKNOWN_NAME)
        for key in GIVEN.keys() & node.below(id).items.keys():
            message = f"components.{id}.{key}: unknown key; {GIVEN[key]}"
            yield Fault(message, nodes.key_at(node, id, key))


def _misshapen(models: AbcMapping[str, AnyComponent], node: nodes.Mapping) -> Iterator[Fault]:
    for id, model in models.items():
        if isinstance(model, TokenComponent) and {"size", "diameter"} <= model.model_fields_set:
            yield Fault(
                f"components.{id}.diameter: expected a diameter or a size, got both", nodes.at(node, id, "diameter")
            )
        elif isinstance(model, (TokenComponent, CardComponent)):
            try:
                outline = _outline(model)
            except ValueError as error:
                yield Fault(f"components.{id}.shape: {error}", nodes.at(node, id, "shape"))
                continue
            for hole, message in cut_holes(outline, model.holes)[1]:
                yield Fault(f"components.{id}.holes.{hole}: {message}", nodes.at(node, id, "holes", hole))


def _component(
    id: str, model: AnyComponent, node: nodes.Mapping, players: tuple[int, int], decks: AbcMapping
) -> Component:
    keys = tuple(type(model).model_fields)
    fields = {key: value.data for key, value in node.items.items() if key not in keys and value.data is not None}
    held = [decks[name] for name in getattr(model, "holds", ())]
    outline, depth = _measures(model, held)
    cards = sum(deck.count for deck in held) if held else None
    given = getattr(model, "count", min(1, cards or 0))
    count = players[1] if given == PLAYERS else given
    layouts = _layouts(model)
    deck = held[0].name if held else None
    own = (id, model.make, outline, depth, count, deck, cards, layouts, model.figure, fields, keys, node)
    return Component(*own, getattr(model, "lays", {}), model.quiet, tuple(each.name for each in held))


def _layouts(model: AnyComponent) -> dict[str, str]:
    """The layout of each panel that shows something."""
    if isinstance(model, DieComponent):
        return dict.fromkeys(PIPS, model.layout)
    named = {FRONT: model.layout, **{panel: getattr(model, panel, None) for panel in (BACK, SIDE, TOP)}}
    if model.two_sided and not named[BACK]:
        named[BACK] = model.layout
    return {panel: layout for panel, layout in named.items() if layout}


def _outline(model: TokenComponent | CardComponent) -> Outline:
    """The outline of a token or card, without its holes. Raises ValueError."""
    across = model.shape.across(model.diameter) if isinstance(model, TokenComponent) else None
    return model.shape.outline(*(model.size or across or ()))


def _measures(model: AnyComponent, held: Sequence) -> tuple[Outline, float]:
    """The outline of the front and the depth, in mm; `held` are the decks inside. Raises ValueError."""
    if isinstance(model, (TokenComponent, CardComponent)):
        return cut_holes(_outline(model), model.holes)[0], 0.0
    if isinstance(model, TuckBoxComponent):
        width, height = (max(deck.size[side] for deck in held) for side in (0, 1))
        cards = sum(deck.count for deck in held)
        size, depth = (width + model.play, height + model.play), cards * model.card_thickness + model.play
    elif isinstance(model, DieComponent):
        size, depth = (model.edge, model.edge), model.edge
    else:
        size, depth = model.size, model.depth if isinstance(model, StandeeComponent) else 0.0
    return RECTANGLE.outline(*size), depth
