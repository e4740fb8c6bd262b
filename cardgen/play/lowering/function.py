"""Lowers a function: its statements and calls, one after the other."""

from __future__ import annotations

import ast
import builtins
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from cardgen.play.lowering import intrinsics
from cardgen.play.lowering.values import Array, Position, RuntimeNumber, Source, is_unsigned, name
from cardgen.play.lowering.vectors import Vectors
from cardgen.play.lowering.writer import Around

GIVEN = "ptr %table, ptr %state, ptr %options, i64 %length"  # first parameters of each function, before its numbers


class Function(Vectors):
    def __init__(self, module: Around, source: Source, arguments: Sequence[Any]) -> None:
        super().__init__(module)
        self.source = source
        self.written = _assignment_counts(source.node)
        self.known: dict[str, Any] = {}  # values of names that are assigned at most once
        self.variables: dict[str, tuple[str, bool]] = {}  # slots of other names, and whether they are unsigned
        self.loops: list[tuple[str, str]] = []  # targets of `continue` and `break`
        self.states: dict[int, str] = {}  # blocks of a dispatch loop, by state number
        self.unsigned = False  # whether the function returns an unsigned number
        self.takes = GIVEN
        for place, (parameter, argument) in enumerate(zip(source.node.args.args, arguments, strict=True)):
            if isinstance(argument, RuntimeNumber):
                argument = replace(argument, name=f"%a{place}")
                self.takes += f", i64 %a{place}"
            if self.written[parameter.arg]:
                self.assign_variable(parameter.arg, argument)
            else:
                self.known[parameter.arg] = argument

    def text(self, called: str) -> str:
        self.statements(self.source.node.body)
        self.end("ret i64 0")
        body = "\n".join([*self.slots, *self.lines])
        return f"define internal i64 @{called}({self.takes}) nounwind {{\n{body}\n}}"

    # Statements

    def statements(self, nodes: Sequence[ast.stmt]) -> None:
        for number, node in enumerate(nodes):
            if self.closed or self._goes_on(nodes[number:]):
                return
            self.statement(node)

    def statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Assign([ast.Tuple(targets)], ast.Tuple(values)):
                results = [self.value(each) for each in values]
                for target, value in zip(targets, results, strict=True):
                    self.assign(target, value)
            case ast.Assign([target], value):
                self.assign(target, self.value(value))
            case ast.AugAssign(target, sign, value):
                place = self.place(target)
                self.assign(place, self.binary(sign, self.number_of(target), self.number_of(value)))
            case ast.If(test, body, rest):
                self._if(test, body, rest)
            case ast.For(target, ast.Call(ast.Name("range"), bounds, []), body, []):
                self._range(target, [self.value(each) for each in bounds], body)
            case ast.For(target, ast.Call(function, asked, []), body, []):
                assert self.value(function) in (intrinsics.present, intrinsics.present_where), ast.unparse(node)
                self._present(target, [self.value(each) for each in asked], body)
            case ast.While(test, body, []):
                self._while(test, body)
            case ast.Return(value):
                returned = self.number_of(value) if value else 0
                self.unsigned = self.unsigned or is_unsigned(returned)
                self.end(f"ret i64 {name(returned)}")
            case ast.Continue():
                self.go(self.loops[-1][0])
            case ast.Break():
                self.go(self.loops[-1][1])
            case ast.Expr(ast.Call()):
                self.value(node.value)
            case ast.Expr(ast.Constant()) | ast.Pass():
                pass
            case _:
                raise AssertionError(ast.unparse(node))

    def place(self, target: ast.expr) -> ast.expr | Array:
        """The target of a write: a name, or its place in memory."""
        if isinstance(target, ast.Name):
            return target
        value = self.value(target)
        assert isinstance(value, Array), ast.unparse(target)
        return value

    def assign(self, target: ast.expr | Array, value: Any) -> None:
        there = self.place(target) if isinstance(target, ast.expr) else target
        if isinstance(there, Array):
            self.store(there, self.wide(value))
        else:
            assert isinstance(there, ast.Name)
            self.assign_variable(there.id, value)

    def assign_variable(self, variable: str, value: Any) -> None:
        if isinstance(value, Array) and not value.shape:
            value = self.load(value)
        if self.written[variable] == 1 and not isinstance(value, RuntimeNumber):
            self.known[variable] = value
            return
        value = self.wide(value)
        if variable not in self.variables:
            self.variables[variable] = self.slot(variable), is_unsigned(value)
        place, unsigned = self.variables[variable]
        assert isinstance(value, int) or value.unsigned == unsigned, f"{variable} of {self.source.node.name}"
        self.say(f"store i64 {name(value)}, ptr {place}")

    def _if(self, test: ast.expr, body: Sequence[ast.stmt], rest: Sequence[ast.stmt]) -> None:
        yes, no, after = (self.block() for _ in range(3))
        known, reached = self.branch(test, yes, no), False
        for block, nodes, never in ((yes, body, known is False), (no, rest, known is True)):
            if not never:
                self.begin(block)
                self.statements(nodes)
                reached = reached or not self.closed
                self.go(after)
        if reached:
            self.begin(after)

    def _loop(self, nodes: Sequence[ast.stmt], again: str, after: str) -> None:
        self.loops.append((again, after))
        self.statements(nodes)
        self.loops.pop()
        self.go(again)

    def _range(self, target: ast.expr, bounds: Sequence[Any], body: Sequence[ast.stmt]) -> None:
        low, high, step = (0, *bounds, 1) if len(bounds) == 1 else (*bounds, 1)[:3]
        test, inner, more, after = (self.block() for _ in range(4))
        place, end = self.slot("range"), name(self.wide(high))
        self.say(f"store i64 {name(self.wide(low))}, ptr {place}")
        self.begin(test)
        now = self.emit(f"load i64, ptr {place}")
        fits = self.emit(f"icmp {'slt' if step > 0 else 'sgt'} i64 {now}, {end}")
        self.end(f"br i1 {fits}, label %{inner}, label %{after}")
        self.begin(inner)
        self.assign(target, RuntimeNumber(now))
        self._loop(body, more, after)
        self.begin(more)
        self.say(f"store i64 {self.emit(f'add nsw i64 {now}, {step}')}, ptr {place}")
        self.go(test)
        self.begin(after)

    def _present(self, target: ast.expr, operands: Sequence[Any], body: Sequence[ast.stmt]) -> None:
        def visit(card: RuntimeNumber, again: str, after: str) -> None:
            self.assign(target, card)
            self._loop(body, again, after)

        self.each_present(self.operands(*operands), operands[2], visit)

    def _while(self, test: ast.expr, body: Sequence[ast.stmt]) -> None:
        if states := _states(body):
            self._dispatch(states)
            return
        again, inner, after = (self.block() for _ in range(3))
        self.begin(again)
        self.branch(test, inner, after)
        self.begin(inner)
        self._loop(body, again, after)
        self.begin(after)

    def _dispatch(self, states: Sequence[tuple[int, Sequence[ast.stmt]]]) -> None:
        """Lowers a dispatch loop: blocks that each set the next state."""
        look, none = self.block(), self.block()
        self.states = {number: self.block() for number, _ in states}
        self.begin(look)
        where = self.number_of(ast.Name("pc"))
        ways = " ".join(f"i64 {number}, label %{block}" for number, block in self.states.items())
        self.end(f"switch i64 {name(where)}, label %{none} [{ways}]")
        for number, body in states:
            self.begin(self.states[number])
            self._loop(body, look, look)
        self.begin(none)
        self.end("unreachable")

    def _goes_on(self, nodes: Sequence[ast.stmt]) -> bool:
        """Whether the next statements only set the next state; if so, jumps to its block."""
        match nodes:
            case [ast.Assign([ast.Name("pc")], ast.Constant(int(number)))] if number in self.states:
                self.go(self.states[number])
            case [ast.Assign([ast.Name("pc")], ast.Constant(int(number))), ast.Continue()] if number in self.states:
                self.go(self.states[number])
            case _:
                return False
        return True

    # Expressions

    def value(self, node: ast.expr) -> Any:
        match node:
            case ast.Constant(value):
                return value
            case ast.Name(variable):
                return self._resolve(variable)
            case ast.Attribute(owner, field):
                return self.module.field(self.value(owner), field)
            case ast.Subscript(array, index):
                there = self.value(array)
                for each in index.elts if isinstance(index, ast.Tuple) else (index,):
                    there = self.at(there, self.number_of(each))
                return there
            case ast.BinOp(one, sign, two):
                return self.binary(sign, self.number_of(one), self.number_of(two))
            case ast.UnaryOp(ast.USub(), inner):
                return self.binary(ast.Sub(), 0, self.number_of(inner))
            case ast.UnaryOp(ast.Invert(), inner):
                return self.binary(ast.BitXor(), self.number_of(inner), -1)
            case ast.UnaryOp(ast.Not()) | ast.BoolOp():
                return self.chosen(node, 1, 0)
            case ast.Compare(one, [sign], [two]):
                return self.compared(sign, self.number_of(one), self.number_of(two))
            case ast.IfExp(test, one, two):
                return self.chosen(test, one, two)
            case ast.Call(function, arguments, []):
                return self._called(self.value(function), [self.value(each) for each in arguments])
        raise AssertionError(ast.unparse(node))

    def _resolve(self, variable: str) -> Any:
        if variable in self.known:
            return self.known[variable]
        if variable in self.variables:
            place, unsigned = self.variables[variable]
            return self.number(f"load i64, ptr {place}", unsigned)
        value = self.source.names.get(variable, getattr(builtins, variable, None))
        return int(value) if isinstance(value, np.integer) else value

    def _called(self, function: Any, arguments: list[Any]) -> Any:
        if function is len:
            assert [getattr(each, "tag", "") for each in arguments] == ["options"], (
                "only the length of the options is known"
            )
            return RuntimeNumber("%length")
        if function in (min, max):
            return self.extreme(function.__name__, *(self.wide(each) for each in arguments))
        if function in (np.int64, np.uint64):
            result = self.wide(arguments[0])
            return result if isinstance(result, int) else replace(result, unsigned=function is np.uint64)
        if function is np.empty:
            assert arguments[1:] == [np.int32], "arrays hold 32 bits"
            there = self.emit(f"alloca i32, i64 {name(self.wide(arguments[0]))}")
            return Array(there, 0, np.dtype(np.int32), (0,), "own")
        if function in (intrinsics.total, intrinsics.total_where):
            return self.total(self.operands(*arguments))
        if function is intrinsics.some_where:
            return self.some(self.operands(*arguments))
        if function is intrinsics.worth:
            return self.worth(self.operands(*arguments))
        given = [each if _is_aggregate(each) else self.wide(each) for each in arguments]
        numbers = "".join(f", i64 {each.name}" for each in given if isinstance(each, RuntimeNumber))
        called, unsigned = self.module.function(function, given)
        return self.number(f"call i64 @{called}({GIVEN}{numbers})", unsigned)


def _is_aggregate(value: object) -> bool:
    """Whether an argument is passed unchanged: a record or an array."""
    return isinstance(value, np.record | Position) or (isinstance(value, Array) and bool(value.shape))


def _assignment_counts(node: ast.FunctionDef) -> Counter[str]:
    """How often each name is assigned."""
    counts = Counter(
        each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
    )
    counts.update(parameter.arg for parameter in node.args.args if parameter.arg in counts)
    return counts


def _states(nodes: Sequence[ast.stmt]) -> list[tuple[int, Sequence[ast.stmt]]]:
    """The blocks of a dispatch loop, by state number; empty for other loops."""
    states: list[tuple[int, Sequence[ast.stmt]]] = []
    for node in nodes:
        match node:
            case ast.If(ast.Compare(ast.Name("pc"), [ast.Eq()], [ast.Constant(int(number))]), body, []):
                states.append((number, body))
            case _:
                return []
    return states
