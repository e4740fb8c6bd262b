"""Calls of machine code by its address, so that what is compiled once can play games that are compiled later."""

from __future__ import annotations

from typing import Any

from cardgen.play.clauses import record
from cardgen.play.compiled import COMPILES


def _with_numba() -> Any:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    pointer, number = ir.IntType(8).as_pointer(), ir.IntType(64)

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

    return call_at


def _absent(address, table, state, pc, options):
    raise AssertionError("there is no machine code without a compiler")


call_at = _with_numba() if COMPILES else _absent
