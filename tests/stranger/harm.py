"""What happens to a stranger's machine: files of a cache that are cut, emptied or noise, and disks that are full."""

from __future__ import annotations

import contextlib
import os
import random
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

from .room import NOBODY, Room

Damage = Callable[[bytes], bytes]
DAMAGE: dict[str, Damage] = {
    "cut": lambda content: content[: len(content) // 2],
    "emptied": lambda content: b"",
    "filled with noise": lambda content: random.Random(1).randbytes(len(content)),
}


def damage(cache: Path, how: str) -> dict[Path, bytes]:
    """Harms every file below a folder; their new contents."""
    harmed = {}
    for path in sorted(cache.rglob("*")):
        if path.is_file() and not path.is_symlink():
            content = DAMAGE[how](path.read_bytes())
            with path.open("r+b") as file:  # the same file, with its owner and rights
                file.truncate(0)
                file.write(content)
            harmed[path] = content
    return harmed


@contextlib.contextmanager
def small_disk(room: Room, path: Path, size: int) -> Iterator[bool]:
    """A folder on a disk of so many bytes; gives whether the system lets us have one."""
    path.mkdir(parents=True, exist_ok=True)
    room.give(path)
    owner = NOBODY if room.other_user else os.getuid()
    command = ["mount", "-t", "tmpfs", "-o", f"size={size},uid={owner},mode=700", "tmpfs", str(path)]
    try:
        mounted = not os.getuid() and not subprocess.run(command, capture_output=True).returncode
    except OSError:
        mounted = False
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", "--lazy", str(path)], check=False)
