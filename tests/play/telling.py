"""Turns as accounts tell them, from positions put together by hand."""

from __future__ import annotations

from cardgen.play.position import Position
from cardgen.play.tale import Step, tale_of


def turn(position: Position, *lines: str, language: str = "en") -> list[str]:
    """What an account tells of one turn, its decisions typed in English."""
    steps = []
    for line in lines:
        now, action = position.records.copy(), position.string_to_action(line, "en")
        position.apply_action(action)
        steps.append(Step(now, action, position.records.copy()))
    return list(tale_of(position.game, position.game.words(language)).turn(steps))
