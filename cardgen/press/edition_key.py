"""Computes the key of a whole edition from its options and our code; a trace records its files. `keys.py` has the keys
of single outputs.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.press.files import DATA, Files, digest
from cardgen.press.options import Options
from cardgen.store.answers import note_file
from cardgen.store.code import code_digest, code_files
from cardgen.store.library import EXAMPLES, PACKAGE, Home

if TYPE_CHECKING:
    from cardgen.definitions.game import Game
    from cardgen.definitions.rules import Rules

# Folders of a game or a library with files that keys cover: as values (texts, faces, papers) or by their names
_KINDS = (
    "layouts", "icons", "patterns", "fonts", "strings", "words", "rulebooks", "sheets", "cutters", "printers",
)  # fmt: skip


def values_key(home: Home, variant: str, options: Options, *more: object) -> str:
    """Returns a key of all inputs of an edition except files, which the trace records."""
    place = os.getcwd() if options.printer else ""  # the folder whose library has profiles of printers
    return digest(home, variant, replace(options, out=Path()), place, codes(None), more)


def bounds_of(home: Home) -> tuple[Path, ...]:
    """Returns the folders in which files of a game are looked for."""
    return (*home.bounds, *((home.alone.parent,) if home.alone else ()))


def note_code(declared: type[Rules] | None) -> None:
    """Notes the code of an engine installed beside ours, because cards depend on it."""
    if declared and not (folder := _source(declared)).is_relative_to(PACKAGE):
        for path in code_files(folder):
            note_file(path)


def sources_key(game: Game, files: Files) -> str:
    """Returns a key that changes with the files and the code that all faces are made from, except a game's own words
    and pictures."""
    return digest(files.digests([*files.looks(game.home), *files.fonts(game.home)]), codes(game.declared))


def coverage_of_keys(home: Home) -> Callable[[str], bool]:
    """Returns a test of paths: whether keys cover the content of a file, as they do for files of a known kind. Any
    other file that is read for faces or books counts as a whole, for all that is printed."""
    own = home.folder / "game.yaml", home.rules, home.folder / EXAMPLES
    folders = (*home.roots, *((home.library,) if home.library else ()))

    def is_covered(path: str) -> bool:
        file = Path(path)
        if file in own or path.lower().endswith(DATA):
            return True
        below = [file.relative_to(folder).parts[0] for folder in folders if file.is_relative_to(folder)]
        return any(each in _KINDS for each in below) or any(map(file.is_relative_to, home.variant_folders))

    return is_covered


def codes(declared: type[Rules] | None) -> list[str]:
    """Returns digests of our code, and of an installed engine's own code, because a change of either can change
    outputs."""
    folders = [PACKAGE, *([_source(declared)] if declared else ())]
    return [code_digest(folder) for folder in folders if folder is PACKAGE or not folder.is_relative_to(PACKAGE)]


def _source(declared: type[Rules]) -> Path:
    """The folder of the code of the engine that declares these rules; our own if it has no files."""
    file = sys.modules[declared.__module__].__file__
    return Path(file).parent if file else PACKAGE
