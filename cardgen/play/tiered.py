"""A function that is interpreted until it is compiled. A function of numba's own compiles at the first call."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from functools import partial
from inspect import getfile
from pathlib import Path
from typing import Any

from numba.core.compiler_lock import global_compiler_lock
from numba.core.errors import NumbaError
from numba.core.registry import CPUDispatcher
from numba.core.sigutils import normalize_signature
from numba.core.typing import make_concrete_template

from cardgen.foundations.errors import InputError, Place, fail
from cardgen.play.linked import compiled_within
from cardgen.play.sealed import Sealed
from cardgen.play.tiers import Tiers, tiers

NUMBA = Path(getfile(CPUDispatcher)).parents[1]
FRAME_LINES = (
    "Failed in",
    "During",
    "- Resolution failure",
)  # beginnings of lines about numba's progress, not about the fault
ARRAYS_MESSAGE = "NRT required"  # numba's message about arrays without reference counts
RECHECK_SECONDS = 0.5  # interval of checks whether another process has kept its code


class Tiered(CPUDispatcher):  # type: ignore[misc]  # numba ships no types
    """Interprets `source` until its code is compiled; `kept` is the kept code, by the types of arguments."""

    def __init__(self, function: Callable, source: Callable, kept: Sealed, **flags: Any) -> None:
        super().__init__(function, targetoptions={"nopython": True, "nogil": True, **flags})
        self.source, self._cache = source, kept
        self._within: dict[tuple[Any, ...], Any] = {}  # code for compiled functions to call, by types
        self._look = 0.0  # time of the next check for kept code

    @property
    def is_made(self) -> bool:
        """Whether there is machine code for some types, here or kept."""
        return bool(self.overloads) or self._cache.is_kept

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        """Returns what to call for new types of arguments; numba calls this."""
        if tiers.interpreting or not (tiers.must_compile() or self._is_kept(args)):
            return partial(tiers.interpret, self.source)
        Tiers.compiling += 1
        try:
            return super()._compile_for_args(*args, **kws)  # type: ignore[misc]  # the same
        except NumbaError as error:
            raise _refused(self.py_func, str(error)) from error
        finally:
            Tiers.compiling -= 1

    def _is_kept(self, args: tuple[Any, ...]) -> bool:
        if time.monotonic() < self._look:
            return False
        kept = self._cache.holds(tuple(map(self.typeof_pyval, args)), self.targetctx)
        self._look = 0.0 if kept else time.monotonic() + RECHECK_SECONDS
        return kept

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


def _refused(function: Callable, message: str) -> InputError:
    """Why a function cannot be compiled, with the line of an engine's source at which numba stopped."""
    lines = (line.strip() for line in message.splitlines())
    why = next((line for line in lines if line and not line.startswith(FRAME_LINES)), message)
    if ARRAYS_MESSAGE in message:
        why = "it makes an array; mark it as `allocating`, or rewrite it without arrays"
    met = (each for each in re.findall(r" at (\S+\.py) \((\d+)\)", message) if not Path(each[0]).is_relative_to(NUMBA))
    file, line = next(met, (function.__code__.co_filename, function.__code__.co_firstlineno))
    inner = re.search(r"Tiered\(<function (\w+) at", message)  # the first function named is at fault
    return fail(
        f"the function {inner[1] if inner else function.__name__} cannot be compiled: {why}", Place(file, int(line), 1)
    )
