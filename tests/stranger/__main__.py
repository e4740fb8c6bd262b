"""The gate that is a stranger: `make stranger`, or python -m tests.stranger [--wheel FILE] [--only LEG,..] [--deep].

An installed wheel, read-only, is used by somebody who has nothing: another user where this one is root, an empty home,
no cache, a folder with no checkout near, standard input closed. Its legs:

    lines     every command line of README, tutorial, how-tos and reference, in the order of its page; pages take turns
              at a terminal of 80 x 24 or none, and at one processor or all
    kept      the same again with all that was kept, on sample pages
    killed    each line of the sample pages killed in its middle, and typed again
    damaged   every file of the cache cut, emptied, filled with noise: sample pages after each
    edited    a game of `cardgen new`, changed file by file: each time what it makes and says is what somebody gets who
              has kept nothing
    full      sample pages where the cache's disk is full, and a build where its own is
    games     `check` of every shipped game with all variants and nothing kept, to its end: of GAMES games each, so that
              what is begun is all begun and ended; with --deep as many as it likes
    pythons   sample pages with each Python that we hold to, in an environment of its own with the newest libraries
    lowest    the same with the oldest libraries that pyproject.toml allows, on the oldest Python

Sample pages are chosen by rule: of each command the page on which its lines took least, if they took no more than LONG
seconds. A line that takes more than SHORT seconds is interrupted, and must then end as a line does that is interrupted;
with --deep it has DEEP seconds. What a page says in words alone stands in words.yaml, with at most ten lines that
cannot run.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from cardgen.store.library import BUILTIN, Home, all_games

from .harm import DAMAGE, damage, small_disk
from .lines import pages
from .lowest import constraints
from .room import Room, installed, pythons
from .walk import Walk, cannot, lines_of, python_in

EXTRAS = "[desk,cluster,parquet]"
LONG = 8.0  # seconds that the lines of a sample page may take
GAMES = "16"
SHORT, DEEP = 20.0, 1800.0  # seconds for one line
EDITS = (
    ("strings/en.yaml", "creature.oak: Old Oak", "creature.oak: Young Oak"),
    ("strings/en.yaml", "game.title: My Game", "game.title: Our Game"),
    ("layouts/creature.yaml", "line: 0.6", "line: 0.9"),
    ("game.yaml", "value: 3}", "value: 5}"),
    ("game.yaml", "count: 8}", "count: 7}"),  # of which the check says that the total is wrong
    (
        "variants/few.yaml",
        "",
        "changes: my_game\nplayers: 2\ntexts: {en: {title: Few, why: Two.}, fr: {title: Peu, why: Deux.}}\n",
    ),
)
SMOKE = ("tutorial.md", "howto/export.md", "howto/print-what-changed.md", "howto/calibrate.md")


@dataclass
class Gate:
    """What all legs share: the wheel, an environment and a room, what pages took, and what was found."""

    wheel: Path
    away: Path
    deep: bool
    faults: list[str] = field(default_factory=list)
    took: dict[str, dict[str, float]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.python = next((python for python in pythons().values() if python), Path(sys.executable))
        installed(self.python, self.wheel, self.away / "venv", EXTRAS)
        self.room = Room.made(self.away / "venv", self.patience)
        if not self.room.other_user:
            self.notes.append("the stranger is this user: no other one was to be had")

    @property
    def patience(self) -> float:
        """Seconds for one line."""
        return DEEP if self.deep else SHORT

    def walk(self, names: Sequence[str], room: Room, leg: str, at_once: int = 1) -> None:
        """Walks through pages, in turns with and without a terminal, with one processor and all."""

        def one(number: int) -> Walk:
            few = 1 if number // 2 % 2 else None
            return Walk(names[number], room, f"{leg}/{number}", bool(number % 2), few).go()

        with ThreadPoolExecutor(at_once) as pool:
            for walk in pool.map(one, range(len(names))):
                self.faults += [f"{leg}: {fault}" for fault in walk.faults]
                for fault in walk.faults:
                    print(f"FAULT {leg}: {fault}", flush=True)
                self.notes += [f"{leg}: {line}: was interrupted after {self.patience:.0f} s" for line in walk.too_long]
                if leg == "lines":
                    self.took[walk.page] = walk.seconds

    def sample(self) -> list[str]:
        """Of each command the page on which its lines took least."""
        took = {page: sum(seconds.values()) for page, seconds in self.took.items()}
        if not took:
            return list(SMOKE)
        verbs = {line.verb for page in took for line in lines_of(page)}
        best = {min((page for page in took if verb in {line.verb for line in lines_of(page)}), key=took.__getitem__)
                for verb in verbs}  # fmt: skip
        return [page for page in took if page in best and took[page] <= LONG]


def lines(gate: Gate) -> None:
    gate.walk([page for page in pages() if lines_of(page)], gate.room, "lines", at_once=2)


def fill_cache(gate: Gate) -> None:
    """Runs the sample once if no leg before this one has kept anything, as legs that need a cache can run alone."""
    if not gate.room.cache.exists():
        gate.walk(gate.sample(), gate.room, "first", at_once=2)


def kept(gate: Gate) -> None:
    fill_cache(gate)
    gate.walk(gate.sample(), gate.room, "kept", at_once=2)


def killed(gate: Gate) -> None:
    def one(page: str) -> Walk:
        return Walk(page, gate.room, f"killed/{page.replace('/', '-')}", killed=gate.took.get(page, {})).go()

    with ThreadPoolExecutor(2) as pool:
        gate.faults += [f"killed: {fault}" for walk in pool.map(one, gate.sample()) for fault in walk.faults]


def damaged(gate: Gate) -> None:
    fill_cache(gate)
    for how in DAMAGE:
        harmed = damage(gate.room.cache, how)
        if not harmed:
            gate.faults.append(f"damaged: nothing is kept below {gate.room.cache}")
        gate.walk(gate.sample(), gate.room, f"damaged-{how.split()[0]}", at_once=2)
        mended = [path for path, content in harmed.items() if not path.exists() or path.read_bytes() != content]
        if not mended:
            gate.faults.append(f"damaged: of {len(harmed)} files that were {how} none was made anew")
        gate.notes.append(f"{len(mended)} of {len(harmed)} kept files that were {how} were made anew by these lines")


def edited(gate: Gate) -> None:
    """What is kept is never shown in the place of what was written since."""
    mine = gate.room.folder("edited")
    gate.room.run(["cardgen", "new", "my_game"], mine)
    game, before = mine / "my_game", ""
    for file, old, new in (("", "", ""), *EDITS):
        if file:
            text = (game / file).read_text("utf-8") if old else ""
            if old not in text:
                gate.faults.append(f"edited: there is no {old!r} in {file} of a new game")
            gate.room.write(game / file, text.replace(old, new, 1).encode())
        other = Room.made(gate.room.venv, gate.patience)
        theirs = other.folder("edited")
        for path in sorted(path for path in game.rglob("*") if path.is_file()):
            other.write(theirs / path.relative_to(mine), path.read_bytes())
        with ThreadPoolExecutor(2) as pool:
            now, fresh = pool.map(_made, (gate.room, other), (mine, theirs))
        other.clear()
        if now != fresh:
            gate.faults.append(f"edited: after {file or 'a first build'} it is not what is made with nothing kept")
        if now == before:
            gate.faults.append(f"edited: {file} was changed, and nothing else is")
        before = now


def _made(room: Room, folder: Path) -> str:
    """All that a game comes to: its files, and what is found and listed."""
    told = [
        room.run(["cardgen", *words, "./my_game"], folder).told
        for words in (["build", "--variant", "all"], ["check"], ["list"])
    ]
    made = sorted(path for path in (folder / "out").rglob("*") if path.is_file() and not path.name.startswith("."))
    files = [(str(path.relative_to(folder)), hashlib.sha256(path.read_bytes()).hexdigest()) for path in made]
    return repr((files, told[1:]))


def full(gate: Gate) -> None:
    room = Room.made(gate.room.venv, gate.patience)
    with small_disk(room, room.cache, 65_536) as mounted:
        if mounted:
            gate.walk(
                [page for page in gate.sample() if "learn" not in {line.verb for line in lines_of(page)}],
                room,
                "full",
                at_once=2,
            )
        else:
            gate.notes.append("no full disk was to be had; files are bounded instead")
    folder = room.folder("full-out")
    room.run(["cardgen", "new", "my_game"], folder)
    with small_disk(room, folder / "out", 16_384) as mounted:
        ended = room.run(["cardgen", "build", "./my_game"], folder, limit=0 if mounted else 16_384)
    gate.faults += [f"full: cardgen build: {fault}" for fault in python_in(ended.told)]
    if ended.code != 2 or "cardgen cannot write" not in ended.told:
        gate.faults.append(f"full: cardgen build ended with {ended.code}: {ended.told}")
    room.clear()


def games(gate: Gate) -> None:
    room = Room.made(gate.room.venv, gate.patience)

    def checked(home: Home) -> None:
        words = ["cardgen", "check", home.name, "--variant", "all", *([] if gate.deep else ["--games", GAMES])]
        ended = room.run(words, room.folder(home.name), patience=DEEP)
        gate.notes.append(f"{' '.join(words)}: {ended.seconds:.0f} s")
        gate.faults += [f"games: {home.name}: {fault}" for fault in (*python_in(ended.told), *ended.left)]
        if ended.too_long:
            gate.faults.append(f"games: {home.name} came to no end")
        elif ended.code not in (0, 1) or " errors, " not in ended.told.replace("1 error, ", "1 errors, "):
            gate.faults.append(f"games: {home.name} ended with {ended.code}: {ended.told[-500:]}")

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(checked, all_games(BUILTIN)))
    room.clear()


def _smoke(gate: Gate, leg: str, python: Path, bounds: Path | None = None) -> None:
    venv = gate.away / leg
    try:
        installed(python, gate.wheel, venv, EXTRAS, bounds)
    except subprocess.CalledProcessError as error:
        gate.faults.append(f"{leg}: cannot be installed: {error.stderr[-600:]}")
        return
    room = Room.made(venv, gate.patience)
    gate.walk(SMOKE, room, leg, at_once=2)
    room.clear()


def others(gate: Gate) -> None:
    for version, python in pythons().items():
        if python is None:
            gate.notes.append(f"there is no Python {version} here")
        elif python != gate.python:
            _smoke(gate, f"python-{version}", python)


def lowest(gate: Gate) -> None:
    bounds = gate.away / "lowest.txt"
    bounds.write_text(constraints(BUILTIN / "pyproject.toml", EXTRAS))
    _smoke(gate, "lowest", gate.python, bounds)


LEGS: dict[str, Callable[[Gate], None]] = {
    "lines": lines,
    "kept": kept,
    "killed": killed,
    "damaged": damaged,
    "edited": edited,
    "full": full,
    "games": games,
    "pythons": others,
    "lowest": lowest,
}


def main() -> int:
    asked = argparse.ArgumentParser(prog="python -m tests.stranger")
    asked.add_argument("--wheel", type=Path)
    asked.add_argument("--only", default=",".join(LEGS))
    asked.add_argument("--deep", action="store_true")
    wanted = asked.parse_args()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell has it ignored by what runs in its background
    with tempfile.TemporaryDirectory(prefix="stranger-gate-") as folder:
        away = Path(folder)
        away.chmod(0o755)
        gate = Gate(wanted.wheel or _wheel(away), away, wanted.deep)
        try:
            for leg in wanted.only.split(","):
                begun, before = time.monotonic(), len(gate.faults)
                LEGS[leg](gate)
                print(f"{leg}: {time.monotonic() - begun:.0f} s, {len(gate.faults) - before} faults", flush=True)
        finally:
            gate.room.clear()
            subprocess.run(["chmod", "-R", "u+w", str(away)], check=False)
    for note in gate.notes:
        print(f"note: {note}")
    for line, why in cannot().items():
        print(f"not run: {line}: {why}")
    for fault in gate.faults:
        print(f"FAULT {fault}")
    print(f"{len(gate.faults)} faults" if gate.faults else "a stranger finds all as the pages say")
    return bool(gate.faults)


def _wheel(away: Path) -> Path:
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(away / "dist"), "."]
    subprocess.run(command, check=True, cwd=BUILTIN, stderr=subprocess.DEVNULL)
    return next((away / "dist").glob("*.whl"))


if __name__ == "__main__":
    os.umask(0o022)
    sys.exit(main())
