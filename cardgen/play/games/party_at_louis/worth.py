"""What points Party at Louis offers, as a check weighs them: the nobles, and the scale of the solo game."""

from __future__ import annotations

import re

from cardgen.definitions.components import Component
from cardgen.definitions.game import Game
from cardgen.play.games.party_at_louis.cards import SIDES, cards, number
from cardgen.play.goals import Goal, Grade

SCALE = "scale"  # the component that tells what the points of a solo game are worth: its fields are ranges (P45)
_RANGE = re.compile(r"(\d+)\s*(?:[-–]\s*(\d+))?")


def goals(game: Game) -> tuple[Goal, ...]:
    """Each side of each noble; nobles of one place are alike but for their colours, so the first player's stands."""
    found: dict[str, Goal] = {}
    for noble in cards(game).nobles:
        design, side = noble.design, SIDES[noble.side]
        tally = f"{side}_{noble.place + 1}"
        found.setdefault(tally, Goal(tally, f"{design.id}/{design.side}", number(design, "points")))
    return tuple(found.values())


def grades(game: Game) -> tuple[Grade, ...]:
    """The ranges of the scale, the best first; none where a game has no scale."""
    component = scale(game)
    found = []
    for said in component.fields.values() if component else ():
        if match := _RANGE.fullmatch(str(said)):
            found.append(Grade(str(said), int(match[1]), int(match[2] or match[1])))
    return tuple(sorted(found, key=lambda grade: -grade.high))


def scale(game: Game) -> Component | None:
    return next((component for component in game.components if component.id == SCALE), None)
