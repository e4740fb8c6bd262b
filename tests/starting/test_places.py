"""Which games the desk opens, and where it makes new ones."""

import os

import pytest

from cardgen.foundations.errors import InputError
from cardgen.starting.places import folder_for_new, folders_in, games_to_open
from cardgen.starting.starter import make_game
from cardgen.store.library import BUILTIN


@pytest.fixture
def standing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def names(folder):
    return [home.name for home in games_to_open(folder)]


def test_an_empty_folder_opens_our_games(standing):
    assert {"king_lui", "draco", "party_at_louis"} <= set(names(standing))
    assert folder_for_new(standing) == standing


def test_games_of_the_folder_come_besides_and_before_ours(standing):
    make_game("forest")
    make_game("draco")
    assert {"forest", "king_lui"} <= set(names(standing))
    assert [home.folder for home in games_to_open(standing) if home.name == "draco"] == [standing / "draco"]


def test_within_a_game_it_is_that_one_and_new_ones_go_beside_it(standing):
    make_game("forest")
    inside = standing / "forest" / "layouts"
    assert names(inside) == ["forest"]
    assert folder_for_new(inside) == standing


def test_a_librarys_new_games_go_into_its_decks(standing):
    (standing / "decks").mkdir()
    make_game("decks/forest")
    assert {"forest", "king_lui"} <= set(names(standing))
    assert folder_for_new(standing) == standing / "decks"


def test_a_librarys_own_variants_of_our_games_are_there(standing):
    (standing / "variants/king_lui").mkdir(parents=True)
    make_game("decks/draco")
    games = {home.name: home for home in games_to_open(standing)}
    assert games["king_lui"].variant_folders[0] == standing / "variants/king_lui"
    assert games["draco"].folder == standing / "decks/draco"
    assert games["party_at_louis"].variant_folders[0] == standing / "variants/party_at_louis"


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="everybody can write here")
def test_where_nothing_can_be_written_it_is_the_users_home(standing, monkeypatch):
    monkeypatch.setenv("HOME", str(standing / "home"))
    standing.chmod(0o500)
    assert folder_for_new(standing) == standing / "home" / "cardgen"


def test_folders_are_listed_with_whether_they_hold_a_game(standing):
    make_game("forest")
    for name in ("Bills", "art", ".hidden"):
        (standing / name).mkdir()
    (standing / "notes.txt").write_text("no folder\n")
    assert folders_in(standing) == [("art", False), ("Bills", False), ("forest", True)]
    with pytest.raises(InputError, match="cannot read this folder"):
        folders_in(standing / "gone")
    assert "king_lui" in dict(folders_in(BUILTIN / "decks"))
