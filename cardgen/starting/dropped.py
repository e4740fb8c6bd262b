"""Makes a game from files that somebody drops: a spreadsheet, another program's deck, or pictures of finished cards."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Sequence
from pathlib import Path

from cardgen.definitions.fields import name as valid_name
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import InputError, fail
from cardgen.foundations.findings import list_lines
from cardgen.importers.read import is_script
from cardgen.likeness.game import is_drawing
from cardgen.starting.starter import adopt_game, make_game_like, make_game_of_pictures, make_game_of_sheet
from cardgen.store.library import is_sheet, unusable
from cardgen.store.reach import files_below

MAX_PATH = 200  # letters of a dropped file's path
_NAME = "my_game"
_LETTERS = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "þ": "th", "’": " "})


@dataclass(frozen=True, slots=True)
class NewGame:
    """A new game's folder, and remarks: what cardgen left out, or could not print."""

    folder: Path
    remarks: Sequence[str]


def game_of_files(name: str, title: str, dropped: Path) -> NewGame:
    """Makes a folder `name` with a game from the files below the folder `dropped`.

    A script of another program comes first, since spreadsheets and pictures beside it are its own; then a spreadsheet,
    in the style of a drawing beside it if that shows one of its lines; else the pictures are whole cards. Raises
    InputError if there is nothing to start from.
    """
    files = files_below(dropped)
    if scripts := [path for path in files if is_script(path.name)]:
        folder, lost = adopt_game(name, _only(scripts, "another program's deck"), title)
        return NewGame(folder, lost)
    if sheets := [path for path in files if is_sheet(path.name)]:
        sheet = _only(sheets, "a spreadsheet")
        if like := _in_style_of(name, title, sheet, files):
            return like
        folder, faults = make_game_of_sheet(name, sheet, title=title)
        return NewGame(folder, list_lines(faults, str, whole=True))
    if not files:
        raise fail("expected files, got an empty folder")
    made = make_game_of_pictures(name, dropped, title)
    return NewGame(made.folder, [*made.holds, *list_lines(made.left, str, whole=True)])


def _in_style_of(name: str, title: str, sheet: Path, files: Sequence[Path]) -> NewGame | None:
    """A game in the style of the only drawing beside a spreadsheet; None if there is none, or if none of its words is a
    cell."""
    drawings = [path for path in files if is_drawing(path.name) and path.parent == sheet.parent]
    if len(drawings) != 1 or os.path.lexists(name):
        return None
    try:
        made = make_game_like(name, drawings[0], sheet, title=title)
    except InputError:
        if os.path.lexists(name):
            raise
        return None
    line = f"{drawings[0].name} shows line {made.line.line} of {sheet.name}"
    return NewGame(made.folder, [line, *made.points, *list_lines(made.faults, str, whole=True)])


def _only(files: Sequence[Path], what: str) -> Path:
    if len(files) > 1:
        names = ", ".join(path.name for path in files[:5])
        raise fail(f"expected one file that is {what}, got {len(files)} ({names}); drop one of them alone")
    return files[0]


def path_below(folder: Path, named: str) -> Path:
    """Returns where to put a dropped file of that name, which may have folders before it. Raises InputError for a name
    that no system's folder could hold, and for one that leads out of the folder."""
    parts = named.replace("\\", "/").split("/")
    if len(named) > MAX_PATH or any(not part or part.startswith(".") or _is_strange(part) for part in parts):
        raise fail(f"a file cannot be called {named[:MAX_PATH]!r}")
    return folder.joinpath(*parts)


def _is_strange(part: str) -> bool:
    return bool(unusable(part)) or any(ord(sign) < 32 or sign in '<>:"|?*' for sign in part)


def plain_stem(title: str) -> str:
    """Returns the Latin letters and digits of a title, with `_` between words, as the name of a file; at most 40."""
    plain = unicodedata.normalize("NFKD", title.lower().translate(_LETTERS)).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:40].strip("_")


def free_name(title: str, folder: Path, taken: Sequence[str]) -> str:
    """Returns a name for a game's folder from its title: Latin letters, digits and `_`, free in `folder`."""
    stem = plain_stem(title)
    try:
        stem = valid_name(stem)
    except ValueError:
        stem = _NAME
    name, number = stem, 1
    while name in taken or os.path.lexists(folder / name):
        number += 1
        name = f"{stem}_{number}"
    return name
