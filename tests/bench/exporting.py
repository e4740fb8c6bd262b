"""Seconds, on the wall and of processors, of what sends games out: from nothing drawn, and when nothing changed.

To a press go copies of King Lui, beside the ICC profile of a press that tests have made up.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

from figures import figure
from timing import CARDGEN, ROOT, Usage, started

GAMES = ("king_lui", "party_at_louis", "draco")
GOALS = {"png": 4.0, "tts": 6.0, "vtt": 6.0}
HOUSES = ("tgc", "mpc")
PRESSES = {"drivethru": "USWebCoatedSWOP.icc", "factory": "CoatedFOGRA39.icc"}
PRESS = 120.0  # eight pictures, one of which moves, and a page
AGAIN = 0.5
RUNS = 3


def main(folder: Path) -> None:
    here = ["--lang", "en", "--out", str(folder / "out")]
    for target in (*GOALS, "pcio", *HOUSES):
        _both(f"three games to {target}", ["export", *GAMES, "--to", target, *here], folder, GOALS.get(target))
    _both("King Lui to press", ["export", GAMES[0], "--to", "press", *here], folder, PRESS)
    game = folder / "king_lui"
    shutil.copytree(ROOT / "decks" / game.name, game)
    (game / "printers").mkdir(exist_ok=True)
    for house, profile in PRESSES.items():
        made = "import sys; from tests.icc import press_profile; open(sys.argv[1], 'wb').write(press_profile())"
        subprocess.run([sys.executable, "-c", made, str(game / "printers" / profile)], check=True, cwd=ROOT)
        _both(f"King Lui to {house}", ["export", str(game), "--to", house, *here], folder)
    _both("recording King Lui", ["printed", str(game), "--lang", "en"], folder)
    _both("King Lui --changed, and nothing has", ["build", str(game), "--changed", *here], folder)
    strings = game / "strings/en.yaml"
    strings.write_text(strings.read_text("utf-8").replace("dish.bread: Bread", "dish.bread: Rolls"), "utf-8")
    _both("King Lui --changed, a dish renamed", ["build", str(game), "--changed", *here], folder)


def _both(what: str, command: list[str], folder: Path, goal: float | None = None) -> None:
    first = statistics.median(_used(command, folder, fresh=True).seconds for _ in range(RUNS))
    if goal:
        figure(what, first, goal, "s")
    else:
        print(f"{what}: {first:.2f} s", flush=True)
    again = statistics.median(_used(command, folder, fresh=False).seconds for _ in range(RUNS))
    figure(f"  {what}, again", again, AGAIN, "s")


def _used(command: list[str], folder: Path, fresh: bool) -> Usage:
    """What was made and drawn before is forgotten if `fresh`; a game's own lock and ledger are not."""
    kept = folder / "cache"
    if fresh:
        shutil.rmtree(folder / "out", ignore_errors=True)
        shutil.rmtree(kept, ignore_errors=True)
    usage = started([*CARDGEN, *command], ROOT, environment=os.environ | {"XDG_CACHE_HOME": str(kept)})
    if usage.code:
        raise SystemExit(f"{command} failed")
    return usage
