"""Calls of machine code by its address, so that what is compiled once can play games that are compiled later."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from cardgen.play.clauses import record
from cardgen.play.compiled import COMPILES


def _with_numba() -> tuple[Any, Callable[[Callable], Any]]:
    from llvmlite import ir
    from numba import carray, cfunc, types
    from numba.extending import intrinsic

    pointer, number = ir.IntType(8).as_pointer(), ir.IntType(64)
    signature = types.int64(types.voidptr, types.voidptr, types.int64, types.voidptr, types.int64)

    @intrinsic
    def call_at(context, address, table, state, pc, options):
        """Calls machine code that takes the two records, a row, and the options with how many they may be."""

        def code(context, builder, told, args):
            address, table, state, pc, options = args
            array = context.make_array(told.args[4])(context, builder, options)
            kind = ir.FunctionType(number, [pointer, pointer, number, pointer, number])
            function = builder.inttoptr(address, kind.as_pointer())
            table, state, first = (builder.bitcast(each, pointer) for each in (table, state, array.data))
            return builder.call(function, [table, state, pc, first, builder.extract_value(array.shape, 0)])

        return types.int64(types.int64, table, state, types.int64, options), code

    def entry_of(play: Callable) -> Any:
        def entry(table, state, pc, options, length):
            one, other = carray(table, (1,), record.TABLE), carray(state, (1,), record.STATE)
            return play(one[0], other[0], pc, carray(options, (length,), np.int32))

        return cfunc(signature)(entry)

    return call_at, entry_of


def _absent(address, table, state, pc, options):
    raise AssertionError("there is no machine code without a compiler")


# `entry_of` makes of a function that does as the interpreter does what can be called by its address
call_at, entry_of = _with_numba() if COMPILES else (_absent, _absent)
