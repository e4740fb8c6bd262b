"""Games that tests play: loaded once, then with other rules as often as a test likes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from hypothesis import strategies as st

from cardgen.definitions.game import Game
from cardgen.definitions.load import load_game
from cardgen.definitions.rules import explain
from cardgen.play.game import PlayedGame
from cardgen.play.position import Position
from cardgen.store.library import find_game


@cache
def definition(name: str, variant: str = "base") -> Game:
    return load_game(find_game(name), variant)


def played(name: str, variant: str = "base", **rules: object) -> PlayedGame:
    """A game or a variant of it, with some rules changed."""
    found = definition(name, variant)
    assert not set(rules) - set(found.rules)
    game = PlayedGame(replace(found, rules={**found.rules, **rules}))
    game.precompile()
    return game


def rule_sets(name: str) -> st.SearchStrategy[dict]:
    """Any values of any of a game's rules."""
    infos = explain(definition(name).declared)
    return st.fixed_dictionaries({}, optional={info.name: st.sampled_from(info.values) for info in infos})


def walk(position: Position, chooser) -> Iterator[Position]:
    """The same position after every action of a game; `chooser` is a random.Random."""
    yield position
    while not position.is_terminal():
        position.apply_action(chooser.choice(position.legal_actions()))
        yield position
