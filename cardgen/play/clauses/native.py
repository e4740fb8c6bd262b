"""Games of clauses as machine code: made from their rows' Python, kept on disk, and called by its address.

Everything else that plays is compiled once for all games. It calls `execute` here, which goes on in a game's own code
where this process has it, else in the interpreter; either plays the same game.
"""

from __future__ import annotations

import atexit
import hashlib
import importlib.util
import subprocess
import sys
from functools import cache
from pathlib import Path
from threading import Lock
from types import ModuleType

import numpy as np

from cardgen.cache import folders
from cardgen.play.clauses import interpreter
from cardgen.play.clauses.pointers import call_at
from cardgen.play.compiled import COMPILES, inlined, source_hash, sources
from cardgen.remember import per_large_object
from cardgen.rules.compile import Compiled
from cardgen.rules.python import source_of

OWN = Path(__file__).parent
_addresses: dict[str, int] = {}  # of games' machine code in this process, by their rows
_coming: dict[str, tuple[subprocess.Popen, Path]] = {}  # what is being made, by rows, and its source
_taking = Lock()
_modules: list[ModuleType] = []  # which hold it
MADE = "made"  # the file that says that machine code lies beside its source


@inlined
def execute(table, state, pc, options):
    """As the interpreter does; in the game's own code if the table has its address."""
    if table.native != 0:
        return call_at(table.native, table, state, np.int64(pc), options)
    return interpreter.execute(table, state, pc, options)


@per_large_object
def key_of(tables: np.ndarray) -> str:
    """What machine code is known by: the rows that it does the same as, and where zones and cards lie."""
    found = hashlib.sha256()
    for name in ("rows", "counts", "listed", "secret", "members", "cards"):
        found.update(tables[name].tobytes())
    return found.hexdigest()


def address_of(tables: np.ndarray) -> int:
    """Where this process has the machine code of a game; 0 where it has none, or not yet."""
    if not _addresses and not _coming:
        return 0
    key = key_of(tables)
    if key in _coming and _coming[key][0].poll() is not None:
        with _taking:
            if coming := _coming.pop(key, None):
                _addresses[key] = 0 if coming[0].returncode else _loaded(coming[1])
    return _addresses.get(key, 0)


def hasten(game: Compiled, tables: np.ndarray) -> None:
    """Has the machine code of a game made in a process of its own; what plays takes it up once it is there."""
    key = key_of(tables)
    if not COMPILES or key in _addresses or _coming:  # one at a time, as others have work to do as well
        return
    path = _written(game)
    if (path.parent / MADE).exists():
        _addresses[key] = _loaded(path)
        return
    quiet = subprocess.DEVNULL
    _coming[key] = subprocess.Popen([sys.executable, "-m", __name__, str(path)], stdout=quiet, stderr=quiet), path
    atexit.register(_coming[key][0].kill)


def is_made(game: Compiled) -> bool:
    """Whether the machine code of a game lies on disk."""
    return COMPILES and (_folder(source_of(game)) / MADE).exists()


def load(game: Compiled, tables: np.ndarray) -> None:
    """Takes the machine code of a game into this process, compiling it if it does not lie on disk."""
    if COMPILES and not address_of(tables):
        _addresses[key_of(tables)] = _loaded(_written(game))


def _written(game: Compiled) -> Path:
    """The game's Python source, in a folder of its own."""
    text = source_of(game)
    path = _folder(text) / "rules.py"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return path


def _folder(text: str) -> Path:
    name = hashlib.sha256(f"{_sources()} {text}".encode()).hexdigest()[:16]
    return next(iter(folders("clauses"))) / name


@cache
def _sources() -> str:
    return source_hash(sources(OWN))


def _loaded(path: Path) -> int:
    """The address of a module's `entry`."""
    name = f"cardgen_clauses_{path.parent.name}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # where numba looks when it reads compiled code from disk
    spec.loader.exec_module(module)
    _modules.append(module)
    (path.parent / MADE).touch()
    return int(module.entry.address)


if __name__ == "__main__":
    _loaded(Path(sys.argv[1]))
