"""Kinds of cards whose plays an engine counts: how often each was played, and how often that changed nothing."""

from __future__ import annotations

from dataclasses import dataclass

from cardgen.play.game import PlayedGame
from cardgen.play.goals import IDLE, PLAYED
from cardgen.validation import titles


@dataclass(frozen=True, slots=True)
class Kind:
    name: str
    title: str  # as the cards say it


def kinds(game: PlayedGame) -> list[Kind]:
    """Those with both tallies; none where the engine does not count them."""
    names = [name.removeprefix(PLAYED) for name in game.tallies if name.startswith(PLAYED)]
    return [Kind(name, titles.card(game, name)) for name in names if IDLE + name in game.tallies]


def of_kinds(game: PlayedGame) -> set[str]:
    """The tallies that are told kind by kind."""
    return {what + kind.name for kind in kinds(game) for what in (PLAYED, IDLE)}
