"""The goals and grades of Party at Louis, for a check: the nobles, and the scale of the solo game."""

from __future__ import annotations

import re

from cardgen.definitions.components import Component
from cardgen.definitions.game import Game
from cardgen.play.games.party_at_louis.cards import SIDES, cards, number
from cardgen.play.goals import Goal, Grade

SCALE = "scale"  # the component whose fields are the ranges of points of a solo game (P45)
_RANGE = re.compile(r"(\d+)\s*(?:[-–]\s*(\d+))?")


def goals(game: Game) -> tuple[Goal, ...]:
    """Each side of each noble of the first player; the others' differ only in colours."""
    goals: dict[str, Goal] = {}
    for noble in cards(game).nobles:
        design, side = noble.design, SIDES[noble.side]
        tally = f"{side}_{noble.place + 1}"
        goals.setdefault(tally, Goal(tally, f"{design.id}/{design.side}", number(design, "points")))
    return tuple(goals.values())


def grades(game: Game) -> tuple[Grade, ...]:
    """The ranges of the scale, the best first; empty if a game has no scale."""
    return tuple(sorted(_ranges(game).values(), key=lambda grade: -grade.high))


def wage(game: Game, points: int) -> str | None:
    """The field of the scale whose range has so many points; the string `scale.FIELD` has its words."""
    return next((field for field, grade in _ranges(game).items() if grade.low <= points <= grade.high), None)


def _ranges(game: Game) -> dict[str, Grade]:
    component = scale(game)
    grades = {}
    for field, said in (component.fields if component else {}).items():
        if match := _RANGE.fullmatch(str(said)):
            grades[field] = Grade(str(said), int(match[1]), int(match[2] or match[1]))
    return grades


def scale(game: Game) -> Component | None:
    return next((component for component in game.components if component.id == SCALE), None)
