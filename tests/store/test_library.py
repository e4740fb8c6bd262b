"""Where a name is looked up: own folder, own library, built-in."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from cardgen.definitions.load import load_game
from cardgen.foundations.errors import InputError
from cardgen.store.library import BUILTIN, all_games, find_game
from tests.conftest import FILES, Folder


@pytest.fixture
def library(tmp_path: Path) -> Folder:
    """A designer's own library with the game `wood`."""
    for name, text in FILES.items():
        Folder(tmp_path / "decks/wood").write(name, text)
    return Folder(tmp_path)


def told(error) -> str:
    return error.value.faults[0].message


def test_a_name_is_sought_in_the_library_one_stands_in_and_then_in_the_built_in_one(library):
    for standing in (library.path, library.path / "decks", library.path / "decks/wood/strings"):
        assert find_game("wood", standing).folder == library.path / "decks/wood"
        assert find_game("king_lui", standing).folder == BUILTIN / "decks/king_lui"


def test_an_own_game_hides_the_built_in_one_of_its_name(library):
    own = shutil.copytree(library.path / "decks/wood", library.path / "decks/king_lui")
    home = find_game("king_lui", library.path)
    assert (home.folder, home.library) == (own, library.path)
    assert [home.name for home in all_games(library.path)] == ["king_lui", "wood"]


def test_a_path_is_no_name(library, tmp_path):
    home = find_game("./decks/wood", library.path)
    assert (home.name, home.library) == ("wood", library.path)
    alone = Path(shutil.copytree(library.path / "decks/wood", tmp_path / "elsewhere/king_lui"))
    home = find_game("./king_lui", alone.parent)
    assert (home.folder, home.library) == (alone, None)
    assert find_game(".", alone).folder == find_game("..", alone / "strings").folder == alone
    assert find_game(str(alone), library.path).folder == alone


def test_without_a_name_it_is_the_game_one_stands_in_else_those_of_the_library(library, tmp_path):
    wood = library.path / "decks/wood"
    for standing in (wood, wood / "strings"):
        assert [home.folder for home in all_games(standing)] == [wood]
    assert [home.folder for home in all_games(library.path)] == [wood]
    (tmp_path / "decks").rename(tmp_path / "other")
    assert "king_lui" in [home.name for home in all_games(tmp_path)]


def test_a_game_may_be_named_by_its_file(library):
    assert find_game("./decks/wood/game.yaml", library.path).folder == library.path / "decks/wood"
    assert find_game("decks/wood/game.yaml", library.path).name == "wood"


def test_a_library_of_variants_only(tmp_path):
    Folder(tmp_path).write("variants/king_lui/mine.yaml", "changes: king_lui\n")
    (home,) = all_games(tmp_path)
    assert home.folder == BUILTIN / "decks/king_lui" and "mine" in home.variants
    assert "mine" in find_game("king_lui", tmp_path / "variants").variants


def test_a_library_has_its_own_games_and_the_built_in_ones_that_it_changes(library):
    library.write("variants/king_lui/mine.yaml", "changes: king_lui\n")
    library.write("variants/nobody/mine.yaml", "changes: nobody\n")
    assert [home.name for home in all_games(library.path)] == ["king_lui", "wood"]
    assert [home.folder for home in all_games(library.path / "decks/wood/variants")] == [library.path / "decks/wood"]


def test_a_game_in_a_folder_below_is_not_passed_over(game):
    with pytest.raises(InputError) as error:
        all_games(game.path.parent)
    assert told(error).endswith("did you mean ./wood?")


def test_unknown_games(library):
    for name, hint in {
        "wod": "there is no game 'wod'; did you mean 'wood'?",
        "king_louis": "there is no game 'king_louis'; did you mean 'king_lui'?",
        "./wod": "there is no game.yaml in ./wod",
    }.items():
        with pytest.raises(InputError) as error:
            find_game(name, library.path)
        assert told(error) == hint


def test_a_name_that_is_a_folder_here_gets_a_hint(game):
    with pytest.raises(InputError) as error:
        find_game("wood", game.path.parent)
    assert told(error) == "there is no game 'wood'; did you mean ./wood?"


@pytest.mark.parametrize(
    ("kind", "name", "file", "shipped"),
    [
        ("layouts", "card", "layouts/card.yaml", True),
        ("icons", "acorn", "icons/acorn.svg", True),
        ("patterns", "dots", "patterns/dots.svg", True),
    ],
)
def test_layouts_icons_and_patterns_own_first(library, kind, name, file, shipped):
    home = find_game("wood", library.path)
    assert home.find(kind, name) == BUILTIN / "templates" / file
    of_library = library.write(f"templates/{file}", "x")
    assert home.find(kind, name) == of_library
    of_game = library.write(f"decks/wood/{file}", "x")
    assert home.find(kind, name) == of_game
    assert home.names(kind).count(name) == 1


