"""Kinds of cards whose plays an engine counts: how often each was played, and how often that changed nothing."""

from __future__ import annotations

from dataclasses import dataclass

from cardgen.play.game import PlayedGame
from cardgen.validation import titles
from cardgen.validation.titles import IDLE, PLAYED


@dataclass(frozen=True, slots=True)
class Kind:
    """`played` and `idle` are the places of its tallies."""

    name: str
    title: str  # as the cards say it
    played: int
    idle: int


def kinds(game: PlayedGame) -> list[Kind]:
    """Those with both tallies; none where the engine does not count them."""
    places = {name: place for place, name in enumerate(game.tallies)}
    names = [name.removeprefix(PLAYED) for name in places if name.startswith(PLAYED)]
    return [
        Kind(name, titles.card(game, name), places[PLAYED + name], places[IDLE + name])
        for name in names
        if IDLE + name in places
    ]


def of_kinds(game: PlayedGame) -> set[int]:
    """The places of the tallies that are told kind by kind."""
    return {place for kind in kinds(game) for place in (kind.played, kind.idle)}
