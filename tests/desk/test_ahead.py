"""Machine code is made beside the desk from its start on, and what makes it ends with the desk."""

from __future__ import annotations

import time

import pytest

from cardgen.desk.ahead import begin
from cardgen.play.compiled import COMPILES, KIND
from cardgen.play.tiers import Tiers
from cardgen.store.cache import folder_of
from cardgen.store.library import find_game
from tests.play.test_compiled import python


@pytest.fixture(autouse=True)
def nothing_kept(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "kept"))
    monkeypatch.setattr(Tiers, "patience", Tiers.patience)


@pytest.mark.skipif(not COMPILES, reason="nothing is compiled")
def test_what_makes_it_ends_with_the_desk():
    process = begin([find_game("king_lui"), find_game("draco")])
    with pytest.raises(Exception, match="timed out"):
        process.wait(3)
    process.stdin.close()
    process.wait(20)


@pytest.mark.skipif(not COMPILES, reason="nothing is compiled")
def test_the_desk_deals_and_moves_before_it_is_made():
    script = """
from cardgen.desk.ahead import begin
from cardgen.store.library import find_game
from cardgen.play.game import load_game
process = begin([find_game("draco")])
game = load_game("king_lui")
for seed in range(20):
    position = game.new_position(3, seed)
    position.apply_action(position.legal_actions()[0])
print([name for name in ("legal", "apply") if getattr(game.engine.loops, name).overloads])
process.stdin.close()
process.wait(20)
"""
    assert python("-c", script).strip() == "[]"


def test_it_goes_through_all_games_whatever_is_wrong_with_one(game, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CARDGEN_COMPILE", "0")
    broken = find_game("./wood")
    game.write("game.yaml", "players: none\n")
    assert begin([broken, find_game("king_lui")]).wait(60) == 0


@pytest.mark.skipif(not COMPILES, reason="nothing is compiled")
def test_what_it_makes_is_kept():
    process = begin([find_game("honey_paws")])
    end = time.monotonic() + 120
    while not any(path.is_file() for path in folder_of(KIND).rglob("*")) and time.monotonic() < end:
        time.sleep(0.1)
    process.stdin.close()
    assert any(path.is_file() for path in folder_of(KIND).rglob("*"))
