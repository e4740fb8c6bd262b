"""Which faces a game has: a front for every card, and a back of its own or one that its deck shares."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from cardgen.definitions.game import Deck, Design, Game
from cardgen.definitions.layout_file import Layout, read_layout
from cardgen.errors import Fault, Place, nearest
from cardgen.faces import expressions

PRINT = "print"  # the expression of a card's id, version and digest
ALWAYS_READ = {"icon"}  # a text may name any card's icon


@dataclass(frozen=True, slots=True)
class Side:
    """One face to compose: a card's front or back, or a back that a whole deck shares (no design)."""

    deck: Deck
    layout: Layout
    design: Design | None
    name: str
    reads: frozenset[str]  # the expressions of its layout

    @property
    def label(self) -> str:
        return self.design.id if self.design else f"{self.deck.name} back"

    def scope(self, game: Game, language: str, digest: str = "0000") -> dict[str, Any]:
        """What the expressions of its layout may read."""
        scope: dict[str, Any] = {
            "game": {"name": game.name, "version": game.version, "variant": game.variant},
            "deck": {"name": self.deck.name},
            "language": language,
        }
        if self.design:
            design = self.design
            scope["card"] = {"id": design.id, "kind": design.kind, "count": design.count, **design.fields}
            scope[PRINT] = f"{design.id} {game.version}-{digest}"
        return scope


@dataclass(frozen=True, slots=True)
class Sides:
    """All sides of a game, by name, and for each card the names of its front and its back."""

    all: dict[str, Side]
    of: dict[str, tuple[str, str | None]]


def find_sides(game: Game) -> Sides:
    """Reads the layouts. Raises InputError."""
    layouts: dict[str, tuple[Layout, frozenset[str]]] = {}
    sides: dict[str, Side] = {}
    of: dict[str, tuple[str, str | None]] = {}

    def read(name: str, place: Place) -> tuple[Layout, frozenset[str]]:
        if name not in layouts:
            layout = read_layout(game.home, name, place)
            layouts[name] = layout, _names_read(layout)
        return layouts[name]

    def add(name: str, deck: Deck, layout: str, design: Design | None, place: Place) -> str:
        found, reads = read(layout, place)
        sides.setdefault(name, Side(deck, found, design, name, reads))
        return name

    for deck in game.decks:
        for design in deck.designs:
            front = add(f"{deck.name}/{design.id}/front", deck, design.layout, design, design.place_of("layout"))
            back = None
            if design.back:
                place = design.place_of("back") if "back" in design.kind_node.items else deck.place_of("back")
                own = any(name.startswith("card.") for name in read(design.back, place)[1])
                name = f"{deck.name}/{design.id}/back" if own else f"{deck.name}/{design.back}"
                back = add(name, deck, design.back, design if own else None, place)
            of[design.id] = (front, back)
    return Sides(sides, of)


def _names_read(layout: Layout) -> frozenset[str]:
    """The expressions of all fields and styles of a layout."""
    texts = [text for field in layout.fields.values() for text in _templates(field)]
    texts += [style.colour for style in layout.styles.values()]
    return frozenset(name for text in texts for name in expressions.reads(text))


def _templates(field: Any) -> Iterator[str]:
    for key, value in field:
        if isinstance(value, str):
            yield "{" + value.strip("{} ") + "}" if key == "when" else value


def unread(sides: Sides, texts: set[str]) -> Iterator[tuple[Design, str, Fault]]:
    """Fields of cards that no layout reads, nor any text (`texts`): most often a slip of the pen."""
    reads: dict[str, set[str]] = {}
    for side in sides.all.values():
        names = {name.removeprefix("card.") for name in side.reads if name.startswith("card.")}
        reads[side.layout.name] = names | texts | ALWAYS_READ
    for side in sides.all.values():
        design = side.design
        if design is None or side.name != sides.of[design.id][0]:
            continue
        known = reads[design.layout] | (reads[design.back] if design.back else set())
        for field in design.fields:
            if field not in known:
                hint = nearest(field, known)
                message = f"{_path(design, field)}: unknown key; the layout '{design.layout}' does not read it{hint}"
                yield design, field, Fault(message, design.key_place(field))


def _path(design: Design, field: str) -> str:
    path = f"decks.{design.deck}.kinds.{design.kind}"
    return f"{path}.cards.{design.id}.{field}" if field in design.node.items else f"{path}.{field}"
