"""Keeps the output of `cardgen list` until one of the files that it reads changes."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from cardgen.press.edition_key import bounds_of, codes
from cardgen.press.files import digest
from cardgen.store import cache
from cardgen.store.answers import Answers, as_kept, of_kept
from cardgen.store.library import BASE, Home
from cardgen.store.traces import tracing

KIND, MAX_BYTES = "lists", 1_000_000
ROOT = Path(os.sep)  # traces are relative to it, because nobody moves a cache


def list_of(homes: Sequence[Home], whole: bool) -> str:
    """A line for each game, or the `whole` of a single one with its variants. Raises InputError."""
    name = digest(whole, list(homes), codes(None))
    with suppress(ValueError, TypeError):
        trace_kept, text_kept = json.loads(cache.read(KIND, name) or b"")
        bounds = [bound for home in homes for bound in bounds_of(home)]
        if isinstance(text_kept, str) and Answers().agree(of_kept(trace_kept, ROOT, bounds)):
            return text_kept
    from cardgen.commands.listing import list_game, list_games
    from cardgen.press.edition_key import note_code
    from cardgen.rules.load import load_game

    with tracing() as trace:
        games = [load_game(home, each) for home in homes for each in [BASE, *(home.variants if whole else ())]]
        text = list_game(*games) if whole else list_games(games)
        for game in games:
            note_code(game.declared)
    cache.keep(KIND, name, json.dumps([as_kept(trace, ROOT), text]).encode())
    cache.prune(KIND, MAX_BYTES)
    return text
