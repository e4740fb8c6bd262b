"""Makes the frozen designs of a kind's cards: one for each of its sets, with both sides if both are faces of play.

`sets: [red, blue]` makes a card for each set. A field with a value for each set (`icon: {red: rose, blue: pear}`) has
the set's own value, and `each` has differences of single cards. `sides: [day, night]` makes two-sided cards; keys under
a side's name belong to that side alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Mapping as AbcMapping
from dataclasses import replace
from itertools import islice
from typing import Any

from cardgen.definitions.behaviour import Bound, can
from cardgen.definitions.game import Design
from cardgen.definitions.game_file import Kind
from cardgen.definitions.nodes import Data, Mapping, Node, mapping
from cardgen.definitions.nodes import kind as kind_of
from cardgen.definitions.overlay import overlay
from cardgen.definitions.rules import RuleValue
from cardgen.definitions.strings_file import Entry, words_of
from cardgen.definitions.validate import validate
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import MAX_FAULTS, Fault, InputError, nearest

# Keys of a kind or card that no face reads
OWN = ("count", "looks", "kind", "cards", "layout", "back", "figure", "sets", "each", "sides", "quiet")


@dataclass(frozen=True, slots=True)
class EngineFields:
    """The fields of cards that a game's engine reads: their models, and the rules that they can refer to."""

    models: AbcMapping[str, Any]
    rules: AbcMapping[str, RuleValue]
    languages: Sequence[str] = ()  # languages of the game: a field can have words in each


