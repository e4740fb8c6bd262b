"""A game as the other stages see it: frozen, checked, with a place for everything that a fault can concern."""

from __future__ import annotations

from collections.abc import Mapping as AbcMapping
from dataclasses import field
from pathlib import Path
from typing import Any, TypeVar

from cardgen.definitions import nodes
from cardgen.definitions.components import Component
from cardgen.definitions.declared import parameters_model
from cardgen.definitions.engines import rules_of
from cardgen.definitions.expect import Expectation
from cardgen.definitions.fields import Minutes
from cardgen.definitions.font_choice import FontChoice
from cardgen.definitions.rules import Rules, RuleValue
from cardgen.definitions.strings_file import Entry
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Place
from cardgen.graphics.drawing import Layer
from cardgen.graphics.outline import Outline
from cardgen.store.library import BASE, Home

__all__ = ["BASE", "Deck", "Design", "Game"]

M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Design:
    """One card, printed `count` times in so many `looks`. `fields` are its own and its kind's, as its layout reads
    them. A field with words in several languages has those in the first language here. `behaviour` has the fields that
    the game's engine declares, as its models read them. A card of a kind with sets belongs to one set. If both sides of
    a card are faces of play, this design is the front, and `reverse` the other side.
    """

    id: str
    deck: str
    kind: str
    layout: str
    back: str | None
    figure: str | None
    count: int
    fields: AbcMapping[str, nodes.Data]
    behaviour: AbcMapping[str, object]
    node: nodes.Mapping
    kind_node: nodes.Mapping
    set: str | None = None
    side: str | None = None
    reverse: Design | None = None
    looks: int = 1
    look: int = 1  # the number of the look
    words: AbcMapping[str, AbcMapping[str, Entry]] = field(default_factory=dict)  # the words of its fields, by language
    quiet: AbcMapping[str, str] = field(
        default_factory=dict
    )  # findings that the author intends for the card or its kind

    @property
    def faces(self) -> tuple[Design, ...]:
        """Returns its faces of play: one, or the front and the reverse."""
        return (self, self.reverse) if self.reverse else (self,)

    @property
    def card(self) -> str:
        """Returns its name in its kind: its id without its set."""
        return self.id.removeprefix(f"{self.set}-")

    @property
    def readable(self) -> dict[str, Any]:
        """Returns the values that a layout or text can read of it: {card.KEY}."""
        given = {"id": self.id, "kind": self.kind, "count": self.count, "looks": self.looks, "look": self.look}
        given |= {"set": self.set, "side": self.side}
        return {**{key: value for key, value in given.items() if value is not None}, **self.fields}

    @property
    def place(self) -> Place:
        return self.node.place

    def read(self, field: str, model: type[M]) -> M:
        """Returns a field as the engine's model reads it; the field must exist."""
        value = self.behaviour[field]
        assert isinstance(value, model)
        return value

    def place_of(self, field: str) -> Place:
        """Returns the place of a field: on the card, else on its kind."""
        return nodes.at(self._owner(field), field)

    def key_place(self, field: str) -> Place:
        return nodes.key_at(self._owner(field), field)

    def _owner(self, field: str) -> nodes.Mapping:
        return self.node if field in self.node.items else self.kind_node


@dataclass(frozen=True, slots=True)
class Deck:
    name: str
    outline: Outline
    total: int | None
    smallest: float  # the smallest text size, in mm
    designs: tuple[Design, ...]
    node: nodes.Mapping
    quiet: AbcMapping[str, str] = field(default_factory=dict)  # findings that the author intends for its cards

    @property
    def size(self) -> tuple[float, float]:
        return self.outline.width, self.outline.height

    def place_of(self, field: str) -> Place:
        return nodes.at(self.node, field)

    @property
    def count(self) -> int:
        return sum(design.count for design in self.designs)


@dataclass(frozen=True, slots=True)
class Game:
    home: Home
    variant: str
    players: tuple[int, int]
    age: int | None  # the least age, in years
    minutes: Minutes | None
    languages: tuple[str, ...]
    author: tuple[str, ...]
    version: str
    fonts: AbcMapping[str, FontChoice]
    colours: AbcMapping[str, str]
    layers: AbcMapping[str, Layer]
    icons: AbcMapping[str, str]
    cover: tuple[str, ...]
    scene: str | None  # the picture of the cover
    vignettes: tuple[str, ...]  # pictures for free room in the rulebook
    mirrored: tuple[str, ...]  # languages whose faces are laid out from the right
    codes: bool  # whether cards have codes
    icon_background: str  # keep or drop
    quiet: AbcMapping[str, str]  # findings that the author intends, with the reasons
    engine: str | None  # CLAUSES for a game with a rules file
    rules: AbcMapping[str, RuleValue]  # every rule parameter of the engine, or of the rules file
    settings: AbcMapping[str, str]  # the rules set on the command line
    decks: tuple[Deck, ...]
    components: tuple[Component, ...]
    strings: AbcMapping[str, AbcMapping[str, Entry]]
    expect: tuple[Expectation, ...]  # bounds for play, by the author of this very variant
    node: nodes.Mapping
    variant_file: Path | None = None
    clauses: nodes.Mapping | None = None  # the rules file with everything laid over it
    long: bool = False  # whether its texts are in a pseudo-language (text/pseudo.py)
    spoken: frozenset[str] = frozenset()  # all words of clauses, also of those that a variant replaces
    designs: tuple[Design, ...] = field(init=False, repr=False, compare=False)  # the designs of all decks

    def __post_init__(self) -> None:
        object.__setattr__(self, "designs", tuple(design for deck in self.decks for design in deck.designs))

    @property
    def name(self) -> str:
        return self.home.name

    def translation(self, language: str, key: str) -> Entry | None:
        """Returns a language's own string for a key; None if another language lends it."""
        entry = self.strings[language].get(key)
        return None if entry and entry.lent else entry

    @property
    def icon_names(self) -> dict[str, str]:
        """Returns the icons for names in texts: the game's `icons:`, and cards with an icon."""
        cards = {design.id: icon for design in self.designs if isinstance(icon := design.fields.get("icon"), str)}
        return cards | dict(self.icons)

    @property
    def edition(self) -> str:
        """Returns the label of pages: the variant, and the rules set on the command line."""
        return " ".join([self.variant, *(f"{name}={value}" for name, value in self.settings.items())])

    @property
    def declared(self) -> type[Rules] | None:
        """Returns the model of its rule parameters; None for a game without rules of play."""
        if self.clauses is not None:
            return parameters_model(self.clauses)
        return rules_of(self.engine) if self.engine else None
