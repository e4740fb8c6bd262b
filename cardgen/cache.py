"""Where what takes long to make is kept between commands: never needed, only quicker."""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

_LOOKED, _SELDOM = ".looked", 3600.0  # a file beside a folder, as old as the last look; seconds


def folders(kind: str) -> Iterator[Path]:
    """Folders that may be written, the first that can be serving: the user's cache, else a temporary one."""
    yield Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cardgen" / kind
    yield Path(tempfile.gettempdir()) / f"cardgen-{_user()}" / kind


def read(kind: str, name: str) -> bytes | None:
    """What was kept under a name, if it still is."""
    for folder in folders(kind):
        with contextlib.suppress(OSError):
            return (folder / name).read_bytes()
    return None


def keep(kind: str, name: str, data: bytes) -> None:
    """Keeps data under a name where that can be done: written whole or not at all."""
    for folder in folders(kind):
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=folder, delete=False) as file:
                file.write(data)
            os.replace(file.name, folder / name)
            return


def listed(kind: str, name: str, most: int, make: Callable[[], list]) -> list:
    """A list of values as JSON has them, made once; what is damaged is made again. The kind has `most` bytes."""
    with contextlib.suppress(ValueError):
        if isinstance(found := json.loads(read(kind, name) or b""), list):
            return found
    made = make()
    keep(kind, name, json.dumps(made).encode())
    prune(kind, most)
    return made


def prune(kind: str, most: int) -> None:
    """Forgets the oldest of a kind, until what is left has so many bytes at most; looks at them all once an hour."""
    for folder in folders(kind):
        with contextlib.suppress(OSError):
            looked = folder.with_name(folder.name + _LOOKED)
            if looked.exists() and 0 <= time.time() - looked.stat().st_mtime < _SELDOM:
                continue
            looked.touch()
            found = [(entry.stat(), entry.path) for entry in os.scandir(folder)]
            left = sum(stat.st_size for stat, _ in found)
            for stat, path in sorted(found, key=lambda one: one[0].st_mtime) if left > most else ():
                os.unlink(path)
                left -= stat.st_size
                if left <= most:
                    break


def _user() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else "user"
