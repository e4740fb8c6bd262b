"""A function that is interpreted until it is compiled: numba's, which by itself compiles at the first call."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher
from numba.core.sigutils import normalize_signature
from numba.core.typing import make_concrete_template

from cardgen.play.linked import compiled_within
from cardgen.play.sealed import Sealed
from cardgen.play.tiers import Tiers, tiers

AGAIN = 0.5  # seconds after which it is looked whether another process has kept its code meanwhile


class Tiered(CPUDispatcher):  # type: ignore[misc]  # numba ships no types
    """`source` is what is interpreted; `kept` is its compiled code, by the types that it is called with."""

    def __init__(self, function: Callable, source: Callable, kept: Sealed, **flags: Any) -> None:
        super().__init__(function, targetoptions={"nopython": True, "nogil": True, **flags})
        self.source, self._cache = source, kept
        self._within: dict[tuple[Any, ...], Any] = {}  # by types, for compiled functions to call
        self._look = 0.0  # at what is kept, from this time on

    @property
    def is_made(self) -> bool:
        """Whether there is machine code for some types, here or kept."""
        return bool(self.overloads) or self._cache.is_kept

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        """What is to be called with arguments of types for which nothing is compiled here; numba asks."""
        if tiers.interpreting or not (tiers.must_compile() or self._is_kept(args)):
            return partial(tiers.interpret, self.source)
        Tiers.compiling += 1
        try:
            return super()._compile_for_args(*args, **kws)  # type: ignore[misc]  # the same
        finally:
            Tiers.compiling -= 1

    def _is_kept(self, args: tuple[Any, ...]) -> bool:
        if time.monotonic() < self._look:
            return False
        found = self._cache.holds(tuple(map(self.typeof_pyval, args)), self.targetctx)
        self._look = 0.0 if found else time.monotonic() + AGAIN
        return found

    # ---- what numba asks for functions that call it

    def get_call_template(self, args: Any, kws: Any) -> Any:
        pysig, args = self.fold_argument_types(args, kws)
        with global_compiler_lock:
            if tuple(args) not in self._within:
                self._within[tuple(args)] = compiled_within(self, tuple(args))
        name = self.py_func.__name__
        made = make_concrete_template(name, name, [each.signature for each in self._within.values()])
        return made, pysig, args, {}

    def get_overload(self, sig: Any) -> Any:
        return self._within[tuple(normalize_signature(sig)[0])].entry_point