def test_fonts_own_first(library):
    home = find_game("wood", library.path)
    own = library.write("decks/wood/fonts/fraunces/bold.ttf", "x")
    library.write("decks/wood/fonts/fraunces/OFL.txt", "x")
    library.write("decks/wood/fonts/.hidden/bold.ttf", "x")
    folder, of_library, shipped = home.fonts()
    assert (folder, of_library) == ((own,), ())
    assert BUILTIN / "templates/fonts/fraunces/bold.ttf" in shipped


def test_another_game_lends_nothing(library):
    library.write("decks/king_lui/layouts/dish.yaml", "x")
    with pytest.raises(InputError, match="there is no layout 'dish'"):
        find_game("wood", library.path).find("layouts", "dish")


def test_pictures_lie_in_the_game_or_its_library(library):
    home = find_game("wood", library.path)
    of_game, of_library = library.write("decks/wood/art/a.png", "x"), library.write("art/b.png", "x")
    assert home.picture("art/a.png") == of_game
    assert home.picture("art/b.png") == home.picture("../../art/b.png") == of_library
    for name in ("../../../b.png", "/etc/passwd", "art/../../../../x.png"):
        with pytest.raises(InputError) as error:
            home.picture(name)
        assert error.value.faults[0].code == "outside-library", name
    for name in ("art", "", "art/c.png", "art/a.png/b.png"):
        with pytest.raises(InputError, match="there is no picture"):
            home.picture(name)


def test_a_variant_for_a_built_in_game_in_an_own_library(library):
    library.write("variants/king_lui/more_ham.yaml", "changes: king_lui\ncards: {ham: {count: 20}}\n")
    home = find_game("king_lui", library.path)
    assert home.folder == BUILTIN / "decks/king_lui" and "more_ham" in home.variants
    game = load_game(home, "more_ham")
    assert {design.id: design.count for design in game.designs}["ham"] == 20
    assert "more_ham" not in find_game("king_lui", BUILTIN).variants


def test_the_nearest_variant_of_a_name_wins(library):
    nearest = library.write("variants/king_lui/hungry_dragon.yaml", "changes: king_lui\n")
    assert find_game("king_lui", library.path).variants["hungry_dragon"] == nearest
    of_game = library.write("decks/wood/variants/slow.yaml", "changes: wood\n")
    assert find_game("wood", library.path).variants["slow"] == of_game
    of_library = library.write("variants/wood/slow.yaml", "changes: wood\n")
    assert find_game("wood", library.path).variants["slow"] == of_library


def test_a_variant_is_named_or_a_path(library, monkeypatch):
    monkeypatch.chdir(library.path)
    home = find_game("wood")
    path = library.write("ideas/slow.yaml", "changes: wood\n")
    assert home.variant("quick") == library.path / "decks/wood/variants/quick.yaml"
    assert home.variant("ideas/slow.yaml") == path
    for name, message in {
        "quik": "wood has no variant 'quik'; did you mean 'quick'?",
        "./slow.yaml": "there is no variant file ./slow.yaml",
        "./base.yaml": "a variant cannot be called 'base'",
    }.items():
        with pytest.raises(InputError) as error:
            home.variant(name)
        assert told(error).startswith(message)


@pytest.mark.parametrize("name", ["con", "NUL", "com1", "lpt¹", "aux.old", "bad.", "bad ", os.fsdecode(b"ga\xffme")])
def test_a_name_that_not_every_machine_can_write_is_refused(library, name):
    """A game or a variant of that name would make files of that name: devices, or others, on Windows."""
    shutil.copytree(library.path / "decks/wood", library.path / "decks" / name)
    with pytest.raises(InputError) as error:
        find_game(f"./decks/{name}", library.path)
    assert told(error).startswith("a game cannot be called '")
    shutil.rmtree(library.path / "decks" / name)
    (library.path / "variants/wood").mkdir(parents=True)
    (library.path / "variants/wood" / f"{name}.yaml").write_text("name: {en: Odd}")
    with pytest.raises(InputError) as error:
        find_game("wood", library.path).variants  # noqa: B018
    assert told(error).startswith("a variant cannot be called '")
    with pytest.raises(InputError, match="cannot be called"):
        find_game("wood", library.path).variant(str(library.path / "variants/wood" / f"{name}.yaml"))


def test_nothing_lies_below_a_folder_whose_name_no_file_can_have(library):
    with pytest.raises(InputError, match="lies outside"):
        find_game("wood", library.path).picture("../a\0b.png")
