"""The protocols of a card's behaviour: the phrases and signs that it gives to printing code.

An engine's `rules.py` declares models of card fields in CARD_FIELDS. A model may offer `phrases()` and `strip()`, which
yield the phrases and signs of this module; `faults()`, which yields a path within the field and a message for each
fault that pydantic cannot find; `bound()`, which takes values from the card and the rules; and `icons`, the icons of
its strips. Generic code reads nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from typing import Any, Protocol, TypeGuard, TypeVar, runtime_checkable

from cardgen.definitions.nodes import Data
from cardgen.definitions.rules import RuleValue
from cardgen.foundations.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence, or a part of one, that each language words in its own way.

    `keys` are keys of strings, the most particular first. `values` fill the sentence: numbers, texts, or phrases.
    """

    keys: tuple[str, ...]
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sign:
    """One sign of a pictogram strip: an icon (by a name of the game's `icons:`), a text, or both side by side.

    `colour` replaces the strip's own; `fill` puts the sign on a small card of that colour; `gap` is the room before it,
    `lift` its distance above the strip's middle, both in parts of the strip's height; `crossed` strikes it out. A sign
    with `new_row` may begin a row of a strip with several rows.
    """

    icon: str | None = None
    text: str = ""
    colour: str | None = None
    fill: str | None = None
    gap: float = 0.12
    lift: float = 0.0
    crossed: bool = False
    new_row: bool = False


P = TypeVar("P")


def can(value: Any, protocol: Callable[..., P]) -> TypeGuard[P]:  # mypy takes no protocol for a type[P]
    """Returns whether a card's field has a protocol's methods."""
    return _has(value.__class__, protocol)


@lru_cache(maxsize=1000)  # checking a protocol is slow
def _has(kind: type, protocol: Any) -> bool:
    return issubclass(kind, protocol)


@runtime_checkable
class HasPhrases(Protocol):
    """A card field that cardgen can put into words."""

    def phrases(self) -> Iterator[Phrase]: ...


@runtime_checkable
class HasStrip(Protocol):
    """A card field that cardgen can draw as a strip of signs."""

    def strip(self) -> Iterator[Sign]: ...


def icons_of(model: type) -> Collection[str]:
    """Returns the icons that strips of a card field can show, if its model names them in `icons`."""
    return getattr(model, "icons", ())


@runtime_checkable
class Gridded(Protocol):
    """A card field that cardgen can draw as a grid of cells: its rows, true for each marked cell."""

    def grid(self) -> Sequence[Sequence[bool]]: ...


@runtime_checkable
class Checked(Protocol):
    """A card field that finds faults that no model can see."""

    def faults(self) -> Iterator[tuple[tuple[str | int, ...], str]]: ...


@runtime_checkable
class Bound(Protocol):
    """A card field that refers to the card's other fields, or to rules: `bound` puts their values in place.

    Raises ValueError if those values do not fit.
    """

    def bound(self, fields: Mapping[str, Data], rules: Mapping[str, RuleValue]) -> object: ...
