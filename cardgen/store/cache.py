"""The cache: keeps results that take long to compute between commands. No command needs it, but all are faster with it.

It may keep machine code, so no other user may write to it. A cache is a folder that only this user can write to, and
that nobody can replace. cardgen uses no other folder. Each file carries a seal, a message authentication code with a
key that lies beside it. cardgen ignores a file that was cut, emptied or overwritten, because its seal is wrong.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
import stat
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from cardgen.foundations.errors import InputError
from cardgen.store.reach import read_bytes
from cardgen.store.traces import untraced

KEY, KEY_BYTES, SEAL_BYTES = "key", 32, 32
_LOOKED, _SELDOM = (
    ".looked",
    3600.0,
)  # a file whose time is that of the last clean-up, and the seconds between two clean-ups
_MAX_LINKS = 40  # links in one path; systems have the same bound


def read(kind: str, name: str) -> bytes | None:
    """Reads what was kept under a name, if it is still there and undamaged."""
    return next(iter(read_all(kind, [name]).values()), None)


def read_all(kind: str, names: Iterable[str]) -> dict[str, bytes]:
    """Reads what was kept under these names, as far as it is there and undamaged; it checks the folder once."""
    base = _base()
    if base is None:
        return {}
    folder, key = base
    contents: dict[str, bytes] = {}
    for name in names:
        with contextlib.suppress(InputError):
            sealed = _read(folder / kind / name)
            data = sealed[SEAL_BYTES:]
            if sealed[:SEAL_BYTES] == _seal(key, kind, name, data):
                contents[name] = data
    return contents


def keep(kind: str, name: str, data: bytes) -> None:
    """Keeps data under a name if it can, whole or not at all."""
    keep_all(kind, {name: data})


def keep_all(kind: str, known: Mapping[str, bytes]) -> None:
    """Keeps data under their names; it checks the folder once."""
    base = _base()
    if base is not None:
        folder, key = base
        for name, data in known.items():
            with contextlib.suppress(OSError):
                _write(folder / kind / name, _seal(key, kind, name, data) + data)


def cached_list(kind: str, name: str, most: int, make: Callable[[], list]) -> list:
    """Returns a list of JSON values, made once, and again if it is damaged. The kind has at most `most` bytes."""
    with contextlib.suppress(ValueError):
        if isinstance(values := json.loads(read(kind, name) or b""), list):
            return values
    made = make()
    keep(kind, name, json.dumps(made).encode())
    prune(kind, most)
    return made


def prune(kind: str, most: int) -> None:
    """Deletes the oldest files of a kind until the rest has at most that many bytes; it looks once an hour."""
    folder = folder_of(kind)
    if folder is None:
        return
    with contextlib.suppress(OSError):
        looked = folder.with_name(folder.name + _LOOKED)
        if looked.exists() and 0 <= time.time() - looked.stat().st_mtime < _SELDOM:
            return
        looked.touch()
        files = [(entry.stat(), entry.path) for entry in os.scandir(folder)]
        left = sum(stat.st_size for stat, _ in files)
        for stat, path in sorted(files, key=lambda one: one[0].st_mtime) if left > most else ():
            os.unlink(path)
            left -= stat.st_size
            if left <= most:
                break


def folder_of(kind: str) -> Path | None:
    """Returns the folder of a kind, which may not exist yet; None if nothing is kept."""
    base = _base()
    return base and base[0] / kind


def _base() -> tuple[Path, bytes] | None:
    """The first folder that can be a cache, and its key. It checks each time, as others may change the path to it."""
    for folder in _candidates():
        with contextlib.suppress(OSError, InputError):
            if _is_mine_alone(folder):
                return folder, _key(folder)
    return None


def _candidates() -> Iterator[Path]:
    """The candidates: the user's cache, and a folder in the temporary one. Relative paths are left out."""
    with contextlib.suppress(RuntimeError):  # the user has no home folder
        yield from filter(Path.is_absolute, [_users() / "cardgen"])
    if sys.platform != "win32":  # Windows has a temporary folder for each user
        temporary = Path(os.environ.get("TMPDIR") or "/tmp")
        yield from filter(Path.is_absolute, [temporary / f"cardgen-{_user()}"])


def _users() -> Path:
    folder = os.environ.get("XDG_CACHE_HOME", "")
    return Path(folder) if os.path.isabs(folder) else Path.home() / ".cache"


def _is_mine_alone(folder: Path) -> bool:
    """Whether only this user can write to a folder; makes it if it does not exist. Raises OSError if it cannot."""
    if not folder.is_dir():
        for each in (*reversed(folder.parents), folder):
            with contextlib.suppress(FileExistsError):
                if not each.exists():
                    each.mkdir(mode=0o700)
    if sys.platform == "win32":  # Windows closes the folders of users to others
        return True
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != _user() or not _is_irreplaceable(folder):
        return False
    if _others_write(status):
        return False
    if stat.S_IMODE(status.st_mode) != 0o700:
        folder.chmod(0o700)
    return True


def _user() -> int:
    """This user's number; 0 on Windows, which has none."""
    if sys.platform == "win32":
        return 0
    return os.getuid()


def _is_irreplaceable(path: Path) -> bool:
    """Whether only this user or the administrator can change the path, with all links on the way."""
    at, ahead, links = Path(path.anchor), deque(path.parts[1:]), 0
    while True:
        status = at.lstat()
        if status.st_uid not in (0, _user()):
            return False
        if stat.S_ISLNK(status.st_mode):
            target, links = Path(os.readlink(at)), links + 1
            if links > _MAX_LINKS:
                return False
            ahead.extendleft(reversed(target.parts))
            at = at.parent
        elif _others_write(status) and not status.st_mode & stat.S_ISVTX:  # if sticky, only owners rename files
            return False
        if not ahead:
            return True
        at = at.parent if ahead[0] == ".." else at / ahead[0]
        ahead.popleft()


def _others_write(status: os.stat_result) -> bool:
    """Whether others can write to a folder; a group with the user's own number counts as that user."""
    alone = status.st_gid == status.st_uid == _user()
    return bool(status.st_mode & (stat.S_IWOTH if alone else stat.S_IWOTH | stat.S_IWGRP))


def _key(folder: Path) -> bytes:
    """The key of a cache; makes a new one if there is none or if it is damaged. Raises OSError, InputError."""
    path = folder / KEY
    with contextlib.suppress(InputError):
        if len(key := _read(path)) == KEY_BYTES:
            return key
    _write(path, secrets.token_bytes(KEY_BYTES))
    return _read(path)  # another command may have made a key first


def _read(path: Path) -> bytes:
    """Reads a file without a trace, because the names of cached files already depend on their inputs. Raises
    InputError."""
    with untraced():
        return read_bytes(path)


def _write(path: Path, data: bytes) -> None:
    """Writes a file whole or not at all, for this user alone. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, part = tempfile.mkstemp(dir=path.parent)
    try:
        with open(handle, "wb") as file:
            file.write(data)
        os.replace(part, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(part)
        raise


def _seal(key: bytes, kind: str, name: str, data: bytes) -> bytes:
    """The message authentication code of data under a name."""
    digest = hashlib.blake2b(f"{kind}/{name}\0".encode(), key=key, digest_size=SEAL_BYTES)
    digest.update(data)
    return digest.digest()
