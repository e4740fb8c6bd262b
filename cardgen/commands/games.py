"""Finds the games and variants that a command names."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.foundations.errors import Fault, InputError, fail


def homes(names: Sequence[str]) -> list:
    """The games with these names or paths, each once, or all games without a name. Raises InputError."""
    from cardgen.store.library import all_games, find_game

    homes = list(dict.fromkeys(find_game(name) for name in names)) if names else all_games()
    for home in homes:
        if any(other.name == home.name and other is not home for other in homes):
            raise fail(f"two games are called '{home.name}'; each would overwrite the other's files")
    if not homes:
        raise InputError(Fault("there are no games here; make one with 'cardgen new my_game'"))
    return homes


def variants(home, variant: str) -> list[str]:
    """All variants of a game for `all`, else the named one."""
    return ["base", *home.variants] if variant == "all" else [variant]
