"""What of a file system a game can reach: regular files below folders of its own, of a bounded size.

A game may come from a stranger. Links that lead out of its folder, devices, pipes that never end and files without
bounds are refused before anything of them is read.
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

MAX_FILES = 20_000  # below one folder; more is a disk, not a game
MAX_BYTES = 300_000_000  # of any file; kinds of files have lower bounds of their own


def is_file(path: Path) -> bool:
    """Whether a path leads to a regular file; a name that no file can have leads to none."""
    note_there(FILE, path, there := _is(path, stat.S_ISREG))
    return there


def is_folder(path: Path) -> bool:
    """Whether a path leads to a folder; a name that no folder can have leads to none."""
    note_there(FOLDER, path, there := _is(path, stat.S_ISDIR))
    return there


def is_there(path: Path) -> bool:
    """Whether a path leads to anything."""
    note_there(ANY, path, there := _is(path, lambda mode: True))
    return there


def _is(path: Path, kind: Callable[[int], bool]) -> bool:
    try:
        return kind(os.stat(path).st_mode)
    except (OSError, ValueError):  # too long, or with a NUL in it
        return False


def matching(folder: Path, pattern: str) -> list[Path]:
    """What in a folder, or with `**` below it, matches a pattern, in order; links are not followed to tell."""
    note_names(folder, pattern, found := sorted(folder.glob(pattern)))
    return found


def is_below(path: Path, folders: Iterable[Path]) -> bool:
    """Whether a path, links followed, lies in one of the folders; a name that no file can have lies in none."""
    try:
        real = os.path.realpath(path)
    except ValueError:  # with a NUL in it
        return False
    return any(os.path.commonpath((real, bound)) == bound for bound in map(os.path.realpath, folders))


def files_below(folder: Path, suffixes: Iterable[str] = (), hidden: bool = False) -> list[Path]:
    """The regular files in a folder and in those within it, in order; links are not followed out of the folder, and
    nothing hidden is looked at unless asked for. Raises InputError where there are too many."""
    wanted = tuple(suffixes)
    found: list[Path] = []
    for parent, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if hidden or not name.startswith("."))
        for name in sorted(files):
            if (name.startswith(".") and not hidden) or (wanted and not name.lower().endswith(wanted)):
                continue
            path = Path(parent, name)
            if _is(path, stat.S_ISREG) and (not path.is_symlink() or is_below(path, [folder])):
                found.append(path)
        if len(found) > MAX_FILES:
            raise fail(f"expected at most {MAX_FILES:,} files below this folder", Place(str(folder)))
    note_below(folder, f"{','.join(wanted)}{'|hidden' if hidden else ''}", found)
    return found


def read_bytes(path: Path, most: int = MAX_BYTES) -> bytes:
    """What a regular file holds. Raises InputError where it is none, or holds more than `most` bytes."""
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


def unpacked(data: bytes, most: int) -> bytes:
    """What packed data (gzip) holds, at most one byte more than `most`; other data as they are. Raises ValueError."""
    if data[:2] != b"\x1f\x8b":
        return data
    try:
        return gzip.GzipFile(fileobj=io.BytesIO(data)).read(most + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise ValueError(f"cardgen cannot unpack this: {error}") from None


def outside(what: str, place: Place | None) -> InputError:
    """The error of a link that leads out of a game's folder and library."""
    message = f"{what} lies outside the game's folder and library; put a copy into the game's folder"
    return fail(message, place, OUTSIDE_LIBRARY)


def chunks(path: Path) -> Iterator[bytes]:
    """The bytes of a regular file, in parts; of one beyond all bounds, its size and time alone."""
    told = path.stat()
    if told.st_size > MAX_BYTES:
        yield f"{told.st_size} {told.st_mtime_ns}".encode()
        return
    with path.open("rb") as file:
        while part := file.read(1 << 20):
            yield part
