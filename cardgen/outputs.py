"""Files that a build writes: whole or not at all, and not again if what they are made from did not change."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Callable
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
class Written:
    path: Path
    changed: bool
    size: int


def write_outputs(outputs: list[Output]) -> list[Written]:
    """Makes what changed, all in memory, and only then replaces files; a fault leaves every old one."""
    ledgers = {folder: _read_ledger(folder) for folder in dict.fromkeys(output.path.parent for output in outputs)}
    made: list[tuple[Output, bytes | None]] = []
    for output in outputs:
        current = _is_current(output, ledgers[output.path.parent].get(output.path.name))
        made.append((output, None if current else output.make()))
    found = []
    for output, data in made:
        if data is not None:
            replace_file(output.path, data)
            ledgers[output.path.parent][output.path.name] = {"key": output.key, "bytes": _digest(data)}
        found.append(Written(output.path, data is not None, output.path.stat().st_size))
    for folder, ledger in ledgers.items():
        if any(data is not None and output.path.parent == folder for output, data in made):
            replace_file(folder / LEDGER, json.dumps(ledger, indent=1, sort_keys=True).encode())
    return found


def replace_file(path: Path, data: bytes) -> None:
    """Writes a file beside its place and moves it there. Raises InputError where that cannot be."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            os.chmod(name, 0o644)
            os.replace(name, path)
        except BaseException:
            os.unlink(name)
            raise
    except OSError as error:
        raise fail(f"cannot be written: {error.strerror}", Place(str(path))) from None


def _read_ledger(folder: Path) -> dict[str, dict[str, str]]:
    try:
        ledger = json.loads((folder / LEDGER).read_text("utf-8"))
    except (OSError, ValueError):
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
