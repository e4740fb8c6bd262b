"""Sides that were read, shared by editions: a reading notes what it was read from, and where all of that is the same
in another edition of the game, that one shows the same faces."""

from __future__ import annotations

from typing import Any

from cardgen.definitions.game import Game
from cardgen.faces.reading import Reading
from cardgen.faces.sides import Side
from cardgen.faces.supplies import Supplies


class Readings:
    """Sides that were read, for the editions of a game that show them the same."""

    def __init__(self) -> None:
        self._known: dict[tuple[Any, ...], list[Reading]] = {}

    def apart(self) -> Readings:
        """The same sides, to which others may be added that are soon forgotten."""
        copied = Readings()
        copied._known = {key: list(known) for key, known in self._known.items()}
        return copied

    def read(self, side: Side, game: Game, bleed: float, supplies: Supplies, draft: bool = False) -> Reading:
        """The side as it was read before, or read now: look at its `faults`, or at what is `drafted` in a draft."""
        known = self._known.setdefault((game.home, side.name, bleed), [])
        for reading in known:
            if reading.shows(side, game, supplies) and not (draft and reading.hindering):  # a draft shows these as well
                return reading
        reading = Reading(side, game, bleed, supplies.apart(), draft)
        if not (reading.faults or reading.drafted):
            known.append(reading)
        return reading
