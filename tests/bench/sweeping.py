"""How quick a sweep is, of what it could be at best; and that one that was stopped goes on where it was."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

from checking import empty_cache
from figures import figure
from playing import Table, rate
from timing import CARDGEN, ROOT, started

from cardgen.play.batches import workers
from cardgen.play.compiled import COMPILES

POINTS, GAMES = 40, 4_096
SWEEP = ["sweep", "king_lui", "--over", "cards_per_player=1..4", "--over", "count.emerald=1..10", "--players", "4"]
COMMAND = [*CARDGEN, *SWEEP, "--games", str(GAMES)]


def main(folder: Path) -> None:
    if not COMPILES:
        print("sweeping: numba is not installed, so nothing is compiled and there is nothing to time")
        return
    table = Table("greedy", 4)  # compiled from here on
    whole, stopped = folder / "whole.csv", folder / "stopped.csv"
    cache = empty_cache(folder / "whole")
    usage = started([*COMMAND, "--csv", str(whole)], ROOT, folder / "out", os.environ | cache)
    games = POINTS * GAMES
    best = workers() * rate(lambda: len(table.play(8_192)))
    print(
        f"sweep of {POINTS} points, {GAMES:,} games each: {usage.seconds:.1f} s, "
        f"{POINTS / usage.seconds:.1f} points a second"
    )
    figure("time of a sweep, relative to its games alone", usage.seconds * best / games, 2)
    goes_on(folder, usage.seconds / 2, whole, stopped)


def goes_on(folder: Path, seconds: float, whole: Path, stopped: Path) -> None:
    """The same, stopped like by Ctrl-C and begun again; pieces of games are files, none of which is written twice."""
    cache = empty_cache(folder / "stopped")
    kept = folder / "stopped" / "cardgen" / "games"
    process = subprocess.Popen(COMMAND, cwd=ROOT, env=os.environ | cache, stdout=subprocess.DEVNULL)
    time.sleep(seconds)
    process.send_signal(signal.SIGINT)
    code = process.wait()
    before = {file.name: file.stat().st_mtime_ns for file in kept.iterdir()}
    usage = started([*COMMAND, "--csv", str(stopped)], ROOT, folder / "out", os.environ | cache)
    after = {file.name: file.stat().st_mtime_ns for file in kept.iterdir()}
    twice = sum(after[name] != when for name, when in before.items())
    print(
        f"  stopped after {seconds:.1f} s (exit code {code}) with {len(before)} of {len(after)} pieces; "
        f"the rest took {usage.seconds:.1f} s, and {twice} were played twice"
    )
    print(f"  it says the same: {'yes' if stopped.read_bytes() == whole.read_bytes() else 'NO'}", flush=True)
