"""Games whose rules are clauses: rows and machine code against an engine by hand, and from an edit to a verdict."""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from figures import figure
from timing import CARDGEN, ROOT, RUNS, started

from cardgen.definitions.load import load_game
from cardgen.play.batches import Batch
from cardgen.play.clauses import native
from cardgen.play.clauses.compiled_game import compiled_of
from cardgen.play.compiled import COMPILES
from cardgen.play.game import PlayedGame
from cardgen.store.library import all_games, find_game

sys.path.append(str(ROOT))
from tests.rules.by_clauses import LUI, by_hand

PLAYERS, GAMES, CHECKED = 4, 4_000, 1_000
TIMES = 3  # runs from an edit to a verdict


def main(folder: Path) -> None:
    if not COMPILES:
        print("rules: numba is not installed, so nothing is compiled and there is nothing to time")
        return
    against_hand()
    for home in all_games():
        if load_game(home).clauses is not None:
            alone(home.name)
    edited(folder)


def against_hand() -> None:
    """Random games of four, in turn with the engine written by hand."""
    ours, theirs = by_rows(PlayedGame(load_game(find_game(LUI)), taught=False)), by_hand()
    figure(f"{LUI}: speed interpreted, relative to one by hand", ratio(ours, theirs), 0.3, most=False)
    made(ours)
    figure(f"{LUI}: speed in machine code, relative to one by hand", ratio(ours, theirs), 0.95, most=False)


def alone(name: str) -> None:
    """Games a second of a game that ships, by rows and by machine code."""
    game = by_rows(PlayedGame(load_game(find_game(name)), taught=False))
    rows = GAMES / timed(lambda: play(game))
    made(game)
    code = GAMES / timed(lambda: play(game))
    figure(f"{name}, random games", code, 30_000, "a second", most=False)
    figure(f"{name}: speed interpreted, relative to machine code", rows / code, 0.15, most=False)


def by_rows(game: PlayedGame) -> PlayedGame:
    """The game, as if no machine code of it had ever been made."""
    native._addresses[int(game.table.code)] = 0
    return game


def made(game: PlayedGame) -> None:
    """Machine code of a game, compiled as if for the first time."""
    start = time.process_time()
    native.object_of(native.text_of(compiled_of(game.definition), game.tables))
    print(f"  compiled in {time.process_time() - start:.1f} CPU seconds (goal: under 10)")
    native.load(compiled_of(game.definition), game.tables)


def play(game: PlayedGame) -> None:
    low, high = game.definition.players
    Batch(game, ["random"] * min(max(low, PLAYERS), high)).play(GAMES, threads=1)


def timed(work: Callable[[], None]) -> float:
    times = []
    for run in range(4):
        start = time.process_time()
        work()
        if run:  # the first one warms up
            times.append(time.process_time() - start)
    return min(times)


def play_batch(game: PlayedGame) -> float:
    batch = Batch(game, ["random"] * PLAYERS)
    start = time.process_time()
    batch.play(GAMES, threads=1)
    return time.process_time() - start


def ratio(ours: PlayedGame, theirs: PlayedGame) -> float:
    """The median of the ratios of paired runs: our games a second, as a part of theirs."""
    pairs = [(play_batch(ours), play_batch(theirs)) for _ in range(RUNS + 1)][1:]
    return statistics.median(other / own for own, other in pairs)


def edited(folder: Path) -> None:
    """A clause is changed and saved; then `check` plays 1,000 games of sensible players at one number of them."""
    for home in all_games():
        if load_game(home).clauses is not None:
            seconds, _ = _verdict(home.name, folder)
            figure(f"{home.name}, from an edit to a verdict", seconds, 2, "s")


def _verdict(name: str, folder: Path) -> tuple[float, float]:
    """Seconds and CPU seconds, the medians of some runs."""
    game = folder / name
    shutil.copytree(ROOT / "decks" / name, game)
    rules = game / "rules.yaml"
    players = str(load_game(find_game(name)).players[0] + 1)
    asked = ["--variant", "base", "--players", players, "--policies", "greedy", "--games", str(CHECKED)]
    command = [*CARDGEN, "check", str(game), *asked]
    text = rules.read_text("utf-8")
    subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, check=False)
    times = []
    first = int(time.time()) % 100_000  # games of an earlier bench's edits are kept
    for run in range(first, first + TIMES):
        rules.write_text(_edit(text, run), "utf-8")
        usage = started(command, folder)
        times.append((usage.seconds, usage.work))
    seconds, work = (statistics.median(each) for each in zip(*times, strict=True))
    return seconds, work


def _edit(text: str, run: int) -> str:
    """The rules with one more term of the score, which is another one each time."""
    return text.replace("score:\n", f"score:\n  edited: {run + 1}\n").replace(
        "score: {", f"score: {{edited: {run + 1}, "
    )
