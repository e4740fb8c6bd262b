"""Keeps the machine code that numba makes between commands.

numba unpickles the code that it has kept. Here the code lies in the cache, which checks its seal first; code with a
wrong seal is recompiled. Each function has a file with its code, by the types of its arguments.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable
from typing import Any

from numba.core.caching import FunctionCache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from cardgen.store import cache


class Sealed(FunctionCache):
    """The kept code of one function, in the folder `kind` of the cache; implements numba's `cache=True`."""

    def __init__(self, function: Callable, kind: str) -> None:
        code = function.__code__
        place = f"{code.co_filename} {code.co_firstlineno} {function.__module__} {function.__qualname__}"
        self._name, self._py_func = repr(function), function
        self._kind, self._file = kind, hashlib.sha256(place.encode()).hexdigest()[:32]
        self.enable()

    @property
    def cache_path(self) -> str:
        return str(cache.folder_of(self._kind) or "")

    def flush(self) -> None:
        cache.keep(self._kind, self._file, pickle.dumps({}))

    @property
    def is_kept(self) -> bool:
        """Whether any code of the function is kept."""
        return bool(self._load())

    def holds(self, sig: Any, target_context: Any) -> bool:
        """Whether code for these types is kept."""
        return self._index_key(sig, target_context.codegen()) in self._load()

    def _load_overload(self, sig: Any, target_context: Any) -> CompileResult | None:
        kept = self._load().get(self._index_key(sig, target_context.codegen())) if self._enabled else None
        return CompileResult._rebuild(target_context, *pickle.loads(kept)) if kept else None

    def _save_overload(self, sig: Any, data: Any) -> None:
        if self._enabled and not (
            any(not lifted.can_cache for lifted in data.lifted) or data.library.has_dynamic_globals
        ):
            kept = self._load() | {self._index_key(sig, data.codegen): dumps(data._reduce())}
            cache.keep(self._kind, self._file, dumps(kept))

    def _load(self) -> dict[Any, bytes]:
        stored = cache.read(self._kind, self._file)
        return pickle.loads(stored) if stored else {}
