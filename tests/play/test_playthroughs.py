"""Playthroughs are what was reviewed: `make golden` writes them anew, git shows what changed."""

import difflib
import os
import subprocess
import sys

import pytest

from cardgen.library import BUILTIN, all_games
from cardgen.play.compiled import SWITCH
from tests.play.games import definition, played

from .produce import FOLDER, SEED, playthrough, table

GAMES = [home.name for home in all_games() if definition(home.name).engine]


@pytest.mark.parametrize("name", GAMES)
def test_goldens(name, tmp_path):
    """None is missing, none is left over, none has changed."""
    subprocess.run(
        [sys.executable, "-m", "tests.play.produce", str(tmp_path), name],
        cwd=BUILTIN, env=os.environ | {SWITCH: "0"}, check=True, capture_output=True,
    )  # fmt: skip
    produced = {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()}
    kept = {path.name: path.read_text("utf-8") for path in FOLDER.glob(f"{name}.*.txt")}
    assert produced and kept.keys() == produced.keys()
    for file, text in produced.items():
        lines = difflib.unified_diff(kept[file].splitlines(), text.splitlines(), file, "now", lineterm="")
        difference = "\n".join(lines)
        assert not difference, difference


def test_a_compiled_playthrough_is_the_same():
    game = played("king_lui")
    lines = playthrough(game, table(game), SEED, "it")
    assert "\n".join(lines) + "\n" == (FOLDER / "king_lui.base.it.txt").read_text("utf-8")


def test_a_playthrough_is_a_game_that_can_be_typed_in():
    """Every line of the first course on, typed into a new position, leads to the points that the last lines tell."""
    position = played("king_lui").new_position(4, seed=SEED)
    text = (FOLDER / "king_lui.base.en.txt").read_text("utf-8")
    for line in text.splitlines():
        name, _, action = line.partition(" ")
        if name in ("Anna", "Bruno", "Chiara", "Dario") and not action.startswith(("wins", "share")):
            assert name == ("Anna", "Bruno", "Chiara", "Dario")[position.current_player()], line
            position.apply_action(position.string_to_action(action.partition(" (")[0]))
    assert position.is_terminal()
    told = ", ".join(
        f"{n} {points}" for n, points in zip(("Anna", "Bruno", "Chiara", "Dario"), position.returns(), strict=True)
    )
    assert f"Points: {told}" in text
