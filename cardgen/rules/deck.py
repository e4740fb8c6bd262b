"""The cards of a game as its clauses see them: kinds, counts and field values."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from typing import Any, NamedTuple

from cardgen.definitions import fields
from cardgen.definitions.declared import MAX_NUMBER
from cardgen.definitions.game import Design, Game
from cardgen.rules.clauses import Deck


class Card(NamedTuple):
    """A card, with the number of its copies in play."""

    kind: str
    id: str
    copies: int
    fields: tuple[tuple[str, int | str], ...]


def kinds_of(game: Game) -> tuple[str, ...]:
    """Returns the kinds of all decks, including those whose cards a variant has all removed."""
    return tuple(dict.fromkeys(kind for deck in game.decks for kind in deck.node.below("kinds").items))


def cards_of(game: Game) -> tuple[Card, ...]:
    """Returns the cards of all decks, in order. Fields are numbers, words, and 1 or 0 for yes or no. A card of two
    sides has the fields of its front."""
    return tuple(Card(each.kind, each.id, each.count, tuple(_fields(each))) for each in game.designs)


@lru_cache(maxsize=100)
def as_deck(names: tuple[str, ...], cards: tuple[Card, ...]) -> Deck:
    kinds: dict[str, tuple[str, ...]] = dict.fromkeys(names, ())
    said: dict[str, dict[str, int | str]] = {}
    for card in cards:
        kinds[card.kind] = (*kinds[card.kind], card.id)
        for field, value in card.fields:
            said.setdefault(field, {})[card.id] = value
    return Deck(kinds, {card.id: card.copies for card in cards}, said)


def _fields(design: Design) -> Iterator[tuple[str, int | str]]:
    given = {"set": design.set} if design.set else {}
    for field, value in {**given, **design.fields}.items():
        if (read := _value(value)) is not None:
            yield field, read


def _value(value: Any) -> int | str | None:
    """A field's value as clauses read it; None for lists and mappings, which they cannot read."""
    for leaf in (fields.whole, fields.flag):
        with suppress(ValueError):
            number = int(leaf(value))
            return number if abs(number) <= MAX_NUMBER else None
    return str(value) if isinstance(value, str) else None
