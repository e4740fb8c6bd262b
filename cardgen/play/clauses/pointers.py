"""Intrinsics that only compiled code can run: they call machine code by its address, and copy a part of a record.

So code that is compiled once can play games that are compiled later, and copies only the part of a position that a
game needs.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

from cardgen.foundations import interruption
from cardgen.play.compiled import COMPILES, inlined

VECTOR = 16  # numbers of 16 bits that are added at once; arrays have room for one more vector at their end
CELL = "cardgen_plays_by_rows"  # a symbol for linkers


def _with_numba() -> tuple[Any, ...]:
    from llvmlite import binding, ir
    from numba import carray, from_dtype, types
    from numba.core import cgutils
    from numba.extending import intrinsic

    pointer, number = ir.IntType(8).as_pointer(), ir.IntType(64)

    @intrinsic
    def call_at(context, address, table, state, pc, options):
        """Calls machine code that takes the two records, a row, and the options with their maximum number.

        If the address is 0, it calls the function of `set_fallback`.
        """

        def code(context, builder, sig, args):
            array = context.make_array(sig.args[4])(context, builder, args[4])
            return _call(builder, *args[:4], array.data, builder.extract_value(array.shape, 0))

        return types.int64(types.int64, table, state, types.int64, options), code

    @intrinsic
    def run_at(context, address, table, state, pc):
        """Calls machine code that offers no options, as `call_at` does."""

        def code(context, builder, sig, args):
            return _call(builder, *args, pointer(None), number(0))

        return types.int64(types.int64, table, state, types.int64), code

    def _call(builder, address, table, state, pc, options, many):
        kind = ir.FunctionType(number, [pointer, pointer, number, pointer, number])
        absent = builder.icmp_signed("==", address, number(0))
        address = builder.select(absent, builder.load(_external(builder.module)), address)
        function = builder.inttoptr(address, kind.as_pointer())
        table, state, first = (builder.bitcast(each, pointer) for each in (table, state, options))
        return builder.call(function, [table, state, pc, first, many])

    @intrinsic
    def copy_used(context, into, of, first, begin, end):
        """Copies the first bytes of a record to another one, and the bytes from `begin` to `end`."""

        def code(context, builder, sig, args):
            into, of, first, begin, end = args
            there, here = (builder.bitcast(each, pointer) for each in (into, of))
            cgutils.raw_memcpy(builder, there, here, first, 1)
            there, here = (builder.gep(each, [begin]) for each in (there, here))
            cgutils.raw_memcpy(builder, there, here, builder.sub(end, begin), 1)
            return context.get_dummy_value()

        return types.void(into, of, *[types.int64] * 3), code

    @intrinsic
    def add_all(context, numbers, at, vectors, sign):
        """Adds whole vectors to an array from an index on, or subtracts them."""

        def code(context, builder, sig, args):
            numbers, at, vectors, sign = args
            array, added = (
                context.make_array(kind)(context, builder, each)
                for kind, each in ((sig.args[0], numbers), (sig.args[2], vectors))
            )
            vector = ir.VectorType(ir.IntType(16), VECTOR)
            signs = builder.insert_element(vector(ir.Undefined), builder.trunc(sign, vector.element), number(0))
            signs = builder.shuffle_vector(signs, vector(ir.Undefined), ir.VectorType(ir.IntType(32), VECTOR)(None))
            first = builder.gep(array.data, [at])
            with cgutils.for_range_slice(builder, number(0), builder.extract_value(added.shape, 0), number(VECTOR)) as (
                place,
                _,
            ):
                into, of = (
                    builder.bitcast(builder.gep(each, [place]), vector.as_pointer()) for each in (first, added.data)
                )
                more = builder.mul(builder.load(of, align=2), signs)
                builder.store(builder.add(builder.load(into, align=2), more), into, align=2)
            return context.get_dummy_value()

        return types.void(numbers, types.int64, vectors, types.int64), code

    def signature(table, state):
        """The signature of a function that `call_at` can call: pointers to two records, a row, a pointer to options."""
        records = (types.CPointer(from_dtype(each)) for each in (table, state))
        return types.int64(*records, types.int64, types.CPointer(types.int32), types.int64)

    cell = ctypes.c_int64()  # the address of the fallback
    binding.add_symbol(CELL, ctypes.addressof(cell))

    def _external(module):
        return module.globals.get(CELL) or ir.GlobalVariable(module, number, CELL)

    def set_fallback(
        make: Callable[[], int], meanwhile: Callable[..., int], end: Callable[..., int]
    ) -> Callable[[], None]:
        """Sets the function that `call_at` calls at address 0.

        It is the one whose address `make` returns, once the returned function is called and the address is not 0. Until
        then it is `meanwhile`, or `end` while an interruption waits for machine code to return.
        """

        def prepare() -> None:
            if cell.value == asking and (address := make()):
                cell.value = address

        @interruption.defer_interruption
        def first(*args: int) -> int:
            return end(*args) if interruption.is_due() else meanwhile(*args)

        function = ctypes.CFUNCTYPE(
            ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64
        )
        kept.append(function(first))
        cell.value = asking = ctypes.cast(kept[-1], ctypes.c_void_p).value or 0
        return prepare

    kept: list[Any] = [cell]  # objects that must live as long as code can call them
    return call_at, run_at, copy_used, add_all, set_fallback, signature, carray


def _copy(into, of, first, begin, end):
    for name in of.dtype.names:
        into[name] = of[name]


def _absent(*_):
    raise AssertionError("there is no machine code without a compiler")


call_at, run_at, _copy_bytes, _add_all, set_fallback, signature, carray = _with_numba() if COMPILES else (_absent,) * 7


def _copy_used(into, of, first, begin, end):
    _copy_bytes(into, of, first, begin, end)


def _add(numbers, at, vectors, sign):
    numbers[at : at + len(vectors)] += sign * vectors


def _add_to(numbers, at, vectors, sign):
    _add_all(numbers, at, vectors, sign)


copy_used = inlined(_copy_used, _copy)
add_to = inlined(_add_to, _add)
