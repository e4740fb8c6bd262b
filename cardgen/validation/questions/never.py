"""Finds what the rules provide for but never happens in random games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.foundations.findings import Finding
from cardgen.play.game import PlayedGame


def never(game: PlayedGame, seats: Sequence[int]) -> Iterator[Finding]:
    """Reports what never changes, and the clauses that never happen or do nothing, with these numbers of players.
    Without any numbers, it reports nothing."""
    if not seats:
        return
    about = game.definition.name, game.definition.variant
    for name, why, place in game.steady(seats):
        yield Finding("never-changes", f"'{name}' never changes: {why}", place, *about, topic=name)
    for code, path, why, place in game.unused(seats):
        yield Finding(code, f"{path}: {why}", place, *about, topic=path, who=path)
