"""Speed of play: against a C loop of the same rules, through Python's verbs, of every policy, of machine code against
the interpreter, in a whole check."""

from __future__ import annotations

import cProfile
import ctypes
import random
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
from figures import figure
from ismcts import ITERATIONS, played_against, searcher

from cardgen.play import load_game
from cardgen.play.batches import BOUND
from cardgen.play.compiled import COMPILES
from cardgen.play.records import result_type
from cardgen.play.seating import codes
from cardgen.play.strength import moves_a_second, strength
from cardgen.play.tiers import at_speed

SOURCE = Path(__file__).with_name("king_lui.c")
LOWERED = SOURCE.with_name("lowered.py")
CLAUSES = ("king_lui", "ballast", "harbour_lights", "hedgerow", "honey_paws", "windmillers")
PAIRS, GAMES = 7, 200_000
STRENGTHS = {  # game -> fewest and most players, policies and how many games tell how quick they are
    "king_lui": (3, 4, {"greedy": 400, "learnt": 400, "search": 10, "lookahead": 2}),
    "draco": (3, 4, {"greedy": 100, "learnt": 100, "search": 3, "lookahead": 1}),
    "party_at_louis": (2, 3, {"greedy": 100, "learnt": 100, "search": 3, "lookahead": 1}),
}
CHECK = ["check", "king_lui", "--policies", "random", "--games", "100000", "--fresh"]


def main(folder: Path) -> None:
    if not COMPILES:
        print("playing: numba is not installed, so nothing is compiled and there is nothing to time")
        return
    against_c(folder)
    verbs()
    thinking()
    for game in ("draco", "party_at_louis"):
        decisions(game)
    clauses()
    whole_check(folder)


def clauses() -> None:
    """What machine code by our own lowering earns: its games, of those of the interpreter that numba has compiled."""
    for game in CLAUSES:
        rates = [
            [float(line) for line in subprocess.run(
                [sys.executable, str(LOWERED), how, game], check=True, capture_output=True, text=True
            ).stdout.split()] for how in ("native", "interpreter")
        ]  # fmt: skip
        for policy, fast, slow in zip(("random", "sensible"), *rates, strict=True):
            print(f"{game}, {policy}: {fast:,.0f} games a second, interpreted {slow:,.0f}")
            figure(
                f"{game}: {policy} games as machine code, relative to interpreted ones", fast / slow, 1.5, most=False
            )


def against_c(folder: Path) -> None:
    """Whole random games of four on one core, in turn with the C loop: both deal, decide, apply and score."""
    if not (compiler := shutil.which("gcc")):
        print("games against a C loop: there is no gcc here")
        return
    library = folder / "king_lui.so"
    subprocess.run([compiler, "-O3", "-shared", "-fPIC", str(SOURCE), "-o", str(library)], check=True)
    reference = ctypes.CDLL(str(library)).play
    reference.restype, points = ctypes.c_long, ctypes.c_long()
    reference.argtypes = [ctypes.c_int, ctypes.c_long, ctypes.c_long, ctypes.POINTER(ctypes.c_long)]
    ours = Table("random", 4)
    pairs = []
    for run in range(PAIRS + 1):
        pair = (
            timed(lambda: ours.play(GAMES)),
            timed(lambda: reference(4, GAMES, 0, ctypes.byref(points))),
        )
        if run:  # the first one warms up
            pairs.append(pair)
    mine, theirs = (statistics.median(times) for times in zip(*pairs, strict=True))
    ratio = statistics.median(other / own for own, other in pairs)
    print(f"random games of four: {GAMES / mine:,.0f} a second, a C loop {GAMES / theirs:,.0f}, {PAIRS} pairs")
    figure("king_lui: random games per second, relative to a C loop", ratio, 0.5, most=False)


