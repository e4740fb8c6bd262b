"""Playing at the desk's table: an action of a person, with what the others do then and what the seat is sent."""

from __future__ import annotations

import json
import random
import statistics
import time
from pathlib import Path

from cardgen.desk.answers import Refused
from cardgen.desk.sitting import HOST, Sittings
from cardgen.play.game import load_game

GAMES = {"king_lui": 5, "draco": 6, "party_at_louis": 4}  # with the most players, all but one of them greedy
ACTIONS, WANTED = 60, 0.050


def main(_: Path) -> None:
    for name, players in GAMES.items():
        sitting = Sittings().open(load_game(name), ["person", *["greedy"] * (players - 1)], 7)
        chance, took = random.Random(1), []
        told = sitting.view_for(HOST, "en")
        for _ in range(ACTIONS):
            if told["over"]:
                break
            action = chance.choice(told["actions"])["action"]
            start = time.perf_counter()
            sitting.act(HOST, action, told["version"])
            told = sitting.view_for(HOST, "en")
            json.dumps(told)
            took.append(time.perf_counter() - start)
        try:
            start = time.perf_counter()
            sitting.undo(HOST)
            undone = 1000 * (time.perf_counter() - start)
        except Refused:
            undone = 0.0
        median, most = 1000 * statistics.median(took), 1000 * max(took)
        wanted = f"(wanted {1000 * WANTED:.0f})"
        print(f"{name}, {players} players: an action {median:.1f} ms, at most {most:.0f} {wanted}; undone {undone:.1f}")
