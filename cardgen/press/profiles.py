"""Finds the profiles of printers and of print houses, and tells the one from the other.

A folder of profiles can hold both. Printers of yours are looked for where you are, because they are yours and not a
game's; then, as print houses are, in the folders of the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from cardgen.definitions import nodes
from cardgen.definitions.nodes import Mapping
from cardgen.definitions.sheet_file import PrinterFile
from cardgen.definitions.validate import validate
from cardgen.definitions.yaml_source import read_yaml
from cardgen.foundations.errors import UNKNOWN_NAME, fail, nearest
from cardgen.store.library import Home, library_of
from cardgen.store.reach import is_file, matching

FOLDER = "printers"  # of profiles, in a game or a library


def kind_of(profile: Mapping) -> Literal["house", "printer", "unknown"]:
    """Returns what a profile describes: a print house sends something, a printer has any of a printer's keys. To find
    out what an unknown one lacks, validate it as what it is asked for."""
    if "sends" in profile.items:
        return "house"
    return "printer" if PrinterFile.model_fields.keys() & profile.items.keys() else "unknown"


def find_printer(home: Home, name: str) -> tuple[PrinterFile, Mapping]:
    """Returns a printer's profile, and its node. Raises InputError if there is none, or if it is of a print house."""
    node = nodes.mapping(read_yaml(_printer_file(home, name)))
    if kind_of(node) == "house":
        raise fail(f"'{name}' is a print house; to order from it, run cardgen export --to {name}", node.place)
    return validate(PrinterFile, node), node


def find_house(home: Home, name: str) -> tuple[Path, Mapping] | None:
    """Returns the file of a print house's profile, and its node; None if the profile is a printer's. Raises
    InputError."""
    path = home.find(FOLDER, name)
    node = nodes.mapping(read_yaml(path))
    return None if kind_of(node) == "printer" else (path, node)


def printer_names(home: Home) -> list[str]:
    """Returns the names of all profiles in the folders of your printers."""
    folders = dict.fromkeys(_printer_folders(home))
    return sorted({path.stem for folder in folders for path in matching(folder, "*.yaml") if is_file(path)})


def own_printers(standing: Path) -> Path:
    """Returns the folder for new profiles: in the current library, else in the current folder."""
    return (library_of(standing) or standing) / FOLDER


def _printer_file(home: Home, name: str) -> Path:
    yours = list(dict.fromkeys(_printer_folders(home)))
    for folder in (*yours, *(root / FOLDER for root in home.roots)):
        if is_file(path := folder / f"{name}.yaml") and "/" not in name:
            return path
    known = [path.stem for folder in yours for path in matching(folder, "*.yaml")]
    hint = nearest(name, known) or f"; cardgen calibrate {name} makes it"
    raise fail(f"there is no printer '{name}'{hint}", code=UNKNOWN_NAME)


def _printer_folders(home: Home) -> Iterator[Path]:
    """The folders of printers: those of the current library and of the current folder, then that of the game and that
    of its library."""
    standing = Path.cwd()
    yield own_printers(standing)
    yield standing / FOLDER
    yield home.folder / FOLDER
    if home.library:
        yield home.library / FOLDER
