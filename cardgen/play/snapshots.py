"""Reads snapshots that people write by hand: every value checked, every message with the zone at fault."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from cardgen.foundations.errors import nearest

MISSING = object()


class Reader:
    """A snapshot's zones; whatever cannot be raises ValueError with the zone's name."""

    def __init__(self, data: Mapping[str, Any], cards: Sequence[str]):
        if not isinstance(data, Mapping):
            raise ValueError(f"expected a snapshot with named zones, got {data!r}")
        self._data = data
        self._codes = {name: code for code, name in enumerate(cards) if name}
        self._read: set[str] = set()

    def value(self, zone: str, default: Any = MISSING) -> Any:
        self._read.add(zone)
        found = self._data.get(zone, default)
        if found is MISSING:
            raise ValueError(f"{zone}: this zone is missing")
        return found

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
        """The number by which the engine knows a card."""
        if not isinstance(card, str) or card not in self._codes:
            raise ValueError(f"{zone}: there is no card {card!r}{nearest(str(card), self._codes)}")
        return self._codes[card]

    def cards(self, zone: str, most: int) -> list[int]:
        """A list of cards, in order; absent is empty."""
        return self.listed(zone, self.value(zone, ()), most)

    def listed(self, zone: str, found: Any, most: int) -> list[int]:
        if not isinstance(found, (list, tuple)):
            raise ValueError(f"{zone}: expected a list of cards, got {found!r}")
        if len(found) > most:
            raise ValueError(f"{zone}: expected at most {most} cards, got {len(found)}")
        return [self.code(zone, card) for card in found]

    def counts(self, zone: str, into: np.ndarray, found: Any = MISSING) -> None:
        """Adds {card: count} to an array over the cards."""
        found = self.value(zone, {}) if found is MISSING else found
        if not isinstance(found, Mapping):
            raise ValueError(f"{zone}: expected cards and their numbers, got {found!r}")
        for card, count in found.items():
            code = self.code(zone, card)
            if code >= len(into):
                raise ValueError(f"{zone}: {card} cannot lie there")
            into[code] += whole(f"{zone}: {card}", count, 0, 1000)

    def each(self, zone: str, into: np.ndarray) -> None:
        """Adds a list of {card: count}, one for each player; absent is empty."""
        found = self.value(zone, ())
        if not isinstance(found, (list, tuple)) or (found and len(found) != len(into)):
            raise ValueError(f"{zone}: expected one for each of the {len(into)} players, got {found!r}")
        for player, counts in enumerate(found):
            self.counts(f"{zone}[{player}]", into[player], counts)

    def nothing_else(self, *also: str) -> None:
        """Refuses zones that nobody asked for."""
        known = {*self._read, *also}
        for zone in self._data:
            if zone not in known:
                raise ValueError(f"there is no zone {zone!r}{nearest(str(zone), known)}")


def whole(zone: str, value: Any, low: int, high: int) -> int:
    """A whole number within bounds. Raises ValueError."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or not low <= value <= high:
        raise ValueError(f"{zone}: expected a whole number from {low} to {high}, got {value!r}")
    return int(value)
