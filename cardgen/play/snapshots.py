"""Reads handwritten snapshots: checks every value, and names the zone at fault in every message."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from cardgen.foundations.errors import nearest

MISSING = object()


class Reader:
    """Reads the zones of a snapshot. Raises ValueError with the zone's name for an impossible value."""

    def __init__(self, data: Mapping[str, Any], cards: Sequence[str]):
        if not isinstance(data, Mapping):
            raise ValueError(f"expected a snapshot with named zones, got {data!r}")
        self._data = data
        self._codes = {name: code for code, name in enumerate(cards) if name}
        self._read: set[str] = set()

    def value(self, zone: str, default: Any = MISSING) -> Any:
        self._read.add(zone)
        value = self._data.get(zone, default)
        if value is MISSING:
            raise ValueError(f"{zone}: this zone is missing")
        return value

    def number(self, zone: str, low: int, high: int, default: Any = MISSING) -> int:
        """A whole number within bounds."""
        value = self.value(zone, default)
        if value is None and default is not MISSING:
            value = default
        return whole(zone, value, low, high)

    def flag(self, zone: str, default: bool) -> bool:
        value = self.value(zone, default)
        if not isinstance(value, bool):
            raise ValueError(f"{zone}: expected true or false, got {value!r}")
        return value

    def choice(self, zone: str, options: Sequence[str | None], default: Any = MISSING) -> int:
        """The index of one of the options."""
        value = self.value(zone, default)
        if value not in options:
            raise ValueError(f"{zone}: expected {' or '.join(map(str, options))}, got {value!r}")
        return options.index(value)

    def code(self, zone: str, card: Any) -> int:
        """The engine's number of a card."""
        if not isinstance(card, str) or card not in self._codes:
            raise ValueError(f"{zone}: there is no card {card!r}{nearest(str(card), self._codes)}")
        return self._codes[card]

    def cards(self, zone: str, most: int) -> list[int]:
        """A list of cards, in order; empty if it is absent."""
        return self.listed(zone, self.value(zone, ()), most)

    def listed(self, zone: str, cards: Any, most: int) -> list[int]:
        if not isinstance(cards, (list, tuple)):
            raise ValueError(f"{zone}: expected a list of cards, got {cards!r}")
        if len(cards) > most:
            raise ValueError(f"{zone}: expected at most {most} cards, got {len(cards)}")
        return [self.code(zone, card) for card in cards]

    def counts(self, zone: str, into: np.ndarray, counts: Any = MISSING) -> None:
        """Adds {card: count} to an array over the cards."""
        counts = self.value(zone, {}) if counts is MISSING else counts
        if not isinstance(counts, Mapping):
            raise ValueError(f"{zone}: expected cards and their numbers, got {counts!r}")
        for card, count in counts.items():
            code = self.code(zone, card)
            if code >= len(into):
                raise ValueError(f"{zone}: {card} cannot lie there")
            into[code] += whole(f"{zone}: {card}", count, 0, 1000)

    def each(self, zone: str, into: np.ndarray) -> None:
        """Adds a list of {card: count}, one for each player; nothing if it is absent."""
        values = self.value(zone, ())
        if not isinstance(values, (list, tuple)) or (values and len(values) != len(into)):
            raise ValueError(f"{zone}: expected one for each of the {len(into)} players, got {values!r}")
        for player, counts in enumerate(values):
            self.counts(f"{zone}[{player}]", into[player], counts)

    def nothing_else(self, *also: str) -> None:
        """Raises ValueError for unknown zones."""
        known = {*self._read, *also}
        for zone in self._data:
            if zone not in known:
                raise ValueError(f"there is no zone {zone!r}{nearest(str(zone), known)}")


def whole(zone: str, value: Any, low: int, high: int) -> int:
    """A whole number within bounds. Raises ValueError."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or not low <= value <= high:
        raise ValueError(f"{zone}: expected a whole number from {low} to {high}, got {value!r}")
    return int(value)
