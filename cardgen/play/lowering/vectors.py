"""SIMD reductions: lowers the functions of `intrinsics.py` to vector instructions on up to 64 neighbouring numbers."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace

from cardgen.foundations.dataclass import dataclass
from cardgen.play.lowering.arithmetic import Arithmetic
from cardgen.play.lowering.values import Array, Number, RuntimeNumber, name

MAX_LANES = 64  # numbers that one instruction compares


@dataclass(frozen=True, slots=True)
class Asked:
    """A range of cards: the address of their counts, and perhaps that of a field, with the value asked for."""

    m: Array
    many: int
    values: Array | None = None
    value: Number = 0


class Vectors(Arithmetic):
    def operands(
        self, m: Array, at: object, low: int, high: int, values: Array | None = None, value: object = 0
    ) -> Asked:
        """The arguments of a function of `intrinsics`."""
        there = self.part(m, self.binary(ast.Add(), self.wide(at), low))
        return Asked(there, high - low, values and self.part(values, low), self.wide(value))

    def total(self, asked: Asked) -> Number:
        sum_so_far: Number = 0
        for begin in range(0, asked.many, MAX_LANES):
            part = self._from(asked, begin)
            width, kind = _width(part.many), f"<{_width(part.many)} x {part.m.word}>"
            which, numbers = self._which(part, width), self._vector(part.m, width)
            left = self.emit(f"select <{width} x i1> {which}, {kind} {numbers}, {kind} zeroinitializer")
            word = f"v{width}{part.m.word}"
            added = self.emit(f"call {part.m.word} @llvm.vector.reduce.add.{word}({kind} {left})")
            sum_so_far = self.binary(ast.Add(), sum_so_far, self.number(f"sext {part.m.word} {added} to i64"))
        return sum_so_far

    def some(self, asked: Asked) -> Number:
        """1 if any card fits, else 0."""
        any_so_far: Number = 0
        for begin in range(0, asked.many, MAX_LANES):
            any_so_far = self.binary(ast.BitOr(), any_so_far, RuntimeNumber(self._mask(self._from(asked, begin))))
        return self.compared(ast.NotEq(), any_so_far, 0)

    def worth(self, asked: Asked) -> Number:
        """The sum of the values of all cards, whatever value is asked for."""
        sum_so_far: Number = 0
        for begin in range(0, asked.many, MAX_LANES):
            part = self._from(asked, begin)
            assert part.values
            width = _width(part.many)
            word, kind = part.values.word, f"<{width} x {part.values.word}>"
            which, there = self._which(replace(part, values=None), width), self._vector(part.m, width)
            many = self.emit(f"sext <{width} x {part.m.word}> {there} to {kind}")
            each = self.emit(f"mul {kind} {many}, {self._vector(part.values, width)}")
            left = self.emit(f"select <{width} x i1> {which}, {kind} {each}, {kind} zeroinitializer")
            added = self.emit(f"call {word} @llvm.vector.reduce.add.v{width}{word}({kind} {left})")
            sum_so_far = self.binary(ast.Add(), sum_so_far, self.number(f"sext {word} {added} to i64"))
        return sum_so_far

    def each_present(self, asked: Asked, low: int, visit: Callable[[RuntimeNumber, str, str], None]) -> None:
        """Writes a loop over the bits of a mask. `visit` writes the body for a card; it takes the labels for `continue`
        and `break`."""
        if not asked.many:
            return
        test, body, after = (self.block() for _ in range(3))
        left, first = self.slot("left"), self.slot("first")  # the mask, and the card of its lowest bit
        parts = [self.block() for _ in range(0, asked.many, MAX_LANES)]
        for number, block in enumerate(parts):
            begin = MAX_LANES * number
            self.begin(block)
            self.say(f"store i64 {self._mask(self._from(asked, begin))}, ptr {left}")
            self.say(f"store i64 {low + begin}, ptr {first}")
            self.go(test)
        self.begin(test)
        mask = self.emit(f"load i64, ptr {left}")
        some = self.emit(f"icmp ne i64 {mask}, 0")
        more = self.block() if len(parts) > 1 else after
        self.end(f"br i1 {some}, label %{body}, label %{more}")
        self.begin(body)
        less = self.emit(f"sub i64 {mask}, 1")
        self.say(f"store i64 {self.emit(f'and i64 {mask}, {less}')}, ptr {left}")
        lowest = self.emit(f"call i64 @llvm.cttz.i64(i64 {mask}, i1 true)")
        at = self.emit(f"load i64, ptr {first}")
        visit(self.number(f"add i64 {lowest}, {at}"), test, after)
        if len(parts) > 1:
            self.begin(more)
            done = self.emit(f"load i64, ptr {first}")
            ways = " ".join(f"i64 {low + MAX_LANES * part}, label %{parts[part + 1]}" for part in range(len(parts) - 1))
            self.end(f"switch i64 {done}, label %{after} [{ways}]")
        self.begin(after)

    def _from(self, asked: Asked, begin: int) -> Asked:
        """The part of the range for one vector, from a card on."""
        values = asked.values and self.part(asked.values, begin)
        return Asked(self.part(asked.m, begin), min(asked.many - begin, MAX_LANES), values, asked.value)

    def _mask(self, asked: Asked) -> str:
        """A mask of the cards that are present and have the value."""
        width = _width(asked.many)
        there = self._vector(asked.m, width)
        some = self.emit(f"icmp ne <{width} x {asked.m.word}> {there}, zeroinitializer")
        both = self.emit(f"and <{width} x i1> {some}, {self._which(asked, width)}")
        bits = self.emit(f"bitcast <{width} x i1> {both} to i{width}")
        return bits if width == MAX_LANES else self.emit(f"zext i{width} {bits} to i64")

    def _which(self, asked: Asked, width: int) -> str:
        """A truth value for each card: whether it has the value."""
        values, sure = asked.values, [True] * asked.many
        constants = values.constants if values and isinstance(asked.value, int) else None
        if constants is not None:
            sure = [int(each) == asked.value for each in constants[: asked.many]]
        those = f"<{', '.join(f'i1 {str(each).lower()}' for each in [*sure, *[False] * (width - asked.many)])}>"
        if values is None or constants is not None:
            return those
        word = values.word
        wanted = self.emit(f"trunc i64 {name(asked.value)} to {word}")
        kind = f"<{width} x {word}>"
        first = self.emit(f"insertelement {kind} poison, {word} {wanted}, i64 0")
        all_ = self.emit(f"shufflevector {kind} {first}, {kind} poison, <{width} x i32> zeroinitializer")
        alike = self.emit(f"icmp eq {kind} {self._vector(values, width)}, {all_}")
        return self.emit(f"and <{width} x i1> {alike}, {those}")

    def _vector(self, array: Array, width: int) -> str:
        """Loads a vector. Numbers beyond the array can have any value: records have room behind it."""
        there, tag = self.pointer(array), self.module.tag(array.tag)
        return self.emit(f"load <{width} x {array.word}>, ptr {there}, align {array.kind.itemsize}, {tag}")


def _width(many: int) -> int:
    """The next power of two, the width of a vector register."""
    return max(8, 1 << (many - 1).bit_length())
