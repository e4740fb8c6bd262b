"""Games made from dropped files: what decides, how they are called, and what is refused."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from cardgen.definitions.fields import name as valid_name
from cardgen.foundations.errors import InputError
from cardgen.rules.load import load_game
from cardgen.starting.dropped import free_name, game_of_files, path_below
from cardgen.store.library import find_game

CSV = "name,count,power\nFox,3,4\nOwl,2,7\n"
SQUIB = """require 'squib'
Squib::Deck.new(cards: 2, width: 825, height: 1125) do
  text str: %w(Fox Owl), x: 90, y: 90
  save_png
end
"""


@pytest.fixture
def dropped(tmp_path):
    folder = tmp_path / "dropped"
    folder.mkdir()
    return folder


def made(tmp_path, dropped, title="Cat & Mouse: a duel"):
    new = game_of_files(str(tmp_path / "game"), title, dropped)
    return load_game(find_game(str(new.folder))), new


def picture(path):
    path.parent.mkdir(exist_ok=True)
    Image.new("RGB", (744, 1039), "#336633").save(path, dpi=(300, 300))


def test_a_spreadsheet_is_its_cards(tmp_path, dropped):
    (dropped / "cards.csv").write_text(CSV)
    game, _ = made(tmp_path, dropped)
    assert sum(deck.count for deck in game.decks) == 5
    assert game.strings["en"]["game.title"].text == "Cat & Mouse: a duel"


def test_a_script_comes_before_the_sheets_and_pictures_beside_it(tmp_path, dropped):
    (dropped / "deck.rb").write_text(SQUIB)
    (dropped / "cards.csv").write_text(CSV)
    picture(dropped / "art" / "fox.png")
    game, _ = made(tmp_path, dropped)
    assert sum(deck.count for deck in game.decks) == 2


def test_a_drawing_beside_a_sheet_shows_one_of_its_cards(tmp_path, dropped):
    (dropped / "cards.csv").write_text(CSV)
    words = '<text x="9" y="20" font-size="5">Owl</text><text x="9" y="40" font-size="5">Power 7</text>'
    (dropped / "owl.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">{words}</svg>'
    )
    game, new = made(tmp_path, dropped)
    assert new.remarks[0] == "owl.svg shows line 3 of cards.csv"
    assert "{card.power}" in (new.folder / "layouts/card.yaml").read_text()
    assert sum(deck.count for deck in game.decks) == 5


def test_another_drawing_beside_a_sheet_is_left(tmp_path, dropped):
    (dropped / "cards.csv").write_text(CSV)
    (dropped / "logo.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"><text>Logo</text></svg>')
    _, new = made(tmp_path, dropped)
    assert not (new.folder / "drawing").exists()


def test_pictures_are_whole_cards(tmp_path, dropped):
    picture(dropped / "forest" / "fox.png")
    game, new = made(tmp_path, dropped)
    assert [deck.name for deck in game.decks] == ["forest"]
    assert "1 picture" in new.remarks[0]


def test_what_cannot_be_decided_is_asked(tmp_path, dropped):
    with pytest.raises(InputError, match="got an empty folder"):
        made(tmp_path, dropped)
    (dropped / "cards.csv").write_text(CSV)
    (dropped / "more.csv").write_text(CSV)
    with pytest.raises(InputError, match=r"expected one file that is a spreadsheet, got 2 \(cards\.csv, more\.csv\)"):
        made(tmp_path, dropped)


@pytest.mark.parametrize(
    "named", ["", "../fox.png", "a/../../fox.png", "/etc/fox", "a//b", ".git/config", "a\\..\\b", "con", "a/NUL.png",
              "fox\0.png", "a:b", "x" * 300, "fox.", " fox"],
)  # fmt: skip
def test_a_path_that_leads_elsewhere_or_lies_nowhere_is_refused(tmp_path, named):
    with pytest.raises(InputError, match="a file cannot be called"):
        path_below(tmp_path, named)


@given(st.text(max_size=60))
def test_a_path_is_below_its_folder_or_refused(tmp_path_factory, named):
    folder = tmp_path_factory.getbasetemp()
    with suppress(InputError):
        assert path_below(folder, named).resolve().is_relative_to(folder.resolve())


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("L’été des chats", "l_ete_des_chats"),
        ("Straße 7", "strasse_7"),
        ("七つの海", "my_game"),
        ("7 Seas", "my_game"),
        ("con", "my_game"),
        ("Draco", "draco_2"),
    ],
)
def test_a_folder_is_called_as_its_title(tmp_path, title, name):
    assert free_name(title, tmp_path, ["draco"]) == name


@given(st.text(max_size=80))
def test_every_title_gives_a_name(tmp_path_factory, title):
    name = free_name(title, tmp_path_factory.getbasetemp(), [])
    assert valid_name(name) == name
