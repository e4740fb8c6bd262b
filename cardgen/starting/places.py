"""Finds the games that the desk opens without being asked for one, and the folder in which it makes new ones."""

from __future__ import annotations

import os
from pathlib import Path

from cardgen.foundations.errors import Place, fail
from cardgen.store.library import Home, all_games, find_game, library_of
from cardgen.store.reach import is_file, is_folder, matching

_OWN_FOLDER = "cardgen"  # in the user's home, where no other folder can be written to


def games_to_open(standing: Path | None = None) -> list[Home]:
    """Returns the game of the current folder; else the games in folders of it, and those of the library or the built-in
    ones. A folder's own game comes before a built-in one of the same name. Raises InputError for a faulty folder."""
    standing = (standing or Path.cwd()).resolve()
    beside = [] if _is_in_game(standing) else [path.parent for path in matching(standing, "*/game.yaml")]
    games = {home.name: home for home in (find_game(str(folder)) for folder in beside)}
    others = all_games(standing if not beside or library_of(standing) else Path("/"))
    return list(({home.name: home for home in others} | games).values()) if games else others


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
