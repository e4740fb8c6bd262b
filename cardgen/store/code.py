"""Digests the code of cardgen and of engines installed beside it, because outputs depend on it."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from cardgen.store import cache

_KIND, _MAX_BYTES = "code", 100_000
_Stamp = tuple[str, int, int, int]  # a file's path, its size, the time of its content, the time of its last change


def code_files(folder: Path) -> list[Path]:
    """Returns the Python files in a folder and below it, in order."""
    return [Path(path) for path, *_ in sorted(_stamps(str(folder)))]


@lru_cache(maxsize=20)
def code_digest(folder: Path) -> str:
    """Returns a digest of the Python files in a folder and below it.

    The cache keeps it under their times and sizes: reading all files takes longer than composing a card. A system sets
    the time of a change itself, whatever time a copy or an installer gives to a file.
    """
    stamps = sorted(_stamps(str(folder)))
    name = hashlib.blake2b(repr(stamps).encode(), digest_size=16).hexdigest()
    if (kept := cache.read(_KIND, name)) is not None:
        return kept.decode()
    made = hashlib.blake2b(b"".join(Path(path).read_bytes() for path, *_ in stamps), digest_size=8).hexdigest()
    cache.keep(_KIND, name, made.encode())
    cache.prune(_KIND, _MAX_BYTES)
    return made


def _stamps(folder: str) -> Iterator[_Stamp]:
    for entry in os.scandir(folder):
        if entry.is_dir(follow_symlinks=False) and entry.name != "__pycache__":
            yield from _stamps(entry.path)
        elif entry.name.endswith(".py"):
            status = entry.stat()
            yield entry.path, status.st_size, status.st_mtime_ns, status.st_ctime_ns
