"""The context in which a field is drawn: its layout, the values that its expressions read, and the places for
messages."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any, NoReturn, TypeVar, overload

from cardgen.definitions import evaluate, templates
from cardgen.definitions.components import Component
from cardgen.definitions.expressions import ROOTS
from cardgen.definitions.game import Design, Game
from cardgen.definitions.layouts import Layout
from cardgen.definitions.repeats import Bound
from cardgen.definitions.templates import Template
from cardgen.faces import colour
from cardgen.faces.box import Frame
from cardgen.faces.supplies import Supplies
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import InputError, Place, fail, likeliest, nearest
from cardgen.graphics.drawing import Paint
from cardgen.graphics.geometry import Box
from cardgen.text.card_names import own_names, with_id

Owner = Design | Component
T = TypeVar("T")
Translated = Callable[[Template], Mapping[str, str]]  # the values of a card's fields in words; raises InputError
_STRENGTH = re.compile(r"\s*\d{1,3}\s*%\s*")


def _as_written(words: Template) -> Mapping[str, str]:
    return {}


def owner_name(owner: Owner, game: Game) -> str:
    """Returns the name of a card or component in messages: a card's name, with its id, by which you find it in
    files."""
    if isinstance(owner, Component):
        return f"component '{owner.id}'"
    return "card " + with_id(own_names(game, [owner])[owner.id], owner.id, quote="'")


@dataclass(frozen=True, slots=True)
class Context:
    """One field of a layout, about to be drawn for one card or component in one language. Nested keys have names such
    as 'repeat.gap'."""

    layout: Layout
    name: str
    scope: Mapping[str, Any]
    supplies: Supplies
    owner: Owner | None  # the card or component whose fields expressions read
    bleed: float
    language: str
    suggested: set[tuple[str, str]]  # owners' fields that faults suggest
    frame: Frame  # the box from which the field's place counts
    size: tuple[float, float]  # the size of the side's trim, in mm
    translated: Translated = _as_written
    smallest: float = 0.0  # the least size of words here, in mm

    def fill(self, template: Template, key: str, shown: Mapping[str, str] | None = None) -> str:
        """Fills in the template of the field's key; `shown` has the texts for the card's own fields, if these differ
        from their values."""
        if isinstance(template, str) and "{" not in template:
            return template
        text, path = self._chosen(template, key)
        return self._worked_out(lambda: templates.fill(text, self._scope(shown)), key, *path)

    def _scope(self, shown: Mapping[str, str] | None) -> Mapping[str, Any]:
        return {**self.scope, "card": {**self.scope["card"], **shown}} if shown else self.scope

    def draws(self, field: Any) -> bool:
        """Returns whether the field is drawn: its `when` is true and its `unless` is false."""
        when, unless = (
            test and self.holds(test, key) for test, key in ((field.when, "when"), (field.unless, "unless"))
        )
        return when is not False and not unless

    def draws_none(self, field: Any, names: Collection[str]) -> bool:
        """Returns whether the field is never drawn, whatever its repeat's `names` stand for."""
        read = [name for test in (field.when, field.unless) for name in templates.condition_reads(test)]
        return not any(name.partition(".")[0] in names for name in read) and not self.draws(field)

    def holds(self, test: str, key: str) -> bool:
        """Returns whether the condition of the field's key is true."""
        for name in templates.condition_reads(test):
            self._check_heading(name, test, key)
        return self._worked_out(lambda: templates.holds(test, self.scope), key)

    def _check_heading(self, name: str, test: str, key: str) -> None:
        """Raises InputError for a name of several words that no card has, though one has the first of them: most often
        an operator is missing."""
        root, _, wanted = name.partition(".")
        words = wanted.split(" ")
        if root != "card" or len(words) == 1 or any(wanted in face.fields for face in self._faces()):
            return
        shorter = [" ".join(words[:count]) for count in range(1, len(words))]
        if meant := next((each for each in shorter if any(each in face.readable for face in self._faces())), None):
            message = f"fields.{self.name}.{key}: no card has '{wanted}'; did you mean '{meant}'?"
            raise fail(message, self.layout.within(max(0, test.find(wanted)), self.name, *key.split(".")))

    def whole(self, bound: Bound, key: str) -> int:
        """Returns the whole number that an expression of the field's key gives."""
        return self._worked_out(lambda: evaluate.whole(bound.tree, self.scope), key)

    def several(self, template: Template, key: str, shown: Mapping[str, str] | None = None) -> list[str]:
        """Returns the items of a list, or of a text between semicolons and line ends; `shown` is as for `fill`."""
        text, path = self._chosen(template, key)
        return self._worked_out(lambda: templates.several(text, self._scope(shown)), key, *path)

    def _faces(self) -> Iterator[Design]:
        return (face for design in self.supplies.game.designs for face in design.faces)

    def _chosen(self, template: Template, key: str) -> tuple[str, tuple[str, ...]]:
        """The text of a look-up for this card, and the keys that lead to it."""
        return self._worked_out(lambda: templates.chosen(template, self.scope), key)

    def _worked_out(self, work: Callable[[], T], key: str, *path: str) -> T:
        """The result of `work`; its slip becomes a fault in the text at a path below the field's key, or at a card that
        lacks the field."""
        try:
            return work()
        except templates.Slip as slip:
            if isinstance(slip, templates.Unknown):
                self._check_card(slip.name)
            path = (*key.split("."), *path, *slip.path)
            message = f"{'.'.join(('fields', self.name, *path))}: {slip}{self.owner_in_brackets}"
            raise fail(message, self.layout.within(slip.offset, self.name, *path)) from None

    @property
    def owner_in_brackets(self) -> str:
        """Returns the end of a message that names one of several cards with the same layout."""
        return f" ({owner_name(self.owner, self.supplies.game)})" if self.owner else ""

    @property
    def extra_names(self) -> frozenset[str]:
        """Returns the names that expressions can read here besides cards and the like."""
        return frozenset(self.scope.keys() - {*ROOTS})

    def suggests(self, name: str) -> None:
        """Notes which field of the card a missing name, such as card.power, most likely means."""
        root, _, wanted = name.partition(".")
        if root == "card" and isinstance(self.owner, Design) and (meant := self._meant(wanted, self.owner)):
            self.suggested.add((self.owner.id, meant))

    def _meant(self, wanted: str, card: Design) -> str | None:
        """The card's field that most likely stands for one that it lacks; none if another card has both: `skill_wild`
        is no misspelling of `skill_willpower`."""
        meant = likeliest(wanted, card.fields)
        return None if any({wanted, meant} <= face.fields.keys() for face in self._faces()) else meant

    def _check_card(self, name: str) -> None:
        """Raises InputError for a card that lacks what others of its layout have; if none has it, the layout slips."""
        root, _, wanted = name.partition(".")
        if root != "card" or not isinstance(self.owner, Design) or wanted in self.scope["card"]:
            return
        self.suggests(name)
        meant = self._meant(wanted, self.owner)
        layout = self.layout.name
        if any(wanted in face.fields for face in self._faces() if layout in (face.layout, face.back)):
            hint = f"; did you mean '{meant}'?" if meant else ""
            message = f"{self.owner.id}: the card has no '{wanted}', which layouts/{layout}.yaml reads{hint}"
            raise fail(message, self.owner.place)

    def acting(self, name: str, key: str) -> Design:
        """Returns the card, whose field `name` the game's engine reads. Raises InputError if it has none."""
        card = self.owner if isinstance(self.owner, Design) else None
        if card and name in card.behaviour:
            return card
        if card and any(name in face.behaviour for face in self._faces()):
            message = f"{card.id}: the card has no '{name}', which layouts/{self.layout.name}.yaml shows"
            raise fail(message, card.place)
        whose, known = (
            f" ({owner_name(self.owner, self.supplies.game)})" if self.owner else "",
            card.behaviour if card else {},
        )
        message = f"fields.{self.name}.{key}: no engine reads the field '{name}' here{nearest(name, known)}{whose}"
        raise fail(message, self.layout.place_of(self.name, key))

    @overload
    def colour(self, template: Template, key: str) -> str: ...
    @overload
    def colour(self, template: Template | None, key: str) -> str | None: ...
    def colour(self, template: Template | None, key: str) -> str | None:
        """Returns the colour of a template as `#rrggbb`; None if there is no template."""
        if template is None:
            return None
        text = self.fill(template, key)
        self._check_own_colour(template, key)
        return self.read(lambda: colour.parse(text, self.supplies.game.colours), template, key)

    @overload
    def paint(self, template: Template, key: str, box: Box) -> Paint: ...
    @overload
    def paint(self, template: Template | None, key: str, box: Box) -> Paint | None: ...
    def paint(self, template: Template | None, key: str, box: Box) -> Paint | None:
        """Returns the colour of a template, or its gradient over `box`; None if there is no template."""
        if template is None:
            return None
        text = self.fill(template, key)
        self._check_own_colour(template, key)
        return self.read(lambda: colour.parse_paint(text, self.supplies.game.colours, box), template, key)

    def _check_own_colour(self, template: Template, key: str) -> None:
        """Raises InputError for a card's own bad colour, quoted as the card wrote it, without the percentage that the
        layout adds."""
        passed = self._passed_on(template, key)
        if passed and _STRENGTH.fullmatch(self._chosen(template, key)[0].rpartition("}")[2]):
            own = str(passed[0].fields[passed[1]])
            self.read(lambda: colour.parse(own, self.supplies.game.colours), template, key)

    def read(self, reader: Callable[[], T], template: Template, key: str) -> T:
        """Returns what `reader` returns; its ValueError becomes a fault at the card's field or at the layout's key."""
        try:
            return reader()
        except ValueError as error:
            self.fail(str(error), template, key)

    def place(self, template: Template, key: str) -> Place:
        """Returns the place of the text in question: on the card if the template only passes it on."""
        passed = self._passed_on(template, key)
        path = self._chosen(template, key)[1]
        return passed[0].place_of(passed[1]) if passed else self.layout.place_of(self.name, *key.split("."), *path)

    def supply(self, find: Callable[[str, Place], T], template: Template, key: str) -> T:
        """Returns the supply with the name that a template gives; a fault names the card or layout that wrote it."""
        name, place = self.fill(template, key), self.place(template, key)
        try:
            return find(name, place)
        except InputError as error:
            whose, card = self.whose(template, key), ""
            if self.owner and "{" in self._chosen(template, key)[0] and not self._passed_on(template, key):
                card = f" ({owner_name(self.owner, self.supplies.game)})"  # the card gives only a part of the name
            faults = (
                replace(f, message=f"{whose}: {f.message}{card}") if f.place == place else f for f in error.faults
            )
            raise InputError(*faults) from None

    def fail(self, message: str, template: Template, key: str) -> NoReturn:
        if self.owner and not self._passed_on(template, key):
            message = f"{message} ({owner_name(self.owner, self.supplies.game)})"
        raise fail(f"{self.whose(template, key)}: {message}", self.place(template, key))

    def whose(self, template: Template, key: str) -> str:
        """Returns how messages name the value of a template: the card's field that it passes on, or else the layout's
        key."""
        passed = self._passed_on(template, key)
        path = self._chosen(template, key)[1]
        return f"{passed[0].id}.{passed[1]}" if passed else ".".join(("fields", self.name, key, *path))

    def _passed_on(self, template: Template, key: str) -> tuple[Owner, str] | None:
        """The card or component, and its field, that a template passes on; a layout may read any card of its deck."""
        owner = self.owner
        match templates.passed_on(self._chosen(template, key)[0], self.scope):
            case ("card" | "component", field):
                pass
            case ("deck", "cards", id, field):
                owner = next((design for design in self.supplies.game.designs if design.id == id), None)
            case _:
                return None
        return (owner, field) if owner and field in owner.fields else None
