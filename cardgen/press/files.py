"""Finds the files that an edition is made from, and their digests at the start of a build."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from cardgen.press.printers import printer_file
from cardgen.store.library import EXAMPLES, SHEETS, Home
from cardgen.store.reach import chunks, files_below, is_file, read_bytes
from cardgen.store.traces import untraced

DATA = (*SHEETS, *[".svg", ".svgz", ".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".tif", ".tiff"])
ALL = "**/*"
_LOOKS = ("layouts/*.yaml", "icons/*.svg", "patterns/*.svg")  # what faces are drawn from, below a library's templates
# Tags that take in another template, and the name that follows if it is written there
_TAKES_IN = re.compile(r"\{%[-+]?\s*(?:include|import|from|extends)\b\s*(?:([\"'])(.*?)\1\s*(?=[-+]?%|\w))?")

Told = list[tuple[str, str]]  # files with digests of their content


class Files:
    """A file or folder is looked at once, for all editions of a build. What only tells whether something is still true
    counts for no trace."""

    def __init__(self) -> None:
        self._digests: dict[Path, str | None] = {}
        self._below: dict[tuple[Path, str], list[Path]] = {}
        self._taken: dict[Path, list[Path]] = {}
        self._games: dict[Home, str] = {}

    def digests(self, paths: Iterable[Path]) -> Told:
        """In the order of their paths; those that are not there are left out."""
        with untraced():
            found = [(path, self._digest(path)) for path in sorted(set(paths))]
        return [(str(path), digest) for path, digest in found if digest]

    def looks(self, home: Home) -> list[Path]:
        """What faces are drawn from, but for fonts and pictures."""
        return [path for root in home.roots for pattern in _LOOKS for path in self._in(root, pattern)]

    def fonts(self, home: Home) -> list[Path]:
        with untraced():
            return [path for files in home.fonts() for path in files]

    def of_game(self, home: Home) -> str:
        """Changes with all that the editions of a game are made from, but for the files of its variants."""
        if home not in self._games:
            with untraced():
                self._games[home] = digest(home.name, self.digests(self._of_game(home)))
        return self._games[home]

    def _of_game(self, home: Home) -> list[Path]:
        files = [*self.looks(home), *self.fonts(home)]
        files += (path for root in home.roots for path in self._in(root, "words/*.yaml"))
        files += [home.folder / "game.yaml", home.rules, home.folder / EXAMPLES]
        files += self._in(home.folder, "strings/*.yaml")
        files += (path for folder in home.rulebooks for path in self._in(folder, ALL))
        return [*files, *own_data(home)]

    def of_setup(self, home: Home, paper: str, printer: str, cutter: str) -> Told:
        """The files of what an edition is printed with, so far as they are found: a printer's file names a paper."""
        found = [home.look_up("sheets", name) for name in (home.names("sheets") if printer else [paper])]
        found += [home.look_up("cutters", cutter)] if cutter else []
        found += [printer_file(home, printer)] if printer else []
        return self.digests(filter(None, found))

    def taken_in(self, template: Path, folders: Iterable[Path]) -> list[Path]:
        """The files that a template takes in, and they in turn; all that it may, where a name is worked out by it."""
        if template not in self._taken:
            self._taken[template] = self._taken_in(template, (template.parent, *folders))
        return self._taken[template]

    def _taken_in(self, template: Path, folders: Iterable[Path]) -> list[Path]:
        found = [(folder, path) for folder in folders for path in self._in(folder, ALL) if is_file(path)]
        known = {path.relative_to(folder).as_posix(): path for folder, path in reversed(found)}  # the nearest wins
        taken: dict[Path, None] = {}
        unread = [template]
        while unread:
            for tag in _TAKES_IN.finditer(_text(unread.pop())):
                if tag[2] is None:
                    return list(known.values())
                path = known.get(tag[2])
                if path and path not in taken:
                    taken[path] = None
                    unread.append(path)
        return list(taken)

    def _in(self, folder: Path, pattern: str) -> list[Path]:
        if (folder, pattern) not in self._below:
            self._below[folder, pattern] = files_below(folder) if pattern == ALL else list(folder.glob(pattern))
        return self._below[folder, pattern]

    def _digest(self, path: Path) -> str | None:
        if path not in self._digests:
            self._digests[path] = _digest_of(path) if is_file(path) else None
        return self._digests[path]


def _digest_of(path: Path) -> str | None:
    found = hashlib.blake2b(digest_size=16)
    try:
        for part in chunks(path):
            found.update(part)
    except OSError:
        return None  # whoever reads it is told
    return found.hexdigest()


def digest(*told: Any) -> str:
    """Changes with what is told, which must say all of it when it is printed."""
    return hashlib.blake2b(repr(told).encode(), digest_size=16).hexdigest()


def _text(template: Path) -> str:
    from cardgen.definitions.yaml_source import MAX_BYTES

    return read_bytes(template, MAX_BYTES).decode("utf-8", "replace")


def own_data(home: Home) -> list[Path]:
    """Spreadsheets and pictures in a game's folder, but not in hidden ones: there may be much there."""
    return files_below(home.folder, DATA)
