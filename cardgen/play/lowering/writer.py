"""Writes the LLVM IR of one function: instructions, blocks, loads and stores."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Protocol

from cardgen.play.lowering.values import Array, Number, RuntimeNumber, name


class Around(Protocol):
    """The part of `Module` that functions need."""

    def tag(self, name: str) -> str: ...

    def function(self, function: Any, arguments: Sequence[Any]) -> tuple[str, bool]: ...

    def field(self, owner: Any, name: str) -> Any: ...


class Writer:
    def __init__(self, module: Around) -> None:
        self.module = module
        self.slots: list[str] = []  # stack slots of variables, which LLVM turns into registers
        self.lines: list[str] = []
        self.count = 0
        self.closed = False  # whether the block has its terminator, so that later code is unreachable

    def say(self, line: str) -> None:
        if not self.closed:
            self.lines.append(f"  {line}")

    def emit(self, line: str) -> str:
        """Writes an instruction, and returns the name of its result."""
        self.count += 1
        self.say(f"%t{self.count} = {line}")
        return f"%t{self.count}"

    def number(self, line: str, unsigned: bool = False) -> RuntimeNumber:
        return RuntimeNumber(self.emit(line), unsigned=unsigned)

    def slot(self, variable: str = "") -> str:
        """Allocates a stack slot for a number."""
        self.count += 1
        self.slots.append(f"  %{variable}.{self.count} = alloca i64")
        return f"%{variable}.{self.count}"

    # Blocks

    def block(self) -> str:
        """Returns the name of a new block."""
        self.count += 1
        return f"b{self.count}"

    def begin(self, block: str) -> None:
        self.go(block)
        self.lines.append(f"{block}:")
        self.closed = False

    def end(self, line: str) -> None:
        self.say(line)
        self.closed = True

    def go(self, block: str) -> None:
        """Jumps to a block, unless the current block has its terminator."""
        self.end(f"br label %{block}")

    # Memory

    def at(self, array: Array, index: Number) -> Array | int:
        """The element at an index of an array: a smaller array, or a known number of a table."""
        constants, shape = array.constants, array.shape[1:]
        size = array.kind.itemsize * math.prod(shape)
        if isinstance(index, int):
            if constants is not None and not shape:
                return int(constants[index])
            place = index + array.shape[0] if index < 0 else index
            constants = constants if constants is None else constants[index]
            return replace(array, offset=array.offset + size * place, shape=shape, constants=constants)
        there = index.name
        if constants is not None:  # the last value is for no card, -1
            last = self.emit(f"add i64 {there}, {array.shape[0]}")
            none = self.emit(f"icmp slt i64 {there}, 0")
            there = self.emit(f"select i1 {none}, i64 {last}, i64 {there}")
        begin = self.pointer(array)
        there = self.emit(f"getelementptr [{size} x i8], ptr {begin}, i64 {there}")
        return replace(array, pointer=there, offset=0, shape=shape, constants=None)

    def part(self, array: Array, index: Number) -> Array:
        """The rest of an array from an index on."""
        part = self.at(replace(array, constants=None), index)
        assert isinstance(part, Array)
        constants = array.constants[index:] if array.constants is not None and isinstance(index, int) else None
        return replace(part, constants=constants)

    def pointer(self, array: Array) -> str:
        if not array.offset:
            return array.pointer
        return self.emit(f"getelementptr i8, ptr {array.pointer}, i64 {array.offset}")

    def load(self, place: Array) -> RuntimeNumber:
        kind, unsigned = place.word, place.kind.kind == "u"
        value = self.emit(f"load {kind}, ptr {self.pointer(place)}, {self.module.tag(place.tag)}")
        if kind == "i64":
            return RuntimeNumber(value, unsigned=unsigned)
        return self.number(f"{'zext' if unsigned else 'sext'} {kind} {value} to i64")

    def store(self, place: Array, value: Number) -> None:
        kind, cut = place.word, name(value)
        if kind != "i64":
            cut = self.emit(f"trunc i64 {cut} to {kind}")
        self.say(f"store {kind} {cut}, ptr {self.pointer(place)}, {self.module.tag(place.tag)}")

    def wide(self, value: object) -> Number:
        """A value extended to 64 bits."""
        if isinstance(value, Array):
            return self.load(value)
        if isinstance(value, RuntimeNumber):
            return self.number(f"zext i1 {value.name} to i64") if value.kind == "i1" else value
        assert isinstance(value, int), value
        return int(value)
