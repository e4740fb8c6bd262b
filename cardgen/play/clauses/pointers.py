"""What only compiled code can do: call machine code by its address, and copy a part of a record.

So what is compiled once can play games that are compiled later, and copies no more of a position than a game needs.
"""

from __future__ import annotations

from typing import Any

from cardgen.play.compiled import COMPILES


def _with_numba() -> tuple[Any, Any]:
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
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

    @intrinsic
    def copy_first(context, records, into, of, size):
        """Copies the first bytes of a record of an array to another one."""

        def code(context, builder, told, args):
            records, into, of, size = args
            array = context.make_array(told.args[0])(context, builder, records)
            first, apart = builder.bitcast(array.data, pointer), ir.Constant(number, told.args[0].dtype.size)
            there, here = (builder.gep(first, [builder.mul(each, apart)]) for each in (into, of))
            cgutils.raw_memcpy(builder, there, here, size, 1)
            return context.get_dummy_value()

        return types.void(records, types.int64, types.int64, types.int64), code

    return call_at, copy_first


def _copy(records, into, of, size):
    records[into] = records[of]


def _absent(address, table, state, pc, options):
    raise AssertionError("there is no machine code without a compiler")


call_at, copy_first = _with_numba() if COMPILES else (_absent, _copy)
