"""What is worked out from a file once, and anew when the file changes: editions of a game read the same ones."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import lru_cache, wraps
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")


def per_file(work: Callable[..., T]) -> Callable[..., T]:
    """`work`, of a path and perhaps more that can be hashed, remembered until the file's time or size is another."""

    @lru_cache(maxsize=1000)
    def remembered(path: Path, changed: int, size: int, *more) -> T:
        return work(path, *more)

    @wraps(work)
    def ask(path: Path, *more) -> T:
        try:
            told = os.stat(path)
        except (OSError, ValueError):
            return work(path, *more)  # says what is wrong with the file
        return remembered(path, told.st_mtime_ns, told.st_size, *more)

    return ask
