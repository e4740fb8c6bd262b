"""Where what takes long to make is kept between commands: never needed, only quicker."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path


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


def _user() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else "user"
