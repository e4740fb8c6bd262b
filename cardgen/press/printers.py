"""Finds the profiles of printers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cardgen.foundations.errors import UNKNOWN_NAME, fail, nearest
from cardgen.store.library import Home, library_of
from cardgen.store.reach import is_file, matching

PRINTERS = "printers"  # a library's folder of their profiles


def printer_file(home: Home, name: str) -> Path:
    """Returns the file of a printer's profile: from the current library, else from the game's library, else from the
    game's folder."""
    folders = list(dict.fromkeys(_printer_folders(home)))
    for folder in folders:
        if is_file(path := folder / f"{name}.yaml") and "/" not in name:
            return path
    known = [path.stem for folder in folders for path in matching(folder, "*.yaml")]
    hint = nearest(name, known) or f"; cardgen calibrate {name} makes it"
    raise fail(f"there is no printer '{name}'{hint}", code=UNKNOWN_NAME)


def printer_names(home: Home) -> list[str]:
    """Returns the names of all printers with a profile that a game's builds find."""
    folders = dict.fromkeys(_printer_folders(home))
    return sorted({path.stem for folder in folders for path in matching(folder, "*.yaml") if is_file(path)})


def own_printers(standing: Path) -> Path:
    """Returns the folder for new profiles: in the current library, else in the current folder."""
    return (library_of(standing) or standing) / PRINTERS


def _printer_folders(home: Home) -> Iterator[Path]:
    standing = Path.cwd()
    yield own_printers(standing)
    yield standing / PRINTERS
    if home.library:
        yield home.library / PRINTERS
    yield home.folder / PRINTERS
