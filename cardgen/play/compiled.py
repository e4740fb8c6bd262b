"""Compiles an engine's functions with numba, if it is installed; otherwise they run as Python, slower and with the same
results.

Compiled code is kept between commands. A change in a function of another file does not change a function's own code, so
compiled code is kept under a hash of every source that it may depend on: the compiled modules of `play/`, the engine's
whole folder, and the numbers of rows and registers.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from cardgen.store.cache import folder_of

SWITCH = "CARDGEN_COMPILE"  # 0 keeps numba out: the tests show that the same source plays the same games
SHARED = Path(__file__).parent
NUMBERS = [
    SHARED.parent / f"rules/{name}.py" for name in ("code", "instructions")
]  # sources with the numbers of registers and of rows
COMPILERS = [SHARED / f"{name}.py" for name in ("compiled", "linked", "tiered")]
KIND = "compiled"
_MARK = re.compile("^@(compiled|allocating|inlined)$", re.MULTILINE)
KEPT = 12  # folders for earlier sources, enough for several engines and two checkouts

Function = TypeVar("Function", bound=Callable)


def _numba():
    if os.environ.get(SWITCH) == "0" or os.environ.get("NUMBA_DISABLE_JIT", "0") != "0":
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


def compiled(function: Function, source: Callable | None = None) -> Function:
    """Compiles a function when `tiers` decides so. The compiled function releases Python's lock while it runs.

    The function makes no arrays, so numba counts no references to its arguments; counting them took half of a random
    game. `source` is the Python function to interpret, if it is not the function itself.
    """
    return _compile(function, source, _nrt=False)


def allocating(function: Function) -> Function:
    """Compiles a function that makes arrays; otherwise as `compiled`."""
    return _compile(function, None, _nrt=True)


def inlined(function: Function, source: Callable | None = None) -> Function:
    """Compiles a function, and inlines its code into that of its callers.

    numba optimises a function again within each one that calls it, so a long chain of calls is slow to compile.
    """
    return _compile(function, source, inline="always")


def is_made(function: Callable) -> bool:
    """Whether there is machine code of a function for some types, in this process or kept."""
    return bool(getattr(function, "is_made", False))


def is_kept(function: Callable) -> bool:
    """Whether the machine code of a function is kept for `address`."""
    return bool(_code_cache(function).is_kept)


def address(function: Callable, signature: Any) -> int:
    """Compiles a function, and returns its address for machine code to call."""
    from numba.core.ccallback import CFunc
    from numba.core.sigutils import normalize_signature

    callback: Any = CFunc(function, normalize_signature(signature), {}, {})
    callback._cache = _code_cache(function)
    callback.compile()
    return int(callback.address or 0)


def _compile(function: Function, source: Callable | None, **flags: str | bool) -> Any:
    if _NUMBA is None:
        return source or function
    from cardgen.play.tiered import Tiered

    return Tiered(function, source or function, _code_cache(function), **flags)


def _code_cache(function: Callable) -> Any:
    """The cache for what numba compiles. Its own cache would unpickle any file."""
    from cardgen.play.sealed import Sealed

    return Sealed(function, kind_of(engine_folder(function)))


def engine_folder(function: Callable) -> Path:
    """The folder of the engine that a function belongs to; `play` itself for shared functions."""
    if owner := function.__globals__.get("OWNER"):  # loops are loaded once for each engine
        return Path(owner)
    return Path(function.__code__.co_filename).parent


@cache
def kind_of(engine: Path) -> str:
    """The cache folder of an engine's compiled code."""
    runner = f"{sys.version} {_NUMBA and _NUMBA.__version__} {source_hash(COMPILERS)}"
    name = hashlib.sha256(f"{runner} {source_hash(sources(engine))}".encode()).hexdigest()[:16]
    if (parent := folder_of(KIND)) is not None:
        with suppress(OSError):
            (parent / name).mkdir(parents=True, exist_ok=True)
            os.utime(parent / name)
            _prune(parent)
    return f"{KIND}/{name}"


def sources(engine: Path) -> list[Path]:
    """Every source file on which the engine's compiled code may depend."""
    shared = [path for path in SHARED.glob("*.py") if _MARK.search(path.read_text(encoding="utf-8"))]
    return sorted({*shared, *NUMBERS, *(engine.rglob("*.py") if engine != SHARED else ())})


def translators() -> list[Path]:
    """Every source file that makes rows, Python or machine code from clauses."""
    return sorted([*SHARED.glob("lowering/*.py"), *SHARED.parent.glob("rules/**/*.py")])


def source_hash(paths: Iterable[Path]) -> str:
    """A hash of all bytes of the sources."""
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def _prune(parent: Path) -> None:
    """Deletes the code of the oldest sources."""
    folders = sorted(parent.iterdir(), key=lambda path: -path.stat().st_mtime)
    for old in folders[KEPT:]:
        shutil.rmtree(old, ignore_errors=True)
