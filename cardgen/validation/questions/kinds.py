"""Counts how often each kind of card was played, and how often that changed nothing."""

from __future__ import annotations

from functools import lru_cache

from cardgen.foundations.dataclass import dataclass
from cardgen.play.game import PlayedGame
from cardgen.play.goals import IDLE, PLAYED
from cardgen.validation import titles


@dataclass(frozen=True, slots=True)
class KindCounts:
    name: str
    title: str  # the name on the cards


@lru_cache(maxsize=50)
def kinds(game: PlayedGame) -> tuple[KindCounts, ...]:
    """Returns the kinds that have both tallies; none if the engine does not count them."""
    names = [name.removeprefix(PLAYED) for name in game.tallies if name.startswith(PLAYED)]
    return tuple(KindCounts(name, titles.card(game, name)) for name in names if IDLE + name in game.tallies)


@lru_cache(maxsize=50)
def of_kinds(game: PlayedGame) -> frozenset[str]:
    """Returns the tallies that are reported kind by kind."""
    return frozenset(what + kind.name for kind in kinds(game) for what in (PLAYED, IDLE))
