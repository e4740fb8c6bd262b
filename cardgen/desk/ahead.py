"""Precompilation: a process that compiles the games of the desk, so the first deal does not wait for a compiler.

`python -m cardgen.desk.ahead` reads paths of games from its standard input, one on each line. It ends when that input
does.
"""

from __future__ import annotations

import math
import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from threading import Thread

from cardgen.play.tiers import Tiers
from cardgen.store import processes
from cardgen.store.library import Home


def begin(homes: Sequence[Home]) -> subprocess.Popen[str] | None:
    """Starts the process. Call it in the thread that runs as long as the desk. Returns None if no process can start."""
    command, environment = processes.command(__name__)
    nowhere = subprocess.DEVNULL
    try:
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=nowhere, stderr=nowhere, env=environment, text=True
        )
        assert process.stdin
        for home in homes:
            process.stdin.write(f"{home.alone or home.folder}\n")
        process.stdin.write("\n")
        process.stdin.flush()
    except OSError:
        return None
    Tiers.patience = math.inf  # the desk waits for what this process compiles
    return process


def main() -> None:
    import signal

    processes.end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the desk, which ends this process
    if hasattr(os, "nice"):
        os.nice(10)
    paths = [line for line in iter(lambda: sys.stdin.readline().rstrip("\n"), "")]
    Thread(target=_end_with_the_desk, daemon=True).start()
    for path in paths:
        with suppress(Exception):  # the desk reports what is wrong with a game
            _make(path)
    os._exit(0)


def _end_with_the_desk() -> None:
    sys.stdin.read()
    os._exit(0)


def _make(path: str) -> None:
    """Compiles all that a table and its advice need, by a few moves of a game."""
    from cardgen.play.batches import Batch
    from cardgen.play.compiled import COMPILES
    from cardgen.play.game import PlayedGame
    from cardgen.play.playthrough import playthrough
    from cardgen.play.tiers import at_speed
    from cardgen.rules.load import load_game
    from cardgen.store.library import find_game

    definition = load_game(find_game(path))
    if not COMPILES or definition.engine is None:
        return
    game = PlayedGame(definition)
    players, first = game.player_counts[0], game.engine.policies.POLICIES[0]
    with at_speed():
        list(playthrough(game, [first] * players, 1, definition.languages[0], bound=1))
        Batch(game, [first] * players).play(1, threads=1)
        list(playthrough(game, ["lookahead", *[first] * (players - 1)], 1, definition.languages[0], bound=1))
    game.precompile()


if __name__ == "__main__":
    main()
