"""Limits what a game can reach in a file system: regular files of a bounded size, below its own folders.

A game may come from a stranger. Before cardgen reads anything, it refuses links that lead out of the game's folder,
devices, pipes that never end, and files beyond the bound.
"""

from __future__ import annotations

import gzip
import io
import os
import stat
import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from cardgen.foundations.errors import OUTSIDE_LIBRARY, InputError, Place, fail
from cardgen.store.traces import ANY, FILE, FOLDER, note_below, note_content, note_missing, note_names, note_there

MAX_FILES = 20_000  # below one folder; a folder with more is a disk, not a game
MAX_BYTES = 300_000_000  # of any file; some kinds of files have lower bounds


def is_file(path: Path) -> bool:
    """Returns whether a path leads to a regular file; no if no file can have that name."""
    note_there(FILE, path, there := _is(path, stat.S_ISREG))
    return there


def is_folder(path: Path) -> bool:
    """Returns whether a path leads to a folder; no if no folder can have that name."""
    note_there(FOLDER, path, there := _is(path, stat.S_ISDIR))
    return there


def is_there(path: Path) -> bool:
    """Returns whether a path leads to anything."""
    note_there(ANY, path, there := _is(path, lambda mode: True))
    return there


def _is(path: Path, kind: Callable[[int], bool]) -> bool:
    try:
        return kind(os.stat(path).st_mode)
    except (OSError, ValueError):  # the path is too long, or contains NUL
        return False


def matching(folder: Path, pattern: str) -> list[Path]:
    """Returns what matches a pattern in a folder, or below it with `**`, in order; it does not follow links."""
    note_names(folder, pattern, paths := sorted(folder.glob(pattern)))
    return paths


def is_below(path: Path, folders: Iterable[Path]) -> bool:
    """Returns whether a path, after following links, lies in one of the folders; no if no file can have that name."""
    return real_path(path, folders) is not None


def real_path(path: Path, folders: Iterable[Path]) -> Path | None:
    """Returns a path after following links, if that lies in one of the folders."""
    try:
        real = os.path.realpath(path)
    except ValueError:  # the path contains NUL
        return None
    within = any(os.path.commonpath((real, bound)) == bound for bound in map(os.path.realpath, folders))
    return Path(real) if within else None


def files_below(folder: Path, suffixes: Iterable[str] = (), hidden: bool = False) -> list[Path]:
    """Returns the regular files in a folder and below it, in order. It follows no link out of the folder, and skips
    hidden files unless asked for them. Raises InputError if there are too many."""
    wanted = tuple(suffixes)
    result: list[Path] = []
    for parent, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if hidden or not name.startswith("."))
        for name in sorted(files):
            if (name.startswith(".") and not hidden) or (wanted and not name.lower().endswith(wanted)):
                continue
            path = Path(parent, name)
            if _is(path, stat.S_ISREG) and (not path.is_symlink() or is_below(path, [folder])):
                result.append(path)
        if len(result) > MAX_FILES:
            raise fail(f"expected at most {MAX_FILES:,} files below this folder", Place(str(folder)))
    note_below(folder, f"{','.join(wanted)}{'|hidden' if hidden else ''}", result)
    return result


def read_bytes(path: Path, most: int = MAX_BYTES) -> bytes:
    """Reads a regular file. Raises InputError if it is no regular file, or has more than `most` bytes."""
    place = Place(str(path))
    try:
        # a pipe would wait for someone to write into it
        number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with open(number, "rb") as file:
            if not stat.S_ISREG(os.fstat(number).st_mode):
                raise fail("expected a file, got a folder, a device or a pipe", place)
            raw = file.read(most + 1)
    except FileNotFoundError:
        note_missing(path)
        raise fail("this file does not exist", place) from None
    except (OSError, ValueError) as error:
        raise fail(f"cardgen cannot read this: {getattr(error, 'strerror', None) or error}", place) from None
    if len(raw) > most:
        raise fail(f"expected at most {most:,} bytes, got more", place)
    note_content(path, raw)
    return raw


def unpack(data: bytes, most: int) -> bytes:
    """Unpacks gzip data, to at most one byte more than `most`; returns other data as they are. Raises ValueError."""
    if data[:2] != b"\x1f\x8b":
        return data
    try:
        return gzip.GzipFile(fileobj=io.BytesIO(data)).read(most + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise ValueError(f"cardgen cannot unpack this: {error}") from None


def outside(what: str, place: Place | None) -> InputError:
    """Makes the error of a link that leads out of a game's folder and library."""
    message = f"{what} lies outside the game's folder and library; put a copy into the game's folder"
    return fail(message, place, OUTSIDE_LIBRARY)


def chunks(path: Path) -> Iterator[bytes]:
    """Yields the bytes of a regular file, in parts; for a file beyond all bounds, only its size and time."""
    status = path.stat()
    if status.st_size > MAX_BYTES:
        yield f"{status.st_size} {status.st_mtime_ns}".encode()
        return
    with path.open("rb") as file:
        while part := file.read(1 << 20):
            yield part
