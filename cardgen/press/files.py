"""Finds the files that an edition is made from, and their digests at the start of a build."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from cardgen.store.answers import digest_of_file
from cardgen.store.library import SHEETS, Home
from cardgen.store.reach import files_below, is_file, read_bytes
from cardgen.store.traces import untraced

DATA = (*SHEETS, *[".svg", ".svgz", ".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".tif", ".tiff"])
ALL = "**/*"
_LOOKS = ("layouts/*.yaml", "icons/*.svg", "patterns/*.svg")  # sources of faces, below a library's templates
# A tag that includes another template, and the name if it is a literal
_TAKES_IN = re.compile(r"\{%[-+]?\s*(?:include|import|from|extends)\b\s*(?:([\"'])(.*?)\1\s*(?=[-+]?%|\w))?")

FileDigests = list[tuple[str, str]]  # files with digests of their content


class Files:
    """The files of a build. It looks at each file or folder once for all editions. Looks that only test whether a
    result is still valid count for no trace."""

    def __init__(self) -> None:
        self._digests: dict[Path, str | None] = {}
        self._below: dict[tuple[Path, str], list[Path]] = {}
        self._taken: dict[Path, list[Path]] = {}

    def digests(self, paths: Iterable[Path]) -> FileDigests:
        """Returns the digests in the order of paths, without files that do not exist."""
        with untraced():
            pairs = [(path, self._digest(path)) for path in sorted(set(paths))]
        return [(str(path), digest) for path, digest in pairs if digest]

    def looks(self, home: Home) -> list[Path]:
        """Returns the files that faces are drawn from, without fonts and pictures."""
        return [path for root in home.roots for pattern in _LOOKS for path in self._in(root, pattern)]

    def fonts(self, home: Home) -> list[Path]:
        with untraced():
            return [path for files in home.fonts() for path in files]

    def included_files(self, template: Path, folders: Iterable[Path]) -> list[Path]:
        """Returns the files that a template includes, directly or through others; if it computes a name, all that it
        could include."""
        if template not in self._taken:
            self._taken[template] = self._find_included(template, (template.parent, *folders))
        return self._taken[template]

    def _find_included(self, template: Path, folders: Iterable[Path]) -> list[Path]:
        files = [(folder, path) for folder in folders for path in self._in(folder, ALL) if is_file(path)]
        known = {path.relative_to(folder).as_posix(): path for folder, path in reversed(files)}  # the nearest wins
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
            self._digests[path] = digest_of_file(path)
        return self._digests[path]


def digest(*values: Any) -> str:
    """Returns a digest of values; their `repr` must contain all that they are."""
    return hashlib.blake2b(repr(values).encode(), digest_size=16).hexdigest()


def _text(template: Path) -> str:
    from cardgen.definitions.yaml_source import MAX_BYTES

    return read_bytes(template, MAX_BYTES).decode("utf-8", "replace")
