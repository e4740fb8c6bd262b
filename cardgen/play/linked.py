"""Functions that only compiled code calls, as parts of those that Python calls.

numba optimises each function that it compiles together with all that it calls, and makes a way into it from Python and
from C. A function that only other compiled functions call needs neither: it is optimised once, within the one that
Python calls. That takes half of the time.
"""

from __future__ import annotations

from typing import Any

from numba.core import compiler
from numba.core.codegen import CPUCodeLibrary


class Linked(CPUCodeLibrary):  # type: ignore[misc]  # numba ships no types
    """The code of one function and of what it calls, to be linked into that of others."""

    def finalize(self) -> None:
        for each in dict.fromkeys(self._linking_libraries):
            self._final_module.link_in(each._get_module_for_linking(), preserve=True)
        self._finalized = True  # who calls it optimises it


def compiled_within(dispatcher: Any, args: tuple[Any, ...]) -> Any:  # a CompileResult, for which numba has no types
    """A function compiled for these types, for other functions that are compiled to call."""
    description = dispatcher.targetdescr
    flags: Any = compiler.Flags()
    description.options.parse_as_flags(flags, dispatcher.targetoptions)
    flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
    context = description.target_context
    library = Linked(context.codegen(), dispatcher.py_func.__qualname__)
    result = compiler.compile_extra(
        description.typing_context, context, dispatcher.py_func, args, None, flags, {}, library
    )
    name = object()  # callers find the code by it
    context.insert_user_function(name, result.fndesc, [library])
    return result._replace(entry_point=name)
