"""Games that are played by clauses: those that ship with a rules file, and King Lui by that of a test."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from cardgen.definitions.engines import CLAUSES
from cardgen.definitions.game import Game
from cardgen.definitions.nodes import mapping
from cardgen.definitions.yaml_source import read_yaml
from cardgen.library import all_games
from cardgen.play.game import PlayedGame
from tests.play.games import definition
from tests.rules.test_read import GAMES

LUI = "king_lui"


@cache
def _clauses():
    return mapping(read_yaml(GAMES / f"{LUI}.yaml"))


def by_clauses(variant: str = "base", **rules: object) -> PlayedGame:
    """King Lui by its clauses, with some rules changed."""
    found = definition(LUI, variant)
    return PlayedGame(told(found, {**found.rules, **rules}), taught=False)


def told(found: Game, rules: dict) -> Game:
    return replace(found, rules=rules, engine=CLAUSES, clauses=_clauses())


def shipped() -> list[str]:
    """The games of the package that have a rules file."""
    return [home.name for home in all_games() if definition(home.name).clauses is not None]


def game_of(name: str) -> PlayedGame:
    return by_clauses() if name == LUI else PlayedGame(definition(name), taught=False)
