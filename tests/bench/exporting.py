"""Seconds of exports of the three games in one language, from nothing drawn, and again when nothing changed."""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import time
from pathlib import Path

from timing import CARDGEN

GAMES = ("king_lui", "party_at_louis", "draco")
GOALS = {"png": 4.0, "tts": 6.0, "vtt": 6.0}
AGAIN = 0.5
RUNS = 3


def main(folder: Path) -> None:
    for target, goal in GOALS.items():
        command = [*CARDGEN, "export", *GAMES, "--to", target, "--lang", "en", "--out", str(folder / "out")]
        first = statistics.median(_seconds(command, folder, fresh=True) for _ in range(RUNS))
        print(f"three games to {target}: {first:.2f} s (goal: under {goal:g})", flush=True)
        again = statistics.median(_seconds(command, folder, fresh=False) for _ in range(RUNS))
        print(f"  again: {again:.2f} s (goal: under {AGAIN:g})", flush=True)


def _seconds(command: list[str], folder: Path, fresh: bool) -> float:
    """Wall seconds; what was drawn before is forgotten if `fresh`."""
    kept = folder / "cache"
    if fresh:
        shutil.rmtree(folder / "out", ignore_errors=True)
        shutil.rmtree(kept, ignore_errors=True)
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=os.environ | {"XDG_CACHE_HOME": str(kept)})
    return time.perf_counter() - start
