"""A check of files that did not change tells the same, and plays nothing."""

import shutil
from pathlib import Path

import pytest

from cardgen.store.library import find_game
from cardgen.validation import check as checks
from cardgen.validation.check import check
from cardgen.validation.plan import Plan, ReportOptions

FEW = {"players": (3,), "policies": ("random",), "games": 30}


@pytest.fixture
def copied(tmp_path, monkeypatch):
    """copied(game) -> the folder of a copy that may be changed."""
    monkeypatch.chdir(tmp_path)
    return lambda game: Path(shutil.copytree(find_game(game).folder, tmp_path / "decks" / game))


@pytest.fixture
def lui(copied):
    return copied("king_lui")


@pytest.fixture
def played(monkeypatch):
    """How often games were played."""
    times = []
    honest = checks._check

    def counted(*asked):
        times.append(1)
        return honest(*asked)

    monkeypatch.setattr(checks, "_check", counted)
    return times


def checked(folder, wanted=ReportOptions(), **more):
    return check([(find_game(str(folder)), ["base"])], Plan(**{**FEW, **more}), wanted)


@pytest.mark.slow
def test_what_did_not_change_is_told_again(lui, played):
    once = checked(lui)
    assert "30" in once.text and checked(lui) == once and len(played) == 1
    assert checked(lui, games=31) != once and checked(lui, seed=5) != once and len(played) == 3
    assert checked(lui, ReportOptions(as_json=True)).text.startswith("{") and len(played) == 4
    assert "<html" in checked(lui, ReportOptions(page=True)).page and len(played) == 5
    assert checked(lui) == once and len(played) == 5


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "file"),
    [
        ("king_lui", "game.yaml"),
        ("king_lui", "rules.yaml"),
        ("king_lui", "strings/en.yaml"),
        ("king_lui", "examples.yaml"),
        ("king_lui", "learnt.yaml"),
    ],
)
def test_any_file_that_changes_is_seen(copied, played, game, file):
    folder = copied(game)
    checked(folder)
    path = folder / file
    path.write_bytes(path.read_bytes() + b"\n# changed\n")
    checked(folder)
    assert len(played) == 2


@pytest.mark.slow
def test_fresh_plays_again_and_a_time_is_not_kept(lui, played):
    once = checked(lui)
    assert checked(lui, fresh=True) == once and len(played) == 2
    for _ in range(2):
        checked(lui, seconds=600.0)
    assert len(played) == 4


@pytest.mark.slow
@pytest.mark.parametrize("damage", [b"", b"[1]", b"5", b"\xff"])
def test_what_is_damaged_is_worked_out_again(lui, played, store, damage):
    once = checked(lui)
    (kept,) = (store.parent / checks.KIND).iterdir()
    kept.write_bytes(damage)
    assert checked(lui) == once and len(played) == 2


def test_what_play_stops_at_is_not_kept(lui, played):
    (lui / "rules.yaml").write_text(
        (lui / "rules.yaml").read_text().replace("all cards into supply", "all cards into suply")
    )
    for times in (1, 2):
        with pytest.raises(Exception, match="suply"):
            checked(lui)
        assert len(played) == times
