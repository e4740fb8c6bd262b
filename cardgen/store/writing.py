"""Atomic replacement of files: cardgen writes a file whole or not at all, and replaces nothing but a file.

A game may come from a stranger, with links in it. The user may name any path, wherever it leads. But cardgen follows no
link out of the current folder, or out of a folder that the user has named. It never replaces a link, a folder, a
device, a pipe or a socket.
"""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from cardgen.foundations.errors import InputError, Place, fail
from cardgen.store.reach import is_below

_LOCKS = sys.platform == "win32"  # there, a file that another program has open cannot be replaced
_STANDARD = ("-", "/dev/stdout")  # cardgen writes to these, and never replaces them
_KINDS = {
    stat.S_IFLNK: "a link", stat.S_IFDIR: "a folder", stat.S_IFCHR: "a device", stat.S_IFBLK: "a device",
    stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket",
}  # fmt: skip


def replace_file(path: Path, data: bytes, *roots: Path) -> None:
    """Writes a file beside its place and moves it there; `-` is the standard output. Raises as `replace_files`."""
    if str(path) in _STANDARD:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        replace_files({path: data}, *roots)


def replace_files(files: Mapping[Path, bytes | Path], *roots: Path) -> None:
    """Writes all files beside their places, and moves them there when all are written; a path instead of data is a
    finished file of ours to move. `roots` are folders that the user has named: no link leads out of them.

    Raises InputError if one cannot be written; then all stay as they were.
    """
    parts: list[Path] = []
    path = Path()
    try:
        places = {path: place_of(path, *roots) for path in files}
        for path, data in files.items():
            parts.append(_part(places[path]))
            if isinstance(data, Path):
                os.replace(data, parts[-1])
            else:
                parts[-1].write_bytes(data)
            os.chmod(parts[-1], 0o644)
        for path in files if _LOCKS else ():
            _require_unlocked(places[path])
        for part, path in zip(parts, files, strict=True):
            os.replace(part, places[path])
    except OSError as error:
        raise _unwritable(path, error) from None
    finally:
        for part in parts:
            part.unlink(missing_ok=True)


def require_writable(path: Path, *roots: Path) -> None:
    """Raises InputError if a file could not be written, before the work for it begins."""
    if str(path) not in _STANDARD:
        place = place_of(path, *roots)
        try:
            _part(place).unlink()
        except OSError as error:
            raise _unwritable(path, error) from None


def place_of(path: Path, *roots: Path) -> Path:
    """Returns the place of a file to write, with links on the way resolved. Raises InputError if it must not be
    written."""
    whole = Path(os.path.abspath(path))
    place = _real(whole.parent, path, roots) / whole.name
    try:
        there = stat.S_IFMT(os.lstat(place).st_mode)
    except OSError:
        return place  # the file does not exist, or writing will report why it cannot be read
    if there != stat.S_IFREG:
        raise fail(f"cardgen cannot write this file: it is {_KINDS.get(there, 'no file')}", Place(str(path)))
    return place


def own_folder(out: Path, name: str) -> Path:
    """Makes a new folder in `out` for finished files; the caller removes it. Raises InputError."""
    place = _real(Path(os.path.abspath(out)), out, ())
    try:
        place.mkdir(parents=True, exist_ok=True)
        return Path(tempfile.mkdtemp(prefix=f".{name}-", dir=place))
    except OSError as error:
        raise _unwritable(out, error) from None


def _real(folder: Path, named: Path, roots: Iterable[Path]) -> Path:
    """The real path of a folder, with the links on the way to it resolved."""
    for base in (Path.cwd(), *(Path(os.path.abspath(root)) for root in roots)):
        if folder.is_relative_to(base) and not is_below(folder, [base]):
            message = f"a link leads out of {base}, to {os.path.realpath(folder)}; name that folder, or remove the link"
            raise fail(f"cardgen cannot write this file: {message}", Place(str(named)))
    return Path(os.path.realpath(folder))


def _part(place: Path) -> Path:
    """Makes an empty file beside `place`, and its folder if it does not exist."""
    place.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=place.parent, prefix=".", suffix=".part")
    os.close(handle)
    return Path(name)


def _require_unlocked(place: Path) -> None:
    """Raises PermissionError if another program has a file open."""
    if place.exists():
        try:
            open(place, "r+b").close()
        except PermissionError as error:
            message = "another program has this file open, such as a PDF viewer; close it there, and try again"
            raise PermissionError(error.errno, message) from None


def _unwritable(path: Path, error: OSError) -> InputError:
    return fail(f"cardgen cannot write this: {error.strerror}", Place(str(path)))
