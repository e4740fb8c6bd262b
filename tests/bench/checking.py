"""How long a check takes: of games with nothing kept, of one variant, of what did not change; in how much memory."""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
import time
from pathlib import Path

from figures import figure
from timing import CARDGEN, ROOT, Usage, started

from cardgen.play.compiled import COMPILES
from tests.warm import without_the_rest

CHECK = [*CARDGEN, "check"]
ONE = {"king_lui": "express", "draco": "long_night", "party_at_louis": "late_guests"}


def main(folder: Path, deep: bool = False) -> None:
    if not COMPILES:
        print("checking: numba is not installed, so nothing is compiled and there is nothing to time")
        return
    for game in ONE:  # compiles its engine, where that was not done before
        subprocess.run(
            [*CHECK, game, "--variant", "base", "--games", "8"], stdout=subprocess.DEVNULL, cwd=ROOT, check=False
        )
    everything(folder, deep)
    for game, variant in ONE.items():
        usage, _ = checked(folder, empty_cache(folder / game), game, "--variant", variant)
        figure(f"{game}, one variant and its base, empty cache", usage.seconds, 10, "s")
    first_word(folder)
    if deep:
        usage, _ = checked(folder, empty_cache(folder / "deep"), "--deep")
        figure("eight games with all variants, --deep, empty cache", usage.seconds, 600, "s")
        figure("  memory of the deep check", usage.megabytes, 500, "MB")


def everything(folder: Path, deep: bool) -> None:
    cache = empty_cache(folder / "all")
    first, usages = each_game(folder, cache)
    for game, usage in zip(ONE, usages, strict=True):
        print(f"  {game}: {usage.seconds:.1f} s, of processors {usage.work:.1f} s", flush=True)
    figure("three games with all variants, empty cache", sum(usage.seconds for usage in usages), 60, "s")
    figure("  memory of that check", max(usage.megabytes for usage in usages), 500, "MB")
    again, usages = each_game(folder, cache)
    figure("  the same check again, nothing changed", sum(usage.seconds for usage in usages), 2, "s")
    print(f"  it says the same: {'yes' if again == first else 'NO'}", flush=True)
    if deep:
        alone, _ = each_game(folder, empty_cache(folder / "alone"), processors=1)
        print(f"  on one processor it says the same: {'yes' if alone == first else 'NO'}", flush=True)


def each_game(folder: Path, cache: dict[str, str], processors: int = 0) -> tuple[list[str], list[Usage]]:
    """What the checks of the three games say, one after the other, and what they take."""
    found = [checked(folder, cache, game, processors=processors) for game in ONE]
    return [said for _, said in found], [usage for usage, _ in found]


def first_word(folder: Path) -> None:
    """How long a terminal stays empty, and until it tells what is found, engines being compiled or not."""
    cache = empty_cache(folder / "terminal")
    figure("king_lui: first output on a terminal", _median(cache, "king_lui", b""), 2, "s")
    for game in ONE:
        waits = _median({"XDG_CACHE_HOME": str(folder / "nothing")}, game, b"yes")  # it ends, it suffices
        figure(f"{game}: first verdict on a terminal, nothing compiled", waits, 3, "s")


def _median(cache: dict[str, str], game: str, word: bytes) -> float:
    """Seconds until a check tells a word on a terminal."""
    waits = []
    for _ in range(3):
        ours, theirs = pty.openpty()
        start = time.perf_counter()
        command = [*CHECK, game, "--variant", "base"]
        process = subprocess.Popen(command, cwd=ROOT, env=os.environ | cache, stdout=theirs, stderr=theirs)
        told = os.read(ours, 65_536)
        while word not in told:
            told += os.read(ours, 65_536)
        waits.append(time.perf_counter() - start)
        process.kill()
        process.wait()
        os.close(ours)
        os.close(theirs)
        if "nothing" in cache["XDG_CACHE_HOME"]:
            shutil.rmtree(cache["XDG_CACHE_HOME"], ignore_errors=True)
    return sorted(waits)[1]


def checked(folder: Path, cache: dict[str, str], *arguments: str, processors: int = 0) -> tuple[Usage, str]:
    """A check with what is kept in a cache, and what it says; it may find errors."""
    out = folder / "check.json"
    usage = started([*CHECK, *arguments, "--json"], ROOT, out, os.environ | cache, processors)
    if usage.code not in (0, 1):
        raise SystemExit(f"cardgen check {' '.join(arguments)} failed")
    return usage, out.read_text("utf-8")


def empty_cache(folder: Path) -> dict[str, str]:
    """What has a command keep games and findings in a folder of its own, beside engines that are compiled already."""
    shutil.rmtree(folder, ignore_errors=True)
    return without_the_rest(folder)