class KindReader:
    """Reads the cards of one kind; `faults` collects their mistakes."""

    def __init__(self, deck: str, back: str | None, name: str, kind: Kind, node: Mapping, fields: EngineFields) -> None:
        self.deck, self.back, self.name, self.kind, self.node, self.fields = deck, back, name, kind, node, fields
        self.path = f"decks.{deck}.kinds.{name}"
        self.faults: list[Fault] = []

    def read(self) -> Iterator[tuple[str, Design]]:
        """Returns every design with the key of its card; it leaves out designs with faults."""
        self.faults += self._strangers()
        for own in self.kind.sets or (None,):
            for card in self.kind.cards:
                if self.kind.each.get(f"{own}-{card}", self) is None:
                    continue  # a variant has dropped the card
                try:
                    yield card, self._card(card, own)
                except InputError as error:
                    self.faults += error.faults

    def _strangers(self) -> Iterator[Fault]:
        """Adds the faults of names in `each` that are no cards of a set."""
        known = [f"{own}-{card}" for own in self.kind.sets for card in self.kind.cards]
        there = set(known)
        for id in islice((id for id in self.kind.each if id not in there), MAX_FAULTS):
            message = f"{self.path}.each: there is no card '{id}'{nearest(id, known)}"
            yield Fault(message, self.node.below("each").keys[id])

    def _card(self, card: str, own: str | None) -> Design:
        back = self.kind.back or self.back
        if not self.kind.sides:
            return self._design(card, own, None, back)
        front, other = self.kind.sides
        reverse = self._design(card, own, other, None)
        reverse = replace(reverse, layout=self.kind.back or self.kind.layout)
        return replace(self._design(card, own, front, None), reverse=reverse)

    def _design(self, card: str, own: str | None, side: str | None, back: str | None) -> Design:
        id = f"{own}-{card}" if own else card
        where, card_node = f"{self.path}.cards.{card}", self.node.below("cards", card)
        if id in self.kind.each:
            changed = overlay(card_node, self.node.below("each", id))
            where, card_node = f"{self.path}.each.{id}", mapping(changed)
        node, written = self._resolve(card_node, where, own, side)
        kind_node, kind_written = self._resolve(self.node, self.path, own, side)
        shared, mine = (_data(of) for of in (kind_node, node))
        # As in a spreadsheet, a card does not have an empty field
        fields = {key: value for key, value in (shared | mine).items() if value is not None}
        words = self._words((kind_node, kind_written), (node, written))
        fields |= {key: said[self.fields.languages[0]].text for key, said in words.items()}
        sources = [of for of in (self.kind.each.get(id), self.kind.cards[card], self.kind) if of is not None]
        return Design(
            id=id,
            deck=self.deck,
            kind=self.name,
            layout=self.kind.layout,
            back=back,
            figure=self.kind.figure,
            count=next(of.count for of in sources if of.count is not None),
            looks=next(of.looks for of in sources if of.looks is not None),
            fields=fields,
            behaviour=self._behaviour(fields, (node, written), (kind_node, kind_written)),
            node=node,
            kind_node=kind_node,
            set=own,
            side=side,
            words=words,
            quiet={code: why for of in reversed(sources) for code, why in of.quiet.items()},
        )

    def _words(self, *owners: tuple[Mapping, AbcMapping[str, str]]) -> dict[str, dict[str, Entry]]:
        """The fields that have words by language, `name: {en: Fox, fr: Renard}`; a card's win over its kind's."""
        words: dict[str, dict[str, Entry]] = {}
        for node, paths in owners:
            for key, value in node.items.items():
                words.pop(key, None)
                free = isinstance(value, Mapping) and key not in (*OWN, *self.fields.models)
                if free and (said := words_of(paths[key], value, self.fields.languages)):
                    words[key] = said
        return words

    def _resolve(self, node: Mapping, path: str, own: str | None, side: str | None) -> tuple[Mapping, dict[str, str]]:
        """The keys of a card or kind for one side and one set, and the path at which each key is written."""
        items = {key: value for key, value in node.items.items() if key not in self.kind.sides}
        keys, paths = dict(node.keys), {key: f"{path}.{key}" for key in items}
        place = node.place
        if side and side in node.items:
            part = node.items[side]
            if not isinstance(part, Mapping):
                message = f"{path}.{side}: expected keys with values, for the side '{side}', got {kind_of(part)}"
                raise InputError(Fault(message, part.place))
            items, keys, place = items | part.items, keys | part.keys, part.place
            paths |= {key: f"{path}.{side}.{key}" for key in part.items}
        if own:
            items = {key: self._of_set(paths[key], value, own) for key, value in items.items()}
        return Mapping(items, place, keys), paths

    def _of_set(self, path: str, value: Node, own: str) -> Node:
        """The value for one set, if a field has one for each."""
        sets = self.kind.sets
        if not isinstance(value, Mapping) or not set(value.items) & set(sets) or path == f"{self.path}.cards":
            return value
        expected = f"expected a value for each of {', '.join(sets)}"
        faults = [
            Fault(f"{path}: {expected}, but '{key}' is none of them{nearest(key, sets)}", value.keys[key])
            for key in value.items
            if key not in sets
        ]
        if not faults and (missing := [name for name in sets if name not in value.items]):
            faults.append(Fault(f"{path}: {expected}; there is none for {', '.join(missing)}", value.place))
        if faults:
            raise InputError(*faults)
        return value.items[own]

    def _behaviour(
        self, fields: AbcMapping[str, Data], *owners: tuple[Mapping, AbcMapping[str, str]]
    ) -> dict[str, object]:
        """The fields that the engine reads, each through its model. Raises InputError with all their faults."""
        values: dict[str, object] = {}
        faults: list[Fault] = []
        for name, model in self.fields.models.items():
            if name not in fields:
                continue
            node, paths = next((node, paths) for node, paths in owners if name in node.items)
            try:
                value = validate(model, node.items[name], paths[name])
                values[name] = value.bound(fields, self.fields.rules) if can(value, Bound) else value
            except InputError as error:
                faults += error.faults
            except ValueError as error:
                faults.append(Fault(f"{paths[name]}: {error}", node.items[name].place))
        if faults:
            raise InputError(*faults)
        return values


def _data(owner: Mapping) -> dict[str, Data]:
    """The keys of a card or a kind that faces read, with their values."""
    return {key: value.data for key, value in owner.items.items() if key not in OWN}
