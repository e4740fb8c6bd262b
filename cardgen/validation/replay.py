"""Replays one game from its seed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import chain

from cardgen.foundations.errors import fail
from cardgen.play.game import PlayedGame
from cardgen.play.marks import SEED_BITS
from cardgen.play.playthrough import playthrough
from cardgen.play.seating import parse
from cardgen.rules.load import load_game
from cardgen.store.library import Home
from cardgen.text.typography import typeset
from cardgen.validation.sampling.cells import option_sets

SEED = re.compile(r"(\d{1,39})(?:-([0-9a-f]{4}))?")


def replay(
    home: Home,
    variant: str,
    settings: Mapping[str, str],
    players: int,
    seed: str,
    policies: str,
    language: str | None,
    typed: bool = False,
) -> Iterator[str]:
    """Returns the lines of a transcript: an account, or, if `typed`, only its decisions.

    A seed with a hash, `17-3fa2`, also identifies the rules and options it was found under. If they have changed since,
    the first line says so. Raises InputError.
    """
    match = SEED.fullmatch(seed.strip())
    if not match or int(match[1]) >= 2**SEED_BITS:
        raise fail(f"--seed: expected a number, or one with its rules' hash such as 17-3fa2, got '{seed}'")
    game = PlayedGame(load_game(home, variant, settings))
    definition, engine = game.definition, game.engine
    game.require_player_count(players)
    seats = parse(policies, game).seats(players)
    if seats is None:
        raise fail(f"--policies: '{policies}' does not seat {players} players")
    words = game.words(language or definition.languages[0])
    number, hashed = match.groups()
    agreed = option_sets(engine)
    fitting = [options for options in agreed if game.rules_hash(**options) == hashed]
    options = (fitting or agreed)[0]
    lines = playthrough(game, seats, int(number), words.language, options, typed=typed)
    if not hashed or fitting:
        return lines
    changed = words.say("replay.changed", now=game.rules_hash(**options))
    return chain([typeset(changed, words.language)], lines)
