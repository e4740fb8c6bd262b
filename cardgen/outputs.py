"""Files that a build writes: whole or not at all, and not again if what they are made from did not change."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from cardgen.errors import Place, fail

LEDGER = ".built.json"  # beside the outputs: for each, the key of its content and the digest of its bytes


@dataclass(frozen=True, slots=True)
class Output:
    """A file to be written: its path, the key of what it is made from, and what makes it."""

    path: Path
    key: str
    make: Callable[[], bytes]


@dataclass(frozen=True, slots=True)
class Made:
    """A file that has been made but not written; no data: the file there is current."""

    path: Path
    key: str
    data: bytes | None


@dataclass(frozen=True, slots=True)
class Written:
    path: Path
    changed: bool
    size: int


def write_outputs(outputs: list[Output]) -> list[Written]:
    """Makes what changed, all in memory, and only then replaces files; a fault leaves every old one."""
    return write_made(make_outputs(outputs))


def make_outputs(outputs: list[Output]) -> list[Made]:
    """Makes what changed; nothing is written yet."""
    ledgers = {folder: _read_ledger(folder) for folder in dict.fromkeys(output.path.parent for output in outputs)}
    return [
        Made(output.path, output.key, None)
        if _is_current(output, ledgers[output.path.parent].get(output.path.name))
        else Made(output.path, output.key, output.make())
        for output in outputs
    ]


def write_made(made: list[Made]) -> list[Written]:
    """Replaces the files that changed, all or none. Raises InputError."""
    _refuse_twins(made)
    files = {file.path: file.data for file in made if file.data is not None}
    ledgers = {folder: _read_ledger(folder) for folder in dict.fromkeys(path.parent for path in files)}
    for file in made:
        if file.data is not None:
            ledgers[file.path.parent][file.path.name] = {"key": file.key, "bytes": _digest(file.data)}
    records = {folder / LEDGER: json.dumps(told, indent=1, sort_keys=True).encode() for folder, told in ledgers.items()}
    replace_files(files | records)  # the ledgers last: what they say is true even if we are killed in between
    return [Written(file.path, file.data is not None, file.path.stat().st_size) for file in made]


def replace_file(path: Path, data: bytes) -> None:
    """Writes a file beside its place and moves it there. Raises InputError where that cannot be."""
    replace_files({path: data})


def replace_files(files: Mapping[Path, bytes]) -> None:
    """Writes all files beside their places, and moves them there when all are written. Raises InputError."""
    parts: list[str] = []
    path = Path()
    try:
        for path, data in files.items():
            parts.append(_part(path))
            Path(parts[-1]).write_bytes(data)
            os.chmod(parts[-1], 0o644)
        for part, path in zip(parts, files, strict=True):
            os.replace(part, path)
    except OSError as error:
        raise fail(f"cannot be written: {error.strerror}", Place(str(path))) from None
    finally:
        for part in parts:
            Path(part).unlink(missing_ok=True)


def _part(path: Path) -> str:
    """An empty file beside `path`, in a folder that is made if need be."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "it is a folder")
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
    os.close(handle)
    return name


def _refuse_twins(outputs: list[Made]) -> None:
    keys: dict[Path, str] = {}
    for output in outputs:
        if keys.setdefault(output.path, output.key) != output.key:
            raise fail(
                "two games of the same name would be written here; build them one by one", Place(str(output.path))
            )


def _read_ledger(folder: Path) -> dict[str, object]:
    try:
        ledger = json.loads((folder / LEDGER).read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return ledger if isinstance(ledger, dict) else {}


def _is_current(output: Output, entry: object) -> bool:
    if not isinstance(entry, dict) or entry.get("key") != output.key:
        return False
    try:
        return _digest(output.path.read_bytes()) == entry.get("bytes")
    except OSError:
        return False


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()
