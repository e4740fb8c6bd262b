"""House rules of King Lui that no parameter foresaw: each is a few clauses, plays, does what it says, and is told."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from cardgen.definitions.game import BASE
from cardgen.definitions.load import load_game
from cardgen.play.batches import Batch
from cardgen.play.game import PlayedGame
from cardgen.store.library import find_game
from cardgen.validation.static import check_static

LUI = "king_lui"
HOUSE_RULES = Path(__file__).parent / "house_rules" / LUI
PLAYERS, GAMES = 4, 200
NAMES = sorted(path.stem for path in HOUSE_RULES.glob("*.yaml"))


class Played:
    """Random games, and what came of them on average."""

    def __init__(self, variant: str) -> None:
        self.game = PlayedGame(load_game(find_game(LUI), variant), taught=False)
        batch = Batch(self.game, ["random"] * PLAYERS)
        batch.play(GAMES)
        self.results = batch.results

    def tally(self, name: str) -> float:
        """How often an action is taken in a game."""
        return self.results["tallies"][:, self.game.tallies.index(name)].mean()

    @property
    def score(self) -> float:
        """The points of all players together."""
        return self.results["scores"].sum(axis=1).mean()

    @property
    def turns(self) -> float:
        """Those of a course."""
        return self.results["turns"].sum() / self.results["rounds"].sum()

    @property
    def courses(self) -> float:
        return self.results["rounds"].mean()

    @property
    def begins(self) -> int:
        """The seat that acts first."""
        return self.game.new_position(PLAYERS, seed=1).current_player()

    @property
    def silences(self) -> set[str]:
        return {name for name, met in zip(self.game.silences, self.results["silences"].T, strict=False) if met.any()}


@cache
def base() -> Played:
    return Played(BASE)


# One figure that each rule changes, beside that of the game without it
CHANGES: dict[str, Callable[[Played, Played], bool]] = {
    "alms": lambda new, old: 0.9 < new.tally("portion") / new.courses < 1,  # seldom is nothing left
    "auction": lambda new, old: 2 < (old.score - new.score) / new.courses < 3,  # the most of four bids from 0 to 3
    "chef_last": lambda new, old: (old.begins, new.begins) == (0, 1),
    "chef_twice": lambda new, old: old.turns == PLAYERS < PLAYERS + 0.9 < new.turns < PLAYERS + 1,
    "clean_plates": lambda new, old: 1.1 < new.score / old.score < 1.3,
    "cloche": lambda new, old: new.tally("lift") > 5 > 3 < old.tally("take") - new.tally("take"),
    "favourite": lambda new, old: abs(new.score / old.score - 8 / 7) < 0.03,  # one dish of seven counts twice
    "pass_left": lambda new, old: abs(new.tally("give") / new.courses - PLAYERS) < 0.01,
    "raid": lambda new, old: 0.5 < new.tally("raid") < 1,  # of 5 Emeralds that might be fed
    "trade": lambda new, old: new.tally("accept") + new.tally("refuse") == new.tally("trade") > 20,
    "two_dishes": lambda new, old: new.score < old.score / 5,  # nothing is left for the king
    "variety": lambda new, old: 4 < new.score - old.score < 10,  # often several have equally many
}


def test_there_are_twelve():
    assert sorted(CHANGES) == NAMES and len(NAMES) == 12


@pytest.mark.parametrize("name", NAMES)
def test_a_house_rule_plays_and_does_what_it_says(name):
    new, old = Played(str(HOUSE_RULES / f"{name}.yaml")), base()
    assert (new.results["finished"] == 1).all() and len(new.results) == GAMES
    assert new.silences <= {name for name in old.game.silences if not name.startswith("short")}
    assert CHANGES[name](new, old)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_house_rule_is_told_in_every_language(name):
    assert not list(check_static(find_game(LUI), str(HOUSE_RULES / f"{name}.yaml")))
