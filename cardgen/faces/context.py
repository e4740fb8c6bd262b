"""What a field is drawn with: its layout, the values that its expressions read, and where to point when one is bad."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NoReturn, TypeVar

from cardgen.definitions.game import Design
from cardgen.definitions.layout_file import Layout
from cardgen.errors import InputError, Place, fail
from cardgen.faces import colour, expressions
from cardgen.faces.supplies import Supplies

T = TypeVar("T")
_ONE_FIELD = re.compile(r"\{card\.([a-z0-9_-]+)\}")


@dataclass(frozen=True, slots=True)
class Context:
    """One field of a layout, about to be drawn for one design in one language."""

    layout: Layout
    name: str
    scope: Mapping[str, Any]
    supplies: Supplies
    design: Design | None
    bleed: float

    def fill(self, template: str, key: str) -> str:
        """A template of the field's key, filled in."""
        return self.read(lambda: expressions.fill(template, self.scope), template, key)

    def colour(self, template: str | None, key: str) -> str | None:
        if template is None:
            return None
        text = self.fill(template, key)
        return self.read(lambda: colour.parse(text, self.supplies.game.colours), template, key)

    def read(self, reader: Callable[[], T], template: str, key: str) -> T:
        """What `reader` returns; its ValueError becomes a fault at the card's field or at the layout's key."""
        try:
            return reader()
        except ValueError as error:
            self.fail(str(error), template, key)

    def place(self, template: str, key: str) -> Place:
        """Where the text in question is written: on the card if the template only passes it on."""
        field = self._passed_on(template)
        if field and self.design:
            return self.design.place_of(field)
        return self.layout.place_of(self.name, key)

    def supply(self, find: Callable[[str, Place], T], template: str, key: str) -> T:
        """What the supplies have by the name that a template gives; a fault says whose name it is."""
        name, place = self.fill(template, key), self.place(template, key)
        try:
            return find(name, place)
        except InputError as error:
            owner = self._owner(template, key)
            named = (replace(f, message=f"{owner}: {f.message}") if f.place == place else f for f in error.faults)
            raise InputError(*named) from None

    def fail(self, message: str, template: str, key: str) -> NoReturn:
        if self.design and not self._passed_on(template):
            message = f"{message} (card '{self.design.id}')"
        raise fail(f"{self._owner(template, key)}: {message}", self.place(template, key))

    def _owner(self, template: str, key: str) -> str:
        field = self._passed_on(template)
        return f"{self.design.id}.{field}" if field and self.design else f"fields.{self.name}.{key}"

    def _passed_on(self, template: str) -> str | None:
        match = _ONE_FIELD.match(template.strip())
        return match[1] if match and self.design and match[1] in self.design.fields else None
