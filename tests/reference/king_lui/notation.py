"""King Lui's actions in words, as they are typed after the player's name."""

from __future__ import annotations

import numpy as np

from cardgen.definitions.game import Game
from cardgen.play.words import Words
from tests.reference.king_lui.engine import DRAW, FEED, HELD, PLACE
from tests.reference.king_lui.zones import cards


def say(game: Game, table: np.record, state: np.record, action: int, words: Words) -> str:
    """What the player to act does: takes a dish, draws, feeds Emerald with named portions, lays it down."""
    names = cards(game)
    if action == DRAW:
        return words.say("play.draw")
    if action == PLACE:
        return words.say("play.place")
    if action & FEED:
        digits = [action >> shift & 15 for shift in (12, 8, 4, 0)]
        named = [words.name(f"dish.{names[digit - 1]}") for digit in digits if digit]
        return words.say(
            "play.feed_held" if action & HELD else "play.feed",
            portions=lambda form: ", ".join(name(form) for name in named),
        )
    return words.say("play.take", dish=words.name(f"dish.{names[action]}"))