class Table:
    """Games in which everybody plays alike, on one thread."""

    def __init__(self, policy: str, players: int, game: str = "king_lui") -> None:
        self.game = load_game(game)
        self.game.precompile()
        self.template = self.game.template(players)
        self.work = np.concatenate([self.template] * self.game.engine.loops.COPIES)
        self.seats, self.playouts = codes([policy] * players, self.game)
        self.play(1)  # compiles

    def play(self, games: int) -> np.ndarray:
        results = np.zeros(games, result_type(self.game.engine.verbs.STATE))
        with at_speed():
            self.game.engine.loops.batch(
                self.game.fastest_tables[0], self.template, self.template.copy(), self.work, self.seats, self.playouts,
                0, BOUND, False, results,
            )  # fmt: skip
        return results


def decisions(game: str) -> None:
    """Random games of four on one core, and how often Python is called while they are played."""
    table = Table("random", 4, game)
    rates = [rate(lambda: int(table.play(30_000)["decisions"].sum())) for _ in range(5)]
    told = f"{game}: {statistics.median(rates) / 1e6:.1f} million random decisions a second on one core"
    profile = cProfile.Profile()
    profile.runcall(table.play, 30_000)
    calls = sum(entry.callcount for entry in profile.getstats())
    print(f"{told} (goal: at least 3); {calls} calls in Python while 30,000 games are played")


def verbs() -> None:
    """Random games through the verbs that Python calls one by one."""
    game = load_game("king_lui")

    def play(games: int) -> int:
        decisions = 0
        for seed in range(games):
            position = game.new_position(4, seed=seed)
            choose = random.Random(seed).random
            while not position.is_terminal():
                options = position.legal_actions()
                position.apply_action(options[int(choose() * len(options))])
                decisions += 1
        return decisions

    play(20)
    rates = [rate(lambda: play(400)) for _ in range(5)]
    figure("decisions through the verbs", statistics.median(rates), 100_000, "a second", most=False)


def thinking() -> None:
    """Moves of the policies that look at the position."""
    for name, (_, most, deals) in STRENGTHS.items():
        game = load_game(name)
        rates = {policy: moves_a_second(game, policy, most, deals) for policy, deals in deals.items()}
        told = ", ".join(f"{policy} {rate:,.0f}" for policy, rate in rates.items())
        print(f"{name}, {most} players, moves a second on one core: {told}")
        print(
            f"  search, of lookahead's moves a second: {rates['search'] / rates['lookahead']:.1f} (goal: at least 10)"
        )


def strengths(deals: int = 200) -> None:
    """Every policy among every other one, and a plain ISMCTS among players of each: parts of the wins in %."""
    for name, (fewest, most, policies) in STRENGTHS.items():
        game = load_game(name)
        search = searcher(game.engine)
        for players in (fewest, most):
            print(f"{name}, {players} players: wins of one among others, in % of {deals} deals")
            for found in strength(game, list(policies), players, deals):
                row = found.policy, found.rivals, 100 * found.mean, 100 * found.low, 100 * found.high
                print("  {:>10} among {:10} {:5.1f} ({:.1f} to {:.1f})".format(*row), flush=True)
            for rivals in policies:
                gains = 100 * played_against(game, search, rivals, players, deals // 10)
                half = 1.96 * gains.std(ddof=1) / len(gains) ** 0.5
                print(f"  ISMCTS {ITERATIONS:,} among {rivals:10} {gains.mean():5.1f} +- {half:.1f}", flush=True)


def whole_check(folder: Path) -> None:
    """All variants and numbers of players, as a command of its own, with compiled code on disk."""
    command = [sys.executable, "-m", "cardgen", *CHECK]

    def run() -> None:
        subprocess.run(command, cwd=folder, check=False, stdout=subprocess.DEVNULL)

    run()
    figure(f"cardgen {' '.join(CHECK)}", timed(run), 60, "s")


def timed(play) -> float:
    start = time.perf_counter()
    play()
    return time.perf_counter() - start


def rate(play) -> float:
    """How many a second of what `play` counts."""
    start = time.perf_counter()
    count = play()
    return count / (time.perf_counter() - start)


if __name__ == "__main__":  # with `strength`, only who wins against whom, which takes long
    import tempfile

    if "strength" in sys.argv:
        strengths()
        sys.exit()
    with tempfile.TemporaryDirectory() as scratch:
        main(Path(scratch))
