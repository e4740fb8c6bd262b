"""Compiles functions that only compiled code calls as parts of those that Python calls.

numba optimises each function that it compiles together with everything that it calls, and makes entries for Python and
for C. A function that only other compiled functions call needs neither: it is optimised once, within the one that
Python calls. That halves the time.
"""

from __future__ import annotations

from typing import Any

from numba.core import compiler
from numba.core.codegen import CPUCodeLibrary


class Linked(CPUCodeLibrary):  # type: ignore[misc]  # numba ships no types
    """The code of one function and of everything that it calls, for linking into the code of others."""

    def finalize(self) -> None:
        for each in dict.fromkeys(self._linking_libraries):
            self._final_module.link_in(each._get_module_for_linking(), preserve=True)
        self._finalized = True  # its callers optimise it


def compiled_within(dispatcher: Any, args: tuple[Any, ...]) -> Any:  # a CompileResult, for which numba has no types
    """Compiles a function for these types, for calls from other compiled functions."""
    description = dispatcher.targetdescr
    flags: Any = compiler.Flags()
    description.options.parse_as_flags(flags, dispatcher.targetoptions)
    flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
    context = description.target_context
    library = Linked(context.codegen(), dispatcher.py_func.__qualname__)
    result = compiler.compile_extra(
        description.typing_context, context, dispatcher.py_func, args, None, flags, {}, library
    )
    name = object()  # the key by which callers find the code
    context.insert_user_function(name, result.fndesc, [library])
    return result._replace(entry_point=name)
