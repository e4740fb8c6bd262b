"""Games that are played by clauses, and the engine by hand that one of them is held against."""

from __future__ import annotations

from dataclasses import replace

from cardgen.definitions.engines import engines
from cardgen.play.game import PlayedGame
from cardgen.store.library import all_games
from tests.play.games import definition

LUI = "king_lui"
engines()[LUI] = "tests.reference.king_lui"  # as if it were installed


def by_hand(variant: str = "base", **rules: object) -> PlayedGame:
    """King Lui by the engine that was written for it, with some rules changed."""
    found = definition(LUI, variant)
    changed = replace(found, rules={**found.rules, **rules}, engine=LUI, clauses=None)
    return PlayedGame(changed, taught=False)


def shipped() -> list[str]:
    """The games of the package that have a rules file."""
    return [home.name for home in all_games() if definition(home.name).clauses is not None]


def game_of(name: str) -> PlayedGame:
    return PlayedGame(definition(name), taught=False)
