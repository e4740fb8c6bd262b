"""The games and variants that a command names."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.foundations.errors import Fault, InputError, fail


def homes(names: Sequence[str]) -> list:
    """The games of these names or paths, each once; without a name all. Raises InputError."""
    from cardgen.store.library import all_games, find_game

    homes = list(dict.fromkeys(find_game(name) for name in names)) if names else all_games()
    for home in homes:
        if any(other.name == home.name and other is not home for other in homes):
            raise fail(f"two games are called '{home.name}'; each would overwrite the other's files")
    if not homes:
        raise InputError(Fault("there are no games here; make one with 'cardgen new my_game'"))
    return homes


def variants(home, asked: str) -> list[str]:
    """`all` of a game's, else the one asked for."""
    return ["base", *home.variants] if asked == "all" else [asked]
