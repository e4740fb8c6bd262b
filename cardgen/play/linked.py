"""Functions that compiled code calls, as parts of those that Python calls.

numba makes machine code of each function that it compiles, optimised anew with all that it calls in turn, and a way into
it from Python and from C. A function that is only called by another one needs none of it: it is optimised once, within
the one that Python calls. That takes half of the time.
"""

from __future__ import annotations

from typing import Any

from numba.core import compiler
from numba.core.codegen import CPUCodeLibrary
from numba.core.compiler import CompileResult


class Linked(CPUCodeLibrary):  # type: ignore[misc]  # numba ships no types
    """The code of one function, to be linked into that of others with all that it calls."""

    def finalize(self) -> None:
        self._finalized = True  # and nothing else: who calls it optimises it

    def with_all(self) -> list[Any]:
        """Itself, and what it calls, and what that calls."""
        found = [self]
        for each in self._linking_libraries:
            found += each.with_all() if isinstance(each, Linked) else [each]
        return list(dict.fromkeys(found))


def compiled_within(dispatcher: Any, args: tuple[Any, ...]) -> CompileResult:
    """A function compiled for these types, for other functions that are compiled to call."""
    description, flags = dispatcher.targetdescr, compiler.Flags()
    description.options.parse_as_flags(flags, dispatcher.targetoptions)
    flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
    context = description.target_context
    library = Linked(context.codegen(), dispatcher.py_func.__qualname__)
    found = compiler.compile_extra(
        description.typing_context, context, dispatcher.py_func, args, None, flags, {}, library
    )
    name = object()  # callers find the code by it
    context.insert_user_function(name, found.fndesc, library.with_all())
    return found._replace(entry_point=name)
