"""Games as they are played: engines, their rules, and what plays them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardgen.play.game import PlayedGame


def load_game(name: str, variant: str | None = None, rules: dict | None = None) -> PlayedGame:
    """The game of a name or path, ready to be played; `rules` tries some, as `--set` does.

    Raises InputError for whatever is wrong with its files.
    """
    from cardgen.play import game  # brings numba in, which printing does without

    return game.load_game(name, variant, rules)
