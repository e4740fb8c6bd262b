"""Has machine code made of all engines once, each by a process of its own, before the processes of the tests want it.

python -m tests.warm
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest.mock import patch

from cardgen.store.cache import KEY, folder_of

BY_HAND = "by hand"
ENGINES = ("draco", "king_lui", "party_at_louis", BY_HAND)  # the one that takes longest first; all clauses are one


def main() -> int:
    """Returns 1 if an engine was not compiled: the tests would pass, but take minutes longer."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        failed = [engine for engine, code in zip(ENGINES, pool.map(_apart, ENGINES), strict=True) if code]
    for engine in failed:
        print(f"{engine}: no machine code was made")
    return bool(failed)


def _apart(engine: str) -> int:
    return subprocess.run([sys.executable, "-m", "tests.warm", engine], check=False).returncode


def warm(engine: str) -> None:
    """Plays in every way that asks for machine code."""
    from cardgen.play import learning
    from cardgen.play.batches import Batch
    from cardgen.play.game import PlayedGame
    from cardgen.play.playthrough import playthrough
    from tests.play.games import definition
    from tests.rules.by_clauses import by_hand

    game = by_hand() if engine == BY_HAND else PlayedGame(definition(engine), taught=False)
    players = game.player_counts[-1]
    Batch(game, ["greedy"] * players).play(1)
    if engine != BY_HAND:  # whose words are not those of the game
        list(playthrough(game, ["lookahead", *["random"] * (players - 1)], 1, "en", bound=1))
    position = game.new_position(players, seed=1)
    game.from_snapshot(position.snapshot())
    with patch.multiple(learning, ROUNDS=1, JUDGED_OPTIONS=1, DETERMINISATIONS=1, MARGIN_GAMES=1, OPENINGS=1):
        learning.learn(game, [game.player_counts[0]], 1)


def without_the_rest(folder: Path) -> dict[str, str]:
    """What has a command keep all in a folder of its own, but for the machine code that we have already."""
    (folder / "cardgen").mkdir(mode=0o700, parents=True)
    for kind in ("compiled", "clauses"):
        if (mine := folder_of(kind)) is not None:
            mine.mkdir(exist_ok=True)
            (folder / "cardgen" / kind).symlink_to(mine)
            shutil.copy(mine.with_name(KEY), folder / "cardgen")  # what it seals is taken by its key alone
    return {"XDG_CACHE_HOME": str(folder)}


if __name__ == "__main__":
    sys.exit(warm(sys.argv[1]) if len(sys.argv) > 1 else main())
