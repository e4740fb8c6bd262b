"""`cardgen list` is quick where nothing changed, and says what the files say where something did."""

from __future__ import annotations

import pytest

from cardgen.commands.listing_cache import KIND
from cardgen.store import cache

CHANGES = {
    "game.yaml": ("players: 2-4", "players: 3-4", "3-4 players"),
    "strings/en.yaml": ("game.title: Wood", "game.title: Forest", "Forest"),
    "variants/quick.yaml": ("Quick Wood", "Swift Wood", "Swift Wood"),
}


@pytest.fixture(autouse=True)
def empty(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "kept"))


@pytest.mark.parametrize("file", CHANGES)
def test_a_list_follows_its_files(game, run, file):
    old, new, told = CHANGES[file]
    before = run("list", "./wood")
    assert run("list", "./wood") == before and told not in before.out
    game.write(file, (game.path / file).read_text("utf-8").replace(old, new))
    after = run("list", "./wood")
    assert told in after.out and after.code == 0


def test_a_new_variant_is_listed(game, run):
    run("list", "./wood")
    game.write("variants/slow.yaml", "changes: wood\ntexts: {en: {title: Slow Wood}, fr: {title: Bois lent}}\n")
    assert "Slow Wood" in run("list", "./wood").out


def test_what_is_kept_is_read_and_what_is_harmed_is_not(game, run, monkeypatch):
    before = run("list", "./wood")
    (kept,) = cache.folder_of(KIND).iterdir()
    with monkeypatch.context() as patch:
        patch.setattr("cardgen.rules.load.load_game", lambda *_: pytest.fail("reads the game again"))
        assert run("list", "./wood") == before
    kept.write_bytes(kept.read_bytes()[:-1])
    assert run("list", "./wood") == before


def test_faults_are_told_each_time(game, run):
    game.write("game.yaml", "players: none\n")
    assert [run("list", "./wood").code for _ in range(2)] == [2, 2]


def test_a_table_that_no_key_tells_is_read_each_time(game, run):
    """What lies in hidden folders is not looked at when files are compared: there may be much there."""
    run("list", "./wood")
    cards = "\n          fox: {icon: fox-head, value: 3}\n          owl: {icon: owl, value: 2, count: 3}\n"
    game.edit("game.yaml", cards, " .tables/cards.csv\n")
    for count in (3, 4):
        game.write(".tables/cards.csv", f"id,icon,value,count\nfox,fox-head,3,2\nowl,owl,2,{count}\n")
        assert f"owl (owl) x{count}" in run("list", "./wood").out.lower()
    assert len([*cache.folder_of(KIND).iterdir()]) == 1
