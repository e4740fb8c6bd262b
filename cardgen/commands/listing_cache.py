"""What `cardgen list` says, kept until a file that it is read from changes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress

from cardgen.press.files import Files, digest
from cardgen.press.keyed import codes, is_of_own_files
from cardgen.store import cache
from cardgen.store.library import BASE, Home

KIND, MOST_BYTES = "lists", 1_000_000


def list_of(homes: Sequence[Home], whole: bool) -> str:
    """A line for each game, or the `whole` of a single one with its variants. Raises InputError."""
    name = _key(homes, whole)
    with suppress(ValueError):
        if isinstance(kept := json.loads(cache.read(KIND, name) or b""), str):
            return kept
    from cardgen.commands.listing import list_game, list_games
    from cardgen.rules.load import load_game

    games = [load_game(home, each) for home in homes for each in [BASE, *(home.variants if whole else ())]]
    told = list_game(*games) if whole else list_games(games)
    if all(map(is_of_own_files, games)):
        cache.keep(KIND, name, json.dumps(told).encode())
        cache.prune(KIND, MOST_BYTES)
    return told


def _key(homes: Sequence[Home], whole: bool) -> str:
    files = Files()
    made = [(files.of_game(home), [*home.variants], files.digests(home.variants.values())) for home in homes]
    return digest(whole, made, codes(None))
