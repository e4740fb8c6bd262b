"""What a field is drawn with: its layout, the values that its expressions read, and where to point when one is bad."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn, TypeVar, overload

from cardgen.definitions.components import Component
from cardgen.definitions.game import Design, Game
from cardgen.definitions.layout_file import Layout
from cardgen.drawing import Box, Paint
from cardgen.errors import InputError, Place, fail, likeliest, nearest
from cardgen.faces import colour, expressions
from cardgen.faces.names import own_names, with_id
from cardgen.faces.supplies import Supplies

Owner = Design | Component
T = TypeVar("T")
_STRENGTH = re.compile(r"\s*\d{1,3}\s*%\s*")
_ONE_FIELD = re.compile(r"\{(?:card|component|deck\.cards\.(?P<card>[a-z0-9_-]+))\.(?P<field>[a-z0-9_-]+)\}")


def named(owner: Owner, game: Game) -> str:
    """A card or a component as messages name it: a card by its name, with the id by which it is found in files."""
    if isinstance(owner, Component):
        return f"component '{owner.id}'"
    return "card " + with_id(own_names(game, [owner])[owner.id], owner.id, quote="'")


@dataclass(frozen=True, slots=True)
class Context:
    """One field of a layout, about to be drawn for one card or component in one language."""

    layout: Layout
    name: str
    scope: Mapping[str, Any]
    supplies: Supplies
    owner: Owner | None  # whose fields the expressions read
    bleed: float
    suggested: set[tuple[str, str]] = field(default_factory=set)  # owners' fields that faults say were meant

    def fill(self, template: str, key: str) -> str:
        """A template of the field's key, filled in."""
        for name in expressions.reads(template):
            self._check_card(name)
        return self.read(lambda: expressions.fill(template, self.scope), template, key)

    def _check_card(self, name: str) -> None:
        """Raises InputError for a card that lacks what others of its layout have; if none has it, the layout slips."""
        root, _, wanted = name.partition(".")
        if root != "card" or not isinstance(self.owner, Design) or wanted in self.scope["card"]:
            return
        meant = likeliest(wanted, self.owner.fields)
        if meant:
            self.suggested.add((self.owner.id, meant))
        layout = self.layout.name
        faces = (face for design in self.supplies.game.designs for face in design.faces)
        if any(wanted in face.fields for face in faces if layout in (face.layout, face.back)):
            hint = f"; did you mean '{meant}'?" if meant else ""
            message = f"{self.owner.id}: the card has no '{wanted}', which layouts/{layout}.yaml reads{hint}"
            raise fail(message, self.owner.place)

    def acting(self, name: str, key: str) -> Design:
        """The card, whose field `name` the game's engine reads. Raises InputError where it has none."""
        card = self.owner if isinstance(self.owner, Design) else None
        if card and name in card.behaviour:
            return card
        faces = (face for design in self.supplies.game.designs for face in design.faces)
        if card and any(name in face.behaviour for face in faces):
            message = f"{card.id}: the card has no '{name}', which layouts/{self.layout.name}.yaml shows"
            raise fail(message, card.place)
        whose, known = (
            f" ({named(self.owner, self.supplies.game)})" if self.owner else "",
            card.behaviour if card else {},
        )
        message = f"fields.{self.name}.{key}: no engine reads the field '{name}' here{nearest(name, known)}{whose}"
        raise fail(message, self.layout.place_of(self.name, key))

    @overload
    def colour(self, template: str, key: str) -> str: ...
    @overload
    def colour(self, template: str | None, key: str) -> str | None: ...
    def colour(self, template: str | None, key: str) -> str | None:
        """`#rrggbb` of a colour that a template gives; None where there is no template."""
        if template is None:
            return None
        text = self.fill(template, key)
        self._check_own_colour(template, key)
        return self.read(lambda: colour.parse(text, self.supplies.game.colours), template, key)

    @overload
    def paint(self, template: str, key: str, box: Box) -> Paint: ...
    @overload
    def paint(self, template: str | None, key: str, box: Box) -> Paint | None: ...
    def paint(self, template: str | None, key: str, box: Box) -> Paint | None:
        """As `colour`, or a gradient over `box`."""
        if template is None:
            return None
        text = self.fill(template, key)
        self._check_own_colour(template, key)
        return self.read(lambda: colour.parse_paint(text, self.supplies.game.colours, box), template, key)

    def _check_own_colour(self, template: str, key: str) -> None:
        """A card's own bad colour is quoted as the card wrote it, without the percentage that the layout adds."""
        passed = self._passed_on(template)
        if passed and _STRENGTH.fullmatch(template.rpartition("}")[2]):
            own = str(passed[0].fields[passed[1]])
            self.read(lambda: colour.parse(own, self.supplies.game.colours), template, key)

    def read(self, reader: Callable[[], T], template: str, key: str) -> T:
        """What `reader` returns; its ValueError becomes a fault at the card's field or at the layout's key."""
        try:
            return reader()
        except ValueError as error:
            self.fail(str(error), template, key)

    def place(self, template: str, key: str) -> Place:
        """Where the text in question is written: on the card if the template only passes it on."""
        passed = self._passed_on(template)
        return passed[0].place_of(passed[1]) if passed else self.layout.place_of(self.name, key)

    def supply(self, find: Callable[[str, Place], T], template: str, key: str) -> T:
        """What the supplies have by the name that a template gives; a fault says whose name it is."""
        name, place = self.fill(template, key), self.place(template, key)
        try:
            return find(name, place)
        except InputError as error:
            whose = self._whose(template, key)
            told = (replace(f, message=f"{whose}: {f.message}") if f.place == place else f for f in error.faults)
            raise InputError(*told) from None

    def fail(self, message: str, template: str, key: str) -> NoReturn:
        if self.owner and not self._passed_on(template):
            message = f"{message} ({named(self.owner, self.supplies.game)})"
        raise fail(f"{self._whose(template, key)}: {message}", self.place(template, key))

    def _whose(self, template: str, key: str) -> str:
        passed = self._passed_on(template)
        return f"{passed[0].id}.{passed[1]}" if passed else f"fields.{self.name}.{key}"

    def _passed_on(self, template: str) -> tuple[Owner, str] | None:
        """The card or component, and its field, that a template passes on; a layout may read any card of its deck."""
        match = _ONE_FIELD.match(template.strip())
        if not match:
            return None
        owner, field = self.owner, match["field"]
        if match["card"]:
            owner = next((design for design in self.supplies.game.designs if design.id == match["card"]), None)
        return (owner, field) if owner and field in owner.fields else None
