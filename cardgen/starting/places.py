"""Finds the games that the desk opens without being asked for one, and the folder in which it makes new ones."""

from __future__ import annotations

import os
from pathlib import Path

from cardgen.foundations.errors import Place, fail
from cardgen.store.library import BUILTIN, Home, all_games, find_game, library_of
from cardgen.store.reach import is_file, is_folder, matching

_OWN_FOLDER = "cardgen"  # in the user's home, where no other folder can be written to


def games_to_open(standing: Path | None = None) -> list[Home]:
    """Returns the game of the current folder; else the built-in games, those of the library, and those in folders of
    the current folder. Of games with the same name, the nearest comes. Raises InputError for a faulty folder."""
    standing = (standing or Path.cwd()).resolve()
    if _is_in_game(standing):
        return all_games(standing)
    beside = [find_game(str(path.parent)) for path in matching(standing, "*/game.yaml")]
    built_in = [find_game(home.name, standing) for home in all_games(BUILTIN)]
    own = all_games(standing) if library_of(standing) else ()
    return list({home.name: home for home in (*built_in, *own, *beside)}.values())


def folder_for_new(standing: Path | None = None) -> Path:
    """Returns the folder for new games: `decks` of the current library, the folder around the current game, or else the
    current folder. Where that cannot be written to, it is a folder in the user's home."""
    standing = (standing or Path.cwd()).resolve()
    folder = standing
    if _is_in_game(standing):
        folder = next(parent for parent in (standing, *standing.parents) if is_file(parent / "game.yaml")).parent
    elif (library := library_of(standing)) and is_folder(library / "decks"):
        folder = library / "decks"
    if os.access(folder, os.W_OK | os.X_OK):
        return folder
    return Path.home() / _OWN_FOLDER


def folders_in(folder: Path) -> list[tuple[str, bool]]:
    """Returns the folders in a folder by name, without hidden ones, each with whether it holds a game. Raises
    InputError if the folder cannot be read."""
    try:
        with os.scandir(folder) as entries:
            names = sorted(
                (each.name for each in entries if not each.name.startswith(".") and each.is_dir()), key=str.casefold
            )
    except OSError as error:
        raise fail(f"cardgen cannot read this folder: {error.strerror}", Place(str(folder))) from None
    return [(name, is_file(folder / name / "game.yaml")) for name in names]


def _is_in_game(standing: Path) -> bool:
    return any(is_file(folder / "game.yaml") for folder in (standing, *standing.parents))
