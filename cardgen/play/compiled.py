"""Compiles an engine's functions with numba, where it is installed; else they run as they are, slower and alike.

numba keeps compiled code on disk but does not see a change in a function of another file. So code is kept in a folder
named by a hash of every source that it may stem from: the compiled modules of `play/`, and the engine's whole folder.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from cardgen.cache import folders as cache_folders

SWITCH = "CARDGEN_COMPILE"  # 0 keeps numba out, so that the same source can be seen to play the same games
SHARED = Path(__file__).parent
KEPT = 12  # folders of earlier sources: several engines, and two checkouts that are worked on side by side

Function = TypeVar("Function", bound=Callable)


def _numba():
    if os.environ.get(SWITCH) == "0":
        return None
    try:
        import numba
    except ImportError:
        return None
    return numba


_NUMBA = _numba()
if _NUMBA:
    _NUMBA.config.LOOP_VECTORIZE = _NUMBA.config.SLP_VECTORIZE = 0  # games branch: there is nothing to gain
COMPILES = _NUMBA is not None


def compiled(function: Function) -> Function:
    """The function, compiled when it is first called. It frees Python's lock while it runs."""
    return _compile(function)


def inlined(function: Function) -> Function:
    """The same, with its code standing in that of its callers.

    numba optimises a function anew within each one that calls it, so that a long chain of calls is slow to compile.
    """
    return _compile(function, inline="always")


def address(function: Callable, signature: Any) -> int:
    """Where a function lies that is compiled now, for machine code to call."""
    _keep_its_code(function)
    return int(_NUMBA.cfunc(signature, cache=True)(function).address)


def _compile(function: Function, **flags: str) -> Function:
    if _NUMBA is None:
        return function
    _keep_its_code(function)
    return _NUMBA.njit(cache=True, nogil=True, **flags)(function)


def _keep_its_code(function: Callable) -> None:
    folder = os.environ.get("NUMBA_CACHE_DIR") or str(cache_folder(engine_folder(function)))
    _NUMBA.config.CACHE_DIR = folder  # numba looks it up for each function


def engine_folder(function: Callable) -> Path:
    """The folder of the engine that a function belongs to; that of play itself for what all share."""
    if owner := function.__globals__.get("OWNER"):  # the loops, loaded anew for each engine
        return Path(owner)
    return Path(function.__code__.co_filename).parent


@cache
def cache_folder(engine: Path) -> Path:
    """Where compiled code is kept: the user's cache; a temporary folder where that cannot be written."""
    runner = f"{sys.version} {_NUMBA and _NUMBA.__version__}"  # whose code it becomes
    name = hashlib.sha256(f"{runner} {source_hash(sources(engine))}".encode()).hexdigest()[:16]
    for parent in cache_folders("compiled"):
        try:
            (parent / name).mkdir(parents=True, exist_ok=True)
            os.utime(parent / name)
            _prune(parent)
        except OSError:
            continue
        return parent / name
    return Path(tempfile.mkdtemp(prefix="cardgen-"))


def sources(engine: Path) -> list[Path]:
    """Every source file that the engine's compiled code may stem from."""
    shared = [path for path in SHARED.glob("*.py") if "@compiled" in path.read_text(encoding="utf-8")]
    return sorted({*shared, *(engine.rglob("*.py") if engine != SHARED else ())})


def source_hash(paths: Iterable[Path]) -> str:
    """Changes with any byte of the sources."""
    found = hashlib.sha256()
    for path in paths:
        found.update(path.name.encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:16]


def _prune(parent: Path) -> None:
    """Forgets the code of sources long gone."""
    folders = sorted(parent.iterdir(), key=lambda path: -path.stat().st_mtime)
    for old in folders[KEPT:]:
        shutil.rmtree(old, ignore_errors=True)
