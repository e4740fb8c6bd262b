"""Lowers operators, comparisons and branches, with constant folding."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any

from cardgen.play.lowering.values import Number, RuntimeNumber, is_unsigned, name
from cardgen.play.lowering.writer import Writer

OPERATORS: dict[type, tuple[str, Callable[[int, int], int]]] = {
    ast.Add: ("add", operator.add), ast.Sub: ("sub", operator.sub), ast.Mult: ("mul", operator.mul),
    ast.BitAnd: ("and", operator.and_), ast.BitOr: ("or", operator.or_), ast.BitXor: ("xor", operator.xor),
    ast.LShift: ("shl", operator.lshift), ast.RShift: ("ashr", operator.rshift),
    ast.FloorDiv: ("sdiv", operator.floordiv), ast.Mod: ("srem", operator.mod),
}  # fmt: skip
SIGNS: dict[type, tuple[str, Callable[[int, int], bool]]] = {
    ast.Eq: ("eq", operator.eq), ast.NotEq: ("ne", operator.ne), ast.Lt: ("slt", operator.lt),
    ast.LtE: ("sle", operator.le), ast.Gt: ("sgt", operator.gt), ast.GtE: ("sge", operator.ge),
}  # fmt: skip
UNSIGNED = {
    "ashr": "lshr", "sdiv": "udiv", "srem": "urem", "slt": "ult", "sle": "ule", "sgt": "ugt", "sge": "uge",
}  # fmt: skip


class Arithmetic(Writer):
    def value(self, node: ast.expr) -> Any:
        """The value of an expression."""
        raise NotImplementedError

    def number_of(self, node: ast.expr) -> Number:
        """The value of an expression, as one number."""
        return self.wide(self.value(node))

    def binary(self, sign: ast.operator, one: Number, two: Number) -> Number:
        word, known = OPERATORS[type(sign)]
        if isinstance(one, int) and isinstance(two, int):
            return known(one, two)
        unsigned = is_unsigned(one, two)
        if unsigned:
            word = UNSIGNED.get(word, word)
        if word in ("sdiv", "srem"):
            return self._floored(word, name(one), name(two))
        return self.number(f"{word} i64 {name(one)}, {name(two)}", unsigned)

    def _floored(self, word: str, one: str, two: str) -> RuntimeNumber:
        """Divides as Python does, rounding down."""
        rest = self.emit(f"srem i64 {one}, {two}")
        apart = self.emit(f"icmp slt i64 {self.emit(f'xor i64 {rest}, {two}')}, 0")
        less = self.emit(f"and i1 {apart}, {self.emit(f'icmp ne i64 {rest}, 0')}")
        if word == "srem":
            more = self.emit(f"add i64 {rest}, {two}")
            return self.number(f"select i1 {less}, i64 {more}, i64 {rest}")
        quotient = self.emit(f"sdiv i64 {one}, {two}")
        return self.number(f"add i64 {quotient}, {self.emit(f'sext i1 {less} to i64')}")

    def compared(self, sign: ast.cmpop, one: Number, two: Number) -> Number:
        word, known = SIGNS[type(sign)]
        if isinstance(one, int) and isinstance(two, int):
            return int(known(one, two))
        if is_unsigned(one, two):
            word = UNSIGNED.get(word, word)
        return RuntimeNumber(self.emit(f"icmp {word} i64 {name(one)}, {name(two)}"), "i1")

    def extreme(self, word: str, one: Number, two: Number) -> Number:
        """The smaller one (`min`) or the greater one (`max`)."""
        if isinstance(one, int) and isinstance(two, int):
            return min(one, two) if word == "min" else max(one, two)
        unsigned = is_unsigned(one, two)
        word = f"{'u' if unsigned else 's'}{word}"
        return self.number(f"call i64 @llvm.{word}.i64(i64 {name(one)}, i64 {name(two)})", unsigned)

    def chosen(self, test: ast.expr, one: ast.expr | int, two: ast.expr | int) -> Any:
        """One value if a test holds, else the other; computes only the chosen one."""
        yes, no, after = (self.block() for _ in range(3))
        known = self.branch(test, yes, no)
        if known is not None:
            self.begin(yes if known else no)
            there = one if known else two
            return there if isinstance(there, int) else self.value(there)
        place, unsigned = self.slot("chosen"), False
        for block, there in ((yes, one), (no, two)):
            self.begin(block)
            result = there if isinstance(there, int) else self.number_of(there)
            unsigned = unsigned or is_unsigned(result)
            self.say(f"store i64 {name(result)}, ptr {place}")
            self.go(after)
        self.begin(after)
        return self.number(f"load i64, ptr {place}", unsigned)

    def branch(self, node: ast.expr, yes: str, no: str) -> bool | None:
        """Jumps to one of two blocks; returns whether the test holds, if that is known."""
        match node:
            case ast.UnaryOp(ast.Not(), inner):
                known = self.branch(inner, no, yes)
                return None if known is None else not known
            case ast.BoolOp():
                return self._several(node, yes, no)
        value = self.value(node)
        if isinstance(value, RuntimeNumber) and value.kind == "i1":
            self.end(f"br i1 {value.name}, label %{yes}, label %{no}")
            return None
        value = self.wide(value)
        if isinstance(value, int):
            self.go(yes if value else no)
            return bool(value)
        self.end(f"br i1 {self.emit(f'icmp ne i64 {value.name}, 0')}, label %{yes}, label %{no}")
        return None

    def _several(self, node: ast.BoolOp, yes: str, no: str) -> bool | None:
        """Lowers tests joined by `and` or `or`, with short-circuit evaluation."""
        all_, sure = isinstance(node.op, ast.And), True
        for each in node.values[:-1]:
            more = self.block()
            known = self.branch(each, more, no) if all_ else self.branch(each, yes, more)
            if known is not None and known != all_:  # the other tests are never evaluated
                return known if sure else None
            sure = sure and known is not None
            self.begin(more)
        known = self.branch(node.values[-1], yes, no)
        return known if sure else None
