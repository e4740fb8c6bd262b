"""Playthroughs are what was reviewed: `make golden` writes them anew, git shows what changed."""

import difflib
import os
import subprocess
import sys

import pytest

from cardgen.play.compiled import SWITCH
from cardgen.play.playthrough import playthrough
from cardgen.play.words import PLAYERS
from cardgen.store.library import BUILTIN, all_games
from tests.play.games import definition, played

from .produce import FOLDER, SEED, table

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


@pytest.mark.parametrize("language", ["en", "fr", "it"])
@pytest.mark.parametrize("name", GAMES)
def test_its_decisions_can_be_typed_into_a_new_position(name, language):
    """Every line, after the name of who decides, is what a position and a worked example take."""
    game = played(name)
    seats = table(game)
    position = game.new_position(len(seats), seed=SEED)
    told = list(playthrough(game, seats, SEED, language, typed=True))
    for line in told[told.index("") + 1 :]:
        player, _, action = line.partition(" ")
        assert player == PLAYERS[position.current_player()], line
        position.apply_action(position.string_to_action(action, language))
    assert position.is_terminal()
