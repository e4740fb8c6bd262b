"""What the desk takes: until the first face is there, from a save to the new face, at rest, and in memory."""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

import httpx
from figures import figure
from large import make_large
from timing import CARDGEN, ROOT

FIRST, DEAL, SAVED, SAVED_LARGE, DROPPED, MEMORY = 1.0, 3.0, 0.3, 0.6, 0.15, 300
REST = 5.0  # seconds
RUNS = 5
GAMES = ("king_lui", "party_at_louis", "draco")


class Open:
    """A desk that is open on a game, or on those of the library."""

    def __init__(self, game: str | None, folder: Path, environment: Mapping[str, str] | None = None) -> None:
        named = [game] if game else []
        command = [*CARDGEN, "desk", *named, "--no-browser"]
        told = os.environ | dict(environment or {})
        self.process = subprocess.Popen(command, cwd=folder, env=told, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        self.client = httpx.Client(follow_redirects=True, timeout=60)
        address = self.process.stdout.readline().split()[-1]
        while True:
            try:
                self.client.get(address).raise_for_status()
                break
            except httpx.ConnectError:
                time.sleep(0.005)
        self.root = address.partition("/?")[0]

    def faces(self, game: str, language: str = "en") -> list[dict]:
        return self.client.get(f"{self.root}/api/{game}/base/{language}/faces").raise_for_status().json()["faces"]

    def face(self, game: str, face: dict, language: str = "en") -> str:
        path = f"{self.root}/api/{game}/base/{language}/{face['of']}/{face['id']}/{face['side']}.svg"
        return self.client.get(path).raise_for_status().text

    @property
    def work(self) -> float:
        """Seconds of processors so far."""
        told = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def megabytes(self) -> float:
        told = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(told.partition("VmRSS:")[2].split()[0]) / 1000

    def close(self) -> None:
        self.client.close()
        self.process.terminate()
        self.process.wait(20)


def main(folder: Path) -> None:
    took, gallery = [], []
    for _ in range(RUNS):
        start = time.perf_counter()
        desk = Open("king_lui", ROOT)
        found = desk.faces("king_lui")
        desk.face("king_lui", found[0])
        first = time.perf_counter()
        for face in found[1:]:
            desk.face("king_lui", face)
        took.append(first - start)
        gallery.append(time.perf_counter() - first)
        desk.close()
    figure("from the start of the desk to its first face", statistics.median(took), FIRST, "s")
    for name in GAMES:
        figure(f"{name}: first deal, nothing compiled", _first_deal(name, folder), DEAL, "s")
    print(f"its other {len(found) - 1} faces: {statistics.median(gallery):.2f} s", flush=True)
    desk = Open(None, ROOT)
    for game in GAMES:
        for face in desk.faces(game):
            desk.face(game, face)
    time.sleep(REST)
    before = desk.work
    time.sleep(REST)
    used = 100 * (desk.work - before) / REST
    figure("memory of the desk with three open games", desk.megabytes, MEMORY, "MB")
    print(f"at rest {used:.1f} % of a processor", flush=True)
    desk.close()
    game = folder / "king_lui"
    shutil.copytree(ROOT / "decks" / game.name, game)
    _saved(game, game / "strings" / "en.yaml", "dish.bread: ", "dish.bread: Bread", SAVED)
    _dropped(game, "ham", "name")
    draco = folder / "draco"
    shutil.copytree(ROOT / "decks" / draco.name, draco)
    _dropped(draco, "elbow", "name")
    large = folder / "large"
    make_large(large, 1000)
    _saved(large, large / "cards.csv", None, "", SAVED_LARGE)


def _first_deal(name: str, folder: Path) -> float:
    """From a click on a game's table to what its person sees, some seconds after the desk's start."""
    desk = Open(name, ROOT, {"XDG_CACHE_HOME": str(folder / f"nothing-{name}")})
    desk.faces(name)
    time.sleep(4)  # machine code is being made beside it
    table = f"{desk.root}/api/{name}/base/en/table"
    start = time.perf_counter()
    low, _ = desk.client.get(table).raise_for_status().json()["players"]
    told = {"seats": ["person", *["greedy"] * (low - 1)]}
    id = desk.client.post(table, json=told, headers={"Origin": desk.root}).raise_for_status().json()["id"]
    assert desk.client.get(f"{table}/{id}").raise_for_status().json()["zones"]
    took = time.perf_counter() - start
    desk.close()
    return took


def _saved(game: Path, file: Path, key: str | None, line: str, wanted: float) -> None:
    """From a save of one text to the one new face."""
    desk = Open(f"./{game.name}", game.parent)
    before = {(each["id"], each["side"]): each["digest"] for each in desk.faces(game.name)}
    took = []
    for number in range(RUNS):
        lines = file.read_text("utf-8").splitlines()
        at = next(at for at, text in enumerate(lines) if key and text.startswith(key)) if key else 7
        lines[at] = f"{line}{'x' * (number + 1)}" if key else _longer(lines[at])
        file.write_text("\n".join(lines) + "\n", "utf-8")
        start = time.perf_counter()
        while True:
            found = [each for each in desk.faces(game.name) if before.get((each["id"], each["side"])) != each["digest"]]
            if found:
                break
            time.sleep(0.005)
        desk.face(game.name, found[0])
        took.append(time.perf_counter() - start)
        before |= {(each["id"], each["side"]): each["digest"] for each in found}
    figure(f"{len(before)} faces: from a save to the new face", statistics.median(took), wanted, "s")
    desk.close()


def _longer(line: str) -> str:
    """A line of a spreadsheet whose last words are others."""
    cells = line.rsplit(" ", 1)
    return f"{cells[0]} {cells[1]}x" if len(cells) == 2 and not cells[1].endswith('"') else f"{line[:-1]}x{line[-1]}"


def _dropped(game: Path, card: str, key: str) -> None:
    """From the drop of a dragged field to the exact face."""
    desk = Open(f"./{game.name}", game.parent)
    side = f"{desk.root}/api/{game.name}/base/en/layout/{card}/front"
    found = desk.client.get(side).raise_for_status().json()
    took = []
    for _ in range(2 * RUNS):
        field = next(each for each in found["fields"] if each["key"] == key)
        left, top, right, bottom = field["box"]
        move = {"key": key, "box": [left, top + 0.1, right, bottom + 0.1], "turn": field["turn"]}
        time.sleep(3)  # a person drags no faster; meanwhile all faces are composed
        start = time.perf_counter()
        answer = desk.client.post(f"{side}/move", json={"moves": [move]}, headers={"Origin": desk.root})
        found = answer.raise_for_status().json()
        desk.client.get(f"{side}.svg?d={found['digest']}").raise_for_status()
        took.append(time.perf_counter() - start)
    figure(f"{game.name}: from the drop of a field to its exact face", statistics.median(took), DROPPED, "s")
    desk.close()
