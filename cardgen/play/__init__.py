"""Plays games of any engine: positions, chance, policies, batches, learning.

- `contract.py` declares what an engine offers; `engines.py` loads one; `game.py` has `PlayedGame`, a game to be played;
- `loops.py`, `thinking.py` and `features.py` are loaded once for each engine;
- `clauses/` is the one engine of all games with a rules file; `games/` has engines in Python;
- `compiled.py`, `linked.py`, `tiered.py`, `tiers.py` and `sealed.py` compile functions of engines with numba;
- `lowering/` compiles a game of clauses to machine code, without numba: `clauses/native.py` calls it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardgen.play.game import PlayedGame


def load_game(name: str, variant: str | None = None, rules: dict | None = None) -> PlayedGame:
    """The game of a name or path, ready to be played; `rules` tries some, as `--set` does.

    Raises InputError for whatever is wrong with its files.
    """
    from cardgen.play import game  # imports numba, which printing does not need

    return game.load_game(name, variant, rules)
