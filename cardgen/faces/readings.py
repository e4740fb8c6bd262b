"""Keeps the readings of sides, which editions share: a reading notes its sources, and an edition with the same sources
shows the same faces."""

from __future__ import annotations

from typing import Any

from cardgen.definitions.game import Game
from cardgen.faces.face_builder import Faces
from cardgen.faces.reading import Reading
from cardgen.faces.sides import Side
from cardgen.faces.supplies import Supplies
from cardgen.store.traces import replay, tracing


class Readings:
    """Keeps the sides that were read, for all editions of a game that show the same."""

    def __init__(self) -> None:
        self._known: dict[tuple[Any, ...], list[Faces]] = {}

    def apart(self) -> Readings:
        """Returns the same sides, to which temporary ones can be added."""
        copied = Readings()
        copied._known = {key: list(known) for key, known in self._known.items()}
        return copied

    def read(self, side: Side, game: Game, bleed: float, supplies: Supplies, draft: bool = False) -> Faces:
        """Returns the reading of a side, an earlier one or a new one; callers look at its `faults`, or at `drafted`."""
        known = self._known.setdefault((game.home, side.name, bleed), [])
        for faces in known:
            reading = faces.reading
            faulty = draft and reading.blocking_faults  # a draft shows faults as well
            if reading.shows(side, game, supplies) and not faulty:
                replay(reading.supplies.seen)
                return faces
        with tracing(supplies.seen):
            sides = Faces(Reading(side, game, bleed, supplies.apart(), draft))
        if not (sides.reading.faults or sides.reading.drafted):
            known.append(sides)
        return sides
