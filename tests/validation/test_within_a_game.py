"""Bounds hold within a game: one that has no end, and whose playouts have none, is given up, and never waited for."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cardgen.play.batches import Batch
from cardgen.play.compiled import COMPILES
from cardgen.play.game import load_game
from cardgen.play.playthrough import Turns
from cardgen.play.thinking import MAX_PLAYOUT_FACTOR, MAX_UNENDED
from cardgen.store.library import find_game
from cardgen.validation.plan import Plan
from cardgen.validation.play import check_play
from cardgen.validation.results import Check
from cardgen.validation.sampling.sampler import FIRST_PIECE, FIRST_PIECE_ENDLESS, least
from cardgen.validation.telling.answers import END, answers

BEADS = """\
# Beads go from one pile to the other and back, as long as anybody likes.
cards: {bead: {number: 1 to 8}}
players: 1
zones: {dish: open pile, jar: open pile}
game:
  all: move all cards into dish
  turns: {players: in turn from first player, until: cards in dish is 99, act: {choose: turn}}
turn:
  there: {when: any card in dish, go: move 1 card from dish to jar}
  back: {when: any card in jar, go: move 1 card from jar to dish}
score: {points: cards in jar}
"""


@pytest.fixture
def beads(tmp_path: Path) -> Path:
    path = tmp_path / "beads.yaml"
    path.write_text(BEADS)
    return path


def test_a_game_whose_playouts_have_no_end_is_given_up(beads):
    """The same one, after the same decisions, whoever plays it again."""
    game = load_game(str(beads))
    batch = Batch(game, ["saboteur"], bound=60)
    batch.play(2)
    result = batch.results[0]
    assert not result["finished"] and result["work"] >= 60 * MAX_PLAYOUT_FACTOR and result["decisions"] < 60
    turns = Turns(game, ["saboteur"], 0, 60, {})
    assert sum(map(len, turns)) == result["decisions"]


def test_one_that_has_its_decisions_is_played_to_them(beads):
    batch = Batch(load_game(str(beads)), ["random"], bound=40)
    batch.play(2)
    assert (batch.results["decisions"] == 40).all()


def checking(beads: Path, *more: str) -> subprocess.Popen[str]:
    command = [
        sys.executable,
        "-m",
        "cardgen",
        "check",
        str(beads),
        "--policies",
        "saboteur",
        "--games",
        "9999999",
        *more,
    ]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_time_is_up_within_a_game(beads):
    out, err = checking(beads, "--time", "2s").communicate(timeout=120)
    assert "--time stopped the check" in out and "Traceback" not in err


def test_an_interruption_is_heard_within_a_game(beads):
    process = checking(beads)
    time.sleep(6)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130 and "Traceback" not in out + err


WALK = BEADS.replace("cards in dish is 99", "cards in jar is 8")  # a walk that ends, sooner or later


def played(path: Path) -> Check:
    return check_play([(find_game(str(path)), ["base"])], Plan())


@pytest.mark.slow
def test_a_game_without_an_end_is_told_soon(beads, monkeypatch):
    """Whoever plays: no policy is asked for more games than it takes to see it."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(beads.parent / "kept"))
    begun = time.monotonic()
    (part,) = played(beads).parts
    assert time.monotonic() - begun < 60  # on a loaded machine; 2 s on one that is not
    games = {judged.cell.title: judged.cell.seen.games for judged in part.cells}
    assert games.pop("random") == FIRST_PIECE and set(games.values()) == {FIRST_PIECE_ENDLESS}
    assert all(judged.cell.seen.mean("endless") == 1 for judged in part.cells)
    assert {finding.code for finding in part.all_findings} >= {"endless"}


def test_a_number_beyond_the_range_is_an_error(beads, monkeypatch):
    beads.write_text(
        BEADS.replace("zones:", "counters: {pot: 2}\nzones:").replace(
            "dish to jar}", "dish to jar, up: add pot to pot}"
        )
    )
    monkeypatch.setenv("XDG_CACHE_HOME", str(beads.parent / "kept"))
    (part,) = check_play([(find_game(str(beads)), ["base"])], Plan(policies=("random",), games=64)).parts
    (found,) = [finding for finding in part.all_findings if finding.code == "too-large"]
    assert found.severity == "error" and "a number grew beyond 1,000,000,000 in 100%" in found.message


@pytest.mark.slow
def test_what_ends_at_last_is_never_told_to_have_no_end(beads, monkeypatch):
    beads.write_text(WALK)
    monkeypatch.setenv("XDG_CACHE_HOME", str(beads.parent / "kept"))
    (part,) = played(beads).parts
    cells = {judged.cell.title: judged.cell for judged in part.cells}
    assert not any(cells[name].seen.total("endless") for name in ("random", "greedy"))
    assert all(cell.seen.games >= least(cell) for cell in cells.values())  # who always goes back plays for ever
    codes = {finding.code: finding.severity for finding in part.all_findings}
    assert codes["prolonged"] == "note" and "endless" not in codes
    (end,) = [answer for answer in answers(part) if answer.question == END]
    assert end.good and end.lines[0].startswith("yes") and "if all players keep the game going, " in " ".join(end.lines)


def test_a_saboteur_whose_playouts_have_no_end_has_what_it_looks_for(beads):
    batch = Batch(load_game(str(beads)), ["saboteur"], bound=60)
    batch.play(1)
    assert batch.results[0]["decisions"] <= MAX_UNENDED and not batch.results[0]["finished"]


IN_A_CALLBACK = """
import signal
from cardgen.foundations import interruption
from cardgen.play.clauses import native
from cardgen.play.game import load_game
from cardgen.play.tiers import tiers
interruption.handle_termination()
interpret, done = type(tiers).interpret, []
def counted(self, *what):
    if not self.interpreting:
        done.append(what)
    if len(done) == 50 and not self.interpreting:
        signal.raise_signal(signal.SIGINT)
    return interpret(self, *what)
type(tiers).interpret = counted
native.prepare_interpreter = lambda: None  # what plays is machine code, and calls an interpreter that is not
game = load_game("ballast")
try:
    list(game.unused([3]))
except KeyboardInterrupt:
    print("interrupted", len(done))
"""


@pytest.mark.skipif(not COMPILES, reason="nothing is interpreted within machine code")
def test_an_interruption_within_a_callback_of_machine_code_ends_play_at_once():
    """Python would only print what is raised there, and go on."""
    told = subprocess.run([sys.executable, "-c", IN_A_CALLBACK], capture_output=True, text=True, timeout=300)
    assert (told.stdout, told.stderr) == ("interrupted 50\n", "")
